/* FILE: lib/fission/team_loops.c
 * WHAT: kernels whose iterations are shared by the threads of a team.
 *
 *   parallel for: for i: { for t: { for j: b[i][j] = a[i][j-1] + a[i][j+1];  for j: a[i][j] = b[i][j]; } }
 *
 * The iterations (i, j) of the nest depend on each other, so the j loops cannot be on the grid with i. But the iterations of each j
 * loop are independent. In the version a team executes an iteration of i: all its threads execute the t loop, share the
 * iterations of each j loop, and wait for each other at its end. So the loops of a team and those of its threads are chosen apart.
 *
 * Why that is allowed.
 * 1. The iterations of i are independent (mapping.c, points 3 and 4), so teams execute them in any order.
 * 2. The body consists of loops. On each path one loop is shared. Its iterations are independent where the counters of all loops around
 *    it are equal (cleave_inner_loop_is_independent); no variable carries a value from one of them to another
 * (lib/analysis/nests.c). So the
 *    threads execute them in any order.
 * 3. Each shared loop ends in a barrier of the team (OpenMP 5.1, 2.19.2), which orders the memory accesses of its threads as well (2.19.8). So
 *    accesses of different shared loops, and of different iterations of the loops around them, keep their order.
 * 4. All threads encounter the same barriers: the headers of the loops around the shared ones depend on symbols, which the
 *    kernel does not change, and on counters, which are equal in all threads.
 * 5. The order of the operations of an iteration does not change, so each result is the same to the bit.
 */
#include "fission/mapping_internal.h"
#include "polyhedral/dependence.h"

/* The trip count of loop DIMENSION is known when the loop begins, from symbols and the counters around it. */
static bool is_counted(const struct planner *planner, const struct cleave_loop_model *model,
                       uint32_t dimension) {
  const struct cleave_dimension *counter = &model->loop->dimensions[dimension];
  const bool upwards = counter->step > 0;
  return counter->step && counter->step <= INT32_MAX && counter->step >= -INT32_MAX && counter->bits >= 32 &&
         counter->bits <= 64 && counter->has_first && (upwards ? counter->has_most : counter->has_least) &&
         device_can_sum(planner, model, &counter->first) &&
         device_can_sum(planner, model, upwards ? &counter->most : &counter->least);
}

/* The difference of the last and the first value of the loop's counter. */
static bool find_distance(struct planner *planner, const struct cleave_dimension *counter,
                          struct cleave_polynomial *distance) {
  const bool upwards = counter->step > 0;
  return subtract(planner->arena, upwards ? &counter->most : &counter->first,
                  upwards ? &counter->first : &counter->least, distance);
}

/* (DISTANCE + STEP) / STEP, or 0 without iterations. */
static const struct cleave_expression *count_of(struct planner *planner,
                                                const struct cleave_expression *distance, int64_t step) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *zero = cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, 0),
                                 *by = cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG,
                                                            step > 0 ? step : -step);
  const struct cleave_expression *sum =
      cleave_make_parentheses(arena, cleave_make_binary(arena, CLEAVE_ADD, distance, by));
  return cleave_make_conditional(
      arena, cleave_make_parentheses(arena, cleave_make_binary(arena, CLEAVE_LESS, distance, zero)), zero,
      cleave_make_binary(arena, CLEAVE_DIVIDE, sum, by));
}

static void share_loop(struct planner *planner, const struct cleave_loop_model *model,
                       const struct cleave_inner_loop *inner, struct cleave_mapping *mapping) {
  const struct cleave_dimension *counter = &model->loop->dimensions[inner->loop.dimension];
  struct cleave_polynomial distance;
  find_distance(planner, counter, &distance);
  const struct cleave_team_loop loop = {
      .begin = inner->begin,
      .body = {inner->loop.body_begin, inner->loop.body_end},
      .counter = inner->loop.counter,
      .type = inner->loop.type,
      .step = counter->step,
      .first = device_sum(planner, model, &counter->first),
      .count = count_of(planner, device_sum(planner, model, &distance), counter->step)};
  CLEAVE_APPEND(planner->arena, mapping->team_loops, mapping->team_loop_count, loop);
}

/* Chooses a shared loop on each path in the loop AROUND. Returns false if there is a path without one. */
static bool share_loops(struct planner *planner, const struct cleave_loop_model *model, uint32_t around,
                        struct cleave_mapping *mapping, struct cleave_assumptions *assumptions) {
  bool has_loops = false;
  for (size_t i = 0; i < model->loop->inner_count; i++) {
    const struct cleave_inner_loop *inner = &model->loop->inner[i];
    const uint32_t dimension = inner->loop.dimension;
    if (model->loop->dimensions[dimension].around != around)
      continue;
    has_loops = true;
    struct cleave_polynomial distance;
    if (!is_counted(planner, model, dimension) ||
        !find_distance(planner, &model->loop->dimensions[dimension], &distance) ||
        !device_can_sum(planner, model, &distance))
      return false;
    if (cleave_inner_loop_is_independent(model, dimension, assumptions))
      share_loop(planner, model, inner, mapping);
    else if (!share_loops(planner, model, dimension, mapping, assumptions))
      return false;
  }
  return has_loops;
}

/* An upper bound of the trip counts of the shared loops on the host; NULL: it has none. */
static const struct cleave_expression *most_iterations(struct planner *planner,
                                                       const struct cleave_loop_model *model,
                                                       const struct cleave_mapping *mapping) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *most = NULL;
  for (size_t i = 0; i < model->loop->inner_count; i++) {
    const struct cleave_inner_loop *inner = &model->loop->inner[i];
    struct value_bounds bounds = {.count = 0};
    struct cleave_polynomial distance;
    bool is_shared = false;
    for (size_t s = 0; s < mapping->team_loop_count; s++)
      is_shared |= mapping->team_loops[s].begin == inner->begin;
    if (!is_shared || !find_distance(planner, &model->loop->dimensions[inner->loop.dimension], &distance) ||
        !add_bounds(planner, model, &distance, &bounds))
      continue;
    for (size_t b = 0; b < bounds.count; b++) {
      if (!host_can_sum(planner, model, &bounds.values[b]))
        continue;
      const struct cleave_expression *value = host_sum(planner, model, &bounds.values[b]);
      most = most ? cleave_make_conditional(
                        arena,
                        cleave_make_parentheses(arena, cleave_make_binary(arena, CLEAVE_LESS, most, value)),
                        value, most)
                  : value;
      most = cleave_make_parentheses(arena, most);
    }
  }
  return most;
}

/* Whether fewer accesses are to scattered elements if consecutive threads execute iterations of the shared loops, instead of the outer
 * one. */
static bool is_coalesced(struct planner *planner, const struct cleave_loop_model *model,
                         const struct cleave_mapping *mapping) {
  const struct cleave_loop_accesses *loop = model->loop;
  bool *shared = cleave_arena_allocate(planner->arena, loop->dimension_count);
  for (size_t i = 0; i < loop->inner_count; i++)
    for (size_t s = 0; s < mapping->team_loop_count; s++)
      shared[loop->inner[i].loop.dimension] |= mapping->team_loops[s].begin == loop->inner[i].begin;
  return lanes_are_neighbors(planner->arena, loop, shared);
}

bool add_team_version(struct planner *planner, struct cleave_plan_node *plan_node,
                      const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  const struct cleave_node *node = node_at(planner, plan_node->node);
  struct cleave_mapping *mapping = cleave_arena_allocate(arena, sizeof *mapping);
  struct cleave_mapped_loop loop;
  struct nest_box box;
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  *mapping = (struct cleave_mapping){.body = {model->loop->body_begin, model->loop->body_end}};
  if (model->parallel_count != 1 || !model->loop->inner_count || mapping->body.begin == mapping->body.end ||
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION) ||
      order_obstacle(planner, plan_node) ||
      describe_loop(planner, model, &model->loop->nest[0], 0, plan_node->tiling, &box, &loop) ||
      !share_loops(planner, model, model->loop->nest[0].dimension, mapping, &assumptions))
    return false;
  const struct cleave_expression *most = most_iterations(planner, model, mapping);
  const struct cleave_plan_node *kernel = kernel_of_teams(planner, plan_node);
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if (!most || !kernel ||
      (assumptions.are_disjoint && !add_disjoint_objects(planner, model, true, disjoint)) || !decide(planner))
    return false;
  mapping->disjoint = assumptions.are_disjoint ? disjoint : NULL;
  CLEAVE_APPEND(arena, mapping->loops, mapping->loop_count, loop);
  name_variables(planner, mapping);
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call,
                    CLEAVE_NEST_IN_TEAMS |
                        (is_coalesced(planner, model, mapping) ? CLEAVE_NEST_IS_BETTER : 0));
  cleave_add_number(arena, call, 0);
  cleave_add_number(arena, call, 2);
  cleave_add_argument(arena, call, loop.count);
  cleave_add_argument(arena, call, most);
  mapping->span = call;
  const struct cleave_version version = {.guard = guard_of_mapping(planner, model, mapping, clauses, NULL),
                                         .body = CLEAVE_BODY_MAPPED,
                                         .kernel = kernel,
                                         .mapping = mapping};
  CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_TEAM_LOOPS, node->directive.begin,
       cleave_arena_format(arena, "%zu loop%s", mapping->team_loop_count,
                           mapping->team_loop_count == 1 ? "" : "s"));
  return true;
}
