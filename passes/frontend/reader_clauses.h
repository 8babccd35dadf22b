// FILE: passes/frontend/reader_clauses.h
// WHAT: the explicit clauses and map items of a directive. Implicit ones appear only as the sharing of
//       variables: see reader_variables.h.
#ifndef CLEAVE_FRONTEND_READER_CLAUSES_H
#define CLEAVE_FRONTEND_READER_CLAUSES_H

#include "reader_scope.h"

namespace cleave {

// Stores the clauses of DIRECTIVE in LIST.
void readClauses(RegionScope &Scope, const clang::OMPExecutableDirective *Directive, cleave_clause *&List,
                 size_t &Count);
// Stores the items of TARGET's map clauses in REGION.
void readMaps(RegionScope &Scope, const clang::OMPExecutableDirective *Target, cleave_region &Region);

} // namespace cleave

#endif
