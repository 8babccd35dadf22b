/* FILE: lib/rewrite/schedule.h
 * WHAT: the edits that say when copies happen: around the data environment and in front of the
 *       stages. Not for use outside of lib/rewrite.
 */
#ifndef CLEAVE_REWRITE_SCHEDULE_H
#define CLEAVE_REWRITE_SCHEDULE_H

#include "rewrite/writer.h"

/* Appends the data environment of the plan to EDIT, the head of the region, with what belongs to the
 * schedule; what has to stand behind the region in turn goes to writer->closing. */
void cleave_write_environment(struct writer *writer, struct cleave_edit *edit);

/* Appends to EDIT what stands in front of STEP, if it is a stage. */
void cleave_write_stage(struct writer *writer, struct cleave_edit *edit,
                        const struct cleave_step *step);

/* Whether STEP is a stage that something stands in front of. */
bool cleave_is_told(const struct writer *writer, const struct cleave_step *step);

#endif
