/* FILE: lib/print/reduction_arrays.h
 * WHAT: the texts for arrays in a kernel whose teams combine its reductions. Not for use outside of lib/print.
 *
 * THREAD is the prefix of the generated names.
 */
#ifndef CLEAVE_PRINT_REDUCTION_ARRAYS_H
#define CLEAVE_PRINT_REDUCTION_ARRAYS_H

#include "model/affine.h"
#include "model/plan.h"

struct cleave_text;

/* Declares the bounds of the arrays, and the memory for the copies. */
void cleave_add_array_declarations(struct cleave_text *out, const struct cleave_unit *unit,
                                   const struct cleave_team_reduction *reduction, const char *thread);

/* Opens a block in which the names of arrays of clauses denote the copies of the team. All copies have their initial values. */
void cleave_open_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction, const char *thread);

/* Adds the statement of UPDATE, one of the atomic constructs of REDUCTION. */
void cleave_add_atomic_update(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction,
                              const struct cleave_atomic_update *update, const char *thread);

/* Adds UPDATE, a statement of the loop, as an atomic operation. */
void cleave_add_element_update(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_region *region,
                               const struct cleave_team_reduction *reduction,
                               const struct cleave_team_update *update, const char *thread);

/* Combines the copies into the original arrays, and closes the block. */
void cleave_close_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_team_reduction *reduction, const char *thread);

#endif
