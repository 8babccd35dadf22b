// FILE: passes/frontend/host_calls.cpp
// WHAT: see host_calls.h.
#include "host_calls.h"
#include "model/library_functions.h"
#include "reader_code.h"

using namespace clang;
using namespace cleave;

enum { MostDepth = 32 }; // calls inside of calls

static bool isInSystemHeader(const FunctionDecl *Function, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation()));
}

bool HostCalls::canEnter(const FunctionDecl *Function, const FunctionDecl *&Definition,
                         bool Statically) const {
  if (!Function->hasBody(Definition) || Definition->isDependentContext() || Depth >= MostDepth ||
      Function->getMostRecentDecl()->hasAttr<OMPDeclareVariantAttr>() || Definition->isVariadic() ||
      (Function->getMostRecentDecl()->hasAttr<WeakAttr>() && !isInSystemHeader(Function, Context)))
    return false;
  if (auto *Method = dyn_cast<CXXMethodDecl>(Function); Method && Method->isVirtual() && !Statically)
    return false;
  for (const Frame *Outer = Current; Outer; Outer = Outer->Caller)
    if (Outer->Function == Definition)
      return false;
  return true;
}

void HostCalls::argument(Frame &Inner, const ParmVarDecl *Parameter, const Expr *Argument) {
  Parameter = llvm::cast<ParmVarDecl>(Parameter->getCanonicalDecl());
  const QualType Type = Parameter->getType();
  if (Type->isReferenceType()) {
    Inner.Variables[Parameter] = lvalue(Argument);
    return;
  }
  Place Made = {cleave_cell_new(Memory)};
  if (Type->isRecordType())
    Inner.Objects.push_back({Made, Type, nullptr});
  cleave_host_value Local = {};
  Local.kind = CLEAVE_HOST_VARIABLE;
  Local.variable = CLEAVE_NO_VARIABLE;
  Local.cell = Type->isRecordType() ? CLEAVE_NO_CELL : Made.Cell;
  Made.Path = makeValue(Local);
  if (Type->isRecordType()) {
    initialize(Made, Type, Argument);
  } else {
    const Value Given = value(Argument);
    storeValue(Made, Type, Given);
    if (!Inner.Written.count(Parameter))
      Inner.Values[Parameter] = Given;
  }
  Inner.Variables[Parameter] = Made;
}

HostCalls::Value HostCalls::enter(const FunctionDecl *Definition, llvm::ArrayRef<const Expr *> Arguments,
                                  const Value *Object, Place *Returned, const Value *Only) {
  Frame Inner;
  Inner.Function = Definition;
  Inner.Caller = Current;
  Inner.Written = writtenIn(Definition->getBody(), Context);
  Inner.Flow = &Flows.of(Definition);
  if (Object)
    Inner.This = *Object;
  for (unsigned I = 0; I < Definition->getNumParams() && I < Arguments.size(); ++I)
    argument(Inner, Definition->getParamDecl(I), Arguments[I]);
  if (Only && Definition->getNumParams()) { // a pointer that no expression denotes
    const Place Made = {cleave_cell_new(Memory)};
    storeValue(Made, Definition->getParamDecl(0)->getType(), *Only);
    Inner.Variables[llvm::cast<VarDecl>(Definition->getParamDecl(0)->getCanonicalDecl())] = Made;
  }
  Current = &Inner;
  ++Depth;
  for (const ParmVarDecl *Parameter : Definition->parameters())
    sizes(Parameter->getOriginalType());
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Initializer : Constructor->inits()) {
      if (const FieldDecl *Field = Initializer->getMember()) {
        const uint32_t Cell =
            cleave_cell_member(Memory, Inner.This.Target, Field->getParent()->getCanonicalDecl(), Field);
        if (Field->getType()->isReferenceType())
          cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Cell), lvalue(Initializer->getInit()).Cell);
        else
          initialize({Cell}, Field->getType(), Initializer->getInit());
      } else if (Initializer->isBaseInitializer() || Initializer->isDelegatingInitializer()) {
        initialize({Inner.This.Target}, Initializer->getInit()->getType(), Initializer->getInit());
      } else {
        IsComplete = false;
      }
    }
  const unsigned Outside = Conditional;
  Conditional = 0; // `completes` follows the statements of the body
  body(Definition->getBody());
  Conditional = Outside;
  endTemporaries();
  endObjects(0);
  endFrame();
  --Depth;
  Current = Inner.Caller;
  if (Returned)
    *Returned = Inner.ReturnedPlace;
  return Inner.ReturnedValue;
}

void HostCalls::unknownCall(const FunctionDecl *Function, llvm::ArrayRef<const Expr *> Arguments,
                            const Value *Object) {
  for (const Expr *Argument : Arguments)
    expose(Argument);
  if (Object)
    exposeTarget(Object->Target);
  flag(CLEAVE_HOST_UNKNOWN_CALL);
  const auto *Type = Function ? Function->getType()->getAs<FunctionProtoType>() : nullptr;
  const bool IsResolved = Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType());
  if (Context.getLangOpts().CXXExceptions && !(IsResolved && Type->isNothrow()) &&
      !(Function && Function->isExternC() && isInSystemHeader(Function, Context)))
    flag(CLEAVE_HOST_UNWINDS);
  if (Function && Function->isNoReturn()) { // it may call longjmp
    flag(CLEAVE_HOST_UNWINDS);
    neverEnds();
  }
  if (Function && Function->hasAttr<ReturnsTwiceAttr>()) // as setjmp: control may come back from anywhere
    IsComplete = false;
}

// Whether CALL, of a function as printf, may have the conversion %n, which writes.
static bool mayStoreCount(const CallExpr *Call) {
  const FunctionDecl *Function = Call->getDirectCallee();
  if (!Function->isVariadic() || !Function->getNumParams() || Call->getNumArgs() <= Function->getNumParams())
    return false;
  auto *Format =
      dyn_cast<clang::StringLiteral>(Call->getArg(Function->getNumParams() - 1)->IgnoreParenImpCasts());
  if (!Format || Format->getCharByteWidth() != 1)
    return true;
  for (StringRef Rest = Format->getString(); !Rest.empty();) {
    Rest = Rest.split('%').second;
    Rest = Rest.drop_while([](char C) { return StringRef("0123456789-+ #'*.$hljztLq").contains(C); });
    if (Rest.consume_front("n"))
      return true;
    Rest = Rest.drop_front(!Rest.empty());
  }
  return false;
}

// A call of a library function of that NAME.
HostCalls::Value HostCalls::libraryCall(StringRef Name, const CallExpr *Call, bool &Known) {
  Value Result;
  unsigned Kind = cleave_library_function(Name.str().c_str());
  if (Kind == CLEAVE_LIBRARY_READS && mayStoreCount(Call))
    Kind = CLEAVE_LIBRARY_USES;
  Known = Kind != CLEAVE_LIBRARY_UNKNOWN;
  if (!Known)
    return Result;
  if (Kind == CLEAVE_LIBRARY_STARTS_THREAD)
    IsComplete = false;
  if (SharesMemory) // a stream may have an array of the program as its buffer
    flag(CLEAVE_HOST_UNKNOWN_CALL);
  if (Kind == CLEAVE_LIBRARY_EXITS)
    flag(CLEAVE_HOST_EXITS);
  if (Kind == CLEAVE_LIBRARY_ABORTS)
    flag(CLEAVE_HOST_ABORTS);
  if (Call->getDirectCallee()->isNoReturn())
    neverEnds();
  if (Kind == CLEAVE_LIBRARY_DEVICE_STATE)
    flag(CLEAVE_HOST_DEVICE_STATE);
  if (Kind == CLEAVE_LIBRARY_DEVICE_MEMORY)
    flag(CLEAVE_HOST_MANAGES_DATA);
  std::vector<Value> Values;
  const FunctionDecl *Function = Call->getDirectCallee();
  const bool UsesText = Kind == CLEAVE_LIBRARY_USES || Kind == CLEAVE_LIBRARY_READS;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Argument = Call->getArg(I);
    Value Given = Argument->isGLValue() ? Value{lvalue(Argument).Cell} : value(Argument);
    const bool IsPointer = Argument->getType()->isPointerType() && Given.Target != CLEAVE_NO_CELL;
    if (UsesText && Given.Target != CLEAVE_NO_CELL) {
      // A file or a text may hold addresses: that of a printed pointer, and those in memory that is read. They may be read back.
      if (I >= Function->getNumParams())
        cleave_cell_escape(Memory, Given.Target);
      cleave_cell_escape_held(Memory, Given.Target);
      if (IsPointer && Kind == CLEAVE_LIBRARY_USES &&
          !Argument->getType()->getPointeeType().isConstQualified())
        cleave_cell_set_held_unknown(Memory, Given.Target);
    }
    if (!IsPointer)
      Given = {};
    Values.push_back(Given);
    if (!IsPointer)
      continue;
    if (Kind != CLEAVE_LIBRARY_FREES)
      moves(Given.Target);
    if (Kind == CLEAVE_LIBRARY_FREES)
      flag(CLEAVE_HOST_FREES);
    else
      event(Given.Target, false, Given.Base ? Given.Base : Given.Path);
    if (!Argument->getType()->getPointeeType().isConstQualified() && Kind != CLEAVE_LIBRARY_READS)
      event(Given.Target, true, Given.Base ? Given.Base : Given.Path);
  }
  if (Kind == CLEAVE_LIBRARY_COPIES && Values.size() >= 2 && Values[0].Target != CLEAVE_NO_CELL &&
      Values[1].Target != CLEAVE_NO_CELL) {
    // Copied pointers lead to the same memory.
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Values[0].Target),
                      cleave_cell_pointee(Memory, Values[1].Target));
    cleave_cell_collapse(Memory, Values[0].Target);
    cleave_cell_collapse(Memory, Values[1].Target);
    Result.Target = Values[0].Target;
  } else if (Kind == CLEAVE_LIBRARY_ALLOCATES_IN && !Values.empty() && Values[0].Target != CLEAVE_NO_CELL) {
    cleave_host_copy Copy = {};
    Copy.cell = Values[0].Target;
    Copy.to = Values[0].Path && Values[0].Path->kind == CLEAVE_HOST_ADDRESS ? Values[0].Path->left : nullptr;
    Copy.is_fresh = true;
    cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Values[0].Target), cleave_cell_new(Memory));
    copy(Copy);
  } else if (Kind == CLEAVE_LIBRARY_ALLOCATES || Call->getType()->isPointerType()) {
    Result.Target = cleave_cell_new(Memory);
    Result.IsFresh = Kind == CLEAVE_LIBRARY_ALLOCATES;
    if (!Result.IsFresh)
      for (const Value &Given : Values)
        if (Given.Target != CLEAVE_NO_CELL)
          cleave_cell_unify(Memory, Result.Target, Given.Target);
  } else if (Call->getType()->isIntegerType() && UsesText) {
    Result.Target = cleave_cell_new(Memory);
    cleave_cell_set_unknown(Memory, Result.Target);
  }
  return Result;
}

HostCalls::Value HostCalls::call(const CallExpr *Call, Place *Returned) {
  const FunctionDecl *Function = Call->getDirectCallee();
  std::vector<const Expr *> Arguments(Call->arg_begin(), Call->arg_end());
  Value Object;
  const Value *Called = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  HostValue ObjectPath = nullptr;
  auto TakeObject = [&](const Expr *Base, bool IsArrow) {
    if (IsArrow) {
      Object = value(Base);
      ObjectPath = Object.Path && Object.Path->kind == CLEAVE_HOST_ADDRESS ? Object.Path->left : nullptr;
    } else {
      const Place Found = lvalue(Base);
      Object.Target = Found.Cell;
      Object.Base = Found.Base;
      ObjectPath = Found.Path;
      if (Found.Path) {
        cleave_host_value Made = {};
        Made.kind = CLEAVE_HOST_ADDRESS;
        Made.left = Found.Path;
        Object.Path = makeValue(Made);
      }
    }
    Called = &Object;
  };
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    if (auto *Callee = dyn_cast<MemberExpr>(Member->getCallee()->IgnoreParens()))
      TakeObject(Callee->getBase(), Callee->isArrow());
    else
      Function = nullptr;
  } else if (Method && Method->isInstance() && isa<CXXOperatorCallExpr>(Call)) {
    TakeObject(Arguments.front(), false);
    Arguments.erase(Arguments.begin());
  }
  Value Result;
  const FunctionDecl *Definition = nullptr;
  bool Known = false;
  const OverloadedOperatorKind Operator = Function ? Function->getOverloadedOperator() : OO_None;
  if (!Method && (Operator == OO_New || Operator == OO_Array_New)) {
    for (const Expr *Argument : Arguments)
      Argument->isGLValue() ? (void)lvalue(Argument) : (void)value(Argument);
    Result.Target = cleave_cell_new(Memory);
    Result.IsFresh = true;
    return Result;
  }
  if (!Method && (Operator == OO_Delete || Operator == OO_Array_Delete)) {
    flag(CLEAVE_HOST_FREES);
    if (const uint32_t Freed = value(Arguments.front()).Target; Freed != CLEAVE_NO_CELL)
      event(Freed, true, nullptr);
    return Result;
  }
  if (Function && isStandard(Function))
    return standardCall(Function, Arguments, Called, ObjectPath, Returned, Call);
  if (!Function) {
    value(Call->getCallee());
    unknownCall(nullptr, Arguments, Called);
  } else if (!Method && (Function->isExternC() || Function->getBuiltinID()) &&
             !(Function->hasBody() && !isInSystemHeader(Function, Context))) {
    StringRef Name = Function->getDeclName().isIdentifier() ? Function->getName() : "";
    Name.consume_front("__builtin_");
    // A function of the program may have the name of one of the library.
    if (!Name.empty() && (Function->getBuiltinID() || isInSystemHeader(Function, Context)))
      Result = libraryCall(Name, Call, Known);
    if (!Known && canEnter(Function, Definition))
      return enter(Definition, Arguments, nullptr, Returned);
    if (!Known)
      unknownCall(Function, Arguments, nullptr);
  } else if (Method && Method->isTrivial() && Called && Arguments.size() == 1) { // an assignment
    const Place From = lvalue(Arguments.front());
    read(From);
    cleave_cell_unify(Memory, Object.Target, From.Cell);
    write({Object.Target, ObjectPath, nullptr});
    if (Returned)
      *Returned = {Object.Target, ObjectPath, nullptr};
    return {Object.Target};
  } else if (canEnter(Function, Definition)) {
    return enter(Definition, Arguments, Called, Returned);
  } else {
    unknownCall(Function, Arguments, Called);
  }
  if (Result.Target == CLEAVE_NO_CELL && !Known && !Call->getType()->isVoidType()) {
    Result.Target = cleave_cell_new_outside(Memory);
  }
  return Result;
}

void HostCalls::construct(const CXXConstructExpr *Expression, const Place &To) {
  const CXXConstructorDecl *Constructor = Expression->getConstructor();
  std::vector<const Expr *> Arguments(Expression->arg_begin(), Expression->arg_end());
  const FunctionDecl *Definition = nullptr;
  const bool WritesMembers =
      !isStandard(Constructor) && !Constructor->isTrivial() && canEnter(Constructor, Definition);
  if (!WritesMembers) // else the constructor writes them one by one
    write(To);
  if (Constructor->isTrivial() && Arguments.size() == 1) {
    const Value From = Arguments[0]->isGLValue() ? Value{lvalue(Arguments[0]).Cell} : value(Arguments[0]);
    if (From.Target != CLEAVE_NO_CELL)
      cleave_cell_unify(Memory, To.Cell, From.Target);
    return;
  }
  if (Constructor->isTrivial() && Arguments.empty())
    return;
  Value Object;
  Object.Target = To.Cell;
  if (To.Path) {
    cleave_host_value Made = {};
    Made.kind = CLEAVE_HOST_ADDRESS;
    Made.left = To.Path;
    Object.Path = makeValue(Made);
  }
  if (isStandard(Constructor))
    standardConstruct(Constructor, Arguments, To);
  else if (WritesMembers)
    enter(Definition, Arguments, &Object, nullptr);
  else
    unknownCall(Constructor, Arguments, &Object);
}
