// FILE: passes/frontend/host_standard.cpp
// WHAT: see host_standard.h.
#include "host_standard.h"
#include "reader_uses.h"

#include "clang/Basic/Builtins.h"

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

// ---- Types ---------------------------------------------------------------------------------------

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

static bool isFunction(QualType Type) {
  return Type->isFunctionType() || Type->isFunctionPointerType() || Type->isMemberPointerType();
}

// Whether the library calls EXPRESSION, an argument, as a function.
static bool isCallable(const Expr *Expression) {
  const QualType Type = Expression->getType().getNonReferenceType();
  const auto *Class = Type->getAsCXXRecordDecl();
  return isFunction(Type) ||
         (Class && Class->hasDefinition() && isCalled(Class->getDefinition()) && !Class->isInStdNamespace());
}

void HostStandard::addType(QualType Type, unsigned Depth, StandardType &Result) const {
  Type = Type.getNonReferenceType().getCanonicalType();
  while (const ArrayType *Array = Context.getAsArrayType(Type))
    Type = Array->getElementType().getCanonicalType();
  Result.names_functions |= isFunction(Type);
  Result.names_pointers |= Type->isPointerType();
  Result.names_integers |=
      Type->isIntegerType() && Context.getTypeSize(Type) >= Context.getTypeSize(Context.VoidPtrTy);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class)
    return;
  if (Depth == 8 || !Class->hasDefinition()) {
    Result.names_functions = true;
    return;
  }
  Class = Class->getDefinition();
  if (!isStandard(Class)) {
    Result.Classes.push_back(Class);
    Result.names_classes = true;
    Result.names_functions |= isCalled(Class);
    Result.copies_by_code |= !Class->isTriviallyCopyable();
    Result.names_pointers |= holdsPointers(Type);
    return;
  }
  Result.names_functions |= cleave_standard_class(Class->getName().str().c_str()) & CLEAVE_STANDARD_CALLS;
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

const char *HostStandard::nameOf(const CXXRecordDecl *Class) const {
  return cleave_arena_copy(Arena, Class->getName().data(), Class->getName().size());
}

HostStandard::StandardType HostStandard::standardType(QualType Type) const {
  StandardType Result;
  static_cast<cleave_host_type &>(Result) = typeOf(Type);
  Result.is_scalar = Type->isScalarType();
  Result.is_void_pointer = Type->isVoidPointerType();
  Result.holds_pointers = holdsPointers(Type);
  Result.points_to_pointers =
      Result.is_pointer && (holdsPointers(Type->getPointeeType()) || Type->getPointeeType()->isPointerType());
  addType(Type, 0, Result);
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (Class && isStandard(Class))
    Result.library_class = nameOf(Class);
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
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method)
    addType(recordType(Context, Method->getParent()), 0, All);
  const std::string Name = Function->getDeclName().isIdentifier() ? Function->getName().str() : "";
  return cleave_standard_calls_program(Name.c_str(), Method ? nameOf(Method->getParent()) : nullptr, &All);
}

// ---- Calls ---------------------------------------------------------------------------------------

// Whether a caller may expect an exception of FUNCTION.
static bool throwsForItsArguments(const FunctionDecl *Function, const char *Class) {
  const auto *Type = Function->getType()->getAs<FunctionProtoType>();
  return Function->getDeclName().isIdentifier() &&
         cleave_standard_throws(Function->getName().str().c_str(), Class) &&
         !(Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()) && Type->isNothrow());
}

static bool isAccessor(const FunctionDecl *Function) {
  const OverloadedOperatorKind Operator = Function->getOverloadedOperator();
  return Operator == OO_Subscript || Operator == OO_Star || Operator == OO_Arrow ||
         (Operator == OO_None && Function->getDeclName().isIdentifier() &&
          cleave_standard_is_accessor(Function->getName().str().c_str()));
}

cleave_standard_argument HostStandard::argument(const FunctionDecl *Function, unsigned Index,
                                                const Expr *Argument, const StandardType &Holder,
                                                const StandardType &Made) {
  const QualType Type = Argument->getType();
  cleave_standard_argument Result = {};
  Result.type = standardType(Type);
  Result.is_object = Argument->isGLValue();
  Result.given = Result.is_object || Result.type.is_record ? lvalue(Argument) : Place(value(Argument).target);
  const QualType Parameter =
      Index < Function->getNumParams() ? Function->getParamDecl(Index)->getType() : Type;
  Result.is_reference = Parameter->isReferenceType();
  Result.is_pointer = Parameter->isPointerType();
  Result.is_void_pointer = Parameter->isVoidPointerType();
  Result.is_const =
      (Result.is_reference || Result.is_pointer) && Parameter->getPointeeType().isConstQualified();
  auto Differs = [&](QualType Element) {
    return !Element.isNull() && !Context.hasSameUnqualifiedType(Element, Type);
  };
  Result.differs_from_held = Differs(Holder.Element);
  Result.differs_from_made = Differs(Made.Element);
  return Result;
}

HostStandard::Value HostStandard::standardCall(const FunctionDecl *Function,
                                               llvm::ArrayRef<const Expr *> Arguments, const Value *Object,
                                               HostValue ObjectPath, Place *Returned, const Expr *Call) {
  const std::string Name = Function->getDeclName().isIdentifier() ? Function->getName().str() : "";
  const unsigned Builtin = Function->getBuiltinID();
  if ((Builtin == Builtin::BImove || Builtin == Builtin::BIforward || Builtin == Builtin::BIas_const) &&
      Arguments.size() == 1) {
    const Place Same = lvalue(Arguments.front());
    if (Returned)
      *Returned = Same;
    return cleave_host_denoted(&Same);
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  IsComplete &= !cleave_standard_starts_thread(Function->getQualifiedNameAsString().c_str());
  if (throwsForItsArguments(Function, Method ? nameOf(Method->getParent()) : nullptr))
    flag(CLEAVE_HOST_UNWINDS);
  if (llvm::any_of(Arguments, isCallable) || (!isAccessor(Function) && callsProgram(Function, Arguments))) {
    unknownCall(nullptr, Arguments, Object);
    return Value(cleave_cell_new_outside(Memory));
  }
  const bool IsMember = Object && Arguments.size() == 1;
  if (Name == "swap" && (IsMember || (!Object && Arguments.size() == 2 && Arguments[0]->isGLValue() &&
                                      Arguments[1]->isGLValue()))) {
    const Place Left = IsMember ? Place(Object->target, ObjectPath) : lvalue(Arguments[0]),
                Right = lvalue(Arguments.back());
    StandardType Type = standardType(Arguments.front()->getType());
    if (const auto *Class = Arguments.front()->getType()->getAsCXXRecordDecl();
        Class && !Class->isInStdNamespace())
      Type.library_class = nullptr;
    cleave_standard_swap(&Record, &Left, &Right, &Type);
    return Value();
  }
  StandardType Holder, Made = standardType(Call->getType());
  if (Method && Object)
    Holder = standardType(recordType(Context, Method->getParent()));
  cleave_standard_call State = {};
  State.name = Name.c_str();
  State.is_accessor = isAccessor(Function);
  State.moves_iterator = llvm::is_contained({OO_PlusPlus, OO_MinusMinus, OO_PlusEqual, OO_MinusEqual},
                                            Function->getOverloadedOperator());
  State.is_const = Method && Method->isConst();
  State.has_object = Object;
  State.returns_reference = Call->isGLValue();
  State.holder = Holder;
  State.type = Made;
  if (Object) {
    State.object = Place(Object->target, ObjectPath);
    State.returns_holder =
        Context.hasSameUnqualifiedType(Call->getType(), Method->getFunctionObjectParameterType());
  }
  cleave_standard_begin(&Record, &State);
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    cleave_standard_argument Argument = argument(Function, I, Arguments[I], Holder, Made);
    Argument.is_result = Context.hasSameUnqualifiedType(Call->getType(), Arguments[I]->getType());
    cleave_standard_pass(&Record, &State, &Argument);
  }
  return cleave_standard_end(&Record, &State, Returned);
}

void HostStandard::standardConstruct(const CXXConstructorDecl *Constructor,
                                     llvm::ArrayRef<const Expr *> Arguments, const Place &To) {
  IsComplete &= !cleave_standard_starts_thread(Constructor->getQualifiedNameAsString().c_str());
  const StandardType Type = standardType(recordType(Context, Constructor->getParent()));
  const uint32_t Held = cleave_standard_held(&Record, &Type, To.cell);
  if (callsProgram(Constructor, Arguments) && !Constructor->isTrivial() && !Arguments.empty() &&
      (Type.copies_by_code || Type.names_functions)) {
    const Value Address(To.cell);
    return unknownCall(Constructor, Arguments, &Address);
  }
  event(Held, true, nullptr);
  if (!Arguments.empty() && Arguments.front()->getType()->isIntegerType() &&
      Constructor->getParent()->getName() == "vector")
    cleave_host_add_size(&Record, To.cell, value(Arguments.front()).path);
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    if (isCallable(Arguments[I]))
      return unknownCall(nullptr, Arguments, nullptr);
    const cleave_standard_argument Argument = argument(Constructor, I, Arguments[I], Type, Type);
    cleave_standard_construct(&Record, &Type, Held, Constructor->isMoveConstructor(), &Argument);
  }
}
