/* FILE: lib/analysis/iteration_starts.c
 * WHAT: how code gets to an iteration of a loop whose first value is not a sum: it executes the loop's first statement, and moves the
 *       loop's variables.
 *
 * The iterations before T have executed the condition as well. It was true: the condition compares a variable with a value that no
 * iteration changes, and each iteration moves the variable in the direction of that value. So if the condition holds for T, it holds for
 * all iterations before. All other effects of these iterations on the variables of iteration T are the moves.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

static const struct moved *find_moved(const struct moves *moves, const Variable *variable) {
  for (size_t i = 0; i < moves->count; i++)
    if (moves->items[i].variable == variable)
      return &moves->items[i];
  return NULL;
}

/* ---- The first statement ------------------------------------------------------------------------------------- */

/* The variables that a statement declares or assigns, and their values. */
struct set_list {
  const Variable *variables[MOST_MOVED];
  const Value *values[MOST_MOVED];
  bool declares;
  size_t count;
};

static bool add_set(struct set_list *list, const Variable *variable, const Value *value) {
  const Type *type = variable ? variable->type : NULL;
  if (!variable || list->count == MOST_MOVED || !(is_arithmetic(type) || type->kind == CLEAVE_BODY_POINTER) ||
      type->is_volatile || type->is_atomic || !value_is_simple(value))
    return false;
  list->variables[list->count] = variable;
  list->values[list->count++] = value;
  return true;
}

static bool add_assignments(struct set_list *list, const Value *value) {
  if (value->kind == CLEAVE_BODY_COMMA)
    return add_assignments(list, value->left) && add_assignments(list, value->right);
  return value->kind == CLEAVE_BODY_ASSIGN && !value->operation &&
         add_set(list, variable_of_place(value->place), value->right);
}

static bool add_sets(struct set_list *list, const Statement *statement) {
  switch (statement->kind) {
  case CLEAVE_BODY_EMPTY:
    return true;
  case CLEAVE_BODY_EVALUATE:
    return add_assignments(list, statement->value);
  case CLEAVE_BODY_DECLARE:
    list->declares = true;
    return !statement->place && statement->value && add_set(list, statement->variable, statement->value);
  case CLEAVE_BODY_SEQUENCE:
    for (size_t i = 0; i < statement->child_count; i++)
      if (!add_sets(list, statement->children[i]))
        return false;
    return statement->is_declaration;
  default:
    return false;
  }
}

static const Statement *first_of(const Statement *loop) {
  return loop->kind == CLEAVE_BODY_FOR ? loop->children[0] : NULL;
}

/* ---- Checks -------------------------------------------------------------------------------------------------- */

/* Whether the variables that VALUE names have the same values in all iterations of LOOP, but for those that it moves, or that its first
 * statement sets. */
static bool is_steady(const struct analysis *it, const Value *value, const bool *written,
                      const struct moves *moves) {
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(NULL, value, named);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (named[i] && written[i] && !find_moved(moves, it->body->variables[i]))
      return false;
  return true;
}

/* The host evaluates the header of an associated loop before the kernel, and the kernel does so again: it has the same values of
 * variables that each thread has a copy of, or that nothing changes. Memory may change. */
static bool is_copied(const Value *value, void *context);

static bool place_may_change(const Place *place, void *context) {
  const struct analysis *it = context;
  const Variable *variable = variable_of_place(place);
  return !variable || known_of(it, variable)->is_written ||
         !(known_of(it, variable)->counter != CLEAVE_NO_DIMENSION || variable->keeps_value ||
           variable->sharing == CLEAVE_BODY_FIRSTPRIVATE);
}

static bool is_copied(const Value *value, void *context) {
  const struct question question = {.place = place_may_change, .context = context};
  return !any_in_value(&question, value);
}

/* Whether the header of LOOP changes nothing but the variables of LIST and those that the loop moves, and its body none of LIST but
 * these. */
static bool changes_moved_only(const struct analysis *it, const Statement *loop, const struct moves *moves,
                               const struct set_list *list) {
  bool *in_header = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_written(it->body, NULL, loop->value, in_header);
  mark_written(it->body, NULL, loop->step, in_header);
  const bool *in_body = written_in(it, body_of_loop(loop));
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (in_header[i] && !find_moved(moves, it->body->variables[i]))
      return false;
  for (size_t i = 0; i < list->count; i++) {
    const Variable *variable = list->variables[i];
    if (in_body[variable->index] && !find_moved(moves, variable))
      return false;
    if (!list->declares && !known_of(it, variable)->is_private && !known_of(it, variable)->is_inside)
      return false;
  }
  return true;
}

static struct cleave_moved_variable described(const struct moved *moved) {
  return (struct cleave_moved_variable){.name = moved->variable->name,
                                        .is_pointer = moved->variable->type->kind == CLEAVE_BODY_POINTER,
                                        .by = moved->by};
}

/* Whether the relation of END holds for fewer iterations the further the variable moves, or for equality, up to one. */
static bool goes_to_bound(const struct loop_end *end, const struct cleave_polynomial *by) {
  const bool upwards = end->relation == CLEAVE_BODY_LESS || end->relation == CLEAVE_BODY_LESS_EQUAL;
  if (by->term_count == 1 && !by->terms[0].factor_count)
    return end->relation == CLEAVE_BODY_NOT_EQUAL || (by->terms[0].coefficient > 0) == upwards;
  return end->relation != CLEAVE_BODY_NOT_EQUAL && by->term_count; /* see bound_by_direction in loops.c */
}

/* The range and its ends, which child 0 of a range-based loop declares, have no effects, and no iteration changes what they name. */
static bool range_is_simple(const struct analysis *it, const Statement *loop, const bool *written) {
  const Statement *first = loop->children[0];
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(first, NULL, named);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (named[i] && written[i])
      return false;
  for (size_t i = 0; i < first->child_count; i++) {
    const Statement *declared = only_statement(first->children[i]);
    if (declared->kind != CLEAVE_BODY_DECLARE || (declared->value && !value_is_simple(declared->value)) ||
        (declared->place && !place_is_simple(declared->place)))
      return false;
  }
  return true;
}

/* A range-based loop moves its iterator alone: other moves would precede the declaration of its variable. */
static const struct cleave_loop_start *start_of_range(const struct analysis *it, const Statement *loop,
                                                      const struct moves *moves) {
  struct loop_end end;
  const Statement *variable = only_statement(loop->children[1]->children[0]);
  bool *written = written_in(it, body_of_loop(loop));
  if (!loop->declared.is_exact || !find_loop_end(loop, moves, &end) ||
      end.variable->type->kind != CLEAVE_BODY_POINTER || moves->count != 1 ||
      end.relation != CLEAVE_BODY_NOT_EQUAL || variable->kind != CLEAVE_BODY_DECLARE ||
      !range_is_simple(it, loop, written))
    return NULL;
  struct cleave_loop_start *start = cleave_arena_allocate(it->arena, sizeof *start);
  start->range_begin = loop->range.begin;
  start->range_end = loop->range.end;
  start->variable_begin = loop->declared.begin;
  start->variable_end = loop->declared.end;
  start->moved = cleave_arena_allocate(it->arena, sizeof *start->moved);
  start->moved[start->moved_count++] = described(&moves->items[0]);
  start->moved[0].name = variable->variable->name; /* for messages */
  return start;
}

const struct cleave_loop_start *start_of_loop(const struct analysis *it, const Statement *loop,
                                              const struct moves *moves, bool is_associated) {
  const Statement *first = first_of(loop);
  struct loop_end end;
  struct set_list list = {.count = 0};
  if (loop->is_range)
    return is_associated ? NULL : start_of_range(it, loop, moves);
  if (!loop->text.is_exact || (loop->kind == CLEAVE_BODY_FOR && !loop->keyword) || !loop->value ||
      !loop->value->text.is_exact || !find_loop_end(loop, moves, &end) ||
      (first && !add_sets(&list, first)) ||
      (first && first->kind != CLEAVE_BODY_EMPTY && !first->text.is_exact) ||
      !changes_moved_only(it, loop, moves, &list))
    return NULL;
  const struct moved *compared = find_moved(moves, end.variable);
  const Value *operand = without_conversions(end.operand);
  bool *written = written_in(it, loop);
  if (!goes_to_bound(&end, &compared->by) ||
      !(operand->kind == CLEAVE_BODY_READ || operand->kind == CLEAVE_BODY_STEP))
    return NULL;
  /* The bound names no moved variable: those have the values of iteration T only after the test. */
  static const struct moves none = {.count = 0};
  if (end.bound && (!value_is_simple(end.bound) || !is_steady(it, end.bound, written, &none) ||
                    (is_associated && !is_copied(end.bound, (void *)it))))
    return NULL;
  for (size_t i = 0; i < list.count; i++)
    if (!is_steady(it, list.values[i], written, moves) ||
        (is_associated && !is_copied(list.values[i], (void *)it)))
      return NULL;
  struct cleave_loop_start *start = cleave_arena_allocate(it->arena, sizeof *start);
  if (first && first->kind != CLEAVE_BODY_EMPTY) {
    start->first_begin = first->text.begin;
    start->first_end = first->text.end;
  }
  start->condition_begin = loop->value->text.begin;
  start->condition_end = loop->value->text.end;
  start->is_ordered = end.relation != CLEAVE_BODY_NOT_EQUAL;
  start->moved = cleave_arena_allocate(it->arena, moves->count * sizeof *start->moved);
  start->moved[start->moved_count++] = described(compared);
  for (size_t i = 0; i < moves->count; i++)
    if (&moves->items[i] != compared)
      start->moved[start->moved_count++] = described(&moves->items[i]);
  return start;
}

/* ---- Names --------------------------------------------------------------------------------------------------- */

static void mark_names(const Statement *loop, bool *named) {
  if (first_of(loop))
    mark_named(first_of(loop), NULL, named);
  mark_named(NULL, loop->value, named);
}

bool start_hides(const struct analysis *it, const Statement *loop, const Variable *counter) {
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_names(loop, named);
  for (size_t i = 0; i < it->body->variable_count; i++) {
    const Variable *variable = it->body->variables[i];
    if (variable != counter && !strcmp(variable->name, counter->name) &&
        (named[i] || (first_of(loop) && declares(first_of(loop), variable)) ||
         (loop->is_range && declares(loop->children[1]->children[0], variable))))
      return true;
  }
  return false;
}
