// FILE: passes/frontend/reader_objects.cpp
// WHAT: see reader_objects.h.
#include "reader_objects.h"
#include "reader_calls.h"
#include "reader_updates.h"

using namespace clang;
using namespace cleave;

// ---- Objects -----------------------------------------------------------------------------------------

void ObjectReader::scalar(const VarDecl *Variable, bool Reads, bool Writes, SourceLocation At) {
  if (Variable->getType()->isReferenceType() || Variable->getType().isVolatileQualified())
    return giveUp();
  if (Inside.count(Variable))
    return;
  // Sequential counters are among the private variables.
  if (Private.count(Variable)) {
    if (Reads && !Assigned.count(Variable) && !Counters.count(Variable))
      return giveUp();
    if (Writes && Variable->getType()->isScalarType())
      Assigned.insert(Variable);
    return;
  }
  if (Counters.count(Variable))
    return Writes ? giveUp() : void();
  if (Writes || Reductions.count(Variable))
    return giveUp();
  Accesses.push_back({{Variable, {}, {}, false}, false, false, false, At, {}, Around, {}});
}

void ObjectReader::access(const Expr *Object, bool Reads, bool Writes) {
  Object = Object->IgnoreParens();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Object)) {
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return scalar(Variable->getCanonicalDecl(), Reads, Writes, Reference->getBeginLoc());
    return isa<EnumConstantDecl>(Reference->getDecl()) ? void() : giveUp();
  }
  const size_t Before = Fits.size();
  std::optional<Place> Where = object(Object);
  std::vector<Fit> Assumed = takeFits(Before);
  if (!Where || Object->getType().isVolatileQualified())
    return giveUp();
  if (Inside.count(Where->Base))
    return; // an array or a record of the body
  if (Private.count(Where->Base) || Reductions.count(Where->Base) || (Where->Subscripts.empty() && Writes))
    return giveUp();
  const bool Certain = Writes && !Conditions && !Where->InMember;
  const SourceLocation End = Where->InMember ? SourceLocation() : Object->getEndLoc();
  Accesses.push_back({*Where, Writes, Reads && Writes, Certain, Object->getBeginLoc(), End, Around, Assumed});
}

bool ObjectReader::moves(Place &Where, const Polynomial &By) const {
  if (Where.InMember || Where.Subscripts.empty())
    return false;
  std::optional<Polynomial> Moved = sum(Where.Subscripts.back(), By, 1);
  if (Moved)
    Where.Subscripts.back() = *Moved;
  return Moved.has_value();
}

// What POINTER points to.
std::optional<ObjectReader::Place> ObjectReader::target(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    const Expr *From = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_NoOp && From->isPRValue())
      return target(From);
    if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
      std::optional<Place> Where = object(From);
      std::optional<Polynomial> Extent = Where ? extent(From->getType()) : std::nullopt;
      if (Where && Where->Subscripts.empty() && !Extent)
        Extent = constant(0);
      if (!Where || Where->InMember || !Extent)
        return std::nullopt;
      Where->Subscripts.push_back(constant(0));
      Where->Extents.push_back(*Extent);
      return Where;
    }
    const VarDecl *Variable =
        Cast->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr>(From) ? namedVariable(From) : nullptr;
    if (!Variable || !Variable->getType()->isPointerType())
      return std::nullopt;
    if (auto Found = Pointers.find(Variable); Found != Pointers.end()) {
      Fits.insert(Fits.end(), Found->second.Assumed.begin(), Found->second.Assumed.end());
      return Found->second.Value;
    }
    if (Inside.count(Variable) || Private.count(Variable) || Written.count(Variable))
      return std::nullopt;
    return Place{Variable, {constant(0)}, {constant(0)}, false};
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Pointer); Unary && Unary->getOpcode() == UO_AddrOf) {
    std::optional<Place> Where = object(Unary->getSubExpr());
    return Where && !Where->InMember && !Where->Subscripts.empty() ? Where : std::nullopt;
  }
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (!Binary || !Binary->isAdditiveOp())
    return std::nullopt;
  const bool PointerIsLeft = Binary->getLHS()->getType()->isPointerType();
  const Expr *By = PointerIsLeft ? Binary->getRHS() : Binary->getLHS();
  if (!By->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  std::optional<Place> Where = target(PointerIsLeft ? Binary->getLHS() : Binary->getRHS());
  evaluate(By);
  std::optional<Polynomial> Moved =
      Where && Known ? sum({}, value(By), Binary->getOpcode() == BO_Add ? 1 : -1) : std::nullopt;
  return Moved && moves(*Where, *Moved) ? Where : std::nullopt;
}

// What OBJECT, which is no plain scalar, is.
std::optional<ObjectReader::Place> ObjectReader::object(const Expr *Object) {
  Object = Object->IgnoreParens();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Object)) {
    const VarDecl *Variable = namedVariable(Reference);
    if (!Variable || Variable->getType()->isReferenceType())
      return std::nullopt;
    return Place{Variable, {}, {}, false};
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Object)) {
    std::optional<Place> Where = target(Subscript->getBase());
    evaluate(Subscript->getIdx());
    return Where && Known && moves(*Where, value(Subscript->getIdx())) ? Where : std::nullopt;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Object); Unary && Unary->getOpcode() == UO_Deref)
    return target(Unary->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(Object); Member && isa<FieldDecl>(Member->getMemberDecl()) &&
                                                   !Member->getMemberDecl()->getType()->isReferenceType()) {
    std::optional<Place> Where = Member->isArrow() ? target(Member->getBase()) : object(Member->getBase());
    if (Where)
      Where->InMember = true;
    return Where;
  }
  return std::nullopt;
}

// ---- Expressions -----------------------------------------------------------------------------------

// Whether STATEMENT updates a reduction variable as its clause says: `s += e`, `s = s + e`, `m = fmax(m, e)`, `if (m < e) m = e`. Any
// other use would show one iteration what others of its thread have added up.
bool ObjectReader::updatesReduction(const Stmt *Statement) {
  const std::optional<Update> Found = updateIn(Statement, Context);
  const VarDecl *Variable = Found ? namedVariable(Found->Object) : nullptr;
  auto Reduction = Variable ? Reductions.find(Variable) : Reductions.end();
  if (Reduction == Reductions.end() || combinerNamed(Reduction->second) != Found->Combiner)
    return false;
  if (!Found->Value)
    return !Found->Decrements && Reduction->second == "+";
  evaluate(Found->Value); // gives up if it also contains the variable
  return true;
}

void ObjectReader::expression(const Expr *Expression) {
  const Expr *Inside = Expression->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Inside))
    Inside = Cleanups->getSubExpr()->IgnoreParens();
  if (Known && !updatesReduction(Inside))
    evaluate(Expression);
}

void ObjectReader::perhapsEvaluate(const Expr *Expression) {
  const Variables Before = Assigned;
  ++Conditions;
  expression(Expression);
  --Conditions;
  Assigned = Before;
}

void ObjectReader::evaluate(const Expr *Expression) {
  if (!Known)
    return;
  Expression = Expression->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    conversion(Cast);
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    operation(Binary);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Expression)) {
    if (Unary->isIncrementDecrementOp())
      access(Unary->getSubExpr(), true, true);
    else if (Unary->isArithmeticOp() || Unary->getOpcode() == UO_Extension)
      evaluate(Unary->getSubExpr());
    else
      giveUp();
  } else if (auto *Conditional = dyn_cast<ConditionalOperator>(Expression)) {
    evaluate(Conditional->getCond());
    perhapsEvaluate(Conditional->getTrueExpr());
    perhapsEvaluate(Conditional->getFalseExpr());
  } else if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    call(Call);
  } else if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression)) {
    evaluate(Pseudo->getSyntacticForm()); // the device may call a variant of the function
  } else if (auto *List = dyn_cast<InitListExpr>(Expression)) {
    for (const Expr *Item : List->inits())
      evaluate(Item);
  } else if (auto *Full = dyn_cast<FullExpr>(Expression)) {
    evaluate(Full->getSubExpr());
  } else if (!isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral, CXXBoolLiteralExpr,
                  ImplicitValueInitExpr>(Expression) &&
             !(isa<DeclRefExpr>(Expression) &&
               isa<EnumConstantDecl>(cast<DeclRefExpr>(Expression)->getDecl())) &&
             !constantValue(Expression)) {
    giveUp();
  }
}

void ObjectReader::conversion(const CastExpr *Expression) {
  const Expr *From = Expression->getSubExpr();
  switch (Expression->getCastKind()) {
  case CK_LValueToRValue:
    return access(From, true, false);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexCast:
  case CK_IntegralRealToComplex:
    return evaluate(From);
  case CK_NoOp:
  case CK_ToVoid:
    return From->isPRValue() ? evaluate(From) : giveUp();
  default:
    return giveUp();
  }
}

void ObjectReader::operation(const BinaryOperator *Expression) {
  const Expr *Left = Expression->getLHS(), *Right = Expression->getRHS();
  if (Expression->isAssignmentOp()) {
    if (!Left->getType()->isArithmeticType() && !Left->getType()->isEnumeralType() &&
        !Left->getType()->isRecordType())
      return giveUp(); // a pointer
    evaluate(Right);
    return access(Left, Expression->isCompoundAssignmentOp(), true);
  }
  if (Expression->isPtrMemOp() || Left->getType()->isAnyPointerType() || Right->getType()->isAnyPointerType())
    return giveUp();
  evaluate(Left);
  Expression->isLogicalOp() ? perhapsEvaluate(Right) : evaluate(Right);
}

// Functions whose body is not visible are checked by name in lib/fission/widening.c: those of
// mathematics get numbers, and touch no memory that a program sees.
void ObjectReader::call(const CallExpr *Expression) {
  const FunctionDecl *Callee = Expression->getDirectCallee();
  if (!Callee || isa<CXXMethodDecl>(Callee) ||
      visibleDefinition(Callee, Context.getSourceManager(), /*Header=*/""))
    return giveUp();
  for (const Expr *Argument : Expression->arguments())
    Argument->getType()->isArithmeticType() ? evaluate(Argument) : giveUp();
}
