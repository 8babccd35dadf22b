// FILE: passes/frontend/reader_expressions.cpp
// WHAT: see reader_expressions.h.
#include "reader_expressions.h"
#include "ast_visitor.h"

#include "../compat_nodes.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;

// ---- Objects ---------------------------------------------------------------------------------------

void ExpressionWalker::reference(const DeclRefExpr *Expression, unsigned Access) {
  const ValueDecl *Named = Expression->getDecl();
  if (auto *Binding = dyn_cast<BindingDecl>(Named)) {
    if (const VarDecl *Holding = Binding->getHoldingVar())
      variable(Holding, Expression->getType(), Access, Expression->getBeginLoc());
    Named = cast<VarDecl>(Binding->getDecomposedDecl());
  }
  if (auto *Variable = dyn_cast<VarDecl>(Named))
    variable(Variable, Expression->getType(), Access, Expression->getBeginLoc());
  else if (isa<TemplateParamObjectDecl>(Named) && Access && holdsPointers(Named->getType()))
    fact(CLEAVE_FACT_UNKNOWN_MEMORY, Expression);
}

void ExpressionWalker::member(const MemberExpr *Expression, unsigned Access) {
  if (auto *Static = dyn_cast<VarDecl>(Expression->getMemberDecl())) {
    value(Expression->getBase());
    return variable(Static, Expression->getType(), Access, Expression->getBeginLoc());
  }
  const bool IsReference = Expression->getMemberDecl()->getType()->isReferenceType();
  // What a reference member refers to is mapped for itself, and so is not part of the object.
  if (IsReference && !NewObjects && isa<CXXThisExpr>(Expression->getBase()->IgnoreParenImpCasts()))
    fact(CLEAVE_FACT_THIS, Expression, "uses a member that is a reference");
  if (!Expression->isArrow())
    fact(CLEAVE_FACT_MEMBER, Expression);
  else if (Access & ~Address)
    fact(CLEAVE_FACT_INDIRECTION, Expression);
  evaluate(Expression->getBase(), IsReference ? Read | throughPointer(Access) : Access);
}

// The base of a section is not decayed, and that of an element of a vector is the vector.
void ExpressionWalker::elements(const Expr *Base, unsigned Access) {
  const bool IsPointer = Base->isGLValue() && Base->getType()->isPointerType();
  evaluate(Base, IsPointer ? Read | throughPointer(Access) : Access);
}

void ExpressionWalker::subscript(const ArraySubscriptExpr *Expression, unsigned Access) {
  if (Access & ~Address)
    fact(CLEAVE_FACT_INDIRECTION, Expression);
  value(Expression->getIdx());
  elements(Expression->getBase(), Access);
}

void ExpressionWalker::section(const ArraySectionExpr *Expression, unsigned Access) {
  for (const Expr *Bound : {Expression->getLowerBound(), Expression->getLength(), Expression->getStride()})
    value(Bound);
  elements(Expression->getBase(), Access);
}

void ExpressionWalker::matrixElement(const MatrixSubscriptExpr *Expression, unsigned Access) {
  value(Expression->getRowIdx());
  value(Expression->getColumnIdx());
  evaluate(Expression->getBase(), Access);
}

void ExpressionWalker::temporary(const MaterializeTemporaryExpr *Expression, unsigned Access) {
  evaluate(Expression->getSubExpr(), contents(Access));
}

void ExpressionWalker::opaqueValue(const OpaqueValueExpr *Expression, unsigned Access) {
  const Expr *Source = Expression->getSourceExpr();
  Source ? evaluate(Source, Access) : unknown(Expression);
}

void ExpressionWalker::thisPointer(const CXXThisExpr *Expression, unsigned Access) {
  if (NewObjects)
    return;
  if (!Access)
    return fact(CLEAVE_FACT_THIS, Expression, "uses the value of this");
  if (SizesOf.isValid())
    return;
  if (ProtectedDepth && (Access & (Write | ElementWrite)))
    Access |= CLEAVE_USE_PROTECTED;
  Sink.useThis(Access, Expression->getBeginLoc());
}

// ---- Operators -------------------------------------------------------------------------------------

static bool isPointerOrArray(const Expr *Expression) {
  return Expression->getType()->isPointerType() || Expression->getType()->isArrayType();
}

void ExpressionWalker::conditional(const AbstractConditionalOperator *Expression, unsigned Access) {
  value(Expression->getCond());
  evaluate(Expression->getTrueExpr(), Access);
  evaluate(Expression->getFalseExpr(), Access);
}

// The access to an object that an operator has just assigned. Where the operator is no lvalue, ACCESS is
// one through the value; else its value is at hand.
static unsigned assigned(const Expr *Operator, unsigned Access) {
  return Operator->isGLValue() ? Access & ~Read : throughPointer(Access);
}

bool ExpressionWalker::isPartOfUnion(const Expr *Object) {
  for (Object = Object->IgnoreParens();;) {
    if (auto *Member = dyn_cast<MemberExpr>(Object)) {
      auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (Field && Field->getParent()->isUnion())
        return true;
      Object = Member->getBase()->IgnoreParenImpCasts();
    } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Object)) {
      Object = Subscript->getBase()->IgnoreParenImpCasts();
    } else {
      return false;
    }
  }
}

void ExpressionWalker::binary(const BinaryOperator *Expression, unsigned Access) {
  const Expr *Left = Expression->getLHS(), *Right = Expression->getRHS();
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(Expression)) {
    if (Compound->getComputationResultType()->hasFloatingRepresentation() ||
        Left->getType()->hasFloatingRepresentation())
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    evaluate(Left, Read | Write | assigned(Expression, Access));
    return value(Right);
  }
  switch (Expression->getOpcode()) {
  case BO_Assign:
    evaluate(Left, Write | assigned(Expression, Access));
    return keep(Right, isPartOfUnion(Left));
  case BO_Comma:
    value(Left);
    return evaluate(Right, Access);
  case BO_PtrMemD:
  case BO_PtrMemI:
    fact(CLEAVE_FACT_INDIRECTION, Expression);
    value(Right);
    return evaluate(Left, Access);
  default:
    break;
  }
  if ((Expression->isAdditiveOp() || Expression->isMultiplicativeOp()) &&
      Expression->getType()->hasFloatingRepresentation())
    fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
  // The difference of two pointers leads from one to the other.
  const bool IsDifference =
      Expression->getOpcode() == BO_Sub && isPointerOrArray(Left) && isPointerOrArray(Right);
  for (const Expr *Operand : {Left, Right})
    if (IsDifference)
      keep(Operand, /*ForWriting=*/true);
    else
      evaluate(Operand, Expression->isAdditiveOp() && isPointerOrArray(Operand) ? Access : 0);
}

void ExpressionWalker::unary(const UnaryOperator *Expression, unsigned Access) {
  const Expr *Operand = Expression->getSubExpr();
  switch (Expression->getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec:
    if (Operand->getType()->hasFloatingRepresentation())
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return evaluate(Operand, Read | Write | assigned(Expression, Access));
  case UO_AddrOf:
    return evaluate(Operand, Access ? Access : Address);
  case UO_Deref:
    if (Access & ~Address)
      fact(CLEAVE_FACT_INDIRECTION, Expression);
    return evaluate(Operand, Access);
  case UO_Extension:
  case UO_Real:
  case UO_Imag:
    return evaluate(Operand, Access);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    return value(Operand);
  case UO_Coawait:
    return unknown(Expression);
  }
}

void ExpressionWalker::operands(const Expr *Expression, unsigned) { children(Expression); }

void ExpressionWalker::sizeOperand(const UnaryExprOrTypeTraitExpr *Expression, unsigned) {
  // Only the size of an array of variable length is computed at run time.
  if (Expression->getKind() != UETT_SizeOf || !Expression->getTypeOfArgument()->isVariableArrayType())
    return;
  if (Expression->isArgumentType())
    sizes(Expression->getTypeOfArgument());
  else
    evaluate(Expression->getArgumentExpr(), 0);
}

void ExpressionWalker::typeIdentity(const CXXTypeidExpr *Expression, unsigned) {
  if (!Expression->isTypeOperand() && Expression->isPotentiallyEvaluated())
    evaluate(Expression->getExprOperand(), Read);
}

void ExpressionWalker::statementExpression(const StmtExpr *Expression, unsigned Access) {
  fact(CLEAVE_FACT_STATEMENT_EXPRESSION, Expression);
  statement(Expression->getSubStmt());
  // Its last statement is its value.
  const Stmt *Last = cleave::resultOf(Expression->getSubStmt());
  auto *Valued = dyn_cast_or_null<ValueStmt>(Last);
  const Expr *Result = Valued ? Valued->getExprStmt() : nullptr;
  if (Result && Access)
    evaluate(Result, Result->isGLValue() ? Read | throughPointer(Access) : Access);
}

void ExpressionWalker::pseudoObject(const PseudoObjectExpr *Expression, unsigned Access) {
  // The call of the base function of a declare variant: which variant it becomes differs between host
  // and device.
  const Expr *Written = Expression->getSyntacticForm();
  isa<CallExpr>(Written->IgnoreParenImpCasts()) ? evaluate(Written, Access) : unknown(Expression);
}

// ---- List items of clauses -----------------------------------------------------------------------

const VarDecl *ExpressionWalker::listItem(const Expr *Item, bool *SeenMember, bool *SeenThis) {
  Item = sourceExpression(Item)->IgnoreParenCasts();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Item)) {
    auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable ? Variable->getCanonicalDecl() : nullptr;
  }
  if (auto *Section = dyn_cast<ArraySectionExpr>(Item)) {
    for (const Expr *Bound : {Section->getLowerBound(), Section->getLength(), Section->getStride()})
      if (Bound)
        value(sourceExpression(Bound));
    return listItem(Section->getBase(), SeenMember, SeenThis);
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item)) {
    value(Subscript->getIdx());
    return listItem(Subscript->getBase(), SeenMember, SeenThis);
  }
  if (auto *Shaping = dyn_cast<OMPArrayShapingExpr>(Item)) {
    for (const Expr *Dimension : Shaping->getDimensions())
      value(Dimension);
    return listItem(Shaping->getBase(), SeenMember, SeenThis);
  }
  if (auto *Member = dyn_cast<MemberExpr>(Item)) {
    if (SeenMember)
      *SeenMember = true;
    return listItem(Member->getBase(), SeenMember, SeenThis);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Item))
    return listItem(Unary->getSubExpr(), SeenMember, SeenThis);
  if (auto *Binary = dyn_cast<BinaryOperator>(Item); Binary && Binary->isAdditiveOp()) {
    const bool LeftIsBase = isPointerOrArray(Binary->getLHS());
    value(LeftIsBase ? Binary->getRHS() : Binary->getLHS());
    return listItem(LeftIsBase ? Binary->getLHS() : Binary->getRHS(), SeenMember, SeenThis);
  }
  if (!isa<CXXThisExpr>(Item))
    value(Item);
  else if (SeenThis)
    *SeenThis = true;
  return nullptr;
}

// ---- Casts -----------------------------------------------------------------------------------------

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

void ExpressionWalker::conversion(const CastExpr *Expression, unsigned Access) {
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

    CLEAVE_FURTHER_CASTS
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

// ---- What is not understood ------------------------------------------------------------------------

// Does to each variable below a node all that can be done to it, and calls all functions.
class ExpressionWalker::EverythingBelow : public AstVisitor {
public:
  explicit EverythingBelow(ExpressionWalker &Walker) : Walker(Walker) {}

  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitVarDecl(VarDecl *Variable) override {
    Walker.hide(Variable);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Expression) override {
    Walker.reference(Expression, Anything);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *Expression) override {
    Walker.thisPointer(Expression, Anything);
    return true;
  }
  bool VisitCallExpr(CallExpr *Expression) override {
    Walker.called(Expression->getDirectCallee(), Expression->getBeginLoc());
    return true;
  }
  bool VisitOpaqueValueExpr(OpaqueValueExpr *Expression) override {
    return !Expression->getSourceExpr() || TraverseStmt(Expression->getSourceExpr());
  }
  bool VisitPseudoObjectExpr(PseudoObjectExpr *Expression) override {
    for (Expr *Part : Expression->semantics())
      TraverseStmt(Part);
    return true;
  }

private:
  ExpressionWalker &Walker;
};

void ExpressionWalker::unknown(const Stmt *Node) {
  fact(CLEAVE_FACT_UNKNOWN_KIND, Node, Node->getStmtClassName());
  EverythingBelow(*this).TraverseStmt(const_cast<Stmt *>(Node));
}
