/* FILE: lib/analysis/effects.c
 * WHAT: whether the evaluation of an expression changes anything.
 *
 * The variables of an inlined function end with its call, so an assignment to one is no effect of the call. Such a variable may have
 * other names there: `this`, and parameters that are references or pointers.
 */
#include "analysis/analysis_internal.h"

/* A variable that the code itself declares. */
struct own {
  const Variable *variable;
  bool is_name; /* a reference or a pointer: it refers to one of these variables, or to a part of one */
};

struct walk {
  bool calls;                      /* a call of a function without a visible body may have effects */
  bool only_assignments;           /* reads of volatile objects are none */
  const struct analysis *steps_of; /* steps whose numbers are known there are no changes; NULL: all are */
  struct own own[256];
  size_t own_count;
};

static bool statement_changes(struct walk *walk, const Statement *statement);
static bool place_changes(struct walk *walk, const Place *place);

static const struct own *own_of(const struct walk *walk, const Variable *variable) {
  for (size_t i = 0; variable && i < walk->own_count; i++)
    if (walk->own[i].variable == variable)
      return &walk->own[i];
  return NULL;
}

/* Whether PLACE is a variable that the code declares, or a part of it. */
static bool is_own(const struct walk *walk, const Place *place) {
  const Variable *root = root_of(place);
  const struct own *own = own_of(walk, root);
  if (root)
    return own && (root->type->kind != CLEAVE_BODY_REFERENCE || own->is_name);
  while (place->kind == CLEAVE_BODY_MEMBER)
    place = place->record;
  own = place->kind == CLEAVE_BODY_TARGET ? own_of(walk, variable_read(place->pointer)) : NULL;
  return own && own->is_name;
}

static void declare_own(struct walk *walk, const Statement *statement) {
  const Value *value = statement->value;
  const bool is_address = value && (value->kind == CLEAVE_BODY_ADDRESS || value->kind == CLEAVE_BODY_DECAY);
  if (walk->own_count < sizeof walk->own / sizeof *walk->own)
    walk->own[walk->own_count++] =
        (struct own){statement->variable, statement->place ? is_own(walk, statement->place)
                                                           : is_address && is_own(walk, value->place)};
}

/* Whether VALUE, an assignment or a step, changes anything but the variables of the code. A pointer that changes may no longer point
 * to one of them. */
static bool assigns_outside(const struct walk *walk, const Value *value) {
  const Variable *variable = variable_of_place(value->place);
  const struct own *own = own_of(walk, variable);
  return !is_own(walk, value->place) ||
         (variable && value->place->type->kind == CLEAVE_BODY_POINTER && (!own || own->is_name));
}

/* Whether VALUE is a step whose numbers are known, where these are sought. */
static bool is_known_step(const struct walk *walk, const Value *value) {
  const Variable *variable = walk->steps_of ? variable_of_place(value->place) : NULL;
  const struct known_step *step = variable ? known_step_of(walk->steps_of, variable, value) : NULL;
  return step && !step->after;
}

static bool value_changes(struct walk *walk, const Value *value) {
  if (!value)
    return false;
  const bool assigns = value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP;
  if (value->opaque || (assigns && assigns_outside(walk, value) && !is_known_step(walk, value)) ||
      (value->kind == CLEAVE_BODY_CALL && walk->calls && !value->has_no_effects))
    return true;
  if (value->body && statement_changes(walk, value->body))
    return true;
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (value_changes(walk, parts.values[i]))
      return true;
  for (size_t i = 0; i < value->item_count; i++)
    if (value_changes(walk, value->items[i]))
      return true;
  return value->place && place_changes(walk, value->place);
}

static bool place_changes(struct walk *walk, const Place *place) {
  if (place->opaque || (place->type->is_volatile && !walk->only_assignments))
    return true;
  return value_changes(walk, place->pointer) || (place->record && place_changes(walk, place->record)) ||
         (place->other && place_changes(walk, place->other));
}

/* Of a called function. */
static bool statement_changes(struct walk *walk, const Statement *statement) {
  if (statement->kind == CLEAVE_BODY_DECLARE)
    declare_own(walk, statement);
  if (statement->opaque || statement->kind == CLEAVE_BODY_ATOMIC || value_changes(walk, statement->value) ||
      value_changes(walk, statement->step) || (statement->place && place_changes(walk, statement->place)))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (statement_changes(walk, statement->children[i]))
      return true;
  return false;
}

bool calls_function(const Value *value) {
  if (!value)
    return false;
  const struct parts parts = parts_of_value(value);
  bool calls = value->kind == CLEAVE_BODY_INLINED;
  for (size_t i = 0; i < 4 && !calls; i++)
    calls = calls_function(parts.values[i]);
  for (const Place *place = value->place; place && !calls; place = place->record)
    calls = calls_function(place->pointer);
  return calls;
}

bool has_effects(const Value *value, bool calls) {
  struct walk walk = {.calls = calls};
  return value_changes(&walk, value);
}

bool place_has_effects(const Place *place) {
  struct walk walk = {.calls = true};
  return place_changes(&walk, place);
}

bool value_assigns_more(const struct analysis *it, const Value *value) {
  struct walk walk = {.only_assignments = true, .steps_of = it};
  return value_changes(&walk, value);
}

bool value_assigns(const Value *value) {
  struct walk walk = {.only_assignments = true};
  return value_changes(&walk, value);
}

/* ---- Values that may be computed again --------------------------------------------------------------------- */

bool value_is_simple(const Value *value) {
  if (!value)
    return true;
  switch (value->kind) {
  case CLEAVE_BODY_ASSIGN:
  case CLEAVE_BODY_STEP:
  case CLEAVE_BODY_OPAQUE:
    return false;
  case CLEAVE_BODY_INLINED: /* the constructor of a view, an index */
    return !has_effects(value, true) &&
           !contains_statement(value->body,
                               1u << CLEAVE_BODY_FOR | 1u << CLEAVE_BODY_WHILE | 1u << CLEAVE_BODY_DO, false);
  case CLEAVE_BODY_CALL:
    if (!value->has_no_effects || !value->is_cheap)
      return false;
    break;
  default:
    break;
  }
  for (size_t i = 0; i < value->item_count; i++)
    if (!value_is_simple(value->items[i]))
      return false;
  return value_is_simple(value->condition) && value_is_simple(value->left) && value_is_simple(value->right) &&
         (!value->place || place_is_simple(value->place));
}

bool place_is_simple(const Place *place) {
  if (place->kind == CLEAVE_BODY_UNKNOWN || place->kind == CLEAVE_BODY_AFTER || place->type->is_volatile)
    return false;
  return value_is_simple(place->pointer) && (!place->record || place_is_simple(place->record)) &&
         (!place->other || place_is_simple(place->other));
}
