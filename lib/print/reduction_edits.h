/* FILE: lib/print/reduction_edits.h
 * WHAT: the text of a kernel whose teams combine its reductions. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_REDUCTION_EDITS_H
#define CLEAVE_PRINT_REDUCTION_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* Adds the declarations before the directives. */
void cleave_add_reduction_head(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_region *region, const struct cleave_mapping *mapping);

/* The clauses that the version adds to the outer directive of the kernel. */
const char *cleave_print_reduction_clauses(const struct cleave_unit *unit,
                                           const struct cleave_mapping *mapping);

/* The statement under the directives, and what the host does after the kernel. */
const char *cleave_print_reduction_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                        const struct cleave_mapping *mapping);

#endif
