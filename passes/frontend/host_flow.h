// FILE: passes/frontend/host_flow.h
// WHAT: what Clang's control-flow graph of a function contains and no expression says: calls of destructors and cleanup functions, and
//       loops that control does not leave.
#ifndef CLEAVE_FRONTEND_HOST_FLOW_H
#define CLEAVE_FRONTEND_HOST_FLOW_H

#include "reader_internal.h"

namespace cleave {

// Code of kernels is not included.
struct HostFlow {
  bool IsKnown = true; // false: Clang cannot build the graph
  // A variable that is destroyed or cleaned up, the CXXBindTemporaryExpr of a temporary, a CXXDeleteExpr.
  llvm::SmallPtrSet<const void *, 8> ImplicitCalls;
  llvm::SmallPtrSet<const clang::Stmt *, 4> Endless; // loops
};

// The flow of each function is read once.
class HostFlows {
public:
  explicit HostFlows(clang::ASTContext &Context) : Context(Context) {}
  const HostFlow &of(const clang::FunctionDecl *Function);

private:
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<HostFlow>> Known;
};

} // namespace cleave

#endif
