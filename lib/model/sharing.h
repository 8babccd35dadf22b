/* FILE: lib/model/sharing.h
 * WHAT: whether a name in a loop denotes the region's variable or a private copy of a data-sharing clause.
 */
#ifndef CLEAVE_MODEL_SHARING_H
#define CLEAVE_MODEL_SHARING_H

#include "model/region.h"

/* Whether VARIABLE is listed in CLAUSE. */
bool cleave_clause_lists(const struct cleave_clause *clause, uint32_t variable);

/* Whether a clause of KIND among those of the LOOP NODE lists VARIABLE. */
bool cleave_loop_lists(const struct cleave_node *node, enum cleave_clause_kind kind, uint32_t variable);

/* Whether the LOOP NODE privatizes VARIABLE, so that its writes do not reach the region's variable: private,
 * firstprivate, linear, reduction, lastprivate. */
bool cleave_is_private_in_loop(const struct cleave_node *node, uint32_t variable);

/* Whether the end of the LOOP NODE writes the region's VARIABLE: reduction, lastprivate, linear. */
bool cleave_is_result_of_loop(const struct cleave_node *node, uint32_t variable);

/* The region's uses of VARIABLE: cleave_region_uses at the root, without uses of private copies in loops. */
uint32_t cleave_region_flowing_uses(const struct cleave_region *region, uint32_t variable);

#endif
