/* FILE: lib/model/enclosing_clauses.c
 * WHAT: see enclosing_clauses.h.
 */
#include "model/enclosing_clauses.h"

#include <string.h>

#include "model/arena.h"
#include "model/infer_private.h"
#include "model/sharing.h"

/* A construct with clauses around the nodes FIRST to before END. */
struct encloser {
  struct cleave_arena *arena;
  const struct cleave_unit *unit;
  struct cleave_region *region;
  struct cleave_clause *clauses;
  size_t clause_count;
  uint32_t construct;
  uint32_t first, end;
};

static const struct cleave_use *find_use(const struct cleave_node *node, uint32_t variable) {
  for (size_t i = 0; i < node->use_count; i++)
    if (node->uses[i].variable == variable)
      return &node->uses[i];
  return NULL;
}

static bool is_counter(const struct cleave_node *loop, uint32_t variable) {
  for (size_t i = 0; i < loop->counter_count; i++)
    if (loop->counters[i] == variable)
      return true;
  return false;
}

/* ---- private ------------------------------------------------------------------------------------ */

static bool is_assigned_first(const struct cleave_use *use) {
  return use->flags & CLEAVE_USE_ASSIGNED_FIRST &&
         !(use->flags & (CLEAVE_USE_ADDRESS | CLEAVE_USE_PROTECTED));
}

/* Whether NODE uses no value of the private VARIABLE that another node has assigned, and assigns none for others. */
static bool keeps_private_value(const struct encloser *encloser, const struct cleave_node *node,
                                uint32_t variable) {
  const struct cleave_use *use = find_use(node, variable);
  if (node->kind == CLEAVE_NODE_LOOP &&
      (is_counter(node, variable) || cleave_loop_lists(node, CLEAVE_CLAUSE_PRIVATE, variable)))
    return true;
  if (node->kind == CLEAVE_NODE_DECLARATION)
    return !use || use->flags == CLEAVE_USE_WRITE; /* the initial value is not used */
  if (cleave_is_used_outside_of_iterations(node, variable))
    return false;
  /* The threads of a team share its variables. */
  const bool shared = encloser->construct & CLEAVE_CONSTRUCT_TEAMS;
  return !use || (!shared && (node->kind == CLEAVE_NODE_LOOP || node->construct & CLEAVE_CONSTRUCT_ONCE) &&
                  is_assigned_first(use));
}

static bool is_local_to_nodes(const struct encloser *encloser, uint32_t variable) {
  for (uint32_t n = encloser->first; n < encloser->end; n++)
    if (!keeps_private_value(encloser, &encloser->region->nodes[n], variable))
      return false;
  return true;
}

/* A use of the copy of one thread, in a construct that one thread executes: the kernel of the construct has a copy. */
static void remove_use(struct encloser *encloser, struct cleave_node *node, uint32_t variable) {
  struct cleave_use *uses = cleave_arena_allocate(encloser->arena, (node->use_count + 1) * sizeof *uses);
  size_t count = 0;
  for (size_t i = 0; i < node->use_count; i++)
    if (node->uses[i].variable != variable)
      uses[count++] = node->uses[i];
  node->uses = uses;
  node->use_count = count;
}

/* Makes VARIABLE private in each loop that uses it. */
static void make_private(struct encloser *encloser, uint32_t variable) {
  for (uint32_t n = encloser->first; n < encloser->end; n++) {
    struct cleave_node *node = &encloser->region->nodes[n];
    if (!find_use(node, variable) ||
        (node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, variable)))
      continue;
    if (node->construct & CLEAVE_CONSTRUCT_ONCE)
      remove_use(encloser, node, variable);
    if (node->kind != CLEAVE_NODE_LOOP)
      continue;
    struct cleave_clause clause = {.kind = CLEAVE_CLAUSE_PRIVATE,
                                   .flags = CLEAVE_CLAUSE_MOVED,
                                   .range = {node->directive.begin, node->directive.begin}};
    CLEAVE_APPEND(encloser->arena, clause.variables, clause.variable_count, variable);
    cleave_add_loop_clause(encloser->arena, node, &clause);
  }
}

/* ---- firstprivate ------------------------------------------------------------------------------- */

static bool is_constant(const struct encloser *encloser, uint32_t variable) {
  const struct cleave_variable *it = &encloser->region->variables[variable];
  if (it->address_taken || it->is_reference ||
      (it->type_class != CLEAVE_TYPE_INTEGER && it->type_class != CLEAVE_TYPE_FLOATING))
    return false;
  for (uint32_t n = encloser->first; n < encloser->end; n++) {
    const struct cleave_use *use = find_use(&encloser->region->nodes[n], variable);
    if ((use && use->flags & ~(uint32_t)CLEAVE_USE_READ) || is_counter(&encloser->region->nodes[n], variable))
      return false;
    for (size_t i = 0; i < encloser->region->nodes[n].clause_count; i++)
      if (cleave_clause_lists(&encloser->region->nodes[n].clauses[i], variable) &&
          encloser->region->nodes[n].clauses[i].kind != CLEAVE_CLAUSE_FIRSTPRIVATE &&
          encloser->region->nodes[n].clauses[i].kind != CLEAVE_CLAUSE_SHARED)
        return false;
  }
  return true;
}

/* ---- reduction ---------------------------------------------------------------------------------- */

/* The text of a reduction clause up to its list. */
static struct cleave_range operator_of(const struct encloser *encloser, const struct cleave_clause *clause) {
  const char *text = encloser->unit->text;
  uint32_t at = clause->range.begin;
  while (at < clause->range.end && text[at] != ':')
    at++;
  return (struct cleave_range){clause->range.begin, at};
}

static bool have_one_operator(const struct encloser *encloser, const struct cleave_clause *left,
                              const struct cleave_clause *right) {
  const char *one = cleave_unit_text(encloser->unit, operator_of(encloser, left));
  const char *other = cleave_unit_text(encloser->unit, operator_of(encloser, right));
  while (*one || *other) {
    one += strspn(one, " ");
    other += strspn(other, " ");
    if (*one != *other)
      return false;
    one += *one != 0;
    other += *other != 0;
  }
  return true;
}

static bool is_reduced(const struct encloser *encloser, const struct cleave_node *loop,
                       const struct cleave_clause *clause, uint32_t variable) {
  for (size_t i = 0; loop->kind == CLEAVE_NODE_LOOP && i < loop->clause_count; i++)
    if (loop->clauses[i].kind == CLEAVE_CLAUSE_REDUCTION && cleave_clause_lists(&loop->clauses[i], variable))
      return !(loop->clauses[i].flags & (CLEAVE_CLAUSE_HAS_MODIFIER | CLEAVE_CLAUSE_IN_MACRO)) &&
             have_one_operator(encloser, clause, &loop->clauses[i]);
  return false;
}

/* Whether the loops reduce VARIABLE, or can do that with CLAUSE. */
static bool can_loops_reduce(const struct encloser *encloser, const struct cleave_clause *clause,
                             uint32_t variable) {
  unsigned reduced = 0, others = 0;
  for (uint32_t n = encloser->first; n < encloser->end; n++) {
    const struct cleave_node *node = &encloser->region->nodes[n];
    if (is_reduced(encloser, node, clause, variable)) {
      reduced++;
      continue;
    }
    if (cleave_is_used_outside_of_iterations(node, variable))
      return false;
    if (!find_use(node, variable))
      continue;
    if (node->kind != CLEAVE_NODE_LOOP || encloser->construct & CLEAVE_CONSTRUCT_TEAMS)
      return false;
    others++;
  }
  return others ? !reduced && others == 1 : true;
}

static bool can_reduce(const struct encloser *encloser, const struct cleave_clause *clause) {
  if (clause->flags & (CLEAVE_CLAUSE_HAS_MODIFIER | CLEAVE_CLAUSE_USER_REDUCTION))
    return false;
  for (size_t v = 0; v < clause->variable_count; v++)
    if (!can_loops_reduce(encloser, clause, clause->variables[v]))
      return false;
  return true;
}

/* Gives CLAUSE to the loops that use its variables without a clause for them. */
static void make_reductions(struct encloser *encloser, const struct cleave_clause *clause) {
  for (uint32_t n = encloser->first; n < encloser->end; n++) {
    struct cleave_node *node = &encloser->region->nodes[n];
    bool needed = false;
    for (size_t v = 0; node->kind == CLEAVE_NODE_LOOP && v < clause->variable_count; v++)
      needed |=
          find_use(node, clause->variables[v]) && !cleave_is_private_in_loop(node, clause->variables[v]);
    if (needed)
      cleave_add_loop_clause(encloser->arena, node, clause);
  }
}

/* ---- The constructs ----------------------------------------------------------------------------- */

static void move_clause(struct encloser *encloser, struct cleave_clause *clause) {
  if (clause->flags & (CLEAVE_CLAUSE_IN_MACRO | CLEAVE_CLAUSE_NOT_PLAIN) || !clause->variable_count)
    return;
  bool moves = clause->kind == CLEAVE_CLAUSE_PRIVATE ||
               (clause->kind == CLEAVE_CLAUSE_REDUCTION && can_reduce(encloser, clause));
  if (clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE)
    moves = !(encloser->construct & CLEAVE_CONSTRUCT_TEAMS);
  for (size_t v = 0; moves && v < clause->variable_count; v++) {
    if (clause->kind == CLEAVE_CLAUSE_PRIVATE)
      moves = is_local_to_nodes(encloser, clause->variables[v]);
    else if (clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE)
      moves = is_constant(encloser, clause->variables[v]);
  }
  if (!moves)
    return;
  for (size_t v = 0; clause->kind == CLEAVE_CLAUSE_PRIVATE && v < clause->variable_count; v++)
    make_private(encloser, clause->variables[v]);
  if (clause->kind == CLEAVE_CLAUSE_REDUCTION)
    make_reductions(encloser, clause);
  clause->flags |= CLEAVE_CLAUSE_MOVED;
}

/* The variables that each thread of a parallel construct declares. */
static void move_declarations(struct encloser *encloser) {
  for (uint32_t v = 0; v < encloser->region->variable_count; v++) {
    const struct cleave_variable *variable = &encloser->region->variables[v];
    bool written = false;
    for (uint32_t n = encloser->first; n < encloser->end; n++) {
      const struct cleave_use *use = find_use(&encloser->region->nodes[n], v);
      written |=
          use && encloser->region->nodes[n].kind != CLEAVE_NODE_DECLARATION && use->flags & CLEAVE_USE_WRITE;
    }
    if (written && variable->declared_by != CLEAVE_NO_NODE && variable->declared_by >= encloser->first &&
        variable->declared_by < encloser->end && !variable->is_static_local && is_local_to_nodes(encloser, v))
      make_private(encloser, v);
  }
}

static void move_clauses(struct encloser *encloser) {
  for (size_t i = 0; i < encloser->clause_count; i++)
    move_clause(encloser, &encloser->clauses[i]);
  if (encloser->construct & CLEAVE_CONSTRUCT_PARALLEL)
    move_declarations(encloser);
}

/* The number after the last node below INDEX: the nodes are numbered in order of the text. */
static uint32_t end_below(const struct cleave_region *region, uint32_t index) {
  uint32_t end = index + 1;
  for (uint32_t child = region->nodes[index].first_child; child != CLEAVE_NO_NODE;
       child = region->nodes[child].next)
    end = end_below(region, child);
  return end;
}

void cleave_move_clauses(struct cleave_arena *arena, const struct cleave_unit *unit,
                         struct cleave_region *region) {
  for (uint32_t n = 0; n < region->node_count; n++) {
    struct cleave_node *node = &region->nodes[n];
    struct encloser encloser = {
        arena, unit, region, node->clauses, node->clause_count, node->construct, n + 1, end_below(region, n)};
    if (node->kind == CLEAVE_NODE_PARALLEL || node->kind == CLEAVE_NODE_TEAMS)
      move_clauses(&encloser);
  }
  const uint32_t construct = region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL);
  const bool has_loop_directive =
      region->construct & (CLEAVE_CONSTRUCT_FOR | CLEAVE_CONSTRUCT_DISTRIBUTE | CLEAVE_CONSTRUCT_LOOP);
  struct encloser encloser = {
      arena, unit, region, region->clauses, region->clause_count, construct, 0, (uint32_t)region->node_count};
  if (construct && !has_loop_directive)
    move_clauses(&encloser);
}
