/* FILE: lib/fission/environments.c
 * WHAT: the data environments: around a region, and around the statements after a declaration that moves to
 *       the host.
 *
 * The data environment has the region's own map clauses, and explicit clauses for implicitly mapped arrays
 * and records (OpenMP 5.1, 2.21.7: tofrom). A target construct maps these for its own duration only.
 * directives.c makes the clauses that the kernels repeat.
 */
#include "fission/maps.h"

/* The clauses of every directive of an environment, in addition to its maps. */
static void add_environment_clauses(struct cleave_clauses *clauses, const struct planner *planner) {
  struct cleave_arena *arena = planner->arena;
  cleave_add_device(arena, clauses, planner->device);
  if (planner->environment_for_tiles) /* it contains the region's condition */
    cleave_add_if(arena, clauses, CLEAVE_IF_ANY,
                  cleave_make_name(arena, planner->plan->engine->profitable_name));
  else if (planner->condition)
    cleave_add_if(arena, clauses, CLEAVE_IF_ANY, planner->condition);
}

/* A directive of KIND that maps ENTRIES. */
static struct cleave_directive *new_environment(const struct planner *planner,
                                                enum cleave_directive_kind kind,
                                                const struct entries *entries) {
  struct cleave_directive *it = cleave_make_directive(planner->arena, kind, 0);
  add_map_clauses(&it->clauses, entries);
  return it;
}

void make_local_environment(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  struct entries entries = {.arena = planner->arena};
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    if (planner->placements[declarator->variable] != ON_DEVICE)
      continue;
    const struct cleave_variable *variable = variable_at(planner, declarator->variable);
    bool sent = declarator->has_initializer && !plan_node->device_initializers[i];
    add_entry(&entries, sent ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC, 0,
              variable_value(planner, declarator->variable));
    note(planner, CLEAVE_REASON_LOCAL_MAPPED, variable->declared_at, variable->name);
  }
  if (!entries.count)
    return;
  struct cleave_directive *directive = new_environment(planner, CLEAVE_DIRECTIVE_DATA, &entries);
  add_environment_clauses(&directive->clauses, planner);
  plan_node->directive = directive;
  planner->needs_environment = true;
}

/* The part of a map type that `target enter data` performs, or `target exit data` (OpenMP 5.1, 2.21.7.1):
 * together they have the effect of the block's map clause at its begin and at its end. */
static enum cleave_map_type entering(enum cleave_map_type type) {
  return type == CLEAVE_MAP_TO || type == CLEAVE_MAP_TOFROM ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC;
}

static enum cleave_map_type leaving(enum cleave_map_type type) {
  return type == CLEAVE_MAP_FROM || type == CLEAVE_MAP_TOFROM ? CLEAVE_MAP_FROM : CLEAVE_MAP_OTHER;
}

/* An environment whose begin and end are tasks. */
static void make_deferred_environment(struct planner *planner, const struct entries *entries) {
  struct entries begins = {.arena = planner->arena}, ends = {.arena = planner->arena};
  for (size_t i = 0; i < entries->count; i++) {
    const struct entry *entry = &entries->items[i];
    add_needed_entry(&begins, entering(entry->type), entering(entry->needed), entry->modifiers, entry->item);
    add_needed_entry(&ends, leaving(entry->type), leaving(entry->needed),
                     entry->modifiers & ~(uint32_t)CLEAVE_MAP_PRESENT, entry->item);
  }
  struct cleave_directive *both[] = {new_environment(planner, CLEAVE_DIRECTIVE_ENTER, &begins),
                                     new_environment(planner, CLEAVE_DIRECTIVE_EXIT, &ends)};
  for (size_t i = 0; i < 2; i++) {
    add_environment_clauses(&both[i]->clauses, planner);
    cleave_add_clauses(planner->arena, &both[i]->clauses, &planner->end_clauses);
  }
  planner->plan->before = both[0];
  planner->plan->after = both[1];
}

/* Whether one kernel of the region may store an address that another one reads. */
static bool keeps_addresses(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (uint32_t n = 0; n < region->node_count; n++)
    for (size_t i = 0; i < region->nodes[n].fact_count; i++) {
      const struct cleave_fact *fact = &region->nodes[n].facts[i];
      if (fact->kind == CLEAVE_FACT_CALL
              ? fact->callee != CLEAVE_CALLEE_MATHEMATICAL
              : fact->kind == CLEAVE_FACT_CALL_VISIBLE || fact->kind == CLEAVE_FACT_LAMBDA ||
                    fact->kind == CLEAVE_FACT_ASM || fact->kind == CLEAVE_FACT_UNKNOWN_MEMORY ||
                    fact->kind == CLEAVE_FACT_UNKNOWN_KIND)
        return true;
    }
  for (uint32_t v = 0; v < region->variable_count; v++) {
    const struct cleave_variable *variable = variable_at(planner, v);
    const bool is_pointer = variable->type_class == CLEAVE_TYPE_POINTER;
    const uint32_t sets =
        CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS | (variable->holds_pointers ? CLEAVE_USE_ELEMENT_WRITE : 0);
    if ((is_pointer || variable->holds_pointers) && flowing_uses(planner, v) & sets)
      return true;
  }
  return false;
}

/* An implicit map accepts an array of which a part is present (OpenMP 5.1, 2.21.7.1); an explicit one, which
 * a data environment needs, does not. One kernel can map the array itself, for the same time as the region
 * did; several would each copy all of it. */
static bool check_presence(struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool kept = flowing_uses(planner, index) & CLEAVE_USE_ADDRESS && keeps_addresses(planner);
  if (planner->users[index] <= 1 && !kept)
    return true;
  uint32_t at = planner->region->offset;
  cleave_region_uses(planner->region, 0, index, &at);
  return refuse(planner, CLEAVE_REASON_PARTLY_PRESENT, at, variable->name);
}

/* The environment of ENTRIES with the if clause CONDITION, which may be NULL; NULL if nothing is mapped. */
static const struct cleave_directive *environment_if(const struct planner *planner,
                                                     const struct entries *entries,
                                                     const struct cleave_expression *condition) {
  if (!entries->count)
    return NULL;
  struct cleave_directive *it = new_environment(planner, CLEAVE_DIRECTIVE_DATA, entries);
  cleave_add_device(planner->arena, &it->clauses, planner->device);
  if (condition)
    cleave_add_if(planner->arena, &it->clauses, CLEAVE_IF_ANY, condition);
  return it;
}

/* The two environments that a schedule in OpenMP needs: see transfers/openmp_form.c. */
static void make_openmp_environments(struct planner *planner, const struct entries *entries) {
  struct cleave_openmp_form *form = planner->plan->openmp;
  struct entries kept = {.arena = planner->arena};
  for (size_t i = 0; i < form->kept_count; i++)
    CLEAVE_APPEND(kept.arena, kept.items, kept.count, entries->items[form->kept[i]]);
  for (size_t i = form->mapped_count; i < entries->count; i++)
    CLEAVE_APPEND(kept.arena, kept.items, kept.count, entries->items[i]);
  form->environment = environment_if(planner, &kept, form->condition);
  if (!form->async)
    return;
  const struct cleave_expression *condition = cleave_make_unary(planner->arena, CLEAVE_NOT, form->async);
  if (planner->condition)
    condition = cleave_make_binary(planner->arena, CLEAVE_AND,
                                   cleave_make_parentheses(planner->arena, planner->condition), condition);
  form->plain = environment_if(planner, entries, condition);
}

bool make_environment(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  struct entries entries = {.arena = planner->arena};
  if (!planner->needs_environment)
    return true;
  for (uint32_t i = 0; i < region->map_count; i++)
    add_item(&entries, planner, i, region->maps[i].flags & CLEAVE_MAP_ENTRY_MODIFIERS);
  for (uint32_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    if (variable->may_be_partly_present && !check_presence(planner, i))
      return false;
    if (variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP && !variable->may_be_partly_present)
      add_implicit_entry(&entries, planner, i);
  }
  for (size_t i = 0; i < planner->plan->privatized_count; i++) {
    const struct cleave_privatized_variable *private_variable = &planner->plan->privatized[i];
    if (planner->placements[private_variable->variable] == ON_DEVICE)
      add_entry(&entries, private_variable->copies ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC, 0,
                variable_value(planner, private_variable->variable));
  }
  add_expansions(&entries, planner);
  if (planner->end_clauses.count && !entries.count)
    return refuse(planner, CLEAVE_REASON_NOWAIT_NOTHING_MAPPED, region->offset, NULL);
  if (planner->end_clauses.count) {
    make_deferred_environment(planner, &entries);
    return true;
  }
  if (!entries.count)
    return true; /* target data without a map clause is not allowed, and nothing is shared */
  struct cleave_directive *environment = new_environment(planner, CLEAVE_DIRECTIVE_DATA, &entries);
  add_environment_clauses(&environment->clauses, planner);
  planner->plan->environment = environment;
  if (planner->plan->openmp)
    make_openmp_environments(planner, &entries);
  return true;
}
