// FILE: passes/frontend/reader_updates.h
// WHAT: recognizes statements that update an object by one operation of reduction clauses and atomic constructs.
#ifndef CLEAVE_FRONTEND_READER_UPDATES_H
#define CLEAVE_FRONTEND_READER_UPDATES_H

#include "model/clause.h"

#include "clang/AST/Expr.h"

namespace cleave {

// `x op= e`, `x = x op e`, `x = e op x`, `x++`, `x = fmax(x, e)`, `x = x < e ? e : x`, `if (x < e) x = e`. The value may use x as well.
struct Update {
  const clang::Expr *Object; // x
  const clang::Expr *Value;  // e; null for ++ and --
  cleave_combiner Combiner;  // ADD for - and --
  bool Decrements;           // --
  clang::QualType Computed;  // the type of the operation
};

// The update that STATEMENT is, which has no parentheses around it.
std::optional<Update> updateIn(const clang::Stmt *Statement, const clang::ASTContext &Context);

// The combiner of a reduction clause with the operator, or the identifier, OPERATOR; UNKNOWN for others. OpenMP 5.1, table 2.11: that of - adds.
cleave_combiner combinerNamed(llvm::StringRef Operator);

// Whether both expressions have the same operands and operators.
bool areAlike(const clang::Expr *One, const clang::Expr *Other, const clang::ASTContext &Context);

} // namespace cleave

#endif
