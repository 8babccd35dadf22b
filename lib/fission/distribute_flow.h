/* FILE: lib/fission/distribute_flow.h
 * WHAT: how the parts of a distribute loop's iterations get the values of the variables of an iteration. distribute_loop.c explains it.
 */
#ifndef CLEAVE_FISSION_DISTRIBUTE_FLOW_H
#define CLEAVE_FISSION_DISTRIBUTE_FLOW_H

#include "fission/fission_internal.h"

enum flow { FLOW_NONE, FLOW_LOCAL, FLOW_UNIFORM, FLOW_AGAIN, FLOW_EXPANDED };

struct fission {
  struct distribute_loop loop;
  struct planner *planner;
  struct cleave_plan_node **parts; /* KERNEL, SERIAL */
  size_t part_count;
  enum flow *flows;                             /* per variable */
  const struct cleave_declarator **declarators; /* per variable; NULL: not declared by a declaration */
  const char **names;                           /* per variable: of its elements; NULL: none */
  const struct cleave_expression *index;
};

/* Refuses the region because of VARIABLE: WHY follows "its value flows between parts, and". Returns false. */
bool refuse_flow(struct fission *fission, uint32_t variable, const char *why);

/* Whether the text of PART contains NODE. */
bool part_contains(const struct planner *planner, const struct cleave_plan_node *part, uint32_t node);

/* How PART uses VARIABLE, without the private copies of parallel loops. */
uint32_t uses_in_part(const struct planner *planner, const struct cleave_plan_node *part, uint32_t variable);

/* Whether VARIABLE is declared in an iteration, or belongs to it as if it were (model/infer_private.h). */
bool belongs_to_iteration(const struct fission *fission, uint32_t variable);

/* Fills `flows`, `declarators` and `names`, and adds the expansions to the plan. Refuses the region if a value cannot flow. */
bool find_flows(struct fission *fission);

#endif
