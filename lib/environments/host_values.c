/* FILE: lib/environments/host_values.c
 * WHAT: builds the values of host code (model/host_code.h).
 */
#include <string.h>

#include "environments/host_record.h"
#include "model/arena.h"

static const struct cleave_host_value *make(struct cleave_arena *arena, struct cleave_host_value parts) {
  struct cleave_host_value *result = cleave_arena_allocate(arena, sizeof *result);
  *result = parts;
  return result;
}

const struct cleave_host_value *cleave_host_integer(struct cleave_arena *arena, int64_t integer) {
  return make(arena, (struct cleave_host_value){.kind = CLEAVE_HOST_INTEGER, .integer = integer});
}

const struct cleave_host_value *cleave_host_local(struct cleave_arena *arena, uint32_t cell) {
  return make(arena, (struct cleave_host_value){
                         .kind = CLEAVE_HOST_VARIABLE, .variable = CLEAVE_NO_VARIABLE, .cell = cell});
}

const struct cleave_host_value *cleave_host_address(struct cleave_arena *arena,
                                                    const struct cleave_host_value *object) {
  return object ? make(arena, (struct cleave_host_value){.kind = CLEAVE_HOST_ADDRESS, .left = object}) : NULL;
}

const struct cleave_host_value *cleave_host_cast(struct cleave_arena *arena,
                                                 const struct cleave_host_value *operand, const char *type) {
  return operand && *type
             ? make(arena,
                    (struct cleave_host_value){.kind = CLEAVE_HOST_CAST, .name = type, .left = operand})
             : NULL;
}

const struct cleave_host_value *cleave_host_member(struct cleave_arena *arena,
                                                   const struct cleave_host_value *object, bool arrow,
                                                   const struct cleave_host_value *member) {
  struct cleave_host_value made = *member;
  const struct cleave_host_value *record = arrow ? cleave_host_addressed(object) : NULL;
  made.kind = CLEAVE_HOST_MEMBER;
  made.arrow = arrow && !record;
  made.left = record ? record : object;
  return object ? make(arena, made) : NULL;
}

const struct cleave_host_value *cleave_host_query(struct cleave_arena *arena,
                                                  const struct cleave_host_value *object, uint32_t cell,
                                                  const char *name) {
  return object ? make(arena,
                       (struct cleave_host_value){
                           .kind = CLEAVE_HOST_QUERY, .name = name, .left = object, .cell = cell})
                : NULL;
}

const struct cleave_host_value *cleave_host_addressed(const struct cleave_host_value *value) {
  return value && value->kind == CLEAVE_HOST_ADDRESS ? value->left : NULL;
}

/* Types that have all values of 31 bits. */
static bool holds_integers(const char *type) {
  static const char *const names[] = {"int", "long", "unsigned long", "size_t", "std::size_t"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], type))
      return true;
  return false;
}

bool cleave_host_constant(const struct cleave_host_value *value, int64_t *integer) {
  int64_t left, right;
  if (!value)
    return false;
  if (value->kind == CLEAVE_HOST_INTEGER) {
    *integer = value->integer;
    return true;
  }
  if (value->kind == CLEAVE_HOST_CAST && holds_integers(value->name))
    return cleave_host_constant(value->left, integer);
  if (value->kind != CLEAVE_HOST_OPERATION || value->wraps || value->operation == CLEAVE_DIVIDE ||
      !cleave_host_constant(value->left, &left) || !cleave_host_constant(value->right, &right))
    return false;
  *integer = value->operation == CLEAVE_ADD        ? left + right
             : value->operation == CLEAVE_SUBTRACT ? left - right
                                                   : left * right;
  return *integer >= -(1 << 30) && *integer < 1 << 30;
}

static bool is_zero(const struct cleave_host_value *value) {
  int64_t integer;
  return cleave_host_constant(value, &integer) && !integer;
}

const struct cleave_host_value *cleave_host_moved(const struct cleave_host_record *it,
                                                  const struct cleave_host_value *pointer,
                                                  enum cleave_operation operation,
                                                  const struct cleave_host_value *index) {
  if (!pointer || !index || is_zero(index))
    return index ? pointer : NULL;
  if (it->in_region || pointer->kind == CLEAVE_HOST_ADDRESS)
    return NULL;
  return make(it->arena, (struct cleave_host_value){.kind = CLEAVE_HOST_OPERATION,
                                                    .operation = operation,
                                                    .left = pointer,
                                                    .right = index,
                                                    .cell = CLEAVE_NO_CELL});
}

const struct cleave_host_value *cleave_host_operation(struct cleave_arena *arena,
                                                      enum cleave_operation operation, bool wraps,
                                                      const struct cleave_host_value *left,
                                                      const struct cleave_host_value *right) {
  if (!left || !right || operation == CLEAVE_COMMA ||
      (operation == CLEAVE_DIVIDE && (right->kind != CLEAVE_HOST_INTEGER || !right->integer)))
    return NULL;
  return make(arena, (struct cleave_host_value){.kind = CLEAVE_HOST_OPERATION,
                                                .operation = operation,
                                                .wraps = wraps,
                                                .left = left,
                                                .right = right});
}
