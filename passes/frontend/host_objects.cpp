// FILE: passes/frontend/host_objects.cpp
// WHAT: the objects of host code: values and accesses, assignments, variables and initial values.
#include "host_evaluator.h"
#include "host_loops.h"
#include "reader_variables.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace cleave;

// ---- Values ------------------------------------------------------------------------------------

HostValue HostEvaluator::makeValue(const cleave_host_value &Parts) {
  auto *Result = static_cast<cleave_host_value *>(cleave_arena_allocate(Arena, sizeof(cleave_host_value)));
  *Result = Parts;
  return Result;
}

bool cleave::namesMemory(QualType Type) { return Type->isArrayType() || Type->isRecordType(); }

HostValue HostEvaluator::makeMember(HostValue Object, bool Arrow, const FieldDecl *Field, uint32_t Cell) {
  if (!Object || !Field->getDeclName())
    return nullptr;
  if (Arrow && Object->kind == CLEAVE_HOST_ADDRESS) {
    Object = Object->left;
    Arrow = false;
  }
  cleave_host_value Result = {};
  Result.kind = CLEAVE_HOST_MEMBER;
  Result.name = cleave_arena_copy(Arena, Field->getName().data(), Field->getName().size());
  Result.arrow = Arrow;
  Result.left = Object;
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Root);
  Result.is_hidden =
      (Field->getAccess() == AS_private || Field->getAccess() == AS_protected) &&
      !(Method && Method->getParent()->getCanonicalDecl() == Field->getParent()->getCanonicalDecl());
  if (Result.is_hidden && !Field->isBitField())
    Result.class_end = classEnd(Field->getParent());
  Result.cell = namesMemory(Field->getType()) ? CLEAVE_NO_CELL : Cell;
  return makeValue(Result);
}

std::optional<int64_t> cleave::constantOf(HostValue Value) {
  if (!Value)
    return {};
  if (Value->kind == CLEAVE_HOST_INTEGER)
    return Value->integer;
  if (Value->kind == CLEAVE_HOST_CAST &&
      llvm::StringSwitch<bool>(Value->name)
          .Cases("int", "long", "unsigned long", "size_t", "std::size_t", true)
          .Default(false)) // all have the values of 31 bits
    return constantOf(Value->left);
  if (Value->kind != CLEAVE_HOST_OPERATION || Value->wraps || Value->operation == CLEAVE_DIVIDE)
    return {};
  const std::optional<int64_t> Left = constantOf(Value->left), Right = constantOf(Value->right);
  if (!Left || !Right)
    return {};
  const int64_t Result = Value->operation == CLEAVE_ADD        ? *Left + *Right
                         : Value->operation == CLEAVE_SUBTRACT ? *Left - *Right
                                                               : *Left * *Right;
  return llvm::isInt<31>(Result) ? std::optional(Result) : std::nullopt;
}

// Different constant subscripts select different objects (C11 6.5.6p8: no other subscript leads to the element).
HostEvaluator::Place HostEvaluator::element(const Place &Array, QualType Type, HostValue Index) {
  const std::optional<int64_t> Constant = constantOf(Index);
  const ConstantArrayType *Sized = Context.getAsConstantArrayType(Type);
  Place Result = {Array.Cell, nullptr, Array.Base ? Array.Base : Array.Path};
  Result.IsUnshared = Type.isConstant(Context);
  Result.Address = moved(Array.Path, CLEAVE_ADD, Index);
  if (!distinguishesElements(Type, Context))
    return Result;
  if (!Constant || *Constant < 0 || Sized->getSize().ule(*Constant)) {
    cleave_cell_merge_elements(Memory, Array.Cell);
    return Result;
  }
  Result.Cell = cleave_cell_element(Memory, Array.Cell, *Constant);
  if (!Array.Path)
    return Result;
  cleave_host_value Made = {};
  Made.kind = CLEAVE_HOST_ELEMENT;
  Made.left = Array.Path;
  Made.integer = *Constant;
  Made.cell = namesMemory(Sized->getElementType()) ? CLEAVE_NO_CELL : Result.Cell;
  Result.Path = makeValue(Made);
  Result.Base = nullptr;
  return Result;
}

HostEvaluator::Value HostEvaluator::decayed(const Place &Array, QualType Type) {
  if (!distinguishesElements(Type, Context))
    return {Array.Cell, Array.Path, {}, Array.Base};
  cleave_host_value Zero = {};
  Zero.kind = CLEAVE_HOST_INTEGER;
  const Place First = element(Array, Type, makeValue(Zero));
  Value Result;
  Result.Target = First.Cell;
  Result.Base = First.Base;
  if (First.Path) {
    cleave_host_value Made = {};
    Made.kind = CLEAVE_HOST_ADDRESS;
    Made.left = First.Path;
    Result.Path = makeValue(Made);
  }
  return Result;
}

HostValue HostEvaluator::moved(HostValue Pointer, cleave_operation Operation, HostValue Index) {
  if (!Pointer || !Index || constantOf(Index) == 0)
    return Index ? Pointer : nullptr;
  if (InRegion || Pointer->kind == CLEAVE_HOST_ADDRESS)
    return nullptr;
  cleave_host_value Made = {};
  Made.kind = CLEAVE_HOST_OPERATION;
  Made.operation = Operation;
  Made.left = Pointer;
  Made.right = Index;
  Made.cell = CLEAVE_NO_CELL;
  return makeValue(Made);
}

HostValue HostEvaluator::baseOf(const Value &Pointer) const {
  if (InRegion && Pointer.Path && Pointer.Path->kind == CLEAVE_HOST_OPERATION)
    return Pointer.Path;
  return Pointer.Base ? Pointer.Base : Pointer.Path;
}

void HostEvaluator::moves(uint32_t Target) {
  if (Target != CLEAVE_NO_CELL)
    cleave_cell_merge_elements(Memory, Target);
}

HostValue HostEvaluator::makeCast(HostValue Operand, QualType Type) {
  const std::string Name = spellType(Type, Context);
  if (!Operand || Name.empty())
    return nullptr;
  cleave_host_value Result = {};
  Result.kind = CLEAVE_HOST_CAST;
  Result.name = cleave_arena_copy(Arena, Name.data(), Name.size());
  Result.left = Operand;
  return makeValue(Result);
}

// ---- Accesses ----------------------------------------------------------------------------------

void HostEvaluator::read(const Place &From) {
  if (!From.IsUnshared)
    event(From.Cell, false, From.Base ? From.Base : From.Path);
}
void HostEvaluator::write(const Place &To) {
  if (!To.IsUnshared)
    event(To.Cell, true, To.Base ? To.Base : To.Path);
}

void HostEvaluator::exposeTarget(uint32_t Cell) {
  if (Cell == CLEAVE_NO_CELL)
    return;
  cleave_cell_expose(Memory, Cell);
  moves(Cell);
  event(Cell, false, nullptr);
  event(Cell, true, nullptr);
}

void HostEvaluator::expose(const Expr *Expression) {
  if (Expression->isGLValue()) {
    exposeTarget(lvalue(Expression).Cell);
    return;
  }
  exposeTarget(value(Expression).Target);
}

// ---- Assignments and variables -----------------------------------------------------------------

void HostEvaluator::storeValue(const Place &To, QualType Type, const Value &From) {
  if (Type->isRecordType() || Type->isArrayType()) {
    if (From.Target != CLEAVE_NO_CELL)
      cleave_cell_unify(Memory, To.Cell, From.Target);
  } else if (From.Target != CLEAVE_NO_CELL) {
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, To.Cell), From.Target);
  }
  if (!Type->isPointerType())
    return write(To);
  cleave_host_copy Copy = {};
  Copy.cell = To.Cell;
  Copy.to = To.Path;
  Copy.from[0] = From.Path ? From.Path : From.Either[0];
  Copy.from[1] = From.Either[1];
  Copy.is_fresh = From.IsFresh;
  copy(Copy);
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
    cleave_cell_unify(Memory, To.Cell, From.Cell);
    return write(To);
  }
  if (auto *List = dyn_cast<InitListExpr>(Initializer)) {
    const auto *Record = Type->getAsRecordDecl();
    if (!Record) {
      write(To);
      QualType Element = Type->isArrayType() ? Context.getAsArrayType(Type)->getElementType() : Type;
      cleave_host_value Index = {};
      Index.kind = CLEAVE_HOST_INTEGER;
      for (const Expr *Item : List->inits()) {
        initialize(distinguishesElements(Type, Context) ? element(To, Type, makeValue(Index))
                                                        : Place{To.Cell},
                   Element, Item);
        ++Index.integer;
      }
      return;
    }
    if (auto *Class = dyn_cast<CXXRecordDecl>(Record); Record->isUnion() || (Class && Class->getNumBases())) {
      cleave_cell_collapse(Memory, To.Cell);
      write(To);
      for (const Expr *Item : List->inits())
        initialize({To.Cell}, Item->getType(), Item);
      return;
    }
    unsigned Index = 0;
    for (const FieldDecl *Field : Record->fields()) {
      if (Index >= List->getNumInits())
        break;
      if (Field->isUnnamedBitField())
        continue;
      const uint32_t Cell = cleave_cell_member(Memory, To.Cell, Record->getCanonicalDecl(), Field);
      initialize({Cell, makeMember(To.Path, false, Field, Cell), nullptr}, Field->getType(),
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
      Place Made = {Cell, IsVisible ? rootVariable(Variable) : nullptr, nullptr};
      if (Made.Path && !namesMemory(Variable->getType()))
        const_cast<cleave_host_value *>(Made.Path)->cell = Cell;
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
          (!Context.getLangOpts().CPlusPlus || Defining->hasConstantInitialization()))
        silently([&] { initialize(Made, Variable->getType(), Initializer); });
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
  Place Made = {cleave_cell_new(Memory)};
  cleave_host_value Local = {};
  Local.kind = CLEAVE_HOST_VARIABLE;
  Local.variable = CLEAVE_NO_VARIABLE;
  Made.Path = Current->isRoot() ? rootVariable(Variable) : makeValue(Local);
  if (Made.Path)
    const_cast<cleave_host_value *>(Made.Path)->cell =
        namesMemory(Variable->getType()) ? CLEAVE_NO_CELL : Made.Cell;
  Current->Variables[Variable] = Made;
}

// ---- Lambdas -----------------------------------------------------------------------------------

// The class of the lambda whose body is being walked in the frame OF; NULL: none.
static const CXXRecordDecl *lambdaOf(const FunctionDecl *Function) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  return Method && Method->getParent()->isLambda() ? Method->getParent() : nullptr;
}

HostEvaluator::Value HostEvaluator::lambda(const LambdaExpr *Lambda) {
  Value Result;
  Result.Target = cleave_cell_new(Memory);
  const CXXRecordDecl *Class = Lambda->getLambdaClass()->getCanonicalDecl();
  auto Initializer = Lambda->capture_init_begin();
  for (const FieldDecl *Field : Lambda->getLambdaClass()->fields()) {
    const Expr *Captured = Initializer == Lambda->capture_init_end() ? nullptr : *Initializer++;
    if (!Captured)
      continue;
    const uint32_t Cell = cleave_cell_member(Memory, Result.Target, Class, Field);
    if (Field->getType()->isReferenceType())
      cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Cell), lvalue(Captured).Cell);
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
    if (!Class || Outer->This.Target == CLEAVE_NO_CELL)
      continue;
    llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
    FieldDecl *This = nullptr;
    Class->getCaptureFields(Fields, This);
    FieldDecl *Field = Fields.lookup(Variable);
    if (!Field)
      continue;
    const uint32_t Cell = cleave_cell_member(Memory, Outer->This.Target, Class->getCanonicalDecl(), Field);
    const bool IsReference = Field->getType()->isReferenceType();
    Result = {IsReference ? cleave_cell_pointee(Memory, Cell) : Cell};
    // It has the name and the value of the variable, if the call that declares it goes on, and does not change it after.
    for (Frame *Declaring = Outer->Caller; Declaring; Declaring = Declaring->Caller)
      if (auto Found = Declaring->Variables.find(Variable); Found != Declaring->Variables.end()) {
        if (IsReference || !Declaring->Written.count(Variable))
          Result.Path = Found->second.Path;
        break;
      }
    return true;
  }
  return false;
}

HostEvaluator::Value HostEvaluator::thisObject() {
  for (Frame *Outer = Current; Outer; Outer = Outer->Caller) {
    const CXXRecordDecl *Class = lambdaOf(Outer->Function);
    if (!Class && Outer->This.Target != CLEAVE_NO_CELL)
      return Outer->This;
    if (!Class || Outer->This.Target == CLEAVE_NO_CELL)
      continue;
    llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
    FieldDecl *This = nullptr;
    Class->getCaptureFields(Fields, This);
    if (!This)
      continue;
    const uint32_t Cell = cleave_cell_member(Memory, Outer->This.Target, Class->getCanonicalDecl(), This);
    Value Result;
    Result.Target = This->getType()->isPointerType() ? cleave_cell_pointee(Memory, Cell) : Cell;
    const auto *Outside = dyn_cast<CXXMethodDecl>(Class->getParent());
    for (Frame *Declaring = Outer->Caller; Outside && Declaring; Declaring = Declaring->Caller)
      if (Declaring->Function == Outside && This->getType()->isPointerType())
        Result.Path = Declaring->This.Path;
    return Result;
  }
  Value Result;
  Result.Target = cleave_cell_new_outside(Memory);
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
