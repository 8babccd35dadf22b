/* FILE: lib/fission/pipelined_kernel.c
 * WHAT: regions of one kernel that runs tile by tile, and that need an environment for the tiles only.
 *
 * The environment maps the list items of the region's clauses, with their map types, while the region runs.
 * The kernel has the same clauses. Within the environment all items are present, so each tile's kernel
 * increments and decrements references and copies nothing; without the environment it is the region itself.
 *
 * The clauses are then evaluated for each tile, and not once:
 * 1. `always` copies each time, and `present` tests the state before the region: a region with one of them
 *    stays whole.
 * 2. Arguments, conditions and bounds must have the same value each time: they read only numbers of the host
 *    that the region does not change. Another check ensures that they have no side effects
 *    (transfers/tile_analysis.c).
 * 3. A variable that the region has a copy of, and writes outside of private copies of its threads, would
 *    start anew with each tile. A region whose directive is combined with its loop has no other place for it.
 */
#include "fission/fission_internal.h"
#include "transfers/transfers.h"

/* Point 2. */
static bool has_one_value(const struct planner *planner, const struct cleave_use *uses, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (uses[i].flags & ~(uint32_t)CLEAVE_USE_READ)
      return false;
  return !may_change(planner, uses, count);
}

/* Point 3. */
static bool is_carried(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  uint32_t changes = CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS;
  if (variable->type_class != CLEAVE_TYPE_POINTER)
    changes |= CLEAVE_USE_ELEMENT_WRITE;
  return (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->sharing == CLEAVE_SHARING_PRIVATE) &&
         flowing_uses(planner, index) & changes;
}

const char *environment_obstacle(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    if (item->flags & (CLEAVE_MAP_ENTRY_MODIFIERS | CLEAVE_MAP_MAPPER) ||
        !has_one_value(planner, item->uses, item->use_count))
      return cleave_arena_format(planner->arena, "'%s' cannot be repeated for each tile",
                                 text_of(planner, item->range));
  }
  if (planner->plan->temporary_count || planner->plan->privatized_count)
    return "the region modifies values that its clauses or its kernel would read again";
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind != CLEAVE_CLAUSE_MAP &&
        !has_one_value(planner, region->clauses[i].uses, region->clauses[i].use_count))
      return cleave_arena_format(planner->arena, "'%s' cannot be repeated for each tile",
                                 text_of(planner, region->clauses[i].range));
  for (uint32_t i = 0; is_combined_loop(region) && i < region->variable_count; i++)
    if (is_carried(planner, i))
      return cleave_arena_format(planner->arena, "the region modifies its copy of '%s'",
                                 variable_at(planner, i)->name);
  return NULL;
}

bool plan_tiles_alone(struct planner *planner) {
  const struct attempt attempt = begin_attempt(planner);
  struct cleave_plan *plan = planner->plan;
  if (planner->needs_environment)
    return false;
  planner->only_tiles = true;
  planner->environment_obstacle = environment_obstacle(planner);
  cleave_transfers_plan(planner);
  if (planner->environment_for_tiles && make_directives(planner, plan->root, NULL) &&
      make_environment(planner)) {
    add_kernel_versions(planner, plan->root);
    plan->transforms = true;
    plan->for_compiler = !cleave_has_inferred_clause(planner->region);
    return true;
  }
  undo_attempt(planner, &attempt, !planner->refused); /* the remarks explain why it stays whole */
  return false;
}
