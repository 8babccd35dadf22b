/* FILE: lib/fission/independent_loops.c
 * WHAT: serial loops of a region that run on the whole device, because their iterations are proved independent.
 *
 * `for (j = 0; j < m; j++) mean[j] /= n;` between two parallel loops is a kernel of one thread. If no iteration depends on
 * another one, the kernel gets `teams distribute parallel for`. A region that consists of such loops is planned like one with
 * parallel loops (fission.c).
 *
 * Why that is allowed.
 * 1. The region executes the loop in one thread (OpenMP 5.1, 2.14.5: the initial thread), so it promises nothing about its
 *    iterations. The proof (polyhedral/dependence.c) compares all accesses of all iterations: no iteration accesses memory that
 *    another one writes. So each computes the same values in any order, in any thread. If the proof assumes that objects do not
 *    overlap, the distributed kernel is a version with a guard that checks it (no_alias_versions.c).
 * 2. The loop has the canonical form (2.11.1). Its counter is declared in it, so no code sees the last value. First value, bound
 *    and step are sums of constants and of variables that the host has and that the loop does not change. So the number of
 *    iterations is known before the first.
 * 3. No iteration leaves the loop, and none uses a variable that another one sets: variables of the body live for one iteration,
 *    and an assignment of any other is an access of point 1.
 * 4. The statements cannot detect the thread that executes them: assignments, loops, conditions, and calls of mathematical and of
 *    visible functions without directives.
 * 5. The order of the operations of an iteration does not change, so each result is the same to the bit.
 *
 * 6. Sums. If iterations do not depend on each other but for updates `s += e` of scalars, the loop gets a reduction clause
 *    (2.21.5): its value is that of some order of the operations. Bitwise operations, and sums and products of unsigned integers,
 *    have the same value in each order. Others are reordered only with the user's leave: `reassociate=on`, `#pragma cleave
 *    reassociate(on)`, or for floating point -fassociative-math.
 *
 * If inner loops continue a perfect nest and meet the same conditions, with bounds that do not depend on outer counters, they
 * are collapsed with the outer one.
 */
#include "fission/fission_internal.h"
#include "polyhedral/dependence.h"

#define FACT(KIND) (UINT64_C(1) << CLEAVE_FACT_##KIND)

/* Point 4. */
bool is_plain_code(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  const uint64_t allowed =
      FACT(CALL) | FACT(CALL_VISIBLE) | FACT(INDIRECTION) | FACT(MEMBER) | FACT(FLOAT_ARITHMETIC);
  for (size_t i = 0; i < node->fact_count; i++)
    if (!(allowed >> node->facts[i].kind & 1) ||
        (node->facts[i].kind == CLEAVE_FACT_CALL && node->facts[i].callee != CLEAVE_CALLEE_MATHEMATICAL))
      return false;
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    if (!is_plain_code(planner, child))
      return false;
  return true;
}

/* Point 2, for a loop of the nest. */
static bool is_counted_on_host(const struct planner *planner, const struct cleave_loop_model *model,
                               const struct cleave_nest_loop *loop) {
  const struct cleave_dimension *counter = &model->loop->dimensions[loop->dimension];
  const bool upwards = counter->step > 0;
  return counter->is_signed && counter->bits >= 32 && counter->step && counter->has_first &&
         (upwards ? counter->has_most : counter->has_least) &&
         host_has_symbols(planner, model, &counter->first) &&
         host_has_symbols(planner, model, upwards ? &counter->most : &counter->least);
}

bool may_reassociate(const struct planner *planner, bool is_floating) {
  return planner->options->reassociate || planner->region->hints & CLEAVE_HINT_REASSOCIATE ||
         (is_floating && planner->unit->reassociates);
}

/* Point 6. */
static bool may_reorder(const struct planner *planner, const struct cleave_accumulator *accumulator) {
  const struct cleave_variable *variable = variable_at(planner, accumulator->variable);
  const bool is_sum = *accumulator->operation == '+' || *accumulator->operation == '*';
  const bool leave = may_reassociate(planner, variable->is_floating);
  return (leave || !is_sum || variable->is_unsigned) && planner->unit->openmp_version >= 50 &&
         !variable->address_taken && !variable->is_captured && !variable->is_global &&
         !variable->is_reference && !variable->is_volatile && !variable->is_atomic &&
         !variable->is_lambda_capture && !variable->is_structured_binding_or_capture;
}

/* LLVM 19's run time never returns from a reduction over teams in a construct with nowait. */
static bool may_reduce(const struct planner *planner, const struct cleave_loop_accesses *loop) {
  const struct cleave_region *region = planner->region;
  bool possible = !cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_NOWAIT);
  for (size_t i = 0; possible && i < loop->accumulator_count; i++)
    possible = may_reorder(planner, &loop->accumulators[i]);
  return possible || !loop->accumulator_count;
}

bool is_deep_nest(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  return node->kind == CLEAVE_NODE_FOR && node->accesses && node->accesses->loop_count;
}

/* A program that asks for one team of `teams` keeps it. */
bool is_in_teams(const struct planner *planner, uint32_t index) {
  bool teams = planner->region->construct & CLEAVE_CONSTRUCT_TEAMS;
  for (uint32_t at = index; !teams && at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    teams = node_at(planner, at)->kind == CLEAVE_NODE_TEAMS;
  return teams;
}

unsigned independent_depth(struct planner *planner, uint32_t index, bool *assumes_disjoint) {
  const struct cleave_node *node = node_at(planner, index);
  const struct cleave_region *region = planner->region;
  const uint32_t forbidden = CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_MAP_OFF | CLEAVE_HINT_SERIAL_HOST;
  *assumes_disjoint = false;
  /* In a header, the linker may choose the kernel of this line that another option has made. */
  if (node->kind != CLEAVE_NODE_FOR || !node->accesses || node->accesses->has_jump ||
      !planner->options->widen || !planner->options->map || region->hints & forbidden ||
      region->flags & CLEAVE_REGION_SHARED || is_in_teams(planner, index) || !is_plain_code(planner, index))
    return 0;
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, index);
  if (!model->loop || !is_counted_on_host(planner, model, &model->loop->nest[0]) ||
      !may_reduce(planner, model->loop))
    return 0;
  const char *obstacle;
  uint32_t offset;
  unsigned depth = 1;
  while (planner->unit->openmp_version >= 50 && depth < model->loop->nest_count &&
         !model->loop->nest[depth].values_end &&
         is_counted_on_host(planner, model, &model->loop->nest[depth]))
    depth++;
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  while (depth && !cleave_nest_is_independent(model, depth, NULL, &assumptions, &obstacle, &offset))
    depth--;
  *assumes_disjoint = depth && assumptions.are_disjoint;
  return depth;
}
