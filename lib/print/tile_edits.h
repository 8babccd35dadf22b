/* FILE: lib/print/tile_edits.h
 * WHAT: the texts around and in a loop that may run tile by tile, for the compiler alone. Not for use
 *       outside of lib/print.
 */
#ifndef CLEAVE_PRINT_TILE_EDITS_H
#define CLEAVE_PRINT_TILE_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* The text before the kernel's directive, and after its loop. */
const char *cleave_print_tiles_head(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_tiling *tiling);
const char *cleave_print_tiles_tail(const struct cleave_unit *unit, const struct cleave_tiling *tiling);

/* The clause for the variables of a tile's range. */
const char *cleave_print_tile_clause(const struct cleave_unit *unit, const struct cleave_tiling *tiling);

/* Adds the source text RANGE on one line, with the text MARK at those of the offsets MARKED that are in it. */
void cleave_print_marked_source(struct cleave_text *out, const struct cleave_unit *unit,
                                struct cleave_range range, const struct cleave_offsets *marked,
                                const char *mark);

/* Adds the source text RANGE on one line, with a pragma before the loops in UNROLLED. */
void cleave_print_unrolled_source(struct cleave_text *out, const struct cleave_unit *unit,
                                  struct cleave_range range, const struct cleave_offsets *unrolled);

/* The source between BEGIN and END on one line, with a tile's bounds in place of the loop's; TILING may be
 * NULL. */
void cleave_print_tiled_source(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_tiling *tiling, uint32_t begin, uint32_t end);

#endif
