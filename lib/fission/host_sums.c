/* FILE: lib/fission/host_sums.c
 * WHAT: sums of symbols that the host evaluates before the launch of a mapped nest, in `long`, and comparisons of such sums.
 *
 * The reader's polynomials are over the unbounded integers. A sum in `long` has the same value if no term and no partial sum
 * overflows. The guard first checks that symbols of types wider than `int` are between -2^31 and 2^31. Then a sum cannot overflow if
 * the magnitudes of its terms add up to less than 2^63. Other sums are not evaluated.
 */
#include <math.h>

#include "fission/fission_internal.h"

static const struct cleave_expression *long_constant(const struct planner *planner, int64_t value) {
  return cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_LONG, value);
}

static const struct cleave_expression *both(const struct planner *planner,
                                            const struct cleave_expression *one,
                                            const struct cleave_expression *other) {
  return one ? cleave_make_binary(planner->arena, CLEAVE_AND, one, other) : other;
}

/* Whether the host has the value of dimension D when the kernel starts: of a symbol, or of a quotient of symbols. */
static bool host_has(const struct planner *planner, const struct cleave_loop_model *model, uint32_t d) {
  const struct cleave_dimension *dimension = &model->loop->dimensions[d];
  if (dimension->kind == CLEAVE_DIMENSION_QUOTIENT)
    return !dimension->rounds_down && host_can_sum(planner, model, &dimension->numerator);
  return dimension->bits <= 64 && host_has_symbol(planner, model, d);
}

/* An upper bound for the magnitude of dimension D, if those of symbols are at most 2^31. */
static double magnitude_of(const struct cleave_loop_model *model, uint32_t d) {
  const struct cleave_dimension *dimension = &model->loop->dimensions[d];
  return dimension->kind == CLEAVE_DIMENSION_QUOTIENT ? 0x1p63 / (double)dimension->denominator : 0x1p31;
}

bool host_can_sum(const struct planner *planner, const struct cleave_loop_model *model,
                  const struct cleave_polynomial *value) {
  double magnitude = 0;
  for (size_t t = 0; t < value->term_count; t++) {
    double term = fabs((double)value->terms[t].coefficient);
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      if (!host_has(planner, model, value->terms[t].factors[f]))
        return false;
      term *= magnitude_of(model, value->terms[t].factors[f]);
    }
    magnitude += term;
  }
  return magnitude < 0x1p63;
}

static const struct cleave_expression *value_of(const struct planner *planner,
                                                const struct cleave_loop_model *model, uint32_t d) {
  const struct cleave_dimension *dimension = &model->loop->dimensions[d];
  if (dimension->kind != CLEAVE_DIMENSION_QUOTIENT)
    return cleave_make_cast(planner->arena, CLEAVE_TYPE_LONG, variable_value(planner, dimension->variable));
  return cleave_make_parentheses(
      planner->arena, cleave_make_binary(planner->arena, CLEAVE_DIVIDE,
                                         cleave_make_parentheses(
                                             planner->arena, host_sum(planner, model, &dimension->numerator)),
                                         long_constant(planner, dimension->denominator)));
}

const struct cleave_expression *host_sum(const struct planner *planner, const struct cleave_loop_model *model,
                                         const struct cleave_polynomial *value) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *sum = NULL;
  for (size_t t = 0; t < value->term_count; t++) {
    const struct cleave_expression *product = long_constant(planner, value->terms[t].coefficient);
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++)
      product = cleave_make_binary(arena, CLEAVE_MULTIPLY, product,
                                   value_of(planner, model, value->terms[t].factors[f]));
    sum = sum ? cleave_make_binary(arena, CLEAVE_ADD, sum, product) : product;
  }
  return sum ? sum : long_constant(planner, 0);
}

const struct cleave_expression *symbols_are_small(const struct planner *planner,
                                                  const struct cleave_loop_model *model) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *conditions = NULL;
  for (uint32_t d = 0; d < model->loop->dimension_count; d++) {
    const struct cleave_dimension *dimension = &model->loop->dimensions[d];
    if (dimension->kind != CLEAVE_DIMENSION_SYMBOL || !host_has(planner, model, d) ||
        dimension->bits + !dimension->is_signed <= 32)
      continue;
    /* An unsigned value of 2^63 and more becomes a negative one. */
    const int64_t least = dimension->is_signed ? -(INT64_C(1) << 31) : -1;
    conditions = both(planner, conditions,
                      cleave_make_binary(arena, CLEAVE_GREATER, value_of(planner, model, d),
                                         long_constant(planner, least)));
    conditions = both(planner, conditions,
                      cleave_make_binary(arena, CLEAVE_LESS, value_of(planner, model, d),
                                         long_constant(planner, INT64_C(1) << 31)));
  }
  return conditions;
}

/* ---- Ranges --------------------------------------------------------------------------------------- */

/* Adds the condition VALUE > 0 to CONDITIONS, which may be NULL. Returns false if the host cannot check it, or if it is false for all
 * symbols. */
static bool require_positive(const struct planner *planner, const struct cleave_loop_model *model,
                             const struct cleave_polynomial *value,
                             const struct cleave_expression **conditions) {
  if (!value->term_count || (value->term_count == 1 && !value->terms[0].factor_count))
    return value->term_count && value->terms[0].coefficient > 0;
  if (!host_can_sum(planner, model, value))
    return false;
  *conditions = both(planner, *conditions,
                     cleave_make_binary(planner->arena, CLEAVE_GREATER, host_sum(planner, model, value),
                                        long_constant(planner, 0)));
  return true;
}

/* The same for ONE - OTHER + MORE. */
static bool require_more(const struct planner *planner, const struct cleave_loop_model *model,
                         const struct cleave_polynomial *one, const struct cleave_polynomial *other,
                         int64_t more, const struct cleave_expression **conditions) {
  struct cleave_term term = {.coefficient = -more};
  const struct cleave_polynomial less = {&term, more != 0};
  struct cleave_polynomial difference, sum;
  return subtract(planner->arena, one, other, &difference) &&
         subtract(planner->arena, &difference, &less, &sum) &&
         require_positive(planner, model, &sum, conditions);
}

/* BOUND is the least or the greatest value of RANGE. Sums are less than 2^63, so 64 bits hold each, unless it is negative and the
 * type is unsigned. */
static bool require_bound(const struct planner *planner, const struct cleave_loop_model *model,
                          const struct cleave_assumed_range *range, const struct cleave_polynomial *bound,
                          const struct cleave_expression **conditions) {
  static const struct cleave_polynomial zero = {0};
  const bool is_row = range->extent.term_count;
  if (is_row)
    return require_more(planner, model, bound, &zero, 1, conditions) &&
           require_more(planner, model, &range->extent, bound, 0, conditions);
  const unsigned bits = range->bits;
  if (!range->is_signed)
    return require_more(planner, model, bound, &zero, 1, conditions) &&
           (bits == 64 ? host_can_sum(planner, model, bound)
                       : require_more(planner, model, &zero, bound, INT64_C(1) << bits, conditions));
  return bits == 64
             ? host_can_sum(planner, model, bound)
             : require_more(planner, model, bound, &zero, (INT64_C(1) << (bits - 1)) + 1, conditions) &&
                   require_more(planner, model, &zero, bound, INT64_C(1) << (bits - 1), conditions);
}

bool check_ranges(const struct planner *planner, const struct cleave_loop_model *model,
                  const struct cleave_assumptions *assumptions, const struct cleave_expression **conditions) {
  static const struct cleave_polynomial nothing = {0};
  *conditions = NULL;
  for (size_t r = 0; r < assumptions->range_count; r++) {
    struct value_bounds bounds = {.has_conditions = true};
    if (!add_bounds(planner, model, &assumptions->ranges[r].value, &bounds))
      return false;
    for (size_t i = 0; i < bounds.condition_count; i++)
      if (!require_more(planner, model, &bounds.conditions[i], &nothing, 1, conditions))
        return false;
    for (size_t i = 0; i < bounds.count; i++)
      if (!require_bound(planner, model, &assumptions->ranges[r], &bounds.values[i], conditions))
        return false;
  }
  return true;
}
