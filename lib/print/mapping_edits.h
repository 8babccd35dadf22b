/* FILE: lib/print/mapping_edits.h
 * WHAT: the text of a loop nest mapped to the grid. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_MAPPING_EDITS_H
#define CLEAVE_PRINT_MAPPING_EDITS_H

#include "model/text.h"
#include "print/writer.h"

/* The declarations before the directive, without the end of their block; and the loop after the directive, with it. */
const char *cleave_print_mapping_head(const struct cleave_unit *unit, const struct cleave_region *region,
                                      const struct cleave_mapping *mapping);
const char *cleave_print_mapping_loop(const struct cleave_unit *unit, const struct cleave_region *region,
                                      const struct cleave_mapping *mapping);

#endif
