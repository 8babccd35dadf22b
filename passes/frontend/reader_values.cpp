// FILE: passes/frontend/reader_values.cpp
// WHAT: see reader_values.h.
#include "reader_values.h"
#include "reader_headers.h"

using namespace clang;
using namespace cleave;

Polynomial ValueReader::constant(int64_t Value) const {
  return Value ? Polynomial{{{}, Value}} : Polynomial{};
}

uint32_t ValueReader::newDimension(cleave_dimension_kind Kind, QualType Type) {
  Dimension New = {};
  New.Facts.kind = Kind;
  New.Facts.variable = CLEAVE_NO_VARIABLE;
  New.Facts.around = CLEAVE_NO_DIMENSION;
  New.Facts.object = CLEAVE_NO_VARIABLE;
  New.Facts.bits = Context.getIntWidth(Type);
  New.Facts.is_signed = Type->isSignedIntegerOrEnumerationType();
  Dimensions.push_back(New);
  return Dimensions.size() - 1;
}

Polynomial ValueReader::unknown(QualType Type) {
  return dimension(newDimension(CLEAVE_DIMENSION_UNKNOWN, Type));
}

// The value may differ on the device. The text is for estimates, which the host computes.
Polynomial ValueReader::member(const MemberExpr *Member, QualType Type) {
  const Polynomial Result = unknown(Type);
  const SourceText::Piece Piece = Text.tokens(Member->getSourceRange());
  if (!AssignedFields || !Piece.Exact || Member->getType().isVolatileQualified() ||
      !readsKeptMembers(Member, *AssignedFields))
    return Result;
  const Expr *Object = Member;
  while (auto *Outer = dyn_cast<MemberExpr>(Object))
    Object = Outer->getBase()->IgnoreParenImpCasts();
  const VarDecl *Variable = namedVariable(Object);
  const uint32_t Known = Variable ? Index(Variable->getCanonicalDecl()) : CLEAVE_NO_VARIABLE;
  if (isa<CXXThisExpr>(Object) || Known != CLEAVE_NO_VARIABLE) {
    cleave_dimension &Facts = Dimensions.back().Facts;
    Facts.member_begin = Piece.Range.begin;
    Facts.member_end = Piece.Range.end;
    Facts.object = Known;
  }
  return Result;
}

std::optional<Polynomial> ValueReader::sum(const Polynomial &Left, const Polynomial &Right,
                                           int64_t Sign) const {
  Polynomial Result = Left;
  for (const auto &[Factors, Coefficient] : Right) {
    int64_t Signed, &Total = Result[Factors];
    if (__builtin_mul_overflow(Coefficient, Sign, &Signed) || __builtin_add_overflow(Total, Signed, &Total))
      return std::nullopt;
    if (!Total)
      Result.erase(Factors);
  }
  return Result;
}

std::optional<Polynomial> ValueReader::product(const Polynomial &Left, const Polynomial &Right) const {
  Polynomial Result;
  for (const auto &[LeftFactors, LeftCoefficient] : Left)
    for (const auto &[RightFactors, RightCoefficient] : Right) {
      std::vector<uint32_t> Factors = LeftFactors;
      Factors.insert(Factors.end(), RightFactors.begin(), RightFactors.end());
      std::sort(Factors.begin(), Factors.end());
      int64_t Coefficient;
      if (Factors.size() > CLEAVE_TERM_FACTORS ||
          __builtin_mul_overflow(LeftCoefficient, RightCoefficient, &Coefficient))
        return std::nullopt;
      std::optional<Polynomial> Total = sum(Result, {{Factors, Coefficient}}, 1);
      if (!Total)
        return std::nullopt;
      Result = *Total;
    }
  return Result;
}

void ValueReader::mustFit(const Polynomial &Value, QualType Type) { Fits.push_back({Value, Type, Around}); }

std::vector<ValueReader::Fit> ValueReader::takeFits(size_t Before) {
  std::vector<Fit> Taken(Fits.begin() + Before, Fits.end());
  Fits.resize(Before);
  return Taken;
}

std::optional<int64_t> ValueReader::constantValue(const Expr *Expression) const {
  Expr::EvalResult Result;
  if (Expression->isValueDependent() || !Expression->getType()->isIntegralOrEnumerationType() ||
      !Expression->EvaluateAsInt(Result, Context, Expr::SE_NoSideEffects))
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (Value.isUnsigned() ? Value.getActiveBits() > 63 : Value.getSignificantBits() > 64)
    return std::nullopt;
  return Value.getExtValue();
}

// Whether each value of FROM is one of TO.
static bool holdsAll(QualType To, QualType From, const ASTContext &Context) {
  const bool ToSigned = To->isSignedIntegerOrEnumerationType(),
             FromSigned = From->isSignedIntegerOrEnumerationType();
  const unsigned ToBits = Context.getIntWidth(To), FromBits = Context.getIntWidth(From);
  return ToSigned == FromSigned ? ToBits >= FromBits : ToSigned && ToBits > FromBits;
}

Polynomial ValueReader::variable(const VarDecl *Variable, QualType Type) {
  Variable = Variable->getCanonicalDecl();
  if (auto Found = Counters.find(Variable); Found != Counters.end())
    return dimension(Found->second);
  if (auto Found = Values.find(Variable); Found != Values.end()) {
    Fits.insert(Fits.end(), Found->second.Assumed.begin(), Found->second.Assumed.end());
    return Found->second.Value;
  }
  const uint32_t InRegion = Index(Variable);
  if (Inside.count(Variable) || Private.count(Variable) || Reductions.count(Variable) ||
      Written.count(Variable) || InRegion == CLEAVE_NO_VARIABLE ||
      !Variable->getType()->isIntegralOrEnumerationType() || Variable->getType().isVolatileQualified())
    return unknown(Type);
  auto [Known, New] = Symbols.try_emplace(Variable, Dimensions.size());
  if (New) {
    newDimension(CLEAVE_DIMENSION_SYMBOL, Variable->getType());
    Dimensions.back().Facts.variable = InRegion;
  }
  return dimension(Known->second);
}

Polynomial ValueReader::value(const Expr *Expression) {
  Expression = Expression->IgnoreParens();
  const QualType Type = Expression->getType();
  if (!Type->isIntegralOrEnumerationType()) {
    giveUp();
    return {};
  }
  if (std::optional<int64_t> Constant = constantValue(Expression))
    return constant(*Constant);
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    const Expr *From = Cast->getSubExpr()->IgnoreParens();
    auto *Reference = dyn_cast<DeclRefExpr>(From);
    if (Cast->getCastKind() == CK_LValueToRValue && Reference)
      if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        return variable(Variable, Type);
    if (auto *Member = dyn_cast<MemberExpr>(From); Member && Cast->getCastKind() == CK_LValueToRValue)
      return member(Member, Type);
    if (Cast->getCastKind() == CK_NoOp && From->isPRValue())
      return value(From);
    if (Cast->getCastKind() == CK_IntegralCast) {
      Polynomial Result = value(From);
      if (!holdsAll(Type, From->getType(), Context))
        mustFit(Result, Type);
      return Result;
    }
    return unknown(Type);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression))
    return binary(Binary);
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression)) {
    if (Unary->getOpcode() == UO_Plus)
      return value(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Minus)
      if (std::optional<Polynomial> Result = sum({}, value(Unary->getSubExpr()), -1)) {
        if (Type->isUnsignedIntegerOrEnumerationType())
          mustFit(*Result, Type);
        return *Result;
      }
  }
  return unknown(Type);
}

Polynomial ValueReader::binary(const BinaryOperator *Expression) {
  const Expr *Left = Expression->getLHS(), *Right = Expression->getRHS();
  const QualType Type = Expression->getType();
  std::optional<Polynomial> Result;
  switch (Expression->getOpcode()) {
  case BO_Add:
  case BO_Sub:
    Result = sum(value(Left), value(Right), Expression->getOpcode() == BO_Add ? 1 : -1);
    break;
  case BO_Mul:
    Result = product(value(Left), value(Right));
    break;
  case BO_Div:
  case BO_Rem: {
    // The quotient is a dimension of its own, and the remainder is what is left.
    const std::optional<int64_t> By = constantValue(Right);
    if (!By || *By <= 0)
      return unknown(Type);
    const Polynomial Numerator = value(Left);
    const uint32_t Quotient = newDimension(CLEAVE_DIMENSION_QUOTIENT, Type);
    Dimensions[Quotient].Numerator = Numerator;
    Dimensions[Quotient].Facts.denominator = *By;
    if (Expression->getOpcode() == BO_Div)
      return dimension(Quotient);
    std::optional<Polynomial> Whole = product(dimension(Quotient), constant(*By));
    Result = Whole ? sum(Numerator, *Whole, -1) : Whole;
    return Result ? *Result : unknown(Type); // of the same sign as the numerator, and no larger
  }
  default:
    return unknown(Type);
  }
  if (!Result)
    return unknown(Type);
  if (Type->isUnsignedIntegerOrEnumerationType())
    mustFit(*Result, Type);
  return *Result;
}

std::optional<Polynomial> ValueReader::plainValue(const Expr *Expression) {
  const size_t Before = Fits.size();
  Polynomial Result = value(Expression);
  return takeFits(Before).empty() ? std::optional<Polynomial>(Result) : std::nullopt;
}

std::optional<Polynomial> ValueReader::extent(QualType Array) {
  if (auto *Constant = Context.getAsConstantArrayType(Array))
    if (Constant->getSize().getActiveBits() < 63)
      return constant(Constant->getSize().getZExtValue());
  // The size was computed where the array is declared: only a variable that keeps its value will do.
  if (auto *Variable = Context.getAsVariableArrayType(Array); Variable && Variable->getSizeExpr())
    if (const VarDecl *Size = namedVariable(Variable->getSizeExpr()))
      if (Index(Size) != CLEAVE_NO_VARIABLE && KeepsValue(Size))
        return plainValue(Variable->getSizeExpr());
  return std::nullopt;
}

// ---- Loops -----------------------------------------------------------------------------------------

namespace {
struct Increment {
  const Expr *By; // null for 1
  bool Downwards;
};
} // namespace

static std::optional<Increment> increment(const Expr *Expression, const VarDecl *Counter) {
  Expression = Expression ? Expression->IgnoreParenImpCasts() : nullptr;
  if (auto *Unary = dyn_cast_or_null<UnaryOperator>(Expression);
      Unary && Unary->isIncrementDecrementOp() && namedVariable(Unary->getSubExpr()) == Counter)
    return Increment{nullptr, Unary->isDecrementOp()};
  auto *Binary = dyn_cast_or_null<BinaryOperator>(Expression);
  if (!Binary || !Binary->isAssignmentOp() || namedVariable(Binary->getLHS()) != Counter)
    return std::nullopt;
  if (Binary->getOpcode() == BO_AddAssign || Binary->getOpcode() == BO_SubAssign)
    return Increment{Binary->getRHS(), Binary->getOpcode() == BO_SubAssign};
  auto *Sum = dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  if (Binary->getOpcode() != BO_Assign || !Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  if (namedVariable(Sum->getLHS()) == Counter)
    return Increment{Sum->getRHS(), Sum->getOpcode() == BO_Sub};
  if (Sum->getOpcode() == BO_Add && namedVariable(Sum->getRHS()) == Counter)
    return Increment{Sum->getLHS(), false};
  return std::nullopt;
}

static const Expr *startValue(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit())) {
    auto *Variable = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    return Variable ? Variable->getInit() : nullptr;
  }
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
  return Assignment && Assignment->getOpcode() == BO_Assign ? Assignment->getRHS() : nullptr;
}

// The condition was true when the body began, and nothing has changed the counter since.
void ValueReader::readBound(const ForStmt *Loop, const VarDecl *Counter, uint32_t Dimension) {
  auto *Condition =
      Loop->getCond() ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!Condition || !Condition->isRelationalOp())
    return;
  const bool CounterIsLeft = namedVariable(Condition->getLHS()) == Counter;
  if (!CounterIsLeft && namedVariable(Condition->getRHS()) != Counter)
    return;
  // Compared in an unsigned type, a negative counter is a large one.
  if (!holdsAll(Condition->getLHS()->getType(), Counter->getType(), Context))
    return;
  std::optional<Polynomial> Bound = plainValue(CounterIsLeft ? Condition->getRHS() : Condition->getLHS());
  BinaryOperatorKind Relation = Condition->getOpcode();
  if (!CounterIsLeft)
    Relation = BinaryOperator::reverseComparisonOp(Relation);
  const bool Upper = Relation == BO_LT || Relation == BO_LE;
  const int64_t Strict = Relation == BO_LT ? 1 : Relation == BO_GT ? -1 : 0;
  if (Bound)
    Bound = sum(*Bound, constant(Strict), -1);
  if (!Bound)
    return;
  cleave_dimension &Facts = Dimensions[Dimension].Facts;
  (Upper ? Facts.has_most : Facts.has_least) = true;
  (Upper ? Dimensions[Dimension].Most : Dimensions[Dimension].Least) = *Bound;
}

// CLEAVE_NO_DIMENSION if COUNTER does not count LOOP. An associated loop has the canonical form of
// OpenMP 5.1 (2.11.1): its iterations are counted beforehand, and the counter never wraps.
uint32_t ValueReader::counterOf(const ForStmt *Loop, const VarDecl *Counter, bool Associated) {
  const std::optional<Increment> Found = increment(Loop->getInc(), Counter);
  const Expr *First = startValue(Loop);
  if (!Found || !First || !Counter->getType()->isIntegerType())
    return CLEAVE_NO_DIMENSION;
  const uint32_t Result =
      newDimension(Associated ? CLEAVE_DIMENSION_PARALLEL : CLEAVE_DIMENSION_SEQUENTIAL, Counter->getType());
  const std::optional<Polynomial> Begin = plainValue(First);
  readBound(Loop, Counter, Result);

  Dimension &It = Dimensions[Result];
  It.Facts.offset = Loop->getForLoc().isMacroID() ? 0 : Text.offset(Loop->getForLoc());
  It.Facts.around = Around;
  std::optional<int64_t> Step = Found->By ? constantValue(Found->By) : 1;
  if (Step && Found->Downwards)
    Step = -*Step;
  It.Facts.step = Step.value_or(0);
  if (!It.Facts.step)
    return Result;
  // Where the counter might wrap, or be cut to a small type, it does not keep to one side of its first
  // value. Signed overflow is undefined, and a step of one cannot pass a bound.
  const bool Small = Context.getIntWidth(Counter->getType()) < Context.getIntWidth(Context.IntTy);
  auto *Condition =
      Loop->getCond() ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  const bool Strict = Condition && (Condition->getOpcode() == BO_LT || Condition->getOpcode() == BO_GT);
  const bool StaysBeside =
      Associated || (!Small && Counter->getType()->isSignedIntegerType()) ||
      (!Small && Strict && (*Step == 1 ? It.Facts.has_most : *Step == -1 && It.Facts.has_least));
  if (Begin && StaysBeside) {
    It.Facts.has_first = true;
    It.First = *Begin;
  } else {
    It.Facts.step = 0;
  }
  return Result;
}
