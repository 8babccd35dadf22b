// FILE: passes/frontend/host_items.cpp
// WHAT: see host_items.h.
#include "host_items.h"

#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_uses.h"
#include "reader_variables.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

void HostItems::managed(const OMPExecutableDirective *Directive) {
  flag(CLEAVE_HOST_MANAGES_DATA);
  for (const OMPClause *Clause : Directive->clauses())
    for (const Stmt *Item : const_cast<OMPClause *>(Clause)->children())
      if (auto *Expression = dyn_cast_or_null<Expr>(Item))
        managed(Expression);
}

bool HostItems::onlyMaps(const OMPExecutableDirective *Directive) {
  if (Directive->getDirectiveKind() != OMPD_target_data)
    return false;
  for (const OMPClause *Clause : Directive->clauses()) {
    auto *Map = dyn_cast<OMPMapClause>(Clause);
    if (!Map && !isa<OMPIfClause, OMPDeviceClause>(Clause))
      return false;
    if (!Map)
      continue;
    for (const Expr *Item : cleave::listItems(Map)) {
      const Expr *Base = sourceExpression(Item)->IgnoreParenImpCasts();
      const bool IsSection = isa<ArraySectionExpr>(Base);
      while (auto *Section = dyn_cast<ArraySectionExpr>(Base))
        Base = Section->getBase()->IgnoreParenImpCasts();
      if (!isa<DeclRefExpr, MemberExpr>(Base) || !Base->isGLValue() ||
          (Base->getType()->isPointerType() && !IsSection))
        return false;
    }
  }
  return true;
}

void HostItems::managed(const Expr *Item) {
  Item = Item->IgnoreParenImpCasts();
  if (auto *Section = dyn_cast<ArraySectionExpr>(Item))
    Item = Section->getBase()->IgnoreParenImpCasts();
  else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item))
    Item = Subscript->getBase()->IgnoreParenImpCasts();
  if (isa<ArraySectionExpr, ArraySubscriptExpr>(Item))
    return managed(Item);
  if (!Item->isGLValue() || !isa<DeclRefExpr, MemberExpr>(Item))
    return;
  const Place Object = lvalue(Item);
  event(Object.cell, true, nullptr);
  if (Item->getType()->isPointerType())
    event(cleave_cell_pointee(Memory, Object.cell), true, nullptr);
}

void HostItems::mapped(const OMPMapClause *Map, const Expr *Item, std::vector<cleave_host_item> &Items) {
  const Expr *Whole = sourceExpression(Item)->IgnoreParenImpCasts();
  cleave_host_item Result = {};
  Result.type = Map->getMapType() == OMPC_MAP_to       ? CLEAVE_MAP_TO
                : Map->getMapType() == OMPC_MAP_from   ? CLEAVE_MAP_FROM
                : Map->getMapType() == OMPC_MAP_tofrom ? CLEAVE_MAP_TOFROM
                : Map->getMapType() == OMPC_MAP_alloc  ? CLEAVE_MAP_ALLOC
                                                       : CLEAVE_MAP_OTHER;
  Result.is_plain = Result.type != CLEAVE_MAP_OTHER && !usesMapper(Map, Item);
  for (OpenMPMapModifierKind Modifier : Map->getMapTypeModifiers())
    Result.is_plain &= Modifier == OMPC_MAP_MODIFIER_unknown;
  const Expr *Base = Whole;
  QualType Element;
  // The outermost brackets come first in the text and last in the expression.
  std::vector<const ArraySectionExpr *> Sections;
  while (auto *Section = dyn_cast<ArraySectionExpr>(Base)) {
    Sections.insert(Sections.begin(), Section);
    Base = Section->getBase()->IgnoreParenImpCasts();
  }
  Result.has_section = Result.is_expressible = !Sections.empty();
  Result.is_plain &= Sections.size() <= 1 + CLEAVE_HOST_INNER;
  for (const ArraySectionExpr *Section : Sections) {
    const bool IsOuter = Section == Sections.front();
    HostValue First = nullptr, Length = nullptr;
    if (const Expr *Bound = Section->getLowerBound()) {
      auto Constant = Bound->getIntegerConstantExpr(Context);
      const bool IsZero = Constant && Constant->isZero();
      First = IsZero ? nullptr : value(sourceExpression(Bound)).path;
      Result.is_expressible &= IsZero || (First && IsOuter);
    }
    if (Section->getLength())
      Length = value(sourceExpression(Section->getLength())).path;
    Result.is_expressible &= Length && !Section->getStride();
    if (IsOuter) {
      Result.first = First;
      Result.length = Length;
    } else if (Result.inner_count < CLEAVE_HOST_INNER) {
      Result.inner[Result.inner_count++] = Length;
    }
  }
  if (!isa<DeclRefExpr, MemberExpr>(Base) || !Base->isGLValue()) {
    if (isa<ArraySubscriptExpr>(Base) && Base->isGLValue()) { // an element
      Result.cell = lvalue(Base).cell;
      Result.is_plain = false;
      Items.push_back(Result);
    } else if (!isa<CXXThisExpr>(Base)) {
      IsComplete = false;
    }
    return;
  }
  const QualType Type = Base->getType();
  const Place Object = lvalue(Base);
  if (Type->isArrayType()) {
    Result.cell = Object.cell;
    Result.base = Object.path;
    Element = Context.getBaseElementType(Type);
    Result.is_expressible = Object.path && (Result.is_expressible || !Result.has_section);
    Result.is_plain &= isa<DeclRefExpr>(Base);
  } else if (Type->isPointerType()) {
    if (!Result.has_section)
      return; // the pointer itself
    const Value Pointer = loaded(Object, Base);
    Result.cell = Pointer.target;
    Result.base = Pointer.path ? Pointer.path : Pointer.either[0];
    Result.other = Pointer.either[1];
    Element = Type->getPointeeType();
    for (unsigned I = 0; I < Result.inner_count && Element->isArrayType(); ++I)
      Element = Context.getAsArrayType(Element)->getElementType();
    Result.is_plain &= !Element->isArrayType();
    // The instances of a template have one text.
    const std::string Spelling =
        Root->isTemplateInstantiation() ? "auto" : spellType(Type.getUnqualifiedType(), Context);
    if (!Spelling.empty())
      Result.pointer_type = cleave_arena_copy(Arena, Spelling.data(), Spelling.size());
  } else if (Type->isScalarType()) { // the host variable, before and after the kernels
    event(Object.cell, false, Object.path);
    if (Result.type != CLEAVE_MAP_TO && Result.type != CLEAVE_MAP_ALLOC)
      event(Object.cell, true, Object.path);
    return;
  } else {
    Result.cell = Object.cell; // a record
    Result.is_plain = false;
    Element = Type;
  }
  if (auto *Reference = dyn_cast<DeclRefExpr>(Base))
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
        Variable && OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable))
      Result.is_plain = false;
  Result.is_plain &= !holdsPointers(Element) && !Element.isVolatileQualified();
  Items.push_back(Result);
}
