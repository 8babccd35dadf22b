/* FILE: lib/analysis/assignments.c
 * WHAT: what variables, records and pointers of the body have after an assignment.
 */
#include "analysis/analysis_internal.h"

/* ---- Records ---------------------------------------------------------------------------------------------- */

/* TO has the value of the record FROM. */
static void copy_members(struct analysis *it, const Variable *to, const Variable *from) {
  const size_t count = it->part_count;
  known_of(it, to)->copied = known_of(it, from)->copied;
  for (size_t i = 0; i < count; i++) {
    const struct part part = it->parts[i];
    if (part.whole != from)
      continue;
    const Variable *member = part_named(it, to, part.name, part.member, part.variable->type);
    if (!member)
      continue;
    const struct known *value = known_of(it, part.variable);
    struct known *known = known_of(it, member);
    known->has_value = value->has_value;
    known->value = value->value;
    known->assumed = value->assumed;
    known->target = value->target;
    copy_members(it, member, part.variable);
  }
}

static void copy_record(struct analysis *it, const Variable *to, const Place *from) {
  struct object object;
  if (!find_quietly(it, from, &object))
    return;
  if (object.part)
    copy_members(it, to, object.part);
  else if (object.base && !known_of(it, object.base)->is_inside)
    known_of(it, to)->copied = from;
}

static void set_pointer(struct analysis *it, struct known *known, const Value *value) {
  const Place target = {.kind = CLEAVE_BODY_TARGET, .type = value->type->element, .pointer = (Value *)value};
  struct object object;
  const size_t before = it->fits.count, accesses = it->access_count, dimensions = it->dimension_count,
               described = it->described_count, changes = it->changes;
  const struct cleave_obstacle obstacle = it->obstacle;
  bool is_found = !has_effects(value, true) && it->find_object(it, &target, &object);
  is_found &= it->is_known;
  object.assumed = take_fits(it, before);
  it->access_count = it->base_count = accesses;
  it->obstacle = obstacle;
  it->is_known = true;
  known->target = NULL;
  if (!is_found) {
    drop_dimensions(it, dimensions, described, changes);
    return;
  }
  known->target = cleave_arena_allocate(it->arena, sizeof object);
  *known->target = object;
}

static void set_record(struct analysis *it, const Variable *variable, const Value *value) {
  switch (value->kind) {
  case CLEAVE_BODY_READ:
    return copy_record(it, variable, value->place);
  case CLEAVE_BODY_CONVERT:
    return set_record(it, variable, value->left);
  case CLEAVE_BODY_COMMA:
    return set_record(it, variable, value->right);
  case CLEAVE_BODY_LIST:
    for (size_t i = 0; i < value->item_count && !variable->type->is_union; i++) {
      const Variable *member = part_named(it, variable, "", (uint32_t)i, value->items[i]->type);
      if (member)
        set_object(it, member, value->items[i]);
    }
    return;
  case CLEAVE_BODY_INLINED: {
    const Statement *returned = only_return(value);
    if (returned && returned->place)
      return copy_record(it, variable, returned->place);
    if (returned && returned->value)
      return set_record(it, variable, returned->value);
    return;
  }
  default:
    return;
  }
}

void set_object(struct analysis *it, const Variable *variable, const Value *value) {
  struct known *known = known_of(it, variable);
  it->changes++;
  if (!it->is_known)
    return;
  if (variable->type->kind == CLEAVE_BODY_RECORD) {
    /* The value may consist of the present values of the members. */
    const Variable *made = value ? new_temporary(it, NULL, variable->type) : NULL;
    if (made)
      set_record(it, made, value);
    forget_members(it, variable);
    if (made)
      copy_members(it, variable, made);
  } else if (variable->type->kind != CLEAVE_BODY_POINTER) {
    set_value(it, variable, value);
  } else if (value && !(known->is_written && known->is_aliased)) {
    set_pointer(it, known, value);
  } else {
    known->target = NULL;
  }
}

const Variable *temporary_at(struct analysis *it, const Place *place) {
  const struct temporary *found = NULL;
  for (size_t i = 0; i < it->temporary_count && !found; i++)
    if (it->temporaries[i].place == place)
      found = &it->temporaries[i];
  const Variable *variable = found ? found->variable : new_temporary(it, place, place->type->unqualified);
  if (variable)
    set_object(it, variable, place->pointer);
  return variable;
}

/* ---- Changes ------------------------------------------------------------------------------------------------ */

void change_value(struct analysis *it, const Variable *variable, const Value *value) {
  struct known *known = known_of(it, variable);
  if (value->kind == CLEAVE_BODY_ASSIGN && !value->operation) {
    set_object(it, variable, value->right);
    return;
  }
  if (variable->type->kind == CLEAVE_BODY_POINTER)
    return move_pointer(it, variable, value);
  if (variable->type->kind == CLEAVE_BODY_RECORD) {
    set_object(it, variable, NULL);
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
