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

/* Whether the sum of VARIABLE and an amount, computed as SUM, is that of integers as far as VARIABLE holds it: in its own type, or in
 * int. Otherwise the amount may be converted to another number: `j += 4294967295u` subtracts 1. */
static bool keeps_amount(const Variable *variable, const Type *sum) {
  const Type *type = variable->type;
  return type->kind == CLEAVE_BODY_POINTER ||
         (sum->is_signed == type->is_signed && sum->bits == type->bits) ||
         (sum->is_signed && type->bits < sum->bits && sum->bits <= 32);
}

bool find_increment(const Value *step, const Variable *counter, struct increment *increment) {
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
    *increment = (struct increment){step->right, step->operation == CLEAVE_BODY_SUBTRACT,
                                    !keeps_amount(counter, step->computed)};
    return true;
  }
  const Value *sum = without_conversions(step->right);
  if (step->operation || sum->kind != CLEAVE_BODY_BINARY ||
      (sum->operation != CLEAVE_BODY_ADD && sum->operation != CLEAVE_BODY_SUBTRACT))
    return false;
  if (variable_read(sum->left) == counter) {
    *increment = (struct increment){sum->right, sum->operation == CLEAVE_BODY_SUBTRACT,
                                    !keeps_amount(counter, sum->type)};
    return true;
  }
  *increment = (struct increment){sum->left, false, !keeps_amount(counter, sum->type)};
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

bool is_same_in_loop(const struct analysis *it, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const struct cleave_dimension *factor = &it->dimensions[value->terms[i].factors[f]];
      if (factor->kind == CLEAVE_DIMENSION_UNKNOWN ||
          (factor->kind == CLEAVE_DIMENSION_QUOTIENT && !is_same_in_loop(it, &factor->numerator)))
        return false;
    }
  return true;
}

/* The step is a value that the loop does not change, in the direction in which the condition ends the loop. With a step of 0, or one in the
 * other direction, the condition stays true in all iterations: the loop would not terminate, or a signed counter would overflow. Neither is
 * defined for a loop that the condition alone can end. So the counter stays beside its first value. */
static void bound_by_direction(struct analysis *it, const Statement *loop, const Variable *counter,
                               struct increment increment, uint32_t dimension,
                               const struct cleave_polynomial *first) {
  struct cleave_polynomial by;
  struct cleave_dimension *result = &it->dimensions[dimension];
  const bool is_upper = increment.is_downwards;
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1),
       *written = written_in(it, loop->children[1]);
  mark_named(NULL, increment.by, named);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (named[i] && (written[i] || it->body->variables[i] == counter))
      return;
  if (!first || !counter->type->is_signed || counter->type->bits < 32 || !is_integral(increment.by->type) ||
      !(is_upper ? result->has_least && is_same_in_loop(it, &result->least)
                 : result->has_most && is_same_in_loop(it, &result->most)) ||
      !ends_by_condition(loop) || !plain_value_of(it, increment.by, &by) || !is_same_in_loop(it, &by))
    return;
  result = &it->dimensions[dimension];
  if (is_upper && result->upper_count < 2)
    result->upper[result->upper_count++] = *first;
  else if (!is_upper && result->lower_count < 2)
    result->lower[result->lower_count++] = *first;
  add_bounds(it, start_value(loop), false, is_upper, 0, dimension);
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
  const bool is_unknown = found.is_converted && !is_associated;
  int64_t step = is_unknown ? 0 : !found.by ? 1 : found.by->has_constant ? found.by->constant : 0;
  if (step && step != INT64_MIN && found.is_downwards)
    step = -step;
  read_bound(it, loop, counter, result, step, is_associated);

  struct cleave_dimension *dimension = &it->dimensions[result];
  dimension->offset = loop->keyword;
  dimension->around = it->around;
  dimension->step = step;
  if (!step) {
    if (found.by && !is_associated && !is_unknown)
      bound_by_direction(it, loop, counter, found, result, has_begin ? &begin : NULL);
    return result;
  }
  /* Where the counter might wrap, or be cut to a small type, it does not keep to one side of its first value. Signed overflow is
   * undefined. With a
   * step of one, a counter that wraps has passed all values, so a condition with a constant bound is always true. A loop that the
   * condition alone can end, without
   * input, output, volatile objects and synchronization, may be assumed to terminate (C11, 6.8.5p6; C++17, 4.7.2p1). */
  const bool may_end = (step == 1 && dimension->has_most && is_same_in_loop(it, &dimension->most)) ||
                       (step == -1 && dimension->has_least && is_same_in_loop(it, &dimension->least));
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

/* ---- Numbers of iterations ----------------------------------------------------------------------------------- */

static const Variable *moved_operand(const Value *value, const struct moves *moves) {
  value = without_conversions(value);
  const Variable *variable = value->kind == CLEAVE_BODY_READ || value->kind == CLEAVE_BODY_STEP
                                 ? variable_of_place(value->place)
                                 : NULL;
  for (size_t i = 0; i < moves->count; i++)
    if (moves->items[i].variable == variable)
      return variable;
  return NULL;
}

bool find_loop_end(const Statement *loop, const struct moves *moves, struct loop_end *end) {
  const Value *relation = relation_of(loop), *truth = loop->value;
  *end = (struct loop_end){0};
  if (relation) {
    const bool is_left = moved_operand(relation->left, moves);
    end->operand = is_left ? relation->left : relation->right;
    end->bound = is_left ? relation->right : relation->left;
    end->relation = is_left ? relation->operation : reversed(relation->operation);
    /* Compared in an unsigned type, a negative counter is a large one. */
    if (is_integral(end->operand->type) &&
        !holds_all(end->operand->type, without_conversions(end->operand)->type))
      return false;
  } else if (truth) {
    while (truth->kind == CLEAVE_BODY_CONVERT && !truth->is_written)
      truth = truth->left;
    if (!is_integral(truth->type))
      return false;
    end->operand = truth;
    end->relation = CLEAVE_BODY_NOT_EQUAL;
  }
  end->variable = end->operand ? moved_operand(end->operand, moves) : NULL;
  return end->variable;
}

/* The element that BOUND, a pointer, points to, in the array of MOVED. */
static bool bound_in_array(struct analysis *it, const struct moved *moved, const Value *bound,
                           struct cleave_polynomial *result) {
  const Place target = {.kind = CLEAVE_BODY_TARGET, .type = bound->type->element, .pointer = (Value *)bound};
  struct object object;
  const struct object *own = moved->target;
  if (bound->type->kind != CLEAVE_BODY_POINTER || !find_quietly(it, &target, &object) || !object.base ||
      object.base != own->base || !object.is_element || object.is_flat || own->is_flat || object.in_member ||
      own->in_member || object.subscript_count != own->subscript_count)
    return false;
  for (size_t i = 0; i + 1 < own->subscript_count; i++)
    if (!polynomials_are_same(object.subscripts[i], own->subscripts[i]))
      return false;
  for (size_t i = 0; i < object.assumed.count; i++)
    CLEAVE_APPEND(it->arena, it->around_fits.items, it->around_fits.count, object.assumed.items[i]);
  *result = object.subscripts[object.subscript_count - 1];
  return true;
}

static const struct moved *moved_of(const struct moves *moves, const Variable *variable) {
  for (size_t i = 0; i < moves->count; i++)
    if (moves->items[i].variable == variable)
      return &moves->items[i];
  return NULL;
}

/* A pointer does not leave its array (C11, 6.5.6p8), so it does not pass a bound in the array. For numbers the same holds as in
 * describe_counter. */
static bool stays_in_range(const Statement *loop, const struct loop_end *end, int64_t by) {
  const Type *type = end->variable->type;
  const bool is_safe = type->kind == CLEAVE_BODY_POINTER || (type->is_signed && type->bits >= 32);
  const bool upwards = by > 0, is_single = by == 1 || by == -1;
  const bool is_zero = !end->bound || (end->bound->has_constant && !end->bound->constant);
  switch (end->relation) {
  case CLEAVE_BODY_NOT_EQUAL: /* it must not jump over the bound; an unsigned number meets 0 */
    return is_single && (is_safe || (is_zero && !upwards)) && ends_by_condition(loop);
  case CLEAVE_BODY_LESS:
  case CLEAVE_BODY_LESS_EQUAL:
    return upwards && (is_safe || (is_single && ends_by_condition(loop)));
  default:
    return !upwards && (is_safe || (is_single && ends_by_condition(loop)));
  }
}

uint32_t describe_moves(struct analysis *it, const Statement *loop, const struct moves *moves,
                        bool *counts_turns) {
  const Type number = {.kind = CLEAVE_BODY_INTEGER, .bits = 64, .is_signed = true};
  struct loop_end end;
  if (!find_loop_end(loop, moves, &end))
    return CLEAVE_NO_DIMENSION;
  const struct moved *moved = moved_of(moves, end.variable);
  const Value *operand = without_conversions(end.operand);
  const bool is_pointer = end.variable->type->kind == CLEAVE_BODY_POINTER;
  if (!moved->has_start || !polynomial_is_number(moved->by) || (is_pointer && !end.bound))
    return CLEAVE_NO_DIMENSION;
  const int64_t by = moved->by.terms[0].coefficient;
  struct cleave_polynomial bound = polynomial_of_constant(it->arena, 0), first;
  const size_t assumed = it->around_fits.count;
  /* Pointers that move by several elements have no trip count. */
  if (by == INT64_MIN || (is_pointer && by != 1 && by != -1) || !stays_in_range(loop, &end, by) ||
      !(is_pointer ? bound_in_array(it, moved, end.bound, &bound)
                   : !end.bound || header_value(it, end.bound, false, &bound)) ||
      !is_same_in_loop(it, &bound) || !is_same_in_loop(it, &moved->start) ||
      !polynomial_sum(it->arena, moved->start, moved->in_condition, 1, &first)) {
    it->around_fits.count = assumed;
    return CLEAVE_NO_DIMENSION;
  }
  /* The last value in the body: what is compared may be the value before the condition's own step. */
  const int64_t strict = end.relation == CLEAVE_BODY_LESS_EQUAL || end.relation == CLEAVE_BODY_GREATER_EQUAL
                             ? 0
                         : by > 0 ? -1
                                  : 1;
  struct cleave_polynomial last, change = moved->in_condition;
  if (operand->kind != CLEAVE_BODY_STEP || operand->is_prefix)
    change = polynomial_of_constant(it->arena, 0);
  const uint32_t result =
      new_dimension(it, CLEAVE_DIMENSION_SEQUENTIAL, is_pointer ? &number : end.variable->type);
  struct cleave_dimension *dimension = &it->dimensions[result];
  dimension->offset = loop->keyword;
  dimension->around = it->around;
  if (!polynomial_sum(it->arena, bound, polynomial_of_constant(it->arena, strict), 1, &last) ||
      !polynomial_sum(it->arena, last, change, 1, &last) ||
      (is_pointer && !polynomial_sum(it->arena, by > 0 ? last : first, by > 0 ? first : last, -1, &last))) {
    it->around_fits.count = assumed;
    return CLEAVE_NO_DIMENSION;
  }
  for (size_t i = 0; i < moved->assumed.count; i++)
    CLEAVE_APPEND(it->arena, it->around_fits.items, it->around_fits.count, moved->assumed.items[i]);
  *counts_turns = is_pointer;
  dimension->step = is_pointer ? 1 : by;
  dimension->first = is_pointer ? polynomial_of_constant(it->arena, 0) : first;
  dimension->has_first = true;
  if (dimension->step > 0) {
    dimension->has_most = true;
    dimension->most = last;
  } else {
    dimension->has_least = true;
    dimension->least = last;
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
