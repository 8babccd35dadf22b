// FILE: passes/frontend/reader_row_updates.h
// WHAT: the statements in a row's loop that use what its earlier elements have computed (cleave_row_update).
#ifndef CLEAVE_FRONTEND_READER_ROW_UPDATES_H
#define CLEAVE_FRONTEND_READER_ROW_UPDATES_H

#include "model/affine.h"
#include "reader_source.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cleave {

struct RowUpdates {
  std::vector<cleave_row_update> Updates; // in source order
  // Each statement of the updates, with the expressions in it that use no carried variable.
  std::map<const clang::Stmt *, std::vector<const clang::Expr *>> Statements;
};

// Separates the updates of the variables CARRIED from the rest of BODY, which an iteration executes in source order. CHANGED: the variables
// whose value may differ between iterations, except COUNTER. Nothing if another statement uses a carried variable, or if an expression
// cannot be evaluated before the update. Complexity: linear in BODY.
std::optional<RowUpdates> readRowUpdates(const clang::Stmt *Body,
                                         const std::set<const clang::VarDecl *> &Carried,
                                         const std::set<const clang::VarDecl *> &Changed,
                                         const clang::ASTContext &Context, const SourceText &Text,
                                         cleave_arena *Arena);

// Variables that STATEMENT names.
std::set<const clang::VarDecl *> namedIn(const clang::Stmt *Statement);

// Variables that STATEMENT declares.
std::set<const clang::VarDecl *> declaredIn(const clang::Stmt *Statement);

bool shareOne(const std::set<const clang::VarDecl *> &Left, const std::set<const clang::VarDecl *> &Right);

} // namespace cleave

#endif
