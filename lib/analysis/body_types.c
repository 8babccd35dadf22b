/* FILE: lib/analysis/body_types.c
 * WHAT: classes of types, as C names them.
 */
#include "analysis/analysis_internal.h"

const Type *innermost_element(const Type *type) {
  while (type->kind == CLEAVE_BODY_ARRAY)
    type = type->element;
  return type;
}

const Type *type_of_object(const Variable *variable) {
  return variable->type->kind == CLEAVE_BODY_REFERENCE ? variable->type->element : variable->type;
}

bool is_integral(const Type *type) {
  return type->kind == CLEAVE_BODY_BOOLEAN || type->kind == CLEAVE_BODY_INTEGER ||
         type->kind == CLEAVE_BODY_ENUMERATION;
}

bool is_integer(const Type *type) { return is_integral(type) && !type->is_scoped; }

bool is_number(const Type *type) { return is_integer(type) || type->kind == CLEAVE_BODY_FLOATING; }

bool is_arithmetic(const Type *type) { return is_number(type) || type->kind == CLEAVE_BODY_COMPLEX; }

bool is_scalar_type(const Type *type) {
  return is_arithmetic(type) || is_integral(type) || type->kind == CLEAVE_BODY_POINTER;
}

bool holds_all(const Type *to, const Type *from) {
  return to->is_signed == from->is_signed ? to->bits >= from->bits : to->is_signed && to->bits > from->bits;
}
