/* FILE: lib/analysis/value_flow.c
 * WHAT: the values of integer variables that the body assigns, at the current statement.
 *
 * A value is known from an assignment on until a path may come that has another one: at the begin and the end of a loop or a branch that
 * assigns the variable.
 */
#include "analysis/analysis_internal.h"

void set_value(struct analysis *it, const Variable *variable, const Value *value) {
  struct known *known = known_of(it, variable);
  const bool is_followed = value && it->is_known && is_integral(variable->type) &&
                           !variable->type->is_volatile && is_integral(value->type) &&
                           (known->is_inside || known->is_private);
  /* A variable that has another name may be changed by that. */
  if (!is_followed || (known->is_written && known->is_aliased)) {
    known->has_value = false;
    return;
  }
  const size_t before = it->fits.count;
  const struct cleave_polynomial result = value_after(it, value);
  known->assumed = take_fits(it, before);
  known->value = result;
  known->has_value = it->is_known;
}

void change_value(struct analysis *it, const Variable *variable, const Value *value) {
  struct known *known = known_of(it, variable);
  if (value->kind == CLEAVE_BODY_ASSIGN && !value->operation) {
    set_value(it, variable, value->right);
    return;
  }
  /* Signed, and no smaller than int: an overflow is undefined. */
  const bool is_sum = value->kind == CLEAVE_BODY_STEP || value->operation == CLEAVE_BODY_ADD ||
                      value->operation == CLEAVE_BODY_SUBTRACT;
  const bool is_negative =
      value->kind == CLEAVE_BODY_STEP ? value->is_decrement : value->operation == CLEAVE_BODY_SUBTRACT;
  if (!known->has_value || !is_sum || !variable->type->is_signed || variable->type->bits < 32 ||
      (value->kind == CLEAVE_BODY_ASSIGN &&
       (!is_integral(value->right->type) || value->computed != variable->type->unqualified))) {
    known->has_value = false;
    return;
  }
  const size_t before = it->fits.count;
  add_fits(it, &known->assumed);
  const struct cleave_polynomial by =
      value->kind == CLEAVE_BODY_STEP ? polynomial_of_constant(it->arena, 1) : value_after(it, value->right);
  known->has_value =
      it->is_known && polynomial_sum(it->arena, known->value, by, is_negative ? -1 : 1, &known->value);
  known->assumed = take_fits(it, before);
}

void forget_values(struct analysis *it, const Statement *statement, const Value *value) {
  bool *written = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_written(it->body, statement, value, written);
  for (size_t i = 0; i < it->body->variable_count; i++)
    it->known[i].has_value &= !written[i];
}

/* ---- Pointers that move -------------------------------------------------------------------------------------- */

static bool moves_in_place(const Place *place, const Variable *variable);
static bool moves_in(const Statement *statement, const Variable *variable);

/* Whether VALUE changes VARIABLE only by moving it. */
static bool moves_in_value(const Value *value, const Variable *variable) {
  if (!value)
    return true;
  if (value->opaque || (value->kind == CLEAVE_BODY_ADDRESS && root_of(value->place) == variable))
    return false;
  if (value->kind == CLEAVE_BODY_ASSIGN && variable_of_place(value->place) == variable && !value->operation) {
    const Value *sum = without_conversions(value->right);
    if (sum->kind != CLEAVE_BODY_BINARY || variable_read(sum->left) != variable)
      return false;
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (!moves_in_value(parts.values[i], variable))
      return false;
  for (size_t i = 0; i < value->item_count; i++)
    if (!moves_in_value(value->items[i], variable))
      return false;
  return moves_in_place(value->place, variable) && (!value->body || moves_in(value->body, variable));
}

static bool moves_in_place(const Place *place, const Variable *variable) {
  return !place || (!place->opaque && moves_in_value(place->pointer, variable) &&
                    moves_in_place(place->record, variable) && moves_in_place(place->other, variable));
}

/* Whether PLACE may be VARIABLE. */
static bool may_be(const Place *place, const Variable *variable) {
  return place->kind == CLEAVE_BODY_CHOICE ? may_be(place->record, variable) || may_be(place->other, variable)
                                           : root_of(place) == variable;
}

static bool moves_in(const Statement *statement, const Variable *variable) {
  /* A reference to the pointer may change it. */
  if (statement->opaque || (statement->place && may_be(statement->place, variable)) ||
      !moves_in_value(statement->value, variable) || !moves_in_value(statement->step, variable) ||
      !moves_in_place(statement->place, variable))
    return false;
  for (size_t i = 0; i < statement->child_count; i++)
    if (!moves_in(statement->children[i], variable))
      return false;
  return true;
}

bool is_only_moved(const struct analysis *it, const Variable *variable) {
  return it->inner_body && moves_in(it->inner_body, variable);
}
