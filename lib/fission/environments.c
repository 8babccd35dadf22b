/* FILE: lib/fission/environments.c
 * WHAT: the text of the data environments: around a region, and around what follows a declaration that
 *       moves to the host.
 *
 * The data environment carries the region's own map clauses, and writes out what was implicit: arrays
 * and records (OpenMP 5.1, 2.21.7: tofrom), since a target construct maps them for its own duration
 * only. What its kernels repeat of that stands in directives.c.
 */
#include "fission/maps.h"

/* The clauses that every directive of an environment has besides its maps. */
static void write_environment_clauses(struct cleave_text *out, const struct planner *planner) {
  if (planner->device_clause)
    cleave_text_add(out, planner->device_clause);
  if (planner->environment_for_tiles) /* which has the region's condition in it */
    cleave_text_format(out, " if(%s)", planner->plan->engine->profitable_name);
  else if (planner->if_argument)
    cleave_text_format(out, " if(%s)", planner->if_argument);
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
    add_entry(&entries, sent ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC, 0, variable->name);
    note(planner, CLEAVE_REASON_LOCAL_MAPPED, variable->declared_at, variable->name);
  }
  if (!entries.count)
    return;
  struct cleave_text out = {.arena = planner->arena};
  cleave_text_add(&out, "target data");
  write_entries(&out, &entries);
  write_environment_clauses(&out, planner);
  plan_node->directive = cleave_text_get(&out);
  planner->needs_environment = true;
}

/* What `target enter data` does of a map type, or `target exit data` (OpenMP 5.1, 2.21.7.1): together
 * they do what the map clause of a block does at its begin and at its end. */
static enum cleave_map_type entering(enum cleave_map_type type) {
  return type == CLEAVE_MAP_TO || type == CLEAVE_MAP_TOFROM ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC;
}

static enum cleave_map_type leaving(enum cleave_map_type type) {
  return type == CLEAVE_MAP_FROM || type == CLEAVE_MAP_TOFROM ? CLEAVE_MAP_FROM : CLEAVE_MAP_OTHER;
}

/* An environment whose begin and end are tasks. */
static void make_deferred_environment(struct planner *planner, const struct entries *entries) {
  struct cleave_text enter = {.arena = planner->arena}, leave = {.arena = planner->arena};
  struct entries begins = {.arena = planner->arena}, ends = {.arena = planner->arena};
  for (size_t i = 0; i < entries->count; i++) {
    const struct entry *entry = &entries->items[i];
    add_needed_entry(&begins, entering(entry->type), entering(entry->needed), entry->modifiers, entry->text);
    add_needed_entry(&ends, leaving(entry->type), leaving(entry->needed),
                     entry->modifiers & CLEAVE_MAP_ALWAYS, entry->text);
  }
  cleave_text_add(&enter, "target enter data");
  write_entries(&enter, &begins);
  cleave_text_add(&leave, "target exit data");
  write_entries(&leave, &ends);
  write_environment_clauses(&enter, planner);
  write_environment_clauses(&leave, planner);
  cleave_text_add(&enter, planner->end_clauses);
  cleave_text_add(&leave, planner->end_clauses);
  planner->plan->before = cleave_text_get(&enter);
  planner->plan->behind = cleave_text_get(&leave);
}

/* Whether one kernel of the region may keep an address for another one. */
static bool keeps_addresses(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (uint32_t n = 0; n < region->node_count; n++)
    for (size_t i = 0; i < region->nodes[n].fact_count; i++) {
      const struct cleave_fact *fact = &region->nodes[n].facts[i];
      if (fact->kind == CLEAVE_FACT_CALL
              ? !fact->name || !is_mathematical(fact->name)
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

/* An implicit map is content with the part of an array that is there (OpenMP 5.1, 2.21.7.1); an
 * explicit one, which a data environment needs, is not. One kernel can map the array by itself, for
 * just as long as the region did; several would each copy all of it. */
static bool check_presence(struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool kept = flowing_uses(planner, index) & CLEAVE_USE_ADDRESS && keeps_addresses(planner);
  if (planner->users[index] <= 1 && !kept)
    return true;
  uint32_t at = planner->region->offset;
  cleave_region_uses(planner->region, 0, index, &at);
  return refuse(planner, CLEAVE_REASON_PARTLY_PRESENT, at, variable->name);
}

/* The environment of ENTRIES with the if clause CONDITION; NULL if nothing is mapped. */
static const char *environment_if(const struct planner *planner, const struct entries *entries,
                                  const char *condition) {
  struct cleave_text out = {.arena = planner->arena};
  if (!entries->count)
    return NULL;
  cleave_text_add(&out, "target data");
  write_entries(&out, entries);
  cleave_text_format(&out, "%s%s", planner->device_clause ? planner->device_clause : "", condition);
  return cleave_text_get(&out);
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
  if (form->async)
    form->plain =
        environment_if(planner, entries,
                       planner->if_argument ? cleave_arena_format(planner->arena, " if((%s) && !%s)",
                                                                  planner->if_argument, form->async)
                                            : cleave_arena_format(planner->arena, " if(!%s)", form->async));
}

bool make_environment(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  struct entries entries = {.arena = planner->arena};
  if (!planner->needs_environment)
    return true;
  for (uint32_t i = 0; i < region->map_count; i++)
    add_item(&entries, planner, i, region->maps[i].flags & (CLEAVE_MAP_ALWAYS | CLEAVE_MAP_PRESENT));
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
                variable_at(planner, private_variable->variable)->name);
  }
  if (planner->end_clauses && !entries.count)
    return refuse(planner, CLEAVE_REASON_NOWAIT_NOTHING_MAPPED, region->offset, NULL);
  if (planner->end_clauses) {
    make_deferred_environment(planner, &entries);
    return true;
  }
  if (!entries.count)
    return true; /* target data without a map clause is not allowed, and nothing is shared */
  struct cleave_text out = {.arena = planner->arena};
  cleave_text_add(&out, "target data");
  write_entries(&out, &entries);
  write_environment_clauses(&out, planner);
  planner->plan->environment = cleave_text_get(&out);
  if (planner->plan->openmp)
    make_openmp_environments(planner, &entries);
  return true;
}
