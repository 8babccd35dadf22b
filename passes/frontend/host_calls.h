// FILE: passes/frontend/host_calls.h
// WHAT: calls in host code: of functions with a visible body, of libraries, and of unknown code.
#ifndef CLEAVE_FRONTEND_HOST_CALLS_H
#define CLEAVE_FRONTEND_HOST_CALLS_H

#include "host_standard.h"

namespace cleave {

class HostCalls : public HostStandard {
public:
  HostCalls(clang::ASTContext &Context, cleave_arena *Arena, HostFlows &Flows)
      : HostStandard(Context, Arena), Flows(Flows) {}

protected:
  ~HostCalls() = default;

  // Ends what began after the first MARK objects of the current call: host_lifetimes.h.
  virtual void endObjects(size_t Mark) = 0;
  virtual void endTemporaries() = 0;
  // Implicit calls of the function that the walk has not seen are unknown code.
  virtual void endFrame() = 0;
  // The body of DEFINITION. ONLY: the value of its first parameter, if no expression denotes it.
  Value enter(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
              const Value *Object, Place *Returned, const Value *Only = nullptr);
  // STATICALLY: a virtual function as well, because the call names the function of a known class.
  bool canEnter(const clang::FunctionDecl *Function, const clang::FunctionDecl *&Definition,
                bool Statically = false) const;
  void unknownCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                   const Value *Object) override;
  HostFlows &Flows;
  bool SharesMemory = false; // the translation unit gives memory to the C library that later calls use

private:
  Value call(const clang::CallExpr *Call, Place *Returned = nullptr) override;
  void construct(const clang::CXXConstructExpr *Expression, const Place &To) override;
  Value libraryCall(llvm::StringRef Name, const clang::CallExpr *Call, bool &Known);
  void argument(Frame &Inner, const clang::ParmVarDecl *Parameter, const clang::Expr *Argument);
};

} // namespace cleave

#endif
