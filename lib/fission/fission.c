/* FILE: lib/fission/fission.c
 * WHAT: the order in which one region is planned.
 */
#include "fission/fission.h"

#include "fission/fission_internal.h"
#include "transfers/transfers.h"

static bool is_known_form(const struct cleave_region *region) {
  const uint32_t construct = region->construct & ~(uint32_t)CLEAVE_CONSTRUCT_SIMD;
  return region->node_count &&
         (construct == CLEAVE_CONSTRUCT_TARGET ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS) ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL) ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR));
}

/* Parallel constructs between the labels of a switch: control may fall through from one to the next. */
static bool contains_parallel_switch(const struct planner *planner, uint32_t *offset) {
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

/* The constructs over the region's one statement. */
static uint32_t constructs_over_all(const struct cleave_region *region) {
  uint32_t constructs = region->construct, at = 0;
  while (at != CLEAVE_NO_NODE && region->nodes[at].next == CLEAVE_NO_NODE) {
    constructs |= region->nodes[at].construct;
    if (region->nodes[at].kind != CLEAVE_NODE_COMPOUND && region->nodes[at].kind != CLEAVE_NODE_TEAMS)
      break;
    at = region->nodes[at].first_child;
  }
  return constructs;
}

/* How the loop that is the whole region is already distributed over the teams, in words; NULL: it is not. */
static const char *how_distributed(const struct cleave_region *region) {
  const uint32_t constructs = region->node_count ? constructs_over_all(region) : 0;
  if (constructs & CLEAVE_CONSTRUCT_LOOP)
    return "its loop construct leaves the use of teams and threads to the compiler";
  if (constructs & CLEAVE_CONSTRUCT_DISTRIBUTE && constructs & CLEAVE_CONSTRUCT_PARALLEL)
    return "its loop is already distributed across all teams and threads";
  return NULL;
}

/* Whether a function that NODE calls distributes its parallel loops across the teams, by the facts about that call. */
static bool calls_distributed_loop(const struct cleave_node *node, uint32_t call) {
  for (size_t f = 0; f < node->fact_count; f++) {
    const struct cleave_fact *fact = &node->facts[f];
    if (fact->kind == CLEAVE_FACT_OMP_DISTRIBUTE && fact->in_callee && fact->offset == call)
      return true;
  }
  return false;
}

/* Remarks on a region without a loop or parallel construct in its own text: called functions may have some. Returns
 * whether there is one. */
static bool explain_called(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  bool distributes = false;
  for (uint32_t i = 0; i < region->node_count; i++)
    for (size_t f = 0; f < region->nodes[i].fact_count; f++) {
      const struct cleave_fact *fact = &region->nodes[i].facts[f];
      const bool parallel = fact->kind == CLEAVE_FACT_OMP_PARALLEL;
      const bool shares =
          fact->kind == CLEAVE_FACT_OMP_WORKSHARING && region->construct & CLEAVE_CONSTRUCT_PARALLEL;
      if (!fact->in_callee || (!parallel && !shares))
        continue;
      if (!calls_distributed_loop(&region->nodes[i], fact->offset)) {
        refuse(planner, CLEAVE_REASON_NOT_TAKEN_APART, fact->offset,
               parallel ? "a function that it calls contains the parallel construct"
                        : "a function that it calls contains the worksharing construct");
        return true;
      }
      distributes = true;
    }
  if (distributes)
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset,
         "called functions already distribute their loops across all teams and threads");
  return distributes;
}

/* The constructs of the node at INDEX and of those around it. */
static uint32_t constructs_around(const struct cleave_region *region, uint32_t index) {
  uint32_t constructs = 0;
  for (; index != CLEAVE_NO_NODE; index = region->nodes[index].parent)
    constructs |= region->nodes[index].construct;
  return constructs;
}

/* Remarks on a region without a loop that can be split off. Parallel constructs that stay inside of a kernel
 * cost time, and the user can change them; all other forms are as fast as a split. */
static void explain_unsplit(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const char *distributed = how_distributed(region);
  uint32_t at = CLEAVE_NO_NODE, node = 0;
  for (uint32_t i = 0; i < region->node_count && at == CLEAVE_NO_NODE; i++)
    if (region->nodes[i].kind == CLEAVE_NODE_PARALLEL) {
      at = region->nodes[i].range.begin;
      node = i;
    }
  for (uint32_t i = 0; i < region->node_count && at == CLEAVE_NO_NODE; i++)
    for (size_t f = 0; f < region->nodes[i].fact_count && at == CLEAVE_NO_NODE; f++)
      if (region->nodes[i].facts[f].kind == CLEAVE_FACT_OMP_PARALLEL &&
          !region->nodes[i].facts[f].in_callee) {
        at = region->nodes[i].facts[f].offset;
        node = i;
      }
  if (distributed)
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset, distributed);
  else if (at != CLEAVE_NO_NODE)
    refuse(planner, CLEAVE_REASON_NOT_TAKEN_APART, at,
           (constructs_over_all(region) | constructs_around(region, node)) & CLEAVE_CONSTRUCT_DISTRIBUTE
               ? "this parallel construct is inside a distribute loop"
               : "this parallel construct contains more than parallel loops");
  else if (!explain_called(planner))
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset,
         constructs_over_all(region) & CLEAVE_CONSTRUCT_DISTRIBUTE
             ? "its loop is already distributed across all teams"
             : "it contains no parallel loop");
}

/* A region whose loop is already distributed over the teams loses nothing by a refusal, unless the user
 * requested the split. A refusal because of macros stays: the driver expands them (compile/expanding.c), and
 * the loop is then planned like others. */
static void explain_refusal(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  struct cleave_plan *plan = planner->plan;
  const char *distributed = how_distributed(region);
  const unsigned code = plan->remark_count ? plan->remarks[0].code : 0;
  const struct cleave_remark refusal = code ? plan->remarks[0] : (struct cleave_remark){0};
  if (!distributed || code == CLEAVE_REASON_REGION_SKIPPED || code == CLEAVE_REASON_REGION_PRAGMA ||
      code == CLEAVE_REASON_RUNS_DIFFER || code == CLEAVE_REASON_REGION_MACRO ||
      code == CLEAVE_REASON_CLAUSE_MACRO || code == CLEAVE_REASON_MACRO_BOUNDARY)
    return;
  plan->remark_count = 0;
  note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset,
       cleave_arena_format(planner->arena, "%s; not transformed (CLV%03u)", distributed, code));
  if (code)
    note_refused_nest(planner, &refusal);
}

/* "N kernels of WHAT". */
static const char *kernels_of(struct planner *planner, unsigned count, const char *what) {
  return cleave_arena_format(planner->arena, "%u kernel%s of %s", count, count == 1 ? "" : "s", what);
}

/* The number of kernels of the split region; versions have their own remarks. */
static unsigned kernel_count(const struct planner *planner) {
  return planner->plan->kernels + planner->plan->serial_kernels + planner->conditions + planner->evaluations;
}

static void note_split(struct planner *planner) {
  const struct cleave_plan *plan = planner->plan;
  const char *parts[4];
  size_t count = 0;
  if (plan->kernels)
    parts[count++] = kernels_of(planner, plan->kernels,
                                plan->kernels == 1 ? "one parallel loop" : "one parallel loop each");
  if (plan->serial_kernels)
    parts[count++] = kernels_of(planner, plan->serial_kernels, "other statements");
  if (planner->conditions)
    parts[count++] = kernels_of(planner, planner->conditions,
                                planner->conditions == 1 ? "a condition" : "one condition each");
  if (planner->evaluations)
    parts[count++] = kernels_of(planner, planner->evaluations, "loop bounds");
  const char *text = parts[0];
  for (size_t i = 1; i < count; i++)
    text = cleave_arena_format(planner->arena, "%s%s%s", text, i + 1 < count ? ", " : " and ", parts[i]);
  note(planner, CLEAVE_REASON_REGION_SPLIT, planner->region->offset, text);
}

/* A region whose one kernel stays unchanged: only versions and directives of it may be better. */
static void plan_one_kernel(struct planner *planner) {
  struct cleave_plan *plan = planner->plan;
  /* The remarks on the abandoned plan are removed; the reason why the loop is not widened still holds. */
  size_t kept = 0;
  for (size_t i = 0; i < plan->remark_count; i++)
    if (plan->remarks[i].kind == CLEAVE_REMARK_MISSED)
      plan->remarks[kept++] = plan->remarks[i];
  plan->remark_count = kept;
  if (!kept)
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, planner->region->offset, "it contains one parallel loop");
  plan_kernel_alone(planner);
}

/* A region that is not split: transformations that need no plan nodes. */
static void plan_other_form(struct planner *planner) {
  explain_unsplit(planner);
  if (is_combined_loop(planner->region))
    plan_teams_loop(planner);
}

/* Whether options and bisect= allow the split. */
static bool may_split(struct planner *planner) {
  const uint32_t offset = planner->region->offset;
  if (!planner->options->split)
    return refuse(planner, CLEAVE_REASON_REGION_SPLIT_OFF, offset, NULL);
  planner->needs_environment = true;
  if (decide(planner))
    return true;
  planner->limited = true;
  return refuse(planner, CLEAVE_REASON_REGION_BISECT, offset, NULL);
}

/* Derives copies, directives and versions from the plan nodes. */
static void plan_split_form(struct planner *planner) {
  struct cleave_plan *plan = planner->plan;
  if (!make_tasks(planner) || !check_added_maps(planner))
    return;
  planner->environment_obstacle = environment_obstacle(planner);
  cleave_transfers_plan(planner);
  if (!make_directives(planner, plan->root, NULL) || !make_environment(planner))
    return;
  add_fused_versions(planner, plan->root);
  add_row_versions(planner, plan->root, ROWS_WITH_SUMS);
  add_reduction_versions(planner, plan->root);
  add_atomic_versions(planner, plan->root);
  add_scan_versions(planner, plan->root);
  add_mapped_versions(planner, plan->root);
  add_row_versions(planner, plan->root, ROWS_WITHOUT_SUMS);
  add_row_versions(planner, plan->root, UNIFORM_ROWS);
  add_disjoint_versions(planner, plan->root);
  add_distributed_versions(planner, plan->root);
  bound_versions(planner, plan->root);
  if (kernel_count(planner) > 1)
    note_split(planner);
  add_single_kernel_fallback(planner);
  if (planner->overlap_reason)
    note(planner, planner->overlap_reason, planner->region->offset, planner->overlap_words);
  plan->transforms = true;
}

/* Whether a kernel in PLAN_NODE runs on the whole device, or has a version that does. */
static bool is_distributed(const struct cleave_plan_node *plan_node) {
  bool found = plan_node->widened || plan_node->versions.count;
  for (size_t i = 0; i < plan_node->child_count; i++)
    found |= is_distributed(plan_node->children[i]);
  return found;
}

/* Whether INDEX is a serial loop of independent iterations, or a block of nothing else; marks the blocks. */
static bool holds_independent_loops(struct planner *planner, uint32_t index, bool *marks) {
  const struct cleave_node *node = node_at(planner, index);
  bool assumes_disjoint;
  if (node->kind != CLEAVE_NODE_COMPOUND)
    return node->kind == CLEAVE_NODE_FOR && independent_depth(planner, index, &assumes_disjoint);
  bool all = node->first_child != CLEAVE_NO_NODE;
  for (uint32_t at = node->first_child; all && at != CLEAVE_NO_NODE; at = node_at(planner, at)->next)
    all = holds_independent_loops(planner, at, marks);
  marks[index] = true;
  return all;
}

/* A region of serial loops: each runs on the whole device if its iterations are independent (independent_loops.c). */
static bool plan_serial_loops(struct planner *planner) {
  const struct attempt attempt = begin_attempt(planner);
  bool *marks = cleave_arena_allocate(planner->arena, planner->region->node_count + 1);
  planner->host_controlled = marks; /* none is yet */
  if (planner->region->construct == CLEAVE_CONSTRUCT_TARGET && check_tree(planner) &&
      place_variables(planner) && holds_independent_loops(planner, 0, marks)) {
    const struct cleave_plan *plan = planner->plan;
    prepare_shared_clauses(planner);
    if (prepare_maps(planner) && build_plan_nodes(planner) && privatize_variables(planner) &&
        ((plan->kernels + plan->serial_kernels <= 1 && !(planner->needs_environment && plan->kernels)) ||
         may_split(planner)))
      plan_split_form(planner);
    if (plan->transforms && is_distributed(plan->root))
      return true;
  }
  undo_attempt(planner, &attempt, false);
  return false;
}

/* A region without a loop that can be split off. */
static void plan_without_loops(struct planner *planner) {
  uint32_t offset;
  if (plan_serial_loops(planner))
    return;
  if (contains_parallel_switch(planner, &offset))
    refuse(planner, CLEAVE_REASON_JUMP, offset, "switch");
  else
    explain_unsplit(planner);
  for (uint32_t i = 0; i < planner->region->node_count; i++)
    explain_unscanned_loop(planner, i);
}

/* Runs the phases in order. Each may refuse the region, and depends on the results of earlier phases. */
static void plan_region(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const struct cleave_plan *plan = planner->plan;
  planner->pointers = classify_pointers(planner);
  if (!check_region(planner)) {
    explain_refusal(planner);
    return;
  }
  const bool loses = loses_lastprivate(planner);
  if (loses && (!is_known_form(region) || !(region->construct & CLEAVE_CONSTRUCT_FOR))) {
    plan_lastprivate(planner);
    return;
  }
  if (is_distribute_loop(region)) {
    plan_distribute_loop(planner);
    return;
  }
  if (!is_known_form(region)) {
    plan_other_form(planner);
    return;
  }
  planner->host_controlled = find_host_control(planner);
  if (!planner->host_controlled) {
    plan_without_loops(planner);
    return;
  }
  if (!check_tree(planner) || !place_variables(planner))
    return;
  prepare_shared_clauses(planner);
  if (!prepare_maps(planner) || !build_plan_nodes(planner) ||
      (!is_combined_loop(region) && !privatize_variables(planner)))
    return;
  const unsigned kernels = plan->kernels + plan->serial_kernels;
  if (kernels == 1 && !plan->widened && !loses && !cleave_has_inferred_clause(region))
    plan_one_kernel(planner);
  else if ((kernels <= 1 && !(planner->needs_environment && plan->kernels)) || may_split(planner))
    plan_split_form(planner);
}

static struct planner new_planner(const struct cleave_unit *unit, uint32_t index,
                                  const struct cleave_options *options, struct cleave_decisions *decisions) {
  struct planner planner = {
      .unit = unit,
      .region = &unit->regions[index],
      .options = options,
      .decisions = decisions,
      .arena = unit->arena,
      .plan = cleave_arena_allocate(unit->arena, sizeof *planner.plan),
      .region_index = index,
  };
  planner.loop_models = cleave_loop_models_new(planner.region, planner.arena);
  planner.plan->region = planner.region;
  return planner;
}

/* Whether a parallel construct of REGION contains more than loops. If it cannot be flattened after all, the rest of the region may
 * still be split. */
static bool flattens_constructs(const struct cleave_region *region) {
  bool flattens = false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = &region->nodes[i];
    flattens |= (node->construct & (CLEAVE_CONSTRUCT_ONCE | CLEAVE_CONSTRUCT_BARRIER)) != 0;
    for (size_t c = 0; node->kind == CLEAVE_NODE_PARALLEL && c < node->clause_count; c++)
      flattens |= (node->clauses[c].flags & CLEAVE_CLAUSE_MOVED) != 0;
  }
  return flattens;
}

struct cleave_plan *cleave_fission_plan(const struct cleave_unit *unit, uint32_t index,
                                        const struct cleave_options *options,
                                        struct cleave_decisions *decisions) {
  const struct cleave_decisions before = *decisions;
  struct planner planner = new_planner(unit, index, options, decisions);
  plan_region(&planner);
  keep_first_obstacles(&planner);
  cleave_loop_models_free(planner.loop_models);
  if (planner.refused && !planner.limited && flattens_constructs(planner.region)) {
    const struct cleave_decisions after = *decisions;
    struct planner other = new_planner(unit, index, options, decisions);
    *decisions = before;
    other.keeps_constructs = true;
    plan_region(&other);
    keep_first_obstacles(&other);
    cleave_loop_models_free(other.loop_models);
    if (other.plan->transforms)
      planner = other;
    else
      *decisions = after;
  }
  /* An unchanged region uses no decision of bisect=. If the limit of bisect= prevented its split, all later
   * regions must stay unchanged as well: a lower limit must not cause more transformations. */
  if (!planner.plan->transforms && !planner.limited)
    *decisions = before;
  return planner.plan;
}

struct cleave_plan *cleave_fission_refuse_word(const struct cleave_unit *unit, uint32_t index,
                                               const struct cleave_options *options, const char *word) {
  struct planner planner = new_planner(unit, index, options, NULL);
  refuse(&planner, CLEAVE_REASON_REGION_WORD, planner.region->offset, word);
  explain_refusal(&planner);
  return planner.plan;
}
