/* FILE: lib/model/expression.c
 * WHAT: see expression.h.
 */
#include "model/expression.h"

#include "model/arena.h"

static struct cleave_expression *make(struct cleave_arena *arena, enum cleave_expression_kind kind,
                                      size_t operand_count) {
  struct cleave_expression *it = cleave_arena_allocate(arena, sizeof *it);
  it->kind = kind;
  it->operand_count = operand_count;
  if (operand_count)
    it->operands = cleave_arena_allocate(arena, operand_count * sizeof *it->operands);
  return it;
}

const struct cleave_expression *cleave_make_source(struct cleave_arena *arena, struct cleave_range range) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_SOURCE, 0);
  it->range = range;
  return it;
}

const struct cleave_expression *cleave_make_item(struct cleave_arena *arena,
                                                 const struct cleave_map_item *item,
                                                 const struct cleave_expression **bounds) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_ITEM, 0);
  it->item = item;
  it->operands = bounds;
  it->operand_count = item->bound_count;
  return it;
}

const struct cleave_expression *cleave_make_variable(struct cleave_arena *arena,
                                                     const struct cleave_variable *variable) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_VARIABLE, 0);
  it->variable = variable;
  return it;
}

const struct cleave_expression *cleave_make_name(struct cleave_arena *arena, const char *name) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_NAME, 0);
  it->name = name;
  return it;
}

const struct cleave_expression *cleave_make_constant(struct cleave_arena *arena,
                                                     enum cleave_expression_kind kind, int64_t value) {
  struct cleave_expression *it = make(arena, kind, 0);
  it->integer = value;
  return it;
}

const struct cleave_expression *cleave_make_unary(struct cleave_arena *arena, enum cleave_operation operation,
                                                  const struct cleave_expression *operand) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_UNARY, 1);
  it->operation = operation;
  it->operands[0] = operand;
  return it;
}

const struct cleave_expression *cleave_make_binary(struct cleave_arena *arena,
                                                   enum cleave_operation operation,
                                                   const struct cleave_expression *left,
                                                   const struct cleave_expression *right) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_BINARY, 2);
  it->operation = operation;
  it->operands[0] = left;
  it->operands[1] = right;
  return it;
}

const struct cleave_expression *cleave_make_conditional(struct cleave_arena *arena,
                                                        const struct cleave_expression *condition,
                                                        const struct cleave_expression *yes,
                                                        const struct cleave_expression *no) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_CONDITIONAL, 3);
  it->operands[0] = condition;
  it->operands[1] = yes;
  it->operands[2] = no;
  return it;
}

const struct cleave_expression *cleave_make_parentheses(struct cleave_arena *arena,
                                                        const struct cleave_expression *operand) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_PARENTHESES, 1);
  it->operands[0] = operand;
  return it;
}

const struct cleave_expression *cleave_make_cast(struct cleave_arena *arena, enum cleave_built_type type,
                                                 const struct cleave_expression *operand) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_CAST, 1);
  it->type = type;
  it->operands[0] = operand;
  return it;
}

const struct cleave_expression *cleave_make_subscript(struct cleave_arena *arena,
                                                      const struct cleave_expression *base,
                                                      const struct cleave_expression *index) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_SUBSCRIPT, 2);
  it->operands[0] = base;
  it->operands[1] = index;
  return it;
}

const struct cleave_expression *cleave_make_member(struct cleave_arena *arena,
                                                   const struct cleave_expression *base, bool arrow,
                                                   const char *name) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_MEMBER, 1);
  it->operands[0] = base;
  it->arrow = arrow;
  it->name = name;
  return it;
}

const struct cleave_expression *cleave_make_section(struct cleave_arena *arena,
                                                    const struct cleave_expression *base,
                                                    const struct cleave_expression *first,
                                                    const struct cleave_expression *length) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_SECTION, 3);
  it->operands[0] = base;
  it->operands[1] = first;
  it->operands[2] = length;
  return it;
}

const struct cleave_expression *cleave_make_function(struct cleave_arena *arena,
                                                     enum cleave_function function) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_FUNCTION, 0);
  it->function = function;
  return it;
}

struct cleave_expression *cleave_make_call(struct cleave_arena *arena, enum cleave_function function) {
  struct cleave_expression *it = make(arena, CLEAVE_EXPRESSION_CALL, 0);
  it->function = function;
  return it;
}

void cleave_add_argument(struct cleave_arena *arena, struct cleave_expression *call,
                         const struct cleave_expression *argument) {
  CLEAVE_APPEND(arena, call->operands, call->operand_count, argument);
}

void cleave_add_number(struct cleave_arena *arena, struct cleave_expression *call, int64_t number) {
  cleave_add_argument(arena, call, cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, number));
}

void cleave_add_device_argument(struct cleave_arena *arena, struct cleave_expression *call,
                                const struct cleave_expression *device) {
  if (!device)
    device = cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, -1);
  cleave_add_argument(arena, call, cleave_make_parentheses(arena, device));
}

void cleave_add_memory(struct cleave_arena *arena, struct cleave_expression *call,
                       const struct cleave_expression *address, const struct cleave_expression *bytes) {
  cleave_add_argument(arena, call,
                      cleave_make_cast(arena, CLEAVE_TYPE_ADDRESS, cleave_make_parentheses(arena, address)));
  cleave_add_argument(arena, call,
                      cleave_make_cast(arena, CLEAVE_TYPE_SIZE, cleave_make_parentheses(arena, bytes)));
}
