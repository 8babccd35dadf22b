// FILE: passes/frontend/host_calls.h
// WHAT: calls in host code: of functions with a visible body, of libraries, and of unknown code.
#ifndef CLEAVE_FRONTEND_HOST_CALLS_H
#define CLEAVE_FRONTEND_HOST_CALLS_H

#include "host_standard.h"

namespace cleave {

class HostCalls : public HostStandard {
public:
  using HostStandard::HostStandard;

protected:
  ~HostCalls() = default;

private:
  Value call(const clang::CallExpr *Call, Place *Returned = nullptr) override;
  void construct(const clang::CXXConstructExpr *Expression, const Place &To) override;
  void unknownCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                   const Value *Object) override;
  Value libraryCall(llvm::StringRef Name, const clang::CallExpr *Call, bool &Known);
  Value enter(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
              const Value *Object, Place *Returned);
  void argument(Frame &Inner, const clang::ParmVarDecl *Parameter, const clang::Expr *Argument);
  bool canEnter(const clang::FunctionDecl *Function, const clang::FunctionDecl *&Definition) const;
};

} // namespace cleave

#endif
