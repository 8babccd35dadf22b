/* FILE: lib/fission/single_team.c
 * WHAT: teams constructs that may be executed by one team.
 *
 * With num_teams(1) there is one team (OpenMP 5.1, 2.7): the construct is the same as `target` alone, and its statements are
 * executed once.
 *
 * Otherwise the number of teams is implementation-defined or, with num_teams(n) since 5.1, n. cleave chooses 1 for code outside of
 * distribute loops if no defined program can see the number: the code calls neither functions of OpenMP nor unknown ones, and has
 * no atomic or critical construct. If it writes to memory that the teams share, several teams would have a data race (1.4.1), so
 * only executions by one team are defined. If it writes nothing, the number of executions has no effect.
 */
#include "fission/fission_internal.h"

/* Whether the effect of FACT may depend on the number of teams. */
static bool counts_teams(const struct cleave_fact *fact) {
  switch (fact->kind) {
  case CLEAVE_FACT_CALL:
    return fact->callee != CLEAVE_CALLEE_MATHEMATICAL;
  case CLEAVE_FACT_OMP_ATOMIC:
  case CLEAVE_FACT_OMP_CRITICAL:
  case CLEAVE_FACT_OMP_TASK:
  case CLEAVE_FACT_OMP_DISTRIBUTE:
  case CLEAVE_FACT_OMP_OTHER:
  case CLEAVE_FACT_ASM:
  case CLEAVE_FACT_VOLATILE:
  case CLEAVE_FACT_UNKNOWN_KIND:
    return true;
  default:
    return false;
  }
}

static bool counts_teams_below(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_LOOP && node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE)
    return false;
  for (size_t i = 0; i < node->fact_count; i++)
    if (counts_teams(&node->facts[i]))
      return true;
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    if (counts_teams_below(planner, child))
      return true;
  return false;
}

bool has_single_team(const struct planner *planner, uint32_t index, const struct cleave_clause *clauses,
                     size_t count) {
  const struct cleave_clause *teams = cleave_clause_find(clauses, count, CLEAVE_CLAUSE_NUM_TEAMS);
  /* thread_limit is a clause of target since OpenMP 5.1. */
  if (cleave_clause_find(clauses, count, CLEAVE_CLAUSE_THREAD_LIMIT) && planner->unit->openmp_version < 51)
    return false;
  const bool is_one = teams && cleave_clause_is_at_least(teams, 1) && !cleave_clause_is_at_least(teams, 2);
  return is_one || !counts_teams_below(planner, index);
}
