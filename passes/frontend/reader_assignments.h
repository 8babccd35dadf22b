// FILE: passes/frontend/reader_assignments.h
// WHAT: the variables that each iteration of a loop assigns before it reads them.
#ifndef CLEAVE_FRONTEND_READER_ASSIGNMENTS_H
#define CLEAVE_FRONTEND_READER_ASSIGNMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace cleave {

// The local scalars and pointers from outside of LOOP, a `for` statement, of which its iterations use no earlier value: on
// each path through an iteration an assignment precedes the first read. The iteration does nothing else with such a variable
// than to assign its value and to read it. Constructs that the analysis does not follow exclude the variables in them.
std::vector<const clang::VarDecl *> assignedFirst(const clang::Stmt *Loop, const clang::ASTContext &Context);

} // namespace cleave

#endif
