/* FILE: lib/print/transfer_edits.h
 * WHAT: the edits for the schedule of copies: around the data environment and before the stages. Not for use
 *       outside of lib/print.
 */
#ifndef CLEAVE_PRINT_TRANSFER_EDITS_H
#define CLEAVE_PRINT_TRANSFER_EDITS_H

#include "print/writer.h"

/* Appends the plan's data environment to EDIT, the head of the region, with the parts of the schedule that
 * belong there. Text that must follow the region is added to writer->closing. */
void cleave_write_environment(struct writer *writer, struct cleave_edit *edit);

/* Appends to EDIT the text before PLAN_NODE, if it is a stage. */
void cleave_write_stage(struct writer *writer, struct cleave_edit *edit,
                        const struct cleave_plan_node *plan_node);

/* Whether PLAN_NODE is a stage with text before it. */
bool cleave_is_scheduled(const struct writer *writer, const struct cleave_plan_node *plan_node);

#endif
