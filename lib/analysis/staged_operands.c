/* FILE: lib/analysis/staged_operands.c
 * WHAT: what a team needs to compute a tile of a nest together: the variables of the body, and the expressions whose values it may
 * store and
 *       use again.
 */
#include "analysis/analysis_internal.h"

/* ---- Variables ---------------------------------------------------------------------------------------------- */

void read_locals(struct analysis *it, const Statement *body) {
  bool *addressed = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_addressed(body, addressed);
  uint32_t before = 0;
  for (size_t added = 0; added < it->body->variable_count; added++) {
    const Variable *next = NULL;
    for (size_t i = 0; i < it->body->variable_count; i++) {
      const Variable *variable = it->body->variables[i];
      if (it->known[i].is_inside && !variable->is_callees && variable->declared_at > before &&
          (!next || variable->declared_at < next->declared_at))
        next = variable;
    }
    if (!next)
      return;
    before = next->declared_at;
    const struct cleave_local local = {next->name, next->type->name, next->declared_at,
                                       is_number(next->type) && !next->type->is_volatile &&
                                           !next->type->is_const && !next->type->is_atomic &&
                                           !addressed[next->index]};
    CLEAVE_APPEND(it->arena, it->result->locals, it->result->local_count, local);
  }
}

/* ---- Operands ----------------------------------------------------------------------------------------------- */

/* Whether the value is a product, perhaps converted or with another sign, that may become part of a fused operation. */
static bool is_fused_product(const Value *value) {
  while (value->kind == CLEAVE_BODY_CONVERT ||
         (value->kind == CLEAVE_BODY_UNARY &&
          (value->operation == CLEAVE_BODY_MINUS || value->operation == CLEAVE_BODY_PLUS)))
    value = value->left;
  return value->kind == CLEAVE_BODY_BINARY && value->operation == CLEAVE_BODY_MULTIPLY && value->may_contract;
}

static bool place_is_plain(const Place *place);

/* Whether VALUE has no side effects, and depends on the variables that its text names alone. */
static bool value_is_plain(const Value *value) {
  if (!value)
    return true;
  switch (value->kind) {
  case CLEAVE_BODY_ASSIGN:
  case CLEAVE_BODY_STEP:
  case CLEAVE_BODY_OPAQUE:
  case CLEAVE_BODY_INLINED:
  case CLEAVE_BODY_CALL:
    return false;
  default:
    break;
  }
  for (size_t i = 0; i < value->item_count; i++)
    if (!value_is_plain(value->items[i]))
      return false;
  return value_is_plain(value->condition) && value_is_plain(value->left) && value_is_plain(value->right) &&
         (!value->place || place_is_plain(value->place));
}

static bool place_is_plain(const Place *place) {
  if (place->kind == CLEAVE_BODY_UNKNOWN || place->kind == CLEAVE_BODY_AFTER || place->type->is_volatile ||
      (place->kind == CLEAVE_BODY_VARIABLE && place->variable->is_this))
    return false;
  return value_is_plain(place->pointer) && (!place->record || place_is_plain(place->record)) &&
         (!place->other || place_is_plain(place->other));
}

/* IS_ADDED: an addition or subtraction uses the value. */
static void add_operand(struct analysis *it, const Value *value, uint32_t loop, bool is_added) {
  if (!value->text.is_exact || !is_number(value->type) || !value_is_plain(value))
    return;
  const struct cleave_operand operand = {
      value->text.begin, value->text.end, loop, (unsigned)value->type->bytes,
      is_added && value->type->kind == CLEAVE_BODY_FLOATING && is_fused_product(value)};
  CLEAVE_APPEND(it->arena, it->result->operands, it->result->operand_count, operand);
}

/* Reads VALUE and the parts of it that are always evaluated. */
static void read_value(struct analysis *it, const Value *value, uint32_t loop, bool is_added) {
  switch (value->kind) {
  case CLEAVE_BODY_READ:
    return add_operand(it, value, loop, is_added);
  case CLEAVE_BODY_CONVERT:
    if (value->is_written)
      add_operand(it, value, loop, is_added);
    return read_value(it, value->left, loop, is_added);
  case CLEAVE_BODY_UNARY:
    if (value->operation != CLEAVE_BODY_MINUS && value->operation != CLEAVE_BODY_PLUS)
      return;
    add_operand(it, value, loop, is_added);
    return read_value(it, value->left, loop, is_added);
  case CLEAVE_BODY_CALL:
    for (size_t i = 0; value->is_mathematical && i < value->item_count; i++)
      read_value(it, value->items[i], loop, false);
    return;
  case CLEAVE_BODY_BINARY: {
    const bool adds = value->operation == CLEAVE_BODY_ADD || value->operation == CLEAVE_BODY_SUBTRACT;
    add_operand(it, value, loop, is_added);
    read_value(it, value->left, loop, adds);
    return read_value(it, value->right, loop, adds);
  }
  case CLEAVE_BODY_ASSIGN:
    return read_value(it, value->right, loop,
                      value->operation == CLEAVE_BODY_ADD || value->operation == CLEAVE_BODY_SUBTRACT);
  default:
    return;
  }
}

/* Reads STATEMENT, which each iteration of LOOP executes. */
static void read_statement(struct analysis *it, const Statement *statement, uint32_t loop) {
  switch (statement->kind) {
  case CLEAVE_BODY_EVALUATE:
    return read_value(it, statement->value, loop, false);
  case CLEAVE_BODY_DECLARE:
    if (statement->value)
      read_value(it, statement->value, loop, false);
    return;
  case CLEAVE_BODY_SEQUENCE:
    for (size_t i = 0; i < statement->child_count; i++)
      read_statement(it, statement->children[i], loop);
    return;
  case CLEAVE_BODY_FOR:
    if (dimension_of_loop(it, statement) != CLEAVE_NO_DIMENSION)
      read_statement(it, statement->children[1], dimension_of_loop(it, statement));
    return;
  default:
    return;
  }
}

void read_operands(struct analysis *it, const Statement *body) {
  /* The name of a type has another meaning, or none, at other places. */
  if (!contains_statement(body, 1u << CLEAVE_BODY_DECLARE_OTHER, false))
    read_statement(it, body, it->around);
}
