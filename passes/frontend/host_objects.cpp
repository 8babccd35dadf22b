// FILE: passes/frontend/host_objects.cpp
// WHAT: the objects of host code: variables, assignments and initial values.
#include "host_evaluator.h"

using namespace clang;
using namespace cleave;

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
  Copy.from[0] = From.Path;
  Copy.from[1] = From.Path ? From.Other : nullptr;
  Copy.is_fresh = From.IsFresh;
  copy(Copy);
}

// An object that has just begun to live: of a variable, a member, an element or a temporary.
void HostEvaluator::initialize(const Place &To, QualType Type, const Expr *Initializer) {
  Initializer = Initializer->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Initializer))
    return initialize(To, Type, Cleanups->getSubExpr());
  if (auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Initializer))
    return initialize(To, Type, Temporary->getSubExpr());
  if (auto *Constructor = dyn_cast<CXXConstructExpr>(Initializer))
    return construct(Constructor, To);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr, NoInitExpr, StringLiteral>(Initializer))
    return write(To);
  if (auto *List = dyn_cast<InitListExpr>(Initializer)) {
    write(To);
    const auto *Record = Type->getAsRecordDecl();
    if (!Record) {
      QualType Element = Type->isArrayType() ? Context.getAsArrayType(Type)->getElementType() : Type;
      for (const Expr *Item : List->inits())
        initialize({To.Cell}, Element, Item);
      return;
    }
    if (auto *Class = dyn_cast<CXXRecordDecl>(Record); Record->isUnion() || (Class && Class->getNumBases())) {
      cleave_cell_collapse(Memory, To.Cell);
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
      if (Variable->getType()->isReferenceType())
        IsComplete = false;
      if (const Expr *Initializer = Variable->getAnyInitializer();
          Initializer && Variable->getType()->isPointerType())
        exposeTarget(value(Initializer).Target);
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
