/* FILE: lib/model/sharing.h
 * WHAT: whose variable the statements of a loop speak of: the region's, or a copy that a data-sharing clause
 *       gives each thread.
 */
#ifndef CLEAVE_MODEL_SHARING_H
#define CLEAVE_MODEL_SHARING_H

#include "model/region.h"

/* Whether VARIABLE is listed in CLAUSE. */
bool cleave_clause_lists(const struct cleave_clause *clause, uint32_t variable);

/* Whether a clause of KIND among those of the LOOP NODE lists VARIABLE. */
bool cleave_loop_lists(const struct cleave_node *node, enum cleave_clause_kind kind, uint32_t variable);

/* Whether the LOOP NODE gives each thread a VARIABLE of its own, so that writes to it do not reach
 * the variable of the region: private, firstprivate, linear, reduction, lastprivate. */
bool cleave_is_private_in_loop(const struct cleave_node *node, uint32_t variable);

/* Whether the end of the LOOP NODE writes VARIABLE of the region: reduction, lastprivate, linear. */
bool cleave_is_result_of_loop(const struct cleave_node *node, uint32_t variable);

/* How the region uses VARIABLE itself: as cleave_region_uses at the root, less what loops do with
 * private copies of it. */
uint32_t cleave_region_flowing_uses(const struct cleave_region *region, uint32_t variable);

#endif
