/* FILE: lib/transfers/device_partition.c
 * WHAT: whether the tiles of a loop may run on several devices at once, as `#pragma cleave pipeline(devices)` asks.
 *
 * A target region is executed on one device (OpenMP 5.1, 2.14.5). That its iterations are executed on others cannot
 * be told apart from that if
 * 1. no iteration uses what another one writes: what the loop writes is in chunks, one for each iteration
 *    (chunks.c), so that each device has its own tiles' part of it and no other one has;
 * 2. what it reads besides has on each device the value that it has on the region's: nothing in the region writes
 *    it, and it was not on the device before, which the run time sees (engine/multi_device.c). Then it is what the host
 *    has, which each device gets a copy of;
 * 3. it uses nothing that belongs to a device. A variable that is `declare target`, and what device pointers lead
 *    to, is there once for each device. Calls are of mathematical functions alone (access_summaries.c, `add_facts`), so no
 *    iteration asks where it is, or prints;
 * 4. what stays on the device behind the region is not changed by the loop: objects in chunks are used by no other
 *    part of the region, so that they need not be there before or behind it. They are absent before; so they are
 *    behind.
 *
 * Two list items for one storage (access_summaries.c) are seen by the run time.
 */
#include "transfers/transfers_internal.h"

static struct cleave_tiled_object *find_tiled(const struct cleave_tiling *tiling, uint32_t variable) {
  for (size_t i = 0; i < tiling->object_count; i++)
    if (tiling->objects[i].variable == variable)
      return &tiling->objects[i];
  return NULL;
}

/* Numbers that each kernel gets at its launch. Records and arrays among them the region's environment may hold. */
static bool is_by_value(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return variable->type_class != CLEAVE_TYPE_POINTER && !variable->holds_pointers &&
         !variable->is_reference && !variable->is_this && !variable->is_closure &&
         planner->placements[index] != ON_DEVICE &&
         (variable->sharing == CLEAVE_SHARING_INSIDE || variable->sharing == CLEAVE_SHARING_PRIVATE ||
          variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE);
}

/* Points 1 and 4. */
static bool is_apart(const struct cleave_transfer *transfer, const struct cleave_tiled_object *tiled) {
  return tiled && transfer->first_use_apart == transfer->last_use_apart &&
         (!fetches(transfer->needed) || tiled->is_final);
}

/* Point 2. */
static bool is_only_read(struct planner *planner, const struct cleave_transfer *transfer,
                         struct cleave_object *memory) {
  return transfer->last_write_apart == CLEAVE_NO_STAGE && sends(transfer->needed) &&
         find_memory(planner, transfer->variable, memory);
}

/* Why VARIABLE, which the loop uses, keeps it on one device, in words; NULL: it does not. */
static const char *variable_obstacle(struct analysis *analysis, struct cleave_tiling *tiling,
                                     uint32_t variable) {
  struct planner *planner = analysis->planner;
  const char *name = variable_at(planner, variable)->name;
  struct cleave_object memory = {0};
  if (analysis->object_of[variable] == CLEAVE_NO_VARIABLE)
    return is_by_value(planner, variable)
               ? NULL
               : cleave_arena_format(
                     planner->arena,
                     "'%s' is neither a number passed by value nor an array with one list item", name);
  const struct cleave_transfer *transfer = analysis->objects[analysis->object_of[variable]].transfer;
  const struct cleave_tiled_object *tiled = find_tiled(tiling, variable);
  if (is_apart(transfer, tiled))
    return NULL;
  if (is_only_read(planner, transfer, &memory)) {
    CLEAVE_APPEND(planner->arena, tiling->read, tiling->read_count, memory.address);
    return NULL;
  }
  return cleave_arena_format(planner->arena,
                             tiled ? "'%s' is also used elsewhere in the region"
                             : transfer->last_write_apart != CLEAVE_NO_STAGE
                                 ? "the region writes '%s', which is not partitioned among the iterations"
                                 : "'%s' is not an array that is copied to the device",
                             name);
}

const char *spread_tiles(struct analysis *analysis, const struct access_summary *summary,
                         struct cleave_tiling *tiling) {
  const char *obstacle = NULL;
  bool any = false;
  for (uint32_t v = 0; v < analysis->planner->region->variable_count && !obstacle; v++)
    if (summary->reads[v] || summary->writes[v])
      obstacle = variable_obstacle(analysis, tiling, v);
  for (size_t i = 0; i < analysis->object_count; i++)
    any |=
        is_apart(analysis->objects[i].transfer, find_tiled(tiling, analysis->objects[i].transfer->variable));
  if (!obstacle && !any)
    obstacle = "no array is partitioned among its iterations";
  tiling->is_spread = !obstacle;
  return obstacle;
}
