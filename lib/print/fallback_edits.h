/* FILE: lib/print/fallback_edits.h
 * WHAT: the texts around a split region that is there as it is written, too, for the compiler alone. Not for
 *       use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_AS_WRITTEN_H
#define CLEAVE_PRINT_AS_WRITTEN_H

#include "model/plan.h"

/* What stands in front of the split region: it runs unless REGION as it is written is as fast. */
const char *cleave_print_choice(struct cleave_arena *arena, const struct cleave_as_written *region);

/* What stands behind both. */
extern const char cleave_print_choice_end[];

#endif
