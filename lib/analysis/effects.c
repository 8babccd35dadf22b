/* FILE: lib/analysis/effects.c
 * WHAT: whether the evaluation of an expression changes anything.
 *
 * The variables of an inlined function end with its call, so an assignment to one is no effect of the call.
 */
#include "analysis/analysis_internal.h"

static bool has_effects_in(const Place *place, bool calls, bool is_inlined);
static bool statement_has_effects(const Statement *statement, bool calls);

/* Whether PLACE is a variable of a called function, or a part of it. */
static bool is_of_callee(const Place *place) {
  const Variable *root = root_of(place);
  return root && root->is_callees && root->type->kind != CLEAVE_BODY_REFERENCE;
}

static bool value_has_effects(const Value *value, bool calls, bool is_inlined) {
  if (!value)
    return false;
  switch (value->kind) {
  case CLEAVE_BODY_OPAQUE:
    return true;
  case CLEAVE_BODY_ASSIGN:
  case CLEAVE_BODY_STEP:
    if (!is_inlined || !is_of_callee(value->place))
      return true;
    break;
  case CLEAVE_BODY_CALL:
    if (calls && !value->has_no_effects)
      return true;
    break;
  case CLEAVE_BODY_INLINED:
    if (statement_has_effects(value->body, calls))
      return true;
    break;
  default:
    break;
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (value_has_effects(parts.values[i], calls, is_inlined))
      return true;
  for (size_t i = 0; i < value->item_count; i++)
    if (value_has_effects(value->items[i], calls, is_inlined))
      return true;
  return value->place && has_effects_in(value->place, calls, is_inlined);
}

static bool has_effects_in(const Place *place, bool calls, bool is_inlined) {
  if (place->kind == CLEAVE_BODY_UNKNOWN || place->type->is_volatile)
    return true;
  return value_has_effects(place->pointer, calls, is_inlined) ||
         (place->record && has_effects_in(place->record, calls, is_inlined)) ||
         (place->other && has_effects_in(place->other, calls, is_inlined));
}

/* Of a called function. */
static bool statement_has_effects(const Statement *statement, bool calls) {
  if (statement->opaque || statement->kind == CLEAVE_BODY_ATOMIC ||
      value_has_effects(statement->value, calls, true) || value_has_effects(statement->step, calls, true) ||
      (statement->place && has_effects_in(statement->place, calls, true)))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (statement_has_effects(statement->children[i], calls))
      return true;
  return false;
}

bool has_effects(const Value *value, bool calls) { return value_has_effects(value, calls, false); }

bool place_has_effects(const Place *place) { return has_effects_in(place, true, false); }

/* ---- Assignments ------------------------------------------------------------------------------------------- */

static bool place_assigns(const Place *place);

static bool statement_assigns(const Statement *statement) {
  if (statement->opaque || value_assigns(statement->value) || value_assigns(statement->step) ||
      (statement->place && place_assigns(statement->place)))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (statement_assigns(statement->children[i]))
      return true;
  return false;
}

static bool place_assigns(const Place *place) {
  return place->opaque || value_assigns(place->pointer) || (place->record && place_assigns(place->record)) ||
         (place->other && place_assigns(place->other));
}

bool value_assigns(const Value *value) {
  if (!value)
    return false;
  if (value->opaque)
    return true;
  if ((value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP) && !is_of_callee(value->place))
    return true;
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (value_assigns(parts.values[i]))
      return true;
  for (size_t i = 0; i < value->item_count; i++)
    if (value_assigns(value->items[i]))
      return true;
  return (value->place && place_assigns(value->place)) || (value->body && statement_assigns(value->body));
}
