/* FILE: lib/fission/fission.h
 * WHAT: plans the transformation of one target region: region -> plan.
 *
 * A region is split into a sequence of plan nodes with the same effect:
 *   - each parallel loop becomes a separate kernel;
 *   - statements between the loops become kernels of one thread, on the device as before;
 *   - loops and branches around them whose conditions depend only on host values move to the host;
 *   - a data environment around the nodes keeps the data on the device between the kernels.
 * Each file gives the legality argument of its decisions, with the OpenMP rules:
 *   legality.c   regions that cannot be split
 *   host_control.c   control flow that must run on the host
 *   placement.c  which scalars the host may compute, and which live on the device
 *   widening.c   when a loop may be distributed across all teams
 *   plan_nodes.c      the statement tree -> the plan nodes
 *   privatization.c    copies of variables that the region must not change
 *   no_alias_versions.c   versions of kernels for arrays that do not overlap
 *   independent_loops.c  serial loops that run on the whole device
 *   mapping.c    versions of kernels with the independent loops of a nest on the grid
 *   directives.c, environments.c  the plan nodes' directives and the data environments
 * During planning, struct planner (planner/planner.h) holds what is known of the region. lib/polyhedral proves
 * properties of a loop's iterations, and lib/transfers finds the copies that the plan nodes need.
 */
#ifndef CLEAVE_FISSION_FISSION_H
#define CLEAVE_FISSION_FISSION_H

#include "model/options.h"
#include "model/plan.h"

/* Plans region number INDEX of UNIT. Never fails: a region that cannot be split has a plan that leaves it
 * unchanged, with the reason among its remarks. The unit's arena owns the plan. DECISIONS counts the transformations of
 * the translation unit for bisect=. */
struct cleave_plan *cleave_fission_plan(const struct cleave_unit *unit, uint32_t index,
                                        const struct cleave_options *options,
                                        struct cleave_decisions *decisions);

/* Returns a plan that leaves region INDEX unchanged because its transformed text would contain WORD, which is the name
 * of a macro there. */
struct cleave_plan *cleave_fission_refuse_word(const struct cleave_unit *unit, uint32_t index,
                                               const struct cleave_options *options, const char *word);

#endif
