/* FILE: lib/print/scan_edits.h
 * WHAT: the text of a serial loop that all teams execute (fission/scan_versions.c). Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_SCAN_EDITS_H
#define CLEAVE_PRINT_SCAN_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* Adds the declarations before the kernel's directive, after those of the loop. */
void cleave_add_scan_head(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_region *region, const struct cleave_mapping *mapping);

/* The clauses of `target teams`. */
const char *cleave_print_scan_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping);

/* The body of `parallel`, what follows the kernel, and the brace that ends the head. */
const char *cleave_print_scan_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                   const struct cleave_mapping *mapping);

#endif
