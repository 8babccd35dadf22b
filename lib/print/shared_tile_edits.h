/* FILE: lib/print/shared_tile_edits.h
 * WHAT: the text of a mapped nest in tiles whose data is in shared memory. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_SHARED_TILE_EDITS_H
#define CLEAVE_PRINT_SHARED_TILE_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* Adds the declarations before the directives: the number of tiles, and the arrays in shared memory. */
void cleave_add_tile_head(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_mapping *mapping);

/* The clauses that MAPPING adds to its directive `target teams`. */
const char *cleave_print_tile_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping);

/* The block after the directives, and the end of the version's block. */
const char *cleave_print_tile_body(const struct cleave_unit *unit, const struct cleave_mapping *mapping);

#endif
