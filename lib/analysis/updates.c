/* FILE: lib/analysis/updates.c
 * WHAT: equality of expressions, and statements that update a place by an operation.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

/* ---- Equality ----------------------------------------------------------------------------------------------- */

static bool both_are_same(const Value *one, const Value *other) {
  return one && other ? values_are_same(one, other) : !one && !other;
}

bool places_are_same(const Place *one, const Place *other) {
  if (one->kind != other->kind || one->variable != other->variable ||
      one->type->unqualified != other->type->unqualified || one->member_index != other->member_index ||
      one->kind == CLEAVE_BODY_UNKNOWN || one->kind == CLEAVE_BODY_TEMPORARY)
    return false;
  if (!both_are_same(one->pointer, other->pointer))
    return false;
  if (one->record && (!other->record || !places_are_same(one->record, other->record)))
    return false;
  return !one->other || places_are_same(one->other, other->other);
}

bool values_are_same(const Value *one, const Value *other) {
  if (one->has_constant && other->has_constant)
    return one->constant == other->constant && one->type->unqualified == other->type->unqualified;
  if (one->kind != other->kind || one->type->unqualified != other->type->unqualified ||
      one->operation != other->operation || one->conversion != other->conversion ||
      one->item_count != other->item_count || one->is_decrement != other->is_decrement ||
      one->is_prefix != other->is_prefix)
    return false;
  if (one->kind == CLEAVE_BODY_OPAQUE || one->kind == CLEAVE_BODY_INLINED)
    return false;
  if (one->name && (!other->name || strcmp(one->name, other->name) != 0))
    return false;
  for (size_t i = 0; i < one->item_count; i++)
    if (!values_are_same(one->items[i], other->items[i]))
      return false;
  if (one->place && !places_are_same(one->place, other->place))
    return false;
  return both_are_same(one->condition, other->condition) && both_are_same(one->left, other->left) &&
         both_are_same(one->right, other->right);
}

/* Whether VALUE, conversions apart, reads PLACE. */
static bool reads_place(const Value *value, const Place *place) {
  value = without_conversions(value);
  return value->kind == CLEAVE_BODY_READ && places_are_same(value->place, place);
}

bool are_alike(const Value *one, const Value *other) {
  return values_are_same(without_conversions(one), without_conversions(other));
}

/* ---- Updates ------------------------------------------------------------------------------------------------- */

enum cleave_combiner combiner_of(enum cleave_body_operation operation) {
  switch (operation) {
  case CLEAVE_BODY_ADD:
  case CLEAVE_BODY_SUBTRACT:
    return CLEAVE_COMBINER_ADD;
  case CLEAVE_BODY_MULTIPLY:
    return CLEAVE_COMBINER_MULTIPLY;
  case CLEAVE_BODY_AND:
    return CLEAVE_COMBINER_AND;
  case CLEAVE_BODY_OR:
    return CLEAVE_COMBINER_OR;
  case CLEAVE_BODY_XOR:
    return CLEAVE_COMBINER_XOR;
  case CLEAVE_BODY_LOGICAL_AND:
    return CLEAVE_COMBINER_LOGICAL_AND;
  case CLEAVE_BODY_LOGICAL_OR:
    return CLEAVE_COMBINER_LOGICAL_OR;
  default:
    return CLEAVE_COMBINER_UNKNOWN;
  }
}

static unsigned signed_bits_of(int64_t value) {
  unsigned bits = 64;
  while (bits > 1 && value >= -((int64_t)1 << (bits - 2)) && value < (int64_t)1 << (bits - 2))
    bits--;
  return bits;
}

/* Whether the conversion of OTHER to the type of PLACE keeps the order of the values that are compared. If it does not, the
 * extremum depends
 * on the order of the operations: `unsigned least; if (v[k] < least) least = v[k];` with negative elements. Conversions to floating
 * point are monotonic. */
static bool keeps_order(const Place *place, const Value *other) {
  const Type *to = place->type, *from;
  other = without_conversions(other);
  from = other->type;
  if (!is_integer(to))
    return true;
  if (!is_integer(from))
    return false;
  if (other->has_constant)
    return (to->is_signed || other->constant >= 0) && signed_bits_of(other->constant) <= to->bits;
  return from->is_signed == to->is_signed ? from->bits <= to->bits : to->is_signed && from->bits < to->bits;
}

/* If CONDITION compares PLACE with another value, sets *OTHER to that. The combiner tells which of them is selected if it is true:
 * MINIMUM: OTHER
 * is less. */
static enum cleave_combiner compared_with(const Place *place, const Value *condition, const Value **other) {
  condition = without_conversions(condition);
  if (condition->kind != CLEAVE_BODY_BINARY || condition->operation < CLEAVE_BODY_LESS ||
      condition->operation > CLEAVE_BODY_GREATER_EQUAL)
    return CLEAVE_COMBINER_UNKNOWN;
  const bool is_left = reads_place(condition->left, place);
  if (!is_left && !reads_place(condition->right, place))
    return CLEAVE_COMBINER_UNKNOWN;
  *other = is_left ? condition->right : condition->left;
  if (!keeps_order(place, *other))
    return CLEAVE_COMBINER_UNKNOWN;
  const bool less =
      condition->operation == CLEAVE_BODY_LESS || condition->operation == CLEAVE_BODY_LESS_EQUAL;
  return is_left == less ? CLEAVE_COMBINER_MAXIMUM : CLEAVE_COMBINER_MINIMUM;
}

static enum cleave_combiner opposite(enum cleave_combiner combiner) {
  return combiner == CLEAVE_COMBINER_MAXIMUM ? CLEAVE_COMBINER_MINIMUM : CLEAVE_COMBINER_MAXIMUM;
}

/* fmax(x, e), e > x ? e : x, x > e ? x : e */
static bool find_extremum(const Place *place, const Value *value, struct update *update) {
  if (value->kind == CLEAVE_BODY_CALL && value->item_count == 2 && !is_integer(place->type)) {
    const bool is_maximum = !strcmp(value->name, "fmax") || !strcmp(value->name, "fmaxf"),
               is_minimum = !strcmp(value->name, "fmin") || !strcmp(value->name, "fminf"),
               is_first = reads_place(value->items[0], place);
    if ((!is_maximum && !is_minimum) || (!is_first && !reads_place(value->items[1], place)))
      return false;
    *update =
        (struct update){place, value->items[is_first],
                        is_maximum ? CLEAVE_COMBINER_MAXIMUM : CLEAVE_COMBINER_MINIMUM, false, value->type};
    return true;
  }
  if (value->kind != CLEAVE_BODY_SELECT)
    return false;
  const Value *other;
  const bool keeps_if_true = reads_place(value->left, place);
  const Value *kept = keeps_if_true ? value->left : value->right,
              *replaced = keeps_if_true ? value->right : value->left;
  const enum cleave_combiner combiner = compared_with(place, value->condition, &other);
  if (combiner == CLEAVE_COMBINER_UNKNOWN || !reads_place(kept, place) || !are_alike(other, replaced))
    return false;
  *update =
      (struct update){place, replaced, keeps_if_true ? opposite(combiner) : combiner, false, value->type};
  return true;
}

/* x = x op e, x = e op x */
static bool find_assigned(const Value *assignment, struct update *update) {
  const Place *place = assignment->place;
  const Value *value = without_conversions(assignment->right);
  if (value->kind != CLEAVE_BODY_BINARY && value->kind != CLEAVE_BODY_LOGICAL)
    return find_extremum(place, value, update);
  const enum cleave_combiner combiner = combiner_of(value->operation);
  if (combiner == CLEAVE_COMBINER_UNKNOWN)
    return false;
  const bool is_left = reads_place(value->left, place);
  if (!is_left && (value->operation == CLEAVE_BODY_SUBTRACT || !reads_place(value->right, place)))
    return false;
  *update = (struct update){place, is_left ? value->right : value->left, combiner, false, value->type};
  return true;
}

/* if (x < e) x = e; */
static bool find_replaced(const Statement *branch, struct update *update) {
  const Statement *then = only_statement(branch->children[0]);
  if (branch->child_count != 1 || then->kind != CLEAVE_BODY_EVALUATE ||
      then->value->kind != CLEAVE_BODY_ASSIGN || then->value->operation)
    return false;
  const Place *place = then->value->place;
  const Value *other, *value = then->value->right;
  const enum cleave_combiner combiner = compared_with(place, branch->value, &other);
  if (combiner == CLEAVE_COMBINER_UNKNOWN || !are_alike(other, value))
    return false;
  *update = (struct update){place, value, combiner, false, value->type};
  return true;
}

bool find_update(const Statement *statement, struct update *update) {
  if (statement->kind == CLEAVE_BODY_IF)
    return find_replaced(statement, update);
  if (statement->kind != CLEAVE_BODY_EVALUATE)
    return false;
  const Value *value = statement->value;
  if (value->kind == CLEAVE_BODY_STEP) {
    *update = (struct update){value->place, NULL, CLEAVE_COMBINER_ADD, value->is_decrement, value->type};
    return true;
  }
  if (value->kind != CLEAVE_BODY_ASSIGN)
    return false;
  if (!value->operation)
    return find_assigned(value, update);
  const enum cleave_combiner combiner = combiner_of(value->operation);
  *update = (struct update){value->place, value->right, combiner, false, value->computed};
  return combiner != CLEAVE_COMBINER_UNKNOWN;
}
