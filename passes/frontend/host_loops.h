// FILE: passes/frontend/host_loops.h
// WHAT: loops of host code whose iterations are walked one by one.
#ifndef CLEAVE_FRONTEND_HOST_LOOPS_H
#define CLEAVE_FRONTEND_HOST_LOOPS_H

#include "reader_internal.h"

namespace cleave {

using FunctionSet = llvm::SmallPtrSet<const clang::FunctionDecl *, 8>;

struct ConstantLoop {
  const clang::VarDecl *Variable;
  std::vector<int64_t> Values;                  // of the variable, in the iterations
  std::vector<const clang::VarDecl *> Declared; // in the body: each iteration has its own
};

// Whether the elements of an array of TYPE are different objects of the model: those of a constant number of pointers,
// or of records with pointers.
bool distinguishesElements(clang::QualType Type, const clang::ASTContext &Context);

// The iterations of LOOP, if they are few, their number is constant, the body contains no jump and no call of a function
// in LAUNCHING, and it has an access to such an array with a subscript that depends on the variable of the loop.
std::optional<ConstantLoop> constantLoop(const clang::ForStmt *Loop, const FunctionSet &Launching,
                                         const clang::ASTContext &Context);

} // namespace cleave

#endif
