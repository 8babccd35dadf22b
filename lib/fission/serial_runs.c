/* FILE: lib/fission/serial_runs.c
 * WHAT: which neighboring statements of a region share a kernel of one thread.
 */
#include "fission/fission_internal.h"

/* Whether the text of NODE contains the name of VARIABLE: in a clause, as an iteration variable, in sizeof.
 * None of these is a use, but all of them need the declaration. */
static bool mentions(const struct planner *planner, const struct cleave_node *node, uint32_t variable) {
  return cleave_mentions(&planner->unit->tokens, node->range, variable_at(planner, variable)->name);
}

static bool uses_variable_of(const struct planner *planner, uint32_t index,
                             const struct cleave_node *declaration) {
  for (size_t i = 0; i < declaration->declarator_count; i++)
    if (cleave_region_uses(planner->region, index, declaration->declarators[i].variable, NULL) ||
        mentions(planner, node_at(planner, index), declaration->declarators[i].variable))
      return true;
  return false;
}

bool stays_on_host(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  /* A declaration without variables (a type, a function) applies to all later statements, so it stays
   * outside. */
  return (node->kind != CLEAVE_NODE_DECLARATION || !node->declarator_count) &&
         host_can_execute(planner, index);
}

static bool has_device_variable(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->declarator_count; i++)
    if (planner->placements[node->declarators[i].variable] == ON_DEVICE)
      return true;
  return false;
}

/* The last sibling that uses a declaration at INDEX, if one serial kernel can contain all statements up to it
 * together with the declaration; CLEAVE_NO_NODE otherwise. */
static uint32_t reach_of_declaration(const struct planner *planner, uint32_t index) {
  const struct cleave_node *declaration = node_at(planner, index);
  if (!has_device_variable(planner, declaration))
    return CLEAVE_NO_NODE; /* a declaration without values for the device stays on the host */
  uint32_t last = index;
  for (uint32_t at = declaration->next; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next)
    if (uses_variable_of(planner, at, declaration))
      last = at;
  for (uint32_t at = index; at != last;) {
    at = node_at(planner, at)->next;
    if (planner->host_controlled[at] || stays_on_host(planner, at) || is_scan_loop(planner, at))
      return CLEAVE_NO_NODE;
    if (node_at(planner, at)->kind != CLEAVE_NODE_DECLARATION)
      continue;
    /* The siblings that use it are included; siblings are numbered in order. */
    at = reach_of_declaration(planner, at);
    if (at == CLEAVE_NO_NODE)
      return CLEAVE_NO_NODE;
    if (at > last)
      last = at;
  }
  return last;
}

uint32_t end_of_serial_run(const struct planner *planner, uint32_t first) {
  uint32_t last = CLEAVE_NO_NODE;
  for (uint32_t at = first; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next) {
    if (planner->host_controlled[at] || stays_on_host(planner, at) ||
        (at != first && is_scan_loop(planner, at)))
      break;
    if (node_at(planner, at)->kind == CLEAVE_NODE_DECLARATION)
      at = reach_of_declaration(planner, at);
    if (at == CLEAVE_NO_NODE)
      break;
    last = at;
    if (is_scan_loop(planner, at))
      break;
  }
  return last;
}

/* Whether the statements from FIRST to LAST, which could share a kernel of one thread, should rather be kernels of their own:
 * all are independent loops, or INDEX is one with loops in it. Other loops stay with the statements around them, because a kernel
 * of their own may cost more than it saves. */
static bool is_worth_a_kernel(struct planner *planner, uint32_t first, uint32_t last, uint32_t index) {
  bool assumes_disjoint, all = true;
  for (uint32_t at = first; all; at = node_at(planner, at)->next) {
    all = independent_depth(planner, at, &assumes_disjoint) && !assumes_disjoint;
    if (at == last)
      break;
  }
  return all || (is_deep_nest(planner, index) && independent_depth(planner, index, &assumes_disjoint) &&
                 !assumes_disjoint);
}

uint32_t end_of_shared_kernel(struct planner *planner, uint32_t first, uint32_t last) {
  uint32_t before = CLEAVE_NO_NODE;
  for (uint32_t at = first; at != last; at = node_at(planner, at)->next)
    if (node_at(planner, at)->kind == CLEAVE_NODE_DECLARATION)
      return last;
  for (uint32_t at = first;; before = at, at = node_at(planner, at)->next) {
    if (is_worth_a_kernel(planner, first, last, at))
      return before;
    if (at == last)
      return last;
  }
}
