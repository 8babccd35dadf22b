// FILE: passes/frontend/reader_reductions.h
// WHAT: how the values of the list items of a reduction clause are combined.
#ifndef CLEAVE_FRONTEND_READER_REDUCTIONS_H
#define CLEAVE_FRONTEND_READER_REDUCTIONS_H

#include "reader_scope.h"

namespace cleave {

// Stores the operations of REDUCTION, a clause of DIRECTIVE, one for each list item, in CLAUSE.
void readReductions(RegionScope &Scope, const clang::OMPExecutableDirective *Directive,
                    const clang::OMPReductionClause *Reduction, cleave_clause &Clause);

// Whether OPERATION, which Clang computes for a list item of the clause, is that of a `declare reduction`.
bool isDeclaredReduction(const clang::Expr *Operation);

} // namespace cleave

#endif
