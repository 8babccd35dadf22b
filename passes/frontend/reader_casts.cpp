// FILE: passes/frontend/reader_casts.cpp
// WHAT: the effect of a cast on the address in its operand, and which types can contain an address.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;

bool cleave::holdsPointers(QualType Type) {
  Type = Type.getCanonicalType();
  while (true) {
    if (auto *Array = dyn_cast<ArrayType>(Type))
      Type = Array->getElementType().getCanonicalType();
    else if (auto *Atomic = dyn_cast<AtomicType>(Type))
      Type = Atomic->getValueType().getCanonicalType();
    else
      break;
  }
  if (Type->isArithmeticType() || Type->isEnumeralType() || Type->isVectorType() || Type->isMatrixType() ||
      Type->isVoidType() || Type->isFunctionType() || Type->isNullPtrType() || Type->isPlaceholderType())
    return false;
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return true;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Record->getDefinition()))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (holdsPointers(Base.getType()))
        return true;
  for (const FieldDecl *Field : Record->getDefinition()->fields())
    if (holdsPointers(Field->getType()))
      return true;
  return false;
}

static bool isLiteral(const Expr *Expression) {
  Expression = Expression->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus))
    Expression = Unary->getSubExpr()->IgnoreParenImpCasts();
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral>(Expression);
}

// Whether each value of the integer type INTEGER is a value of FLOATING, so that no conversion rounds.
static bool holdsExactly(QualType Floating, QualType Integer, const ASTContext &Context) {
  return Context.getIntWidth(Integer) - Integer->isSignedIntegerOrEnumerationType() <=
         llvm::APFloat::semanticsPrecision(Context.getFloatTypeSemantics(Floating));
}

// The type of the object that an lvalue denotes or that a pointer points to; null for other expressions.
static QualType objectType(const Expr *Expression) {
  return Expression->isGLValue() ? Expression->getType() : Expression->getType()->getPointeeType();
}

// Whether CAST makes an address of other data, such as bytes, or gets write access to what it was told to
// read only. Where that address came from, only read, is not known any more.
static bool inventsAccess(const CastExpr *Cast, unsigned Access) {
  const QualType From = objectType(Cast->getSubExpr()), To = objectType(Cast);
  if (From.isNull() || To.isNull())
    return false;
  const bool DropsConst =
      From.isConstQualified() && !To.isConstQualified() && Access & (Write | ElementWrite | Address);
  return DropsConst || (holdsPointers(To) && !holdsPointers(From));
}

// The value of an object of TYPE is read, and ACCESS is done to what it leads to.
static unsigned reading(QualType Type, unsigned Access) {
  return Read | (holdsPointers(Type) ? throughPointer(Access) : 0);
}

// A kind of cast that is not listed must not compile.
#pragma GCC diagnostic error "-Wswitch"

void CodeWalker::conversion(const CastExpr *Expression, unsigned Access) {
  const Expr *From = Expression->getSubExpr();
  switch (Expression->getCastKind()) {
  case CK_LValueToRValue:
    return evaluate(From, reading(From->getType(), Access));
  case CK_LValueToRValueBitCast: // std::bit_cast: an address may become a number, and the reverse
    if (holdsPointers(Expression->getType()))
      fact(CLEAVE_FACT_UNKNOWN_MEMORY, Expression);
    return evaluate(From, reading(From->getType(), Anything));
  case CK_PointerToIntegral:
    return keep(From, /*ForWriting=*/true);
  case CK_IntegralToPointer:
    if (Access)
      fact(CLEAVE_FACT_UNKNOWN_MEMORY, Expression);
    return value(From);
  case CK_ArrayToPointerDecay:
  case CK_HLSLArrayRValue:
    return evaluate(From, Access ? Access : Address);
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_NoOp:
  case CK_AddressSpaceConversion:
    if (Access && inventsAccess(Expression, Access))
      fact(CLEAVE_FACT_UNKNOWN_MEMORY, Expression);
    [[fallthrough]];
  case CK_BaseToDerived:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    if (From->isGLValue() == Expression->isGLValue())
      return evaluate(From, Access);
    return evaluate(From, From->isGLValue() ? reading(From->getType(), Access) : contents(Access));
  case CK_Dynamic: // reads which class the object is of
    return evaluate(From, Read | Access);
  case CK_ToUnion:
    return keep(From, /*ForWriting=*/true);
  case CK_FunctionToPointerDecay:
    if (isa<DeclRefExpr>(From->IgnoreParens()))
      return;
    return value(From);

  case CK_IntegralToFloating:
    if (!isLiteral(From) && !holdsExactly(Expression->getType(), From->getType(), Context))
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return value(From);
  case CK_FloatingToIntegral:
  case CK_IntegralRealToComplex:
  case CK_FloatingComplexCast:
  case CK_IntegralComplexToFloatingComplex:
  case CK_FloatingComplexToIntegralComplex:
  case CK_FixedPointToFloating:
  case CK_FloatingToFixedPoint:
    if (!isLiteral(From))
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return value(From);
  case CK_FloatingCast: // To a type with more precision it cannot round.
    if (!isLiteral(From) && Context.getFloatingTypeOrder(From->getType(), Expression->getType()) > 0)
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return value(From);

  case CK_NullToPointer:
  case CK_NullToMemberPointer:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_MemberPointerToBoolean:
  case CK_ReinterpretMemberPointer:
  case CK_PointerToBoolean:
  case CK_ToVoid:
  case CK_MatrixCast:
  case CK_VectorSplat:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_FixedPointCast:
  case CK_FixedPointToIntegral:
  case CK_IntegralToFixedPoint:
  case CK_FixedPointToBoolean:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_IntegralComplexToReal:
  case CK_IntegralComplexToBoolean:
  case CK_IntegralComplexCast:
  case CK_BuiltinFnToFnPtr:
  case CK_ZeroToOCLOpaqueType:
  case CK_HLSLVectorTruncation:
    return value(From);

  case CK_Dependent:
  case CK_IntToOCLSampler:
  case CK_CPointerToObjCPointerCast:
  case CK_BlockPointerToObjCPointerCast:
  case CK_AnyPointerToBlockPointerCast:
  case CK_ObjCObjectLValueCast:
  case CK_ARCProduceObject:
  case CK_ARCConsumeObject:
  case CK_ARCReclaimReturnedObject:
  case CK_ARCExtendBlockObject:
  case CK_CopyAndAutoreleaseBlockObject:
    return unknown(Expression);
  }
}
