// FILE: passes/frontend/reader_bounds.cpp
// WHAT: whether a loop's trip count can be computed safely for all values of its variables.
//
// Clang computes the trip count of a distribute loop on the host, with host values, at launch, even if the
// directive is inside the target construct. If only the device has the values, the result does not matter,
// but the computation must not trap: no division by zero and no invalid memory access.
#include "reader_internal.h"

using namespace clang;

// Whether the value of EXPRESSION does not depend on variables, and is none that a division traps with.
static bool isSafeDivisor(const Expr *Expression, const ASTContext &Context) {
  Expr::EvalResult Value;
  return !Expression->isValueDependent() && Expression->EvaluateAsInt(Value, Context) &&
         !Value.Val.getInt().isZero() && !Value.Val.getInt().isAllOnes();
}

static bool isConstant(const Expr *Expression, const ASTContext &Context) {
  Expr::EvalResult Value;
  return !Expression->isValueDependent() && Expression->EvaluateAsInt(Value, Context);
}

bool cleave::mayTrap(const Stmt *Statement, const ASTContext &Context) {
  if (auto *Binary = dyn_cast<BinaryOperator>(Statement);
      Binary &&
      (Binary->isMultiplicativeOp() || Binary->getOpcode() == BO_DivAssign ||
       Binary->getOpcode() == BO_RemAssign) &&
      Binary->getOpcode() != BO_Mul && Binary->getType()->isIntegerType() &&
      !isSafeDivisor(Binary->getRHS(), Context))
    return true;
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement); Unary && Unary->getOpcode() == UO_Deref)
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Statement); Member && Member->isArrow())
    return !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(Statement);
      Element && !(isConstant(Element->getIdx(), Context) &&
                   Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()))
    return true;
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && mayTrap(Child, Context); });
}

// The trip count divides by the step.
bool cleave::mayStepTrap(const Expr *Increment, const ASTContext &Context) {
  Increment = Increment->IgnoreParenImpCasts();
  if (isa<UnaryOperator>(Increment))
    return false; // ++ and --
  auto *Binary = dyn_cast<BinaryOperator>(Increment);
  if (!Binary)
    return true;
  if (Binary->isCompoundAssignmentOp())
    return !isConstant(Binary->getRHS(), Context);
  // i = i + step, i = step + i, i = i - step
  auto *Sum = dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  return !Sum || !(isConstant(Sum->getLHS(), Context) || isConstant(Sum->getRHS(), Context));
}
