// FILE: passes/frontend/reader_uses.cpp
// WHAT: how an expression uses variables. The statements around it: reader_statements.cpp.
//
// Three questions call each other: `value` evaluates an expression, `object` accesses the object an
// expression denotes, and `target` accesses the memory a pointer expression points to.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;

namespace {
constexpr unsigned Read = CLEAVE_USE_READ, Write = CLEAVE_USE_WRITE, Address = CLEAVE_USE_ADDRESS,
                   ElementRead = CLEAVE_USE_ELEMENT_READ, ElementWrite = CLEAVE_USE_ELEMENT_WRITE;

// The access to what a pointer or an array holds, as a use of the pointer or the array.
unsigned throughPointer(unsigned Access) {
  return (Access & (Read | ElementRead) ? ElementRead : 0) |
         (Access & (Write | ElementWrite) ? ElementWrite : 0);
}

bool isFloating(QualType Type) { return Type->hasFloatingRepresentation(); }

bool isLiteral(const Expr *Expression) {
  Expression = Expression->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus))
    Expression = Unary->getSubExpr()->IgnoreParenImpCasts();
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral>(Expression);
}

// Whether each value of the integer type INTEGER is a value of FLOATING, so that no conversion rounds.
bool holdsExactly(QualType Floating, QualType Integer, const ASTContext &Context) {
  return Context.getIntWidth(Integer) - Integer->isSignedIntegerOrEnumerationType() <=
         llvm::APFloat::semanticsPrecision(Context.getFloatTypeSemantics(Floating));
}

} // namespace

bool cleave::holdsPointers(QualType Type) {
  Type = Type.getCanonicalType();
  while (auto *Array = dyn_cast<ArrayType>(Type))
    Type = Array->getElementType().getCanonicalType();
  if (Type->isPointerType() || Type->isReferenceType() || Type->isMemberPointerType())
    return true;
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return Record != nullptr;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Record->getDefinition()))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (holdsPointers(Base.getType()))
        return true;
  for (const FieldDecl *Field : Record->getDefinition()->fields())
    if (holdsPointers(Field->getType()))
      return true;
  return false;
}

namespace {
// What a function may do to an object of TYPE that it gets the address of.
unsigned calleeAccess(QualType Type) {
  return Type.isConstQualified() && !holdsPointers(Type) ? Read : Read | Write;
}

bool isPointerOrArray(const Expr *Expression) {
  return Expression->getType()->isPointerType() || Expression->getType()->isArrayType();
}
} // namespace

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

void CodeWalker::variable(const VarDecl *Variable, QualType Type, unsigned Access,
                          SourceLocation At) {
  if (auto *Captured = dyn_cast<OMPCapturedExprDecl>(Variable)) {
    const Expr *Source = Captured->getInit()->IgnoreParenImpCasts();
    return Source->isGLValue() ? object(Source, Access) : value(Source);
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
  for (Type = Type.getCanonicalType(); Type->isVariablyModifiedType();
       Type = Type.getCanonicalType()) {
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

// ---- Objects and what pointers point to --------------------------------------------------------

void CodeWalker::object(const Expr *Expression, unsigned Access) {
  Expression = Expression->IgnoreParens();
  volatileAccess(Expression, Access);
  const bool Indirect = Access & ~Address;
  if (auto *Reference = dyn_cast<DeclRefExpr>(Expression)) {
    const ValueDecl *Named = Reference->getDecl();
    if (auto *Binding = dyn_cast<BindingDecl>(Named))
      Named = cast<VarDecl>(Binding->getDecomposedDecl());
    if (auto *Variable = dyn_cast<VarDecl>(Named))
      variable(Variable, Reference->getType(), Access, Reference->getBeginLoc());
  } else if (auto *Member = dyn_cast<MemberExpr>(Expression)) {
    member(Member, Access);
  } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Expression)) {
    if (Indirect)
      fact(CLEAVE_FACT_INDIRECTION, Expression);
    value(Subscript->getIdx());
    target(Subscript->getBase(), Access);
  } else if (auto *Section = dyn_cast<ArraySectionExpr>(Expression)) {
    for (const Expr *Bound : {Section->getLowerBound(), Section->getLength(), Section->getStride()})
      if (Bound)
        value(Bound);
    target(Section->getBase(), Access);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Expression)) {
    if (Unary->getOpcode() == UO_Deref) {
      if (Indirect)
        fact(CLEAVE_FACT_INDIRECTION, Expression);
      target(Unary->getSubExpr(), Access);
    } else if (Unary->isIncrementDecrementOp()) {
      unary(Unary);
      if (Access & ~Read)
        object(Unary->getSubExpr(), Access);
    } else {
      object(Unary->getSubExpr(), Access); // __extension__, __real__, __imag__
    }
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    if (Binary->isAssignmentOp()) {
      binary(Binary);
      if (Access & ~Read) // The value just assigned is at hand.
        object(Binary->getLHS(), Access);
    } else if (Binary->getOpcode() == BO_Comma) {
      value(Binary->getLHS());
      object(Binary->getRHS(), Access);
    } else {
      children(Binary);
    }
  } else if (auto *Conditional = dyn_cast<ConditionalOperator>(Expression)) {
    value(Conditional->getCond());
    object(Conditional->getTrueExpr(), Access);
    object(Conditional->getFalseExpr(), Access);
  } else if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    if (Cast->getSubExpr()->isGLValue() && Cast->getCastKind() != CK_LValueToRValue &&
        Cast->getCastKind() != CK_ArrayToPointerDecay)
      object(Cast->getSubExpr(), Access);
    else
      conversion(Cast);
  } else if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    if (Indirect)
      fact(CLEAVE_FACT_INDIRECTION, Expression); // through the reference it returns
    call(Call);
  } else if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Expression)) {
    if (Opaque->getSourceExpr())
      object(Opaque->getSourceExpr(), Access);
  } else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Expression)) {
    value(Temporary->getSubExpr());
  } else if (auto *Full = dyn_cast<FullExpr>(Expression)) {
    object(Full->getSubExpr(), Access);
  } else if (auto *Chosen = dyn_cast<GenericSelectionExpr>(Expression)) {
    object(Chosen->getResultExpr(), Access);
  } else if (Expression->isGLValue()) {
    children(Expression);
  } else {
    value(Expression);
  }
}

void CodeWalker::member(const MemberExpr *Expression, unsigned Access) {
  if (auto *Static = dyn_cast<VarDecl>(Expression->getMemberDecl())) {
    value(Expression->getBase());
    return variable(Static, Expression->getType(), Access, Expression->getBeginLoc());
  }
  // What a reference member refers to is mapped for itself, and so is not part of the object.
  if (Expression->getMemberDecl()->getType()->isReferenceType() &&
      isa<CXXThisExpr>(Expression->getBase()->IgnoreParenImpCasts()))
    fact(CLEAVE_FACT_THIS, Expression, "uses a member that is a reference");
  if (Expression->isArrow()) {
    if (Access & ~Address)
      fact(CLEAVE_FACT_INDIRECTION, Expression);
    return target(Expression->getBase(), Access);
  }
  fact(CLEAVE_FACT_MEMBER, Expression);
  // The address of a member, or a member in a temporary object.
  if (Expression->getBase()->isGLValue())
    object(Expression->getBase(), Access);
  else
    value(Expression->getBase());
}

void CodeWalker::thisObject(const Expr *This, unsigned Access) {
  if (!Access || SizesOf.isValid())
    return;
  if (ProtectedDepth && (Access & (Write | ElementWrite)))
    Access |= CLEAVE_USE_PROTECTED;
  Sink.useThis(Access, This->getBeginLoc());
}

void CodeWalker::target(const Expr *Pointer, unsigned Access) {
  Pointer = Pointer->IgnoreParens();
  const unsigned Through = throughPointer(Access);
  if (Pointer->isGLValue()) { // The base of an array section is not decayed.
    object(Pointer, Pointer->getType()->isArrayType() ? Access : Read | Through);
  } else if (auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      object(From, Access);
    else if (Cast->getCastKind() == CK_LValueToRValue)
      object(From, Read | Through);
    else if (isPointerOrArray(From))
      target(From, Access);
    else
      value(From);
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Pointer)) {
    if (Binary->getOpcode() == BO_Assign) {
      object(Binary->getLHS(), Write | Through);
      target(Binary->getRHS(), Access);
    } else if (Binary->isAssignmentOp()) {
      object(Binary->getLHS(), Read | Write | Through);
      value(Binary->getRHS());
    } else if (Binary->getOpcode() == BO_Comma) {
      value(Binary->getLHS());
      target(Binary->getRHS(), Access);
    } else {
      for (const Expr *Operand : {Binary->getLHS(), Binary->getRHS()})
        isPointerOrArray(Operand) ? target(Operand, Access) : value(Operand);
    }
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Pointer)) {
    if (Unary->isIncrementDecrementOp())
      object(Unary->getSubExpr(), Read | Write | Through);
    else if (Unary->getOpcode() == UO_AddrOf)
      object(Unary->getSubExpr(), Access);
    else
      target(Unary->getSubExpr(), Access); // __extension__
  } else if (auto *Conditional = dyn_cast<ConditionalOperator>(Pointer)) {
    value(Conditional->getCond());
    target(Conditional->getTrueExpr(), Access);
    target(Conditional->getFalseExpr(), Access);
  } else if (auto *Elvis = dyn_cast<BinaryConditionalOperator>(Pointer)) {
    target(Elvis->getCommon(), Access);
    target(Elvis->getFalseExpr(), Access);
  } else if (auto *Full = dyn_cast<FullExpr>(Pointer)) {
    target(Full->getSubExpr(), Access);
  } else if (auto *Chosen = dyn_cast<GenericSelectionExpr>(Pointer)) {
    target(Chosen->getResultExpr(), Access);
  } else if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Pointer); Opaque && Opaque->getSourceExpr()) {
    target(Opaque->getSourceExpr(), Access);
  } else if (isa<CXXThisExpr>(Pointer)) {
    thisObject(Pointer, Access);
  } else {
    value(Pointer); // the result of a function: no variable
  }
}

// ---- Values --------------------------------------------------------------------------------------

void CodeWalker::children(const Stmt *Statement) {
  for (const Stmt *Child : Statement->children())
    if (Child)
      statement(Child);
}

void CodeWalker::value(const Expr *Expression) {
  if (!Expression)
    return;
  Expression = Expression->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    conversion(Cast);
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    binary(Binary);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Expression);
             Unary && Unary->getOpcode() != UO_Deref) {
    unary(Unary);
  } else if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    call(Call);
  } else if (auto *Construct = dyn_cast<CXXConstructExpr>(Expression)) {
    construct(Construct);
  } else if (auto *Lambda = dyn_cast<LambdaExpr>(Expression)) {
    lambda(Lambda);
  } else if (auto *Block = dyn_cast<StmtExpr>(Expression)) {
    fact(CLEAVE_FACT_STATEMENT_EXPRESSION, Expression);
    statement(Block->getSubStmt());
  } else if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(Expression)) {
    // Only the size of an array of variable length is computed at run time.
    if (Trait->getKind() == UETT_SizeOf && Trait->getTypeOfArgument()->isVariableArrayType()) {
      if (Trait->isArgumentType())
        sizes(Trait->getTypeOfArgument());
      else
        object(Trait->getArgumentExpr(), 0);
    }
  } else if (auto *Atomic = dyn_cast<AtomicExpr>(Expression)) {
    fact(CLEAVE_FACT_VOLATILE, Expression);
    for (unsigned I = 0; I < Atomic->getNumSubExprs(); ++I)
      argument(const_cast<AtomicExpr *>(Atomic)->getSubExprs()[I]);
  } else if (auto *Elvis = dyn_cast<BinaryConditionalOperator>(Expression)) {
    value(Elvis->getCommon());
    value(Elvis->getFalseExpr());
  } else if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Expression)) {
    value(Opaque->getSourceExpr());
  } else if (auto *Chosen = dyn_cast<GenericSelectionExpr>(Expression)) {
    value(Chosen->getResultExpr());
  } else if (auto *Chosen = dyn_cast<ChooseExpr>(Expression)) {
    value(Chosen->getChosenSubExpr());
  } else if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression)) {
    // The call of a declare variant as it is written: which variant it becomes differs between host
    // and device.
    value(Pseudo->getSyntacticForm());
  } else if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Expression)) {
    value(Default->getExpr());
  } else if (auto *Default = dyn_cast<CXXDefaultInitExpr>(Expression)) {
    value(Default->getExpr());
  } else if (isa<CXXThisExpr>(Expression)) {
    fact(CLEAVE_FACT_THIS, Expression, "computes with this");
  } else if (isa<CXXThrowExpr>(Expression)) {
    fact(CLEAVE_FACT_TRY_THROW, Expression);
    children(Expression);
  } else if (isa<CXXNewExpr, CXXDeleteExpr>(Expression)) {
    fact(CLEAVE_FACT_NEW_DELETE, Expression);
    children(Expression);
  } else if (auto *List = dyn_cast<InitListExpr>(Expression)) {
    for (const Expr *Item : List->inits())
      copied(Item);
  } else if (isa<CXXTypeidExpr, CXXNoexceptExpr, RequiresExpr>(Expression)) {
    // not evaluated
  } else if (Expression->isGLValue()) {
    object(Expression, Read);
  } else {
    children(Expression);
  }
}

void CodeWalker::conversion(const CastExpr *Expression) {
  const Expr *From = Expression->getSubExpr();
  switch (Expression->getCastKind()) {
  case CK_LValueToRValue:
    return object(From, Read);
  case CK_ArrayToPointerDecay:
    return object(From, Address);
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
    if (!isLiteral(From) &&
        Context.getFloatingTypeOrder(From->getType(), Expression->getType()) > 0)
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return value(From);
  case CK_FunctionToPointerDecay:
    if (isa<DeclRefExpr>(From->IgnoreParens()))
      return;
    return value(From);
  case CK_ToVoid:
    return value(From);
  default:
    if (From->isGLValue() && Expression->isGLValue())
      return object(From, Read);
    return value(From);
  }
}

void CodeWalker::binary(const BinaryOperator *Expression) {
  const Expr *Left = Expression->getLHS(), *Right = Expression->getRHS();
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(Expression)) {
    if (isFloating(Compound->getComputationResultType()) || isFloating(Left->getType()))
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    object(Left, Read | Write);
    return value(Right);
  }
  if (Expression->isAssignmentOp()) {
    object(Left, Write);
    return copied(Right);
  }
  if (Expression->isPtrMemOp()) {
    fact(CLEAVE_FACT_INDIRECTION, Expression);
    value(Right);
    if (Expression->getOpcode() == BO_PtrMemI)
      return target(Left, Read | Write);
    return object(Left, Read | Write);
  }
  if ((Expression->isAdditiveOp() || Expression->isMultiplicativeOp()) &&
      isFloating(Expression->getType()))
    fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
  value(Left);
  value(Right);
}

void CodeWalker::unary(const UnaryOperator *Expression) {
  const Expr *Operand = Expression->getSubExpr();
  if (Expression->isIncrementDecrementOp()) {
    if (isFloating(Operand->getType()))
      fact(CLEAVE_FACT_FLOAT_ARITHMETIC, Expression);
    return object(Operand, Read | Write);
  }
  if (Expression->getOpcode() == UO_AddrOf) {
    if (Operand->isGLValue() && !Operand->getType()->isFunctionType())
      object(Operand, Address);
    return;
  }
  value(Operand);
}

// ---- Calls ----------------------------------------------------------------------------------------

// An argument: the function may use whatever it can reach through it.
void CodeWalker::argument(const Expr *Expression) {
  if (Expression->isGLValue()) // bound to a reference
    return object(Expression, Address | calleeAccess(Expression->getType()));
  QualType Type = Expression->getType();
  if (Type->isPointerType() && !Type->isFunctionPointerType())
    return target(Expression, Address | calleeAccess(Type->getPointeeType()));
  const Expr *Copied = Expression->IgnoreParenImpCasts();
  if (Type->isRecordType() && Copied->isGLValue() && holdsPointers(Type))
    return object(Copied, Read | ElementRead | ElementWrite);
  value(Expression);
}

// A value that is kept: through a copy of a pointer, everything it points to may be used later,
// under a name that says nothing about it.
void CodeWalker::copied(const Expr *Expression) {
  Expression->isGLValue() ? value(Expression) : argument(Expression);
}

void CodeWalker::call(const CallExpr *Expression) {
  const FunctionDecl *Function = Expression->getDirectCallee();
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  unsigned FirstArgument = 0;

  const Expr *Callee = Expression->getCallee()->IgnoreParens();
  if (auto *Destructor = dyn_cast<CXXPseudoDestructorExpr>(Callee))
    return value(Destructor->getBase()); // of a type that has none: does nothing

  if (isa<CXXOperatorCallExpr>(Expression) && Method && !Method->isStatic()) {
    if (Method->isTrivial() && (Method->isCopyAssignmentOperator() ||
                                Method->isMoveAssignmentOperator())) {
      object(Expression->getArg(0), Write);
      return object(Expression->getArg(1), Read);
    }
    object(Expression->getArg(0), Address | Read | (Method->isConst() ? 0 : Write));
    FirstArgument = 1;
  } else if (auto *Member = dyn_cast<MemberExpr>(Callee)) {
    const unsigned Access = Address | Read | (Method && Method->isConst() ? 0 : Write);
    if (Method && Method->isStatic())
      value(Member->getBase());
    else if (Member->isArrow())
      target(Member->getBase(), Access);
    else
      object(Member->getBase(), Access);
    if (Method && Method->isVirtual() && !Member->hasQualifier() && !Method->hasAttr<FinalAttr>())
      Function = nullptr;
  } else if (!Function) {
    value(Callee);
  }

  if (SizesOf.isInvalid())
    Sink.call(Function, Expression->getBeginLoc());
  for (unsigned I = FirstArgument; I < Expression->getNumArgs(); ++I)
    argument(Expression->getArg(I));
}

void CodeWalker::construct(const CXXConstructExpr *Expression) {
  const CXXConstructorDecl *Constructor = Expression->getConstructor();
  if (Constructor->isTrivial()) {
    for (const Expr *Argument : Expression->arguments())
      value(Argument);
    return;
  }
  Sink.call(Constructor, Expression->getBeginLoc());
  for (const Expr *Argument : Expression->arguments())
    argument(Argument);
}

void CodeWalker::lambda(const LambdaExpr *Expression) {
  fact(CLEAVE_FACT_LAMBDA, Expression);
  for (const LambdaCapture &Capture : Expression->captures()) {
    if (Capture.capturesThis())
      fact(CLEAVE_FACT_THIS, Expression, "captures this");
    if (!Capture.capturesVariable())
      continue;
    auto *Captured = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (Captured && Captured->isInitCapture()) {
      initializer(Captured);
      hide(Captured);
    } else if (Captured) {
      variable(Captured, Captured->getType().getNonReferenceType(),
               Capture.getCaptureKind() == LCK_ByRef ? Address | Read | Write : Read,
               Expression->getBeginLoc());
    }
  }
  for (const ParmVarDecl *Parameter : Expression->getCallOperator()->parameters())
    hide(Parameter);
  ++LambdaDepth;
  statement(Expression->getBody());
  --LambdaDepth;
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
