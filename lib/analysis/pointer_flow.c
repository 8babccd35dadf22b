/* FILE: lib/analysis/pointer_flow.c
 * WHAT: what the pointers of the body point to, at the current statement, if the body changes them.
 *
 * A pointer moves in the array that it points into: `p++`, `p += n`. Where paths meet that have moved it, the element is unknown, and
 * the array is the same, because a pointer that leaves its array is undefined (C11, 6.5.6p8). An assignment of another pointer keeps the
 * array as well, if that points into the same one.
 */
#include "analysis/analysis_internal.h"

struct object *moved_object(struct analysis *it, const Variable *pointer, const struct object *target,
                            struct cleave_polynomial by) {
  struct object *moved = cleave_arena_allocate(it->arena, sizeof *moved);
  const size_t before = it->fits.count;
  *moved = *target;
  if (!moved->base || !moved->is_element)
    return NULL;
  add_fits(it, &moved->assumed);
  struct cleave_polynomial *last = &moved->subscripts[moved->subscript_count - 1];
  const bool is_sum = (!moved->is_flat || multiply_extents(it, pointer->type->element, &by)) &&
                      polynomial_sum(it->arena, *last, by, 1, last);
  moved->assumed = take_fits(it, before);
  return is_sum ? moved : NULL;
}

void move_pointer(struct analysis *it, const Variable *pointer, const Value *value) {
  struct known *known = known_of(it, pointer);
  const struct known_step *step = known_step_of(it, pointer, value);
  if (step && step->after) {
    known->target = (struct object *)step->after;
    return;
  }
  const bool is_step = value->kind == CLEAVE_BODY_STEP;
  const bool is_negative = is_step ? value->is_decrement : value->operation == CLEAVE_BODY_SUBTRACT;
  if (!known->target)
    return;
  struct object *moved = cleave_arena_allocate(it->arena, sizeof *moved);
  const size_t before = it->fits.count;
  *moved = *known->target;
  known->target = NULL;
  if (!moved->base || !moved->is_element || (known->is_written && known->is_aliased))
    return;
  add_fits(it, &moved->assumed);
  struct cleave_polynomial by =
      is_step ? polynomial_of_constant(it->arena, 1) : value_after(it, value->right);
  struct cleave_polynomial *last = &moved->subscripts[moved->subscript_count - 1];
  const bool is_sum = it->is_known &&
                      (!moved->is_flat || multiply_extents(it, pointer->type->element, &by)) &&
                      polynomial_sum(it->arena, *last, by, is_negative ? -1 : 1, last);
  moved->assumed = take_fits(it, before);
  if (is_sum)
    known->target = moved;
}

/* ---- Where paths meet --------------------------------------------------------------------------------------- */

/* The body changes POINTERS only within their arrays. */
struct pointer_moves {
  const struct analysis *it;
  const Variable *pointers[8];
  size_t count;
};

static bool moves_in_place(struct pointer_moves *moves, const Place *place, const Variable *variable);
static bool moves_in(struct pointer_moves *moves, const Statement *statement, const Variable *variable);

/* Whether OTHER points into the array that VARIABLE points into where it is declared, if it stays in that of its own declaration. */
static bool points_beside(struct pointer_moves *moves, const Variable *variable, const Variable *other) {
  const struct object *one = known_of(moves->it, variable)->home, *beside = known_of(moves->it, other)->home;
  if (other == variable)
    return true;
  if (!beside || beside->base != one->base || !beside->is_element || beside->in_member || one->in_member ||
      beside->subscript_count != one->subscript_count)
    return false;
  for (size_t i = 0; i + 1 < one->subscript_count; i++)
    if (!polynomials_are_same(one->subscripts[i], beside->subscripts[i]))
      return false;
  for (size_t i = 0; i < moves->count; i++)
    if (moves->pointers[i] == other)
      return true;
  if (moves->count == sizeof moves->pointers / sizeof *moves->pointers)
    return false;
  moves->pointers[moves->count++] = other;
  return true;
}

/* Whether VALUE changes VARIABLE only by moving it. */
static bool moves_in_value(struct pointer_moves *moves, const Value *value, const Variable *variable) {
  if (!value)
    return true;
  if (value->opaque || (value->kind == CLEAVE_BODY_ADDRESS && root_of(value->place) == variable))
    return false;
  if (value->kind == CLEAVE_BODY_ASSIGN && variable_of_place(value->place) == variable && !value->operation) {
    const Value *sum = without_conversions(value->right);
    if (sum->kind == CLEAVE_BODY_BINARY)
      sum = without_conversions(sum->left);
    if (!variable_read(sum) || !points_beside(moves, variable, variable_read(sum)))
      return false;
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (!moves_in_value(moves, parts.values[i], variable))
      return false;
  for (size_t i = 0; i < value->item_count; i++)
    if (!moves_in_value(moves, value->items[i], variable))
      return false;
  return moves_in_place(moves, value->place, variable) &&
         (!value->body || moves_in(moves, value->body, variable));
}

static bool moves_in_place(struct pointer_moves *moves, const Place *place, const Variable *variable) {
  return !place ||
         (!place->opaque && moves_in_value(moves, place->pointer, variable) &&
          moves_in_place(moves, place->record, variable) && moves_in_place(moves, place->other, variable));
}

/* Whether PLACE may be VARIABLE. */
static bool may_be(const Place *place, const Variable *variable) {
  return place->kind == CLEAVE_BODY_CHOICE ? may_be(place->record, variable) || may_be(place->other, variable)
                                           : root_of(place) == variable;
}

static bool moves_in(struct pointer_moves *moves, const Statement *statement, const Variable *variable) {
  /* A reference to the pointer may change it. */
  if (statement->opaque || (statement->place && may_be(statement->place, variable)) ||
      !moves_in_value(moves, statement->value, variable) ||
      !moves_in_value(moves, statement->step, variable) || !moves_in_place(moves, statement->place, variable))
    return false;
  for (size_t i = 0; i < statement->child_count; i++)
    if (!moves_in(moves, statement->children[i], variable))
      return false;
  return true;
}

/* Whether POINTER is in the array of its declaration, wherever control is. */
static bool stays_at_home(const struct analysis *it, const Variable *pointer) {
  struct pointer_moves moves = {.it = it, .pointers = {pointer}, .count = 1};
  const struct object *home = known_of(it, pointer)->home;
  bool stays = it->inner_body && home && home->base && home->is_element;
  for (size_t i = 0; i < moves.count; i++) /* the list may grow */
    stays = stays && !known_of(it, moves.pointers[i])->is_aliased &&
            moves_in(&moves, it->inner_body, moves.pointers[i]);
  return stays;
}

bool lose_element(struct analysis *it, const Variable *pointer) {
  struct known *known = known_of(it, pointer);
  if (!known->target || !known->target->base || !known->target->is_element || known->is_aliased)
    return false;
  const Type element = {.kind = CLEAVE_BODY_INTEGER, .bits = 64, .is_signed = true};
  struct object *moved = cleave_arena_allocate(it->arena, sizeof *moved);
  *moved = *known->target;
  moved->subscripts[moved->subscript_count - 1] = unknown_value(it, &element);
  known->target = moved;
  return true;
}

void forget_pointer(struct analysis *it, const Variable *pointer) {
  struct known *known = known_of(it, pointer);
  if (!stays_at_home(it, pointer)) {
    known->target = NULL;
    return;
  }
  known->target = known->home;
  if (!lose_element(it, pointer))
    known->target = NULL;
}

void forget_changes(struct analysis *it) {
  bool *written = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  for (size_t i = 0; i < it->body->variable_count; i++) {
    it->known[i].has_value = false;
    written[i] = it->known[i].is_written;
    if (written[i] && it->body->variables[i]->type->kind == CLEAVE_BODY_POINTER)
      forget_pointer(it, it->body->variables[i]);
  }
  forget_parts(it, written);
}
