// FILE: passes/frontend/host_loops.cpp
// WHAT: see host_loops.h.
#include "host_loops.h"

#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_uses.h"

using namespace clang;
using namespace cleave;

enum { MostIterations = 16 };

bool cleave::distinguishesElements(QualType Type, const ASTContext &Context) {
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
  return Array && holdsPointers(Array->getElementType());
}

namespace {
struct BodyFacts {
  bool SelectsElements = false, IsSimple = true;
  std::vector<const VarDecl *> Declared;
};
} // namespace

static void readBody(const Stmt *Code, const VarDecl *Variable, const FunctionSet &Launching,
                     const ASTContext &Context, BodyFacts &Facts) {
  if (!Code)
    return;
  const ValueDecl *Named = nullptr;
  if (auto *Reference = dyn_cast<DeclRefExpr>(Code))
    Named = Reference->getDecl();
  if (auto *Member = dyn_cast<MemberExpr>(Code))
    Named = Member->getMemberDecl();
  const FunctionDecl *Definition = nullptr;
  if (auto *Function = dyn_cast_or_null<FunctionDecl>(Named); Function && Function->hasBody(Definition))
    Facts.IsSimple &= !Launching.count(Definition);
  if (isa<OMPExecutableDirective, BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt,
          SwitchStmt, CXXTryStmt, LambdaExpr, StmtExpr>(Code))
    Facts.IsSimple = false;
  if (auto *Declaration = dyn_cast<DeclStmt>(Code))
    for (const Decl *Each : Declaration->decls())
      if (auto *Local = dyn_cast<VarDecl>(Each); Local && !Local->hasGlobalStorage()) {
        Facts.Declared.push_back(Local->getCanonicalDecl());
        Facts.IsSimple &= Local->needsDestruction(Context) == QualType::DK_none;
      }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Code))
    Facts.SelectsElements |=
        distinguishesElements(Subscript->getBase()->IgnoreParenImpCasts()->getType(), Context) &&
        names(Subscript->getIdx(), Variable);
  for (const Stmt *Child : Code->children())
    readBody(Child, Variable, Launching, Context, Facts);
}

// The difference of the variable between two iterations; 0: unknown.
static int64_t stepOf(const Expr *Increment, const VarDecl *Variable, const ASTContext &Context) {
  if (auto *Unary = dyn_cast<UnaryOperator>(Increment);
      Unary && Unary->isIncrementDecrementOp() && names(Unary->getSubExpr(), Variable))
    return Unary->isIncrementOp() ? 1 : -1;
  auto *Assignment = dyn_cast<CompoundAssignOperator>(Increment);
  if (!Assignment || !isa<DeclRefExpr>(Assignment->getLHS()->IgnoreParens()) ||
      !names(Assignment->getLHS(), Variable) ||
      (Assignment->getOpcode() != BO_AddAssign && Assignment->getOpcode() != BO_SubAssign))
    return 0;
  const auto Size = Assignment->getRHS()->getIntegerConstantExpr(Context);
  if (!Size || Size->getSignificantBits() > 31)
    return 0;
  return Assignment->getOpcode() == BO_AddAssign ? Size->getExtValue() : -Size->getExtValue();
}

static bool holds(BinaryOperatorKind Comparison, int64_t Left, int64_t Right) {
  switch (Comparison) {
  case BO_LT:
    return Left < Right;
  case BO_LE:
    return Left <= Right;
  case BO_GT:
    return Left > Right;
  case BO_GE:
    return Left >= Right;
  default:
    return Left != Right;
  }
}

std::optional<ConstantLoop> cleave::constantLoop(const ForStmt *Loop, const FunctionSet &Launching,
                                                 const ASTContext &Context) {
  auto *Init = dyn_cast_or_null<DeclStmt>(Loop->getInit());
  auto *Variable = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  const Expr *Condition = Loop->getCond() ? Loop->getCond()->IgnoreParenImpCasts() : nullptr;
  auto *Comparison = dyn_cast_or_null<BinaryOperator>(Condition);
  if (!Variable || !Variable->getInit() || !Variable->getType()->isIntegerType() || !Comparison ||
      !(Comparison->isRelationalOp() || Comparison->getOpcode() == BO_NE) || !Loop->getInc() ||
      Loop->getConditionVariable())
    return {};
  const auto *Compared = dyn_cast<DeclRefExpr>(Comparison->getLHS()->IgnoreParenImpCasts());
  const auto First = Variable->getInit()->getIntegerConstantExpr(Context);
  const auto Bound = Comparison->getRHS()->getIntegerConstantExpr(Context);
  const int64_t Step = stepOf(Loop->getInc()->IgnoreParens(), Variable, Context);
  if (!Compared || !names(Compared, Variable) || !First || !Bound || !Step ||
      First->getSignificantBits() > 31 || Bound->getSignificantBits() > 31 ||
      writtenIn(Loop->getBody(), Context).count(Variable->getCanonicalDecl()))
    return {};
  ConstantLoop Result = {Variable->getCanonicalDecl(), {}, {}};
  int64_t Value = First->getExtValue();
  for (; holds(Comparison->getOpcode(), Value, Bound->getExtValue()); Value += Step) {
    if (Result.Values.size() == MostIterations || (Value < 0 && Variable->getType()->isUnsignedIntegerType()))
      return {};
    Result.Values.push_back(Value);
  }
  BodyFacts Facts;
  readBody(Loop->getBody(), Variable, Launching, Context, Facts);
  if (!Facts.SelectsElements || !Facts.IsSimple)
    return {};
  Result.Declared = Facts.Declared;
  return Result;
}
