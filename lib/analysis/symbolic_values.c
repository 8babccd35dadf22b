/* FILE: lib/analysis/symbolic_values.c
 * WHAT: integer expressions as polynomials over loop counters and variables from outside of the loop.
 *
 * A polynomial equals the value in C because signed overflow is undefined (C11, 6.5p5). Unsigned arithmetic and conversions may wrap; each
 * adds a condition to `fits`, which must be proved. With -fwrapv no loop is described.
 */
#include "analysis/analysis_internal.h"

static void must_fit(struct analysis *it, struct cleave_polynomial value, const Type *type) {
  const struct cleave_fit fit = {value, type->bits, type->is_signed, it->around};
  CLEAVE_APPEND(it->arena, it->fits.items, it->fits.count, fit);
}

/* The value of a variable that the current code reads. */
static struct cleave_polynomial value_of_variable(struct analysis *it, const Variable *variable,
                                                  const Type *type) {
  struct known *known = known_of(it, variable);
  const Type *of = type_of_object(variable);
  if (known->counter != CLEAVE_NO_DIMENSION)
    return polynomial_of_dimension(it->arena, known->counter);
  if (known->has_value) {
    add_fits(it, &known->assumed);
    return known->value;
  }
  if (known->is_inside || known->is_private || known->reduction || known->is_written ||
      variable->in_region == CLEAVE_NO_VARIABLE || !is_integral(of) || of->is_volatile || variable->is_this)
    return unknown_value(it, type);
  if (known->symbol == CLEAVE_NO_DIMENSION) {
    known->symbol = new_dimension(it, CLEAVE_DIMENSION_SYMBOL, of);
    it->dimensions[known->symbol].variable = variable->in_region;
  }
  return polynomial_of_dimension(it->arena, known->symbol);
}

/* The value of the member at PLACE is that of DIMENSION. It may differ on the device: its text is for estimates, which the host
 * computes. */
static void note_text(struct analysis *it, const Place *member, uint32_t dimension) {
  const Place *object = member;
  while (object->kind == CLEAVE_BODY_MEMBER)
    object = object->record;
  if (object->kind == CLEAVE_BODY_TARGET && object->pointer->kind == CLEAVE_BODY_READ)
    object = object->pointer->place;
  const Variable *variable = variable_of_place(object);
  if (!member->is_kept || !member->text.is_exact || member->type->is_volatile || !variable ||
      (!variable->is_this && variable->in_region == CLEAVE_NO_VARIABLE))
    return;
  it->dimensions[dimension].member_begin = member->text.begin;
  it->dimensions[dimension].member_end = member->text.end;
  it->dimensions[dimension].object = variable->is_this ? CLEAVE_NO_VARIABLE : variable->in_region;
}

static struct cleave_polynomial value_of_member(struct analysis *it, const Place *member, const Type *type) {
  const Variable *part = part_at(it, member);
  if (part && known_of(it, part)->has_value)
    return value_of_variable(it, part, type);
  const Place *copied = copied_place(it, member);
  member = copied ? copied : member;
  const Variable *symbol = stable_member(it, member);
  const struct cleave_polynomial result =
      symbol ? value_of_variable(it, symbol, type) : unknown_value(it, type);
  const uint32_t dimension = result.terms[0].factors[0];
  if (it->dimensions[dimension].member_end == 0)
    note_text(it, member, dimension);
  return result;
}

static int known_relation(struct analysis *it, const Value *condition);
static struct cleave_polynomial value_of_step(struct analysis *it, const Value *step, const Type *type);

static struct cleave_polynomial value_of_place(struct analysis *it, const Place *place, const Type *type) {
  if (place->kind == CLEAVE_BODY_VARIABLE) {
    const Variable *variable = place->variable;
    const struct object *referred = known_of(it, variable)->target;
    if (variable->type->kind == CLEAVE_BODY_REFERENCE && referred && referred->part)
      return value_of_variable(it, referred->part, type);
    if (variable->type->kind == CLEAVE_BODY_REFERENCE && referred && referred->base &&
        !referred->subscript_count && !referred->in_member)
      return value_of_variable(it, referred->base, type);
    return value_of_variable(it, variable, type);
  }
  if (place->kind == CLEAVE_BODY_MEMBER)
    return value_of_member(it, place, type);
  if (place->kind == CLEAVE_BODY_AFTER && variable_of_place(place->record) &&
      (place->pointer->kind == CLEAVE_BODY_STEP || place->pointer->kind == CLEAVE_BODY_ASSIGN) &&
      variable_of_place(place->record) == variable_of_place(place->pointer->place))
    return value_of_step(it, place->pointer, type);
  const int chosen = place->kind == CLEAVE_BODY_CHOICE ? known_relation(it, place->pointer) : -1;
  if (chosen >= 0)
    return value_of_place(it, chosen ? place->record : place->other, type);
  const Variable *element = stable_element(it, place);
  if (element)
    return value_of_variable(it, element, type);
  const Variable *part = place->kind == CLEAVE_BODY_TARGET ? part_at(it, place) : NULL;
  if (part)
    return value_of_variable(it, part, type);
  if (place->kind == CLEAVE_BODY_TEMPORARY && is_integral(place->pointer->type))
    return value_of(it, place->pointer);
  return unknown_value(it, type);
}

static struct cleave_polynomial quotient_of(struct analysis *it, struct cleave_polynomial numerator,
                                            int64_t by, const Type *type, bool rounds_down) {
  const uint32_t quotient = new_dimension(it, CLEAVE_DIMENSION_QUOTIENT, type);
  it->dimensions[quotient].numerator = numerator;
  it->dimensions[quotient].denominator = by;
  it->dimensions[quotient].rounds_down = rounds_down;
  return polynomial_of_dimension(it->arena, quotient);
}

/* `v & 7` is what is left of V after whole multiples of 8, and `v >> 3` the number of these. Negative numbers have two's complement
 * (C11, 6.2.6.2p2 and 6.5.7p5, as Clang implements them). */
static struct cleave_polynomial value_of_bits(struct analysis *it, const Value *value) {
  const bool is_shift = value->operation == CLEAVE_BODY_SHIFT_RIGHT;
  const bool is_left = !is_shift && value->left->has_constant;
  const Value *number = is_left ? value->right : value->left,
              *constant = is_left ? value->left : value->right;
  const int64_t mask = constant->has_constant ? constant->constant : -1;
  struct cleave_polynomial result;
  if (mask < 0 || (is_shift ? mask > 30 : mask & (mask + 1)) || mask == INT64_MAX)
    return unknown_value(it, value->type);
  const int64_t by = is_shift ? INT64_C(1) << mask : mask + 1;
  const struct cleave_polynomial numerator = value_of(it, number),
                                 whole = quotient_of(it, numerator, by, value->type, value->type->is_signed);
  if (is_shift)
    return whole;
  return polynomial_product(it->arena, whole, polynomial_of_constant(it->arena, by), &result) &&
                 polynomial_sum(it->arena, numerator, result, -1, &result)
             ? result
             : unknown_value(it, value->type);
}

static struct cleave_polynomial value_of_binary(struct analysis *it, const Value *value) {
  struct cleave_arena *arena = it->arena;
  struct cleave_polynomial left, right, result;
  const Type *type = value->type;
  bool is_known;
  switch (value->operation) {
  case CLEAVE_BODY_ADD:
  case CLEAVE_BODY_SUBTRACT:
    left = value_of(it, value->left);
    right = value_of(it, value->right);
    is_known = polynomial_sum(arena, left, right, value->operation == CLEAVE_BODY_ADD ? 1 : -1, &result);
    break;
  case CLEAVE_BODY_MULTIPLY:
    left = value_of(it, value->left);
    right = value_of(it, value->right);
    is_known = polynomial_product(arena, left, right, &result);
    break;
  case CLEAVE_BODY_DIVIDE:
  case CLEAVE_BODY_REMAINDER: {
    /* The quotient is a dimension of its own, and the remainder is what is left. */
    if (!value->right->has_constant || value->right->constant <= 0)
      return unknown_value(it, type);
    const int64_t by = value->right->constant;
    const struct cleave_polynomial numerator = value_of(it, value->left);
    const struct cleave_polynomial whole = quotient_of(it, numerator, by, type, false);
    if (value->operation == CLEAVE_BODY_DIVIDE)
      return whole;
    /* Of the same sign as the numerator, and no larger. */
    if (polynomial_product(arena, whole, polynomial_of_constant(arena, by), &result) &&
        polynomial_sum(arena, numerator, result, -1, &result))
      return result;
    return unknown_value(it, type);
  }
  case CLEAVE_BODY_AND:
  case CLEAVE_BODY_SHIFT_RIGHT:
    return value_of_bits(it, value);
  default:
    return unknown_value(it, type);
  }
  if (!is_known)
    return unknown_value(it, type);
  if (!type->is_signed)
    must_fit(it, result, type);
  return result;
}

/* Whether CONDITION, a comparison of values that differ by a constant, holds: 1 or 0; -1: it is not known. */
static int known_relation(struct analysis *it, const Value *condition) {
  struct cleave_polynomial left, right, distance;
  while (condition->kind == CLEAVE_BODY_CONVERT)
    condition = condition->left;
  if (condition->kind != CLEAVE_BODY_BINARY || !is_integral(condition->left->type) ||
      !is_integral(condition->right->type) || !plain_value_of(it, condition->left, &left) ||
      !plain_value_of(it, condition->right, &right) ||
      !polynomial_sum(it->arena, left, right, -1, &distance) || distance.term_count > 1 ||
      (distance.term_count && distance.terms[0].factor_count))
    return -1;
  const int64_t by = distance.term_count ? distance.terms[0].coefficient : 0;
  switch (condition->operation) {
  case CLEAVE_BODY_LESS:
    return by < 0;
  case CLEAVE_BODY_LESS_EQUAL:
    return by <= 0;
  case CLEAVE_BODY_GREATER:
    return by > 0;
  case CLEAVE_BODY_GREATER_EQUAL:
    return by >= 0;
  case CLEAVE_BODY_EQUAL:
    return by == 0;
  case CLEAVE_BODY_NOT_EQUAL:
    return by != 0;
  default:
    return -1;
  }
}

/* The value of STEP, `k++`, or of the variable after it, `++k`. */
static struct cleave_polynomial value_of_step(struct analysis *it, const Value *step, const Type *type) {
  const Variable *variable = variable_of_place(step->place);
  const struct known_step *known = variable ? known_step_of(it, variable, step) : NULL;
  if (!known || known->after)
    return unknown_value(it, type);
  add_fits(it, &known_of(it, variable)->assumed);
  return step->kind == CLEAVE_BODY_STEP && !step->is_prefix ? known->old_value : known->new_value;
}

struct cleave_polynomial value_of(struct analysis *it, const Value *value) {
  const Type *type = value->type;
  if (!is_integral(type)) {
    give_up(it, "a subscript is no integer", value->text.at);
    return (struct cleave_polynomial){0};
  }
  if (value->has_constant)
    return polynomial_of_constant(it->arena, value->constant);
  switch (value->kind) {
  case CLEAVE_BODY_READ:
    return value_of_place(it, value->place, type);
  case CLEAVE_BODY_CONVERT: {
    if (value->conversion == CLEAVE_BODY_SAME)
      return value_of(it, value->left);
    if (value->conversion != CLEAVE_BODY_TO_INTEGER)
      break;
    const struct cleave_polynomial result = value_of(it, value->left);
    if (!holds_all(type, value->left->type))
      must_fit(it, result, type);
    return result;
  }
  case CLEAVE_BODY_STEP:
  case CLEAVE_BODY_ASSIGN:
    return value_of_step(it, value, type);
  case CLEAVE_BODY_BINARY:
    return value_of_binary(it, value);
  case CLEAVE_BODY_UNARY: {
    struct cleave_polynomial result;
    if (value->operation == CLEAVE_BODY_PLUS)
      return value_of(it, value->left);
    if (value->operation != CLEAVE_BODY_MINUS ||
        !polynomial_sum(it->arena, (struct cleave_polynomial){0}, value_of(it, value->left), -1, &result))
      break;
    if (!type->is_signed)
      must_fit(it, result, type);
    return result;
  }
  case CLEAVE_BODY_SELECT: {
    const int chosen = known_relation(it, value->condition);
    if (chosen < 0)
      break;
    return value_of(it, chosen ? value->left : value->right);
  }
  case CLEAVE_BODY_INLINED: {
    const Statement *returned = only_return(value);
    if (returned && returned->value)
      return value_of(it, returned->value);
    break;
  }
  default:
    break;
  }
  return unknown_value(it, type);
}

struct cleave_polynomial value_after(struct analysis *it, const Value *value) {
  return value_assigns_more(it, value) && !value->has_constant ? unknown_value(it, value->type)
                                                               : value_of(it, value);
}

bool plain_value_of(struct analysis *it, const Value *value, struct cleave_polynomial *result) {
  const size_t before = it->fits.count;
  *result = value_after(it, value);
  return !take_fits(it, before).count;
}

bool extent_of(struct analysis *it, const Type *type, struct cleave_polynomial *extent) {
  return type->kind == CLEAVE_BODY_ARRAY && type->extent && plain_value_of(it, type->extent, extent);
}

bool multiply_extents(struct analysis *it, const Type *type, struct cleave_polynomial *count) {
  struct cleave_polynomial extent;
  for (; type->kind == CLEAVE_BODY_ARRAY; type = type->element)
    if (!extent_of(it, type, &extent) || !polynomial_product(it->arena, *count, extent, count))
      return false;
  return true;
}
