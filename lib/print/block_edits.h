/* FILE: lib/print/block_edits.h
 * WHAT: the text of a nest in register blocks. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_BLOCK_EDITS_H
#define CLEAVE_PRINT_BLOCK_EDITS_H

#include "model/plan.h"

struct cleave_text;

/* The declarations of a block mapping, behind those of its trip counts. */
void cleave_add_block_head(struct cleave_text *out, const struct cleave_mapping *mapping);
/* The loop over threads, with the end of the declarations' block. */
const char *cleave_print_block_loop(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_mapping *mapping);

#endif
