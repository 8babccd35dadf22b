/* FILE: lib/fission/bounds.c
 * WHAT: the list items of a plan's map clauses.
 *
 * The bounds of a list item are evaluated once, when the region begins (OpenMP 5.1, 2.14.5: on entry to the
 * construct). A plan repeats the item on several directives, which are encountered later. If the region
 * changes a variable that a bound depends on, the repeated item would denote another section. So the bound is
 * computed once, before all else, into a constant of its type, and the items name that constant.
 */
#include "fission/fission_internal.h"

/* Whether VARIABLE is an object that the environment maps: the host evaluates bounds, and the values that the
 * device writes do not reach the host before the end of the environment. */
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

const char *new_bound_name(struct planner *planner) {
  const unsigned number = ++planner->bounds;
  return new_name(planner, number == 1 ? "bound" : cleave_arena_format(planner->arena, "bound_%u", number));
}

/* A new constant of the plan that holds BOUND. */
static const struct cleave_expression *hold(struct planner *planner, const struct cleave_bound *bound) {
  struct cleave_arena *arena = planner->arena;
  const char *name = new_bound_name(planner);
  const struct cleave_declaration declaration = {.is_constant = true,
                                                 .type = bound->type,
                                                 .name = name,
                                                 .value = cleave_make_source(arena, bound->range)};
  CLEAVE_APPEND(arena, planner->plan->temporaries, planner->plan->temporary_count, declaration);
  planner->needs_environment = true; /* the declaration needs a separate block */
  return cleave_make_name(arena, name);
}

/* Holds every bound of map item number INDEX that changes; refuses the region if one cannot be held. */
static bool hold_bounds(struct planner *planner, size_t index) {
  const struct cleave_map_item *item = &planner->region->maps[index];
  const bool is_simple = item->bound_count && !(item->flags & CLEAVE_MAP_MEMBER);
  for (size_t u = 0; !is_simple && u < item->use_count; u++)
    if (may_change(planner, &item->uses[u], 1))
      return refuse(planner, CLEAVE_REASON_MAP_BOUND_CHANGES, item->range.begin,
                    variable_at(planner, item->uses[u].variable)->name);
  for (size_t i = 0; i < item->bound_count; i++)
    if (may_change(planner, item->bounds[i].uses, item->bounds[i].use_count))
      planner->held_bounds[index][i] = hold(planner, &item->bounds[i]);
  return true;
}

/* Whether ITEM, repeated on a kernel's directive, would name a variable that the region declares. */
static bool names_hidden(const struct planner *planner, const struct cleave_map_item *item) {
  bool hidden = item->variable != CLEAVE_NO_VARIABLE && is_hidden(planner, item->variable);
  for (size_t i = 0; i < item->use_count; i++)
    hidden |= is_hidden(planner, item->uses[i].variable);
  return hidden;
}

bool prepare_maps(struct planner *planner) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    planner->needs_environment |=
        !is_combined_loop(planner->region) && names_hidden(planner, &planner->region->maps[i]);
  const struct cleave_region *region = planner->region;
  const size_t count = region->map_count + 1;
  planner->map_items = cleave_arena_allocate(planner->arena, count * sizeof *planner->map_items);
  planner->held_bounds = cleave_arena_allocate(planner->arena, count * sizeof *planner->held_bounds);
  for (size_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    planner->held_bounds[i] =
        cleave_arena_allocate(planner->arena, (item->bound_count + 1) * sizeof **planner->held_bounds);
    planner->map_items[i] = cleave_make_item(planner->arena, item, planner->held_bounds[i]);
    /* The one directive of a combined loop stays one. */
    if (!is_combined_loop(region) && may_change(planner, item->uses, item->use_count) &&
        !hold_bounds(planner, i))
      return false;
  }
  return true;
}
