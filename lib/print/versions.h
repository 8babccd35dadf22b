/* FILE: lib/print/versions.h
 * WHAT: the edits that choose between the versions of a kernel or of a region. Not for use outside of lib/print.
 *
 * { if (!(GUARD)) { the form in its place
 *   } else { the version, on the line where that form ends } }
 *
 * A program that is linked without libcleave runs the form in its place: every guard fails if its function is absent.
 */
#ifndef CLEAVE_PRINT_VERSIONS_H
#define CLEAVE_PRINT_VERSIONS_H

#include "print/writer.h"

/* The text at offset AT, before the form in its place. */
void cleave_open_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at);

/* The text at offset AT, after that form. KERNEL: the owner of the versions; NULL: the region. */
void cleave_close_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at,
                           const struct cleave_plan_node *kernel);

/* Adds the directives of KERNEL, which all its versions share. */
void cleave_write_directives(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_plan_node *kernel);

/* Adds the user's OpenMP directive on the line RANGE. */
void cleave_write_user_directive(struct writer *writer, struct cleave_edit *edit, struct cleave_range range);

/* A pragma before a directive: the device compilation then keeps the grid of the kernel
 * (docs/design/kernel-information.md). */
extern const char cleave_print_keeps_grid[];

#endif
