// FILE: passes/frontend/reader_uses.cpp
// WHAT: the uses of variables by an expression. Casts: reader_casts.cpp. Calls and other escapes:
//       reader_arguments.cpp. Statements: reader_statements.cpp.
//
// `evaluate` receives the access to each expression: ACCESS applies to the object of an lvalue, or to the
// memory that another expression's value points to. ACCESS to `*p` is therefore ACCESS to `p`, and ACCESS to
// `p`, read from a variable, is an access through that variable. An expression that reader_nodes.def does not
// list as supported has every access to the variables in it.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;

const Expr *cleave::sourceExpression(const Expr *Expression) {
  while (Expression) {
    auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParenImpCasts());
    auto *Captured = Reference ? dyn_cast<OMPCapturedExprDecl>(Reference->getDecl()) : nullptr;
    if (!Captured)
      break;
    Expression = Captured->getInit();
  }
  return Expression;
}

void CodeWalker::fact(cleave_fact_kind Kind, SourceLocation At, StringRef Name) {
  if (SizesOf.isInvalid())
    Sink.fact(Kind, At, Name);
}

void CodeWalker::hide(const VarDecl *Variable) {
  if (!KeepsAll)
    Hidden.insert(Variable->getCanonicalDecl());
}

void CodeWalker::variable(const VarDecl *Variable, QualType Type, unsigned Access, SourceLocation At) {
  if (auto *Captured = dyn_cast<OMPCapturedExprDecl>(Variable)) {
    const Expr *Source = Captured->getInit()->IgnoreParenImpCasts();
    return evaluate(Source, Source->isGLValue() ? Access : contents(Access));
  }
  Variable = Variable->getCanonicalDecl();
  if (Variable->getType()->isVariablyModifiedType() && SizesOf.isInvalid()) {
    // The sizes were computed where the array is declared; here they are only looked up.
    SizesOf = At;
    sizes(Variable->getType());
    SizesOf = SourceLocation();
  }
  // A captured variable is named by an expression without the qualifiers of its type.
  const QualType Declared = Variable->getType().getNonReferenceType();
  if ((Access & ~Address) && (Declared.isVolatileQualified() || Declared->isAtomicType()))
    fact(CLEAVE_FACT_VOLATILE, At);
  if (Type->isArrayType())
    Access = throughPointer(Access) | (Access & Address);
  if (!Access || Hidden.count(Variable))
    return;
  if (ProtectedDepth && (Access & (Write | ElementWrite)) && !Unprotected.count(Variable))
    Access |= CLEAVE_USE_PROTECTED;
  Sink.use(Variable, Access, SizesOf.isValid() ? SizesOf : At);
}

void CodeWalker::sizes(QualType Type) {
  for (Type = Type.getCanonicalType(); Type->isVariablyModifiedType(); Type = Type.getCanonicalType()) {
    if (auto *Array = dyn_cast<ArrayType>(Type)) {
      if (auto *Variable = dyn_cast<VariableArrayType>(Array); Variable && Variable->getSizeExpr())
        value(Variable->getSizeExpr());
      Type = Array->getElementType();
    } else if (Type->isPointerType() || Type->isReferenceType()) {
      Type = Type->getPointeeType();
    } else {
      return;
    }
  }
}

void CodeWalker::volatileAccess(const Expr *Expression, unsigned Access) {
  if ((Access & ~Address) &&
      (Expression->getType().isVolatileQualified() || Expression->getType()->isAtomicType()))
    fact(CLEAVE_FACT_VOLATILE, Expression);
}

// ---- The walk --------------------------------------------------------------------------------------

// A kind of node that the table does not have must not compile.
#pragma GCC diagnostic error "-Wswitch"

void CodeWalker::visit(const Stmt *Node, unsigned Access) {
  switch (Node->getStmtClass()) {
  case Stmt::NoStmtClass:
    return unknown(Node);
#define NOTHING(Kind)                                                                                        \
  case Stmt::Kind##Class:                                                                                    \
    return;
#define SAME(Kind, Operand)                                                                                  \
  case Stmt::Kind##Class:                                                                                    \
    return evaluate(cast<Kind>(Node)->Operand(), Access);
#define EXPRESSION(Kind, Function)                                                                           \
  case Stmt::Kind##Class:                                                                                    \
    return Function(cast<Kind>(Node), Access);
#define STATEMENT(Kind, Function)                                                                            \
  case Stmt::Kind##Class:                                                                                    \
    return Function(cast<Kind>(Node));
#define UNKNOWN(Kind)                                                                                        \
  case Stmt::Kind##Class:                                                                                    \
    return unknown(Node);
#include "reader_nodes.def"
  }
}

void CodeWalker::evaluate(const Expr *Expression, unsigned Access) {
  if (Expression->isGLValue())
    volatileAccess(Expression, Access);
  visit(Expression, Access);
}

void CodeWalker::value(const Expr *Expression) {
  if (Expression)
    evaluate(Expression, Expression->isGLValue() ? Read : 0);
}

void CodeWalker::statement(const Stmt *Statement) {
  if (auto *Expression = dyn_cast<Expr>(Statement))
    return value(Expression);
  visit(Statement, 0);
}

void CodeWalker::children(const Stmt *Statement) {
  for (const Stmt *Child : Statement->children())
    if (Child)
      statement(Child);
}

// ---- Objects ---------------------------------------------------------------------------------------

void CodeWalker::reference(const DeclRefExpr *Expression, unsigned Access) {
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

void CodeWalker::member(const MemberExpr *Expression, unsigned Access) {
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
void CodeWalker::elements(const Expr *Base, unsigned Access) {
  const bool IsPointer = Base->isGLValue() && Base->getType()->isPointerType();
  evaluate(Base, IsPointer ? Read | throughPointer(Access) : Access);
}

void CodeWalker::subscript(const ArraySubscriptExpr *Expression, unsigned Access) {
  if (Access & ~Address)
    fact(CLEAVE_FACT_INDIRECTION, Expression);
  value(Expression->getIdx());
  elements(Expression->getBase(), Access);
}

void CodeWalker::section(const ArraySectionExpr *Expression, unsigned Access) {
  for (const Expr *Bound : {Expression->getLowerBound(), Expression->getLength(), Expression->getStride()})
    value(Bound);
  elements(Expression->getBase(), Access);
}

void CodeWalker::matrixElement(const MatrixSubscriptExpr *Expression, unsigned Access) {
  value(Expression->getRowIdx());
  value(Expression->getColumnIdx());
  evaluate(Expression->getBase(), Access);
}

void CodeWalker::temporary(const MaterializeTemporaryExpr *Expression, unsigned Access) {
  evaluate(Expression->getSubExpr(), contents(Access));
}

void CodeWalker::opaqueValue(const OpaqueValueExpr *Expression, unsigned Access) {
  const Expr *Source = Expression->getSourceExpr();
  Source ? evaluate(Source, Access) : unknown(Expression);
}

void CodeWalker::thisPointer(const CXXThisExpr *Expression, unsigned Access) {
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

void CodeWalker::conditional(const AbstractConditionalOperator *Expression, unsigned Access) {
  value(Expression->getCond());
  evaluate(Expression->getTrueExpr(), Access);
  evaluate(Expression->getFalseExpr(), Access);
}

// The access to an object that an operator has just assigned. Where the operator is no lvalue, ACCESS is
// one through the value; else its value is at hand.
static unsigned assigned(const Expr *Operator, unsigned Access) {
  return Operator->isGLValue() ? Access & ~Read : throughPointer(Access);
}

void CodeWalker::binary(const BinaryOperator *Expression, unsigned Access) {
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

void CodeWalker::unary(const UnaryOperator *Expression, unsigned Access) {
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

void CodeWalker::operands(const Expr *Expression, unsigned) { children(Expression); }

void CodeWalker::sizeOperand(const UnaryExprOrTypeTraitExpr *Expression, unsigned) {
  // Only the size of an array of variable length is computed at run time.
  if (Expression->getKind() != UETT_SizeOf || !Expression->getTypeOfArgument()->isVariableArrayType())
    return;
  if (Expression->isArgumentType())
    sizes(Expression->getTypeOfArgument());
  else
    evaluate(Expression->getArgumentExpr(), 0);
}

void CodeWalker::typeIdentity(const CXXTypeidExpr *Expression, unsigned) {
  if (!Expression->isTypeOperand() && Expression->isPotentiallyEvaluated())
    evaluate(Expression->getExprOperand(), Read);
}

void CodeWalker::statementExpression(const StmtExpr *Expression, unsigned Access) {
  fact(CLEAVE_FACT_STATEMENT_EXPRESSION, Expression);
  statement(Expression->getSubStmt());
  // Its last statement is its value.
  const Stmt *Last = Expression->getSubStmt()->getStmtExprResult();
  auto *Valued = dyn_cast_or_null<ValueStmt>(Last);
  const Expr *Result = Valued ? Valued->getExprStmt() : nullptr;
  if (Result && Access)
    evaluate(Result, Result->isGLValue() ? Read | throughPointer(Access) : Access);
}

void CodeWalker::pseudoObject(const PseudoObjectExpr *Expression, unsigned Access) {
  // The call of a declare variant as it is written: which variant it becomes differs between host
  // and device.
  const Expr *Written = Expression->getSyntacticForm();
  isa<CallExpr>(Written->IgnoreParenImpCasts()) ? evaluate(Written, Access) : unknown(Expression);
}

// ---- List items of clauses -----------------------------------------------------------------------

const VarDecl *CodeWalker::listItem(const Expr *Item, bool *SeenMember, bool *SeenThis) {
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
  if (isa<CXXThisExpr>(Item) && SeenThis)
    *SeenThis = true;
  else
    value(Item);
  return nullptr;
}
