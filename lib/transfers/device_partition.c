/* FILE: lib/transfers/device_partition.c
 * WHAT: whether the tiles of a loop may run on several devices at once, as `#pragma cleave pipeline(devices)` asks.
 *
 * A target region is executed on one device (OpenMP 5.1, 2.14.5). Execution of its iterations on several
 * devices has the same result if
 * 1. no iteration uses an element that another one writes: all writes of the loop are in chunks, one for each
 *    iteration (chunks.c), so that each device alone holds the part of its own tiles;
 * 2. all other objects that it reads have the same value on each device: nothing in the region writes them,
 *    and they were not on the device before, which is tested at run time (engine/multi_device.c). Then each
 *    device gets a copy of the host's values;
 * 3. it uses nothing that belongs to a device. A `declare target` variable and the memory of device pointers
 *    exist once for each device. It calls mathematical functions only (access_summaries.c, `add_facts`), so
 *    no iteration queries its device, or prints;
 * 4. the loop does not change objects that stay on the device after the region. No other part of the region
 *    uses the objects in chunks, so they need not be present before or after it. They are absent before, and
 *    so afterwards.
 *
 * The run-time library detects two list items for one storage (access_summaries.c).
 */
#include "transfers/transfers_internal.h"

static struct cleave_tiled_object *find_tiled(const struct cleave_tiling *tiling, uint32_t variable) {
  for (size_t i = 0; i < tiling->object_count; i++)
    if (tiling->objects[i].variable == variable)
      return &tiling->objects[i];
  return NULL;
}

/* Numbers that each kernel gets at its launch. The region's environment may hold records and arrays among
 * them. */
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

/* Why VARIABLE, which the loop uses, restricts it to one device, in words; NULL: it does not. */
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
