/* FILE: lib/print/part_edits.h
 * WHAT: converts the parts of a distribute loop's iterations to edits. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_PART_EDITS_H
#define CLEAVE_PRINT_PART_EDITS_H

#include "print/writer.h"

/* The parallel loop PLAN_NODE, which has a part, as a kernel over the outer and the inner iterations. */
void cleave_write_part_kernel(struct writer *writer, const struct cleave_plan_node *plan_node);

/* The statements of PLAN_NODE, which has a part, as a kernel over the outer iterations. */
void cleave_write_part_statements(struct writer *writer, const struct cleave_plan_node *plan_node);

/* The declarations of the plan's expansions, in EDIT; they are freed after the region. */
void cleave_write_expansions(struct writer *writer, struct cleave_edit *edit);

#endif
