/* FILE: lib/fission/fused_reductions.c
 * WHAT: neighboring loops of which some have reduction clauses, as one kernel whose teams combine the results.
 *
 *   for i: s += r[i] * r[i];              for i: { s += r[i] * r[i];
 *   for i: t += r[i] * z[i];       ->              t += r[i] * z[i]; }
 *
 * The fused kernel (fused_kernels.c) has the form of a single loop with the clauses of all parts (team_reductions.c).
 *
 * Why that is allowed, in addition to the points of these two files.
 * 1. The result of a loop is complete only when the fused kernel ends. So no other part uses the variable, by its name or by its address.
 * 2. A lane executes the parts of an iteration in the order of the source, and different iterations of all parts are independent but for the
 *    private copies of the variables. So an array element that a part writes and another one reads has the same value.
 * 3. The clauses of different parts list different variables. Each has its own private copies, whose order of combination is unspecified (2.21.5).
 *
 * A reproducible reduction stays a kernel of its own: its bits must not depend on a guard. A nest without reductions has faster versions of its
 * own.
 */
#include <string.h>

#include "fission/mapping_internal.h"

static const struct cleave_clause *clause_of(const struct planner *planner,
                                             const struct cleave_plan_node *kernel) {
  const struct cleave_node *node = node_at(planner, kernel->node);
  return cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION);
}

bool reduces_in_parts(const struct planner *planner, struct cleave_plan_node *const *kernels, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (clause_of(planner, kernels[i]))
      return true;
  return false;
}

/* Point 1: no part other than OWN uses the variable INDEX. */
static const char *check_users(const struct planner *planner, struct cleave_plan_node *const *kernels,
                               size_t count, size_t own, uint32_t index) {
  const char *name = variable_at(planner, index)->name;
  if (variable_at(planner, index)->address_taken)
    return cleave_arena_format(planner->arena, "the address of '%s' is taken", name);
  for (size_t i = 0; i < count; i++) {
    const struct cleave_node *node = node_at(planner, kernels[i]->node);
    bool is_used = false;
    for (size_t u = 0; i != own && u < node->use_count; u++)
      is_used |= node->uses[u].flags && node->uses[u].variable == index;
    if (is_used || (i != own && cleave_loop_lists(node, CLEAVE_CLAUSE_REDUCTION, index)))
      return cleave_arena_format(planner->arena, "the result '%s' of one of them is used by another", name);
  }
  return NULL;
}

const char *describe_fused_reduction(struct planner *planner, struct cleave_plan_node *const *kernels,
                                     size_t count, const struct cleave_mapping *mapping,
                                     struct cleave_team_reduction *reduction) {
  for (size_t p = 0; p < mapping->part_count; p++)
    for (size_t i = 0; i < mapping->loop_count; i++)
      if (mapping->parts[p].loops[i].before || mapping->parts[p].loops[i].after)
        return "one of them has a reduction, and their bounds differ";
  choose_reduction_shape(planner, kernels, count, reduction);
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = clause_of(planner, kernels[i]);
    if (!clause && mapping->loop_count > 1)
      return "one of them is a nest of loops without a reduction";
    const char *obstacle = reduction_obstacle(planner, kernels[i]);
    if (obstacle)
      return obstacle;
    if (!clause)
      continue;
    if (keeps_reduction(planner, kernels[i]))
      return cleave_arena_format(planner->arena, "'%s' applies to one of them",
                                 text_of(planner, clause->range));
    const size_t first = reduction->count;
    obstacle = find_reduced_variables(planner, node_at(planner, kernels[i]->node), reduction);
    if (!obstacle && reduction->array_count)
      obstacle = "an array is reduced in one of them";
    for (size_t v = first; !obstacle && v < reduction->count; v++)
      obstacle = check_users(planner, kernels, count, i, reduction->variables[v]);
    if (obstacle)
      return obstacle;
  }
  return NULL;
}
