// FILE: passes/frontend/reader_pointers.cpp
// WHAT: see reader_pointers.h.
//
// A described value is computed from addresses and numbers alone: variables, +, -, &a[i], ?: and assignments.
// The code that computes it reads no memory and calls no function, except std::swap of two pointer variables.
#include "reader_pointers.h"
#include "reader_effects.h"

using namespace clang;
using namespace cleave;

namespace {

class PointerValueReader {
public:
  explicit PointerValueReader(RegionScope &Scope) : Scope(Scope) {}

  bool assignments(const Expr *Expression);
  bool value(const VarDecl *To, const Expr *Expression);

  std::vector<cleave_pointer_value> Values;

private:
  bool sources(const Expr *Expression, QualType Element, bool Moved);
  bool source(const VarDecl *From, QualType Type, QualType Element, bool Moved);
  bool subscript(const ArraySubscriptExpr *Expression, QualType Element, bool Moved);
  bool number(const Expr *Expression);
  bool isZero(const Expr *Count) const;
  bool step(const VarDecl *Variable, const Expr *Count);
  bool swap(const CallExpr *Call);
  void begin() { Sources.clear(), Numbers = {}; }
  void finish(const VarDecl *To);

  RegionScope &Scope;
  std::vector<cleave_pointer_source> Sources; // of the current value
  UseLists Numbers;
};

} // namespace

// The variable that an expression of pointer type is, or null.
static const VarDecl *pointerVariable(const Expr *Expression) {
  const VarDecl *Variable = namedVariable(Expression);
  return Variable && Variable->getType()->isPointerType() ? Variable : nullptr;
}

void PointerValueReader::finish(const VarDecl *To) {
  cleave_pointer_value Value = {};
  Value.variable = Scope.variable(To);
  storeList(Scope.Arena, Sources, Value.sources, Value.source_count);
  storeList(Scope.Arena, Numbers.Uses, Value.uses, Value.use_count);
  Values.push_back(Value);
}

bool PointerValueReader::number(const Expr *Expression) {
  if (cleave::hasSideEffects(Expression, Scope.Context) ||
      !Expression->getType()->isIntegralOrEnumerationType())
    return false;
  Numbers.add(Scope.walk([&](CodeWalker &Walker) { Walker.value(Expression); }));
  return Numbers.Facts.empty();
}

bool PointerValueReader::source(const VarDecl *From, QualType Type, QualType Element, bool Moved) {
  QualType Own = Type->isPointerType() ? Type->getPointeeType() : QualType();
  if (Type->isArrayType())
    Own = Scope.Context.getAsArrayType(Type)->getElementType();
  if (Own.isNull() || Type->isDependentType() || Element->isFunctionType())
    return false;
  Sources.push_back({Scope.variable(From), Moved, !Scope.Context.hasSameUnqualifiedType(Own, Element)});
  return true;
}

// The expression without casts that keep the address.
static const Expr *withoutCasts(const Expr *Expression) {
  for (;;) {
    Expression = Expression->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(Expression);
    if (!Cast || (Cast->getCastKind() != CK_LValueToRValue && Cast->getCastKind() != CK_NoOp &&
                  Cast->getCastKind() != CK_BitCast && Cast->getCastKind() != CK_ArrayToPointerDecay))
      return Expression;
    Expression = Cast->getSubExpr();
  }
}

bool PointerValueReader::isZero(const Expr *Count) const {
  const std::optional<llvm::APSInt> Value = Count->getIntegerConstantExpr(Scope.Context);
  return Value && Value->isZero();
}

// The address of an element.
bool PointerValueReader::subscript(const ArraySubscriptExpr *Expression, QualType Element, bool Moved) {
  return number(Expression->getIdx()) &&
         sources(Expression->getBase(), Element, Moved || !isZero(Expression->getIdx()));
}

// ELEMENT: the type that the assigned pointer points to.
bool PointerValueReader::sources(const Expr *Expression, QualType Element, bool Moved) {
  Expression = withoutCasts(Expression);
  if (Expression->isNullPointerConstant(const_cast<ASTContext &>(Scope.Context),
                                        Expr::NPC_NeverValueDependent))
    return !Moved;
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression); Binary && Binary->isAdditiveOp()) {
    const Expr *Pointer = Binary->getLHS(), *Count = Binary->getRHS();
    if (Binary->getOpcode() == BO_Add && Count->getType()->isPointerType())
      std::swap(Pointer, Count);
    // Elements of another type have another size; the sum is still an address in the same object.
    return Binary->getType()->isPointerType() && number(Count) &&
           sources(Pointer, Element, Moved || !isZero(Count));
  }
  if (auto *Choice = dyn_cast<ConditionalOperator>(Expression)) {
    const Expr *Condition = Choice->getCond()->IgnoreParenImpCasts();
    return number(Condition) && sources(Choice->getTrueExpr(), Element, Moved) &&
           sources(Choice->getFalseExpr(), Element, Moved);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->getOpcode() == UO_AddrOf) {
    auto *Subscript = dyn_cast<ArraySubscriptExpr>(Unary->getSubExpr()->IgnoreParens());
    return Subscript && subscript(Subscript, Element, Moved);
  }
  if (auto *Row = dyn_cast<ArraySubscriptExpr>(Expression)) // an array: its address, not a value in memory
    return Row->getType()->isArrayType() && subscript(Row, Element, Moved);
  const VarDecl *Variable = isa<DeclRefExpr>(Expression) ? namedVariable(Expression) : nullptr;
  return Variable && source(Variable, Variable->getType(), Element, Moved);
}

bool PointerValueReader::value(const VarDecl *To, const Expr *Expression) {
  begin();
  if (!sources(Expression, To->getType()->getPointeeType(), false))
    return false;
  finish(To);
  return true;
}

// `variable += count`; null: 1.
bool PointerValueReader::step(const VarDecl *Variable, const Expr *Count) {
  begin();
  if (!Variable || (Count && !number(Count)))
    return false;
  Sources.push_back({Scope.variable(Variable), true, false});
  finish(Variable);
  return true;
}

bool PointerValueReader::swap(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->isInStdNamespace() || !Callee->getIdentifier() || Callee->getName() != "swap" ||
      Call->getNumArgs() != 2)
    return false;
  const VarDecl *Left = pointerVariable(Call->getArg(0)), *Right = pointerVariable(Call->getArg(1));
  if (!Left || !Right)
    return false;
  begin();
  Sources.push_back({Scope.variable(Right), false, false});
  finish(Left);
  begin();
  Sources.push_back({Scope.variable(Left), false, false});
  finish(Right);
  return true;
}

bool PointerValueReader::assignments(const Expr *Expression) {
  Expression = Expression->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    return assignments(Cleanups->getSubExpr());
  if (auto *Call = dyn_cast<CallExpr>(Expression))
    return swap(Call);
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp())
    return step(pointerVariable(Unary->getSubExpr()), nullptr);
  auto *Binary = dyn_cast<BinaryOperator>(Expression);
  if (!Binary)
    return false;
  if (Binary->isCommaOp())
    return assignments(Binary->getLHS()) && assignments(Binary->getRHS());
  const VarDecl *To = Binary->isAssignmentOp() ? pointerVariable(Binary->getLHS()) : nullptr;
  if (!To)
    return false;
  return Binary->getOpcode() == BO_Assign ? value(To, Binary->getRHS()) : step(To, Binary->getRHS());
}

void cleave::readPointerValues(RegionScope &Scope, const Expr *Expression, cleave_node &Node) {
  PointerValueReader Reader(Scope);
  if (Reader.assignments(Expression))
    storeList(Scope.Arena, Reader.Values, Node.pointer_values, Node.pointer_value_count);
}

cleave_pointer_value *cleave::readInitialPointer(RegionScope &Scope, const VarDecl *Variable) {
  PointerValueReader Reader(Scope);
  if (!Variable->getType()->isPointerType() || !Reader.value(Variable, Variable->getInit()))
    return nullptr;
  cleave_pointer_value *Result = nullptr;
  size_t Count;
  storeList(Scope.Arena, Reader.Values, Result, Count);
  return Result;
}
