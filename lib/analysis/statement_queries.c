/* FILE: lib/analysis/statement_queries.c
 * WHAT: questions about the form of statements.
 */
#include "analysis/analysis_internal.h"

const Statement *only_statement(const Statement *statement) {
  while (statement->kind == CLEAVE_BODY_SEQUENCE && statement->child_count == 1)
    statement = statement->children[0];
  return statement;
}

/* The only loop in STATEMENT, which it consists of but for other statements. */
static const Statement *next_loop(const Statement *statement) {
  const Statement *found = NULL;
  if (statement->kind == CLEAVE_BODY_FOR)
    return statement;
  for (size_t i = 0; statement->kind == CLEAVE_BODY_SEQUENCE && i < statement->child_count; i++) {
    const Statement *loop = next_loop(statement->children[i]);
    if (loop && found)
      return NULL;
    found = loop ? loop : found;
  }
  return found;
}

const Statement *innermost_loop(const struct cleave_body *body) {
  const Statement *loop = next_loop(body->statement);
  for (unsigned i = 1; loop && i < body->associated; i++)
    loop = next_loop(loop->children[1]);
  return loop;
}

const Statement *body_of_loop(const Statement *loop) { return loop->children[loop->kind == CLEAVE_BODY_FOR]; }

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

/* Whether a `break` or `return` in STATEMENT, the body of a loop, ends that loop. */
static bool breaks(const Statement *statement) {
  switch (statement->kind) {
  case CLEAVE_BODY_FOR:
  case CLEAVE_BODY_WHILE:
  case CLEAVE_BODY_DO:
  case CLEAVE_BODY_SWITCH:
    return contains_statement(statement, 1u << CLEAVE_BODY_RETURN, false);
  case CLEAVE_BODY_BREAK:
  case CLEAVE_BODY_RETURN:
    return true;
  default:
    break;
  }
  for (size_t i = 0; i < statement->child_count; i++)
    if (breaks(statement->children[i]))
      return true;
  return statement->opaque && statement->opaque->has_jump;
}

bool ends_by_break(const Statement *loop) { return breaks(body_of_loop(loop)); }

/* A call that may do anything, or code that is not in the tree. */
static bool value_may_stop(const Value *value, void *context) {
  (void)context;
  return value->opaque || (value->kind == CLEAVE_BODY_CALL && !value->has_no_effects);
}

static bool place_may_stop(const Place *place, void *context) {
  (void)context;
  return place->opaque;
}

static bool statement_may_stop(const Statement *statement, void *context) {
  (void)context;
  return statement->opaque || statement->kind == CLEAVE_BODY_ATOMIC;
}

bool ends_by_condition(const Statement *loop) {
  const struct question may_stop = {value_may_stop, place_may_stop, statement_may_stop, NULL};
  return !ends_by_break(loop) && !any_in_statement(&may_stop, loop);
}

unsigned returns_of(const Statement *statement) {
  unsigned count = statement->kind == CLEAVE_BODY_RETURN;
  for (size_t i = 0; i < statement->child_count; i++)
    count += returns_of(statement->children[i]);
  return count;
}

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
