/* FILE: lib/fission/bounds.c
 * WHAT: what the map clauses of a plan say of each list item.
 *
 * The bounds of a list item are evaluated once, when the region begins (OpenMP 5.1, 2.14.5: on entry
 * to the construct). A plan repeats the item on several directives, which are met later. If the region
 * changes a variable that a bound depends on, the repeated item would speak of another section, so the
 * bound is computed once, before all else, into a constant of its type, and the items name that.
 */
#include "fission/fission_internal.h"
#include "model/text.h"

/* Whether VARIABLE is an object that the environment maps: the host evaluates bounds, and what the device
 * writes to it does not reach the host before the end of the environment. */
static bool is_held_by_environment(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return variable->type_class == CLEAVE_TYPE_RECORD && !variable->may_be_partly_present &&
         (variable->sharing == CLEAVE_SHARING_MAPPED || variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP);
}

bool may_change(const struct planner *planner, const struct cleave_use *uses, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_held_by_environment(planner, uses[i].variable) &&
        flowing_uses(planner, uses[i].variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
      return true;
  return false;
}

/* A constant of the region's own that holds BOUND. */
static const char *hold(struct planner *planner, const struct cleave_bound *bound) {
  const unsigned number = ++planner->bounds;
  const char *name =
      new_name(planner, number == 1 ? "bound" : cleave_arena_format(planner->arena, "bound_%u", number));
  CLEAVE_APPEND(planner->arena, planner->plan->temporaries, planner->plan->temporary_count,
                cleave_arena_format(planner->arena, "const %s %s = %s;", bound->type, name,
                                    text_of(planner, bound->range)));
  planner->needs_environment = true; /* the declaration needs a block of its own */
  return name;
}

/* The text of ITEM with every bound that changes replaced by what holds it, which goes to BOUNDS. */
static const char *with_held_bounds(struct planner *planner, const struct cleave_map_item *item,
                                    const char **bounds) {
  struct cleave_text out = {.arena = planner->arena};
  uint32_t at = item->range.begin;
  for (size_t i = 0; i < item->bound_count; i++) {
    const struct cleave_bound *bound = &item->bounds[i];
    if (!may_change(planner, bound->uses, bound->use_count))
      continue;
    cleave_text_add(&out, text_of(planner, (struct cleave_range){at, bound->range.begin}));
    cleave_text_add(&out, bounds[i] = hold(planner, bound));
    at = bound->range.end;
  }
  cleave_text_add(&out, text_of(planner, (struct cleave_range){at, item->range.end}));
  return cleave_text_get(&out);
}

bool prepare_maps(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  planner->map_texts =
      cleave_arena_allocate(planner->arena, (region->map_count + 1) * sizeof *planner->map_texts);
  planner->bound_texts =
      cleave_arena_allocate(planner->arena, (region->map_count + 1) * sizeof *planner->bound_texts);
  for (size_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    planner->map_texts[i] = text_of(planner, item->range);
    planner->bound_texts[i] =
        cleave_arena_allocate(planner->arena, (item->bound_count + 1) * sizeof *planner->bound_texts[i]);
    for (size_t b = 0; b < item->bound_count; b++)
      planner->bound_texts[i][b] = text_of(planner, item->bounds[b].range);
    if (is_combined_loop(region))
      continue; /* its one directive stays one */
    if (!may_change(planner, item->uses, item->use_count))
      continue;
    if (!item->bound_count)
      for (size_t u = 0; u < item->use_count; u++)
        if (may_change(planner, &item->uses[u], 1))
          return refuse(planner, CLEAVE_REASON_MAP_BOUND_CHANGES, item->range.begin,
                        variable_at(planner, item->uses[u].variable)->name);
    planner->map_texts[i] = with_held_bounds(planner, item, planner->bound_texts[i]);
  }
  return true;
}
