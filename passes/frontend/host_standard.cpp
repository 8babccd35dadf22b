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

bool HostStandard::isStandard(const FunctionDecl *Function) const {
  if (Function->isExternC())
    return false;
  const auto *Namespace = dyn_cast<NamespaceDecl>(Function->getEnclosingNamespaceContext());
  for (; Namespace; Namespace = dyn_cast<NamespaceDecl>(Namespace->getParent()))
    if (Namespace->isStdNamespace() || (Namespace->getIdentifier() && Namespace->getName() == "__gnu_cxx")) {
      const SourceManager &SM = Context.getSourceManager();
      return SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation()));
    }
  return false;
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
  return Class && Class->isLambda();
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
  if (Type && Type->isNothrow())
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
  cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Left.Cell), cleave_cell_pointee(Memory, Right.Cell));
  if (!Type->isPointerType() && !Type->isRecordType()) {
    write(Left);
    write(Right);
    return;
  }
  const auto *Class = Type->getAsCXXRecordDecl();
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
    flag(CLEAVE_HOST_MAY_THROW);
  for (const Expr *Argument : Arguments)
    if (isCallable(Argument)) {
      unknownCall(nullptr, Arguments, Object);
      Value Unknown;
      Unknown.Target = cleave_cell_new(Memory);
      cleave_cell_comes_from_outside(Memory, Unknown.Target);
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
  if (Object) {
    event(Object->Target, false, nullptr);
    if (HoldsResult && ReturnsMemory) {
      Result.Target = cleave_cell_pointee(Memory, Object->Target);
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
        event(cleave_cell_pointee(Memory, Object->Target), true, nullptr);
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
    moves(Given.Cell); // a pointer may be an iterator
    event(Given.Cell, false, Given.Base ? Given.Base : Given.Path);
    if (!IsConst && (IsReference || Parameter->isPointerType()))
      event(Given.Cell, true, Given.Base ? Given.Base : Given.Path);
    if (IsHandle) { // what it holds
      const uint32_t Held = cleave_cell_pointee(Memory, Given.Cell);
      event(Held, false, query(Given.Path, Given.Cell, "data"));
      if (!IsConst)
        event(Held, true, query(Given.Path, Given.Cell, "data"));
    }
    if (Same.Cell == CLEAVE_NO_CELL && IsReference && Call->isGLValue() &&
        Context.hasSameUnqualifiedType(Call->getType(), Argument->getType()))
      Same = Given;
    if (ReturnsMemory && Result.Target == CLEAVE_NO_CELL && !Call->isGLValue())
      Result.Target = IsHandle ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell;
    else if (ReturnsMemory && !Call->isGLValue() && (IsHandle || Parameter->isPointerType()))
      cleave_cell_unify(Memory, Result.Target,
                        IsHandle ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell);
  }
  if (Returned && Call->isGLValue()) {
    if (HoldsResult && Result.Target != CLEAVE_NO_CELL)
      *Returned = {Result.Target, nullptr, Result.Base ? Result.Base : Result.Path};
    else if (Same.Cell != CLEAVE_NO_CELL)
      *Returned = Same;
    else if (Object)
      *Returned = {cleave_cell_pointee(Memory, Object->Target)};
    else
      *Returned = {cleave_cell_new(Memory)};
    return Result;
  }
  if (Call->getType()->isRecordType()) { // a handle of the same memory
    const uint32_t Made = cleave_cell_new(Memory);
    if (Result.Target != CLEAVE_NO_CELL)
      cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Made), Result.Target);
    Value Handle;
    Handle.Target = Made;
    return Handle;
  }
  if (Result.Target == CLEAVE_NO_CELL && Call->getType()->isPointerType())
    Result.Target = cleave_cell_new(Memory);
  return Result;
}

void HostStandard::standardConstruct(const CXXConstructorDecl *Constructor,
                                     llvm::ArrayRef<const Expr *> Arguments, const Place &To) {
  if (startsThread(Constructor))
    IsComplete = false;
  const uint32_t Held = cleave_cell_pointee(Memory, To.Cell);
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
    const QualType Type = Argument->getType();
    if (IsHandle)
      event(cleave_cell_pointee(Memory, Given.Cell), false, query(Given.Path, Given.Cell, "data"));
    // A view, a moved object, or a smart pointer holds what it is given; a container copies elements.
    const auto *Class = Constructor->getParent();
    const bool Copies = llvm::StringSwitch<bool>(Class->getName())
                            .Cases("vector", "basic_string", "array", "valarray", "deque", "list", true)
                            .Default(false) &&
                        !(Constructor->isMoveConstructor());
    if (!Copies && (IsHandle || Type->isPointerType()))
      cleave_cell_unify(Memory, Held, IsHandle ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell);
    else if (Copies)
      cleave_cell_unify(
          Memory, cleave_cell_pointee(Memory, Held),
          cleave_cell_pointee(Memory, IsHandle ? cleave_cell_pointee(Memory, Given.Cell) : Given.Cell));
  }
}
