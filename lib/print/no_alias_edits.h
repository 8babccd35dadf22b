/* FILE: lib/print/no_alias_edits.h
 * WHAT: the texts around and in the second version of a kernel, for the compiler alone. Not for use
 *       outside of lib/print.
 */
#ifndef CLEAVE_PRINT_DISJOINT_H
#define CLEAVE_PRINT_DISJOINT_H

#include "model/plan.h"

/* What stands in front of the first version: it runs unless the objects are found to be disjoint.
 */
const char *cleave_print_check(struct cleave_arena *arena, const struct cleave_disjoint *disjoint);

/* What stands between the first version and the second one's directive. */
extern const char cleave_print_else[];

/* The loop NODE once more, on one line, with what it may assume, and what stands behind it. TILING: of the
 * first version, or NULL. */
const char *cleave_print_disjoint_loop(const struct cleave_unit *unit, const struct cleave_node *node,
                                       const struct cleave_disjoint *disjoint,
                                       const struct cleave_tiling *tiling);

#endif
