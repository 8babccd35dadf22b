/* FILE: lib/fission/distributed_versions.c
 * WHAT: versions on the whole device of kernels of one thread, for serial loops whose iterations are independent if objects do
 *       not overlap. independent_loops.c has the legality argument, no_alias_versions.c that of the guard.
 */
#include "fission/fission_internal.h"

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const uint32_t begin = node_at(planner, plan_node->node)->range.begin;
  if (cleave_clauses_bound(region->clauses, region->clause_count, CLEAVE_BOUNDS_TASK))
    return; /* the guard would compare before the tasks that the region depends on */
  struct cleave_disjoint *disjoint = cleave_arena_allocate(planner->arena, sizeof *disjoint);
  struct target_clauses clauses = {0};
  uint32_t offset;
  const char *obstacle = version_obstacle(planner, plan_node->node, &clauses, &offset);
  if (obstacle) {
    note(planner, CLEAVE_REASON_NO_ALIAS_TEXT, offset, obstacle);
    return;
  }
  if (!add_disjoint_objects(planner, cleave_loop_model_get(planner->loop_models, plan_node->node), true,
                            disjoint) ||
      !decide(planner))
    return;
  struct cleave_plan_node *kernel = new_plan_node(planner, CLEAVE_PLAN_SERIAL, plan_node->node);
  kernel->widened = true;
  kernel->depth = plan_node->depth;
  make_directives(planner, kernel, NULL);
  const struct cleave_version version = {.guard = disjoint_guard(planner, disjoint, &clauses),
                                         .body = CLEAVE_BODY_DISTRIBUTED,
                                         .kernel = kernel,
                                         .disjoint = disjoint};
  CLEAVE_APPEND(planner->arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_SERIAL_LOOP_DISTRIBUTED, begin, " if a run-time check finds no overlap");
}

void add_distributed_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_SERIAL && plan_node->depth && !plan_node->widened &&
      planner->options->may_call)
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_distributed_versions(planner, plan_node->children[i]);
}
