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

// Without the calls of declare variants, which depend on the target, and without nodes that have no meaning of their own.
static const Expr *asWritten(const Expr *Expression) {
  while (true) {
    Expression = Expression->IgnoreParens();
    if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression))
      Expression = Pseudo->getSyntacticForm();
    else if (auto *Full = dyn_cast<FullExpr>(Expression))
      Expression = Full->getSubExpr();
    else if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Expression))
      Expression = Default->getExpr();
    else if (auto *Default = dyn_cast<CXXDefaultInitExpr>(Expression))
      Expression = Default->getExpr();
    else if (auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(Expression))
      Expression = Argument->getReplacement();
    else
      return Expression;
  }
}

// ---- Expressions -------------------------------------------------------------------------------

bool HostEvaluator::reach(const Expr *&Expression) {
  Record.site = Expression = asWritten(Expression);
  IsComplete &= ++Record.work <= MostWork;
  return IsComplete;
}

HostEvaluator::Value HostEvaluator::unknown(const Expr *Expression) {
  const Value Result(cleave_cell_new_outside(Memory));
  flag(CLEAVE_HOST_UNKNOWN_CALL);
  for (const Stmt *Child : Expression->children())
    if (auto *Operand = dyn_cast_or_null<Expr>(Child))
      expose(Operand);
    else if (Child)
      IsComplete = false;
  return Result;
}

HostEvaluator::Place HostEvaluator::lvalue(const Expr *Expression) {
  if (!reach(Expression))
    return {cleave_cell_new(Memory)};
  if (!Expression->isGLValue()) { // a temporary
    const uint32_t Cell = cleave_cell_new(Memory);
    initialize({Cell}, Expression->getType(), Expression);
    return {Cell};
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Expression)) {
    Place Captured;
    if (captured(Reference, Captured))
      return Captured;
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl())) {
      Place Result = variable(Variable);
      const QualType Type = Variable->getType();
      Result.is_unshared = Type.isConstant(Context) || (Record.in_region && Type->isScalarType());
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
    Place Object;
    if (Member->isArrow()) {
      const Value Pointer = value(Member->getBase());
      Object = {cleave_host_target(&Record, Pointer.target), Pointer.path, Pointer.base};
    } else {
      Object = lvalue(Member->getBase());
    }
    const uint32_t Cell = Field->getParent()->isUnion()
                              ? (cleave_cell_collapse(Memory, Object.cell), Object.cell)
                              : memberCell(Object.cell, Field);
    Place Result = {Cell, makeMember(Object.path, Member->isArrow(), Field, Cell), Object.base};
    if (Field->getType()->isReferenceType())
      return {cleave_cell_pointee(Memory, Cell)};
    return Result;
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Expression)) {
    const HostValue Index = value(Subscript->getIdx()).path;
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
        Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      return element(lvalue(Decay->getSubExpr()), Decay->getSubExpr()->getType(), Index);
    const Value Pointer = value(Subscript->getBase());
    return cleave_host_subscript(&Record, &Pointer, Index);
  }
  if (auto *Operator = dyn_cast<UnaryOperator>(Expression)) {
    if (Operator->getOpcode() == UO_Deref) {
      const Value Pointer = value(Operator->getSubExpr());
      return cleave_host_dereferenced(&Record, &Pointer);
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
      Place To;
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
    ++Record.conditional;
    const Place Yes = lvalue(Choice->getTrueExpr()), No = lvalue(Choice->getFalseExpr());
    --Record.conditional;
    cleave_cell_unify(Memory, Yes.cell, No.cell);
    return {Yes.cell};
  }
  if (auto *Cast = dyn_cast<CastExpr>(Expression))
    return lvalue(Cast->getSubExpr());
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Expression))
    return lvalue(Temporary->getSubExpr());
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(Expression)) {
    const Place Made = {cleave_cell_new(Memory)};
    initialize(Made, Literal->getType(), Literal->getInitializer());
    return Made;
  }
  if (isa<StringLiteral, PredefinedExpr>(Expression))
    return {cleave_cell_new(Memory)};
  if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    Place Returned;
    const Value Result = call(Call, &Returned);
    return Returned.cell != CLEAVE_NO_CELL ? Returned : Place(cleave_host_target(&Record, Result.target));
  }
  return {unknown(Expression).target};
}

// The value of the object FROM, which NAME denotes.
HostEvaluator::Value HostEvaluator::loaded(const Place &From, const Expr *Name) {
  const QualType Type = Name->getType();
  read(From);
  Value Result;
  Result.path = From.path;
  if (Type->isRecordType()) {
    Result.target = From.cell;
    return Result;
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Name->IgnoreParens()))
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      for (Frame *Outer = Current; Outer; Outer = Outer->Caller)
        if (auto Found = Outer->Values.find(Variable->getCanonicalDecl()); Found != Outer->Values.end()) {
          Result.path = Found->second.path;
          std::copy_n(Found->second.either, 2, Result.either);
          Result.base = Found->second.base;
          break;
        }
  Result.target = cleave_cell_pointee(Memory, From.cell);
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
    const cleave_host_type Type = typeOf(From->getType());
    return cleave_host_decayed(&Record, &Array, &Type);
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return Value();
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return Value(cleave_cell_new_null(Memory));
  case CK_IntegralToPointer:
  case CK_PointerToIntegral: {
    Value Result(value(From).target);
    if (Result.target == CLEAVE_NO_CELL) { // a number
      Result.target = cleave_cell_new(Memory);
      cleave_cell_set_unknown(Memory, Result.target);
    }
    return Result;
  }
  case CK_ToUnion: {
    const Value Result(cleave_cell_new(Memory));
    cleave_cell_collapse(Memory, Result.target);
    initialize({Result.target}, From->getType(), From);
    return Result;
  }
  case CK_IntegralCast: {
    Value Result = value(From);
    if (Context.getTypeSize(Cast->getType()) < Context.getTypeSize(Context.IntTy))
      Result.path = nullptr; // it may be another value
    else if (isa<ExplicitCastExpr>(Cast))
      Result.path = makeCast(Result.path, Cast->getType());
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
    return denoted(From);
  default: {
    if (From->isGLValue())
      return unknown(Cast);
    Value Result = value(From);
    Result.path = nullptr; // another type of number
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
  const cleave_host_type Facts = typeOf(Type);
  return cleave_host_update(&Record, &To, &Facts, &From);
}

static cleave_operation operationOf(BinaryOperatorKind Kind) {
  switch (Kind) {
  case BO_Add:
    return CLEAVE_ADD;
  case BO_Sub:
    return CLEAVE_SUBTRACT;
  case BO_Mul:
    return CLEAVE_MULTIPLY;
  case BO_Div:
    return CLEAVE_DIVIDE;
  default:
    return CLEAVE_COMMA;
  }
}

HostEvaluator::Value HostEvaluator::binary(const BinaryOperator *Operator) {
  if (Operator->isAssignmentOp()) {
    Place To;
    return assignment(Operator, To);
  }
  if (Operator->getOpcode() == BO_Comma) {
    Operator->getLHS()->isGLValue() ? (void)lvalue(Operator->getLHS()) : (void)value(Operator->getLHS());
    return value(Operator->getRHS());
  }
  const Value Left = value(Operator->getLHS());
  Record.conditional += Operator->isLogicalOp();
  const Value Right = value(Operator->getRHS());
  Record.conditional -= Operator->isLogicalOp();
  const QualType Type = Operator->getType();
  const cleave_operation Operation = operationOf(Operator->getOpcode());
  if (Type->isPointerType()) {
    const bool IsSwapped = !Operator->getLHS()->getType()->isPointerType();
    return cleave_host_pointer_sum(&Record, Operation, IsSwapped, IsSwapped ? &Right : &Left,
                                   IsSwapped ? &Left : &Right);
  }
  if (Operator->isComparisonOp() || Operator->isLogicalOp())
    return Value();
  const cleave_host_type Facts = typeOf(Type);
  return cleave_host_arithmetic(&Record, Operation, &Facts,
                                Type->isUnsignedIntegerType() && Context.getTypeSize(Type) < 64, &Left,
                                &Right);
}

HostEvaluator::Value HostEvaluator::unary(const UnaryOperator *Operator) {
  const Expr *Operand = Operator->getSubExpr();
  Value Result;
  if (Operator->isIncrementDecrementOp()) {
    const Place To = lvalue(Operand);
    const cleave_host_type Type = typeOf(Operand->getType());
    return cleave_host_update(&Record, &To, &Type, nullptr);
  }
  if (Operator->getOpcode() == UO_AddrOf) {
    if (Operand->getType()->isFunctionType())
      return Result;
    const Place Object = lvalue(Operand);
    return cleave_host_address_of(&Record, &Object);
  }
  if (Operator->getOpcode() == UO_Deref)
    return loaded(lvalue(Operator), Operator);
  Result = value(Operand);
  if (Operator->getOpcode() != UO_Plus && Operator->getOpcode() != UO_Extension)
    Result.path = nullptr;
  return Operator->getOpcode() == UO_LNot ? Value() : Result;
}

HostEvaluator::Value HostEvaluator::created(const CXXNewExpr *New) {
  Value Result(cleave_cell_new(Memory));
  const FunctionDecl *Allocate = New->getOperatorNew();
  Result.is_fresh =
      Allocate && Allocate->isReplaceableGlobalAllocationFunction() && !New->getNumPlacementArgs();
  if (Allocate && Allocate->isReservedGlobalPlacementOperator() && New->getNumPlacementArgs() == 1) {
    const Value At = value(New->getPlacementArg(0)); // the object is there
    if (At.target != CLEAVE_NO_CELL) {
      cleave_cell_collapse(Memory, At.target);
      Result.target = At.target;
    }
  } else if (!Result.is_fresh) {
    std::vector<const Expr *> Arguments(New->placement_arguments().begin(), New->placement_arguments().end());
    unknownCall(Allocate, Arguments, nullptr);
    cleave_cell_comes_from_outside(Memory, Result.target);
  }
  if (New->isArray() && New->getArraySize() && *New->getArraySize())
    value(*New->getArraySize());
  if (New->getInitializer())
    initialize({Result.target}, New->getAllocatedType(), New->getInitializer());
  return Result;
}

HostEvaluator::Value HostEvaluator::deleted(const CXXDeleteExpr *Delete) {
  const Value Freed = value(Delete->getArgument());
  Current->Called.insert(Delete);
  flag(CLEAVE_HOST_FREES);
  if (Freed.target == CLEAVE_NO_CELL)
    return Value();
  event(Freed.target, true, nullptr);
  const QualType Destroyed = Delete->getDestroyedType();
  const auto *Class = Destroyed.isNull() ? nullptr : Destroyed->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor = Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
  const FunctionDecl *Release = Delete->getOperatorDelete();
  if ((Destructor && Destructor->isVirtual()) || (Class && !Class->hasDefinition()) ||
      (Release && !Release->isReplaceableGlobalAllocationFunction())) {
    const Value Object(Freed.target);
    unknownCall(Destructor, {}, &Object);
  } else if (!Destroyed.isNull()) {
    destroy({Freed.target}, Destroyed);
  }
  return Value();
}

HostEvaluator::Value HostEvaluator::value(const Expr *Expression) {
  if (!reach(Expression))
    return Value();
  if (Expression->getType()->isIntegerType() && !Expression->isGLValue())
    if (auto Constant = Expression->getIntegerConstantExpr(Context);
        Constant && Constant->getSignificantBits() <= 31) {
      Value Result;
      Result.path = cleave_host_integer(Arena, Constant->getExtValue());
      if (Context.getTypeSize(Expression->getType()) > Context.getTypeSize(Context.IntTy))
        Result.path = makeCast(Result.path, Expression->getType());
      return Result;
    }
  if (auto *Cast = dyn_cast<CastExpr>(Expression))
    return cast(Cast);
  if (Expression->isGLValue()) // not read
    return denoted(Expression);
  if (auto *Operator = dyn_cast<BinaryOperator>(Expression))
    return binary(Operator);
  if (auto *Operator = dyn_cast<UnaryOperator>(Expression))
    return unary(Operator);
  if (auto *Call = dyn_cast<CallExpr>(Expression))
    return call(Call);
  if (auto *Choice = dyn_cast<ConditionalOperator>(Expression)) {
    value(Choice->getCond());
    ++Record.conditional;
    const Value Yes = value(Choice->getTrueExpr()), No = value(Choice->getFalseExpr());
    --Record.conditional;
    const cleave_host_type Type = typeOf(Expression->getType());
    return cleave_host_choose(&Record, &Type, &Yes, &No);
  }
  if (auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Expression)) {
    const Value Result = value(Temporary->getSubExpr());
    temporary(Temporary, {Result.target});
    return Result;
  }
  if (isa<CXXThisExpr>(Expression))
    return thisObject();
  if (isa<CXXConstructExpr, InitListExpr, ArrayInitLoopExpr>(Expression)) {
    const Value Result(cleave_cell_new(Memory));
    initialize({Result.target}, Expression->getType(), Expression);
    return Result;
  }
  if (auto *New = dyn_cast<CXXNewExpr>(Expression))
    return created(New);
  if (auto *Delete = dyn_cast<CXXDeleteExpr>(Expression))
    return deleted(Delete);
  if (auto *List = dyn_cast<CXXStdInitializerListExpr>(Expression)) {
    const Value Result(cleave_cell_new(Memory));
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Result.target), lvalue(List->getSubExpr()).cell);
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
      return Value();
    Value Result = evaluate(Given);
    Result.path = Result.base = Result.either[0] = Result.either[1] = nullptr;
    return Result;
  }
  if (isa<CXXThrowExpr>(Expression)) {
    flag(CLEAVE_HOST_UNWINDS);
    cleave_host_never_ends(&Record);
    return unknown(Expression);
  }
  if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(Expression)) {
    if (Trait->isArgumentType())
      sizes(Trait->getArgumentType());
    else if (Trait->getArgumentExpr()->getType()->isVariableArrayType())
      Trait->getArgumentExpr()->isGLValue() ? (void)lvalue(Trait->getArgumentExpr())
                                            : (void)value(Trait->getArgumentExpr());
    return Value();
  }
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral, CXXBoolLiteralExpr,
          CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXNoexceptExpr,
          TypeTraitExpr, SizeOfPackExpr, OffsetOfExpr, StringLiteral, DeclRefExpr, ConceptSpecializationExpr>(
          Expression))
    return Value();
  return unknown(Expression);
}
