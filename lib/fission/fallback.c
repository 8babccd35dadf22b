/* FILE: lib/fission/fallback.c
 * WHAT: split regions that keep the original form as a fallback, for launches with few iterations.
 *
 * Each kernel of a split region costs a launch and a wait. If no loop has many more iterations than one team
 * has threads, one launch suffices: the original region does the same work in about as many threads. The
 * run-time library decides at each execution of the region (lib/geometry/one_team.c). Its arguments are
 * expressions of the program: iterations, memory round trips of each iteration, and the bytes of all copies.
 *
 * Why that is allowed: the fallback is the user's program. Two conditions must hold: the text keeps its
 * meaning on one line, and the evaluation of the trip counts has no side effects. Trip counts consist of two
 * kinds of values: integers that the region receives by value and does not change, and counters of host
 * loops. The end of its range replaces a counter.
 *
 * The original form of a distribute loop has a team for each of its iterations. Its parallel loops then have the threads of one
 * team each, and the decision compares that with all threads of the device.
 *
 * The number of times that the host executes a loop or a branch need not be known. Kernels that are launched
 * equally often form one group. The rule of the run-time library holds for any number of launches of each
 * group.
 */
#include <string.h>

#include "abi/entry_points.h"
#include "fission/fission_internal.h"
#include "model/affine.h"

/* Accesses of one iteration that are in flight at once: they count as one round trip. Of a serial loop, several iterations are in flight
 * as well, since it is unrolled. Associated loops are not, so the wait of one of their iterations counts as that many round
 * trips. A data environment without the transfer engine costs as much as so many kernels. bench/slower.sh finds 0.6 to 1.5 round trips
 * for an iteration of an associated loop, and 12 to 16 us for an environment. */
enum { ACCESSES_AT_ONCE = 4, ITERATIONS_AT_ONCE = 2, ENVIRONMENT_KERNELS = 2 };

/* The arguments of the decision in the run-time library: of type double, except for counts. */
struct estimate {
  /* The kernels that are launched equally often: those in the same innermost loop or branch of the host. */
  struct kernel_group {
    uint32_t place;   /* the body of the loop, or the branch: a node; CLEAVE_NO_NODE: outside of all */
    unsigned kernels; /* how many run each time */
    /* The trip count of each loop, and the memory round trips of an iteration, both as upper bounds; 0 round
     * trips: not known. */
    struct counted_loop {
      const struct cleave_expression *trip_count, *steps;
    } *loops;
    size_t loop_count;
  } *groups;
  size_t group_count, loop_count;
};

/* ---- Trip counts ------------------------------------------------------------------------------ */

/* Whether the host can read VARIABLE before the region, with the value that the region's loops use. */
static bool is_given(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return host_knows(planner, index) && variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE &&
         variable->type_class == CLEAVE_TYPE_INTEGER && !variable->is_volatile && !variable->is_atomic &&
         !is_hidden(planner, index) &&
         !(flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS));
}

/* Whether the region is a task: other tasks may change its data until it begins. */
static bool is_task(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  return cleave_clauses_bound(region->clauses, region->clause_count, CLEAVE_BOUNDS_TASK);
}

/* The counter of a FOR node; NULL if the node has no description. */
static const struct cleave_dimension *counter_of(const struct cleave_node *node) {
  for (size_t d = 0; node->accesses && d < node->accesses->dimension_count; d++)
    if (node->accesses->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL)
      return &node->accesses->dimensions[d];
  return NULL;
}

/* The loop of the host around NODE that VARIABLE counts; NULL if there is none whose header alone changes it. */
static const struct cleave_node *loop_counted_by(const struct planner *planner,
                                                 const struct cleave_node *node, uint32_t variable) {
  while (variable != CLEAVE_NO_VARIABLE && node->parent != CLEAVE_NO_NODE) {
    node = node_at(planner, node->parent);
    if (node->kind == CLEAVE_NODE_FOR && counter_of(node) && counter_of(node)->variable == variable)
      return variable_at(planner, variable)->address_taken ? NULL : node;
  }
  return NULL;
}

/* The description of the loop at NODE; or NULL. */
static const struct cleave_loop_accesses *description_of(const struct cleave_node *node) {
  return node->accesses ? node->accesses : node->headers ? node->headers : node->scan;
}

/* The host loop whose counter is the only factor of TERM, in the description of NODE, except for a
 * constant. */
static const struct cleave_node *host_loop_of(const struct planner *planner, const struct cleave_node *node,
                                              const struct cleave_term *term) {
  if (term->factor_count != 1)
    return NULL;
  const struct cleave_dimension *it = &description_of(node)->dimensions[term->factors[0]];
  return it->kind == CLEAVE_DIMENSION_SYMBOL ? loop_counted_by(planner, node, it->variable) : NULL;
}

static const struct cleave_expression *number(const struct planner *planner, uint64_t value) {
  return cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_FLOATING, (int64_t)value);
}

static const struct cleave_expression *combine(const struct planner *planner,
                                               const struct cleave_expression *left,
                                               enum cleave_operation operation,
                                               const struct cleave_expression *right) {
  return cleave_make_binary(planner->arena, operation, left, right);
}

/* The value that the host estimates for the dimension IT: of a variable, or of a member of an object that the region maps. NULL: none.
 * Data of a task may change until the region begins, so members of such a region have no estimate. */
static const struct cleave_expression *estimated(const struct planner *planner,
                                                 const struct cleave_dimension *it) {
  if (it->kind == CLEAVE_DIMENSION_SYMBOL && !variable_at(planner, it->variable)->is_member &&
      is_given(planner, it->variable))
    return variable_value(planner, it->variable);
  const bool is_member = it->kind == CLEAVE_DIMENSION_SYMBOL && variable_at(planner, it->variable)->is_member;
  if ((it->kind != CLEAVE_DIMENSION_UNKNOWN && !is_member) || it->member_begin == it->member_end ||
      is_task(planner) || !host_reads_member(planner, it->object))
    return NULL;
  return cleave_make_source(planner->arena, (struct cleave_range){it->member_begin, it->member_end});
}

/* SUM with the terms of VALUE added, or subtracted if NEGATIVE, except for those of host counters; NULL if
 * the host does not have all of their values. In floating point: if the loop has no iterations, the bounds
 * may have any values, and a sanitizer must find no overflow here. */
static const struct cleave_expression *add_value(const struct planner *planner,
                                                 const struct cleave_node *node,
                                                 const struct cleave_polynomial *value, bool negative,
                                                 const struct cleave_expression *sum) {
  for (size_t i = 0; i < value->term_count; i++) {
    const struct cleave_term *term = &value->terms[i];
    if (host_loop_of(planner, node, term))
      continue;
    const uint64_t size = term->coefficient < 0 ? -(uint64_t)term->coefficient : (uint64_t)term->coefficient;
    const struct cleave_expression *product = number(planner, size);
    for (uint32_t f = 0; f < term->factor_count; f++) {
      const struct cleave_dimension *it = &description_of(node)->dimensions[term->factors[f]];
      const struct cleave_expression *factor = estimated(planner, it);
      if (!factor)
        return NULL;
      product = combine(planner, product, CLEAVE_MULTIPLY,
                        cleave_make_cast(planner->arena, CLEAVE_TYPE_DOUBLE, factor));
    }
    sum = combine(planner, sum, (term->coefficient < 0) != negative ? CLEAVE_SUBTRACT : CLEAVE_ADD, product);
  }
  return sum;
}

/* The coefficient of dimension D in VALUE where D is the only factor. */
static int64_t coefficient_of(const struct cleave_polynomial *value, uint32_t d) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count == 1 && value->terms[i].factors[0] == d)
      return value->terms[i].coefficient;
  return 0;
}

/* The largest value of FROM - TO, in the description of NODE, over the values of the host counters around
 * NODE; either may be NULL, for 0. Each counter has the end of its range at which the difference is largest.
 * Terms of both sides are subtracted first, so that `i = k; i < k + 16` has 16 iterations. NULL if the host
 * cannot compute it. */
static const struct cleave_expression *difference_of(const struct planner *planner,
                                                     const struct cleave_node *node,
                                                     const struct cleave_polynomial *from,
                                                     const struct cleave_polynomial *to) {
  static const struct cleave_polynomial zero;
  from = from ? from : &zero;
  to = to ? to : &zero;
  const struct cleave_expression *sum = add_value(planner, node, from, false, number(planner, 0));
  sum = sum ? add_value(planner, node, to, true, sum) : NULL;
  for (uint32_t d = 0; sum && d < description_of(node)->dimension_count; d++) {
    int64_t factor;
    if (__builtin_sub_overflow(coefficient_of(from, d), coefficient_of(to, d), &factor) ||
        factor == INT64_MIN)
      return NULL;
    const struct cleave_dimension *it = &description_of(node)->dimensions[d];
    const struct cleave_node *host_loop =
        factor && it->kind == CLEAVE_DIMENSION_SYMBOL ? loop_counted_by(planner, node, it->variable) : NULL;
    if (!host_loop)
      continue;
    const struct cleave_dimension *counter = counter_of(host_loop);
    const bool last = (factor > 0) == (counter->step > 0); /* its last value makes the difference largest */
    if (!counter->step || !counter->has_first ||
        (last && !(counter->step > 0 ? counter->has_most : counter->has_least)))
      return NULL;
    const struct cleave_polynomial *value = !last               ? &counter->first
                                            : counter->step > 0 ? &counter->most
                                                                : &counter->least;
    const struct cleave_expression *largest =
        difference_of(planner, host_loop, factor > 0 ? value : NULL, factor > 0 ? NULL : value);
    if (!largest)
      return NULL;
    sum = combine(planner, sum, CLEAVE_ADD,
                  combine(planner, number(planner, (uint64_t)(factor > 0 ? factor : -factor)),
                          CLEAVE_MULTIPLY, cleave_make_parentheses(planner->arena, largest)));
  }
  return sum;
}

/* The largest trip count of the loop of the dimension IT of NODE; NULL if the host cannot compute it. */
static const struct cleave_expression *iterations_of(const struct planner *planner,
                                                     const struct cleave_node *node,
                                                     const struct cleave_dimension *it) {
  const bool up = it->step > 0;
  if (!it->step || !it->has_first || !(up ? it->has_most : it->has_least))
    return NULL;
  const struct cleave_expression *range =
      difference_of(planner, node, up ? &it->most : &it->first, up ? &it->first : &it->least);
  if (!range)
    return NULL;
  range = combine(planner, cleave_make_parentheses(planner->arena, range), CLEAVE_DIVIDE,
                  number(planner, up ? (uint64_t)it->step : -(uint64_t)it->step));
  return cleave_make_parentheses(planner->arena, combine(planner, range, CLEAVE_ADD, number(planner, 1)));
}

/* The largest trip count of the loops associated with NODE, or NULL if the host cannot compute it. */
static const struct cleave_expression *trip_count_of(const struct planner *planner,
                                                     const struct cleave_node *node) {
  const struct cleave_loop_accesses *loop = description_of(node);
  const struct cleave_expression *product = NULL;
  for (uint32_t d = 0; loop && d < loop->dimension_count; d++) {
    if (loop->dimensions[d].kind != CLEAVE_DIMENSION_PARALLEL)
      continue;
    const struct cleave_expression *count = iterations_of(planner, node, &loop->dimensions[d]);
    if (!count)
      return NULL;
    product = product ? combine(planner, product, CLEAVE_MULTIPLY, count) : count;
  }
  return product;
}

/* ---- How often an iteration waits for memory ---------------------------------------------------- */

/* Whether the described loops are the only loops of NODE, and it calls no functions: the run time of a call
 * is not known. */
static bool is_counted(const struct planner *planner, const struct cleave_node *node) {
  const struct cleave_loop_accesses *loop = description_of(node);
  size_t loops = 0;
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    loops += loop->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL;
  return loop->loop_count == loops &&
         !cleave_region_find_fact(planner->region, (uint32_t)(node - planner->region->nodes),
                                  UINT64_C(1) << CLEAVE_FACT_CALL | UINT64_C(1) << CLEAVE_FACT_CALL_VISIBLE);
}

/* The memory round trips of one iteration of the loop of dimension D alone; of an associated loop: of its
 * body. */
static size_t waits_in(const struct cleave_loop_accesses *loop, uint32_t d) {
  size_t accesses = 0;
  for (size_t i = 0; i < loop->access_count; i++)
    accesses += loop->accesses[i].subscript_count && loop->accesses[i].around == d;
  return accesses > ACCESSES_AT_ONCE ? (accesses + ACCESSES_AT_ONCE - 1) / ACCESSES_AT_ONCE : 1;
}

/* The largest number of memory round trips of an iteration of NODE: for each loop in it, the trip counts of
 * all loops around it multiplied; 0 if that is not known. */
static const struct cleave_expression *steps_of(const struct planner *planner,
                                                const struct cleave_node *node) {
  const struct cleave_expression *unknown = number(planner, 0);
  const struct cleave_loop_accesses *loop = description_of(node);
  if (loop == node->headers || !is_counted(planner, node))
    return loop->knows_elements
               ? number(planner, ITERATIONS_AT_ONCE - 1 +
                                     (loop->element_count + ACCESSES_AT_ONCE - 1) / ACCESSES_AT_ONCE)
               : unknown;
  uint32_t innermost = CLEAVE_NO_DIMENSION; /* of the associated loops */
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    if (loop->dimensions[d].kind == CLEAVE_DIMENSION_PARALLEL)
      innermost = d;
  const struct cleave_expression *sum = number(planner, ITERATIONS_AT_ONCE * waits_in(loop, innermost));
  for (uint32_t d = 0; d < loop->dimension_count; d++) {
    if (loop->dimensions[d].kind != CLEAVE_DIMENSION_SEQUENTIAL)
      continue;
    const struct cleave_expression *product = number(planner, waits_in(loop, d));
    for (uint32_t at = d;
         at != CLEAVE_NO_DIMENSION && loop->dimensions[at].kind == CLEAVE_DIMENSION_SEQUENTIAL;
         at = loop->dimensions[at].around) {
      const struct cleave_expression *count = iterations_of(planner, node, &loop->dimensions[at]);
      if (!count)
        return unknown;
      product = combine(planner, product, CLEAVE_MULTIPLY, count);
    }
    sum = combine(planner, sum, CLEAVE_ADD, product);
  }
  return sum;
}

/* The size in bytes of the objects that are copied around the region; 0 if it is not known. The expressions
 * are evaluated before the plan's own variables are declared, so they must not name them. */
static const struct cleave_expression *bytes_of(const struct planner *planner) {
  const struct cleave_engine_form *engine = planner->plan->temporary_count ? NULL : planner->plan->engine;
  const struct cleave_expression *sum = number(planner, 0);
  for (size_t i = 0; engine && i < engine->object_count; i++)
    sum = combine(planner, sum, CLEAVE_ADD,
                  cleave_make_cast(planner->arena, CLEAVE_TYPE_DOUBLE,
                                   cleave_make_parentheses(planner->arena, engine->objects[i].bytes)));
  return sum;
}

/* ---- The region ------------------------------------------------------------------------------- */

/* Whether a clause sets in how many threads the region is executed, which the model of the decision assumes; or sets a variable to its
 * last value, which clang 19 loses in some cases (lastprivate.c). nowait and depend are allowed: the fallback is the same task
 * (OpenMP 5.1, 2.14.5), and the decision uses values that the task captures when it is generated. */
static bool has_execution_clauses(const struct cleave_clause *clauses, size_t count, bool takes_teams) {
  return (!takes_teams && cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_TEAMS)) ||
         cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_THREADS) ||
         cleave_clauses_bound(clauses, count, CLEAVE_BOUNDS_ANYTHING) ||
         cleave_clause_find(clauses, count, CLEAVE_CLAUSE_LASTPRIVATE);
}

/* The innermost loop body or branch around NODE, itself included, that the host executes; CLEAVE_NO_NODE: the region
 * executes NODE once. */
static uint32_t place_of(const struct planner *planner, uint32_t node) {
  for (uint32_t at = node, parent; (parent = node_at(planner, at)->parent) != CLEAVE_NO_NODE; at = parent)
    if (planner->host_controlled[parent] &&
        (is_loop_statement(node_at(planner, parent)) || node_at(planner, parent)->kind == CLEAVE_NODE_IF))
      return at;
  return CLEAVE_NO_NODE;
}

/* The group of the kernels at NODE; a new one if there is none. */
static struct kernel_group *group_of(const struct planner *planner, struct estimate *it, uint32_t node) {
  const struct kernel_group new = {.place = place_of(planner, node)};
  for (size_t i = 0; i < it->group_count; i++)
    if (it->groups[i].place == new.place)
      return &it->groups[i];
  CLEAVE_APPEND(planner->arena, it->groups, it->group_count, new);
  return &it->groups[it->group_count - 1];
}

/* Counts the kernels of PLAN_NODE and below it, including those that compute a condition for the host. */
static void count_kernels(const struct planner *planner, const struct cleave_plan_node *plan_node,
                          struct estimate *it) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->kind == CLEAVE_PLAN_KERNEL || plan_node->kind == CLEAVE_PLAN_SERIAL)
    group_of(planner, it, plan_node->node)->kernels += plan_node->launch_value_count ? 2 : 1;
  /* A loop's condition is computed for each iteration, and once more. */
  if (plan_node->outcome)
    group_of(planner, it, is_loop_statement(node) ? node->first_child : plan_node->node)->kernels++;
  for (size_t i = 0; i < plan_node->child_count; i++)
    count_kernels(planner, plan_node->children[i], it);
}

/* Whether the fallback can save launches: several kernels, or one that may run several times. */
static bool has_many_launches(const struct planner *planner, const struct estimate *it) {
  unsigned kernels = 0;
  for (size_t i = 0; i < it->group_count; i++) {
    const uint32_t place = it->groups[i].place;
    kernels += it->groups[i].kernels;
    for (uint32_t at = place; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
      if (is_loop_statement(node_at(planner, at)) && planner->host_controlled[at])
        return true;
  }
  return kernels > 1;
}

/* clang 19 loses pointers to rows of variable length in a kernel of several constructs: see serial.c. The
 * split form of such a region has correct results, the original form has not. */
static bool is_lost(const struct planner *planner) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (variable_at(planner, i)->has_variable_length)
      return true;
  return false;
}

/* IN_TEAMS: the original form is a distribute loop. */
static bool is_suitable(const struct planner *planner, const struct estimate *it, bool in_teams) {
  const struct cleave_region *region = planner->region;
  const uint32_t elsewhere = CLEAVE_REGION_SHARED | CLEAVE_REGION_IN_HEADER | CLEAVE_REGION_IN_MACRO |
                             CLEAVE_REGION_IN_TEMPLATE | CLEAVE_REGION_HAS_INSTANCES |
                             CLEAVE_REGION_HAS_OPERATOR | CLEAVE_REGION_IN_TARGET_FUNCTION;
  if (!has_many_launches(planner, it) || region->flags & elsewhere ||
      planner->unit->text[region->directive.begin] != '#' ||
      (!in_teams && region->construct & CLEAVE_CONSTRUCT_TEAMS) ||
      has_execution_clauses(region->clauses, region->clause_count, in_teams) || is_lost(planner))
    return false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    uint32_t offset;
    /* With an inferred clause, the original form has a data race. */
    if ((!in_teams && node->kind == CLEAVE_NODE_TEAMS) ||
        has_execution_clauses(node->clauses, node->clause_count, false) || cleave_inferred_private(node) ||
        fact_clone_obstacle(node, false, &offset))
      return false;
  }
  return true;
}

/* Stores the device of the region's directive in *DEVICE; false if evaluating it twice has an effect. */
static bool take_device(const struct planner *planner, const struct cleave_expression **device) {
  const struct cleave_region *region = planner->region;
  const struct cleave_clause *clause =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_DEVICE);
  *device = clause ? cleave_make_source(planner->arena, clause->argument) : NULL;
  return !clause || !(clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS);
}

/* ---- Its text --------------------------------------------------------------------------------- */

static void add_fragment(struct planner *planner, struct cleave_version *version, bool is_directive,
                         struct cleave_range range) {
  const struct cleave_fragment fragment = {range, is_directive};
  CLEAVE_APPEND(planner->arena, version->fragments, version->fragment_count, fragment);
}

bool take_region_text(struct planner *planner, struct cleave_version *version) {
  const struct cleave_unit *unit = planner->unit;
  const struct cleave_range all = {planner->region->directive.begin, node_at(planner, 0)->range.end};
  if (has_expansions(unit, all) || word_clone_obstacle(planner, all))
    return false;
  for (uint32_t at = all.begin; at < all.end;) {
    const struct cleave_token *directive =
        cleave_find_token(&unit->tokens, (struct cleave_range){at, all.end},
                          CLEAVE_TOKENS_DIRECTIVE & ~CLEAVE_TOKENS_LOOP_HINT, NULL);
    const struct cleave_range code = {at, directive ? directive->range.begin : all.end};
    if (layout_clone_obstacle(unit, code))
      return false;
    if (code.begin < code.end)
      add_fragment(planner, version, false, code);
    if (!directive)
      return true;
    if (directive->range.end >= all.end || directive->kind == CLEAVE_TOKEN_CONDITIONAL ||
        directive->kind == CLEAVE_TOKEN_OTHER_DIRECTIVE)
      return false;
    if (directive->kind == CLEAVE_TOKEN_OPENMP_PRAGMA)
      add_fragment(planner, version, true, directive->range);
    at = directive->range.end;
  }
  return true;
}

/* The fallback executes a serial loop in one thread, and its team has this number. */
#define THREADS_OF_TEAM 128

/* Adds the estimates of all loops of PLAN_NODE to their groups; returns false if the host cannot compute a trip count. */
static bool add_loops(const struct planner *planner, const struct cleave_plan_node *plan_node,
                      struct estimate *it) {
  const bool is_serial = plan_node->kind == CLEAVE_PLAN_SERIAL && (plan_node->depth || plan_node->scans);
  if (is_serial || plan_node->kind == CLEAVE_PLAN_KERNEL) {
    const struct cleave_node *node = node_at(planner, plan_node->node);
    struct counted_loop loop = {.trip_count = trip_count_of(planner, node)};
    if (!loop.trip_count)
      return false;
    loop.steps = steps_of(planner, node);
    if (is_serial)
      loop.steps = combine(planner, cleave_make_parentheses(planner->arena, loop.steps), CLEAVE_MULTIPLY,
                           number(planner, THREADS_OF_TEAM));
    struct kernel_group *group = group_of(planner, it, plan_node->node);
    CLEAVE_APPEND(planner->arena, group->loops, group->loop_count, loop);
    it->loop_count++;
  }
  for (size_t i = 0; i < plan_node->child_count; i++)
    if (!add_loops(planner, plan_node->children[i], it))
      return false;
  return it->loop_count <= CLEAVE_MOST_SPLIT_LOOPS && it->group_count <= CLEAVE_MOST_SPLIT_LOOPS;
}

/* Adds the estimates of GROUP as arguments. */
static void add_group(struct cleave_arena *arena, struct cleave_expression *call,
                      const struct kernel_group *group) {
  for (size_t i = 0; i < group->loop_count; i++) {
    cleave_add_argument(arena, call, group->loops[i].trip_count);
    cleave_add_argument(arena, call, group->loops[i].steps);
  }
}

/* The condition for the fallback: libcleave finds that the split form is not profitable. TEAMS: of the original form; NULL: one. */
static const struct cleave_expression *guard_of(const struct planner *planner, const struct estimate *it,
                                                const struct cleave_expression *device,
                                                const struct cleave_expression *teams) {
  struct cleave_arena *arena = planner->arena;
  const struct kernel_group *first = &it->groups[0];
  const bool nested = teams || it->group_count > 1 || first->place != CLEAVE_NO_NODE;
  struct cleave_expression *call = cleave_make_call(arena, teams    ? CLEAVE_CALL_TEAMS_SPLIT_PAYS
                                                           : nested ? CLEAVE_CALL_NESTED_SPLIT_PAYS
                                                                    : CLEAVE_CALL_SPLIT_PAYS);
  cleave_add_device_argument(arena, call, device);
  if (!nested)
    cleave_add_number(arena, call, first->kernels);
  cleave_add_argument(arena, call, teams ? teams : bytes_of(planner));
  cleave_add_number(arena, call, (int64_t)(nested ? it->group_count : first->loop_count));
  for (size_t i = 0; i < it->group_count; i++) {
    if (nested) {
      cleave_add_number(arena, call, it->groups[i].kernels);
      cleave_add_number(arena, call, (int64_t)it->groups[i].loop_count);
    }
    add_group(arena, call, &it->groups[i]);
  }
  return cleave_make_binary(arena, CLEAVE_AND, cleave_make_function(arena, call->function),
                            cleave_make_unary(arena, CLEAVE_NOT, call));
}

/* TEAMS: see guard_of. */
static void add_fallback(struct planner *planner, const struct cleave_expression *teams) {
  struct estimate it = {0};
  struct cleave_version version = {.body = CLEAVE_BODY_SOURCE};
  const struct cleave_expression *device;
  if (!planner->options->single_kernel_fallback || !planner->options->may_call)
    return;
  count_kernels(planner, planner->plan->root, &it);
  if (!is_suitable(planner, &it, teams != NULL) || !add_loops(planner, planner->plan->root, &it) ||
      !take_device(planner, &device) || !take_region_text(planner, &version))
    return;
  for (size_t i = 0; i < it.group_count && !planner->plan->engine; i++)
    if (it.groups[i].place == CLEAVE_NO_NODE)
      it.groups[i].kernels += ENVIRONMENT_KERNELS;
  version.guard = guard_of(planner, &it, device, teams);
  struct cleave_versions *versions = &planner->plan->versions;
  if (versions->count) /* the original form is there for lack of memory */
    versions->items[0].guard = cleave_make_binary(planner->arena, CLEAVE_OR, versions->items[0].guard,
                                                  cleave_make_parentheses(planner->arena, version.guard));
  else
    CLEAVE_APPEND(planner->arena, versions->items, versions->count, version);
  note(planner, CLEAVE_REASON_FALLBACK, planner->region->offset, NULL);
}

void add_single_kernel_fallback(struct planner *planner) { add_fallback(planner, NULL); }

void add_teams_fallback(struct planner *planner, const struct cleave_expression *teams) {
  add_fallback(planner, cleave_make_cast(planner->arena, CLEAVE_TYPE_DOUBLE,
                                         cleave_make_parentheses(planner->arena, teams)));
}
