/* FILE: lib/print/row_edits.h
 * WHAT: the text of a kernel whose iterations are rows. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_ROW_EDITS_H
#define CLEAVE_PRINT_ROW_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* Adds the declarations before the directives. */
void cleave_add_row_head(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_mapping *mapping);

/* The clauses that the version adds to the outer directive of the kernel, if it has no reduction. */
const char *cleave_print_row_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping);
/* The names of the arrays in shared memory, for a list of a clause. */
const char *cleave_print_row_arrays(const struct cleave_unit *unit, const struct cleave_mapping *mapping);

/* The statement under the directives, and the end of the block that the head begins, if the kernel has no reduction. */
const char *cleave_print_row_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping);
/* Adds the blocks from number FIRST on, every STEP-th one. The numbers of the thread and of all threads are declared. */
void cleave_add_row_blocks(struct cleave_text *out, const struct cleave_unit *unit,
                           const struct cleave_mapping *mapping, const char *first, const char *step);

#endif
