/* FILE: lib/environments/host_accesses.c
 * WHAT: what the expressions of host code do to classes of memory.
 */
#include <string.h>

#include "environments/host_record.h"
#include "model/arena.h"

struct cleave_host_place cleave_host_place_at(uint32_t cell) {
  return (struct cleave_host_place){.cell = cell};
}

struct cleave_host_result cleave_host_result_of(uint32_t target) {
  return (struct cleave_host_result){.target = target};
}

struct cleave_host_result cleave_host_denoted(const struct cleave_host_place *place) {
  return (struct cleave_host_result){.target = place->cell, .path = place->path, .base = place->base};
}

struct cleave_host_result cleave_host_address_of(const struct cleave_host_record *it,
                                                 const struct cleave_host_place *place) {
  struct cleave_host_result result = cleave_host_denoted(place);
  result.path = place->path ? cleave_host_address(it->arena, place->path) : place->address;
  return result;
}

/* ---- Accesses ----------------------------------------------------------------------------------------------- */

void cleave_host_read(struct cleave_host_record *it, const struct cleave_host_place *from) {
  if (!from->is_unshared)
    cleave_host_event(it, from->cell, false, from->base ? from->base : from->path);
}

void cleave_host_write(struct cleave_host_record *it, const struct cleave_host_place *to) {
  if (!to->is_unshared)
    cleave_host_event(it, to->cell, true, to->base ? to->base : to->path);
}

void cleave_host_store(struct cleave_host_record *it, const struct cleave_host_place *to,
                       const struct cleave_host_type *type, const struct cleave_host_result *from) {
  if (from->target != CLEAVE_NO_CELL)
    cleave_cell_unify(it->function.memory,
                      type->is_record || type->is_array ? to->cell
                                                        : cleave_cell_pointee(it->function.memory, to->cell),
                      from->target);
  if (type->is_pointer)
    cleave_host_add_copy(it, to->cell, to->path, from);
  else
    cleave_host_write(it, to);
}

void cleave_host_expose(struct cleave_host_record *it, uint32_t cell) {
  if (cell == CLEAVE_NO_CELL)
    return;
  cleave_cell_expose(it->function.memory, cell);
  cleave_host_moves(it, cell);
  cleave_host_event(it, cell, false, NULL);
  cleave_host_event(it, cell, true, NULL);
}

void cleave_host_moves(struct cleave_host_record *it, uint32_t target) {
  if (target != CLEAVE_NO_CELL)
    cleave_cell_merge_elements(it->function.memory, target);
}

uint32_t cleave_host_target(struct cleave_host_record *it, uint32_t target) {
  return target == CLEAVE_NO_CELL ? cleave_cell_new(it->function.memory) : target;
}

uint32_t cleave_host_join(struct cleave_host_record *it, uint32_t left, uint32_t right) {
  if (left != CLEAVE_NO_CELL && right != CLEAVE_NO_CELL)
    cleave_cell_unify(it->function.memory, left, right);
  return left == CLEAVE_NO_CELL ? right : left;
}

/* ---- Elements ------------------------------------------------------------------------------------------------ */

/* What an access through POINTER is said to access an element of. In a kernel, a pointer and a sum of it with an integer can lead to
 * different list items; in host code, they lead to one array. */
static const struct cleave_host_value *base_of_pointer(const struct cleave_host_record *it,
                                                       const struct cleave_host_result *pointer) {
  if (it->in_region && pointer->path && pointer->path->kind == CLEAVE_HOST_OPERATION)
    return pointer->path;
  return pointer->base ? pointer->base : pointer->path;
}

/* Different constant subscripts select different objects (C11 6.5.6p8: no other subscript leads to the element). */
struct cleave_host_place cleave_host_element(struct cleave_host_record *it,
                                             const struct cleave_host_place *array,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_value *index) {
  int64_t constant;
  struct cleave_host_place result = {.cell = array->cell,
                                     .base = array->base ? array->base : array->path,
                                     .is_unshared = type->is_constant,
                                     .address = cleave_host_moved(it, array->path, CLEAVE_ADD, index)};
  if (!type->distinguishes_elements)
    return result;
  if (!cleave_host_constant(index, &constant) || constant < 0 || (uint64_t)constant >= type->extent) {
    cleave_cell_merge_elements(it->function.memory, array->cell);
    return result;
  }
  result.cell = cleave_cell_element(it->function.memory, array->cell, (uint64_t)constant);
  if (!array->path)
    return result;
  struct cleave_host_value *made = cleave_arena_allocate(it->arena, sizeof *made);
  *made = (struct cleave_host_value){.kind = CLEAVE_HOST_ELEMENT,
                                     .left = array->path,
                                     .integer = constant,
                                     .cell = type->elements_name_memory ? CLEAVE_NO_CELL : result.cell};
  result.path = made;
  result.base = NULL;
  return result;
}

struct cleave_host_result cleave_host_decayed(struct cleave_host_record *it,
                                              const struct cleave_host_place *array,
                                              const struct cleave_host_type *type) {
  if (!type->distinguishes_elements)
    return cleave_host_denoted(array);
  struct cleave_host_place first = cleave_host_element(it, array, type, cleave_host_integer(it->arena, 0));
  first.address = NULL;
  return cleave_host_address_of(it, &first);
}

struct cleave_host_place cleave_host_subscript(struct cleave_host_record *it,
                                               const struct cleave_host_result *pointer,
                                               const struct cleave_host_value *index) {
  const uint32_t target = cleave_host_target(it, pointer->target);
  int64_t constant;
  const bool is_first = cleave_host_constant(index, &constant) && !constant;
  if (is_first && cleave_host_addressed(pointer->path))
    return (struct cleave_host_place){.cell = target, .path = pointer->path->left};
  if (!is_first)
    cleave_host_moves(it, target);
  return (struct cleave_host_place){.cell = target,
                                    .base = base_of_pointer(it, pointer),
                                    .address = cleave_host_moved(it, pointer->path, CLEAVE_ADD, index)};
}

struct cleave_host_place cleave_host_dereferenced(struct cleave_host_record *it,
                                                  const struct cleave_host_result *pointer) {
  const struct cleave_host_value *object = cleave_host_addressed(pointer->path);
  return (struct cleave_host_place){.cell = cleave_host_target(it, pointer->target),
                                    .path = object,
                                    .base = object ? NULL : base_of_pointer(it, pointer)};
}

/* ---- Operations ----------------------------------------------------------------------------------------------- */

struct cleave_host_result cleave_host_arithmetic(struct cleave_host_record *it,
                                                 enum cleave_operation operation,
                                                 const struct cleave_host_type *type, bool wraps,
                                                 const struct cleave_host_result *left,
                                                 const struct cleave_host_result *right) {
  struct cleave_host_result result = cleave_host_result_of(cleave_host_join(it, left->target, right->target));
  if (type->is_integer)
    result.path = cleave_host_operation(it->arena, operation, wraps, left->path, right->path);
  return result;
}

struct cleave_host_result cleave_host_pointer_sum(struct cleave_host_record *it,
                                                  enum cleave_operation operation, bool is_swapped,
                                                  const struct cleave_host_result *pointer,
                                                  const struct cleave_host_result *number) {
  struct cleave_host_result result = {.target = pointer->target, .base = base_of_pointer(it, pointer)};
  cleave_host_moves(it, result.target);
  if (operation == CLEAVE_ADD || !is_swapped)
    result.path = cleave_host_moved(it, pointer->path, operation, number->path);
  return result;
}

struct cleave_host_result cleave_host_update(struct cleave_host_record *it,
                                             const struct cleave_host_place *to,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_result *value) {
  cleave_host_read(it, to);
  const struct cleave_host_result result =
      cleave_host_result_of(cleave_cell_pointee(it->function.memory, to->cell));
  if (type->is_pointer)
    cleave_host_moves(it, result.target);
  else if (value)
    cleave_host_join(it, result.target, value->target);
  cleave_host_write(it, to);
  return result;
}

struct cleave_host_result cleave_host_choose(struct cleave_host_record *it,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_result *yes,
                                             const struct cleave_host_result *no) {
  struct cleave_host_result result = cleave_host_result_of(cleave_host_join(it, yes->target, no->target));
  if (type->is_pointer && yes->path && no->path) {
    result.either[0] = yes->path;
    result.either[1] = no->path;
  }
  return result;
}

void cleave_host_return(struct cleave_host_record *it, struct cleave_host_result *all,
                        const struct cleave_host_result *next) {
  const bool is_fresh = all->is_fresh && next->is_fresh;
  *all = cleave_host_result_of(cleave_host_join(it, all->target, next->target));
  all->is_fresh = is_fresh;
}
