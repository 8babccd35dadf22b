// FILE: passes/frontend/reader_body_values.cpp
// WHAT: see reader_body_values.h.
#include "reader_body_values.h"
#include "reader_effects.h"
#include "reader_headers.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace cleave;

// ---- Values ----------------------------------------------------------------------------------------------

// An expression whose value is not used.
BodyValueReader::Value *BodyValueReader::evaluated(const Expr *Code) {
  Code = Code->IgnoreParens();
  if (auto *Full = dyn_cast<FullExpr>(Code))
    return evaluated(Full->getSubExpr());
  auto *Binary = dyn_cast<BinaryOperator>(Code);
  auto *Unary = dyn_cast<UnaryOperator>(Code);
  if (!Code->isGLValue() || isa<CallExpr>(Code) ||
      (Binary && (Binary->isAssignmentOp() || Binary->isCommaOp())) ||
      (Unary && Unary->isIncrementDecrementOp()))
    return value(Code);
  return addressOf(place(Code), Code); // no access
}

BodyValueReader::Value *BodyValueReader::value(const Expr *Code) {
  if (auto *Parentheses = dyn_cast<ParenExpr>(Code)) {
    Value *Result = value(Parentheses->getSubExpr());
    if (!Depth)
      Result->whole = textOf(Code);
    return Result;
  }
  Value *Result = plainValue(Code);
  if (const std::optional<int64_t> Constant = constantValue(Code);
      Constant && Result->kind != CLEAVE_BODY_INLINED) {
    Result->has_constant = true;
    Result->constant = *Constant;
  }
  return Result;
}

BodyValueReader::Value *BodyValueReader::plainValue(const Expr *Code) {
  if (auto *Cast = dyn_cast<CastExpr>(Code))
    return conversion(Cast);
  if (auto *Binary = dyn_cast<BinaryOperator>(Code))
    return binary(Binary);
  if (auto *Unary = dyn_cast<UnaryOperator>(Code))
    return unary(Unary);
  if (auto *Conditional = dyn_cast<ConditionalOperator>(Code)) {
    Value *Result = newValue(CLEAVE_BODY_SELECT, Code->getType(), Code);
    Result->condition = value(Conditional->getCond());
    Result->left = value(Conditional->getTrueExpr());
    Result->right = value(Conditional->getFalseExpr());
    return Result;
  }
  if (auto *Call = dyn_cast<CallExpr>(Code))
    return call(Call);
  if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Code)) // the device may call a variant of the function
    return value(Pseudo->getSyntacticForm());
  if (auto *Construct = dyn_cast<CXXConstructExpr>(Code))
    return construction(Construct);
  if (auto *List = dyn_cast<InitListExpr>(Code))
    return list(List);
  if (auto *List = dyn_cast<CXXStdInitializerListExpr>(Code))
    return standardList(List);
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Code);
      Cleanups && Cleanups->cleanupsHaveSideEffects() && Cleanups->getNumObjects())
    return unknownValue(Code);
  if (auto *Full = dyn_cast<FullExpr>(Code))
    return value(Full->getSubExpr());
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Code))
    return value(Default->getExpr());
  if (auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(Code))
    return value(Argument->getReplacement());
  if (auto *Choice = dyn_cast<ChooseExpr>(Code))
    return value(Choice->getChosenSubExpr());
  if (auto *Selection = dyn_cast<GenericSelectionExpr>(Code))
    return value(Selection->getResultExpr());
  if (auto *Operator = dyn_cast<CXXRewrittenBinaryOperator>(Code))
    return value(Operator->getSemanticForm());
  if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Code); Opaque && Opaque->getSourceExpr())
    return value(Opaque->getSourceExpr());
  if (auto *Block = dyn_cast<StmtExpr>(Code))
    return statementExpression(Block);
  if (isa<CXXThisExpr>(Code)) {
    for (Frame *At = Current; At; At = At->Captured)
      if (At->This)
        return read(variablePlace(At->This, Code), Code);
    for (Frame *At = Current; At != &Region; At = At->Captured)
      if (!At->Captured)
        return unknownValue(Code); // a static call: there is no object
    Region.This = newVariable("this", Code->getType());
    Region.This->is_this = true;
    Region.This->is_callees = false;
    Region.This->in_region = Index(nullptr);
    return read(variablePlace(Region.This, Code), Code);
  }
  const bool IsLiteral =
      isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral, CXXBoolLiteralExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXNullPtrLiteralExpr, GNUNullExpr>(Code);
  auto *Named = dyn_cast<DeclRefExpr>(Code);
  if (IsLiteral || (Named && isa<EnumConstantDecl>(Named->getDecl())) || constantValue(Code)) {
    Value *Result = newValue(CLEAVE_BODY_CONSTANT, Code->getType(), Code);
    std::string Printed;
    llvm::raw_string_ostream Out(Printed);
    Code->printPretty(Out, nullptr, Context.getPrintingPolicy());
    Result->name = copy(Printed);
    return Result;
  }
  if (Code->isGLValue() && !Code->getType()->isFunctionType()) // of a class, which is copied
    return read(place(Code), Code);
  return unknownValue(Code);
}

BodyValueReader::Value *BodyValueReader::conversion(const CastExpr *Code) {
  const Expr *From = Code->getSubExpr();
  const QualType To = Code->getType();
  auto Convert = [&](cleave_body_conversion Conversion) {
    Value *Result = newValue(CLEAVE_BODY_CONVERT, To, Code);
    Result->conversion = Conversion;
    Result->is_written = isa<ExplicitCastExpr>(Code);
    Result->left = Conversion == CLEAVE_BODY_DISCARDED ? evaluated(From) : value(From);
    return Result;
  };
  switch (Code->getCastKind()) {
  case CK_LValueToRValue: {
    const Expr *Inner = From->IgnoreParens();
    auto *Binary = dyn_cast<BinaryOperator>(Inner);
    auto *Unary = dyn_cast<UnaryOperator>(Inner);
    // In C++ these are objects; their value is what was assigned.
    if ((Binary && Binary->isAssignmentOp()) || (Unary && Unary->isIncrementDecrementOp()))
      return value(From);
    // A constant of the enclosing function: the closure has no capture for it (C++17, 6.2p3).
    auto *Name = dyn_cast<DeclRefExpr>(Inner);
    if (Name && Current->Closure && Name->isNonOdrUse() == NOUR_Constant &&
        Name->refersToEnclosingVariableOrCapture()) {
      Value *Result = newValue(CLEAVE_BODY_CONSTANT, To, Code);
      Result->name = copy(Name->getDecl()->getName());
      return Result;
    }
    return read(place(From), Code);
  }
  case CK_ArrayToPointerDecay: {
    Value *Result = newValue(CLEAVE_BODY_DECAY, To, Code);
    Result->place = place(From);
    return Result;
  }
  case CK_IntegralCast:
    return Convert(CLEAVE_BODY_TO_INTEGER);
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexCast:
  case CK_IntegralRealToComplex:
  case CK_PointerToBoolean:
    return Convert(CLEAVE_BODY_NUMERIC);
  case CK_ToVoid:
    return Convert(CLEAVE_BODY_DISCARDED);
  case CK_NullToPointer: {
    Value *Result = newValue(CLEAVE_BODY_CONSTANT, To, Code);
    Result->name = "0";
    return Result;
  }
  case CK_NoOp:
    return From->isPRValue() ? Convert(CLEAVE_BODY_SAME) : read(place(Code), Code);
  case CK_BitCast:
    return To->isPointerType() && From->getType()->isPointerType() ? Convert(CLEAVE_BODY_SAME)
                                                                   : unknownValue(Code);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase: {
    if (!To->isPointerType())
      return unknownValue(Code);
    Place *Part = target(value(From), From->getType()->getPointeeType(), From);
    for (const CXXBaseSpecifier *Base : Code->path())
      Part = baseOf(Part, Base->getType());
    return addressOf(Part, Code);
  }
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return value(From);
  default:
    return unknownValue(Code);
  }
}

static cleave_body_operation operationOf(BinaryOperatorKind Kind) {
  switch (Kind) {
  case BO_Add:
    return CLEAVE_BODY_ADD;
  case BO_Sub:
    return CLEAVE_BODY_SUBTRACT;
  case BO_Mul:
    return CLEAVE_BODY_MULTIPLY;
  case BO_Div:
    return CLEAVE_BODY_DIVIDE;
  case BO_Rem:
    return CLEAVE_BODY_REMAINDER;
  case BO_Shl:
    return CLEAVE_BODY_SHIFT_LEFT;
  case BO_Shr:
    return CLEAVE_BODY_SHIFT_RIGHT;
  case BO_And:
    return CLEAVE_BODY_AND;
  case BO_Or:
    return CLEAVE_BODY_OR;
  case BO_Xor:
    return CLEAVE_BODY_XOR;
  case BO_LT:
    return CLEAVE_BODY_LESS;
  case BO_GT:
    return CLEAVE_BODY_GREATER;
  case BO_LE:
    return CLEAVE_BODY_LESS_EQUAL;
  case BO_GE:
    return CLEAVE_BODY_GREATER_EQUAL;
  case BO_EQ:
    return CLEAVE_BODY_EQUAL;
  case BO_NE:
    return CLEAVE_BODY_NOT_EQUAL;
  case BO_LAnd:
    return CLEAVE_BODY_LOGICAL_AND;
  case BO_LOr:
    return CLEAVE_BODY_LOGICAL_OR;
  default:
    return CLEAVE_BODY_NO_OPERATION;
  }
}

BodyValueReader::Value *BodyValueReader::unary(const UnaryOperator *Code) {
  const Expr *Operand = Code->getSubExpr();
  auto Apply = [&](cleave_body_operation Operation) {
    Value *Result = newValue(CLEAVE_BODY_UNARY, Code->getType(), Code);
    Result->operation = Operation;
    Result->left = value(Operand);
    return Result;
  };
  switch (Code->getOpcode()) {
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Value *Result = newValue(CLEAVE_BODY_STEP, Code->getType(), Code);
    Result->place = place(Operand);
    Result->is_decrement = Code->isDecrementOp();
    Result->is_prefix = Code->isPrefix();
    return Result;
  }
  case UO_Plus:
    return Apply(CLEAVE_BODY_PLUS);
  case UO_Minus:
    return Apply(CLEAVE_BODY_MINUS);
  case UO_Not:
    return Apply(CLEAVE_BODY_COMPLEMENT);
  case UO_LNot:
    return Apply(CLEAVE_BODY_NOT);
  case UO_Extension:
    return value(Operand);
  case UO_Real:
  case UO_Imag: { // of a value; those of objects are places
    Value *Result = newValue(CLEAVE_BODY_CONVERT, Code->getType(), Code);
    Result->conversion = CLEAVE_BODY_NUMERIC;
    Result->is_written = true;
    Result->left = value(Operand);
    return Result;
  }
  case UO_AddrOf: {
    if (!Operand->isGLValue() || Operand->getType()->isFunctionType() || Operand->refersToBitField())
      return unknownValue(Code);
    Value *Result = newValue(CLEAVE_BODY_ADDRESS, Code->getType(), Code);
    Result->place = place(Operand);
    return Result;
  }
  default:
    return unknownValue(Code);
  }
}

BodyValueReader::Value *BodyValueReader::binary(const BinaryOperator *Code) {
  if (Code->isAssignmentOp())
    return assignment(Code);
  const Expr *Left = Code->getLHS(), *Right = Code->getRHS();
  if (Code->isCommaOp()) {
    Value *Result = newValue(CLEAVE_BODY_COMMA, Code->getType(), Code);
    Result->left = evaluated(Left);
    Result->right = Code->isGLValue() ? evaluated(Right) : value(Right);
    return Result;
  }
  const cleave_body_operation Operation = operationOf(Code->getOpcode());
  if (Operation == CLEAVE_BODY_NO_OPERATION)
    return unknownValue(Code);
  Value *Result =
      newValue(Code->isLogicalOp() ? CLEAVE_BODY_LOGICAL : CLEAVE_BODY_BINARY, Code->getType(), Code);
  Result->operation = Operation;
  Result->left = value(Left);
  Result->right = value(Right);
  // p + 1 and 1 + p: the pointer is LEFT.
  if (Right->getType()->isPointerType() && Left->getType()->isIntegralOrEnumerationType()) {
    std::swap(Result->left, Result->right);
    Result->is_reversed = true;
  }
  const FPOptions Floating = Code->getFPFeaturesInEffect(Context.getLangOpts());
  Result->may_contract = Floating.getFPContractMode() != LangOptions::FPM_Off;
  Result->contracts_in_statement = Floating.allowFPContractWithinStatement();
  return Result;
}

BodyValueReader::Value *BodyValueReader::assignment(const BinaryOperator *Code) {
  Value *Result = newValue(CLEAVE_BODY_ASSIGN, Code->getType(), Code);
  Result->right = value(Code->getRHS());
  Result->place = place(Code->getLHS());
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(Code)) {
    Result->operation = operationOf(BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()));
    Result->computed = type(Compound->getComputationResultType());
    const FPOptions Floating = Compound->getFPFeaturesInEffect(Context.getLangOpts());
    Result->may_contract = Floating.getFPContractMode() != LangOptions::FPM_Off;
    Result->contracts_in_statement = Floating.allowFPContractWithinStatement();
  }
  return Result;
}

BodyValueReader::Value *BodyValueReader::list(const InitListExpr *Code) {
  const InitListExpr *Meant = Code->isSemanticForm() ? Code : Code->getSemanticForm();
  if (Code->isGLValue())
    return Code->getNumInits() == 1 ? read(place(Code->getInit(0)), Code) : unknownValue(Code);
  if (!Code->getType()->isRecordType() && !Code->getType()->isArrayType() && Meant->getNumInits() == 1)
    return value(Meant->getInit(0)); // { x } for a number
  Value *Result = newValue(CLEAVE_BODY_LIST, Code->getType(), Code);
  std::vector<Value *> Items;
  // The first items are objects of the bases.
  auto *Class = Code->getType()->getAsCXXRecordDecl();
  const unsigned Bases = Class ? Class->getNumBases() : 0;
  for (unsigned I = 0; I < Bases; ++I)
    if (!Class->bases_begin()[I].getType()->getAsCXXRecordDecl()->isEmpty())
      return unknownValue(Code);
  for (const Expr *Item : Meant->inits().drop_front(std::min(Bases, Meant->getNumInits()))) {
    if (isa<DesignatedInitUpdateExpr>(Item))
      return unknownValue(Code);
    Items.push_back(Item->isGLValue() ? addressOf(place(Item), Item) : value(Item)); // a reference
  }
  if (Meant->hasArrayFiller() && !isa<ImplicitValueInitExpr, NoInitExpr>(Meant->getArrayFiller()))
    return unknownValue(Code);
  storeList(Arena, Items, Result->items, Result->item_count);
  return Result;
}

// A record with a pointer to the first of the elements, and their number or a pointer behind the last.
BodyValueReader::Value *BodyValueReader::standardList(const CXXStdInitializerListExpr *Code) {
  const RecordDecl *Class = Code->getType()->getAsRecordDecl();
  auto *Array = Context.getAsConstantArrayType(Code->getSubExpr()->getType());
  std::vector<const FieldDecl *> Members;
  for (const FieldDecl *Field : Class->fields())
    Members.push_back(Field);
  if (!Array || Members.size() != 2 || !Members[0]->getType()->isPointerType() ||
      !Members[1]->getType()->isIntegerType())
    return unknownValue(Code);
  Value *Result = newValue(CLEAVE_BODY_LIST, Code->getType(), Code),
        *First = newValue(CLEAVE_BODY_DECAY, Members[0]->getType(), Code),
        *Count = newValue(CLEAVE_BODY_CONSTANT, Members[1]->getType(), Code);
  First->place = place(Code->getSubExpr());
  Count->has_constant = true;
  Count->constant = static_cast<int64_t>(Array->getSize().getZExtValue());
  Count->name = copy(std::to_string(Count->constant));
  storeList(Arena, {First, Count}, Result->items, Result->item_count);
  return Result;
}

// ---- Places ----------------------------------------------------------------------------------------------

BodyValueReader::Place *BodyValueReader::place(const Expr *Code) {
  Code = Code->IgnoreParens();
  Place *Result = plainPlace(Code);
  return Result;
}

// What the lambda that is called has captured for VARIABLE, in an object that another function made.
BodyValueReader::Place *BodyValueReader::captured(const VarDecl *Variable, const Expr *Code) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  cast<CXXMethodDecl>(Current->Function)->getParent()->getCaptureFields(Fields, This);
  auto Found = Fields.find(Variable);
  return Found == Fields.end() ? unknownPlace(Code) : memberOf(Current->Closure, Found->second, Code);
}

BodyValueReader::Place *BodyValueReader::reference(const DeclRefExpr *Code) {
  if (auto *Variable = dyn_cast<VarDecl>(Code->getDecl())) {
    if (isa<OMPCapturedExprDecl>(Variable))
      return place(sourceExpression(Code));
    if (Current->Closure && Code->refersToEnclosingVariableOrCapture())
      return captured(Variable, Code);
    Place *Result = variablePlace(this->variable(Variable->getCanonicalDecl()), Code);
    return Result;
  }
  if (auto *Binding = dyn_cast<BindingDecl>(Code->getDecl());
      Binding && Binding->getBinding() && !Binding->getHoldingVar())
    return place(Binding->getBinding());
  return unknownPlace(Code);
}

BodyValueReader::Place *BodyValueReader::memberOf(Place *Record, const FieldDecl *Field, const Expr *Code) {
  Place *Result = slotOf(Record, Field);
  Result->text = textOf(Code);
  if (Field->getType()->isReferenceType())
    return target(read(Result, Code), Code->getType(), Code);
  Result->type = type(Code->getType());
  return Result;
}

BodyValueReader::Place *BodyValueReader::member(const MemberExpr *Code) {
  if (auto *Static = dyn_cast<VarDecl>(Code->getMemberDecl()))
    return variablePlace(variable(Static->getCanonicalDecl()), Code);
  auto *Field = dyn_cast<FieldDecl>(Code->getMemberDecl());
  if (!Field)
    return unknownPlace(Code);
  Place *Record = Code->isArrow() ? target(value(Code->getBase()),
                                           Code->getBase()->getType()->getPointeeType(), Code->getBase())
                                  : place(Code->getBase());
  Place *Result = memberOf(Record, Field, Code);
  if (Field->getType()->isReferenceType())
    return Result;
  if (Code->getType()->isIntegralOrEnumerationType())
    Result->is_kept = readsKeptMembers(Code, Fields);
  Result->is_assigned = Fields.count(Field) || Field->isBitField();
  Result->is_accessible = !Depth || Field->getAccess() == AS_public || Field->getAccess() == AS_none;
  return Result;
}

BodyValueReader::Place *BodyValueReader::plainPlace(const Expr *Code) {
  if (Code->isPRValue()) { // a member of a value
    Place *Result = newPlace(CLEAVE_BODY_TEMPORARY, Code->getType(), Code);
    Result->pointer = value(Code);
    return Result;
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Code))
    return reference(Reference);
  if (auto *Member = dyn_cast<MemberExpr>(Code))
    return member(Member);
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Code)) {
    const Expr *Base = Subscript->getBase();
    if (!Base->getType()->isPointerType())
      return unknownPlace(Code); // of a vector
    Value *Pointer = newValue(CLEAVE_BODY_BINARY, Base->getType(), Code);
    Pointer->operation = CLEAVE_BODY_ADD;
    Pointer->left = value(Base);
    Pointer->right = value(Subscript->getIdx());
    Pointer->is_written = true;
    return target(Pointer, Code->getType(), Code);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Code)) {
    if (Unary->getOpcode() == UO_Deref)
      return target(value(Unary->getSubExpr()), Code->getType(), Code);
    if (Unary->getOpcode() == UO_Extension)
      return place(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Real || Unary->getOpcode() == UO_Imag) {
      Place *Result = newPlace(CLEAVE_BODY_MEMBER, Code->getType(), Code);
      Result->record = place(Unary->getSubExpr());
      Result->member = Unary->getOpcode() == UO_Real ? "__real__" : "__imag__";
      Result->member_index = Unary->getOpcode() == UO_Imag;
      return Result;
    }
    if (!Unary->isIncrementDecrementOp())
      return unknownPlace(Code);
  }
  if (auto *Conditional = dyn_cast<ConditionalOperator>(Code)) {
    Place *Result = newPlace(CLEAVE_BODY_CHOICE, Code->getType(), Code);
    Result->pointer = value(Conditional->getCond());
    Result->record = place(Conditional->getTrueExpr());
    Result->other = place(Conditional->getFalseExpr());
    return Result;
  }
  auto *Binary = dyn_cast<BinaryOperator>(Code);
  if (isa<UnaryOperator>(Code) || (Binary && (Binary->isAssignmentOp() || Binary->isCommaOp()))) {
    Place *Result = newPlace(CLEAVE_BODY_AFTER, Code->getType(), Code);
    Result->pointer = value(Code);
    Result->record = place(Binary && Binary->isCommaOp() ? Binary->getRHS()
                           : Binary                      ? Binary->getLHS()
                                                         : cast<UnaryOperator>(Code)->getSubExpr());
    if (Binary && Binary->isCommaOp())
      Result->pointer = evaluated(Binary->getLHS());
    return Result;
  }
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Code)) {
    Place *Result = newPlace(CLEAVE_BODY_TEMPORARY, Code->getType(), Code);
    Result->pointer = value(Temporary->getSubExpr());
    return Result;
  }
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(Code); Literal && !Literal->isFileScope()) {
    Place *Result = newPlace(CLEAVE_BODY_TEMPORARY, Code->getType(), Code);
    Result->pointer = value(Literal->getInitializer());
    return Result;
  }
  if (auto *Cast = dyn_cast<CastExpr>(Code)) {
    if (Cast->getCastKind() == CK_NoOp)
      return place(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_DerivedToBase || Cast->getCastKind() == CK_UncheckedDerivedToBase) {
      Place *Result = place(Cast->getSubExpr());
      for (const CXXBaseSpecifier *Base : Cast->path())
        Result = baseOf(Result, Base->getType());
      Result->text = textOf(Code);
      return Result;
    }
    return unknownPlace(Code);
  }
  if (auto *Full = dyn_cast<FullExpr>(Code))
    return place(Full->getSubExpr());
  if (auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(Code))
    return place(Argument->getReplacement());
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(Code))
    return place(Default->getExpr());
  if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Code); Opaque && Opaque->getSourceExpr())
    return place(Opaque->getSourceExpr());
  if (auto *List = dyn_cast<InitListExpr>(Code); List && List->getNumInits() == 1)
    return place(List->getInit(0));
  if (auto *Call = dyn_cast<CallExpr>(Code)) { // of a function that returns a reference
    switch (Call->getBuiltinCallee()) {
    case Builtin::BImove:
    case Builtin::BImove_if_noexcept:
    case Builtin::BIforward:
    case Builtin::BIas_const:
      return place(Call->getArg(0));
    default:
      break;
    }
    Value *Called = call(Call);
    return Called->kind == CLEAVE_BODY_INLINED ? target(Called, Code->getType(), Code) : unknownPlace(Code);
  }
  return unknownPlace(Code);
}
