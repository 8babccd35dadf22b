/* FILE: lib/print/versions.h
 * WHAT: the edits that choose between the versions of a kernel or of a region. Not for use outside of lib/print.
 *
 *   { if (!(GUARD)) { the form in its place
 *   } else { the version, on the line where that form ends } }
 *
 * A program that is linked without libcleave runs the form in its place: every guard fails if its function is absent.
 */
#ifndef CLEAVE_PRINT_VERSIONS_H
#define CLEAVE_PRINT_VERSIONS_H

#include "print/writer.h"

/* What stands at offset AT, in front of the form in its place. */
void cleave_open_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at);

/* What stands at offset AT, after it. KERNEL: whose versions they are; NULL: the region's. */
void cleave_close_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at,
                           const struct cleave_plan_node *kernel);

/* Adds the directives of KERNEL, which all its versions have. */
void cleave_write_directives(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_plan_node *kernel);

/* Adds the user's directive of OpenMP on the line RANGE. */
void cleave_write_user_directive(struct writer *writer, struct cleave_edit *edit, struct cleave_range range);

/* By this, in front of a directive, the device's compilation finds the kernel whose grid stays (docs/design/
 * kernel-information.md). */
extern const char cleave_print_keeps_grid[];

#endif
