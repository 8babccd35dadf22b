/* FILE: lib/environments/standard_calls.c
 * WHAT: calls of the C++ standard library in host code.
 *
 * Every object of the library is modeled as a handle: what it holds is memory that its cell points to. A function that is not
 * an accessor may replace that memory. Functions of the library neither keep their arguments, other than in the object, nor start
 * threads, except those that standard_names.c lists.
 */
#include <string.h>

#include "environments/host_record.h"
#include "model/arena.h"

uint32_t cleave_standard_held(struct cleave_host_record *it, const struct cleave_host_type *type,
                              uint32_t cell) {
  if (!type->library_class)
    return cell;
  if (!(cleave_standard_class(type->library_class) & CLEAVE_STANDARD_CONTAINS))
    return cleave_cell_pointee(it->function.memory, cell);
  cleave_cell_collapse(it->function.memory, cell);
  return cell;
}

/* An object of the type HOLDER has the memory HELD. Pointers may be copied between that and the memory of ARGUMENT. DIFFERS: the
 * argument's type is not that of an element. */
static void mix_pointers(struct cleave_host_record *it, uint32_t held, const struct cleave_host_type *holder,
                         const struct cleave_standard_argument *argument, bool differs) {
  struct cleave_memory *memory = it->function.memory;
  const struct cleave_host_type *type = &argument->type;
  const uint32_t cell = argument->given.cell;
  if (!holder->names_pointers && !holder->names_integers)
    return;
  if (type->is_record && holder->names_pointers) { /* an element, or a handle of elements */
    cleave_cell_unify(memory, held, cell);
    cleave_cell_unify(memory, held, cleave_standard_held(it, type, cell));
    return;
  }
  /* The argument is an element, or leads to elements. */
  uint32_t value = argument->is_object ? cleave_cell_pointee(memory, cell) : cell;
  if (type->is_record)
    value = cleave_cell_pointee(memory, cleave_standard_held(it, type, cell));
  else if (type->is_pointer && !holder->names_pointers)
    value = cleave_cell_pointee(memory, value);
  else if (type->is_pointer && differs)
    cleave_cell_unify(memory, held, value);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, held), value);
}

/* ARGUMENT may be stored as text, or read from text. */
static void use_text(struct cleave_host_record *it, const struct cleave_standard_argument *argument) {
  const struct cleave_host_type *type = &argument->type;
  void (*const escape)(struct cleave_memory *, uint32_t) =
      argument->is_object ? cleave_cell_escape_held : cleave_cell_escape;
  if (type->is_integer ||
      (type->is_pointer && (type->is_void_pointer || (argument->is_pointer && argument->is_void_pointer))))
    escape(it->function.memory, argument->given.cell);
  if (type->is_scalar && argument->is_reference && !argument->is_const)
    cleave_cell_set_held_unknown(it->function.memory, argument->given.cell);
}

void cleave_standard_begin(struct cleave_host_record *it, struct cleave_standard_call *call) {
  const struct cleave_host_place *object = &call->object;
  call->result = cleave_host_result_of(CLEAVE_NO_CELL);
  call->made = call->element = CLEAVE_NO_CELL;
  call->same = cleave_host_place_at(CLEAVE_NO_CELL);
  if (!call->has_object)
    return;
  cleave_host_event(it, object->cell, false, NULL);
  if (call->is_accessor && (call->returns_reference || call->type.holds_pointers || call->type.is_record)) {
    const struct cleave_host_value *data = cleave_host_query(it->arena, object->path, object->cell, "data");
    call->result.target = cleave_standard_held(it, &call->holder, object->cell);
    *(strcmp(call->name, "data") ? &call->result.base : &call->result.path) = data;
  } else if (!strcmp(call->name, "size") || !strcmp(call->name, "length")) {
    call->result.path = cleave_host_query(it->arena, object->path, object->cell, "size");
  } else if (!call->is_accessor && !call->is_const) {
    cleave_host_event(it, object->cell, true, NULL);
    if (!call->moves_iterator)
      cleave_host_event(it, cleave_standard_held(it, &call->holder, object->cell), true, NULL);
  }
  if (call->returns_reference && call->returns_holder)
    call->same = (struct cleave_host_place){.cell = object->cell, .path = object->path};
}

static const struct cleave_host_value *base_of(const struct cleave_host_place *place) {
  return place->base ? place->base : place->path;
}

/* The memory of an argument and what it holds is read, and perhaps written. */
static void access_argument(struct cleave_host_record *it, const struct cleave_standard_argument *argument) {
  const struct cleave_host_place *given = &argument->given;
  cleave_host_moves(it, given->cell); /* a pointer may be an iterator */
  cleave_host_event(it, given->cell, false, base_of(given));
  if (!argument->is_const && (argument->is_reference || argument->is_pointer))
    cleave_host_event(it, given->cell, true, base_of(given));
  if (!argument->type.is_record)
    return;
  const uint32_t held = cleave_standard_held(it, &argument->type, given->cell);
  cleave_host_event(it, held, false, cleave_host_query(it->arena, given->path, given->cell, "data"));
  if (!argument->is_const)
    cleave_host_event(it, held, true, cleave_host_query(it->arena, given->path, given->cell, "data"));
}

/* The result may lead to what ARGUMENT leads to. */
static void return_argument(struct cleave_host_record *it, struct cleave_standard_call *call,
                            const struct cleave_standard_argument *argument) {
  const bool is_record = argument->type.is_record;
  const uint32_t cell = argument->given.cell;
  if (call->returns_reference || !(call->type.holds_pointers || call->type.is_record) ||
      !(is_record || argument->type.holds_pointers))
    return;
  if (call->result.target == CLEAVE_NO_CELL)
    call->result.target = cleave_standard_held(it, &argument->type, cell);
  else if (is_record || argument->is_pointer)
    cleave_host_join(it, call->result.target, cleave_standard_held(it, &argument->type, cell));
  if (!is_record && argument->is_object) /* the pointer's value, or its address */
    cleave_host_join(it, call->result.target, cleave_cell_pointee(it->function.memory, cell));
}

void cleave_standard_pass(struct cleave_host_record *it, struct cleave_standard_call *call,
                          const struct cleave_standard_argument *argument) {
  struct cleave_memory *memory = it->function.memory;
  const struct cleave_host_type *type = &argument->type;
  const struct cleave_host_place *given = &argument->given;
  if (given->cell == CLEAVE_NO_CELL)
    return;
  use_text(it, argument);
  access_argument(it, argument);
  if (call->has_object && !call->is_accessor)
    mix_pointers(it, cleave_standard_held(it, &call->holder, call->object.cell), &call->holder, argument,
                 argument->differs_from_held);
  for (size_t i = 0; i < call->passed_count; i++) /* elements may be copied between what they lead to */
    cleave_cell_unify(memory, call->passed[i], cleave_standard_held(it, type, given->cell));
  if (!call->has_object && (type->is_record ? type->names_pointers : type->points_to_pointers)) {
    const uint32_t held = cleave_standard_held(it, type, given->cell);
    CLEAVE_APPEND(it->arena, call->passed, call->passed_count, held);
  }
  if (argument->is_reference && argument->is_result && call->returns_reference) {
    if (call->same.cell != CLEAVE_NO_CELL) { /* either of them */
      cleave_cell_unify(memory, call->same.cell, given->cell);
      call->same = cleave_host_place_at(call->same.cell);
    } else {
      call->same = *given;
    }
  }
  if (!call->has_object && call->returns_reference && type->is_record && call->element == CLEAVE_NO_CELL)
    call->element = cleave_standard_held(it, type, given->cell);
  if (!call->has_object && call->type.is_record) {
    call->made = cleave_host_target(it, call->made);
    mix_pointers(it, cleave_standard_held(it, &call->type, call->made), &call->type, argument,
                 argument->differs_from_made);
  }
  return_argument(it, call, argument);
}

struct cleave_host_result cleave_standard_end(struct cleave_host_record *it,
                                              struct cleave_standard_call *call,
                                              struct cleave_host_place *returned) {
  struct cleave_host_result *result = &call->result;
  if (returned && call->returns_reference) {
    if (call->is_accessor && result->target != CLEAVE_NO_CELL)
      *returned = (struct cleave_host_place){.cell = result->target,
                                             .base = result->base ? result->base : result->path};
    else if (call->same.cell != CLEAVE_NO_CELL)
      *returned = call->same;
    else if (call->has_object)
      *returned = cleave_host_place_at(cleave_standard_held(it, &call->holder, call->object.cell));
    else
      *returned = cleave_host_place_at(cleave_host_target(it, call->element));
  } else if (call->type.is_record) { /* a handle of the same memory */
    call->made = cleave_host_target(it, call->made);
    cleave_host_join(it, cleave_standard_held(it, &call->type, call->made), result->target);
    *result = cleave_host_result_of(call->made);
  } else if (result->target == CLEAVE_NO_CELL && (call->type.is_pointer || call->type.is_integer)) {
    result->target = cleave_cell_new(it->function.memory);
    if (call->type.is_integer) /* perhaps read from text */
      cleave_cell_set_unknown(it->function.memory, result->target);
  }
  return *result;
}

void cleave_standard_construct(struct cleave_host_record *it, const struct cleave_host_type *type,
                               uint32_t held, bool moves, const struct cleave_standard_argument *argument) {
  struct cleave_memory *memory = it->function.memory;
  const struct cleave_host_place *given = &argument->given;
  if (given->cell == CLEAVE_NO_CELL)
    return;
  cleave_host_moves(it, given->cell);
  cleave_host_event(it, given->cell, false, base_of(given));
  mix_pointers(it, held, type, argument, argument->differs_from_held);
  const uint32_t passed = cleave_standard_held(it, &argument->type, given->cell);
  if (argument->type.is_record)
    cleave_host_event(it, passed, false, cleave_host_query(it->arena, given->path, given->cell, "data"));
  /* A view, a moved object, or a smart pointer holds what it is given; a container copies elements. */
  if (!moves && cleave_standard_class(type->library_class) & CLEAVE_STANDARD_COPIES)
    cleave_cell_unify(memory, cleave_cell_pointee(memory, held), cleave_cell_pointee(memory, passed));
  else if (argument->type.is_record || argument->type.is_pointer)
    cleave_cell_unify(memory, held, passed);
}

void cleave_standard_swap(struct cleave_host_record *it, const struct cleave_host_place *left,
                          const struct cleave_host_place *right, const struct cleave_host_type *type) {
  struct cleave_memory *memory = it->function.memory;
  cleave_cell_unify(memory,
                    type->is_record ? cleave_standard_held(it, type, left->cell)
                                    : cleave_cell_pointee(memory, left->cell),
                    type->is_record ? cleave_standard_held(it, type, right->cell)
                                    : cleave_cell_pointee(memory, right->cell));
  if (!type->is_pointer && !type->library_class) { /* the members of a record are exchanged */
    if (type->is_record)
      cleave_cell_unify(memory, left->cell, right->cell);
    cleave_host_write(it, left);
    cleave_host_write(it, right);
    return;
  }
  const bool is_handle = type->is_record;
  const struct cleave_host_result first = {.path = is_handle ? cleave_host_query(it->arena, left->path,
                                                                                 left->cell, "data")
                                                             : left->path},
                                  second = {.path = is_handle ? cleave_host_query(it->arena, right->path,
                                                                                  right->cell, "data")
                                                              : right->path};
  cleave_host_add_copy(it, left->cell, first.path, &second);
  cleave_host_add_copy(it, right->cell, second.path, &first);
}
