/* FILE: lib/environments/values.c
 * WHAT: see values.h.
 */
#include "environments/values.h"

#include <string.h>

#include "model/arena.h"

bool cleave_host_equal(const struct cleave_host_value *left, const struct cleave_host_value *right) {
  if (!left || !right)
    return left == right;
  if (left->kind != right->kind)
    return false;
  switch (left->kind) {
  case CLEAVE_HOST_VARIABLE:
    return left->variable == right->variable && (left->variable != CLEAVE_NO_VARIABLE ||
                                                 (left->cell == right->cell && left->cell != CLEAVE_NO_CELL));
  case CLEAVE_HOST_MEMBER:
    return left->arrow == right->arrow && !strcmp(left->name, right->name) &&
           cleave_host_equal(left->left, right->left);
  case CLEAVE_HOST_INTEGER:
    return left->integer == right->integer;
  case CLEAVE_HOST_ELEMENT:
    return left->integer == right->integer && cleave_host_equal(left->left, right->left);
  case CLEAVE_HOST_OPERATION:
    return left->operation == right->operation && cleave_host_equal(left->left, right->left) &&
           cleave_host_equal(left->right, right->right);
  case CLEAVE_HOST_CAST:
  case CLEAVE_HOST_QUERY:
    return !strcmp(left->name, right->name) && cleave_host_equal(left->left, right->left);
  case CLEAVE_HOST_ADDRESS:
    return cleave_host_equal(left->left, right->left);
  }
  return false;
}

static const struct cleave_expression *cast(struct cleave_arena *arena, const char *type,
                                            const struct cleave_expression *operand) {
  if (!strcmp(type, "long"))
    return cleave_make_cast(arena, CLEAVE_TYPE_LONG, operand);
  if (!strcmp(type, "unsigned long") || !strcmp(type, "size_t") || !strcmp(type, "std::size_t"))
    return cleave_make_cast(arena, CLEAVE_TYPE_SIZE, operand);
  return NULL;
}

const char *cleave_host_accessor(struct cleave_arena *arena, const struct cleave_host_value *member) {
  return cleave_arena_format(arena, "cleave_%s", member->name);
}

const struct cleave_expression *cleave_host_expression(struct cleave_arena *arena,
                                                       const struct cleave_host_function *function,
                                                       const struct cleave_host_value *value) {
  if (!value)
    return NULL;
  if (value->kind == CLEAVE_HOST_VARIABLE && value->variable == CLEAVE_NO_VARIABLE)
    return NULL;
  if (value->kind == CLEAVE_HOST_VARIABLE)
    return cleave_make_name(arena, function->variables[value->variable].name);
  if (value->kind == CLEAVE_HOST_INTEGER)
    return cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, value->integer);
  if (value->is_hidden && !value->class_end)
    return NULL;
  const struct cleave_expression *left = cleave_host_expression(arena, function, value->left);
  if (!left)
    return NULL;
  switch (value->kind) {
  case CLEAVE_HOST_MEMBER:
    return cleave_make_member(arena, left, value->arrow,
                              value->is_hidden
                                  ? cleave_arena_format(arena, "%s()", cleave_host_accessor(arena, value))
                                  : value->name);
  case CLEAVE_HOST_QUERY:
    return cleave_make_member(arena, left, false, cleave_arena_format(arena, "%s()", value->name));
  case CLEAVE_HOST_ELEMENT:
    return cleave_make_subscript(arena, left,
                                 cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, value->integer));
  case CLEAVE_HOST_ADDRESS:
    return cleave_make_unary(arena, CLEAVE_ADDRESS_OF, left);
  case CLEAVE_HOST_CAST:
    return cast(arena, value->name, left);
  default:
    break;
  }
  const struct cleave_expression *right = cleave_host_expression(arena, function, value->right);
  return right ? cleave_make_binary(arena, value->operation, left, right) : NULL;
}

bool cleave_host_visit(const struct cleave_host_value *value,
                       bool (*visit)(void *context, const struct cleave_host_value *part), void *context) {
  if (!value)
    return true;
  const bool reads = value->kind == CLEAVE_HOST_VARIABLE || value->kind == CLEAVE_HOST_MEMBER ||
                     value->kind == CLEAVE_HOST_ELEMENT || value->kind == CLEAVE_HOST_QUERY;
  if (reads && !visit(context, value))
    return false;
  return cleave_host_visit(value->left, visit, context) && cleave_host_visit(value->right, visit, context);
}
