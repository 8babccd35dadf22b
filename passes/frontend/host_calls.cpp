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
  Place Made(cleave_cell_new(Memory));
  if (Type->isRecordType())
    Inner.Objects.push_back({Made, Type, nullptr});
  Made.path = cleave_host_local(Arena, Type->isRecordType() ? CLEAVE_NO_CELL : Made.cell);
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
        const uint32_t Cell = memberCell(Inner.This.target, Field);
        if (Field->getType()->isReferenceType())
          cleave_cell_unify(Memory, cleave_cell_pointee(Memory, Cell), lvalue(Initializer->getInit()).cell);
        else
          initialize({Cell}, Field->getType(), Initializer->getInit());
      } else if (Initializer->isBaseInitializer() || Initializer->isDelegatingInitializer()) {
        initialize({Inner.This.target}, Initializer->getInit()->getType(), Initializer->getInit());
      } else {
        IsComplete = false;
      }
    }
  const unsigned Outside = Record.conditional;
  Record.conditional = 0; // `completes` follows the statements of the body
  body(Definition->getBody());
  Record.conditional = Outside;
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
    cleave_host_expose(&Record, Object->target);
  flag(CLEAVE_HOST_UNKNOWN_CALL);
  const auto *Type = Function ? Function->getType()->getAs<FunctionProtoType>() : nullptr;
  const bool IsResolved = Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType());
  if (Context.getLangOpts().CXXExceptions && !(IsResolved && Type->isNothrow()) &&
      !(Function && Function->isExternC() && isInSystemHeader(Function, Context)))
    flag(CLEAVE_HOST_UNWINDS);
  if (Function && Function->isNoReturn()) { // it may call longjmp
    flag(CLEAVE_HOST_UNWINDS);
    cleave_host_never_ends(&Record);
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
  const bool IsText = Format && Format->getCharByteWidth() == 1;
  return cleave_library_stores_count(IsText ? Format->getString().str().c_str() : nullptr);
}

// A call of a library function of that NAME.
HostCalls::Value HostCalls::libraryCall(StringRef Name, const CallExpr *Call, bool &Known) {
  cleave_library_call State = {cleave_library_function(Name.str().c_str()), nullptr, 0};
  if (State.kind == CLEAVE_LIBRARY_READS && mayStoreCount(Call))
    State.kind = CLEAVE_LIBRARY_USES;
  Known = State.kind != CLEAVE_LIBRARY_UNKNOWN;
  if (!Known)
    return Value();
  const FunctionDecl *Function = Call->getDirectCallee();
  cleave_library_begin(&Record, State.kind, SharesMemory, Function->isNoReturn());
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const QualType Type = Call->getArg(I)->getType();
    cleave_library_argument Argument = {evaluate(Call->getArg(I)), Type->isPointerType(), false,
                                        I >= Function->getNumParams()};
    Argument.is_constant = Argument.is_pointer && Type->getPointeeType().isConstQualified();
    cleave_library_pass(&Record, &State, &Argument);
  }
  const cleave_host_type Type = typeOf(Call->getType());
  return cleave_library_end(&Record, &State, &Type);
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
      ObjectPath = cleave_host_addressed(Object.path);
    } else {
      Place Found = lvalue(Base);
      Found.address = nullptr;
      Object = cleave_host_address_of(&Record, &Found);
      ObjectPath = Found.path;
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
      evaluate(Argument);
    Result = Value(cleave_cell_new(Memory));
    Result.is_fresh = true;
    return Result;
  }
  if (!Method && (Operator == OO_Delete || Operator == OO_Array_Delete)) {
    flag(CLEAVE_HOST_FREES);
    if (const uint32_t Freed = value(Arguments.front()).target; Freed != CLEAVE_NO_CELL)
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
    cleave_cell_unify(Memory, Object.target, From.cell);
    const Place To = {Object.target, ObjectPath};
    write(To);
    if (Returned)
      *Returned = To;
    return Value(Object.target);
  } else if (canEnter(Function, Definition)) {
    return enter(Definition, Arguments, Called, Returned);
  } else {
    unknownCall(Function, Arguments, Called);
  }
  if (Result.target == CLEAVE_NO_CELL && !Known && !Call->getType()->isVoidType())
    Result.target = cleave_cell_new_outside(Memory);
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
    cleave_host_join(&Record, To.cell, evaluate(Arguments[0]).target);
    return;
  }
  if (Constructor->isTrivial() && Arguments.empty())
    return;
  Value Object(To.cell);
  Object.path = cleave_host_address(Arena, To.path);
  if (isStandard(Constructor))
    standardConstruct(Constructor, Arguments, To);
  else if (WritesMembers)
    enter(Definition, Arguments, &Object, nullptr);
  else
    unknownCall(Constructor, Arguments, &Object);
}
