// FILE: passes/frontend/reader_headers.h
// WHAT: values in the headers of the loops that a directive is associated with.
#ifndef CLEAVE_FRONTEND_READER_HEADERS_H
#define CLEAVE_FRONTEND_READER_HEADERS_H

#include <set>
#include <string>
#include <vector>

#include "clang/AST/StmtOpenMP.h"

namespace cleave {

// The value that the iteration variable of LOOP begins with, or null.
const clang::Expr *firstValue(const clang::ForStmt *Loop);
const clang::VarDecl *iterationVariable(const clang::ForStmt *Loop);

// The values in the header of LOOP that are no constants.
std::vector<const clang::Expr *> headerValues(const clang::ForStmt *Loop,
                                              llvm::ArrayRef<const clang::VarDecl *> Counters,
                                              const clang::ASTContext &Context);

// The type of a variable for VALUE, "" if it is no integer or names one of COUNTERS.
std::string typeToHold(const clang::Expr *Value, llvm::ArrayRef<const clang::VarDecl *> Counters,
                       const clang::ASTContext &Context);

// The members that STATEMENT assigns, or whose address it takes.
std::set<const clang::ValueDecl *> assignedFields(const clang::Stmt *Statement);

// Whether VALUE consists of sums and products of numbers, variables and members of objects that variables and `this` point to,
// none of them in ASSIGNED.
bool readsKeptMembers(const clang::Expr *Value, const std::set<const clang::ValueDecl *> &Assigned);

} // namespace cleave

#endif
