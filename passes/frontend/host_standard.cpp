// FILE: passes/frontend/host_standard.cpp
// WHAT: see host_standard.h.
//
// Every object of the library is modeled as a handle: what it holds is memory that
// its cell points to. A function that is not an accessor may replace that memory. Functions of the library neither keep
// their arguments, other than in the object, nor start threads, except those in the table below.
#include "host_standard.h"
#include "reader_uses.h"

#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace cleave;

bool HostStandard::isStandard(const Decl *Declared) const {
  if (auto *Function = dyn_cast<FunctionDecl>(Declared); Function && Function->isExternC())
    return false;
  const auto *Namespace = dyn_cast<NamespaceDecl>(Declared->getDeclContext()->getEnclosingNamespaceContext());
  for (; Namespace; Namespace = dyn_cast<NamespaceDecl>(Namespace->getParent()))
    if (Namespace->isStdNamespace() || (Namespace->getIdentifier() && Namespace->getName() == "__gnu_cxx")) {
      const SourceManager &SM = Context.getSourceManager();
      return SM.isInSystemHeader(SM.getExpansionLoc(Declared->getLocation()));
    }
  return false;
}

static bool isCalled(const CXXRecordDecl *Class) {
  if (Class->isLambda())
    return true;
  for (const CXXMethodDecl *Method : Class->methods())
    if (Method->getOverloadedOperator() == OO_Call)
      return true;
  for (const Decl *Member : Class->decls())
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(Member);
        Template && Template->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
      return true;
  return false;
}

void HostStandard::addType(QualType Type, unsigned Depth, StandardType &Result) const {
  Type = Type.getNonReferenceType().getCanonicalType();
  while (const ArrayType *Array = Context.getAsArrayType(Type))
    Type = Array->getElementType().getCanonicalType();
  if (Type->isFunctionType() || Type->isFunctionPointerType() || Type->isMemberPointerType())
    Result.CallsUnknownCode = true;
  Result.HoldsPointers |= Type->isPointerType();
  Result.HoldsIntegers |=
      Type->isIntegerType() && Context.getTypeSize(Type) >= Context.getTypeSize(Context.VoidPtrTy);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class)
    return;
  if (Depth == 8 || !Class->hasDefinition()) {
    Result.CallsUnknownCode = true;
    return;
  }
  Class = Class->getDefinition();
  if (!isStandard(Class)) {
    Result.Classes.push_back(Class);
    Result.CallsUnknownCode |= isCalled(Class);
    Result.CopiesByCode |= !Class->isTriviallyCopyable();
    Result.HoldsPointers |= holdsPointers(Type);
    return;
  }
  Result.CallsUnknownCode |=
      llvm::StringSwitch<bool>(Class->getName())
          .Cases("function", "move_only_function", "any", "shared_ptr", "weak_ptr", true)
          .Cases("packaged_task", "future", "shared_future", "promise", "thread", true)
          .Cases("jthread", "exception_ptr", "polymorphic_allocator", true)
          .Default(false);
  auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Instance)
    return;
  std::vector<TemplateArgument> Open(Instance->getTemplateArgs().asArray().begin(),
                                     Instance->getTemplateArgs().asArray().end());
  while (!Open.empty()) {
    const TemplateArgument Argument = Open.back();
    Open.pop_back();
    if (Argument.getKind() == TemplateArgument::Pack)
      Open.insert(Open.end(), Argument.pack_begin(), Argument.pack_end());
    else if (Argument.getKind() == TemplateArgument::Type)
      addType(Argument.getAsType(), Depth + 1, Result);
  }
}

HostStandard::StandardType HostStandard::standardType(QualType Type) const {
  StandardType Result;
  addType(Type, 0, Result);
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (auto *Instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class))
    if (Instance->getTemplateArgs().size() &&
        Instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      Result.Element = Instance->getTemplateArgs()[0].getAsType();
  return Result;
}

bool HostStandard::callsProgram(const FunctionDecl *Function, llvm::ArrayRef<const Expr *> Arguments) const {
  StandardType All;
  for (const Expr *Argument : Arguments)
    addType(Argument->getType(), 0, All);
  const bool PassesFunction = All.CallsUnknownCode;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  const CXXRecordDecl *Class = Method ? Method->getParent() : nullptr;
  if (Class)
    addType(recordType(Context, Class), 0, All);
  if (PassesFunction || All.CallsUnknownCode)
    return true;
  // Comparisons and arithmetic of classes of the program are functions of the program.
  const bool IsOrdered = Class && llvm::StringSwitch<bool>(Class->getName())
                                      .Cases("map", "set", "multimap", "multiset", "priority_queue", true)
                                      .Cases("unordered_map", "unordered_set", "unordered_multimap", true)
                                      .Cases("unordered_multiset", "optional", "variant", true)
                                      .Default(false);
  const bool OnlyMoves = Function->getDeclName().isIdentifier() &&
                         llvm::StringSwitch<bool>(Function->getName())
                             .Cases("swap", "begin", "end", "data", "size", "get", "copy", "copy_n", true)
                             .Cases("fill", "fill_n", "move", "distance", "next", "prev", "advance", true)
                             .Cases("make_pair", "make_tuple", "tie", "make_unique", "addressof", true)
                             .Default(false);
  return All.CopiesByCode || (!All.Classes.empty() && (Class ? IsOrdered : !OnlyMoves));
}

uint32_t HostStandard::held(QualType Type, uint32_t Cell) {
  const auto *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || !isStandard(Class))
    return Cell;
  if (llvm::StringSwitch<bool>(Class->getName())
          .Cases("array", "pair", "tuple", "optional", "variant", "complex", true)
          .Default(false)) {
    cleave_cell_collapse(Memory, Cell);
    return Cell;
  }
  return cleave_cell_pointee(Memory, Cell);
}

void HostStandard::mixPointers(uint32_t Held, const StandardType &Type, const Expr *Argument,
                               const Place &Given) {
  const QualType Passed = Argument->getType();
  if (!Type.HoldsPointers && Type.HoldsIntegers) {
    // The argument is an element, or leads to elements.
    uint32_t Value = Argument->isGLValue() ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell;
    if (Passed->isRecordType())
      Value = cleave_cell_pointee(Memory, held(Passed, Given.Cell));
    else if (Passed->isPointerType())
      Value = cleave_cell_pointee(Memory, Value);
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Held), Value);
    return;
  }
  if (!Type.HoldsPointers)
    return;
  if (Passed->isRecordType()) { // an element, or a handle of elements
    cleave_cell_unify(Memory, Held, Given.Cell);
    cleave_cell_unify(Memory, Held, held(Passed, Given.Cell));
    return;
  }
  // The value is an element, or leads to elements.
  const uint32_t Value = Argument->isGLValue() ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell;
  if (!Type.Element.isNull() && !Context.hasSameUnqualifiedType(Type.Element, Passed) &&
      Passed->isPointerType())
    cleave_cell_unify(Memory, Held, Value);
  cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Held), Value);
}

// Member functions and operators that give access to what an object holds, and change nothing.
static bool isAccessor(const FunctionDecl *Function) {
  switch (Function->getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Star:
  case OO_Arrow:
    return true;
  case OO_None:
    break;
  default:
    return false;
  }
  if (!Function->getDeclName().isIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Function->getName())
      .Cases("data", "at", "front", "back", "begin", "end", "cbegin", true)
      .Cases("cend", "rbegin", "rend", "size", "empty", "get", "length", true)
      .Cases("c_str", "capacity", "first", "last", "subspan", "value", true)
      .Default(false);
}

static bool startsThread(const FunctionDecl *Function) {
  const std::string Name = Function->getQualifiedNameAsString();
  return Name.find("thread") != std::string::npos || Name == "std::async" ||
         Name.find("execution") != std::string::npos;
}

// Whether the library calls EXPRESSION, an argument, as a function.
static bool isCallable(const Expr *Expression) {
  const QualType Type = Expression->getType().getNonReferenceType();
  if (Type->isFunctionType() || Type->isFunctionPointerType() || Type->isMemberPointerType())
    return true;
  const auto *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && isCalled(Class->getDefinition()) && !Class->isInStdNamespace();
}

// Whether a caller may expect an exception of FUNCTION. What only fails when memory is exhausted does not count.
static bool throwsForItsArguments(const FunctionDecl *Function) {
  static const llvm::StringSet<> Names = {"at",
                                          "stoi",
                                          "stol",
                                          "stoll",
                                          "stoul",
                                          "stoull",
                                          "stof",
                                          "stod",
                                          "stold",
                                          "value",
                                          "get",
                                          "any_cast",
                                          "visit",
                                          "substr",
                                          "compare",
                                          "replace",
                                          "erase",
                                          "insert",
                                          "copy",
                                          "stop",
                                          "wait",
                                          "lock",
                                          "open",
                                          "exceptions",
                                          "rethrow_exception",
                                          "throw_with_nested",
                                          "rethrow_if_nested"};
  if (!Function->getDeclName().isIdentifier() || !Names.contains(Function->getName()))
    return false;
  const auto *Type = Function->getType()->getAs<FunctionProtoType>();
  if (Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()) && Type->isNothrow())
    return false;
  // Only std::string has positions as arguments of these; algorithms and other containers have iterators.
  static const llvm::StringSet<> OfStrings = {"substr", "compare", "replace", "erase", "insert", "copy"};
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (OfStrings.contains(Function->getName()))
    return Method && Method->getParent()->getName() == "basic_string";
  return true;
}

HostValue HostStandard::query(HostValue Object, uint32_t Cell, const char *Name) {
  if (!Object)
    return nullptr;
  cleave_host_value Made = {};
  Made.kind = CLEAVE_HOST_QUERY;
  Made.name = Name;
  Made.left = Object;
  Made.cell = Cell;
  return makeValue(Made);
}

// std::swap of two pointers, or of two objects of the library.
void HostStandard::exchange(const Place &Left, const Place &Right, QualType Type) {
  const auto *Class = Type->getAsCXXRecordDecl();
  cleave_cell_unify(Memory, Class ? held(Type, Left.Cell) : cleave_cell_pointee(Memory, Left.Cell),
                    Class ? held(Type, Right.Cell) : cleave_cell_pointee(Memory, Right.Cell));
  if (!Type->isPointerType() && !Type->isRecordType()) {
    write(Left);
    write(Right);
    return;
  }
  if (Class && !Class->isInStdNamespace()) { // the members are exchanged
    cleave_cell_unify(Memory, Left.Cell, Right.Cell);
    write(Left);
    write(Right);
    return;
  }
  const bool IsHandle = Type->isRecordType();
  HostValue First = IsHandle ? query(Left.Path, Left.Cell, "data") : Left.Path;
  HostValue Second = IsHandle ? query(Right.Path, Right.Cell, "data") : Right.Path;
  cleave_host_copy Copy = {};
  Copy.cell = Left.Cell;
  Copy.to = First;
  Copy.from[0] = Second;
  copy(Copy);
  Copy.cell = Right.Cell;
  Copy.to = Second;
  Copy.from[0] = First;
  copy(Copy);
}

void HostStandard::useText(const Expr *Argument, QualType Parameter, const Place &Given) {
  const QualType Type = Argument->getType();
  if (Type->isIntegerType())
    Argument->isGLValue() ? cleave_cell_escape_held(Memory, Given.Cell)
                          : cleave_cell_escape(Memory, Given.Cell);
  if (Type->isPointerType() && (Parameter->isVoidPointerType() || Type->isVoidPointerType()))
    Argument->isGLValue() ? cleave_cell_escape_held(Memory, Given.Cell)
                          : cleave_cell_escape(Memory, Given.Cell);
  if (Type->isScalarType() && Parameter->isReferenceType() && !Parameter->getPointeeType().isConstQualified())
    cleave_cell_set_held_unknown(Memory, Given.Cell);
}

HostStandard::Value HostStandard::standardCall(const FunctionDecl *Function,
                                               llvm::ArrayRef<const Expr *> Arguments, const Value *Object,
                                               HostValue ObjectPath, Place *Returned, const Expr *Call) {
  const bool IsNamed = Function->getDeclName().isIdentifier();
  const StringRef Name = IsNamed ? Function->getName() : "";
  const unsigned Builtin = Function->getBuiltinID();
  if ((Builtin == Builtin::BImove || Builtin == Builtin::BIforward || Builtin == Builtin::BIas_const) &&
      Arguments.size() == 1) {
    const Place Same = lvalue(Arguments.front());
    if (Returned)
      *Returned = Same;
    return {Same.Cell, Same.Path, {}, Same.Base};
  }
  if (startsThread(Function))
    IsComplete = false;
  if (throwsForItsArguments(Function))
    flag(CLEAVE_HOST_UNWINDS);
  bool CallsProgram = !isAccessor(Function) && callsProgram(Function, Arguments);
  for (const Expr *Argument : Arguments)
    CallsProgram |= isCallable(Argument);
  if (CallsProgram) {
    unknownCall(nullptr, Arguments, Object);
    Value Unknown;
    Unknown.Target = cleave_cell_new_outside(Memory);
    return Unknown;
  }
  if (Name == "swap") {
    if (Object && Arguments.size() == 1) {
      exchange({Object->Target, ObjectPath, nullptr}, lvalue(Arguments[0]), Arguments[0]->getType());
      return {};
    }
    if (!Object && Arguments.size() == 2 && Arguments[0]->isGLValue() && Arguments[1]->isGLValue()) {
      const Place Left = lvalue(Arguments[0]), Right = lvalue(Arguments[1]);
      exchange(Left, Right, Arguments[0]->getType());
      return {};
    }
  }
  Value Result;
  const bool ReturnsMemory =
      Call->isGLValue() || holdsPointers(Call->getType()) || Call->getType()->isRecordType();
  Place Same = {CLEAVE_NO_CELL}; // the argument that it returns a reference to
  const bool HoldsResult = isAccessor(Function);
  StandardType Holder;
  if (auto *Method = dyn_cast<CXXMethodDecl>(Function); Method && Object)
    Holder = standardType(recordType(Context, Method->getParent()));
  auto heldByObject = [&] {
    return held(recordType(Context, llvm::cast<CXXMethodDecl>(Function)->getParent()), Object->Target);
  };
  uint32_t Element = CLEAVE_NO_CELL, Made = CLEAVE_NO_CELL;
  std::vector<Place> Passed;
  auto holdsElementsWithPointers =
      [&](QualType Type) { // a reference or pointer to pointers, a handle of pointers
        if (Type->isRecordType())
          return standardType(Type).HoldsPointers;
        return Type->isPointerType() &&
               (holdsPointers(Type->getPointeeType()) || Type->getPointeeType()->isPointerType());
      };
  if (Object) {
    event(Object->Target, false, nullptr);
    if (HoldsResult && ReturnsMemory) {
      Result.Target = heldByObject();
      Result.Path = Name == "data" ? query(ObjectPath, Object->Target, "data") : nullptr;
      Result.Base = Result.Path ? nullptr : query(ObjectPath, Object->Target, "data");
    } else if (Name == "size" || Name == "length") {
      Result.Path = query(ObjectPath, Object->Target, "size");
    } else if (auto *Method = dyn_cast<CXXMethodDecl>(Function);
               !HoldsResult && !(Method && Method->isConst())) {
      event(Object->Target, true, nullptr);
      const OverloadedOperatorKind Operator = Function->getOverloadedOperator();
      if (Operator != OO_PlusPlus && Operator != OO_MinusMinus && Operator != OO_PlusEqual &&
          Operator != OO_MinusEqual) // which move an iterator
        event(heldByObject(), true, nullptr);
    }
    if (Call->isGLValue() &&
        Context.hasSameUnqualifiedType(Call->getType(),
                                       llvm::cast<CXXMethodDecl>(Function)->getFunctionObjectParameterType()))
      Same = {Object->Target, ObjectPath, nullptr};
  }
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const Expr *Argument = Arguments[I];
    const bool IsHandle = Argument->getType()->isRecordType();
    const Place Given = Argument->isGLValue() || IsHandle ? lvalue(Argument) : Place{value(Argument).Target};
    if (Given.Cell == CLEAVE_NO_CELL)
      continue;
    const bool IsReference =
        I < Function->getNumParams() && Function->getParamDecl(I)->getType()->isReferenceType();
    const QualType Parameter =
        I < Function->getNumParams() ? Function->getParamDecl(I)->getType() : Argument->getType();
    const bool IsConst = IsReference                  ? Parameter->getPointeeType().isConstQualified()
                         : Parameter->isPointerType() ? Parameter->getPointeeType().isConstQualified()
                                                      : false;
    useText(Argument, Parameter, Given);
    moves(Given.Cell); // a pointer may be an iterator
    event(Given.Cell, false, Given.Base ? Given.Base : Given.Path);
    if (!IsConst && (IsReference || Parameter->isPointerType()))
      event(Given.Cell, true, Given.Base ? Given.Base : Given.Path);
    if (IsHandle) { // what it holds
      const uint32_t Held = held(Argument->getType(), Given.Cell);
      event(Held, false, query(Given.Path, Given.Cell, "data"));
      if (!IsConst)
        event(Held, true, query(Given.Path, Given.Cell, "data"));
    }
    if (Object && !HoldsResult)
      mixPointers(heldByObject(), Holder, Argument, Given);
    else if (!Object)
      for (const Place &Earlier : Passed) // elements may be copied between what they lead to
        cleave_cell_unify(Memory, Earlier.Cell, held(Argument->getType(), Given.Cell));
    if (!Object && holdsElementsWithPointers(Argument->getType()))
      Passed.push_back({held(Argument->getType(), Given.Cell)});
    if (IsReference && Call->isGLValue() &&
        Context.hasSameUnqualifiedType(Call->getType(), Argument->getType())) {
      if (Same.Cell == CLEAVE_NO_CELL) {
        Same = Given;
      } else { // either of them
        cleave_cell_unify(Memory, Same.Cell, Given.Cell);
        Same = {Same.Cell};
      }
    }
    if (!Object && Call->isGLValue() && IsHandle) // an element
      Element = Element == CLEAVE_NO_CELL ? held(Argument->getType(), Given.Cell) : Element;
    if (!Object && Call->getType()->isRecordType()) {
      if (Made == CLEAVE_NO_CELL)
        Made = cleave_cell_new(Memory);
      mixPointers(held(Call->getType(), Made), standardType(Call->getType()), Argument, Given);
    }
    if (!IsHandle && !holdsPointers(Argument->getType()))
      continue;
    if (ReturnsMemory && Result.Target == CLEAVE_NO_CELL && !Call->isGLValue())
      Result.Target = held(Argument->getType(), Given.Cell);
    else if (ReturnsMemory && !Call->isGLValue() && (IsHandle || Parameter->isPointerType()))
      cleave_cell_unify(Memory, Result.Target, held(Argument->getType(), Given.Cell));
    if (ReturnsMemory && !Call->isGLValue() && !IsHandle &&
        Argument->isGLValue()) // the pointer's value, or its address
      cleave_cell_unify(Memory, Result.Target, cleave_cell_pointee(Memory, Given.Cell));
  }
  if (Returned && Call->isGLValue()) {
    if (HoldsResult && Result.Target != CLEAVE_NO_CELL)
      *Returned = {Result.Target, nullptr, Result.Base ? Result.Base : Result.Path};
    else if (Same.Cell != CLEAVE_NO_CELL)
      *Returned = Same;
    else if (Object)
      *Returned = {heldByObject()};
    else if (Element != CLEAVE_NO_CELL)
      *Returned = {Element};
    else
      *Returned = {cleave_cell_new(Memory)};
    return Result;
  }
  if (Call->getType()->isRecordType()) { // a handle of the same memory
    if (Made == CLEAVE_NO_CELL)
      Made = cleave_cell_new(Memory);
    if (Result.Target != CLEAVE_NO_CELL)
      cleave_cell_unify(Memory, held(Call->getType(), Made), Result.Target);
    Value Handle;
    Handle.Target = Made;
    return Handle;
  }
  if (Result.Target == CLEAVE_NO_CELL && Call->getType()->isPointerType())
    Result.Target = cleave_cell_new(Memory);
  if (Result.Target == CLEAVE_NO_CELL && Call->getType()->isIntegerType()) { // perhaps read from text
    Result.Target = cleave_cell_new(Memory);
    cleave_cell_set_unknown(Memory, Result.Target);
  }
  return Result;
}

void HostStandard::standardConstruct(const CXXConstructorDecl *Constructor,
                                     llvm::ArrayRef<const Expr *> Arguments, const Place &To) {
  if (startsThread(Constructor))
    IsComplete = false;
  const uint32_t Held = held(recordType(Context, Constructor->getParent()), To.Cell);
  const StandardType Type = standardType(recordType(Context, Constructor->getParent()));
  if (callsProgram(Constructor, Arguments) && !Constructor->isTrivial() && !Arguments.empty() &&
      (Type.CopiesByCode || Type.CallsUnknownCode)) {
    Value Address;
    Address.Target = To.Cell;
    return unknownCall(Constructor, Arguments, &Address);
  }
  event(Held, true, nullptr);
  if (!Arguments.empty() && Arguments.front()->getType()->isIntegerType() &&
      Constructor->getParent()->getName() == "vector")
    size(To.Cell, value(Arguments.front()).Path);
  for (const Expr *Argument : Arguments) {
    if (isCallable(Argument)) {
      unknownCall(nullptr, Arguments, nullptr);
      return;
    }
    const bool IsHandle = Argument->getType()->isRecordType();
    const Place Given = Argument->isGLValue() || IsHandle ? lvalue(Argument) : Place{value(Argument).Target};
    if (Given.Cell == CLEAVE_NO_CELL)
      continue;
    moves(Given.Cell);
    event(Given.Cell, false, Given.Base ? Given.Base : Given.Path);
    mixPointers(Held, Type, Argument, Given);
    const QualType Passed = Argument->getType();
    if (IsHandle)
      event(held(Passed, Given.Cell), false, query(Given.Path, Given.Cell, "data"));
    // A view, a moved object, or a smart pointer holds what it is given; a container copies elements.
    const auto *Class = Constructor->getParent();
    const bool Copies = llvm::StringSwitch<bool>(Class->getName())
                            .Cases("vector", "basic_string", "array", "valarray", "deque", "list", true)
                            .Default(false) &&
                        !(Constructor->isMoveConstructor());
    if (!Copies && (IsHandle || Passed->isPointerType()))
      cleave_cell_unify(Memory, Held, held(Passed, Given.Cell));
    else if (Copies)
      cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Held),
                        cleave_cell_pointee(Memory, held(Passed, Given.Cell)));
  }
}
