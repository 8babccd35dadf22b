// FILE: passes/frontend/host_lifetimes.cpp
// WHAT: see host_lifetimes.h. Clang's control-flow graph (host_flow.h) says which calls there are.
//
// Where in its statement such code runs is not described: an object that it uses has no environment around it.
#include "host_lifetimes.h"
#include "reader_uses.h"

using namespace clang;
using namespace cleave;

void HostLifetimes::callWithout(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  canEnter(Function, Definition) ? (void)enter(Definition, {}, nullptr, nullptr)
                                 : unknownCall(Function, {}, nullptr);
}

void HostLifetimes::begins(const VarDecl *Variable, const Place &Object) {
  Variable = Variable->getCanonicalDecl();
  if (!Current->Flow->ImplicitCalls.count(Variable))
    return;
  Current->Called.insert(Variable);
  QualType Type = Variable->getType();
  if (Type->isReferenceType()) { // the temporary that it refers to
    const Expr *Initializer = Variable->getInit();
    if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Initializer))
      Initializer = Cleanups->getSubExpr();
    auto *Extended = dyn_cast<MaterializeTemporaryExpr>(Initializer->IgnoreParenImpCasts());
    Type = Extended ? Extended->getSubExpr()->getType() : Context.VoidTy;
  }
  auto *Cleanup = Variable->getAttr<CleanupAttr>();
  Current->Objects.push_back({Object, Type, Cleanup ? Cleanup->getFunctionDecl() : nullptr});
}

void HostLifetimes::temporary(const CXXBindTemporaryExpr *Expression, const Place &Object) {
  if (!Current->Flow->ImplicitCalls.count(Expression) || Object.cell == CLEAVE_NO_CELL)
    return;
  Current->Called.insert(Expression);
  Current->Temporaries.push_back({Object, Expression->getType(), nullptr});
}

void HostLifetimes::end(const Living &Ended) {
  if (Ended.Cleanup) {
    const FunctionDecl *Definition = nullptr;
    const Value Address(Ended.Object.cell);
    if (canEnter(Ended.Cleanup, Definition))
      enter(Definition, {}, nullptr, nullptr, &Address);
    else
      unknownCall(Ended.Cleanup, {}, &Address);
  }
  destroy(Ended.Object, Ended.Type);
}

void HostLifetimes::endObjects(size_t Mark) {
  while (Current->Objects.size() > Mark && IsComplete) {
    const Living Last = Current->Objects.back();
    Current->Objects.pop_back();
    const auto *Class = Last.Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Last.Cleanup || Last.Type->isVoidType() || (Class && !Class->hasTrivialDestructor()))
      implicitly([&] { end(Last); });
  }
}

void HostLifetimes::endTemporaries() {
  while (!Current->Temporaries.empty() && IsComplete) {
    const Living Last = Current->Temporaries.back();
    Current->Temporaries.pop_back();
    implicitly([&] { end(Last); });
  }
}

void HostLifetimes::endFrame() {
  if (!Current->Flow->IsKnown)
    IsComplete = false;
  for (const void *Call : Current->Flow->ImplicitCalls)
    if (!Current->Called.count(Call)) {
      flag(CLEAVE_HOST_UNKNOWN_CALL);
      return;
    }
}

void HostLifetimes::destroy(const Place &Object, QualType Type) {
  Type = Type->isArrayType() ? Context.getBaseElementType(Type) : Type;
  const Value Address(Object.cell);
  if (Type->isVoidType()) // a type that is not known
    return unknownCall(nullptr, {}, &Address);
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return;
  Class = Class->getDefinition();
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (Destructor && isStandard(Destructor))
    return destroyStandard(Class, Object);
  if (!Destructor || (Destructor->isUserProvided() && !canEnter(Destructor, Definition, true)))
    return unknownCall(Destructor, {}, &Address);
  if (Destructor->isUserProvided())
    enter(Definition, {}, &Address, nullptr);
  for (const FieldDecl *Field : Class->fields())
    if (!Field->getType()->isReferenceType())
      destroy({memberCell(Object.cell, Field)}, Field->getType());
  for (const CXXBaseSpecifier &Base : Class->bases())
    destroy(Object, Base.getType());
}

// What an object of the library contains, of the types that its template arguments name, is destroyed. An object whose type does
// not say what it calls, as a shared pointer with its deleter, is unknown code, as is one of a function or a functor.
void HostLifetimes::destroyStandard(const CXXRecordDecl *Class, const Place &Object) {
  const Value Address(Object.cell);
  const StandardType Type = standardType(recordType(Context, Class));
  if (Type.names_functions)
    return unknownCall(Class->getDestructor(), {}, &Address);
  for (const CXXRecordDecl *Held : Type.Classes)
    destroy({cleave_standard_held(&Record, &Type, Object.cell)}, recordType(Context, Held));
}
