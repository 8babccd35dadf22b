/* FILE: lib/analysis/row_updates.c
 * WHAT: the statements of a row's inner loop that update its sums (cleave_row_update).
 *
 * An update is an assignment to a carried variable, or an `if` whose condition uses one and whose statements are updates. Operands are the
 * largest expressions in it that use no carried variable. They have no side effects, so they may be evaluated before the update:
 * - An operand that the update evaluates unconditionally is evaluated where the update stands.
 * - Under a condition of the update, an operand might be undefined if the condition is false. There, it is a variable of the iteration, or
 *   an expression that uses none and is evaluated by the update itself.
 * - Clang contracts a product and the addition that uses it into one operation if both are in one statement (-ffp-contract=on). The factors
 *   of such a product are two operands, so the update contains both operations.
 */
#include "analysis/row_internal.h"

struct reader {
  const struct analysis *it;
  const bool *carried, *changed;
  bool is_speculatable, reads_memory;  /* the current update */
  bool may_continue;                   /* an earlier statement may end the iteration */
  struct cleave_row_operand *operands; /* of the current update */
  const Value **staged;
  size_t operand_count, staged_count;
  const Value **evaluated; /* of the current statement */
  size_t evaluated_count;
  struct row_updates *result;
};

static bool share_one(const struct reader *reader, const bool *one, const bool *other) {
  for (size_t i = 0; i < reader->it->body->variable_count; i++)
    if (one[i] && other[i])
      return true;
  return false;
}

static bool uses(const struct reader *reader, const Statement *statement, const Value *value,
                 const bool *set) {
  bool *named = cleave_arena_allocate(reader->it->arena, reader->it->body->variable_count + 1);
  mark_named(statement, value, named);
  return share_one(reader, named, set);
}

static bool is_carried_variable(const struct reader *reader, const Place *place) {
  const Variable *variable = variable_of_place(place);
  return variable && reader->carried[variable->index];
}

/* ---- Operands ----------------------------------------------------------------------------------------------- */

static bool stage(struct reader *reader, const Value *value) {
  const Type *type = value->type;
  /* Other types have different sizes on host and device. */
  if (!(type->kind == CLEAVE_BODY_INTEGER || type->kind == CLEAVE_BODY_BOOLEAN ||
        type->kind == CLEAVE_BODY_FLOATING) ||
      !type->is_plain || type->is_atomic || !value->text.is_exact || type->bytes > 8)
    return false;
  struct cleave_row_operand operand = {value->text.begin, value->text.end, type->unqualified->spelling,
                                       (unsigned)type->bytes, (uint32_t)reader->operand_count};
  /* No statement of the update changes what an operand uses, so equal expressions have equal values. */
  for (size_t i = 0; i < reader->staged_count; i++)
    if (values_are_same(reader->staged[i], value)) {
      operand.same_as = reader->operands[i].same_as;
      break;
    }
  CLEAVE_APPEND(reader->it->arena, reader->operands, reader->operand_count, operand);
  CLEAVE_APPEND(reader->it->arena, reader->staged, reader->staged_count, value);
  return true;
}

static bool is_opaque(const Value *value, void *context) {
  (void)context;
  return value->opaque;
}

static bool is_in_memory(const Place *place, void *context) {
  (void)context;
  return place->kind == CLEAVE_BODY_TARGET || place->kind == CLEAVE_BODY_MEMBER || place->opaque;
}

static bool is_opaque_statement(const Statement *statement, void *context) {
  (void)context;
  return statement->opaque;
}

static bool reads_element(const Value *value) {
  const struct question reads = {is_opaque, is_in_memory, is_opaque_statement, NULL};
  return any_in_value(&reads, value);
}

/* VALUE uses no carried variable. */
static bool read_operand(struct reader *reader, const Value *value, bool is_certain, bool is_added) {
  /* What the compiler looks through when it contracts, and conversions, which it does not. */
  for (;;) {
    if (value->kind == CLEAVE_BODY_CONVERT && value->conversion == CLEAVE_BODY_SAME) {
      value = value->left;
    } else if (value->kind == CLEAVE_BODY_CONVERT && !value->is_written) {
      is_added = false;
      value = value->left;
    } else if (is_added && value->kind == CLEAVE_BODY_UNARY &&
               (value->operation == CLEAVE_BODY_MINUS || value->operation == CLEAVE_BODY_PLUS)) {
      value = value->left;
    } else {
      break;
    }
  }
  if (is_added && value->type->kind == CLEAVE_BODY_FLOATING) {
    if (value->kind == CLEAVE_BODY_BINARY && value->operation == CLEAVE_BODY_MULTIPLY)
      return read_operand(reader, value->left, is_certain, false) &&
             read_operand(reader, value->right, is_certain, false);
    /* The compiler would only evaluate one of them, which may be a product. */
    if (value->kind == CLEAVE_BODY_SELECT &&
        (value->condition->has_constant ||
         without_conversions(value->condition)->kind == CLEAVE_BODY_CONSTANT))
      return false;
  }
  if (value->kind == CLEAVE_BODY_COMMA || has_effects(value, false))
    return false;
  CLEAVE_APPEND(reader->it->arena, reader->evaluated, reader->evaluated_count, value);
  const bool is_variable = value->kind == CLEAVE_BODY_READ && variable_of_place(value->place),
             is_same = !uses(reader, NULL, value, reader->changed);
  if (value->kind == CLEAVE_BODY_CONSTANT || (is_variable && is_same))
    return true; /* it stays in the text of the update */
  if (is_certain || is_variable)
    return stage(reader, value);
  reader->is_speculatable = false;
  reader->reads_memory |= reads_element(value);
  return is_same;
}

/* ---- Values ------------------------------------------------------------------------------------------------- */

static bool may_divide_by_zero(enum cleave_body_operation operation, const Type *type) {
  return (operation == CLEAVE_BODY_DIVIDE || operation == CLEAVE_BODY_REMAINDER) && is_integer(type);
}

static bool is_sum(enum cleave_body_operation operation, const Type *type, bool contracts) {
  return (operation == CLEAVE_BODY_ADD || operation == CLEAVE_BODY_SUBTRACT) && contracts &&
         type->kind == CLEAVE_BODY_FLOATING;
}

/* IS_ADDED: Clang may contract VALUE, if it is a product, with the operation that uses it. */
static bool read_value(struct reader *reader, const Value *value, bool is_certain, bool is_added) {
  if (!uses(reader, NULL, value, reader->carried))
    return read_operand(reader, value, is_certain, is_added);
  switch (value->kind) {
  case CLEAVE_BODY_READ:
    return is_carried_variable(reader, value->place);
  case CLEAVE_BODY_CONVERT:
    return (value->conversion == CLEAVE_BODY_TO_INTEGER || value->conversion == CLEAVE_BODY_NUMERIC) &&
           is_number(value->type) && is_number(value->left->type) &&
           read_value(reader, value->left, is_certain, false);
  case CLEAVE_BODY_UNARY:
    return read_value(reader, value->left, is_certain, false);
  case CLEAVE_BODY_BINARY:
  case CLEAVE_BODY_LOGICAL: {
    if (!is_arithmetic(value->left->type) || !is_arithmetic(value->right->type))
      return false;
    reader->is_speculatable &= !may_divide_by_zero(value->operation, value->type);
    const bool adds = is_sum(value->operation, value->type, value->contracts_in_statement);
    return read_value(reader, value->left, is_certain, adds) &&
           read_value(reader, value->right, is_certain && value->kind == CLEAVE_BODY_BINARY, adds);
  }
  case CLEAVE_BODY_SELECT:
    return read_value(reader, value->condition, is_certain, false) &&
           read_value(reader, value->left, false, false) && read_value(reader, value->right, false, false);
  case CLEAVE_BODY_CALL:
    reader->is_speculatable = false;
    for (size_t i = 0; i < value->item_count; i++)
      if (!is_arithmetic(value->items[i]->type) || !read_value(reader, value->items[i], is_certain, false))
        return false;
    return true;
  default:
    return false;
  }
}

/* ---- Statements --------------------------------------------------------------------------------------------- */

/* Whether STATEMENT, and all statements in it, are updates. Collects their operands. */
static bool read_update(struct reader *reader, const Statement *statement, bool is_certain) {
  if (statement->has_hint)
    return false;
  if (statement->kind == CLEAVE_BODY_SEQUENCE && !statement->is_declaration) {
    for (size_t i = 0; i < statement->child_count; i++)
      if (!read_update(reader, statement->children[i], is_certain))
        return false;
    return true;
  }
  if (statement->kind == CLEAVE_BODY_IF)
    return read_value(reader, statement->value, is_certain, false) &&
           read_update(reader, statement->children[0], false) &&
           (statement->child_count < 2 || read_update(reader, statement->children[1], false));
  if (statement->kind != CLEAVE_BODY_EVALUATE)
    return false;
  const Value *value = statement->value;
  if (value->kind == CLEAVE_BODY_STEP)
    return is_carried_variable(reader, value->place);
  if (value->kind != CLEAVE_BODY_ASSIGN || !is_carried_variable(reader, value->place) ||
      !is_arithmetic(value->right->type))
    return false;
  if (value->operation)
    reader->is_speculatable &= !may_divide_by_zero(value->operation, value->computed);
  return read_value(reader, value->right, is_certain,
                    value->operation &&
                        is_sum(value->operation, value->computed, value->contracts_in_statement));
}

static bool add_update(struct reader *reader, Statement *const *run, size_t count, bool is_certain) {
  const struct cleave_body_text *first = &run[0]->text, *last = &run[count - 1]->text;
  const struct cleave_row_update update = {first->begin,
                                           last->end,
                                           is_certain && !reader->may_continue,
                                           reader->is_speculatable,
                                           reader->reads_memory,
                                           reader->operands,
                                           reader->operand_count};
  reader->is_speculatable = true;
  reader->reads_memory = false;
  reader->operands = NULL;
  reader->staged = NULL;
  reader->operand_count = reader->staged_count = 0;
  CLEAVE_APPEND(reader->it->arena, reader->result->items, reader->result->count, update);
  /* The printer copies the text between operands, so their ranges must ascend. */
  uint32_t end = update.begin;
  for (size_t i = 0; i < update.operand_count; i++) {
    if (update.operands[i].begin < end)
      return false;
    end = update.operands[i].end;
  }
  return first->is_exact && last->is_exact && end <= update.end;
}

/* Reads STATEMENT as a part of the current update. If it is no update, nothing changes. */
static bool extend_update(struct reader *reader, const Statement *statement) {
  const struct reader before = *reader;
  reader->evaluated = NULL;
  reader->evaluated_count = 0;
  if ((statement->kind == CLEAVE_BODY_IF && !uses(reader, NULL, statement->value, reader->carried)) ||
      !read_update(reader, statement, true)) {
    reader->is_speculatable = before.is_speculatable;
    reader->reads_memory = before.reads_memory;
    reader->operand_count = before.operand_count;
    reader->staged_count = before.staged_count;
    return false;
  }
  const struct row_statement added = {statement, reader->evaluated, reader->evaluated_count};
  CLEAVE_APPEND(reader->it->arena, reader->result->statements, reader->result->statement_count, added);
  return true;
}

static bool read_statement(struct reader *reader, const Statement *statement, bool is_certain);

/* Updates side by side are one. */
static bool read_list(struct reader *reader, Statement *const *list, size_t count, bool is_certain) {
  for (size_t i = 0; i < count;) {
    size_t end = i;
    while (end < count && uses(reader, list[end], NULL, reader->carried) && extend_update(reader, list[end]))
      end++;
    if (end > i && !add_update(reader, list + i, end - i, is_certain))
      return false;
    i = end;
    if (i < count && !read_statement(reader, list[i++], is_certain))
      return false;
  }
  return true;
}

static bool read_branch(struct reader *reader, Statement *branch) {
  return branch->kind == CLEAVE_BODY_SEQUENCE ? read_statement(reader, branch, false)
                                              : read_list(reader, &branch, 1, false);
}

static bool may_continue(const Statement *statement) {
  return contains_statement(statement, 1u << CLEAVE_BODY_CONTINUE, false);
}

/* STATEMENT is in the body, but in no loop of it, and is no list of updates. */
static bool read_statement(struct reader *reader, const Statement *statement, bool is_certain) {
  if (statement->kind == CLEAVE_BODY_SEQUENCE && !statement->is_declaration && !statement->has_hint)
    return read_list(reader, statement->children, statement->child_count, is_certain);
  if (!uses(reader, statement, NULL, reader->carried)) {
    reader->may_continue |= may_continue(statement);
    return true;
  }
  if (statement->kind != CLEAVE_BODY_IF || statement->has_hint ||
      uses(reader, NULL, statement->value, reader->carried))
    return false;
  const bool is_read = read_branch(reader, statement->children[0]) &&
                       (statement->child_count < 2 || read_branch(reader, statement->children[1]));
  reader->may_continue |= may_continue(statement);
  return is_read;
}

bool read_row_updates(const struct analysis *it, const Statement *body, const bool *carried,
                      const bool *changed, struct row_updates *result) {
  struct reader reader = {
      .it = it, .carried = carried, .changed = changed, .is_speculatable = true, .result = result};
  Statement *only = (Statement *)body;
  const bool is_list = body->kind == CLEAVE_BODY_SEQUENCE && !body->is_declaration;
  *result = (struct row_updates){0};
  return (is_list ? read_statement(&reader, body, true) : read_list(&reader, &only, 1, true)) &&
         result->count;
}

bool follow_row_update(struct analysis *it, const Statement *statement) {
  for (size_t i = 0; i < it->row_statement_count; i++) {
    const struct row_statement *update = &it->row_statements[i];
    if (update->statement != statement)
      continue;
    for (size_t k = 0; k < update->value_count; k++)
      evaluate(it, update->values[k]);
    forget_values(it, statement, NULL);
    return true;
  }
  return false;
}
