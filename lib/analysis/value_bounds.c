/* FILE: lib/analysis/value_bounds.c
 * WHAT: bounds of integer values that are no polynomials: minima, maxima and other choices between two values.
 *
 * A choice is a minimum or a maximum if its condition compares the two values: `a < b ? a : b`, std::min, and functions of the program
 * that return one of two values. A choice with another condition has bounds if its values differ by a constant.
 */
#include "analysis/analysis_internal.h"

struct choice {
  const Value *condition, *first, *second; /* the second one if the condition does not hold */
  const Place *first_place, *second_place; /* instead of the values, of functions that return references */
};

static bool find_choice(const Value *value, struct choice *choice);

static bool choice_of_place(const Place *place, struct choice *choice) {
  if (place->kind == CLEAVE_BODY_CHOICE) {
    *choice = (struct choice){
        .condition = place->pointer, .first_place = place->record, .second_place = place->other};
    return true;
  }
  return place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_INLINED &&
         find_choice(place->pointer, choice);
}

static const Statement *last_statement(const Statement *statement) {
  while (statement->kind == CLEAVE_BODY_SEQUENCE && statement->child_count && !statement->is_declaration)
    statement = statement->children[statement->child_count - 1];
  return statement;
}

/* The statement before the last one in the innermost sequence; NULL: there is none. */
static const Statement *statement_before_last(const Statement *statement) {
  const Statement *before = NULL;
  while (statement->kind == CLEAVE_BODY_SEQUENCE && statement->child_count && !statement->is_declaration) {
    before = statement->child_count > 1 ? statement->children[statement->child_count - 2] : NULL;
    statement = statement->children[statement->child_count - 1];
  }
  return before;
}

/* `if (c) return a; return b;`, without other returns, or `return c ? a : b;` */
static bool choice_of_call(const Value *call, struct choice *choice) {
  const Statement *last = last_statement(call->body), *before = statement_before_last(call->body);
  if (last->kind != CLEAVE_BODY_RETURN)
    return false;
  if (only_return(call))
    return last->place ? choice_of_place(last->place, choice)
                       : last->value && find_choice(last->value, choice);
  if (!before || before->kind != CLEAVE_BODY_IF || before->child_count > 1)
    return false;
  const Statement *then = only_statement(before->children[0]);
  if (then->kind != CLEAVE_BODY_RETURN || returns_of(call->body) != 2)
    return false;
  *choice = (struct choice){.condition = before->value,
                            .first = then->value,
                            .second = last->value,
                            .first_place = then->place,
                            .second_place = last->place};
  return (choice->first || choice->first_place) && (choice->second || choice->second_place);
}

static bool find_choice(const Value *value, struct choice *choice) {
  switch (value->kind) {
  case CLEAVE_BODY_SELECT:
    *choice = (struct choice){.condition = value->condition, .first = value->left, .second = value->right};
    return true;
  case CLEAVE_BODY_READ:
    return choice_of_place(value->place, choice);
  case CLEAVE_BODY_INLINED:
    return choice_of_call(value, choice);
  default:
    return false;
  }
}

static bool is_unknown(const struct analysis *it, const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++)
      if (it->dimensions[value->terms[t].factors[f]].kind == CLEAVE_DIMENSION_UNKNOWN)
        return true;
  return false;
}

static bool polynomial_at(struct analysis *it, const Value *value, const Place *place,
                          struct cleave_polynomial *result) {
  const Value read = {
      .kind = CLEAVE_BODY_READ, .type = place ? place->type->unqualified : NULL, .place = (Place *)place};
  const Value *of = value ? value : &read;
  if (!is_integral(of->type))
    return false;
  *result = value_after(it, of);
  return it->is_known && !is_unknown(it, result);
}

/* Which of two values CONDITION holds for: -1 if LEFT is the smaller one, 1 if the larger one, 0 if it is another condition. */
static int order_of(struct analysis *it, const Value *condition, const struct cleave_polynomial *first,
                    const struct cleave_polynomial *second) {
  struct cleave_polynomial left, right;
  condition = without_conversions(condition);
  if (condition->kind == CLEAVE_BODY_CONVERT)
    condition = condition->left;
  if (condition->kind != CLEAVE_BODY_BINARY || !is_integral(condition->left->type) ||
      !polynomial_at(it, condition->left, NULL, &left) || !polynomial_at(it, condition->right, NULL, &right))
    return 0;
  const bool less =
      condition->operation == CLEAVE_BODY_LESS || condition->operation == CLEAVE_BODY_LESS_EQUAL;
  const bool greater =
      condition->operation == CLEAVE_BODY_GREATER || condition->operation == CLEAVE_BODY_GREATER_EQUAL;
  if (!less && !greater)
    return 0;
  /* `i > w ? i - w : 0` compares the two values as well: their difference decides. */
  struct cleave_polynomial compared, chosen;
  if (!polynomial_sum(it->arena, left, right, -1, &compared) ||
      !polynomial_sum(it->arena, *first, *second, -1, &chosen))
    return 0;
  if (polynomials_are_same(compared, chosen))
    return less ? -1 : 1;
  if (polynomial_sum(it->arena, *second, *first, -1, &chosen) && polynomials_are_same(compared, chosen))
    return less ? 1 : -1;
  return 0;
}

/* The bound of a value that is FIRST or SECOND, which differ by a constant; false: they do not. */
static bool hull_of(struct analysis *it, struct cleave_polynomial first, struct cleave_polynomial second,
                    bool upper, struct cleave_polynomial *result) {
  struct cleave_polynomial distance;
  if (!polynomial_sum(it->arena, first, second, -1, &distance) || distance.term_count > 1 ||
      (distance.term_count && distance.terms[0].factor_count))
    return false;
  const bool first_is_larger = distance.term_count && distance.terms[0].coefficient > 0;
  *result = first_is_larger == upper ? first : second;
  return true;
}

struct value_bounds bounds_of(struct analysis *it, const Value *value, bool upper) {
  struct value_bounds bounds = {.count = 0};
  struct cleave_polynomial first, second;
  struct choice choice;
  if (value_assigns(value) || !is_integral(value->type) ||
      !find_choice(without_conversions(value), &choice) || !follow_quietly(it, value) ||
      !polynomial_at(it, choice.first, choice.first_place, &first) ||
      !polynomial_at(it, choice.second, choice.second_place, &second))
    return bounds;
  const int order = order_of(it, choice.condition, &first, &second);
  if (order &&
      (order < 0) == upper) { /* the smaller value is above neither, the larger one is below neither */
    bounds.items[bounds.count++] = first;
    bounds.items[bounds.count++] = second;
  } else if (hull_of(it, first, second, upper, &bounds.items[0])) {
    bounds.count = 1;
  }
  return bounds;
}
