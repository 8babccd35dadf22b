/* FILE: lib/print/team_edits.h
 * WHAT: the text of a kernel whose teams execute an iteration each. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_TEAM_EDITS_H
#define CLEAVE_PRINT_TEAM_EDITS_H

#include "model/plan.h"

/* The clauses for the directive that starts the teams. */
const char *cleave_print_team_clauses(const struct cleave_unit *unit, const struct cleave_mapping *mapping);
/* The statement after the directives, and the end of the block that cleave_print_mapping_head begins. */
const char *cleave_print_team_body(const struct cleave_unit *unit, const struct cleave_region *region,
                                   const struct cleave_mapping *mapping);

#endif
