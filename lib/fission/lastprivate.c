/* FILE: lib/fission/lastprivate.c
 * WHAT: results of a loop whose directive is combined with target, as `target parallel for lastprivate(x)`.
 *
 * On a combined construct a lastprivate or linear variable is mapped tofrom on the target construct (OpenMP
 * 5.1, 2.11.3). So the host gets the value of the last iteration. clang 19 makes it firstprivate there, and
 * the value is lost. An explicit map(tofrom: x) has the effect that OpenMP requires. Before OpenMP 5.0 a
 * variable could not be in both clauses of one construct; there, the loop gets a directive of its own under a
 * target construct that maps the variable.
 */

#include "fission/fission_internal.h"

static bool has_result_clause(const struct cleave_clause *clause) {
  return clause->kind == CLEAVE_CLAUSE_LASTPRIVATE || clause->kind == CLEAVE_CLAUSE_LINEAR;
}

static bool is_mapped(const struct planner *planner, uint32_t variable) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (planner->region->maps[i].variable == variable)
      return true;
  return false;
}

/* The values that are lost, as a map clause; *FIRST is the first of the variables. Without items if there are none. */
static struct cleave_clauses list_lost(const struct planner *planner, uint32_t *first) {
  struct cleave_clauses list = {0};
  const struct cleave_region *region = planner->region;
  for (uint32_t v = 0; v < region->variable_count; v++) {
    bool lost = false;
    for (size_t i = 0; i < region->clause_count; i++)
      lost |= has_result_clause(&region->clauses[i]) && cleave_clause_lists(&region->clauses[i], v);
    /* Arrays and records clang maps by itself. */
    if (!lost || is_mapped(planner, v) || variable_at(planner, v)->sharing != CLEAVE_SHARING_FIRSTPRIVATE)
      continue;
    if (!list.count)
      *first = v;
    cleave_add_mapped(planner->arena, &list, CLEAVE_MAP_TOFROM, variable_value(planner, v));
  }
  return list;
}

/* The names in the clause LOST, for a remark; the message puts the first and the last quote. */
static const char *words_of(const struct planner *planner, const struct cleave_clauses *lost) {
  const char *words = NULL;
  for (size_t i = 0; i < lost->items[0].item_count; i++) {
    const char *name = lost->items[0].items[i]->variable->name;
    words = words ? cleave_arena_format(planner->arena, "%s', '%s", words, name) : name;
  }
  return words;
}

/* Whether map(tofrom: ...) can replace the clause for the variables. */
static bool can_map(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < region->clause_count; i++) {
    const struct cleave_clause *clause = &region->clauses[i];
    if (!has_result_clause(clause))
      continue;
    if (clause->flags & CLEAVE_CLAUSE_NOT_PLAIN)
      return false;
    for (size_t v = 0; v < clause->variable_count; v++) {
      const struct cleave_variable *variable = variable_at(planner, clause->variables[v]);
      if ((!is_scalar(variable) && !is_aggregate(variable)) || variable->is_thread_local ||
          variable->has_destructor_or_constructor || variable->is_structured_binding_or_capture)
        return false;
    }
  }
  return true;
}

/* ---- Two directives ---------------------------------------------------------------------------------- */

/* Whether an expression has the same value on the device as on the host, which evaluates it on a
 * combined construct. */
static bool is_known_to_both(const struct planner *planner, const struct cleave_use *uses, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_variable *variable = variable_at(planner, uses[i].variable);
    if (uses[i].flags & ~(uint32_t)CLEAVE_USE_READ || !is_scalar(variable) ||
        variable->sharing != CLEAVE_SHARING_FIRSTPRIVATE)
      return false;
  }
  return true;
}

/* Adds CLAUSE of the combined construct to the construct it belongs to. Returns false if that changes its
 * effect. */
static bool distribute_clause(const struct planner *planner, const struct cleave_clause *clause,
                              struct cleave_clauses *target, struct cleave_clauses *loop) {
  const bool teams = planner->region->construct & CLEAVE_CONSTRUCT_TEAMS;
  const struct cleave_expression *condition;
  if (clause->flags & (CLEAVE_CLAUSE_SIDE_EFFECTS | CLEAVE_CLAUSE_NOT_PLAIN) ||
      (has_result_clause(clause) && clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER))
    return false;
  switch (cleave_clause_in(clause, CLEAVE_FORM_PAIR)) {
  case CLEAVE_CLAUSE_USE_OUTER: /* a map clause has no uses; those of its items stay on the host */
    cleave_add_user_clause(planner->arena, target, clause);
    return true;
  case CLEAVE_CLAUSE_USE_BOTH: /* if */
    condition = cleave_make_source(planner->arena, clause->argument);
    if (clause->modifier == CLEAVE_IF_TARGET || clause->modifier == CLEAVE_IF_ANY)
      cleave_add_if(planner->arena, target, CLEAVE_IF_TARGET, condition);
    if (clause->modifier == CLEAVE_IF_PARALLEL || clause->modifier == CLEAVE_IF_ANY)
      cleave_add_if(planner->arena, loop, CLEAVE_IF_PARALLEL, condition);
    return is_known_to_both(planner, clause->uses, clause->use_count);
  case CLEAVE_CLAUSE_USE_INNER:
    break;
  default:
    return false;
  }
  if (clause->kind == CLEAVE_CLAUSE_THREAD_LIMIT && !teams)
    return false;
  const bool copies = clause->kind == CLEAVE_CLAUSE_PRIVATE || clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE;
  for (size_t v = 0; copies && v < clause->variable_count; v++)
    if (!is_scalar(variable_at(planner, clause->variables[v])))
      return false;
  cleave_add_user_clause(planner->arena, loop, clause);
  return is_known_to_both(planner, clause->uses, clause->use_count);
}

static bool make_two(struct planner *planner, struct cleave_plan_node *plan_node,
                     const struct cleave_clauses *lost) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, 0);
  uint32_t construct = region->construct & ~(uint32_t)CLEAVE_CONSTRUCT_TARGET;
  if (plan_node->widened)
    construct |= CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE;
  if (construct & CLEAVE_CONSTRUCT_LOOP || loop->bound_call ||
      !is_known_to_both(planner, loop->bounds, loop->bound_count))
    return false;
  struct cleave_directive *outer =
      cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT, CLEAVE_CONSTRUCT_TARGET);
  struct cleave_directive *inner =
      cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT, construct);
  cleave_add_clauses(planner->arena, &outer->clauses, lost);
  for (size_t i = 0; i < region->clause_count; i++)
    if (!distribute_clause(planner, &region->clauses[i], &outer->clauses, &inner->clauses))
      return false;
  plan_node->directive = outer;
  plan_node->inner_directive = inner;
  return true;
}

/* ---- Questions from outside ----------------------------------------------------------------------------- */

bool loses_lastprivate(struct planner *planner) {
  uint32_t first;
  return is_combined_loop(planner->region) && list_lost(planner, &first).count;
}

bool keep_lastprivate(struct planner *planner, struct cleave_plan_node *plan_node,
                      struct cleave_directive *directive) {
  uint32_t first = 0;
  const struct cleave_clauses lost = list_lost(planner, &first);
  const uint32_t at = planner->region->offset;
  bool done = can_map(planner);
  if (done && planner->unit->openmp_version < 50)
    done = make_two(planner, plan_node, &lost);
  else if (done)
    cleave_add_clauses(planner->arena, &directive->clauses, &lost);
  if (!done)
    return refuse(planner, CLEAVE_REASON_LASTPRIVATE_LOST, at, variable_at(planner, first)->name);
  note(planner, CLEAVE_REASON_LASTPRIVATE_MAPPED, at, words_of(planner, &lost));
  return true;
}

bool plan_lastprivate(struct planner *planner) {
  struct cleave_plan *plan = planner->plan;
  if (!decide(planner)) {
    planner->limited = true;
    return refuse(planner, CLEAVE_REASON_REGION_BISECT, planner->region->offset, NULL);
  }
  plan->root = cleave_arena_allocate(planner->arena, sizeof *plan->root);
  plan->root->kind = CLEAVE_PLAN_KERNEL;
  struct cleave_directive *directive = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_SOURCE, 0);
  directive->source = planner->region->directive_words;
  plan->root->directive = directive;
  plan->transforms = keep_lastprivate(planner, plan->root, directive);
  return plan->transforms;
}
