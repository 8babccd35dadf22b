/* FILE: lib/model/sharing.c
 * WHAT: see sharing.h.
 */
#include "model/sharing.h"

bool cleave_clause_lists(const struct cleave_clause *clause, uint32_t variable) {
  for (size_t i = 0; i < clause->variable_count; i++)
    if (clause->variables[i] == variable)
      return true;
  return false;
}

bool cleave_loop_lists(const struct cleave_node *node, enum cleave_clause_kind kind, uint32_t variable) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (node->clauses[i].kind == kind && cleave_clause_lists(&node->clauses[i], variable))
      return true;
  return false;
}

bool cleave_is_result_of_loop(const struct cleave_node *node, uint32_t variable) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (cleave_clause_bounds(node->clauses[i].kind) == CLEAVE_BOUNDS_VALUES &&
        cleave_clause_lists(&node->clauses[i], variable))
      return true;
  return false;
}

bool cleave_is_private_in_loop(const struct cleave_node *node, uint32_t variable) {
  return cleave_is_result_of_loop(node, variable) ||
         cleave_loop_lists(node, CLEAVE_CLAUSE_PRIVATE, variable) ||
         cleave_loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, variable);
}

uint32_t cleave_region_flowing_uses(const struct cleave_region *region, uint32_t variable) {
  uint32_t flags = 0;
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = &region->nodes[i];
    if (node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, variable)) {
      if (cleave_is_result_of_loop(node, variable))
        flags |= CLEAVE_USE_READ | CLEAVE_USE_WRITE;
      else if (cleave_loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, variable))
        flags |= CLEAVE_USE_READ;
      continue;
    }
    for (size_t u = 0; u < node->use_count; u++)
      if (node->uses[u].variable == variable)
        flags |= node->uses[u].flags;
  }
  return flags;
}
