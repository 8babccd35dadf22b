// FILE: passes/frontend/reader_updates.cpp
// WHAT: see reader_updates.h.
#include "reader_updates.h"
#include "reader_calls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace cleave;

bool cleave::areAlike(const Expr *One, const Expr *Other, const ASTContext &Context) {
  llvm::FoldingSetNodeID OneKey, OtherKey;
  One->IgnoreParenImpCasts()->Profile(OneKey, Context, true);
  Other->IgnoreParenImpCasts()->Profile(OtherKey, Context, true);
  return OneKey == OtherKey;
}

cleave_combiner cleave::combinerNamed(llvm::StringRef Operator) {
  return llvm::StringSwitch<cleave_combiner>(Operator)
      .Cases("+", "-", CLEAVE_COMBINER_ADD)
      .Case("*", CLEAVE_COMBINER_MULTIPLY)
      .Case("&", CLEAVE_COMBINER_AND)
      .Case("|", CLEAVE_COMBINER_OR)
      .Case("^", CLEAVE_COMBINER_XOR)
      .Case("&&", CLEAVE_COMBINER_LOGICAL_AND)
      .Case("||", CLEAVE_COMBINER_LOGICAL_OR)
      .Case("min", CLEAVE_COMBINER_MINIMUM)
      .Case("max", CLEAVE_COMBINER_MAXIMUM)
      .Default(CLEAVE_COMBINER_UNKNOWN);
}

// CONDITION compares the object with OTHER. SELECTSOTHER: it is true if OTHER is less (MINIMUM) or greater.
struct Comparison {
  const Expr *Other;
  cleave_combiner Combiner;
};

// Whether the conversion of OTHER to the type of OBJECT keeps the order of the values that are compared. If it does not, the extremum depends on
// the order of the operations: `unsigned least; if (v[k] < least) least = v[k];` with negative elements. Conversions to floating point
// are monotonic.
static bool keepsOrder(const Expr *Object, const Expr *Other, const ASTContext &Context) {
  const QualType To = Object->getType(), From = Other->IgnoreParenImpCasts()->getType();
  if (!To->isIntegerType())
    return true;
  if (!From->isIntegerType())
    return false;
  const bool Signed = To->isSignedIntegerType();
  const unsigned Width = Context.getIntWidth(To);
  if (std::optional<llvm::APSInt> Constant = Other->IgnoreParenImpCasts()->getIntegerConstantExpr(Context))
    return (Signed || Constant->isNonNegative()) && Constant->getSignificantBits() <= Width;
  return From->isSignedIntegerType() == Signed ? Context.getIntWidth(From) <= Width
                                               : Signed && Context.getIntWidth(From) < Width;
}

static std::optional<Comparison> comparisonWith(const Expr *Object, const Expr *Condition,
                                                const ASTContext &Context) {
  auto *Compared = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Compared || !Compared->isRelationalOp())
    return std::nullopt;
  const bool IsLeft = areAlike(Compared->getLHS(), Object, Context);
  if (!IsLeft && !areAlike(Compared->getRHS(), Object, Context))
    return std::nullopt;
  if (!keepsOrder(Object, IsLeft ? Compared->getRHS() : Compared->getLHS(), Context))
    return std::nullopt;
  const bool Less = Compared->getOpcode() == BO_LT || Compared->getOpcode() == BO_LE;
  return Comparison{IsLeft ? Compared->getRHS() : Compared->getLHS(),
                    IsLeft == Less ? CLEAVE_COMBINER_MAXIMUM : CLEAVE_COMBINER_MINIMUM};
}

static cleave_combiner opposite(cleave_combiner Combiner) {
  return Combiner == CLEAVE_COMBINER_MAXIMUM ? CLEAVE_COMBINER_MINIMUM : CLEAVE_COMBINER_MAXIMUM;
}

// fmax(x, e), e > x ? e : x, x > e ? x : e
static std::optional<Update> extremum(const Expr *Object, const Expr *Value, const ASTContext &Context) {
  const QualType Type = Value->getType();
  if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Value)) // the device may call a variant of the function
    Value = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (auto *Call = dyn_cast<CallExpr>(Value)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
        visibleDefinition(Callee, Context.getSourceManager(), /*Header=*/""))
      return std::nullopt;
    const auto Combiner = llvm::StringSwitch<cleave_combiner>(Callee->getName())
                              .Cases("fmax", "fmaxf", CLEAVE_COMBINER_MAXIMUM)
                              .Cases("fmin", "fminf", CLEAVE_COMBINER_MINIMUM)
                              .Default(CLEAVE_COMBINER_UNKNOWN);
    const Expr *One = Call->getArg(0), *Other = Call->getArg(1);
    const bool IsFirst = areAlike(One, Object, Context);
    if (Combiner == CLEAVE_COMBINER_UNKNOWN || Object->getType()->isIntegerType() ||
        (!IsFirst && !areAlike(Other, Object, Context)))
      return std::nullopt;
    return Update{Object, IsFirst ? Other : One, Combiner, false, Type};
  }
  auto *Conditional = dyn_cast<ConditionalOperator>(Value);
  if (!Conditional)
    return std::nullopt;
  const bool KeepsIfTrue = areAlike(Conditional->getTrueExpr(), Object, Context);
  const Expr *Kept = KeepsIfTrue ? Conditional->getTrueExpr() : Conditional->getFalseExpr(),
             *Replaced = KeepsIfTrue ? Conditional->getFalseExpr() : Conditional->getTrueExpr();
  const std::optional<Comparison> Compared = comparisonWith(Object, Conditional->getCond(), Context);
  if (!Compared || !areAlike(Kept, Object, Context) || !areAlike(Compared->Other, Replaced, Context))
    return std::nullopt;
  return Update{Object, Replaced, KeepsIfTrue ? opposite(Compared->Combiner) : Compared->Combiner, false,
                Type};
}

// x = x op e, x = e op x
static std::optional<Update> assigned(const BinaryOperator *Assignment, const ASTContext &Context) {
  const Expr *Object = Assignment->getLHS(), *Value = Assignment->getRHS()->IgnoreParenImpCasts();
  auto *Operation = dyn_cast<BinaryOperator>(Value);
  if (!Operation)
    return extremum(Object, Value, Context);
  const cleave_combiner Combiner = combinerNamed(BinaryOperator::getOpcodeStr(Operation->getOpcode()));
  if (Combiner == CLEAVE_COMBINER_UNKNOWN)
    return std::nullopt;
  if (areAlike(Operation->getLHS(), Object, Context))
    return Update{Object, Operation->getRHS(), Combiner, false, Operation->getType()};
  if (Operation->getOpcode() != BO_Sub && areAlike(Operation->getRHS(), Object, Context))
    return Update{Object, Operation->getLHS(), Combiner, false, Operation->getType()};
  return std::nullopt;
}

// if (x < e) x = e;
static std::optional<Update> replaced(const IfStmt *Statement, const ASTContext &Context) {
  if (Statement->isConsteval()) // it has no condition
    return std::nullopt;
  const Stmt *Then = Statement->getThen();
  while (auto *Compound = dyn_cast<CompoundStmt>(Then)) {
    if (Compound->size() != 1)
      return std::nullopt;
    Then = Compound->body_front();
  }
  auto *Assignment = dyn_cast<BinaryOperator>(Then);
  if (!Assignment || Assignment->getOpcode() != BO_Assign || Statement->getElse() ||
      Statement->hasInitStorage() || Statement->hasVarStorage())
    return std::nullopt;
  const Expr *Object = Assignment->getLHS(), *Value = Assignment->getRHS();
  const std::optional<Comparison> Compared = comparisonWith(Object, Statement->getCond(), Context);
  if (!Compared || !areAlike(Compared->Other, Value, Context))
    return std::nullopt;
  return Update{Object, Value, Compared->Combiner, false, Value->getType()};
}

std::optional<Update> cleave::updateIn(const Stmt *Statement, const ASTContext &Context) {
  if (auto *Branch = dyn_cast<IfStmt>(Statement))
    return replaced(Branch, Context);
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement); Unary && Unary->isIncrementDecrementOp())
    return Update{Unary->getSubExpr(), nullptr, CLEAVE_COMBINER_ADD, Unary->isDecrementOp(),
                  Unary->getType()};
  auto *Binary = dyn_cast<BinaryOperator>(Statement);
  if (!Binary || !Binary->isAssignmentOp())
    return std::nullopt;
  if (Binary->getOpcode() == BO_Assign)
    return assigned(Binary, Context);
  const cleave_combiner Combiner = combinerNamed(
      BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(Binary->getOpcode())));
  if (Combiner == CLEAVE_COMBINER_UNKNOWN)
    return std::nullopt;
  return Update{Binary->getLHS(), Binary->getRHS(), Combiner, false,
                cast<CompoundAssignOperator>(Binary)->getComputationResultType()};
}
