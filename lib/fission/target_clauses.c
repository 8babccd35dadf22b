/* FILE: lib/fission/target_clauses.c
 * WHAT: the clauses that each target construct of a region repeats.
 *
 * Each kernel repeats the clauses of the variables that it uses. The data environment (environments.c) holds
 * a reference to each object, so the repeated clauses copy nothing. They are needed for two reasons: a scalar
 * without a clause would be firstprivate again, and a pointer with several mapped sections needs a clause
 * that selects one.
 */
#include "fission/maps.h"

bool is_in_device_memory(const struct planner *planner, uint32_t variable) {
  const enum cleave_sharing sharing = variable_at(planner, variable)->sharing;
  return planner->placements[variable] == ON_DEVICE || sharing == CLEAVE_SHARING_MAPPED ||
         sharing == CLEAVE_SHARING_IMPLICIT_MAP || sharing == CLEAVE_SHARING_DECLARE_TARGET ||
         sharing == CLEAVE_SHARING_HAS_DEVICE_ADDR;
}

/* ---- Data clauses ----------------------------------------------------------------------------- */

static void add_list(struct cleave_clauses *clauses, const struct planner *planner, const bool *set,
                     enum cleave_sharing sharing, enum cleave_clause_kind kind) {
  bool open = false;
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    const bool wanted =
        kind != CLEAVE_CLAUSE_FIRSTPRIVATE
            ? variable->sharing == sharing
            : variable->type_class == CLEAVE_TYPE_POINTER &&
                  (variable->sharing == sharing || (variable->sharing == CLEAVE_SHARING_INSIDE &&
                                                    planner->pointers[i].kind == POINTER_OF_DEVICE));
    if (!set[i] || !wanted)
      continue;
    if (!open)
      cleave_add_clause(planner->arena, clauses, (struct cleave_plan_clause){.kind = kind});
    cleave_add_list_item(planner->arena, clauses, variable_value(planner, i));
    open = true;
  }
}

/* A closure in SET refers to variables that the region maps. For GPUs, clang 19 lets the references of a closure refer to the
 * kernel's own variables: to copies, unless the kernel's construct maps them (OpenMP 5.1, 2.21.7). */
static void add_captured(const struct planner *planner, bool *set) {
  const struct cleave_region *region = planner->region;
  bool has_closure = false;
  for (uint32_t i = 0; i < region->variable_count; i++)
    has_closure |= set[i] && region->variables[i].is_closure;
  for (uint32_t i = 0; has_closure && i < region->variable_count; i++)
    set[i] |= region->variables[i].is_captured;
}

void add_data_clauses(struct cleave_clauses *clauses, struct planner *planner, bool *set) {
  add_captured(planner, set);
  const struct cleave_region *region = planner->region;
  struct entries entries = {.arena = planner->arena};
  const bool environment = planner->needs_environment && !planner->environment_for_tiles;
  for (uint32_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    /* Without an environment, the one kernel has all clauses of the region, also those of variables that it
     * does not use. Within one, always would copy at every kernel; present was checked by the environment. */
    if (!environment)
      add_item(&entries, planner, i, item->flags & CLEAVE_MAP_ENTRY_MODIFIERS);
    else if (set[item->variable] && !is_outer_pointer_set(planner, item->variable))
      add_present_item(&entries, planner, i);
  }
  for (uint32_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    planner->users[i] += !set[i] ? 0 : planner->host_loops ? 2 : 1;
    if (set[i] && variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP && !variable->may_be_partly_present)
      (environment ? add_present_implicit_entry : add_implicit_entry)(&entries, planner, i);
    if (set[i] && planner->placements[i] == ON_DEVICE)
      add_entry(&entries, CLEAVE_MAP_ALLOC, 0, variable_value(planner, i));
    if (set[i] && planner->pointers[i].kind == POINTER_INTO)
      add_entry(&entries, CLEAVE_MAP_ALLOC, 0, pointer_item(planner, i));
  }
  add_map_clauses(clauses, &entries);
  add_list(clauses, planner, set, CLEAVE_SHARING_IS_DEVICE_PTR, CLEAVE_CLAUSE_IS_DEVICE_PTR);
  add_list(clauses, planner, set, CLEAVE_SHARING_HAS_DEVICE_ADDR, CLEAVE_CLAUSE_HAS_DEVICE_ADDR);
  add_list(clauses, planner, set, CLEAVE_SHARING_FIRSTPRIVATE, CLEAVE_CLAUSE_FIRSTPRIVATE);
}

/* ---- Clauses that every piece repeats --------------------------------------------------------- */

/* Whether the argument of CLAUSE may be evaluated more than once: it has no effect, and the region does not
 * change its value. */
static bool is_repeatable(const struct planner *planner, const struct cleave_clause *clause) {
  bool repeatable = !(clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS);
  for (size_t i = 0; i < clause->use_count; i++) {
    uint32_t uses = flowing_uses(planner, clause->uses[i].variable);
    repeatable &=
        !(uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)) && clause->uses[i].flags == CLEAVE_USE_READ;
  }
  return repeatable;
}

/* The argument that each directive has for CLAUSE: a variable if the argument must be evaluated once, at the
 * start of the region. */
static const struct cleave_expression *evaluate_once(struct planner *planner,
                                                     const struct cleave_clause *clause, const char *word) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *value = cleave_make_source(arena, clause->argument);
  if (is_repeatable(planner, clause))
    return value;
  const char *name = new_name(planner, word);
  if (clause->kind == CLEAVE_CLAUSE_IF)
    value = cleave_make_conditional(arena, cleave_make_parentheses(arena, value),
                                    cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 1),
                                    cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0));
  const struct cleave_declaration declaration = {.name = name, .value = value};
  CLEAVE_APPEND(arena, planner->plan->temporaries, planner->plan->temporary_count, declaration);
  planner->needs_environment = true; /* the declaration needs a separate block */
  return cleave_make_name(arena, name);
}

void prepare_shared_clauses(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const struct cleave_clause *device =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_DEVICE);
  if (device)
    planner->device = evaluate_once(planner, device, "device");
  for (size_t i = 0; i < region->clause_count; i++)
    if (cleave_clause_is_condition(&region->clauses[i]))
      planner->condition = evaluate_once(planner, &region->clauses[i], "if");
}

void add_target_clauses(struct cleave_clauses *clauses, const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  cleave_add_device(planner->arena, clauses, planner->device);
  if (planner->condition)
    cleave_add_if(planner->arena, clauses, CLEAVE_IF_TARGET, planner->condition);
  const struct cleave_clause *limit =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_THREAD_LIMIT);
  if (limit && !(region->construct & CLEAVE_CONSTRUCT_TEAMS))
    cleave_add_user_clause(planner->arena, clauses, limit);
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind == CLEAVE_CLAUSE_USES_ALLOCATORS)
      cleave_add_user_clause(planner->arena, clauses, &region->clauses[i]);
  cleave_add_clauses(planner->arena, clauses, &planner->task_clauses);
}
