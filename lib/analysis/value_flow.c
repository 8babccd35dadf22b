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

void forget_values(struct analysis *it, const Statement *statement, const Value *value) {
  bool *written = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_written(it->body, statement, value, written);
  for (size_t i = 0; i < it->body->variable_count; i++) {
    it->known[i].has_value &= !written[i];
    if (written[i] && it->body->variables[i]->type->kind == CLEAVE_BODY_POINTER)
      forget_pointer(it, it->body->variables[i]);
  }
  forget_parts(it, written);
}
