/* FILE: lib/fission/fission.c
 * WHAT: the order in which one region is planned.
 */
#include "fission/fission.h"

#include "fission/parts.h"
#include "transfers/transfers.h"

static bool is_known_form(const struct cleave_region *region) {
  const uint32_t construct = region->construct & ~(uint32_t)CLEAVE_CONSTRUCT_SIMD;
  return region->node_count &&
         (construct == CLEAVE_CONSTRUCT_TARGET ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS) ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL) ||
          construct ==
              (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR));
}

/* Parallel constructs between the labels of a switch: from one to the next it may fall through. */
static bool holds_switch(const struct planner *planner, uint32_t *offset) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    bool labels = false, parallel = false;
    const struct cleave_node *node = node_at(planner, i);
    for (size_t f = 0; node->kind == CLEAVE_NODE_OPAQUE && f < node->fact_count; f++) {
      labels |= node->facts[f].kind == CLEAVE_FACT_SWITCH && !node->facts[f].in_callee;
      parallel |= node->facts[f].kind == CLEAVE_FACT_OMP_PARALLEL && !node->facts[f].in_callee;
    }
    *offset = node->range.begin;
    if (labels && parallel)
      return true;
  }
  return false;
}

static void note_split(struct planner *planner) {
  const struct cleave_plan *plan = planner->plan;
  const char *text = cleave_arena_format(
      planner->arena, "%u kernel%s of one parallel loop each%s", plan->kernels,
      plan->kernels == 1 ? "" : "s",
      plan->serial_kernels
          ? cleave_arena_format(planner->arena, " and %u kernel%s of one thread",
                                plan->serial_kernels, plan->serial_kernels == 1 ? "" : "s")
          : "");
  note(planner, CLEAVE_REASON_REGION_SPLIT, planner->region->offset, text);
}

static void plan_region(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  struct cleave_plan *plan = planner->plan;
  classify_pointers(planner);
  if (!check_region(planner))
    return;
  const bool loses = loses_results(planner);
  if (loses && (!is_known_form(region) || !(region->construct & CLEAVE_CONSTRUCT_FOR))) {
    plan_results(planner);
    return;
  }
  if (!is_known_form(region)) {
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset,
         "the directive stands over one loop nest or over none");
    if (is_combined_loop(region))
      plan_teams_loop(planner);
    return;
  }
  if (!find_steered(planner)) {
    uint32_t offset;
    if (holds_switch(planner, &offset)) {
      refuse(planner, CLEAVE_REASON_JUMP, offset, "switch");
      return;
    }
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset, "it holds no parallel loop");
    return;
  }
  if (!check_tree(planner) || !place_variables(planner))
    return;
  prepare_shared_clauses(planner);
  if (!prepare_maps(planner) || !build_steps(planner))
    return;
  if (!is_combined_loop(region) && !add_shadows(planner))
    return;
  const bool splits =
      plan->kernels + plan->serial_kernels > 1 || (planner->needs_environment && plan->kernels);
  if (plan->kernels + plan->serial_kernels == 1 && !plan->widened && !loses) {
    /* What was to be done is not done; why the loop is not widened still holds. */
    size_t kept = 0;
    for (size_t i = 0; i < plan->remark_count; i++)
      if (plan->remarks[i].kind == CLEAVE_REMARK_MISSED)
        plan->remarks[kept++] = plan->remarks[i];
    plan->remark_count = kept;
    if (!kept)
      note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset, "it holds one parallel loop");
    plan_tiles_alone(planner);
    return;
  }
  if (splits && !planner->options->split) {
    refuse(planner, CLEAVE_REASON_REGION_SPLIT_OFF, region->offset, NULL);
    return;
  }
  planner->needs_environment |= splits;
  if (splits && !decide(planner)) {
    planner->limited = true;
    refuse(planner, CLEAVE_REASON_REGION_BISECT, region->offset, NULL);
    return;
  }
  if (!make_tasks(planner))
    return;
  planner->environment_obstacle = environment_obstacle(planner);
  cleave_transfers_plan(planner);
  if (!make_directives(planner, plan->root, NULL) || !make_environment(planner))
    return;
  add_disjoint_versions(planner, plan->root);
  if (splits)
    note_split(planner);
  add_version_as_written(planner);
  if (planner->overlap_reason)
    note(planner, planner->overlap_reason, region->offset, planner->overlap_words);
  plan->transforms = true;
}

struct cleave_plan *cleave_fission_plan(const struct cleave_unit *unit, uint32_t index,
                                        const struct cleave_options *options,
                                        struct cleave_decisions *decisions) {
  const struct cleave_decisions before = *decisions;
  struct planner planner = {
      .unit = unit,
      .region = &unit->regions[index],
      .options = options,
      .decisions = decisions,
      .arena = unit->arena,
      .plan = cleave_arena_allocate(unit->arena, sizeof *planner.plan),
      .region_index = index,
  };
  planner.plan->region = planner.region;
  plan_region(&planner);
  /* A region that stays as it was used up no decision. If the limit of bisect= is what kept it, all
   * that follows has to stay as well: with a lower limit it must not be more that is done. */
  if (!planner.plan->transforms && !planner.limited)
    *decisions = before;
  return planner.plan;
}
