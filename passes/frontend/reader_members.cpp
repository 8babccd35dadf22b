// FILE: passes/frontend/reader_members.cpp
// WHAT: finds member expressions that clang 19 accepts in a construct nested in a target construct, but not
//       directly in one.
//
// For each member expression directly in a target construct, or in one combined with it, Clang checks whether
// it could be a map list item. It searches for the base variable (MapBaseChecker::Visit... in
// SemaOpenMP.cpp). Any other expression is an error, even if nothing would be mapped: make(i).x, ((struct P
// *)a)[i].x, (struct P){1, 2}.x, sizeof(((struct P *)0)->y).
#include "reader_internal.h"

using namespace clang;

// Whether a list item may be based on EXPRESSION. What clang accepts, and nothing that it refuses, is true.
static bool mayBeListItem(const Expr *Expression) {
  if (auto *Reference = dyn_cast<DeclRefExpr>(Expression))
    return isa<VarDecl>(Reference->getDecl());
  if (isa<CXXThisExpr, CXXOperatorCallExpr>(Expression))
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Expression))
    return mayBeListItem(Member->getBase()->IgnoreParenCasts());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(Expression))
    return mayBeListItem(Element->getBase()->IgnoreParenImpCasts());
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression))
    return Unary->isLValue() && Unary->getOpcode() == UO_Deref &&
           mayBeListItem(Unary->getSubExpr()->IgnoreParenImpCasts());
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    const Expr *Left = Binary->getLHS()->IgnoreParenImpCasts();
    const Expr *Right = Binary->getRHS()->IgnoreParenImpCasts();
    return Binary->getType()->isPointerType() &&
           mayBeListItem(Left->getType() == Binary->getType() ? Left : Right);
  }
  return false;
}

bool cleave::hasMemberOfNoVariable(const Stmt *Statement) {
  if (auto *Member = dyn_cast<MemberExpr>(Statement); Member && !mayBeListItem(Member))
    return true;
  return llvm::any_of(Statement->children(),
                      [](const Stmt *Child) { return Child && hasMemberOfNoVariable(Child); });
}
