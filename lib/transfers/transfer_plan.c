/* FILE: lib/transfers/transfer_plan.c
 * WHAT: the order of the phases in this folder: the objects, the copies they need, the kernels that run tile
 *       by tile, and the forms of the schedule in the program.
 */
#include "transfers/transfers_internal.h"

/* Makes the forms of the schedule, if some copies can overlap kernels: one transformation for bisect=. */
static void make_forms(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  const enum cleave_copies option = planner->options->transfers;
  if (option == CLEAVE_COPIES_REDUCED || !planner->needs_environment || !planner->options->may_call)
    return;
  const char *words = overlapping_words(analysis);
  const char *obstacle = overlap_obstacle(analysis);
  if (obstacle) {
    planner->overlap_reason = words ? CLEAVE_REASON_NOT_OVERLAPPED : 0;
    planner->overlap_words = obstacle;
    return;
  }
  struct cleave_plan *plan = planner->plan;
  plan->stages = analysis->transfers->stages;
  plan->stage_count = analysis->transfers->stage_count;
  if (option == CLEAVE_COPIES_BY_ENGINE)
    make_engine_form(analysis);
  if (!planner->environment_for_tiles)
    make_openmp_form(analysis);
  /* The tiles have been decided already. */
  if ((plan->engine || plan->openmp) && !planner->environment_for_tiles && !decide(planner)) {
    plan->engine = NULL;
    plan->openmp = NULL;
  } else if (words && (plan->engine || plan->openmp)) {
    planner->overlap_reason = CLEAVE_REASON_OVERLAPPED;
    planner->overlap_words = words;
  }
}

void cleave_transfers_plan(struct planner *planner) {
  /* The device uses the memory of the host (OpenMP 5.1, 2.5.1 and 2.21.7.1): no clause copies anything. */
  if (planner->unit->unified_shared_memory) {
    plan_no_tiles(planner, "nothing is copied under unified shared memory");
    return;
  }
  if (planner->options->transfers == CLEAVE_COPIES_AS_WRITTEN ||
      planner->region->hints & CLEAVE_HINT_TRANSFERS_OFF) {
    plan_no_tiles(planner, "transfers=off or transfers(off) leaves its copies unchanged");
    return;
  }
  /* Its directive keeps its clauses. */
  const bool keeps_clauses = is_combined_loop(planner->region) || planner->only_tiles;
  if (keeps_clauses && planner->needs_environment)
    return;
  struct cleave_transfers *transfers = cleave_arena_allocate(planner->arena, sizeof *transfers);
  struct analysis analysis = {.planner = planner, .transfers = transfers};
  find_objects(&analysis);
  find_needs(&analysis);
  if (!keeps_clauses)
    decide_types(&analysis);
  planner->plan->transfers = transfers;
  plan_tiles(&analysis);
  if (keeps_clauses && !planner->environment_for_tiles) {
    planner->plan->transfers = NULL;
    return;
  }
  for (size_t i = 0; i < analysis.object_count; i++) {
    const char *words = cleave_transfers_words(planner->unit, planner->plan, &transfers->objects[i]);
    if (words && planner->needs_environment && !planner->environment_for_tiles)
      note(planner, CLEAVE_REASON_TRANSFER_SCHEDULE, offset_of(planner, &transfers->objects[i]), words);
  }
  make_forms(&analysis);
}

enum cleave_map_type cleave_transfers_type(const struct cleave_plan *plan, uint32_t variable, uint32_t item,
                                           enum cleave_map_type type) {
  for (size_t i = 0; plan->transfers && i < plan->transfers->object_count; i++)
    if (plan->transfers->objects[i].variable == variable && plan->transfers->objects[i].item == item)
      return plan->transfers->objects[i].needed;
  return type;
}
