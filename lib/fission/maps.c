/* FILE: lib/fission/maps.c
 * WHAT: see maps.h.
 */
#include "fission/maps.h"

#include <string.h>

#include "transfers/transfers.h"

void add_needed_entry(struct entries *entries, enum cleave_map_type type, enum cleave_map_type needed,
                      uint32_t modifiers, const struct cleave_expression *item) {
  const struct entry entry = {
      .type = type, .needed = needed, .modifiers = modifiers, .item = item, .base = CLEAVE_NO_VARIABLE};
  CLEAVE_APPEND(entries->arena, entries->items, entries->count, entry);
}

void add_entry(struct entries *entries, enum cleave_map_type type, uint32_t modifiers,
               const struct cleave_expression *item) {
  add_needed_entry(entries, type, type, modifiers, item);
}

/* Whether one clause can hold both entries. */
static bool is_same_kind(const struct entry *a, const struct entry *b) {
  if (a->is_alone || b->is_alone)
    return a == b;
  return a->type == b->type && a->modifiers == b->modifiers && !a->mapper == !b->mapper &&
         (!a->mapper || !strcmp(a->mapper, b->mapper));
}

/* Whether ENTRY may follow the entries of the open clause, which have the base variable BASE, or several if that is CLEAVE_NO_VARIABLE.
 * clang 19 passes a member that follows an item with another base variable in its clause as one more argument of the kernel, so
 * that the kernel receives wrong arguments. */
static bool may_follow(const struct entry *entry, uint32_t base) {
  return !entry->is_member || entry->base == base;
}

void add_map_clauses(struct cleave_clauses *clauses, const struct entries *entries) {
  for (size_t i = 0; i < entries->count; i++) {
    const struct entry *first = &entries->items[i];
    bool seen = false;
    for (size_t j = 0; j < i; j++)
      seen |= is_same_kind(&entries->items[j], first);
    if (seen)
      continue;
    const struct entry *last = NULL; /* the last entry of the open clause */
    uint32_t base = CLEAVE_NO_VARIABLE;
    for (size_t j = i; j < entries->count; j++) {
      const struct entry *entry = &entries->items[j];
      if (!is_same_kind(entry, first))
        continue;
      const bool is_new = !last || last->needed != entry->needed || !may_follow(entry, base);
      base = is_new || entry->base == base ? entry->base : CLEAVE_NO_VARIABLE;
      if (is_new)
        cleave_add_clause(entries->arena, clauses,
                          (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_MAP,
                                                      .map_type = entry->needed,
                                                      .modifiers = entry->modifiers,
                                                      .mapper = entry->mapper});
      cleave_add_list_item(entries->arena, clauses, entry->item);
      last = entry;
    }
  }
}

/* this[:1] names the whole object. */
static const struct cleave_expression *whole_item(const struct planner *planner, uint32_t index) {
  const struct cleave_expression *value = variable_value(planner, index);
  return variable_at(planner, index)->is_this
             ? cleave_make_section(planner->arena, value, NULL,
                                   cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_INTEGER, 1))
             : value;
}

/* Whether two list items may name the same storage: see transfers/access_summaries.c, point 2. Then their
 * order is kept. */
static bool order_matters(const struct planner *planner) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (variable_at(planner, planner->region->maps[i].variable)->type_class == CLEAVE_TYPE_POINTER ||
        variable_at(planner, planner->region->maps[i].variable)->is_reference)
      return true;
  return false;
}

static void add_mapped(struct entries *entries, const struct planner *planner, uint32_t variable,
                       uint32_t item, enum cleave_map_type type, uint32_t modifiers,
                       const struct cleave_expression *listed) {
  const enum cleave_map_type needed = cleave_transfers_type(planner->plan, variable, item, type);
  add_needed_entry(entries, order_matters(planner) ? type : needed, needed, modifiers, listed);
}

/* clang 19 copies this[:1] over the pointers to the device that items with members before it have set. In a clause of its own it leaves the
 * order of the others: a record that a member points to comes before the record's own members. */
static void put_object_first(struct entries *entries) {
  struct entry object = entries->items[entries->count - 1];
  object.is_alone = true;
  memmove(entries->items + 1, entries->items, (entries->count - 1) * sizeof *entries->items);
  entries->items[0] = object;
}

void add_implicit_entry(struct entries *entries, const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  add_mapped(entries, planner, index, CLEAVE_NO_ITEM, implicit_map_type(variable), 0,
             whole_item(planner, index));
  if (variable->is_this)
    put_object_first(entries);
}

static void set_item_facts(struct entry *entry, const struct cleave_map_item *item) {
  entry->mapper = item->mapper;
  entry->base = item->variable;
  entry->is_member = item->flags & CLEAVE_MAP_MEMBER;
}

void add_item(struct entries *entries, const struct planner *planner, uint32_t index, uint32_t modifiers) {
  const struct cleave_map_item *item = &planner->region->maps[index];
  add_mapped(entries, planner, item->variable, index, item->type, modifiers, planner->map_items[index]);
  set_item_facts(&entries->items[entries->count - 1], item);
}

/* A kernel repeats what a mapper maps with the map type alloc. OpenMP 5.1, 2.21.7.1: nothing is copied to or from storage that
 * is present, whatever the map type, and alloc turns each map type in a mapper into alloc (2.21.7.4, map-type decay). So the
 * clause means the same. clang 19 does not count references to the record that a mapper maps: with `to` or `from` it would copy
 * the record for each kernel, and overwrite its pointers to the device. A clause with `always` in the mapper copies nothing for alloc
 * either. */
void add_present_item(struct entries *entries, const struct planner *planner, uint32_t index) {
  const struct cleave_map_item *item = &planner->region->maps[index];
  if (!(item->flags & CLEAVE_MAP_MAPPER)) {
    add_item(entries, planner, index, 0);
    return;
  }
  add_entry(entries, CLEAVE_MAP_ALLOC, 0, planner->map_items[index]);
  set_item_facts(&entries->items[entries->count - 1], item);
}

void add_present_implicit_entry(struct entries *entries, const struct planner *planner, uint32_t index) {
  if (variable_at(planner, index)->has_default_mapper)
    add_entry(entries, CLEAVE_MAP_ALLOC, 0, whole_item(planner, index));
  else
    add_implicit_entry(entries, planner, index);
}

void add_expansions(struct entries *entries, const struct planner *planner) {
  struct cleave_arena *arena = planner->arena;
  for (size_t i = 0; i < planner->plan->expansion_count; i++)
    add_entry(entries, CLEAVE_MAP_ALLOC, 0,
              cleave_make_section(arena, cleave_make_name(arena, planner->plan->expansions[i].name), NULL,
                                  cleave_make_name(arena, planner->plan->row_count)));
}
