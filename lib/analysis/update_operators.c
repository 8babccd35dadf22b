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

/* How the assignments in VALUE update the variable. An integer is updated in integer arithmetic: with conversions to and from
 * floating point, the
 * order would decide the value. */
static bool find_operator(const Value *value, void *context) {
  struct operators *found = context;
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
  return false;
}

const char *update_operator(const Statement *statement, const Variable *variable) {
  struct operators found = {variable, NULL, false};
  const struct question question = {.value = find_operator, .context = &found};
  any_in_statement(&question, statement);
  return found.operation;
}
