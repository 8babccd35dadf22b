// FILE: passes/frontend/host_objects.cpp
// WHAT: the objects of host code: types, members, variables and initial values.
#include "host_evaluator.h"
#include "host_loops.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

// Whether the name of an object of TYPE denotes its memory, as that of an array does.
static bool namesMemory(QualType Type) { return Type->isArrayType() || Type->isRecordType(); }

// ---- Values ------------------------------------------------------------------------------------

cleave_host_type HostEvaluator::typeOf(QualType Type) const {
  cleave_host_type Result = {};
  Result.is_pointer = Type->isPointerType();
  Result.is_record = Type->isRecordType();
  Result.is_array = Type->isArrayType();
  Result.is_integer = Type->isIntegerType();
  Result.is_constant = Type.isConstant(Context);
  Result.distinguishes_elements = distinguishesElements(Type, Context);
  if (!Result.distinguishes_elements)
    return Result;
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
  Result.extent = Array->getSize().getLimitedValue();
  Result.elements_name_memory = namesMemory(Array->getElementType());
  return Result;
}

HostValue HostEvaluator::makeMember(HostValue Object, bool Arrow, const FieldDecl *Field, uint32_t Cell) {
  if (!Object || !Field->getDeclName())
    return nullptr;
  cleave_host_value Member = {};
  Member.name = cleave_arena_copy(Arena, Field->getName().data(), Field->getName().size());
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Root);
  Member.is_hidden =
      (Field->getAccess() == AS_private || Field->getAccess() == AS_protected) &&
      !(Method && Method->getParent()->getCanonicalDecl() == Field->getParent()->getCanonicalDecl());
  if (Member.is_hidden && !Field->isBitField())
    Member.class_end = classEnd(Field->getParent());
  Member.cell = namesMemory(Field->getType()) ? CLEAVE_NO_CELL : Cell;
  return cleave_host_member(Arena, Object, Arrow, &Member);
}

HostValue HostEvaluator::makeCast(HostValue Operand, QualType Type) {
  const std::string Name = spellType(Type, Context);
  return cleave_host_cast(Arena, Operand, cleave_arena_copy(Arena, Name.data(), Name.size()));
}

// An object that has just begun to live: of a variable, a member, an element or a temporary.
void HostEvaluator::initialize(const Place &To, QualType Type, const Expr *Initializer) {
  Initializer = Initializer->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Initializer))
    return initialize(To, Type, Cleanups->getSubExpr());
  if (auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Initializer)) {
    initialize(To, Type, Temporary->getSubExpr());
    return temporary(Temporary, To);
  }
  if (auto *Constructor = dyn_cast<CXXConstructExpr>(Initializer))
    return construct(Constructor, To);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr, NoInitExpr, StringLiteral>(Initializer))
    return write(To);
  if (auto *Copied = dyn_cast<ArrayInitLoopExpr>(Initializer)) { // an array, element by element
    const Place From = lvalue(Copied->getCommonExpr()->getSourceExpr());
    read(From);
    cleave_cell_unify(Memory, To.cell, From.cell);
    return write(To);
  }
  if (auto *List = dyn_cast<InitListExpr>(Initializer)) {
    const RecordDecl *Whole = Type->getAsRecordDecl();
    if (!Whole) {
      write(To);
      QualType Element = Type->isArrayType() ? Context.getAsArrayType(Type)->getElementType() : Type;
      int64_t Index = 0;
      for (const Expr *Item : List->inits())
        initialize(distinguishesElements(Type, Context)
                       ? element(To, Type, cleave_host_integer(Arena, Index++))
                       : Place(To.cell),
                   Element, Item);
      return;
    }
    if (auto *Class = dyn_cast<CXXRecordDecl>(Whole); Whole->isUnion() || (Class && Class->getNumBases())) {
      cleave_cell_collapse(Memory, To.cell);
      write(To);
      for (const Expr *Item : List->inits())
        initialize({To.cell}, Item->getType(), Item);
      return;
    }
    unsigned Index = 0;
    for (const FieldDecl *Field : Whole->fields()) {
      if (Index >= List->getNumInits())
        break;
      if (Field->isUnnamedBitField())
        continue;
      const uint32_t Cell = memberCell(To.cell, Field);
      initialize({Cell, makeMember(To.path, false, Field, Cell), nullptr}, Field->getType(),
                 List->getInit(Index++));
    }
    return;
  }
  storeValue(To, Type, value(Initializer));
}

// ---- Variables ---------------------------------------------------------------------------------

HostEvaluator::Place HostEvaluator::variable(const VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  if (Variable->hasGlobalStorage()) {
    auto [Found, IsNew] = Globals.try_emplace(Variable, Place{CLEAVE_NO_CELL});
    if (IsNew) {
      const uint32_t Cell = cleave_cell_new(Memory);
      cleave_cell_expose(Memory, Cell);
      // No code outside of the file has the address.
      if (!Variable->isExternallyVisible() && Variable->getType()->isScalarType() &&
          !isAddressTaken(Variable))
        cleave_cell_set_unaliased(Memory, Cell);
      const bool IsVisible = Variable->isFileVarDecl() && !Variable->isStaticDataMember() &&
                             Variable->getDeclContext()->getRedeclContext()->isTranslationUnit();
      const uint32_t Named = namesMemory(Variable->getType()) ? CLEAVE_NO_CELL : Cell;
      const Place Made = {Cell, IsVisible ? rootVariable(Variable, Named) : nullptr};
      Globals[Variable] = Made;
      // A reference is not followed. Another symbol may denote the variable.
      if (Variable->getType()->isReferenceType() || Variable->hasAttr<AliasAttr>() ||
          Variable->hasAttr<AsmLabelAttr>())
        IsComplete = false;
      // Static initializers are assignments before main, those of other translation units as well.
      const VarDecl *Defining = nullptr;
      const Expr *Initializer = Variable->getAnyInitializer(Defining);
      if (Variable->isExternallyVisible()) {
        cleave_cell_escape(Memory, Cell);
        if (!Variable->getDefinition(Context) && !Initializer)
          cleave_cell_set_unknown(Memory, cleave_cell_pointee(Memory, Cell));
      }
      if (Initializer && !Variable->getType()->isReferenceType() &&
          (!Context.getLangOpts().CPlusPlus || Defining->hasConstantInitialization())) {
        ++Record.silent;
        initialize(Made, Variable->getType(), Initializer);
        --Record.silent;
      }
      return Made;
    }
    return Found->second;
  }
  for (Frame *Outer = Current; Outer; Outer = Outer->Caller)
    if (auto Found = Outer->Variables.find(Variable); Found != Outer->Variables.end())
      return Found->second;
  declare(Variable);
  return Current->Variables[Variable];
}

void HostEvaluator::declare(const VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  if (Variable->hasGlobalStorage() || Current->Variables.count(Variable))
    return;
  const uint32_t Cell = cleave_cell_new(Memory),
                 Named = namesMemory(Variable->getType()) ? CLEAVE_NO_CELL : Cell;
  Current->Variables[Variable] = {Cell, Current->isRoot() ? rootVariable(Variable, Named)
                                                          : cleave_host_local(Arena, Named)};
}

// ---- Lambdas -----------------------------------------------------------------------------------

// The class of the lambda whose body is being walked in the frame OF; NULL: none.
static const CXXRecordDecl *lambdaOf(const FunctionDecl *Function) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  return Method && Method->getParent()->isLambda() ? Method->getParent() : nullptr;
}

// The member of the lambda CLASS that holds VARIABLE, or `this`; null: there is none.
static const FieldDecl *captureIn(const CXXRecordDecl *Class, const VarDecl *Variable) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Class->getCaptureFields(Fields, This);
  return Variable ? Fields.lookup(Variable) : This;
}

HostEvaluator::Value HostEvaluator::lambda(const LambdaExpr *Lambda) {
  Value Result;
  Result.target = cleave_cell_new(Memory);
  auto Initializer = Lambda->capture_init_begin();
  for (const FieldDecl *Field : Lambda->getLambdaClass()->fields()) {
    const Expr *Captured = Initializer == Lambda->capture_init_end() ? nullptr : *Initializer++;
    if (!Captured)
      continue;
    const uint32_t Cell = memberCell(Result.target, Field);
    if (Field->getType()->isReferenceType())
      cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Cell), lvalue(Captured).cell);
    else
      initialize({Cell}, Field->getType(), Captured);
  }
  return Result;
}

bool HostEvaluator::captured(const DeclRefExpr *Name, Place &Result) {
  auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
  if (!Variable || !Name->refersToEnclosingVariableOrCapture() || Variable->hasGlobalStorage())
    return false;
  Variable = Variable->getCanonicalDecl();
  // The body of a lambda that another lambda contains names the capture of its own object.
  for (Frame *Outer = Current; Outer; Outer = Outer->Caller) {
    if (Outer->Variables.count(Variable))
      return false; // a variable of the call itself, or of an OpenMP construct in it
    const CXXRecordDecl *Class = lambdaOf(Outer->Function);
    if (!Class || Outer->This.target == CLEAVE_NO_CELL)
      continue;
    const FieldDecl *Field = captureIn(Class, Variable);
    if (!Field)
      continue;
    const uint32_t Cell = memberCell(Outer->This.target, Field);
    const bool IsReference = Field->getType()->isReferenceType();
    Result = {IsReference ? cleave_cell_pointee(Memory, Cell) : Cell};
    // It has the name and the value of the variable, if the call that declares it goes on, and does not change it after.
    for (Frame *Declaring = Outer->Caller; Declaring; Declaring = Declaring->Caller)
      if (auto Found = Declaring->Variables.find(Variable); Found != Declaring->Variables.end()) {
        if (IsReference || !Declaring->Written.count(Variable))
          Result.path = Found->second.path;
        break;
      }
    return true;
  }
  return false;
}

HostEvaluator::Value HostEvaluator::thisObject() {
  for (Frame *Outer = Current; Outer; Outer = Outer->Caller) {
    const CXXRecordDecl *Class = lambdaOf(Outer->Function);
    if (!Class && Outer->This.target != CLEAVE_NO_CELL)
      return Outer->This;
    if (!Class || Outer->This.target == CLEAVE_NO_CELL)
      continue;
    const FieldDecl *This = captureIn(Class, nullptr);
    if (!This)
      continue;
    const uint32_t Cell = memberCell(Outer->This.target, This);
    Value Result;
    Result.target = This->getType()->isPointerType() ? cleave_cell_pointee(Memory, Cell) : Cell;
    const auto *Outside = dyn_cast<CXXMethodDecl>(Class->getParent());
    for (Frame *Declaring = Outer->Caller; Outside && Declaring; Declaring = Declaring->Caller)
      if (Declaring->Function == Outside && This->getType()->isPointerType())
        Result.path = Declaring->This.path;
    return Result;
  }
  Value Result;
  Result.target = cleave_cell_new_outside(Memory);
  return Result;
}

// The sizes of a type of variable length are evaluated where it is named.
void HostEvaluator::sizes(QualType Type) {
  while (!Type.isNull() && Type->isVariablyModifiedType()) {
    if (const ArrayType *Array = Context.getAsArrayType(Type)) {
      if (auto *Variable = dyn_cast<VariableArrayType>(Array); Variable && Variable->getSizeExpr())
        value(Variable->getSizeExpr());
      Type = Array->getElementType();
    } else if (Type->isPointerType() || Type->isReferenceType()) {
      Type = Type->getPointeeType();
    } else { // as a function
      IsComplete = false;
      return;
    }
  }
}
