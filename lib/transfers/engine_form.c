/* FILE: lib/transfers/engine_form.c
 * WHAT: the schedule of a region in the form that the transfer engine of libcleave gets.
 *
 * The engine gets for each object the times at which it may be copied. Whether an object is copied at all,
 * and whether the engine may copy it, follows from the arguments of the data environment
 * (lib/engine/engine.h). The engine does not copy an object that shares storage with another entry of the
 * environment. So each object is scheduled as if it shared none: two pointers of a program may always lead to
 * one array, but hardly ever do.
 *
 * The schedule has the objects of which something is copied and which may be large: arrays, and the memory of
 * pointers. A kernel that runs at the same time as the copy is not required, because the engine copies faster
 * than the OpenMP run time.
 *
 * Regions with nowait or depend are left alone: their data environments begin and end in other threads, at
 * other times than the statements before and after them.
 */
#include "model/text.h"
#include "transfers/transfers_internal.h"

const char *overlap_obstacle(const struct analysis *analysis) {
  if (analysis->planner->deferred)
    return "the region has a nowait clause";
  return analysis->planner->plan->before ? "the region has a depend clause" : NULL;
}

/* Whether STAGE (CLEAVE_NO_STAGE: none) may run tile by tile, and accesses VARIABLE in chunks. */
static bool is_in_tiles(const struct analysis *analysis, uint32_t variable, uint32_t stage) {
  const struct cleave_tiling *tiling =
      stage == CLEAVE_NO_STAGE ? NULL : analysis->transfers->stages[stage]->tiling;
  for (size_t i = 0; tiling && i < tiling->object_count; i++)
    if (tiling->objects[i].variable == variable)
      return true;
  return false;
}

/* In the order of their first use. For each stage, objects that it can wait for chunk by chunk come after
 * those that it waits for as a whole. */
static bool is_needed_before(const struct cleave_scheduled_object *one,
                             const struct cleave_scheduled_object *other) {
  return one->first_use < other->first_use ||
         (one->first_use == other->first_use && !one->arrives_in_tiles && other->arrives_in_tiles);
}

static void add_scheduled(struct analysis *analysis, const struct cleave_transfer *transfer,
                          struct cleave_engine_form *form) {
  struct planner *planner = analysis->planner;
  struct cleave_object memory = {0};
  if (!transfer->is_known || transfer->needed == CLEAVE_MAP_ALLOC ||
      transfer->first_use_apart == CLEAVE_NO_STAGE || !find_memory(planner, transfer->variable, &memory))
    return;
  const uint32_t last_write = transfer->last_write_apart;
  /* An object that is copied back without a known write is copied back as late as without a schedule. */
  struct cleave_scheduled_object object = {
      .address = memory.address,
      .bytes = memory.bytes,
      .first_use = transfer->first_use_apart,
      .last_write = last_write != CLEAVE_NO_STAGE ? (int64_t)last_write
                    : fetches(transfer->needed)   ? (int64_t)analysis->transfers->stage_count - 1
                                                  : -1,
      .arrives_in_tiles = is_in_tiles(analysis, transfer->variable, transfer->first_use_apart),
      .leaves_in_tiles = is_in_tiles(analysis, transfer->variable, last_write),
      .only_in_tiles = transfer->first_use_apart == transfer->last_use_apart &&
                       is_in_tiles(analysis, transfer->variable, transfer->first_use_apart)};
  object.is_spread =
      object.only_in_tiles && analysis->transfers->stages[transfer->first_use_apart]->tiling->is_spread;
  CLEAVE_APPEND(planner->arena, form->objects, form->object_count, object);
  for (size_t i = form->object_count - 1; i && is_needed_before(&object, &form->objects[i - 1]); i--) {
    form->objects[i] = form->objects[i - 1];
    form->objects[i - 1] = object;
  }
}

void make_engine_form(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  const struct cleave_transfers *transfers = analysis->transfers;
  struct cleave_engine_form *form = cleave_arena_allocate(planner->arena, sizeof *form);
  for (size_t i = 0; i < transfers->object_count; i++)
    add_scheduled(analysis, &transfers->objects[i], form);
  if (!form->object_count)
    return;
  form->device = planner->device;
  form->is_scheduled = cleave_arena_allocate(planner->arena, transfers->stage_count + 1);
  for (size_t i = 0; i < form->object_count; i++) {
    form->is_scheduled[form->objects[i].first_use] = true;
    if (form->objects[i].last_write >= 0)
      form->is_scheduled[form->objects[i].last_write + 1] = true;
  }
  if (planner->environment_for_tiles) {
    form->profitable_name = transfers->stages[0]->tiling->condition;
    form->profitable_if = planner->condition;
  }
  form->no_page_locks = planner->region->hints & CLEAVE_HINT_PIN_OFF;
  planner->plan->engine = form;
}

/* ---- What the user hears of it ------------------------------------------------------------------- */

static void add_name(struct cleave_text *out, const char *name) {
  cleave_text_format(out, "%s'%s'", out->length ? ", " : "", name);
}

const char *overlapping_words(const struct analysis *analysis) {
  const struct planner *planner = analysis->planner;
  const struct cleave_transfers *transfers = analysis->transfers;
  const bool by_tasks = planner->options->transfers == CLEAVE_COPIES_BY_TASKS;
  struct cleave_text to = {.arena = planner->arena}, from = {.arena = planner->arena};
  for (size_t i = 0; i < transfers->object_count; i++) {
    const struct cleave_transfer *transfer = &transfers->objects[i];
    const char *name = variable_at(planner, transfer->variable)->name;
    const uint32_t first = by_tasks ? transfer->first_use : transfer->first_use_apart;
    const uint32_t last = by_tasks ? transfer->last_use : transfer->last_write_apart;
    struct cleave_object memory = {0};
    if (!transfer->is_known || first == CLEAVE_NO_STAGE || (by_tasks && is_small(analysis, i)) ||
        !find_memory(analysis->planner, transfer->variable, &memory))
      continue;
    if (sends(transfer->needed) && first)
      add_name(&to, name);
    if (fetches(transfer->needed) && last != CLEAVE_NO_STAGE && last + 1 < transfers->stage_count)
      add_name(&from, name);
  }
  if (!to.length && !from.length)
    return NULL;
  return cleave_arena_format(planner->arena, "%s%s%s%s%s", to.length ? cleave_text_get(&to) : "",
                             to.length ? " to the device" : "", to.length && from.length ? ", " : "",
                             from.length ? cleave_text_get(&from) : "", from.length ? " to the host" : "");
}
