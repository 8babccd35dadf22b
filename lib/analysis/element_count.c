/* FILE: lib/analysis/element_count.c
 * WHAT: how many elements of arrays an iteration accesses: an estimate of the time of loops whose accesses cannot be described.
 *
 * More than MOST accesses are as good as unknown. So is code that is not in the tree, and a loop with accesses whose trip count is not
 * constant.
 */
#include "analysis/analysis_internal.h"

#include <stdlib.h>

static const uint64_t MOST = UINT64_C(1) << 32;

/* Each function adds to *TOTAL, or returns false. */
static bool count_statement(const Statement *statement, uint64_t *total);
static bool count_value(const Value *value, uint64_t *total);

static bool count_place(const Place *place, uint64_t *total) {
  if (!place)
    return true;
  *total += place->kind == CLEAVE_BODY_TARGET;
  return !place->opaque && *total < MOST && count_value(place->pointer, total) &&
         count_place(place->record, total) && count_place(place->other, total);
}

static bool count_value(const Value *value, uint64_t *total) {
  if (!value || value->has_constant)
    return true;
  if (value->opaque || (value->kind == CLEAVE_BODY_CALL && !value->has_no_effects &&
                        !value->is_mathematical && !value->aborts))
    return false;
  for (size_t i = 0; i < value->item_count; i++)
    if (!count_value(value->items[i], total))
      return false;
  return count_value(value->condition, total) && count_value(value->left, total) &&
         count_value(value->right, total) && count_place(value->place, total) &&
         (!value->body || count_statement(value->body, total));
}

/* Of a loop from one constant to another; a step of more than 1 makes it smaller. */
static bool trip_count(const Statement *loop, uint64_t *count) {
  const Statement *first = loop->children[0];
  const Value *start = first->kind == CLEAVE_BODY_DECLARE    ? first->value
                       : first->kind == CLEAVE_BODY_EVALUATE ? first->value->right
                                                             : NULL,
              *end = loop->value;
  if (!start || !start->has_constant || !end || end->kind != CLEAVE_BODY_BINARY ||
      end->operation < CLEAVE_BODY_LESS || end->operation > CLEAVE_BODY_GREATER_EQUAL)
    return false;
  const Value *bound = end->left->has_constant ? end->left : end->right;
  if (!bound->has_constant || llabs(bound->constant) > INT32_MAX || llabs(start->constant) > INT32_MAX)
    return false;
  *count = (uint64_t)llabs(bound->constant - start->constant) + 1;
  return true;
}

/* A loop without accesses waits for no memory. */
static bool count_loop(const Statement *loop, uint64_t *total) {
  uint64_t each = 0, trips = 0;
  const size_t first = loop->kind == CLEAVE_BODY_FOR;
  if ((first && !count_statement(loop->children[0], total)) || !count_value(loop->value, &each) ||
      !count_value(loop->step, &each) || !count_statement(loop->children[first], &each))
    return false;
  if (!each)
    return true;
  if (!first || !trip_count(loop, &trips) || each * trips >= MOST)
    return false;
  *total += each * trips;
  return *total < MOST;
}

static bool count_statement(const Statement *statement, uint64_t *total) {
  if (statement->opaque)
    return false;
  if (statement->kind == CLEAVE_BODY_FOR || statement->kind == CLEAVE_BODY_WHILE ||
      statement->kind == CLEAVE_BODY_DO)
    return count_loop(statement, total);
  for (size_t i = 0; i < statement->child_count; i++)
    if (!count_statement(statement->children[i], total))
      return false;
  return count_value(statement->value, total) && count_place(statement->place, total);
}

bool cleave_count_elements(const struct cleave_body *body, uint64_t *count) {
  const Statement *loop = innermost_loop(body);
  *count = 0;
  return loop && count_statement(body_of_loop(loop), count);
}
