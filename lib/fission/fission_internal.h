/* FILE: lib/fission/fission_internal.h
 * WHAT: what the files of lib/fission ask of each other while they plan one region. Not for use outside.
 */
#ifndef CLEAVE_FISSION_FISSION_INTERNAL_H
#define CLEAVE_FISSION_FISSION_INTERNAL_H

#include "planner/planner.h"

/* Who executes the statements at some place of the region, before the split. */
enum execution {
  ONE_THREAD,  /* target: the initial thread alone */
  EVERY_TEAM,  /* target teams: the initial thread of each team */
  EVERY_THREAD /* parallel: each thread of the team */
};

/* legality.c: refuses regions that no plan node below could carry over. */
bool check_region(struct planner *planner);
bool check_tree(struct planner *planner);

/* host_control.c: returns host_controlled: everything around a loop that is split off, and every break and continue
 * of a host loop. NULL: there is no loop to split off. */
const bool *find_host_control(const struct planner *planner);

/* placement.c: sets placements, and reduces pointers to those that the host holds. */
bool place_variables(struct planner *planner);
/* Whether the host can execute NODE and all below it with the same outcome. */
bool host_can_execute(const struct planner *planner, uint32_t node);
/* Whether the host can evaluate an initializer with the same outcome. */
bool host_can_initialize(const struct planner *planner, const struct cleave_declarator *declarator);
/* Why the host does not execute the siblings FIRST to LAST: the first obstacle, in words. */
const char *host_obstacle(const struct planner *planner, uint32_t first, uint32_t last);

/* serial.c: a directive for the serial statements FIRST to LAST, siblings, as yet without data clauses. */
struct cleave_directive *serial_construct(const struct planner *planner, uint32_t first, uint32_t last);
/* Likewise for the evaluation of a condition. */
struct cleave_directive *condition_construct(const struct planner *planner,
                                             const struct cleave_source_expression *condition);
/* How many threads that kernel has, in words: a thread; a team, of which the initial thread runs the statements; or
 * a team, because a parallel construct stands in the statements or in the visible functions that they call. */
const char *serial_kernel_threads(const struct planner *planner, uint32_t first, uint32_t last);

/* widening.c */
/* Whether LOOP may run on the whole device; notes why not, or that it does. */
/* PARALLEL: the node of the parallel construct around a `for`, or NULL. */
bool may_widen(struct planner *planner, uint32_t loop, const struct cleave_node *parallel);

/* plan_nodes.c: builds plan->root. */
bool build_plan_nodes(struct planner *planner);

/* conditions.c */
/* Whether the host comes to the same value of what steers NODE, or of a PART of it, as the device. Else
 * *REASON says why not, about *NAME at *OFFSET. */
bool host_can_control(const struct planner *planner, const struct cleave_use *uses, size_t use_count,
                      const struct cleave_fact *facts, size_t fact_count, unsigned *reason, const char **name,
                      uint32_t *offset);
/* Makes STEP, of a node whose condition only the device can evaluate, ask the device for it; refuses the
 * region if that is not possible. */
bool evaluate_on_device(struct planner *planner, struct cleave_plan_node *plan_node,
                        enum execution execution);

/* tasks.c: nowait and depend of the region. */
bool check_task_clauses(struct planner *planner);
/* What becomes of them, when it is settled what becomes of the region. Before make_directives. */
bool make_tasks(struct planner *planner);

/* privatization.c: variables from outside that the region must not change; before make_directives. */
bool privatize_variables(struct planner *planner);
/* Whether the host can hold a copy of the array or record VARIABLE. */
bool can_privatize_aggregate(const struct planner *planner, uint32_t variable);

/* pointers.c: returns pointers; before check_region. */
const enum pointer_kind *classify_pointers(const struct planner *planner);
/* The list item that makes a kernel translate the POINTER_DERIVED pointer VARIABLE. */
const struct cleave_expression *derived_item(const struct planner *planner, uint32_t variable);

/* bounds.c: fills map_items and held_bounds; before make_directives. */
bool prepare_maps(struct planner *planner);
/* Whether what USES says of may have another value when the region has run. */
bool may_change(const struct planner *planner, const struct cleave_use *uses, size_t count);

/* no_alias_versions.c: the kernels that get a second version; after make_environment. */
void add_disjoint_versions(struct planner *planner, struct cleave_plan_node *plan_node);

/* fallback.c: the region once more, for few iterations; after the plan nodes' directives are made. */
void add_single_kernel_fallback(struct planner *planner);

/* clonable.c: what does not bear being written twice, the second time on one line; in words, or NULL. */
/* In RANGE: what cleave_unit_text does not bring onto one line with its meaning. */
const char *layout_clone_obstacle(const struct cleave_unit *unit, struct cleave_range range);
/* In RANGE, macros and comments as below: a word that means something else there. */
const char *word_clone_obstacle(const struct planner *planner, struct cleave_range range);
/* Both. */
const char *clone_obstacle(const struct planner *planner, struct cleave_range range);
/* What NODE does or is made of; where, in *OFFSET. */
const char *fact_clone_obstacle(const struct cleave_node *node, uint32_t *offset);

/* lastprivate.c: loops whose directive is combined with target. */
/* Whether clang loses the value that a clause of the region gives a variable at the end. */
bool loses_lastprivate(struct planner *planner);
/* Makes STEP, the region's kernel under DIRECTIVE, keep it; refuses if that cannot be. */
bool keep_lastprivate(struct planner *planner, struct cleave_plan_node *plan_node,
                      struct cleave_directive *directive);
/* The plan of a region that changes in nothing else. */
bool plan_lastprivate(struct planner *planner);

/* pipelined_kernel.c */
/* Plans a region that changes in nothing but that its one kernel, the plan nodes are there, runs tile by tile. False:
 * it does not, and the plan is what it was. */
bool plan_tiles_alone(struct planner *planner);
/* What keeps a region of one kernel from getting an environment for the tiles of that, in words; or NULL.
 * planner->environment_obstacle is this, before cleave_transfers_plan. */
const char *environment_obstacle(const struct planner *planner);

/* single_kernel.c */
/* Likewise, and where it does not run tile by tile, one whose kernel the compiler can make better code of. */
bool plan_kernel_alone(struct planner *planner);
/* Likewise for one whose directive is `target teams distribute parallel for`. */
bool plan_teams_loop(struct planner *planner);

/* directives.c */
/* Clang computes the trip count of a distribute loop on the host, whatever directives it has. A variable with a value that
 * only the device has, by which the program may end there; or NULL. */
const char *bound_trapping_on_host(const struct planner *planner, const struct cleave_node *loop);
/* Makes what every directive of the plan repeats of the region: device and if. Before build_plan_nodes. */
void prepare_shared_clauses(struct planner *planner);
/* The directives of STEP and all below it; BEFORE is the sibling in front of it, or NULL. After it is
 * settled whether the region needs a data environment. */
bool make_directives(struct planner *planner, struct cleave_plan_node *plan_node,
                     const struct cleave_plan_node *before);

/* environments.c */
/* The data environment of the variables a declaration moves to the host, if the device writes any. */
void make_local_environment(struct planner *planner, struct cleave_plan_node *declaration);
/* The data environment around the region. After make_directives. */
bool make_environment(struct planner *planner);

#endif
