/* FILE: lib/fission/fission.h
 * WHAT: decides what becomes of one target region: region -> plan.
 *
 * A region is split into a sequence of plan nodes that together do what it did:
 *   - each parallel loop becomes a kernel of its own;
 *   - statements between the loops become kernels of one thread, on the device as before;
 *   - loops and branches around them that host values alone can steer move to the host;
 *   - a data environment around it all keeps the data on the device between the kernels.
 * Why this is allowed, rule by rule, stands beside each decision in the files here:
 *   legality.c   what keeps a region from being split at all
 *   host_control.c   which statements the host must steer
 *   placement.c  which scalars the host may compute, and which live on the device
 *   widening.c   when one team may become many
 *   plan_nodes.c      the statement tree -> the plan nodes
 *   privatization.c    copies of variables that the region must not change
 *   no_alias_versions.c   when a kernel gets a second version, for arrays that do not overlap
 *   directives.c, environments.c  the plan nodes' directives and the data environments
 * What is known of a region meanwhile is struct planner (planner/planner.h); the proofs about a loop's
 * iterations are in lib/polyhedral, and lib/transfers is asked which copies the plan nodes need.
 */
#ifndef CLEAVE_FISSION_FISSION_H
#define CLEAVE_FISSION_FISSION_H

#include "model/options.h"
#include "model/plan.h"

/* Plans region number INDEX of UNIT. Never fails: a region that cannot be split has a plan that does
 * not transform, with the reason among its remarks. The unit's arena owns the plan. */
struct cleave_plan *cleave_fission_plan(const struct cleave_unit *unit, uint32_t index,
                                        const struct cleave_options *options,
                                        struct cleave_decisions *decisions);

/* The plan of region number INDEX of UNIT if it stays as it is because WORD, which its transformed text needs, is
 * the name of a macro there. */
struct cleave_plan *cleave_fission_refuse_word(const struct cleave_unit *unit, uint32_t index,
                                               const struct cleave_options *options, const char *word);

#endif
