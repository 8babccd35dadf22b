/* FILE: lib/model/infer_private.c
 * WHAT: see infer_private.h.
 */
#include "model/infer_private.h"

#include "model/arena.h"
#include "model/sharing.h"

const struct cleave_clause *cleave_inferred_private(const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (node->clauses[i].flags & CLEAVE_CLAUSE_INFERRED)
      return &node->clauses[i];
  return NULL;
}

bool cleave_has_inferred_clause(const struct cleave_region *region) {
  for (uint32_t i = 0; i < region->node_count; i++)
    if (cleave_inferred_private(&region->nodes[i]))
      return true;
  return false;
}

static bool is_used(const struct cleave_use *uses, size_t count, uint32_t variable) {
  for (size_t i = 0; i < count; i++)
    if (uses[i].variable == variable)
      return true;
  return false;
}

bool cleave_is_used_outside_of_iterations(const struct cleave_node *loop, uint32_t variable) {
  bool used = is_used(loop->bounds, loop->bound_count, variable);
  for (size_t i = 0; i < loop->clause_count; i++)
    used |= is_used(loop->clauses[i].uses, loop->clauses[i].use_count, variable) ||
            cleave_clause_lists(&loop->clauses[i], variable);
  for (size_t i = 0; i < loop->counter_count; i++)
    used |= loop->counters[i] == variable;
  return used;
}

/* Whether NODE may use a value of VARIABLE that other code has assigned. */
static bool reads_earlier_value(const struct cleave_node *node, uint32_t variable) {
  const bool is_private =
      node->kind == CLEAVE_NODE_LOOP && cleave_loop_lists(node, CLEAVE_CLAUSE_PRIVATE, variable);
  bool reads = is_used(node->bounds, node->bound_count, variable);
  for (size_t i = 0; i < node->use_count; i++)
    reads |= !is_private && node->uses[i].variable == variable &&
             !(node->uses[i].flags & CLEAVE_USE_ASSIGNED_FIRST);
  for (size_t i = 0; i < node->clause_count; i++)
    reads |= is_used(node->clauses[i].uses, node->clauses[i].use_count, variable) ||
             (!is_private && cleave_clause_lists(&node->clauses[i], variable));
  for (size_t i = 0; !is_private && i < node->counter_count; i++)
    reads &= node->counters[i] != variable; /* the counter of a parallel loop is private */
  return reads;
}

/* Whether the region has a copy of VARIABLE that all threads of a parallel loop share. */
static bool is_shared_copy(const struct cleave_region *region, uint32_t index) {
  const struct cleave_variable *variable = &region->variables[index];
  switch (variable->sharing) {
  case CLEAVE_SHARING_FIRSTPRIVATE:
  case CLEAVE_SHARING_PRIVATE:
  case CLEAVE_SHARING_POINTER:
    break;
  case CLEAVE_SHARING_INSIDE:
    for (uint32_t at = variable->declared_by; at != CLEAVE_NO_NODE; at = region->nodes[at].parent)
      if (region->nodes[at].kind == CLEAVE_NODE_PARALLEL)
        return false;
    break;
  default:
    return false;
  }
  return !variable->is_reference && !variable->is_volatile && !variable->is_atomic &&
         !variable->is_thread_local && !variable->is_static_local && !variable->is_global &&
         !(region->construct & CLEAVE_CONSTRUCT_PARALLEL && variable->sharing == CLEAVE_SHARING_INSIDE);
}

/* Whether the kernels of REGION repeat a clause of its directive that lists VARIABLE. */
static bool is_listed_for_all(const struct cleave_region *region, uint32_t variable) {
  bool listed = false;
  for (size_t i = 0; i < region->clause_count; i++)
    listed |= cleave_clause_lists(&region->clauses[i], variable);
  return listed && region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL);
}

static bool can_be_private(const struct cleave_region *region, const struct cleave_node *loop,
                           const struct cleave_use *use) {
  if (!(use->flags & CLEAVE_USE_WRITE) || !(use->flags & CLEAVE_USE_ASSIGNED_FIRST) ||
      use->flags & (CLEAVE_USE_ADDRESS | CLEAVE_USE_PROTECTED) || !is_shared_copy(region, use->variable) ||
      cleave_is_used_outside_of_iterations(loop, use->variable) || is_listed_for_all(region, use->variable))
    return false;
  for (uint32_t i = 0; i < region->node_count; i++)
    if (&region->nodes[i] != loop && reads_earlier_value(&region->nodes[i], use->variable))
      return false;
  return true;
}

/* The reader's list has no room for another clause. */
void cleave_add_loop_clause(struct cleave_arena *arena, struct cleave_node *loop,
                            const struct cleave_clause *clause) {
  struct cleave_clause *clauses =
      cleave_arena_allocate(arena, (loop->clause_count + 1) * sizeof *loop->clauses);
  for (size_t i = 0; i < loop->clause_count; i++)
    clauses[i] = loop->clauses[i];
  clauses[loop->clause_count++] = *clause;
  loop->clauses = clauses;
}

void cleave_infer_private(struct cleave_arena *arena, struct cleave_region *region) {
  for (uint32_t n = 0; n < region->node_count; n++) {
    struct cleave_node *loop = &region->nodes[n];
    struct cleave_clause clause = {.kind = CLEAVE_CLAUSE_PRIVATE,
                                   .flags = CLEAVE_CLAUSE_INFERRED,
                                   .range = {loop->directive.begin, loop->directive.begin}};
    for (size_t i = 0; loop->kind == CLEAVE_NODE_LOOP && i < loop->use_count; i++)
      if (can_be_private(region, loop, &loop->uses[i]))
        CLEAVE_APPEND(arena, clause.variables, clause.variable_count, loop->uses[i].variable);
    if (clause.variable_count)
      cleave_add_loop_clause(arena, loop, &clause);
  }
}
