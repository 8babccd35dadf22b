/* FILE: lib/fission/single_kernel.c
 * WHAT: regions of one kernel that runs on all teams already: its directive keeps its meaning, and the compiler makes
 *       better code of it.
 *
 * The kernel is changed like each kernel of a split region, unless a clause of the user prevents it:
 * 1. It is compiled for any number of threads per team. Without thread_limit and num_threads that number is
 *    implementation-defined (OpenMP 5.1, 2.6.1 and 2.7), so no program can rely on 128.
 * 2. Each team reduces once: see directives.c.
 * 3. Loops in its body are unrolled: see unrolling.c.
 * 4. It may have other versions: see no_alias_versions.c, mapping.c, and others.
 *
 * In a header the kernel keeps its name, and the linker may choose the kernel of an object file that was
 * compiled without cleave: such a region stays unchanged.
 */
#include "fission/fission_internal.h"

/* The only kernel in this plan node or below it; NULL if there is a plan node that is no part of the
 * kernel. */
static struct cleave_plan_node *only_kernel(struct cleave_plan_node *plan_node) {
  while (plan_node->child_count == 1 && plan_node->kind == CLEAVE_PLAN_FLATTENED)
    plan_node = plan_node->children[0];
  return plan_node->kind == CLEAVE_PLAN_KERNEL ? plan_node : NULL;
}

static bool improve(struct planner *planner) {
  struct cleave_plan *plan = planner->plan;
  struct cleave_plan_node *kernel = only_kernel(plan->root);
  if (!kernel || planner->needs_environment || planner->region->flags & CLEAVE_REGION_SHARED ||
      !(node_at(planner, kernel->node)->construct & CLEAVE_CONSTRUCT_DISTRIBUTE))
    return false;
  if (!make_tasks(planner) || !make_directives(planner, plan->root, NULL) || !make_environment(planner))
    return false;
  const bool has_own_form = kernel->free_threads || kernel->reduces_once || kernel->unrolled.count;
  if (has_own_form && !decide(planner)) {
    planner->limited = true;
    return false;
  }
  add_kernel_versions(planner, plan->root);
  const bool corrected = cleave_has_inferred_clause(planner->region);
  plan->transforms = has_own_form || kernel->versions.count || corrected;
  plan->for_compiler = !corrected;
  return plan->transforms;
}

bool plan_kernel_alone(struct planner *planner) {
  if (plan_tiles_alone(planner))
    return true;
  const struct attempt attempt = begin_attempt(planner);
  if (improve(planner))
    return true;
  /* The remarks explain why there is no other version. */
  undo_attempt(planner, &attempt, !planner->refused && !planner->limited);
  return false;
}

/* The remark that a macro is in the way; NULL if there is none. */
static const struct cleave_remark *find_macro_obstacle(const struct cleave_plan *plan) {
  for (size_t i = 0; i < plan->remark_count; i++)
    if (plan->remarks[i].code == CLEAVE_REASON_CLAUSE_MACRO ||
        plan->remarks[i].code == CLEAVE_REASON_MACRO_BOUNDARY)
      return &plan->remarks[i];
  return NULL;
}

bool plan_teams_loop(struct planner *planner) {
  const struct attempt attempt = begin_attempt(planner);
  const uint32_t construct = planner->region->construct & ~(uint32_t)CLEAVE_CONSTRUCT_SIMD;
  if (construct != (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE |
                    CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR))
    return false;
  planner->host_controlled = find_host_control(planner);
  bool good = planner->host_controlled && check_tree(planner) && place_variables(planner);
  if (good) {
    prepare_shared_clauses(planner);
    good = prepare_maps(planner) && build_plan_nodes(planner);
  }
  const struct cleave_remark *macro = good ? NULL : find_macro_obstacle(planner->plan);
  const bool is_refused = !good && planner->refused && planner->plan->remark_count;
  const struct cleave_remark refusal = is_refused ? planner->plan->remarks[0] : (struct cleave_remark){0};
  const struct cleave_remark obstacle = macro ? *macro : (struct cleave_remark){0};
  /* The remarks of the attempt do not apply to a region that stays unchanged anyway. */
  planner->plan->remarks = attempt.plan.remarks;
  planner->plan->remark_count = attempt.plan.remark_count;
  if (good && plan_kernel_alone(planner))
    return true;
  undo_attempt(planner, &attempt, good);
  if (macro) { /* compile/expanding.c expands it, and the region is planned again */
    planner->plan->remark_count = 0;
    CLEAVE_APPEND(planner->arena, planner->plan->remarks, planner->plan->remark_count, obstacle);
    planner->refused = true;
  } else if (is_refused) {
    note_refused_nest(planner, &refusal);
  }
  return false;
}
