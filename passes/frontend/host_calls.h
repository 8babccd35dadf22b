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

  // A call of FUNCTION, which has a body and no parameters.
  void callWithout(const clang::FunctionDecl *Function);
  // Ends what began after the first MARK objects of the current call.
  void endObjects(size_t Mark);
  void endTemporaries();
  // Implicit calls of the function that the walk has not seen are unknown code.
  void endFrame();
  // A variable of the current call that the flow says is destroyed or cleaned up.
  void begins(const clang::VarDecl *Variable, const Place &Object);
  HostFlows &Flows;
  bool SharesMemory = false; // the translation unit gives memory to the C library that later calls use

private:
  void temporary(const clang::CXXBindTemporaryExpr *Expression, const Place &Object) override;
  void destroy(const Place &Object, clang::QualType Type) override;
  void destroyStandard(const clang::CXXRecordDecl *Class, const Place &Object);
  void end(const Living &Object);
  Value call(const clang::CallExpr *Call, Place *Returned = nullptr) override;
  void construct(const clang::CXXConstructExpr *Expression, const Place &To) override;
  void unknownCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                   const Value *Object) override;
  Value libraryCall(llvm::StringRef Name, const clang::CallExpr *Call, bool &Known);
  Value enter(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
              const Value *Object, Place *Returned, const Value *Only = nullptr);
  void argument(Frame &Inner, const clang::ParmVarDecl *Parameter, const clang::Expr *Argument);
  // STATICALLY: a virtual function as well, because the call names the function of a known class.
  bool canEnter(const clang::FunctionDecl *Function, const clang::FunctionDecl *&Definition,
                bool Statically = false) const;
};

} // namespace cleave

#endif
