// FILE: passes/frontend/reader_effects.h
// WHAT: effects of expressions and library functions, alike for host and device.
//
// Clang's attributes of a library function depend on the target: sqrt may set errno on the host only, and the device calls
// variants of mathematical functions. Its own queries must therefore not decide about regions.
#ifndef CLEAVE_FRONTEND_READER_EFFECTS_H
#define CLEAVE_FRONTEND_READER_EFFECTS_H

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace cleave {

// EXPRESSION without the variant that Clang calls in place of the function that the user named.
const clang::Expr *writtenForm(const clang::Expr *Expression);

// Whether FUNCTION is a mathematical function of the standard library, or of the compiler.
bool isMathematical(const clang::FunctionDecl *Function, const clang::ASTContext &Context);

// Whether FUNCTION is one of C++'s library that computes with complex numbers, given by value or by reference. Host and device may have
// different bodies, which compute the same function.
bool isComplexFunction(const clang::FunctionDecl *Function, const clang::ASTContext &Context);

// Whether calls of FUNCTION have no effects but errno and floating-point exceptions, by its declaration or as a function
// that the compiler knows.
bool hasNoEffects(const clang::FunctionDecl *Function, const clang::ASTContext &Context);

// Whether the evaluation of EXPRESSION may have effects other than those of functions without effects.
bool hasSideEffects(const clang::Expr *Expression, const clang::ASTContext &Context);

// Whether EXPRESSION calls a function that may cost more than a few instructions: any other than those as fabs, which have no
// effect at all.
bool mayCostMuch(const clang::Expr *Expression, const clang::ASTContext &Context);

} // namespace cleave

#endif
