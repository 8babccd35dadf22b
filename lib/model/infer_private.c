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

static bool is_inside(const struct cleave_region *region, uint32_t node, uint32_t ancestor) {
  while (node != ancestor && node != CLEAVE_NO_NODE)
    node = region->nodes[node].parent;
  return node == ancestor;
}

/* Whether code at or below INDEX may read a value that LOOP assigns to VARIABLE. A `for` statement that begins by assigning the
 * variable reads no earlier value, and neither do statements of a block that follow such an assignment in it, unless LOOP
 * is among them. Jumps into blocks do not occur: a region with labels is not transformed. */
static bool may_read_from(const struct cleave_region *region, uint32_t index, uint32_t loop,
                          uint32_t variable) {
  const struct cleave_node *node = &region->nodes[index];
  if (index == loop)
    return false;
  if (node->kind == CLEAVE_NODE_FOR && node->assigns && node->assigned == variable &&
      !is_inside(region, loop, index))
    return false;
  if (reads_earlier_value(node, variable))
    return true;
  bool assigned = false;
  for (uint32_t at = node->first_child; at != CLEAVE_NO_NODE; at = region->nodes[at].next) {
    const struct cleave_node *child = &region->nodes[at];
    if (node->kind == CLEAVE_NODE_COMPOUND && child->kind == CLEAVE_NODE_EXPRESSION && child->assigns &&
        child->assigned == variable && cleave_region_uses(region, at, variable, NULL) == CLEAVE_USE_WRITE)
      assigned = true;
    else if (is_inside(region, loop, at))
      assigned = false;
    if (!assigned && may_read_from(region, at, loop, variable))
      return true;
  }
  return false;
}

static bool can_be_private(const struct cleave_region *region, const struct cleave_node *loop,
                           const struct cleave_use *use) {
  if (!(use->flags & CLEAVE_USE_WRITE) || !(use->flags & CLEAVE_USE_ASSIGNED_FIRST) ||
      use->flags & (CLEAVE_USE_ADDRESS | CLEAVE_USE_PROTECTED) || !is_shared_copy(region, use->variable) ||
      cleave_is_used_outside_of_iterations(loop, use->variable) || is_listed_for_all(region, use->variable))
    return false;
  return !may_read_from(region, 0, (uint32_t)(loop - region->nodes), use->variable);
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

/* Takes the description of LOOP that assumes private variables, if they are private. Some of them may be so by a clause of the source, or
 * have been declared by a parallel construct (enclosing_clauses.h). */
static void take_description(struct cleave_node *loop) {
  bool are_private = loop->assumed_private_count != 0;
  for (size_t i = 0; i < loop->assumed_private_count; i++)
    are_private &= cleave_is_private_in_loop(loop, loop->assumed_private[i]);
  if (are_private && loop->accesses_if_private) {
    loop->accesses = loop->accesses_if_private;
    loop->headers = NULL;
    loop->atomics = NULL;
  }
  if (are_private && !loop->rows)
    loop->rows = loop->rows_if_private;
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
    take_description(loop);
  }
}

/* ---- Iterations of a distribute loop -------------------------------------------------------------- */

/* The node at INDEX, or the only statement in the blocks there. */
static uint32_t without_blocks(const struct cleave_region *region, uint32_t index) {
  const struct cleave_node *nodes = region->nodes;
  while (nodes[index].kind == CLEAVE_NODE_COMPOUND && nodes[index].first_child != CLEAVE_NO_NODE &&
         nodes[nodes[index].first_child].next == CLEAVE_NO_NODE)
    index = nodes[index].first_child;
  return index;
}

const struct cleave_node *cleave_distribute_loop_of(const struct cleave_region *region) {
  const uint32_t construct = CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE;
  if (!region->node_count || region->construct != construct)
    return NULL;
  const struct cleave_node *node = &region->nodes[without_blocks(region, 0)];
  return node->kind == CLEAVE_NODE_FOR ? node : NULL;
}

static bool is_plain_copy(const struct cleave_region *region, uint32_t index) {
  const struct cleave_variable *variable = &region->variables[index];
  return (variable->type_class == CLEAVE_TYPE_INTEGER || variable->type_class == CLEAVE_TYPE_FLOATING ||
          variable->type_class == CLEAVE_TYPE_POINTER) &&
         (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->sharing == CLEAVE_SHARING_POINTER ||
          variable->sharing == CLEAVE_SHARING_IS_DEVICE_PTR) &&
         variable->type && !variable->is_reference && !variable->is_volatile && !variable->is_atomic &&
         !variable->is_thread_local && !variable->is_static_local && !variable->is_global &&
         !variable->is_const && !variable->is_lambda_capture;
}

/* Whether a clause of REGION evaluates VARIABLE, or lists it other than as a device pointer. */
static bool is_in_clauses(const struct cleave_region *region, uint32_t variable) {
  bool found = false;
  for (size_t i = 0; i < region->clause_count; i++)
    found |= is_used(region->clauses[i].uses, region->clauses[i].use_count, variable) ||
             (region->clauses[i].kind != CLEAVE_CLAUSE_IS_DEVICE_PTR &&
              cleave_clause_lists(&region->clauses[i], variable));
  for (size_t i = 0; i < region->map_count; i++)
    found |= region->maps[i].variable == variable ||
             is_used(region->maps[i].uses, region->maps[i].use_count, variable);
  return found;
}

static bool mentions_below(const struct cleave_region *region, uint32_t index, uint32_t variable) {
  const struct cleave_node *node = &region->nodes[index];
  bool found = is_used(node->uses, node->use_count, variable) ||
               (node->kind == CLEAVE_NODE_LOOP && cleave_is_used_outside_of_iterations(node, variable));
  for (uint32_t at = node->first_child; at != CLEAVE_NO_NODE; at = region->nodes[at].next)
    found |= mentions_below(region, at, variable);
  return found;
}

/* The flags of all uses of VARIABLE in REGION. */
static uint32_t all_uses(const struct cleave_region *region, uint32_t variable) {
  return cleave_region_uses(region, 0, variable, NULL);
}

/* Makes VARIABLE one of the iterations. */
static void move_inside(struct cleave_region *region, uint32_t variable, uint32_t node) {
  region->variables[variable].sharing = CLEAVE_SHARING_INSIDE;
  region->variables[variable].declared_by = node;
  region->variables[variable].is_inferred = true;
}

/* The counter of the FOR at INDEX becomes its declarator. */
static void move_counter(struct cleave_arena *arena, struct cleave_region *region, uint32_t index) {
  struct cleave_node *node = &region->nodes[index];
  if (node->declarator_count || !node->assigns || !is_plain_copy(region, node->assigned) ||
      is_in_clauses(region, node->assigned))
    return;
  struct cleave_declarator *declarator = cleave_arena_allocate(arena, sizeof *declarator);
  declarator->variable = node->assigned;
  declarator->has_initializer = true;
  node->declarators = declarator;
  node->declarator_count = 1;
  move_inside(region, node->assigned, index);
}

/* The statement of BODY that assigns VARIABLE before any other code of the region mentions it. */
static uint32_t first_assignment(const struct cleave_region *region, uint32_t body, uint32_t variable) {
  for (uint32_t at = body; region->nodes[at].parent != CLEAVE_NO_NODE; at = region->nodes[at].parent)
    if (is_used(region->nodes[region->nodes[at].parent].uses,
                region->nodes[region->nodes[at].parent].use_count, variable))
      return CLEAVE_NO_NODE;
  for (uint32_t at = region->nodes[body].first_child; at != CLEAVE_NO_NODE; at = region->nodes[at].next) {
    const struct cleave_node *node = &region->nodes[at];
    if (node->kind == CLEAVE_NODE_EXPRESSION && node->assigns && node->assigned == variable)
      return at;
    if (mentions_below(region, at, variable))
      return CLEAVE_NO_NODE;
  }
  return CLEAVE_NO_NODE;
}

void cleave_infer_iteration_variables(struct cleave_arena *arena, struct cleave_region *region) {
  if (!cleave_distribute_loop_of(region))
    return;
  uint32_t at = without_blocks(region, 0);
  for (unsigned depth = 0; region->nodes[at].kind == CLEAVE_NODE_FOR; depth++) {
    move_counter(arena, region, at);
    if (depth + 1 >= region->nodes[0].depth)
      break;
    at = without_blocks(region, region->nodes[at].first_child);
  }
  const uint32_t body = region->nodes[at].kind == CLEAVE_NODE_FOR ? region->nodes[at].first_child : at;
  for (uint32_t v = 0; v < region->variable_count; v++) {
    const uint32_t uses = all_uses(region, v);
    if (!(uses & CLEAVE_USE_WRITE) || uses & CLEAVE_USE_ADDRESS || !is_plain_copy(region, v) ||
        is_in_clauses(region, v))
      continue;
    const uint32_t node = first_assignment(region, body, v);
    if (node != CLEAVE_NO_NODE)
      move_inside(region, v, node);
  }
}
