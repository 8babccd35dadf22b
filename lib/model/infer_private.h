/* FILE: lib/model/infer_private.h
 * WHAT: variables that parallel loops share by mistake.
 */
#ifndef CLEAVE_MODEL_INFER_PRIVATE_H
#define CLEAVE_MODEL_INFER_PRIVATE_H

#include "model/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds a private clause with the flag CLEAVE_CLAUSE_INFERRED to each parallel loop of REGION that writes shared scalars or
 * pointers whose values no iteration passes on: counters and temporaries that are declared outside of the loop.
 *
 * Why that is allowed: if two threads write such a variable, the program has a data race, and OpenMP does not define its
 * behavior (OpenMP 5.1, 1.4.1). In all other executions, one thread writes it. Then each read in the loop sees a value that
 * the same iteration has assigned (CLEAVE_USE_ASSIGNED_FIRST), other code of the region assigns the variable before it
 * reads it, and after the region the variable has its old value, because the region has a copy (2.21.1.1). So a copy for
 * each thread gives the same results. */
void cleave_infer_private(struct cleave_arena *arena, struct cleave_region *region);

/* The same for the iterations of a distribute loop that contain parallel loops. Its counters, which are declared outside of the region and
 * are predetermined private (OpenMP 5.1, 2.21.1.1), and scalars and pointers that each iteration assigns before it reads them become
 * variables that belong to an iteration: sharing INSIDE, and is_inferred.
 *
 * Why that is allowed: the region has a copy of such a variable (firstprivate, is_device_ptr), which its teams share. If two teams write
 * it, the program has a data race. Otherwise one team executes all iterations, one after the other, and each read sees a value that the
 * same iteration has assigned: its first statement that mentions the variable is one of the body, outside of conditions and inner loops,
 * and assigns a value that does not use the variable. No code after the loop reads it. */
void cleave_infer_iteration_variables(struct cleave_arena *arena, struct cleave_region *region);

/* The outermost FOR of the distribute loop that is REGION; NULL if REGION is none with parallel loops in the iterations. */
const struct cleave_node *cleave_distribute_loop_of(const struct cleave_region *region);

/* Whether the directive of the LOOP NODE, or the header of one of its loops, uses VARIABLE. */
bool cleave_is_used_outside_of_iterations(const struct cleave_node *node, uint32_t variable);

/* Adds a copy of CLAUSE to those of the LOOP NODE. */
void cleave_add_loop_clause(struct cleave_arena *arena, struct cleave_node *node,
                            const struct cleave_clause *clause);

/* The inferred clause of the LOOP NODE; NULL if it has none. */
const struct cleave_clause *cleave_inferred_private(const struct cleave_node *node);

/* Whether a loop of REGION has one. */
bool cleave_has_inferred_clause(const struct cleave_region *region);

#ifdef __cplusplus
}
#endif

#endif
