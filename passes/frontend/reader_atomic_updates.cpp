// FILE: passes/frontend/reader_atomic_updates.cpp
// WHAT: atomic constructs that update an element of an array (cleave_atomic_update).
#include "reader_accesses.h"
#include "reader_effects.h"
#include "reader_updates.h"

using namespace clang;
using namespace cleave;

static bool isNumber(QualType Type) {
  return !Type.isConstQualified() && !Type.isVolatileQualified() &&
         (Type->isRealFloatingType() ||
          (Type->isIntegerType() && !Type->isBooleanType() && !Type->isEnumeralType()));
}

void AccessReader::atomicUpdate(const OMPAtomicDirective *Directive) {
  for (const OMPClause *Clause : Directive->clauses())
    if (!isa<OMPUpdateClause, OMPRelaxedClause>(Clause))
      return giveUp();
  auto *Whole = dyn_cast<Expr>(Directive->getRawStmt());
  if (auto *Full = dyn_cast_or_null<FullExpr>(Whole))
    Whole = Full->getSubExpr();
  const std::optional<Update> Found = Whole ? updateIn(Whole, Context) : std::nullopt;
  auto *Element = Found ? dyn_cast<ArraySubscriptExpr>(Found->Object->IgnoreParens()) : nullptr;
  const VarDecl *Array = Element ? namedVariable(Element->getBase()->IgnoreParenImpCasts()) : nullptr;
  if (!Array || !isNumber(Element->getType()) || cleave::hasSideEffects(Element->getIdx(), Context) ||
      (Found->Value && cleave::hasSideEffects(Found->Value, Context)))
    return giveUp();
  // A floating-point operation on integers rounds after each update.
  const bool IsExact = !Element->getType()->isIntegerType() || Found->Computed->isIntegerType();
  const SourceText::Piece Construct = Text.statement(Directive),
                          Statement = Text.tokens(Whole->getSourceRange()),
                          Subscript = Text.tokens(Element->getIdx()->getSourceRange());
  if (!Construct.Exact || !Statement.Exact || !Subscript.Exact || Text.isOperator(Directive))
    return giveUp();
  const size_t Before = Accesses.size();
  ++Conditions;
  if (Found->Value)
    evaluate(Found->Value);
  access(Element, true, true);
  --Conditions;
  // The last access is that of the element, unless it belongs to the iteration.
  if (!Known || Accesses.size() == Before || Accesses.back().Where.Base != Array || !Accesses.back().Writes)
    return giveUp();
  for (size_t I = Before; I + 1 < Accesses.size(); ++I)
    if (Accesses[I].Where.Base == Array)
      return giveUp();
  AtomicUpdates.push_back({Array,
                           IsExact ? Found->Combiner : CLEAVE_COMBINER_UNKNOWN,
                           Element->getType(),
                           {0, Accesses.size() - 1, Construct.Range.begin, Construct.Range.end,
                            Statement.Range.begin, Subscript.Range.begin, Subscript.Range.end}});
}
