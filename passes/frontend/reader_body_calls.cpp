// FILE: passes/frontend/reader_body_calls.cpp
// WHAT: see reader_body_calls.h.
//
// A body is used if host and device compile the same one (visibleDefinition). Recursive functions, virtual ones, and what exceeds
// the limits
// stay calls.
#include "reader_body_calls.h"
#include "reader_calls.h"
#include "reader_code.h"
#include "reader_effects.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cleave;

namespace {
constexpr unsigned MostDepth = 12;        // calls in each other
constexpr unsigned MostStatements = 2000; // of all called functions of a loop
} // namespace

// The definition of FUNCTION that a call of it is replaced by; or null.
const FunctionDecl *BodyCallReader::bodyOf(const FunctionDecl *Function) const {
  if (!Function || Depth >= MostDepth || Inlined >= MostStatements)
    return nullptr;
  const FunctionDecl *Definition = visibleDefinition(Function, Context.getSourceManager(), Header);
  if (!Definition || !Definition->getBody() || isa<CXXDestructorDecl>(Definition) ||
      Definition->isVariadic() || Definition->isDependentContext() || Definition->hasAttr<AsmLabelAttr>() ||
      Definition->isWeak() || isa<CXXTryStmt>(Definition->getBody()) || Definition->isNoReturn())
    return nullptr;
  auto Found = Active.find(Definition);
  return Found == Active.end() || !Found->second ? Definition : nullptr;
}

BodyCallReader::Value *BodyCallReader::unknownCall(const CallExpr *Code, const FunctionDecl *Callee) {
  if (!Callee || isa<CXXMethodDecl>(Callee) || !Callee->getIdentifier())
    return unknownValue(Code);
  Value *Result = newValue(CLEAVE_BODY_CALL, Code->getType(), Code);
  Result->name = copy(Callee->getName());
  // Functions whose body is visible, but not in the tree, may do anything.
  if (visibleDefinition(Callee, Context.getSourceManager(), Header))
    return unknownValue(Code);
  const bool IsConstant = Callee->getBuiltinID() && Context.BuiltinInfo.isConst(Callee->getBuiltinID());
  Result->is_mathematical = isMathematical(Callee, Context);
  Result->has_no_effects = IsConstant || hasNoEffects(Callee, Context) || Result->is_mathematical;
  Result->is_cheap = IsConstant;
  Result->aborts =
      Callee->isNoReturn() && cleave_callee_of(Callee->getName().str().c_str()) == CLEAVE_CALLEE_ABORTS;
  // Functions of complex numbers get references to their values.
  const bool TakesNumbers = isComplexFunction(Callee, Context);
  Result->is_mathematical |= TakesNumbers;
  Result->has_no_effects |= TakesNumbers;
  std::vector<Value *> Items;
  for (const Expr *Argument : Code->arguments()) {
    if (!Argument->isPRValue() && !TakesNumbers)
      return unknownValue(Code);
    Items.push_back(Argument->isPRValue() ? value(Argument) : read(place(Argument), Argument));
  }
  storeList(Arena, Items, Result->items, Result->item_count);
  return Result;
}

bool BodyCallReader::bindParameters(const FunctionDecl *Definition, ArrayRef<const Expr *> Arguments,
                                    Frame &Called, std::vector<Statement *> &Statements, const Expr *Code) {
  if (Arguments.size() != Definition->getNumParams())
    return false;
  std::vector<Statement *> Bound;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const ParmVarDecl *Parameter = Definition->getParamDecl(I);
    const QualType Type = Parameter->getType();
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    if (Class && !Class->hasTrivialDestructor())
      return false;
    Variable *It = newVariable(Parameter->getName(), Type);
    const Expr *Argument = Arguments[I]->IgnoreImplicit();
    if (auto *Copy = dyn_cast<CXXConstructExpr>(Argument);
        Copy && Copy->getNumArgs() == 1 && Copy->getConstructor()->isCopyOrMoveConstructor())
      Argument = Copy->getArg(0)->IgnoreImplicit();
    auto *Lambda = dyn_cast<LambdaExpr>(Argument);
    auto *Named = dyn_cast<DeclRefExpr>(Argument);
    auto *Closure = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
    if (auto Found = Closure ? Closures.find(variable(Closure)) : Closures.end(); Found != Closures.end()) {
      Closures[It] = Found->second;
      Statement *Declared = newStatement(CLEAVE_BODY_DECLARE, nullptr);
      Declared->variable = It;
      Bound.push_back(Declared);
    } else if (Lambda) {
      if (!mayInline(Lambda))
        return false;
      Closures[It] = {Lambda, Current};
      Statement *Declared = newStatement(CLEAVE_BODY_DECLARE, nullptr);
      Declared->variable = It;
      Bound.push_back(Declared);
    } else {
      Bound.push_back(bind(It, Arguments[I], nullptr));
    }
    Called.Own[Parameter->getCanonicalDecl()] = It;
    for (const FunctionDecl *Other : Definition->redecls())
      Called.Own[Other->getParamDecl(I)->getCanonicalDecl()] = It;
  }
  (void)Code;
  Statements.insert(Statements.end(), Bound.begin(), Bound.end());
  return true;
}

// Sets `this` of a called method to POINTER.
BodyCallReader::Variable *BodyCallReader::bindThis(const CXXMethodDecl *Method, Frame &Called, Value *Pointer,
                                                   std::vector<Statement *> &Statements) {
  Called.This = newVariable("this", Method->getThisType());
  Statement *Bound = newStatement(CLEAVE_BODY_DECLARE, nullptr);
  Bound->variable = Called.This;
  Bound->value = Pointer;
  Statements.push_back(Bound);
  return Called.This;
}

// Whether VARIABLE may change while a lambda that is made here exists. The headers of the loops around it are executed between its lives.
bool BodyCallReader::isWrittenLater(const VarDecl *Variable) const {
  const SourceManager &SM = Context.getSourceManager();
  bool Written = false;
  forEachUse(Root, Context, [&](const VarDecl *Used, unsigned Flags, SourceLocation At) {
    if (Used->getCanonicalDecl() != Variable->getCanonicalDecl() ||
        !(Flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)) || Used->getType()->isArrayType())
      return;
    At = SM.getExpansionLoc(At);
    Written |= llvm::none_of(LoopsAround, [&](const ForStmt *Loop) {
      const SourceLocation Begin = SM.getExpansionLoc(Loop->getForLoc()),
                           End = SM.getExpansionLoc(Loop->getRParenLoc());
      return Loop->getForLoc().isFileID() && !SM.isBeforeInTranslationUnit(At, Begin) &&
             SM.isBeforeInTranslationUnit(At, End);
    });
  });
  return Written;
}

// Whether the body of LAMBDA may stand where it is called: the captured variables have the values there that they had when it was made.
bool BodyCallReader::mayInline(const LambdaExpr *Lambda) {
  if (Lambda->isMutable())
    return false;
  for (const LambdaCapture &Capture : Lambda->captures()) {
    if (Capture.capturesThis() && Capture.getCaptureKind() == LCK_StarThis)
      return false;
    if (!Capture.capturesVariable() || Capture.getCaptureKind() != LCK_ByCopy)
      continue;
    auto *Variable = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (!Variable || Variable->isInitCapture())
      return false;
    if (isWrittenLater(Variable))
      return false;
  }
  return true;
}

// A call of DEFINITION. OBJECT: that it is called for, or null; OBJECTPOINTER: or a pointer to it.
BodyCallReader::Value *BodyCallReader::inlined(const FunctionDecl *Definition,
                                               ArrayRef<const Expr *> Arguments, Place *Object,
                                               Value *ObjectPointer, const Expr *Code) {
  Value *Result = newValue(CLEAVE_BODY_INLINED, Code->getType(), Code);
  Result->name = copy(Definition->getNameAsString());
  Frames.emplace_back();
  Frame &Called = Frames.back();
  Called.Outer = Current;
  Called.Function = Definition;
  const cleave_body_text CallBefore = Call;
  if (!Depth)
    Call = {Result->text.begin, Result->text.end, Result->text.at, false};
  ++Depth;
  std::vector<Statement *> Statements;
  auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  bool Valid = true;
  if (Method && Method->isInstance() && !Method->isExplicitObjectMemberFunction()) {
    if (Object)
      ObjectPointer = addressOf(Object, Code);
    if (ObjectPointer)
      bindThis(Method, Called, ObjectPointer, Statements);
  }
  Valid &= bindParameters(Definition, Arguments, Called, Statements, Code);
  if (Valid) {
    ++Active[Definition];
    Current = &Called;
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      Valid &= Object && initializers(Constructor, Object, Statements);
    Statements.push_back(statement(Definition->getBody()));
    Current = Called.Outer;
    --Active[Definition];
  }
  Result->body = sequence(Statements, nullptr);
  --Depth;
  Call = CallBefore;
  return Valid && Inlined < MostStatements ? Result : unknownValue(Code);
}

// The members and bases of OBJECT that CONSTRUCTOR initializes before its body, or the whole of it, by another constructor.
bool BodyCallReader::initializers(const CXXConstructorDecl *Constructor, Place *Object,
                                  std::vector<Statement *> &Statements) {
  for (const CXXCtorInitializer *Initializer : Constructor->inits()) {
    const Expr *First = Initializer->getInit();
    if (auto *Default = dyn_cast<CXXDefaultInitExpr>(First))
      First = Default->getExpr();
    auto *Construct = dyn_cast<CXXConstructExpr>(First->IgnoreImplicit());
    if (Construct && Construct->getConstructor()->isTrivial() &&
        Construct->getConstructor()->isDefaultConstructor() && !Construct->requiresZeroInitialization())
      continue; // no value
    Place *To = Object;
    if (const FieldDecl *Field = Initializer->getAnyMember()) {
      if (Initializer->isIndirectMemberInitializer())
        return false;
      To = slotOf(Object, Field);
    } else if (Initializer->isBaseInitializer()) {
      if (Initializer->isBaseVirtual())
        return false;
      To = baseOf(Object, QualType(Initializer->getBaseClass(), 0));
    }
    Value *Assigned = newValue(CLEAVE_BODY_ASSIGN, First->getType(), First);
    Assigned->type = To->type->unqualified;
    Assigned->place = To;
    Assigned->right = First->isGLValue() ? addressOf(place(First), First) : value(First);
    Statement *Set = newStatement(CLEAVE_BODY_EVALUATE, nullptr);
    Set->value = Assigned;
    Statements.push_back(Set);
  }
  return true;
}

// memcpy of a whole number to a variable of the function: the value has the same bytes. Null: another call.
BodyCallReader::Value *BodyCallReader::copiedBytes(const CallExpr *Code) {
  const FunctionDecl *Callee = Code->getDirectCallee();
  const unsigned Builtin = Callee ? Callee->getBuiltinID() : 0;
  if ((Builtin != Builtin::BImemcpy && Builtin != Builtin::BI__builtin_memcpy) || Code->getNumArgs() != 3)
    return nullptr;
  const std::optional<int64_t> Size = constantValue(Code->getArg(2));
  const Expr *Sides[2];
  QualType Types[2];
  for (unsigned Side = 0; Side < 2; ++Side) {
    Sides[Side] = Code->getArg(Side)->IgnoreParenImpCasts();
    const QualType Type = Sides[Side]->getType();
    Types[Side] = Type->isPointerType() ? Type->getPointeeType() : QualType();
    if (Types[Side].isNull() || !Types[Side]->isArithmeticType() || Types[Side].isVolatileQualified() ||
        !Size || Context.getTypeSizeInChars(Types[Side]).getQuantity() != *Size)
      return nullptr;
  }
  auto *Address = dyn_cast<UnaryOperator>(Sides[0]);
  const VarDecl *To =
      Address && Address->getOpcode() == UO_AddrOf ? namedVariable(Address->getSubExpr()) : nullptr;
  if (!To || !To->hasLocalStorage() || To->getType()->isReferenceType())
    return nullptr;
  Value *Result = newValue(CLEAVE_BODY_ASSIGN, Types[0], Code),
        *Bytes = newValue(CLEAVE_BODY_CONVERT, Types[0], Code);
  Bytes->conversion = CLEAVE_BODY_NUMERIC;
  Bytes->is_written = true;
  Bytes->left = read(target(value(Sides[1]), Types[1], Sides[1]), Sides[1]);
  Result->place = place(Address->getSubExpr());
  Result->right = Bytes;
  return Result;
}

BodyCallReader::Value *BodyCallReader::call(const CallExpr *Code) {
  const FunctionDecl *Callee = Code->getDirectCallee();
  const Expr *Called = Code->getCallee()->IgnoreParens();
  if (isa<CXXPseudoDestructorExpr>(Called))
    return unknownValue(Code);
  ArrayRef<const Expr *> Arguments(Code->getArgs(), Code->getNumArgs());
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const bool IsInstance = Method && Method->isInstance() && !Method->isExplicitObjectMemberFunction();
  if (IsInstance && Method->isTrivial() &&
      (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) &&
      isa<CXXOperatorCallExpr>(Code)) {
    Value *Result = newValue(CLEAVE_BODY_ASSIGN, Code->getType(), Code);
    Result->right = read(place(Arguments[1]), Arguments[1]);
    Result->place = place(Arguments[0]);
    return Result;
  }
  if (Value *Copied = copiedBytes(Code))
    return Copied;
  const FunctionDecl *Definition = bodyOf(Callee);
  if (!Definition)
    return unknownCall(Code, Callee);
  if (!IsInstance)
    return inlined(Definition, Arguments, nullptr, nullptr, Code);
  const Expr *Object = nullptr;
  bool IsArrow = false;
  if (isa<CXXOperatorCallExpr>(Code)) {
    Object = Arguments.front();
    Arguments = Arguments.drop_front();
  } else if (auto *Member = dyn_cast<MemberExpr>(Called)) {
    if (Method->isVirtual() && !Member->hasQualifier() && !Method->hasAttr<FinalAttr>())
      return unknownValue(Code);
    Object = Member->getBase();
    IsArrow = Member->isArrow();
  } else {
    return unknownValue(Code);
  }
  if (Method->getParent()->isLambda())
    return lambdaCall(Definition, Object, Arguments, Code);
  return IsArrow ? inlined(Definition, Arguments, nullptr, value(Object), Code)
                 : inlined(Definition, Arguments, place(Object), nullptr, Code);
}

// A call of a lambda that this body makes.
BodyCallReader::Value *BodyCallReader::lambdaCall(const FunctionDecl *Definition, const Expr *Object,
                                                  ArrayRef<const Expr *> Arguments, const CallExpr *Code) {
  Object = Object->IgnoreImplicit()->IgnoreParens();
  Closure Known = {nullptr, nullptr};
  auto *Named = dyn_cast<DeclRefExpr>(Object);
  auto *Variable = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
  if (auto *Lambda = dyn_cast<LambdaExpr>(Object); Lambda && mayInline(Lambda))
    Known = {Lambda, Current};
  else if (auto Found = Variable ? Closures.find(variable(Variable)) : Closures.end();
           Found != Closures.end())
    Known = Found->second;
  auto *Class = cast<CXXMethodDecl>(Definition)->getParent();
  if (!Known.Lambda && (Class->isGenericLambda() || !Object->isLValue()))
    return unknownValue(Code);
  Value *Result = newValue(CLEAVE_BODY_INLINED, Code->getType(), Code);
  Result->name = "operator()";
  Frames.emplace_back();
  Frame &Called = Frames.back();
  Called.Outer = Current;
  Called.Function = Definition;
  Called.Captured = Known.Made;
  if (!Known.Lambda)
    Called.Closure = place(Object);
  const cleave_body_text CallBefore = Call;
  if (!Depth)
    Call = {Result->text.begin, Result->text.end, Result->text.at, false};
  ++Depth;
  std::vector<Statement *> Statements;
  const bool Valid = bindParameters(Definition, Arguments, Called, Statements, Code);
  if (Valid) {
    ++Active[Definition];
    Current = &Called;
    Statements.push_back(statement(Definition->getBody()));
    Current = Called.Outer;
    --Active[Definition];
  }
  Result->body = sequence(Statements, nullptr);
  --Depth;
  Call = CallBefore;
  return Valid && Inlined < MostStatements ? Result : unknownValue(Code);
}

BodyCallReader::Value *BodyCallReader::construction(const CXXConstructExpr *Code) {
  const CXXConstructorDecl *Constructor = Code->getConstructor();
  if (Constructor->isTrivial()) {
    if (Constructor->isCopyOrMoveConstructor() && Code->getNumArgs() == 1) {
      const Expr *From = Code->getArg(0);
      return From->isGLValue() ? read(place(From), Code) : value(From);
    }
    if (!Code->getNumArgs()) { // a new object without a value, or of zeros
      Value *Result = newValue(CLEAVE_BODY_LIST, Code->getType(), Code);
      return Result;
    }
  }
  const CXXRecordDecl *Class = Constructor->getParent();
  const FunctionDecl *Definition = bodyOf(Constructor);
  if (!Definition || !Class->hasTrivialDestructor() || Code->getType()->isArrayType() ||
      Class->getNumVBases() || Code->isStdInitListInitialization())
    return unknownValue(Code);
  // The object is a variable of the call, whose value is copied from there.
  Variable *Object = newVariable("", Code->getType().getUnqualifiedType());
  Value *Result = inlined(Definition, ArrayRef<const Expr *>(Code->getArgs(), Code->getNumArgs()),
                          variablePlace(Object, Code), nullptr, Code);
  if (Result->kind != CLEAVE_BODY_INLINED)
    return Result;
  Statement *Declared = newStatement(CLEAVE_BODY_DECLARE, nullptr),
            *Returned = newStatement(CLEAVE_BODY_RETURN, nullptr);
  Declared->variable = Object;
  Returned->value = read(variablePlace(Object, Code), Code);
  Result->body = sequence({Declared, Result->body, Returned}, nullptr);
  return Result;
}

static bool returns(const Stmt *Code) {
  return isa<ReturnStmt, BreakStmt, ContinueStmt>(Code) ||
         llvm::any_of(Code->children(), [](const Stmt *Child) { return Child && returns(Child); });
}

// ({ ...; value; })
BodyCallReader::Value *BodyCallReader::statementExpression(const StmtExpr *Code) {
  const CompoundStmt *Block = Code->getSubStmt();
  if (returns(Block) || Code->getTemplateDepth() || Depth >= MostDepth)
    return unknownValue(Code);
  Value *Result = newValue(CLEAVE_BODY_INLINED, Code->getType(), Code);
  Result->name = "({})";
  std::vector<Statement *> Statements;
  for (const Stmt *Child : Block->body()) {
    auto *Last = Child == Block->body_back() ? dyn_cast<Expr>(Child) : nullptr;
    if (Last && !Code->getType()->isVoidType()) {
      Statement *Returned = newStatement(CLEAVE_BODY_RETURN, Child);
      Returned->value = value(Last);
      Statements.push_back(Returned);
    } else {
      Statements.push_back(statement(Child));
    }
  }
  Result->body = sequence(Statements, Block);
  return Result;
}
