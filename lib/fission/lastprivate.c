/* FILE: lib/fission/lastprivate.c
 * WHAT: results of a loop whose directive is combined with target, as `target parallel for lastprivate(x)`.
 *
 * On a combined construct a lastprivate or linear variable is mapped tofrom on the target construct
 * (OpenMP 5.1, 2.11.3), so the host sees the value of the last iteration. clang 19 makes it firstprivate
 * there, and the value is lost. Written out, map(tofrom: x) gives what OpenMP demands. Before OpenMP 5.0 a
 * variable could not be in both clauses of one construct; there, the loop gets a directive of its own under
 * a target construct that maps the variable.
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "model/text.h"

static bool has_result_clause(const struct cleave_clause *clause) {
  return clause->kind == CLEAVE_CLAUSE_LASTPRIVATE || clause->kind == CLEAVE_CLAUSE_LINEAR;
}

static bool is_mapped(const struct planner *planner, uint32_t variable) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (planner->region->maps[i].variable == variable)
      return true;
  return false;
}

/* The variables whose value is lost, for a clause; *FIRST is the first of them. NULL if there are none. */
static const char *list_lost(const struct planner *planner, uint32_t *first) {
  struct cleave_text out = {.arena = planner->arena};
  const struct cleave_region *region = planner->region;
  for (uint32_t v = 0; v < region->variable_count; v++) {
    bool lost = false;
    for (size_t i = 0; i < region->clause_count; i++)
      lost |= has_result_clause(&region->clauses[i]) && cleave_clause_lists(&region->clauses[i], v);
    /* Arrays and records clang maps by itself. */
    if (!lost || is_mapped(planner, v) || variable_at(planner, v)->sharing != CLEAVE_SHARING_FIRSTPRIVATE)
      continue;
    if (!out.length)
      *first = v;
    cleave_text_format(&out, "%s%s", out.length ? ", " : "", variable_at(planner, v)->name);
  }
  return out.length ? cleave_text_get(&out) : NULL;
}

/* Whether map(tofrom: ...) can stand for the variables. */
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

/* Writes CLAUSE of the combined construct to the construct it belongs to. Returns false where that does
 * not come to the same. */
static bool distribute_clause(const struct planner *planner, const struct cleave_clause *clause,
                              struct cleave_text *target, struct cleave_text *loop) {
  const bool teams = planner->region->construct & CLEAVE_CONSTRUCT_TEAMS;
  const char *text = text_of(planner, clause->range);
  if (clause->flags & (CLEAVE_CLAUSE_SIDE_EFFECTS | CLEAVE_CLAUSE_NOT_PLAIN) ||
      (has_result_clause(clause) && clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER))
    return false;
  switch (clause->kind) {
  case CLEAVE_CLAUSE_MAP: /* maps have no uses of their own: their items have, and stay the host's */
  case CLEAVE_CLAUSE_DEVICE:
  case CLEAVE_CLAUSE_NOWAIT:
  case CLEAVE_CLAUSE_DEPEND:
  case CLEAVE_CLAUSE_IS_DEVICE_PTR:
  case CLEAVE_CLAUSE_DEFAULTMAP:
    cleave_text_format(target, " %s", text);
    return true;
  case CLEAVE_CLAUSE_IF:
    text = text_of(planner, clause->argument);
    if (clause->modifier == CLEAVE_IF_TARGET || clause->modifier == CLEAVE_IF_ANY)
      cleave_text_format(target, " if(target: %s)", text);
    if (clause->modifier == CLEAVE_IF_PARALLEL || clause->modifier == CLEAVE_IF_ANY)
      cleave_text_format(loop, " if(parallel: %s)", text);
    return clause->modifier != CLEAVE_IF_OTHER && is_known_to_both(planner, clause->uses, clause->use_count);
  case CLEAVE_CLAUSE_PRIVATE:
  case CLEAVE_CLAUSE_FIRSTPRIVATE:
    for (size_t v = 0; v < clause->variable_count; v++)
      if (!is_scalar(variable_at(planner, clause->variables[v])))
        return false;
    break;
  case CLEAVE_CLAUSE_THREAD_LIMIT:
    if (!teams)
      return false;
    break;
  case CLEAVE_CLAUSE_SCHEDULE:
  case CLEAVE_CLAUSE_DIST_SCHEDULE:
  case CLEAVE_CLAUSE_NUM_TEAMS:
  case CLEAVE_CLAUSE_NUM_THREADS:
  case CLEAVE_CLAUSE_LASTPRIVATE:
  case CLEAVE_CLAUSE_LINEAR:
  case CLEAVE_CLAUSE_COLLAPSE:
  case CLEAVE_CLAUSE_ORDERED:
  case CLEAVE_CLAUSE_PROC_BIND:
  case CLEAVE_CLAUSE_SIMD:
  case CLEAVE_CLAUSE_SHARED:
    break;
  default:
    return false;
  }
  cleave_text_format(loop, " %s", text);
  return is_known_to_both(planner, clause->uses, clause->use_count);
}

static bool make_two(struct planner *planner, struct cleave_plan_node *plan_node, const char *names) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *loop = node_at(planner, 0);
  uint32_t construct = region->construct;
  if (plan_node->widened)
    construct |= CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE;
  if (construct & CLEAVE_CONSTRUCT_LOOP || loop->bound_call ||
      !is_known_to_both(planner, loop->bounds, loop->bound_count))
    return false;
  struct cleave_text outer = {.arena = planner->arena}, inner = {.arena = planner->arena};
  cleave_text_format(&outer, "target map(tofrom: %s)", names);
  static const struct {
    uint32_t construct;
    const char *name;
  } parts[] = {{CLEAVE_CONSTRUCT_TEAMS, "teams"},
               {CLEAVE_CONSTRUCT_DISTRIBUTE, "distribute"},
               {CLEAVE_CONSTRUCT_PARALLEL, "parallel"},
               {CLEAVE_CONSTRUCT_FOR, "for"},
               {CLEAVE_CONSTRUCT_SIMD, "simd"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (construct & parts[i].construct)
      cleave_text_format(&inner, "%s%s", inner.length ? " " : "", parts[i].name);
  for (size_t i = 0; i < region->clause_count; i++)
    if (!distribute_clause(planner, &region->clauses[i], &outer, &inner))
      return false;
  plan_node->directive = cleave_text_get(&outer);
  plan_node->inner_directive = cleave_text_get(&inner);
  return true;
}

/* ---- Questions from outside ----------------------------------------------------------------------------- */

bool loses_lastprivate(struct planner *planner) {
  uint32_t first;
  return is_combined_loop(planner->region) && list_lost(planner, &first);
}

bool keep_lastprivate(struct planner *planner, struct cleave_plan_node *plan_node) {
  uint32_t first = 0;
  const char *names = list_lost(planner, &first);
  const uint32_t at = planner->region->offset;
  bool done = can_map(planner);
  if (done && planner->unit->openmp_version < 50)
    done = make_two(planner, plan_node, names);
  else if (done)
    plan_node->directive =
        cleave_arena_format(planner->arena, "%s map(tofrom: %s)", plan_node->directive, names);
  if (!done)
    return refuse(planner, CLEAVE_REASON_LASTPRIVATE_LOST, at, variable_at(planner, first)->name);
  note(planner, CLEAVE_REASON_LASTPRIVATE_MAPPED, at, names);
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
  const char *words = text_of(planner, planner->region->directive_words);
  plan->root->directive = words + strspn(words, " ");
  plan->transforms = keep_lastprivate(planner, plan->root);
  return plan->transforms;
}
