/* FILE: lib/analysis/statement_queries.c
 * WHAT: questions about the form of statements.
 */
#include "analysis/analysis_internal.h"

const Statement *only_statement(const Statement *statement) {
  while (statement->kind == CLEAVE_BODY_SEQUENCE && statement->child_count == 1)
    statement = statement->children[0];
  return statement;
}

const Variable *counter_of(const Statement *loop) {
  const Statement *first = loop->children[0];
  if (first->kind == CLEAVE_BODY_DECLARE)
    return first->variable;
  return first->kind == CLEAVE_BODY_EVALUATE && first->value->kind == CLEAVE_BODY_ASSIGN &&
                 !first->value->operation
             ? variable_of_place(first->value->place)
             : NULL;
}

bool contains_statement(const Statement *statement, unsigned kinds, bool not_in_loops) {
  const bool is_loop = statement->kind == CLEAVE_BODY_FOR || statement->kind == CLEAVE_BODY_WHILE ||
                       statement->kind == CLEAVE_BODY_DO;
  if (not_in_loops && is_loop)
    return false;
  if (kinds >> statement->kind & 1)
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (contains_statement(statement->children[i], kinds, not_in_loops))
      return true;
  return false;
}

bool declares(const Statement *statement, const Variable *variable) {
  if (statement->kind == CLEAVE_BODY_DECLARE && statement->variable == variable)
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (declares(statement->children[i], variable))
      return true;
  return false;
}

/* Whether a `break` in STATEMENT, the body of a loop, ends that loop. */
static bool breaks(const Statement *statement) {
  switch (statement->kind) {
  case CLEAVE_BODY_FOR:
  case CLEAVE_BODY_WHILE:
  case CLEAVE_BODY_DO:
  case CLEAVE_BODY_SWITCH:
    return false;
  case CLEAVE_BODY_BREAK:
    return true;
  default:
    break;
  }
  for (size_t i = 0; i < statement->child_count; i++)
    if (breaks(statement->children[i]))
      return true;
  return statement->opaque && statement->opaque->has_jump;
}

bool ends_by_break(const Statement *loop) { return breaks(loop->children[1]); }

const Statement *only_return(const Value *inlined) {
  const Statement *last = inlined->body;
  while (last->kind == CLEAVE_BODY_SEQUENCE && last->child_count) {
    for (size_t i = 0; i + 1 < last->child_count; i++)
      if (contains_statement(last->children[i], 1u << CLEAVE_BODY_RETURN, false))
        return NULL;
    last = last->children[last->child_count - 1];
  }
  return last->kind == CLEAVE_BODY_RETURN ? last : NULL;
}
