/* FILE: lib/fission/maps.c
 * WHAT: see maps.h.
 */
#include "fission/maps.h"

#include "transfers/transfers.h"

void add_needed_entry(struct entries *entries, enum cleave_map_type type, enum cleave_map_type needed,
                      uint32_t modifiers, const char *text) {
  struct entry entry = {type, needed, modifiers, text};
  CLEAVE_APPEND(entries->arena, entries->items, entries->count, entry);
}

void add_entry(struct entries *entries, enum cleave_map_type type, uint32_t modifiers, const char *text) {
  add_needed_entry(entries, type, type, modifiers, text);
}

void write_entries(struct cleave_text *out, const struct entries *entries) {
  /* The last: of the kinds of CLEAVE_MAP_OTHER the only one that is ever written. */
  static const char *const names[] = {"to", "from", "tofrom", "alloc", "release"};
  for (size_t i = 0; i < entries->count; i++) {
    const struct entry *first = &entries->items[i];
    bool seen = false;
    for (size_t j = 0; j < i; j++)
      seen |= entries->items[j].type == first->type && entries->items[j].modifiers == first->modifiers;
    if (seen)
      continue;
    const struct entry *last = NULL; /* of the clause that is open */
    for (size_t j = i; j < entries->count; j++) {
      const struct entry *entry = &entries->items[j];
      if (entry->type != first->type || entry->modifiers != first->modifiers)
        continue;
      if (last && last->needed == entry->needed)
        cleave_text_format(out, ", %s", entry->text);
      else
        cleave_text_format(
            out, "%s map(%s%s%s: %s", last ? ")" : "", first->modifiers & CLEAVE_MAP_ALWAYS ? "always, " : "",
            first->modifiers & CLEAVE_MAP_PRESENT ? "present, " : "", names[entry->needed], entry->text);
      last = entry;
    }
    cleave_text_add(out, ")");
  }
}

static const char *whole_item(const struct cleave_variable *variable) {
  return variable->is_this ? "this[:1]" : variable->name;
}

/* Whether a list item may be another name of what another one maps: see transfers/access_summaries.c, point 2. Then
 * their order is kept. */
static bool order_matters(const struct planner *planner) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (variable_at(planner, planner->region->maps[i].variable)->type_class == CLEAVE_TYPE_POINTER ||
        variable_at(planner, planner->region->maps[i].variable)->is_reference)
      return true;
  return false;
}

static void add_mapped(struct entries *entries, const struct planner *planner, uint32_t variable,
                       uint32_t item, enum cleave_map_type type, uint32_t modifiers, const char *text) {
  const enum cleave_map_type needed = cleave_transfers_type(planner->plan, variable, item, type);
  add_needed_entry(entries, order_matters(planner) ? type : needed, needed, modifiers, text);
}

void add_implicit_entry(struct entries *entries, const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  add_mapped(entries, planner, index, CLEAVE_NO_ITEM, implicit_map_type(variable), 0, whole_item(variable));
}

void add_item(struct entries *entries, const struct planner *planner, uint32_t index, uint32_t modifiers) {
  const struct cleave_map_item *item = &planner->region->maps[index];
  add_mapped(entries, planner, item->variable, index, item->type, modifiers, planner->map_texts[index]);
}
