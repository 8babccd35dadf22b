/* FILE: lib/fission/host_control.c
 * WHAT: the statements that move to the host: control flow around a loop that is split off.
 */
#include "fission/fission_internal.h"

/* Whether LOOP binds to threads that a split can provide. `for` alone in serial code runs on one thread: it
 * is a serial statement. */
static bool is_parallel_loop(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind != CLEAVE_NODE_LOOP)
    return false;
  if (node->construct & CLEAVE_CONSTRUCT_PARALLEL)
    return true;
  if (planner->region->construct & CLEAVE_CONSTRUCT_PARALLEL)
    return true;
  for (uint32_t at = node->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL)
      return true;
  return false;
}

/* Whether INDEX is a scan that the region executes once: only blocks are around it. */
static bool is_outer_scan(const struct planner *planner, uint32_t index) {
  for (uint32_t at = node_at(planner, index)->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (node_at(planner, at)->kind != CLEAVE_NODE_COMPOUND)
      return false;
  return is_scan_loop(planner, index);
}

/* Whether a construct that one thread of a team executes has the same effect in a kernel of one thread: nothing in it depends on
 * the number of threads, or could use the other ones. */
static bool can_run_alone(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++)
    switch (node->facts[i].kind) {
    case CLEAVE_FACT_CALL:
      if (node->facts[i].callee != CLEAVE_CALLEE_MATHEMATICAL &&
          node->facts[i].callee != CLEAVE_CALLEE_NO_OPENMP)
        return false;
      continue;
    case CLEAVE_FACT_OMP_WORKSHARING: /* the construct itself; others cannot be nested in it (OpenMP 5.1, 2.20) */
      if (node->facts[i].in_callee)
        return false;
      continue;
    case CLEAVE_FACT_OMP_BARRIER:
    case CLEAVE_FACT_OMP_CANCEL:
    case CLEAVE_FACT_OMP_ORDERED:
    case CLEAVE_FACT_OMP_PARALLEL:
    case CLEAVE_FACT_OMP_TASK:
    case CLEAVE_FACT_OMP_DISTRIBUTE:
    case CLEAVE_FACT_OMP_OTHER:
    case CLEAVE_FACT_ASM:
    case CLEAVE_FACT_LAMBDA:
    case CLEAVE_FACT_UNKNOWN_KIND:
    case CLEAVE_FACT_MACRO_BOUNDARY:
      return false;
    default:
      continue;
    }
  return true;
}

bool runs_once(const struct cleave_node *node) {
  return node->kind == CLEAVE_NODE_OPAQUE && node->construct & CLEAVE_CONSTRUCT_ONCE && can_run_alone(node);
}

/* Whether a clause of a flattened parallel construct is not needed, or its loops repeat it. */
static bool is_carried(const struct planner *planner, const struct cleave_clause *clause) {
  if (clause->flags & (CLEAVE_CLAUSE_IN_MACRO | CLEAVE_CLAUSE_SIDE_EFFECTS))
    return false;
  return cleave_clause_in(clause, CLEAVE_FORM_FLAT) != CLEAVE_CLAUSE_USE_NO ||
         (!planner->keeps_constructs && clause->flags & CLEAVE_CLAUSE_MOVED);
}

/* Whether a parallel construct contains only loops, constructs that one thread executes, barriers and control flow that may move
 * to the host: then its loops can be split off. The end of a kernel is a barrier for all threads, and a kernel begins after those
 * before it. So the order of all parts is one that the program allows: nowait permits others (OpenMP 5.1, 2.10, 2.11.4, 2.19.2).
 * Otherwise (critical, private data, ...) it stays one construct, which the initial thread of a serial plan node encounters as
 * before. */
static bool can_flatten(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_OPAQUE)
    return !planner->keeps_constructs && (node->construct & CLEAVE_CONSTRUCT_BARRIER || runs_once(node));
  if (node->kind == CLEAVE_NODE_LOOP)
    return !(node->construct & CLEAVE_CONSTRUCT_PARALLEL);
  if (node->kind == CLEAVE_NODE_PARALLEL) {
    for (size_t i = 0; i < node->clause_count; i++)
      if (!is_carried(planner, &node->clauses[i]))
        return false;
  } else if (node->fact_count) {
    return false;
  }
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    if (!can_flatten(planner, child))
      return false;
  return true;
}

/* Marks NODE and its ancestors up to TOP. */
static void mark_host_control(const struct planner *planner, bool *marks, uint32_t node, uint32_t top) {
  for (uint32_t at = node;; at = node_at(planner, at)->parent) {
    marks[at] = true;
    if (at == top || node_at(planner, at)->parent == CLEAVE_NO_NODE)
      return;
  }
}

const bool *find_host_control(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  bool *marks = cleave_arena_allocate(planner->arena, region->node_count + 1);
  bool any = false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    if (!is_parallel_loop(planner, i))
      continue;
    bool whole = false; /* inside a parallel construct that is not flattened */
    for (uint32_t at = i; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
      whole |= node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL && !can_flatten(planner, at);
    if (whole)
      continue;
    mark_host_control(planner, marks, i, 0);
    any = true;
  }
  for (uint32_t i = 0; i < region->node_count && region->construct == CLEAVE_CONSTRUCT_TARGET; i++)
    if (is_outer_scan(planner, i)) {
      if (node_at(planner, i)->parent != CLEAVE_NO_NODE)
        mark_host_control(planner, marks, node_at(planner, i)->parent, 0);
      any = true;
    }
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind != CLEAVE_NODE_BREAK && node->kind != CLEAVE_NODE_CONTINUE)
      continue;
    uint32_t loop = node->parent;
    while (loop != CLEAVE_NO_NODE && !is_loop_statement(node_at(planner, loop)))
      loop = node_at(planner, loop)->parent;
    if (loop != CLEAVE_NO_NODE && marks[loop])
      mark_host_control(planner, marks, i, loop);
  }
  return any ? marks : NULL;
}
