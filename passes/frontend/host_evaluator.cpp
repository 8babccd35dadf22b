// FILE: passes/frontend/host_evaluator.cpp
// WHAT: see host_evaluator.h.
//
// An expression of a kind that is not listed here is unknown code that uses all its operands.
#include "host_evaluator.h"
#include "reader_uses.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

enum { MostWork = 60000 }; // expressions: a function with more has no environment

// Without the calls of declare variants, which depend on the target.
static const Expr *asWritten(const Expr *Expression) {
  Expression = Expression->IgnoreParens();
  while (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression))
    Expression = Pseudo->getSyntacticForm()->IgnoreParens();
  return Expression;
}

// ---- Expressions -------------------------------------------------------------------------------

HostEvaluator::Value HostEvaluator::unknown(const Expr *Expression) {
  Value Result;
  Result.Target = cleave_cell_new_outside(Memory);
  flag(CLEAVE_HOST_UNKNOWN_CALL);
  for (const Stmt *Child : Expression->children())
    if (auto *Operand = dyn_cast_or_null<Expr>(Child))
      expose(Operand);
    else if (Child)
      IsComplete = false;
  return Result;
}

HostEvaluator::Place HostEvaluator::lvalue(const Expr *Expression) {
  Site = Expression;
  if (++Work > MostWork)
    IsComplete = false;
  if (!IsComplete)
    return {cleave_cell_new(Memory)};
  Expression = asWritten(Expression);
  if (!Expression->isGLValue()) { // a temporary
    const uint32_t Cell = cleave_cell_new(Memory);
    initialize({Cell}, Expression->getType(), Expression);
    return {Cell};
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Expression)) {
    Place Captured = {CLEAVE_NO_CELL};
    if (captured(Reference, Captured))
      return Captured;
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl())) {
      Place Result = variable(Variable);
      const QualType Type = Variable->getType();
      Result.IsUnshared = Type.isConstant(Context) || (InRegion && Type->isScalarType());
      return Result;
    }
    if (auto *Binding = dyn_cast<BindingDecl>(Reference->getDecl()); Binding && Binding->getBinding()) {
      flag(CLEAVE_HOST_NAMES_BINDING);
      const VarDecl *Holding = Binding->getHoldingVar(); // of std::get
      return lvalue(Holding && Holding->getInit() ? Holding->getInit() : Binding->getBinding());
    }
    return {cleave_cell_new(Memory)}; // a function
  }
  if (auto *Member = dyn_cast<MemberExpr>(Expression)) {
    auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field) {
      if (auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl()))
        return variable(Variable);
      return {cleave_cell_new(Memory)};
    }
    Place Object = {CLEAVE_NO_CELL};
    if (Member->isArrow()) {
      const Value Pointer = value(Member->getBase());
      Object = {Pointer.Target == CLEAVE_NO_CELL ? cleave_cell_new(Memory) : Pointer.Target, Pointer.Path,
                Pointer.Base};
    } else {
      Object = lvalue(Member->getBase());
    }
    const uint32_t Cell =
        Field->getParent()->isUnion()
            ? (cleave_cell_collapse(Memory, Object.Cell), Object.Cell)
            : cleave_cell_member(Memory, Object.Cell, Field->getParent()->getCanonicalDecl(), Field);
    Place Result = {Cell, makeMember(Object.Path, Member->isArrow(), Field, Cell), Object.Base};
    if (Field->getType()->isReferenceType())
      return {cleave_cell_pointee(Memory, Cell)};
    return Result;
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Expression)) {
    const HostValue Index = value(Subscript->getIdx()).Path;
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
        Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      return element(lvalue(Decay->getSubExpr()), Decay->getSubExpr()->getType(), Index);
    const Value Pointer = value(Subscript->getBase());
    const uint32_t Target = Pointer.Target == CLEAVE_NO_CELL ? cleave_cell_new(Memory) : Pointer.Target;
    if (constantOf(Index) == 0 && Pointer.Path && Pointer.Path->kind == CLEAVE_HOST_ADDRESS)
      return {Target, Pointer.Path->left};
    if (constantOf(Index) != 0)
      moves(Target);
    return {Target, nullptr, baseOf(Pointer), false, moved(Pointer.Path, CLEAVE_ADD, Index)};
  }
  if (auto *Operator = dyn_cast<UnaryOperator>(Expression)) {
    if (Operator->getOpcode() == UO_Deref) {
      const Value Pointer = value(Operator->getSubExpr());
      HostValue Object =
          Pointer.Path && Pointer.Path->kind == CLEAVE_HOST_ADDRESS ? Pointer.Path->left : nullptr;
      return {Pointer.Target == CLEAVE_NO_CELL ? cleave_cell_new(Memory) : Pointer.Target, Object,
              Object ? nullptr : baseOf(Pointer)};
    }
    if (Operator->isPrefix() && Operator->isIncrementDecrementOp()) {
      unary(Operator);
      return lvalue(Operator->getSubExpr());
    }
    if (Operator->getOpcode() == UO_Extension || Operator->getOpcode() == UO_Real ||
        Operator->getOpcode() == UO_Imag)
      return lvalue(Operator->getSubExpr());
  }
  if (auto *Operator = dyn_cast<BinaryOperator>(Expression)) {
    if (Operator->isAssignmentOp()) {
      Place To = {CLEAVE_NO_CELL};
      assignment(Operator, To);
      return To;
    }
    if (Operator->getOpcode() == BO_Comma) {
      value(Operator->getLHS());
      return lvalue(Operator->getRHS());
    }
  }
  if (auto *Choice = dyn_cast<ConditionalOperator>(Expression)) {
    value(Choice->getCond());
    ++Conditional;
    const Place Yes = lvalue(Choice->getTrueExpr()), No = lvalue(Choice->getFalseExpr());
    --Conditional;
    cleave_cell_unify(Memory, Yes.Cell, No.Cell);
    return {Yes.Cell};
  }
  if (auto *Cast = dyn_cast<CastExpr>(Expression))
    return lvalue(Cast->getSubExpr());
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Expression))
    return lvalue(Temporary->getSubExpr());
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    return lvalue(Cleanups->getSubExpr());
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Expression))
    return lvalue(Default->getExpr());
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(Expression)) {
    const Place Made = {cleave_cell_new(Memory)};
    initialize(Made, Literal->getType(), Literal->getInitializer());
    return Made;
  }
  if (isa<StringLiteral, PredefinedExpr>(Expression))
    return {cleave_cell_new(Memory)};
  if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    Place Returned = {CLEAVE_NO_CELL};
    const Value Result = call(Call, &Returned);
    if (Returned.Cell != CLEAVE_NO_CELL)
      return Returned;
    return {Result.Target == CLEAVE_NO_CELL ? cleave_cell_new(Memory) : Result.Target};
  }
  return {unknown(Expression).Target};
}

// The value of the object FROM, which NAME denotes.
HostEvaluator::Value HostEvaluator::loaded(const Place &From, const Expr *Name) {
  const QualType Type = Name->getType();
  read(From);
  Value Result;
  Result.Path = From.Path;
  Result.Base = nullptr;
  if (Type->isRecordType()) {
    Result.Target = From.Cell;
    return Result;
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Name->IgnoreParens()))
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      for (Frame *Outer = Current; Outer; Outer = Outer->Caller)
        if (auto Found = Outer->Values.find(Variable->getCanonicalDecl()); Found != Outer->Values.end()) {
          Result.Path = Found->second.Path;
          std::copy_n(Found->second.Either, 2, Result.Either);
          Result.Base = Found->second.Base;
          break;
        }
  Result.Target = cleave_cell_pointee(Memory, From.Cell);
  return Result;
}

HostEvaluator::Value HostEvaluator::cast(const CastExpr *Cast) {
  const Expr *From = Cast->getSubExpr();
  if (auto *Written = dyn_cast<ExplicitCastExpr>(Cast))
    sizes(Written->getTypeAsWritten());
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return loaded(lvalue(From), From);
  case CK_ArrayToPointerDecay: {
    const Place Array = lvalue(From);
    return decayed(Array, From->getType());
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return {};
  case CK_NullToPointer:
  case CK_NullToMemberPointer: {
    Value Result;
    Result.Target = cleave_cell_new_null(Memory);
    return Result;
  }
  case CK_IntegralToPointer:
  case CK_PointerToIntegral: {
    Value Result;
    Result.Target = value(From).Target;
    if (Result.Target == CLEAVE_NO_CELL) { // a number
      Result.Target = cleave_cell_new(Memory);
      cleave_cell_set_unknown(Memory, Result.Target);
    }
    return Result;
  }
  case CK_ToUnion: {
    Value Result;
    Result.Target = cleave_cell_new(Memory);
    cleave_cell_collapse(Memory, Result.Target);
    initialize({Result.Target}, From->getType(), From);
    return Result;
  }
  case CK_IntegralCast: {
    Value Result = value(From);
    if (Context.getTypeSize(Cast->getType()) < Context.getTypeSize(Context.IntTy))
      Result.Path = nullptr; // it may be another value
    else if (isa<ExplicitCastExpr>(Cast))
      Result.Path = makeCast(Result.Path, Cast->getType());
    return Result;
  }
  case CK_BitCast:
  case CK_NoOp:
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase:
  case CK_BaseToDerived:
  case CK_ToVoid:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_PointerToBoolean:
    if (From->isGLValue()) {
      const Place Object = lvalue(From);
      return {Object.Cell, Object.Path, {}, Object.Base};
    }
    return value(From);
  default: {
    if (From->isGLValue())
      return unknown(Cast);
    Value Result = value(From);
    Result.Path = nullptr; // another type of number
    return Result;
  }
  }
}

HostEvaluator::Value HostEvaluator::assignment(const BinaryOperator *Operator, Place &To) {
  const QualType Type = Operator->getLHS()->getType();
  if (Operator->getOpcode() == BO_Assign) {
    const Value From = value(Operator->getRHS());
    To = lvalue(Operator->getLHS());
    storeValue(To, Type, From);
    return From;
  }
  const Value From = value(Operator->getRHS());
  To = lvalue(Operator->getLHS());
  read(To);
  Value Result;
  Result.Target = cleave_cell_pointee(Memory, To.Cell);
  if (Type->isPointerType())
    moves(Result.Target);
  else if (From.Target != CLEAVE_NO_CELL)
    cleave_cell_unify(Memory, Result.Target, From.Target);
  write(To);
  return Result;
}

HostEvaluator::Value HostEvaluator::binary(const BinaryOperator *Operator) {
  if (Operator->isAssignmentOp()) {
    Place To = {CLEAVE_NO_CELL};
    return assignment(Operator, To);
  }
  if (Operator->getOpcode() == BO_Comma) {
    Operator->getLHS()->isGLValue() ? (void)lvalue(Operator->getLHS()) : (void)value(Operator->getLHS());
    return value(Operator->getRHS());
  }
  const Value Left = value(Operator->getLHS());
  Conditional += Operator->isLogicalOp();
  const Value Right = value(Operator->getRHS());
  Conditional -= Operator->isLogicalOp();
  Value Result;
  if (Operator->getType()->isPointerType()) {
    const Value &Pointer = Operator->getLHS()->getType()->isPointerType() ? Left : Right;
    Result.Target = Pointer.Target;
    moves(Result.Target);
    Result.Base = baseOf(Pointer);
    const bool IsSum = Operator->getOpcode() == BO_Add;
    if (IsSum || &Pointer == &Left)
      Result.Path =
          moved(Pointer.Path, IsSum ? CLEAVE_ADD : CLEAVE_SUBTRACT, (&Pointer == &Left ? Right : Left).Path);
    return Result;
  }
  if (Operator->isComparisonOp() || Operator->isLogicalOp())
    return Result;
  Result.Target = Left.Target == CLEAVE_NO_CELL ? Right.Target : Left.Target;
  if (Left.Target != CLEAVE_NO_CELL && Right.Target != CLEAVE_NO_CELL)
    cleave_cell_unify(Memory, Left.Target, Right.Target);
  if (!Operator->getType()->isIntegerType() || !Left.Path || !Right.Path)
    return Result;
  cleave_host_value Made = {};
  Made.kind = CLEAVE_HOST_OPERATION;
  Made.wraps = Operator->getType()->isUnsignedIntegerType() && Context.getTypeSize(Operator->getType()) < 64;
  Made.left = Left.Path;
  Made.right = Right.Path;
  switch (Operator->getOpcode()) {
  case BO_Add:
    Made.operation = CLEAVE_ADD;
    break;
  case BO_Sub:
    Made.operation = CLEAVE_SUBTRACT;
    break;
  case BO_Mul:
    Made.operation = CLEAVE_MULTIPLY;
    break;
  case BO_Div:
    if (Right.Path->kind != CLEAVE_HOST_INTEGER || !Right.Path->integer)
      return Result;
    Made.operation = CLEAVE_DIVIDE;
    break;
  default:
    return Result;
  }
  Result.Path = makeValue(Made);
  return Result;
}

HostEvaluator::Value HostEvaluator::unary(const UnaryOperator *Operator) {
  const Expr *Operand = Operator->getSubExpr();
  Value Result;
  if (Operator->isIncrementDecrementOp()) {
    const Place To = lvalue(Operand);
    read(To);
    write(To);
    Result.Target = cleave_cell_pointee(Memory, To.Cell);
    if (Operand->getType()->isPointerType())
      moves(Result.Target);
    return Result;
  }
  if (Operator->getOpcode() == UO_AddrOf) {
    if (Operand->getType()->isFunctionType())
      return Result;
    const Place Object = lvalue(Operand);
    Result.Target = Object.Cell;
    Result.Base = Object.Base;
    if (Object.Path) {
      cleave_host_value Made = {};
      Made.kind = CLEAVE_HOST_ADDRESS;
      Made.left = Object.Path;
      Result.Path = makeValue(Made);
    } else {
      Result.Path = Object.Address;
    }
    return Result;
  }
  if (Operator->getOpcode() == UO_Deref)
    return loaded(lvalue(Operator), Operator);
  Result = value(Operand);
  if (Operator->getOpcode() != UO_Plus && Operator->getOpcode() != UO_Extension)
    Result.Path = nullptr;
  if (Operator->getOpcode() == UO_LNot)
    return {};
  return Result;
}

HostEvaluator::Value HostEvaluator::value(const Expr *Expression) {
  Site = Expression;
  if (++Work > MostWork)
    IsComplete = false;
  if (!IsComplete)
    return {};
  Expression = asWritten(Expression);
  if (Expression->getType()->isIntegerType() && !Expression->isGLValue())
    if (auto Constant = Expression->getIntegerConstantExpr(Context);
        Constant && Constant->getSignificantBits() <= 31) {
      cleave_host_value Made = {};
      Made.kind = CLEAVE_HOST_INTEGER;
      Made.integer = Constant->getExtValue();
      Value Result;
      Result.Path = makeValue(Made);
      if (Context.getTypeSize(Expression->getType()) > Context.getTypeSize(Context.IntTy))
        Result.Path = makeCast(Result.Path, Expression->getType());
      return Result;
    }
  if (auto *Cast = dyn_cast<CastExpr>(Expression))
    return cast(Cast);
  if (Expression->isGLValue()) { // not read
    const Place Object = lvalue(Expression);
    return {Object.Cell, Object.Path, {}, Object.Base};
  }
  if (auto *Operator = dyn_cast<BinaryOperator>(Expression))
    return binary(Operator);
  if (auto *Operator = dyn_cast<UnaryOperator>(Expression))
    return unary(Operator);
  if (auto *Call = dyn_cast<CallExpr>(Expression))
    return call(Call);
  if (auto *Choice = dyn_cast<ConditionalOperator>(Expression)) {
    value(Choice->getCond());
    ++Conditional;
    const Value Yes = value(Choice->getTrueExpr()), No = value(Choice->getFalseExpr());
    --Conditional;
    Value Result;
    Result.Target = Yes.Target == CLEAVE_NO_CELL ? No.Target : Yes.Target;
    if (Yes.Target != CLEAVE_NO_CELL && No.Target != CLEAVE_NO_CELL)
      cleave_cell_unify(Memory, Yes.Target, No.Target);
    if (Expression->getType()->isPointerType() && Yes.Path && No.Path) {
      Result.Either[0] = Yes.Path;
      Result.Either[1] = No.Path;
    }
    return Result;
  }
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    return value(Cleanups->getSubExpr());
  if (auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Expression)) {
    const Value Result = value(Temporary->getSubExpr());
    temporary(Temporary, {Result.Target});
    return Result;
  }
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Expression))
    return value(Temporary->getSubExpr());
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Expression))
    return value(Default->getExpr());
  if (auto *Default = dyn_cast<CXXDefaultInitExpr>(Expression))
    return value(Default->getExpr());
  if (auto *Template = dyn_cast<SubstNonTypeTemplateParmExpr>(Expression))
    return value(Template->getReplacement());
  if (auto *Constant = dyn_cast<ConstantExpr>(Expression))
    return value(Constant->getSubExpr());
  if (isa<CXXThisExpr>(Expression))
    return thisObject();
  if (isa<CXXConstructExpr, InitListExpr, ArrayInitLoopExpr>(Expression)) {
    Value Result;
    Result.Target = cleave_cell_new(Memory);
    initialize({Result.Target}, Expression->getType(), Expression);
    return Result;
  }
  if (auto *New = dyn_cast<CXXNewExpr>(Expression)) {
    Value Result;
    Result.Target = cleave_cell_new(Memory);
    const FunctionDecl *Allocate = New->getOperatorNew();
    Result.IsFresh =
        Allocate && Allocate->isReplaceableGlobalAllocationFunction() && !New->getNumPlacementArgs();
    if (Allocate && Allocate->isReservedGlobalPlacementOperator() && New->getNumPlacementArgs() == 1) {
      const Value At = value(New->getPlacementArg(0)); // the object is there
      if (At.Target != CLEAVE_NO_CELL) {
        cleave_cell_collapse(Memory, At.Target);
        Result.Target = At.Target;
      }
    } else if (!Result.IsFresh) {
      std::vector<const Expr *> Arguments(New->placement_arguments().begin(),
                                          New->placement_arguments().end());
      unknownCall(Allocate, Arguments, nullptr);
      cleave_cell_comes_from_outside(Memory, Result.Target);
    }
    if (New->isArray() && New->getArraySize() && *New->getArraySize())
      value(*New->getArraySize());
    if (New->getInitializer())
      initialize({Result.Target}, New->getAllocatedType(), New->getInitializer());
    return Result;
  }
  if (auto *Delete = dyn_cast<CXXDeleteExpr>(Expression)) {
    const Value Freed = value(Delete->getArgument());
    Current->Called.insert(Delete);
    flag(CLEAVE_HOST_FREES);
    if (Freed.Target == CLEAVE_NO_CELL)
      return {};
    event(Freed.Target, true, nullptr);
    const QualType Destroyed = Delete->getDestroyedType();
    const auto *Class = Destroyed.isNull() ? nullptr : Destroyed->getAsCXXRecordDecl();
    const CXXDestructorDecl *Destructor = Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
    const FunctionDecl *Release = Delete->getOperatorDelete();
    if ((Destructor && Destructor->isVirtual()) || (Class && !Class->hasDefinition()) ||
        (Release && !Release->isReplaceableGlobalAllocationFunction())) {
      Value Object;
      Object.Target = Freed.Target;
      unknownCall(Destructor, {}, &Object);
    } else if (!Destroyed.isNull()) {
      destroy({Freed.Target}, Destroyed);
    }
    return {};
  }
  if (auto *List = dyn_cast<CXXStdInitializerListExpr>(Expression)) {
    Value Result;
    Result.Target = cleave_cell_new(Memory);
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Result.Target), lvalue(List->getSubExpr()).Cell);
    return Result;
  }
  if (auto *Lambda = dyn_cast<LambdaExpr>(Expression))
    return lambda(Lambda);
  if (auto *Inner = dyn_cast<StmtExpr>(Expression)) {
    statements(Inner->getSubStmt());
    const Stmt *Last = nullptr; // the value is that of the last statement
    for (const Stmt *Each : Inner->getSubStmt()->body())
      Last = isa<NullStmt>(Each) ? Last : Each;
    auto *Given = Last && isa<ValueStmt>(Last) ? llvm::cast<ValueStmt>(Last)->getExprStmt() : nullptr;
    if (!Given || Inner->getType()->isVoidType())
      return {};
    Value Result = Given->isGLValue() ? Value{lvalue(Given).Cell} : value(Given);
    Result.Path = Result.Base = Result.Either[0] = Result.Either[1] = nullptr;
    return Result;
  }
  if (isa<CXXThrowExpr>(Expression)) {
    flag(CLEAVE_HOST_UNWINDS);
    neverEnds();
    return unknown(Expression);
  }
  if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(Expression)) {
    if (Trait->isArgumentType())
      sizes(Trait->getArgumentType());
    else if (Trait->getArgumentExpr()->getType()->isVariableArrayType())
      Trait->getArgumentExpr()->isGLValue() ? (void)lvalue(Trait->getArgumentExpr())
                                            : (void)value(Trait->getArgumentExpr());
    return {};
  }
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral, CXXBoolLiteralExpr,
          CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXNoexceptExpr,
          TypeTraitExpr, SizeOfPackExpr, OffsetOfExpr, StringLiteral, DeclRefExpr, ConceptSpecializationExpr>(
          Expression))
    return {};
  return unknown(Expression);
}
