/* FILE: lib/model/enclosing_clauses.h
 * WHAT: data-sharing clauses of constructs around several loops, moved to the loops.
 */
#ifndef CLEAVE_MODEL_ENCLOSING_CLAUSES_H
#define CLEAVE_MODEL_ENCLOSING_CLAUSES_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moves clauses of parallel and teams constructs, and of the directive of REGION, to the loops in them. A clause that is not
 * needed after that gets the flag CLEAVE_CLAUSE_MOVED; loops get copies of the clauses they need. The rules:
 *
 * - private(x): if each loop that uses x has a private clause for it, nothing uses the copies of the construct.
 * - private(x) of parallel: no value of x flows from one loop to another if each loop assigns x before it reads it
 *   (CLEAVE_USE_ASSIGNED_FIRST) and no other statement reads it. Each loop that uses x gets private(x). The same holds for a
 *   variable that is declared in the parallel construct: each thread has one (OpenMP 5.1, 2.21.1.1).
 * - firstprivate(x) of parallel: if nothing in the construct changes x, all copies have the value of the original, which no other
 *   code changes during the construct.
 * - reduction(op: x): x has a copy for each thread or team, which begins with the neutral element of op and is combined with the
 *   original at the end (2.21.5). If loops use x only in a reduction clause with the same operator, it makes no difference whether
 *   each loop combines its values with the copy or with the original. If one loop of a parallel construct uses x, its iterations
 *   are all that change the copies, so the loop itself can have the clause.
 */
void cleave_move_clauses(struct cleave_arena *arena, const struct cleave_unit *unit,
                         struct cleave_region *region);

#ifdef __cplusplus
}
#endif

#endif
