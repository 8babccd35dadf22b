/* FILE: lib/fission/mapped_loops.c
 * WHAT: the loops of a mapped nest, in values that the host has before the launch.
 */
#include <string.h>

#include "fission/mapping_internal.h"

static const struct cleave_expression *long_constant(struct planner *planner, int64_t value) {
  return cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_LONG, value);
}

static bool has_counters(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const struct cleave_dimension *it = &loop->dimensions[value->terms[t].factors[f]];
      if (it->kind == CLEAVE_DIMENSION_PARALLEL || it->kind == CLEAVE_DIMENSION_SEQUENTIAL ||
          (it->kind == CLEAVE_DIMENSION_QUOTIENT && has_counters(loop, &it->numerator)))
        return true;
    }
  return false;
}

/* Whether VALUE depends on counters, in a quotient. */
static bool has_counters_in_quotient(const struct cleave_loop_accesses *loop,
                                     const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const struct cleave_dimension *it = &loop->dimensions[value->terms[t].factors[f]];
      if (it->kind == CLEAVE_DIMENSION_QUOTIENT && has_counters(loop, &it->numerator))
        return true;
    }
  return false;
}

/* Replaces remainders in VALUE that depend on counters, so that *LIMIT is not greater, or, if MOST, not less. */
static bool without_remainders(struct planner *planner, const struct cleave_loop_accesses *loop,
                               const struct cleave_polynomial *value, bool most,
                               struct cleave_polynomial *limit) {
  struct remainder remainder;
  struct cleave_polynomial rest = *value;
  *limit = rest;
  while (has_counters_in_quotient(loop, limit)) {
    if (!find_remainder(planner->arena, loop, limit, &remainder))
      return false;
    const int64_t greatest = loop->dimensions[remainder.quotient].denominator - 1,
                  least = remainder.is_positive ? 0 : -greatest;
    const struct cleave_polynomial bound = {
        &(struct cleave_term){.coefficient = (remainder.times > 0) == most ? -greatest : -least}, 1};
    struct cleave_term times = {.coefficient = remainder.times};
    struct cleave_polynomial product;
    rest = remainder.rest;
    if (!bound.terms->coefficient) {
      *limit = rest;
      continue;
    }
    if (!multiply(planner->arena, &bound, &(struct cleave_polynomial){&times, 1}, &product) ||
        !subtract(planner->arena, &rest, &product, limit))
      return false;
  }
  return true;
}

/* Replaces the counters of the DEPTH outermost loops in VALUE, so that *LIMIT is its least value in the box, or, if MOST, the
 * greatest. */
static bool limit_in_box(struct planner *planner, const struct cleave_loop_accesses *loop,
                         const struct nest_box *box, size_t depth, const struct cleave_polynomial *value,
                         bool most, struct cleave_polynomial *limit) {
  if (!without_remainders(planner, loop, value, most, limit))
    return false;
  for (size_t i = depth; i--;) {
    const uint32_t counter = loop->nest[i].dimension;
    const int64_t by = counter_coefficient(loop, limit, counter);
    const struct cleave_polynomial before = *limit;
    if (by == INT64_MAX ||
        (by && !substitute_counter(planner->arena, &before, counter,
                                   (by > 0) == most ? &box->greatest[i] : &box->least[i], limit)))
      return false;
  }
  return true;
}

/* Whether VALUE is a sum of counters and symbols with small coefficients. With counters that lie between such sums of symbols, no
 * partial sum overflows a long: 64 * 2^8 * (64 * 2^8 * 2^31) < 2^63. */
static bool is_small_sum(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    const int64_t most = term->factor_count ? 256 : INT32_MAX;
    if (term->factor_count > 1 || term->coefficient > most || term->coefficient < -most ||
        (term->factor_count && loop->dimensions[term->factors[0]].kind == CLEAVE_DIMENSION_QUOTIENT))
      return false;
  }
  return value->term_count <= 64;
}

/* The name of the counter DIMENSION; NULL: it is none, or that of a loop without a description. */
static const char *name_of_counter(const struct cleave_loop_accesses *loop, uint32_t dimension) {
  const char *name = NULL;
  for (size_t i = 0; i < loop->nest_count; i++)
    name = loop->nest[i].dimension == dimension ? loop->nest[i].counter : name;
  for (size_t i = 0; i < loop->inner_count; i++)
    name = loop->inner[i].loop.dimension == dimension ? loop->inner[i].loop.counter : name;
  return name && *name ? name : NULL;
}

/* Counters have at most 32 bits, so no sum overflows: 64 * 2^8 * 2^32 < 2^63. */
bool device_can_sum(const struct planner *planner, const struct cleave_loop_model *model,
                    const struct cleave_polynomial *value) {
  bool possible = is_small_sum(model->loop, value);
  for (size_t t = 0; possible && t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    if (term->factor_count && !host_has_symbol(planner, model, term->factors[0]))
      possible = name_of_counter(model->loop, term->factors[0]) &&
                 model->loop->dimensions[term->factors[0]].bits <= 32;
  }
  return possible;
}

/* The names of counters are those of the source. */
const struct cleave_expression *device_sum(struct planner *planner, const struct cleave_loop_model *model,
                                           const struct cleave_polynomial *value) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *sum = long_constant(planner, 0);
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_term *term = &value->terms[t];
    const char *counter = term->factor_count ? name_of_counter(model->loop, term->factors[0]) : NULL;
    const struct cleave_expression *factor = counter ? cleave_make_name(arena, counter) : NULL;
    if (term->factor_count && !factor)
      factor = variable_value(planner, model->loop->dimensions[term->factors[0]].variable);
    const struct cleave_expression *product = long_constant(planner, term->coefficient);
    if (factor)
      product = cleave_make_binary(arena, CLEAVE_MULTIPLY, product,
                                   cleave_make_cast(arena, CLEAVE_TYPE_LONG, factor));
    sum = cleave_make_binary(arena, CLEAVE_ADD, sum, product);
  }
  return sum;
}

/* !(counter < FIRST) && !(counter > LAST), for a loop that counts upwards; downwards the other way round. */
static const struct cleave_expression *
inside_condition(struct planner *planner, const struct cleave_loop_model *model, const char *counter,
                 const struct cleave_polynomial *least, const struct cleave_polynomial *greatest) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *value =
      cleave_make_cast(arena, CLEAVE_TYPE_LONG, cleave_make_name(arena, counter));
  const struct cleave_expression *below =
      cleave_make_binary(arena, CLEAVE_LESS, value, device_sum(planner, model, least));
  const struct cleave_expression *above =
      cleave_make_binary(arena, CLEAVE_GREATER, value, device_sum(planner, model, greatest));
  return cleave_make_unary(
      arena, CLEAVE_NOT, cleave_make_parentheses(arena, cleave_make_binary(arena, CLEAVE_OR, below, above)));
}

bool describe_range(struct planner *planner, const struct cleave_loop_model *model, int64_t step,
                    const struct cleave_polynomial *least, const struct cleave_polynomial *greatest,
                    struct cleave_mapped_loop *loop) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_polynomial distance;
  if (!subtract(arena, greatest, least, &distance) || !host_can_sum(planner, model, least) ||
      !host_can_sum(planner, model, greatest) || !host_can_sum(planner, model, &distance))
    return false;
  loop->first = host_sum(planner, model, step > 0 ? least : greatest);
  /* (greatest - least + step) / step, without a negative operand: else libcleave gets 0 or less. */
  const int64_t by = step > 0 ? step : -step;
  const struct cleave_expression *total =
      cleave_make_binary(arena, CLEAVE_ADD, long_constant(planner, by), host_sum(planner, model, &distance));
  loop->count = by == 1 ? total
                        : cleave_make_binary(arena, CLEAVE_DIVIDE, cleave_make_parentheses(arena, total),
                                             long_constant(planner, by));
  return true;
}

const char *describe_loop(struct planner *planner, const struct cleave_loop_model *model,
                          const struct cleave_nest_loop *nest_loop, size_t index,
                          const struct cleave_tiling *tiling, struct nest_box *box,
                          struct cleave_mapped_loop *loop) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_dimension *counter = &model->loop->dimensions[nest_loop->dimension];
  *loop = (struct cleave_mapped_loop){
      .counter = nest_loop->counter, .type = nest_loop->type, .step = counter->step};
  if (counter->bits < 8 || counter->bits > 64 || !counter->step || !counter->has_first ||
      !(counter->step > 0 ? counter->has_most : counter->has_least) || counter->step > INT32_MAX ||
      counter->step < -INT32_MAX)
    return cleave_arena_format(arena, "the trip count of the loop over '%s' is not known at the launch",
                               nest_loop->counter);
  const bool upwards = counter->step > 0;
  const struct cleave_polynomial *least = upwards ? &counter->first : &counter->least,
                                 *greatest = upwards ? &counter->most : &counter->first;
  if (!limit_in_box(planner, model->loop, box, index, least, false, &box->least[index]) ||
      !limit_in_box(planner, model->loop, box, index, greatest, true, &box->greatest[index]) ||
      !describe_range(planner, model, counter->step, &box->least[index], &box->greatest[index], loop))
    return cleave_arena_format(
        arena, "the trip count of the loop over '%s' is not a sum of values that the host has",
        nest_loop->counter);
  if (tiling) {
    const struct cleave_expression *first = cleave_make_name(arena, tiling->first_name),
                                   *bound = cleave_make_name(arena, tiling->bound_name);
    loop->first = cleave_make_cast(arena, CLEAVE_TYPE_LONG, first);
    loop->count =
        cleave_make_binary(arena, CLEAVE_ADD,
                           cleave_make_binary(arena, CLEAVE_SUBTRACT,
                                              cleave_make_cast(arena, CLEAVE_TYPE_LONG, bound), loop->first),
                           long_constant(planner, tiling->bound_is_last));
    return NULL;
  }
  if (!cleave_polynomials_equal(least, &box->least[index]) ||
      !cleave_polynomials_equal(greatest, &box->greatest[index])) {
    bool is_small = is_small_sum(model->loop, least) && is_small_sum(model->loop, greatest);
    for (size_t i = 0; is_small && i <= index; i++)
      is_small = is_small_sum(model->loop, &box->least[i]) && is_small_sum(model->loop, &box->greatest[i]);
    if (!is_small)
      return cleave_arena_format(
          arena, "the trip count of the loop over '%s' depends on outer counters and on products",
          nest_loop->counter);
    if (counter->step != 1 && counter->step != -1)
      return cleave_arena_format(arena,
                                 "the loop over '%s' begins at an outer counter and does not count by one",
                                 nest_loop->counter);
    loop->is_inside = inside_condition(planner, model, nest_loop->counter, least, greatest);
  }
  return NULL;
}

/* ---- Loops without a first value ---------------------------------------------------------------------------------- */

/* The first of the COUNT values whose limit in the box the host can evaluate; NULL: there is none. */
static const struct cleave_polynomial *find_limit(struct planner *planner,
                                                  const struct cleave_loop_model *model,
                                                  const struct nest_box *box, size_t index,
                                                  const struct cleave_polynomial *const *values, size_t count,
                                                  bool most, struct cleave_polynomial *limit) {
  for (size_t i = 0; i < count; i++)
    if (values[i] && limit_in_box(planner, model->loop, box, index, values[i], most, limit) &&
        host_can_sum(planner, model, limit))
      return values[i];
  return NULL;
}

/* The trip count of a loop upwards whose step is BY, a sum of symbols: (greatest - least + BY) / BY. With a step of 0 or less the program
 * executes no iteration: a loop that it enters would not end before the counter overflows. */
static bool count_by_symbol(struct planner *planner, const struct cleave_loop_model *model,
                            const struct cleave_polynomial *by, const struct cleave_polynomial *least,
                            const struct cleave_polynomial *greatest, struct cleave_mapped_loop *loop) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_polynomial distance;
  if (!subtract(arena, greatest, least, &distance) || !host_can_sum(planner, model, &distance) ||
      !is_small_sum(model->loop, by) || !is_small_sum(model->loop, &distance) ||
      !host_can_sum(planner, model, by))
    return false;
  const struct cleave_expression *step = cleave_make_parentheses(arena, host_sum(planner, model, by));
  const struct cleave_expression *total = cleave_make_parentheses(
      arena, cleave_make_binary(arena, CLEAVE_ADD, host_sum(planner, model, &distance), step));
  loop->first = host_sum(planner, model, least);
  const struct cleave_expression *zero = long_constant(planner, 0);
  loop->count = cleave_make_parentheses(
      arena, cleave_make_conditional(arena, cleave_make_binary(arena, CLEAVE_GREATER, step, zero),
                                     cleave_make_binary(arena, CLEAVE_DIVIDE, total, step), zero));
  return true;
}

/* Whether the body declares a variable with the name of a symbol of VALUE, or may: the name of a member names other variables. The amounts
 * of moves are printed behind such declarations. */
static bool is_hidden_in_body(const struct planner *planner, const struct cleave_loop_accesses *loop,
                              const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const struct cleave_variable *variable =
          variable_at(planner, loop->dimensions[value->terms[t].factors[f]].variable);
      if (variable->is_member)
        return true;
      for (size_t i = 0; i < loop->local_count; i++)
        if (!strcmp(loop->locals[i].name, variable->name))
          return true;
    }
  return false;
}

static const struct cleave_mapped_start *mapped_start(struct planner *planner,
                                                      const struct cleave_loop_model *model,
                                                      const struct cleave_loop_start *start,
                                                      size_t value_count) {
  struct cleave_mapped_start *result = cleave_arena_allocate(planner->arena, sizeof *result);
  result->first = (struct cleave_range){start->first_begin, start->first_end};
  result->condition = (struct cleave_range){start->condition_begin, start->condition_end};
  result->range = (struct cleave_range){start->range_begin, start->range_end};
  result->variable = (struct cleave_range){start->variable_begin, start->variable_end};
  result->value_count = value_count;
  for (size_t i = 0; i < start->moved_count; i++) {
    const struct cleave_moved_variable *moved = &start->moved[i];
    const bool is_constant =
        !moved->by.term_count || (moved->by.term_count == 1 && !moved->by.terms[0].factor_count);
    if (!is_constant &&
        (!device_can_sum(planner, model, &moved->by) || is_hidden_in_body(planner, model->loop, &moved->by)))
      return NULL;
    const struct cleave_mapped_move move = {
        start->range_end
            ? new_name(planner, cleave_arena_format(planner->arena, "iterator_%u", start->range_begin))
            : moved->name,
        moved->is_pointer,
        is_constant ? long_constant(planner, moved->by.term_count ? moved->by.terms[0].coefficient : 0)
                    : device_sum(planner, model, &moved->by)};
    CLEAVE_APPEND(planner->arena, result->moves, result->move_count, move);
  }
  return result;
}

/* The box has all iterations of the loop. The thread of a position in it executes the loop's first statement, moves the variables, and
 * tests the condition. That holds for no position after the last iteration, or the box ends there. A number that the position would move
 * beyond its type's values belongs to no iteration. A pointer must not leave its array, so the box of such a loop is exact. */
const char *describe_started_loop(struct planner *planner, const struct cleave_loop_model *model,
                                  const struct cleave_nest_loop *nest_loop, size_t index, size_t value_count,
                                  struct nest_box *box, struct cleave_mapped_loop *loop) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_loop_start *start = nest_loop->start;
  const struct cleave_dimension *counter = &model->loop->dimensions[nest_loop->dimension];
  const struct cleave_polynomial *by = &start->moved[0].by;
  const bool is_number = by->term_count == 1 && !by->terms[0].factor_count;
  const bool upwards = counter->step ? counter->step > 0 : counter->has_most;
  const char *name = start->moved[0].name;
  const struct cleave_polynomial *const first = counter->has_first ? &counter->first : NULL;
  const struct cleave_polynomial *const lower[] = {upwards ? first : NULL,
                                                   counter->has_least ? &counter->least : NULL,
                                                   counter->lower_count > 0 ? &counter->lower[0] : NULL,
                                                   counter->lower_count > 1 ? &counter->lower[1] : NULL};
  const struct cleave_polynomial *const upper[] = {upwards ? NULL : first,
                                                   counter->has_most ? &counter->most : NULL,
                                                   counter->upper_count > 0 ? &counter->upper[0] : NULL,
                                                   counter->upper_count > 1 ? &counter->upper[1] : NULL};
  const struct cleave_polynomial *const least =
      find_limit(planner, model, box, index, lower, 4, false, &box->least[index]);
  const struct cleave_polynomial *const greatest =
      find_limit(planner, model, box, index, upper, 4, true, &box->greatest[index]);
  const int64_t step = counter->step;
  *loop = (struct cleave_mapped_loop){.counter = name, .type = nest_loop->type, .step = step ? step : 1};
  if (!least || !greatest || step > INT32_MAX || step < -INT32_MAX ||
      !(step ? describe_range(planner, model, step, &box->least[index], &box->greatest[index], loop)
             : !is_number && upwards &&
                   count_by_symbol(planner, model, by, &box->least[index], &box->greatest[index], loop)))
    return cleave_arena_format(
        arena, "the trip count of the loop over '%s' is not a sum of values that the host has", name);
  const bool is_exact = cleave_polynomials_equal(least, &box->least[index]) &&
                        cleave_polynomials_equal(greatest, &box->greatest[index]) &&
                        (upwards ? least == first && greatest == &counter->most
                                 : greatest == first && least == &counter->least);
  if (!is_exact && (!start->is_ordered || start->moved[0].is_pointer))
    return cleave_arena_format(arena, "the trip count of the loop over '%s' depends on outer counters", name);
  loop->start = mapped_start(planner, model, start, value_count);
  return loop->start ? NULL
                     : cleave_arena_format(
                           arena, "the loop over '%s' moves a variable by more than a sum of values", name);
}

const char *describe_plain_loop(struct planner *planner, const struct cleave_loop_model *model,
                                const struct cleave_nest_loop *nest_loop, struct cleave_mapped_loop *loop) {
  struct nest_box box;
  return describe_loop(planner, model, nest_loop, 0, NULL, &box, loop);
}

bool is_triangle(const struct cleave_loop_accesses *loop, uint32_t outer, uint32_t inner,
                 struct cleave_triangle *triangle) {
  const struct cleave_dimension *it = &loop->dimensions[inner];
  if (loop->dimensions[outer].step != 1 || it->step != 1 || !it->has_first || !it->has_most)
    return false;
  const int64_t by_first = counter_coefficient(loop, &it->first, outer),
                by_last = counter_coefficient(loop, &it->most, outer);
  const int64_t by = by_first ? -by_first : by_last;
  *triangle = (struct cleave_triangle){.is_there = true, .grows = by > 0, .is_right = by_first};
  return (!by_first || !by_last) && (by == 1 || by == -1);
}
