/* FILE: lib/analysis/update_operators.c
 * WHAT: the operation by which a loop updates a variable.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

struct operators {
  const Variable *variable;
  const char *operation; /* NULL: several, or an assignment that is no update */
  bool is_any;
};

static const char *const operation_names[] = {
    [CLEAVE_BODY_ADD] = "+", [CLEAVE_BODY_SUBTRACT] = "+", [CLEAVE_BODY_MULTIPLY] = "*",
    [CLEAVE_BODY_AND] = "&", [CLEAVE_BODY_OR] = "|",       [CLEAVE_BODY_XOR] = "^"};

static const char *name_of_operation(enum cleave_body_operation operation) {
  return operation < sizeof operation_names / sizeof *operation_names ? operation_names[operation] : NULL;
}

static void find_operators_in_place(const Place *place, struct operators *found);
static void find_operators(const Statement *statement, struct operators *found);

/* How the assignments in VALUE update the variable. An integer is updated in integer arithmetic: with conversions to and from
 * floating point, the
 * order would decide the value. */
static void find_operators_in(const Value *value, struct operators *found) {
  if (!value)
    return;
  const char *operation = NULL;
  bool assigns = false;
  if (value->kind == CLEAVE_BODY_STEP && variable_of_place(value->place) == found->variable) {
    assigns = true;
    operation = value->is_decrement ? NULL : "+";
  } else if (value->kind == CLEAVE_BODY_ASSIGN && variable_of_place(value->place) == found->variable) {
    const Value *update = without_conversions(value->right);
    const Type *type = value->operation ? value->computed : update->type;
    assigns = true;
    operation = name_of_operation(value->operation                     ? value->operation
                                  : update->kind == CLEAVE_BODY_BINARY ? update->operation
                                                                       : CLEAVE_BODY_NO_OPERATION);
    if (is_integer(found->variable->type) && !is_integer(type))
      operation = NULL;
  }
  if (assigns) {
    if (found->is_any && (!operation || !found->operation || strcmp(operation, found->operation) != 0))
      operation = NULL;
    found->operation = operation;
    found->is_any = true;
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    find_operators_in(parts.values[i], found);
  for (size_t i = 0; i < value->item_count; i++)
    find_operators_in(value->items[i], found);
  find_operators_in_place(value->place, found);
  if (value->body)
    find_operators(value->body, found);
}

static void find_operators_in_place(const Place *place, struct operators *found) {
  if (!place)
    return;
  find_operators_in(place->pointer, found);
  find_operators_in_place(place->record, found);
  find_operators_in_place(place->other, found);
}

static void find_operators(const Statement *statement, struct operators *found) {
  find_operators_in(statement->value, found);
  find_operators_in(statement->step, found);
  find_operators_in_place(statement->place, found);
  for (size_t i = 0; i < statement->child_count; i++)
    find_operators(statement->children[i], found);
}

const char *update_operator(const Statement *statement, const Variable *variable) {
  struct operators found = {variable, NULL, false};
  find_operators(statement, &found);
  return found.operation;
}
