/* FILE: lib/print/reduction_arrays.h
 * WHAT: the texts for arrays in a kernel whose teams combine its reductions. Not for use outside of lib/print.
 *
 * THREAD is the prefix of the generated names.
 */
#ifndef CLEAVE_PRINT_REDUCTION_ARRAYS_H
#define CLEAVE_PRINT_REDUCTION_ARRAYS_H

#include "model/plan.h"

struct cleave_text;

/* Declares the bounds of the arrays, and the memory for the copies. */
void cleave_add_array_declarations(struct cleave_text *out, const struct cleave_unit *unit,
                                   const struct cleave_team_reduction *reduction, const char *thread);

/* Opens a block in which the arrays' names denote the copies of the team, which have their initial values. */
void cleave_open_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction, const char *thread);

/* Combines the copies into the original arrays, and closes the block. */
void cleave_close_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_team_reduction *reduction, const char *thread);

#endif
