/* FILE: lib/fission/clause_bounds.c
 * WHAT: what the clauses around a distributed loop say about its iterations and its threads, for versions that execute it otherwise.
 *
 * The iterations have no order if the program cannot know that two of them share a thread. Then a dependence between them is a data race
 * (OpenMP 5.1, 1.4.1), and any thread may execute any iteration. A program knows it only if both of these hold:
 * 1. The iterations of a team are known: num_teams(1) gives one team (2.7), or dist_schedule has a chunk size above 1 (2.11.6.1). Without
 *    them the number of teams and their iterations are implementation-defined.
 * 2. Those of a thread in the team are known as well:
 *    a) the team may have one thread, by num_threads, thread_limit or if(parallel:) (2.6.1);
 *    b) schedule has a chunk size above 1 (2.11.4), which `runtime` takes from the environment, or a modifier;
 *    c) schedule(static, 1) deals them to a known number of threads, for which num_threads asks.
 * A loop that is not distributed has one team: widening.c has its argument.
 * order(concurrent) takes all of this back (2.11.3).
 */
#include "fission/mapping_internal.h"
#include "polyhedral/dependence.h"

/* What the clauses of all constructs around a loop say. */
struct bounds {
  bool is_concurrent, has_chunks, deals_iterations, has_team_chunks, may_have_one_team, may_have_one_thread,
      asks_threads;
};

static void read_clause(struct bounds *it, const struct cleave_clause *clause) {
  const bool has_chunk = clause->flags & CLEAVE_CLAUSE_HAS_CHUNK,
             is_single = cleave_clause_has_single_iterations(clause);
  switch (clause->kind) {
  case CLEAVE_CLAUSE_ORDER:
    it->is_concurrent |= (clause->flags & CLEAVE_CLAUSE_CONCURRENT) != 0;
    break;
  case CLEAVE_CLAUSE_SCHEDULE:
    it->has_chunks |=
        (has_chunk && !is_single) || clause->flags & (CLEAVE_CLAUSE_IS_RUNTIME | CLEAVE_CLAUSE_HAS_MODIFIER);
    it->deals_iterations |= is_single;
    break;
  case CLEAVE_CLAUSE_DIST_SCHEDULE:
    it->has_team_chunks |= has_chunk && !is_single;
    break;
  case CLEAVE_CLAUSE_NUM_TEAMS:
    it->may_have_one_team |= !cleave_clause_is_at_least(clause, 2);
    break;
  case CLEAVE_CLAUSE_NUM_THREADS:
    it->asks_threads = true;
    it->may_have_one_thread |= !cleave_clause_is_at_least(clause, 2);
    break;
  case CLEAVE_CLAUSE_THREAD_LIMIT:
    it->may_have_one_thread |= !cleave_clause_is_at_least(clause, 2);
    break;
  case CLEAVE_CLAUSE_IF:
    it->may_have_one_thread |= clause->modifier == CLEAVE_IF_PARALLEL;
    break;
  default:
    break;
  }
}

/* Reads the clauses of the region, of node INDEX, and of the constructs around it. */
static void read_clauses(const struct planner *planner, uint32_t index, struct bounds *bounds) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < region->clause_count; i++)
    read_clause(bounds, &region->clauses[i]);
  for (uint32_t at = index; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    for (size_t i = 0; i < node_at(planner, at)->clause_count; i++)
      read_clause(bounds, &node_at(planner, at)->clauses[i]);
}

bool iterations_have_no_order(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  struct bounds it = {.is_concurrent = false};
  read_clauses(planner, plan_node->node, &it);
  const bool knows_team = it.may_have_one_team || it.has_team_chunks,
             knows_thread =
                 it.may_have_one_thread || it.has_chunks || (it.deals_iterations && it.asks_threads);
  return plan_node->widened || it.is_concurrent || !(knows_team && knows_thread);
}

const char *order_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const char *obstacle;
  uint32_t offset;
  if (iterations_have_no_order(planner, plan_node) ||
      (node_at(planner, plan_node->node)->accesses &&
       cleave_loop_is_independent(cleave_loop_model_get(planner->loop_models, plan_node->node), &obstacle,
                                  &offset)))
    return NULL;
  return "its clauses give iterations an order, and they are not proved to be independent";
}

/* ---- Threads ---------------------------------------------------------------------------------------- */

/* Whether CLAUSE bounds the threads of the kernel PLAN_NODE. A widened loop does not have num_threads (directives.c). */
static bool bounds_threads(const struct cleave_plan_node *plan_node, const struct cleave_clause *clause) {
  return cleave_clause_bounds(clause->kind) == CLEAVE_BOUNDS_THREADS &&
         !(clause->kind == CLEAVE_CLAUSE_NUM_THREADS && plan_node->widened);
}

static void add_limit(const struct planner *planner, const struct cleave_plan_node *plan_node,
                      const struct cleave_clause *clause, struct thread_bound *bound) {
  if (!bounds_threads(plan_node, clause))
    return;
  if (!(clause->flags & CLEAVE_CLAUSE_IS_CONSTANT))
    CLEAVE_APPEND(planner->arena, bound->others, bound->other_count, clause->argument);
  else if (clause->value > 0 && (!bound->most || clause->value < bound->most))
    bound->most = clause->value < UINT32_MAX ? (unsigned)clause->value : UINT32_MAX;
}

struct thread_bound find_thread_bound(const struct planner *planner,
                                      const struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  struct thread_bound bound = {.most = 0};
  for (size_t i = 0; i < region->clause_count && !is_combined_loop(region); i++)
    add_limit(planner, plan_node, &region->clauses[i], &bound);
  for (uint32_t at = plan_node->node; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    for (size_t i = 0; i < node_at(planner, at)->clause_count; i++)
      add_limit(planner, plan_node, &node_at(planner, at)->clauses[i], &bound);
  return bound;
}
