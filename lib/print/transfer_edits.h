/* FILE: lib/print/transfer_edits.h
 * WHAT: the edits that say when copies happen: around the data environment and in front of the
 *       stages. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_TRANSFER_EDITS_H
#define CLEAVE_PRINT_TRANSFER_EDITS_H

#include "print/writer.h"

/* Appends the data environment of the plan to EDIT, the head of the region, with what belongs to the
 * schedule; what has to stand behind the region in turn goes to writer->closing. */
void cleave_write_environment(struct writer *writer, struct cleave_edit *edit);

/* Appends to EDIT what stands in front of STEP, if it is a stage. */
void cleave_write_stage(struct writer *writer, struct cleave_edit *edit,
                        const struct cleave_plan_node *plan_node);

/* Whether STEP is a stage that something stands in front of. */
bool cleave_is_scheduled(const struct writer *writer, const struct cleave_plan_node *plan_node);

#endif
