/* FILE: lib/analysis/loops.c
 * WHAT: the headers of loops: counters with their first values, bounds and steps.
 */
#include "analysis/analysis_internal.h"

static const Value *start_value(const Statement *loop) {
  const Statement *first = loop->children[0];
  if (first->kind == CLEAVE_BODY_DECLARE)
    return first->value;
  return first->kind == CLEAVE_BODY_EVALUATE && first->value->kind == CLEAVE_BODY_ASSIGN &&
                 !first->value->operation
             ? first->value->right
             : NULL;
}

struct increment {
  const Value *by; /* NULL for 1 */
  bool is_downwards;
};

static bool find_increment(const Value *step, const Variable *counter, struct increment *increment) {
  *increment = (struct increment){0};
  if (!step)
    return false;
  step = without_conversions(step);
  if (step->kind == CLEAVE_BODY_STEP && variable_of_place(step->place) == counter) {
    increment->is_downwards = step->is_decrement;
    return true;
  }
  if (step->kind != CLEAVE_BODY_ASSIGN || variable_of_place(step->place) != counter)
    return false;
  if (step->operation == CLEAVE_BODY_ADD || step->operation == CLEAVE_BODY_SUBTRACT) {
    *increment = (struct increment){step->right, step->operation == CLEAVE_BODY_SUBTRACT};
    return true;
  }
  const Value *sum = without_conversions(step->right);
  if (step->operation || sum->kind != CLEAVE_BODY_BINARY ||
      (sum->operation != CLEAVE_BODY_ADD && sum->operation != CLEAVE_BODY_SUBTRACT))
    return false;
  if (variable_read(sum->left) == counter) {
    *increment = (struct increment){sum->right, sum->operation == CLEAVE_BODY_SUBTRACT};
    return true;
  }
  *increment = (struct increment){sum->left, false};
  return sum->operation == CLEAVE_BODY_ADD && variable_read(sum->right) == counter;
}

static bool is_relation(enum cleave_body_operation operation) {
  return operation == CLEAVE_BODY_NOT_EQUAL || operation == CLEAVE_BODY_LESS ||
         operation == CLEAVE_BODY_LESS_EQUAL || operation == CLEAVE_BODY_GREATER ||
         operation == CLEAVE_BODY_GREATER_EQUAL;
}

static enum cleave_body_operation reversed(enum cleave_body_operation relation) {
  switch (relation) {
  case CLEAVE_BODY_LESS:
    return CLEAVE_BODY_GREATER;
  case CLEAVE_BODY_GREATER:
    return CLEAVE_BODY_LESS;
  case CLEAVE_BODY_LESS_EQUAL:
    return CLEAVE_BODY_GREATER_EQUAL;
  case CLEAVE_BODY_NOT_EQUAL:
    return CLEAVE_BODY_NOT_EQUAL;
  default:
    return CLEAVE_BODY_LESS_EQUAL;
  }
}

/* The condition of LOOP if it is a comparison; else NULL. */
static const Value *relation_of(const Statement *loop) {
  const Value *condition = loop->value ? without_conversions(loop->value) : NULL;
  return condition && condition->kind == CLEAVE_BODY_BINARY && is_relation(condition->operation) ? condition
                                                                                                 : NULL;
}

/* The value of an expression of a header. What it assumes is an assumption of each access in the loop. An associated loop may have no guard
 * that checks it; and without INNER_BODY there are no accesses. */
static bool header_value(struct analysis *it, const Value *value, bool is_associated,
                         struct cleave_polynomial *result) {
  if (calls_function(value) && !follow_quietly(it, value))
    return false;
  if (is_associated || !it->inner_body)
    return plain_value_of(it, value, result);
  const size_t before = it->fits.count;
  *result = value_after(it, value);
  const struct fits assumed = take_fits(it, before);
  for (size_t i = 0; i < assumed.count; i++)
    CLEAVE_APPEND(it->arena, it->around_fits.items, it->around_fits.count, assumed.items[i]);
  return it->is_known;
}

/* The counter DIMENSION is not above VALUE plus OFFSET, or, unless UPPER, not below. */
static void add_bounds(struct analysis *it, const Value *value, bool is_associated, bool upper,
                       int64_t offset, uint32_t dimension) {
  const size_t before = it->fits.count;
  const struct value_bounds bounds = bounds_of(it, value, upper);
  const struct fits assumed = take_fits(it, before);
  struct cleave_dimension *result = &it->dimensions[dimension];
  if (assumed.count && (is_associated || !it->inner_body))
    return;
  for (size_t i = 0; i < assumed.count; i++)
    CLEAVE_APPEND(it->arena, it->around_fits.items, it->around_fits.count, assumed.items[i]);
  uint32_t *count = upper ? &result->upper_count : &result->lower_count;
  struct cleave_polynomial *items = upper ? result->upper : result->lower;
  for (size_t i = 0; i < bounds.count; i++)
    if (*count < 2 && polynomial_sum(it->arena, bounds.items[i], polynomial_of_constant(it->arena, offset), 1,
                                     &items[*count]))
      ++*count;
}

/* The condition was true when the body began, and nothing has changed the counter since. */
static void read_bound(struct analysis *it, const Statement *loop, const Variable *counter,
                       uint32_t dimension, int64_t step, bool is_associated) {
  const Value *condition = relation_of(loop);
  if (!condition)
    return;
  const bool counter_is_left = variable_read(condition->left) == counter;
  if (!counter_is_left && variable_read(condition->right) != counter)
    return;
  /* Compared in an unsigned type, a negative counter is a large one. */
  if (!is_integral(condition->left->type) || !holds_all(condition->left->type, counter->type))
    return;
  struct cleave_polynomial bound;
  if (!header_value(it, counter_is_left ? condition->right : condition->left, is_associated, &bound))
    return;
  enum cleave_body_operation relation =
      counter_is_left ? condition->operation : reversed(condition->operation);
  /* With a step of one, a counter that does not wrap comes to a bound that it has to meet from one side only. */
  if (relation == CLEAVE_BODY_NOT_EQUAL) {
    if ((step != 1 && step != -1) ||
        (!is_associated &&
         (!counter->type->is_signed || counter->type->bits < 32 || !ends_by_condition(loop))))
      return;
    relation = step == 1 ? CLEAVE_BODY_LESS : CLEAVE_BODY_GREATER;
  }
  const bool is_upper = relation == CLEAVE_BODY_LESS || relation == CLEAVE_BODY_LESS_EQUAL;
  const int64_t strict = relation == CLEAVE_BODY_LESS ? 1 : relation == CLEAVE_BODY_GREATER ? -1 : 0;
  if (!polynomial_sum(it->arena, bound, polynomial_of_constant(it->arena, strict), -1, &bound))
    return;
  add_bounds(it, counter_is_left ? condition->right : condition->left, is_associated, is_upper, -strict,
             dimension);
  struct cleave_dimension *result = &it->dimensions[dimension];
  if (is_upper) {
    result->has_most = true;
    result->most = bound;
  } else {
    result->has_least = true;
    result->least = bound;
  }
}

/* Whether VALUE is the same in all iterations of a loop that starts now. */
static bool is_constant(const struct analysis *it, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const struct cleave_dimension *factor = &it->dimensions[value->terms[i].factors[f]];
      if (factor->kind == CLEAVE_DIMENSION_UNKNOWN ||
          (factor->kind == CLEAVE_DIMENSION_QUOTIENT && !is_constant(it, &factor->numerator)))
        return false;
    }
  return true;
}

/* An associated loop has the canonical form of OpenMP 5.1 (2.11.1): its iterations are counted beforehand, and the counter never wraps. */
uint32_t describe_counter(struct analysis *it, const Statement *loop, const Variable *counter,
                          bool is_associated) {
  struct increment found;
  const Value *first = start_value(loop);
  if (!find_increment(loop->step, counter, &found) || !first || !is_integer(counter->type))
    return CLEAVE_NO_DIMENSION;
  const uint32_t result = new_dimension(
      it, is_associated ? CLEAVE_DIMENSION_PARALLEL : CLEAVE_DIMENSION_SEQUENTIAL, counter->type);
  struct cleave_polynomial begin;
  const bool has_begin = header_value(it, first, is_associated, &begin);
  int64_t step = !found.by ? 1 : found.by->has_constant ? found.by->constant : 0;
  if (step && step != INT64_MIN && found.is_downwards)
    step = -step;
  read_bound(it, loop, counter, result, step, is_associated);

  struct cleave_dimension *dimension = &it->dimensions[result];
  dimension->offset = loop->keyword;
  dimension->around = it->around;
  dimension->step = step;
  if (!step)
    return result;
  /* Where the counter might wrap, or be cut to a small type, it does not keep to one side of its first value. Signed overflow is
   * undefined. With a
   * step of one, a counter that wraps has passed all values, so a condition with a constant bound is always true. A loop that the
   * condition alone can end, without
   * input, output, volatile objects and synchronization, may be assumed to terminate (C11, 6.8.5p6; C++17, 4.7.2p1). */
  const bool may_end = (step == 1 && dimension->has_most && is_constant(it, &dimension->most)) ||
                       (step == -1 && dimension->has_least && is_constant(it, &dimension->least));
  const bool stays_beside = is_associated || (counter->type->bits >= 32 && counter->type->is_signed) ||
                            (may_end && ends_by_condition(loop));
  if (stays_beside)
    add_bounds(it, first, is_associated, step < 0, 0, result);
  dimension = &it->dimensions[result];
  if (has_begin && stays_beside) {
    dimension->has_first = true;
    dimension->first = begin;
  } else {
    dimension->step = 0;
  }
  return result;
}

static const Value *integer_value(const Value *value) {
  return value && is_integer(without_conversions(value)->type) ? value : NULL;
}

void read_header(struct analysis *it, const Statement *loop, const Variable *counter) {
  const Value *first = integer_value(start_value(loop)), *condition = loop->value;
  const bool is_call = loop->children[0]->kind == CLEAVE_BODY_DECLARE && !loop->children[0]->has_equals;
  if (!first || is_call || !condition || condition->kind != CLEAVE_BODY_BINARY ||
      !is_relation(condition->operation))
    return;
  const bool is_upwards =
      condition->operation == CLEAVE_BODY_LESS || condition->operation == CLEAVE_BODY_LESS_EQUAL;
  const Value *bound = integer_value(is_upwards ? condition->right : condition->left);
  if (!bound || variable_read(is_upwards ? condition->left : condition->right) != counter)
    return;
  if (first->whole.is_exact && bound->whole.is_exact)
    it->result->header = (struct cleave_loop_header){
        first->whole.begin, first->whole.end, bound->whole.begin, bound->whole.end,
        condition->operation == CLEAVE_BODY_LESS_EQUAL || condition->operation == CLEAVE_BODY_GREATER_EQUAL};
}
