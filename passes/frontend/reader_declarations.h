// FILE: passes/frontend/reader_declarations.h
// WHAT: declaration statements of a region, and the assignments that statements begin with.
#ifndef CLEAVE_FRONTEND_READER_DECLARATIONS_H
#define CLEAVE_FRONTEND_READER_DECLARATIONS_H

#include "reader_scope.h"

namespace cleave {

// If STATEMENT begins with an assignment to a variable, notes the variable in NODE.
void readFirstAssignment(RegionScope &Scope, const clang::Stmt *Statement, cleave_node &Node);
// The declarators of STATEMENT, node number INDEX. Uses and facts are added to OWN.
void readDeclarations(RegionScope &Scope, const clang::DeclStmt *Statement, cleave_node &Node, uint32_t Index,
                      UseLists &Own);

} // namespace cleave

#endif
