// FILE: passes/frontend/reader_objects.cpp
// WHAT: see reader_objects.h.
#include "reader_objects.h"
#include "reader_calls.h"

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
  if (Carried.count(Variable) && !Writes)
    return;
  if (Writes || Reductions.count(Variable))
    return giveUp();
  Accesses.push_back({{Variable, {}, {}, false}, false, false, false, false, false, At, {}, Around, {}});
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
  Accesses.push_back({*Where, Writes, Reads && Writes, Certain, Object == CarriedElement,
                      Placed.count(Object) != 0, Object->getBeginLoc(), End, Around, Assumed});
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
    if (Placed.count(Subscript))
      return Where && moves(*Where, unknown(Subscript->getIdx()->getType())) ? Where : std::nullopt;
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

bool cleave::areAlike(const Expr *One, const Expr *Other, const ASTContext &Context) {
  llvm::FoldingSetNodeID OneKey, OtherKey;
  One->IgnoreParenImpCasts()->Profile(OneKey, Context, true);
  Other->IgnoreParenImpCasts()->Profile(OtherKey, Context, true);
  return OneKey == OtherKey;
}

// Returns the other operand of CONDITION, a comparison with VARIABLE that is true if the other operand is greater (IsMaximum) or
// less. Returns null for any other condition.
static const Expr *replacingValue(const Expr *Condition, const VarDecl *Variable, bool IsMaximum) {
  auto *Comparison = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Comparison || !Comparison->isRelationalOp())
    return nullptr;
  const bool IsLeft = namedVariable(Comparison->getLHS()) == Variable;
  if (!IsLeft && namedVariable(Comparison->getRHS()) != Variable)
    return nullptr;
  const bool Less = Comparison->getOpcode() == BO_LT || Comparison->getOpcode() == BO_LE;
  return (IsLeft == Less) == IsMaximum ? (IsLeft ? Comparison->getRHS() : Comparison->getLHS()) : nullptr;
}

// Returns e if VALUE is the maximum or minimum of VARIABLE and e: fmax(v, e), e > v ? e : v, v > e ? v : e. Otherwise null.
static const Expr *otherOfExtremum(const Expr *Value, const VarDecl *Variable, bool IsMaximum,
                                   const ASTContext &Context) {
  Value = Value->IgnoreParenImpCasts();
  if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Value)) // the device may call a variant of the function
    Value = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (auto *Call = dyn_cast<CallExpr>(Value)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
        visibleDefinition(Callee, Context.getSourceManager(), /*Header=*/"") ||
        !(IsMaximum
              ? llvm::StringSwitch<bool>(Callee->getName()).Cases("fmax", "fmaxf", true).Default(false)
              : llvm::StringSwitch<bool>(Callee->getName()).Cases("fmin", "fminf", true).Default(false)))
      return nullptr;
    const Expr *One = Call->getArg(0), *Other = Call->getArg(1);
    return namedVariable(One->IgnoreParenImpCasts()) == Variable     ? Other
           : namedVariable(Other->IgnoreParenImpCasts()) == Variable ? One
                                                                     : nullptr;
  }
  auto *Conditional = dyn_cast<ConditionalOperator>(Value);
  if (!Conditional)
    return nullptr;
  const bool KeepsIfTrue = namedVariable(Conditional->getTrueExpr()->IgnoreParenImpCasts()) == Variable;
  const Expr *Kept = KeepsIfTrue ? Conditional->getTrueExpr() : Conditional->getFalseExpr(),
             *Replaced = KeepsIfTrue ? Conditional->getFalseExpr() : Conditional->getTrueExpr();
  const Expr *Compared = replacingValue(Conditional->getCond(), Variable, IsMaximum != KeepsIfTrue);
  return Compared && namedVariable(Kept->IgnoreParenImpCasts()) == Variable &&
                 areAlike(Compared, Replaced, Context)
             ? Replaced
             : nullptr;
}

bool ObjectReader::updatesReduction(const IfStmt *Statement) {
  const Stmt *Then = Statement->getThen();
  while (auto *Compound = dyn_cast<CompoundStmt>(Then)) {
    if (Compound->size() != 1)
      return false;
    Then = Compound->body_front();
  }
  auto *Assignment = dyn_cast<BinaryOperator>(Then);
  const VarDecl *Variable = Assignment && Assignment->getOpcode() == BO_Assign && !Statement->getElse()
                                ? namedVariable(Assignment->getLHS())
                                : nullptr;
  auto Found = Variable ? Reductions.find(Variable) : Reductions.end();
  if (Found == Reductions.end() || (Found->second != "max" && Found->second != "min"))
    return false;
  const Expr *Compared = replacingValue(Statement->getCond(), Variable, Found->second == "max");
  if (!Compared || !areAlike(Compared, Assignment->getRHS(), Context))
    return false;
  evaluate(Compared); // gives up if it also contains the variable
  return true;
}

// Whether EXPRESSION is a statement that updates a reduction variable as its clause says: `s += e`,
// `s = s + e`, `m = fmax(m, e)`. Any other use would show one iteration what others of its thread have added up.
bool ObjectReader::updatesReduction(const Expr *Expression) {
  Expression = Expression->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    Expression = Cleanups->getSubExpr()->IgnoreParens();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp()) {
    const VarDecl *Variable = namedVariable(Unary->getSubExpr());
    auto Found = Variable ? Reductions.find(Variable) : Reductions.end();
    return Found != Reductions.end() && Unary->isIncrementOp() && Found->second == "+";
  }
  auto *Binary = dyn_cast<BinaryOperator>(Expression);
  const VarDecl *Variable = Binary && Binary->isAssignmentOp() ? namedVariable(Binary->getLHS()) : nullptr;
  auto Found = Variable ? Reductions.find(Variable) : Reductions.end();
  if (Found == Reductions.end())
    return false;
  BinaryOperatorKind Operator = Binary->getOpcode();
  const Expr *Other = Binary->getRHS();
  if (Found->second == "max" || Found->second == "min") {
    Other =
        Operator == BO_Assign ? otherOfExtremum(Other, Variable, Found->second == "max", Context) : nullptr;
    if (Other)
      evaluate(Other); // gives up if it also contains the variable
    return Other;
  }
  if (Operator == BO_Assign) {
    auto *Update = dyn_cast<BinaryOperator>(Other->IgnoreParenImpCasts());
    if (!Update)
      return false;
    Operator = Update->getOpcode();
    if (namedVariable(Update->getLHS()) == Variable)
      Other = Update->getRHS();
    else if (namedVariable(Update->getRHS()) == Variable && Operator != BO_Sub)
      Other = Update->getLHS();
    else
      return false;
  } else {
    Operator = BinaryOperator::getOpForCompoundAssignment(Operator);
  }
  const bool Fits = Found->second == BinaryOperator::getOpcodeStr(Operator) ||
                    (Operator == BO_Sub && Found->second == "+") ||
                    (Operator == BO_Add && Found->second == "-");
  if (!Fits || !(Operator == BO_Add || Operator == BO_Sub || Operator == BO_Mul || Operator == BO_And ||
                 Operator == BO_Or || Operator == BO_Xor || Operator == BO_LAnd || Operator == BO_LOr))
    return false;
  evaluate(Other); // gives up if it also contains the variable
  return true;
}

void ObjectReader::expression(const Expr *Expression) {
  if (Known && !updatesReduction(Expression))
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
