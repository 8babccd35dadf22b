// FILE: passes/frontend/reader_pointers.h
// WHAT: the values that a region assigns to pointer variables.
#ifndef CLEAVE_FRONTEND_READER_POINTERS_H
#define CLEAVE_FRONTEND_READER_POINTERS_H

#include "reader_scope.h"

namespace cleave {

// If EXPRESSION assigns pointer variables and does nothing else, describes their values in NODE.
void readPointerValues(RegionScope &Scope, const clang::Expr *Expression, cleave_node &Node);
// The value of the initializer of the pointer VARIABLE; null: it has another form.
cleave_pointer_value *readInitialPointer(RegionScope &Scope, const clang::VarDecl *Variable);

} // namespace cleave

#endif
