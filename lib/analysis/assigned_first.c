/* FILE: lib/analysis/assigned_first.c
 * WHAT: definite assignment: the variables that a loop assigns before each read of them.
 *
 * The walk follows the body in the order of execution. On a path, a set of assigned variables only grows. So the set at the head
 * of a loop is
 * that at its entry. Where paths meet, a variable is assigned if it is on all of them. A path that ends has all variables.
 */
#include "analysis/row_internal.h"

#include <string.h>

/* The paths that leave a statement early. */
struct exits {
  bool *set; /* assigned on all of them; NULL: there are none */
};

struct walk {
  const struct analysis *it;
  size_t count;
  bool *assigned; /* per variable: on the current path */
  bool *excluded; /* read before an assignment, or used otherwise */
  bool has_jump;  /* code that is not in the tree may jump: nothing is known */
  struct exits breaks, continues, returns;
  bool *switch_entry; /* the paths to the labels of the innermost switch; NULL: there is none */
};

static bool *copy_set(const struct walk *walk, const bool *set) {
  return memcpy(cleave_arena_allocate(walk->it->arena, walk->count + 1), set, walk->count);
}

static void end_path(struct walk *walk) {
  walk->assigned = copy_set(walk, walk->assigned);
  memset(walk->assigned, true, walk->count);
}

static void meet(const struct walk *walk, bool *set, const bool *other) {
  for (size_t i = 0; i < walk->count; i++)
    set[i] &= other[i];
}

static void leave(struct walk *walk, struct exits *exits) {
  if (exits->set)
    meet(walk, exits->set, walk->assigned);
  else
    exits->set = copy_set(walk, walk->assigned);
  end_path(walk);
}

/* The paths of EXITS arrive here. */
static void arrive(struct walk *walk, const struct exits *exits) {
  if (!exits->set)
    return;
  walk->assigned = copy_set(walk, walk->assigned);
  meet(walk, walk->assigned, exits->set);
}

static void walk_value(struct walk *walk, const Value *value);
static void walk_statement(struct walk *walk, const Statement *statement);

static void exclude_uses(struct walk *walk, const struct cleave_body_opaque *opaque) {
  for (size_t i = 0; opaque && i < opaque->use_count; i++)
    walk->excluded[opaque->uses[i].variable->index] |=
        !(opaque->uses[i].flags & CLEAVE_USE_ASSIGNED_FIRST) || opaque->uses[i].flags & CLEAVE_USE_ADDRESS;
  walk->has_jump |= opaque && opaque->has_jump;
}

static void read_variable(struct walk *walk, const Variable *variable) {
  walk->excluded[variable->index] |= !walk->assigned[variable->index];
}

/* PLACE is used, but not as a whole variable that is read or assigned. */
static void walk_place(struct walk *walk, const Place *place) {
  if (!place)
    return;
  exclude_uses(walk, place->opaque);
  if (place->kind == CLEAVE_BODY_VARIABLE)
    walk->excluded[place->variable->index] = true;
  walk_value(walk, place->pointer);
  bool *before = copy_set(walk, walk->assigned);
  walk_place(walk, place->record);
  walk_place(walk, place->other);
  if (place->kind == CLEAVE_BODY_CHOICE)
    walk->assigned = before;
}

/* VALUES and PLACE, which may be NULL, are evaluated in any order, so none of them sees what another one assigns. */
static void walk_unordered(struct walk *walk, struct cleave_body_value *const *values, size_t count,
                           const Place *place) {
  bool *before = copy_set(walk, walk->assigned), *after = copy_set(walk, walk->assigned);
  for (size_t i = 0; i <= count; i++) {
    walk->assigned = copy_set(walk, before);
    if (i < count)
      walk_value(walk, values[i]);
    else if (place && place->kind != CLEAVE_BODY_VARIABLE)
      walk_place(walk, place);
    for (size_t v = 0; v < walk->count; v++)
      after[v] |= walk->assigned[v];
  }
  walk->assigned = after;
}

/* VALUE is perhaps evaluated. */
static void walk_perhaps(struct walk *walk, const Value *value) {
  bool *before = copy_set(walk, walk->assigned);
  walk_value(walk, value);
  walk->assigned = before;
}

static void walk_choice(struct walk *walk, const Value *value) {
  walk_value(walk, value->condition);
  bool *before = copy_set(walk, walk->assigned);
  walk_value(walk, value->left);
  bool *left = walk->assigned;
  walk->assigned = before;
  walk_value(walk, value->right);
  meet(walk, walk->assigned, left);
}

static void walk_call(struct walk *walk, const Value *value) {
  const struct exits outer = walk->returns;
  walk->returns = (struct exits){NULL};
  walk_statement(walk, value->body);
  arrive(walk, &walk->returns);
  walk->returns = outer;
}

static void walk_assignment(struct walk *walk, const Value *value, bool reads) {
  const Variable *variable = variable_of_place(value->place);
  if (variable && reads)
    read_variable(walk, variable);
  walk_unordered(walk, &value->right, value->right != NULL, value->place);
  if (variable)
    walk->assigned[variable->index] = true;
}

static void walk_value(struct walk *walk, const Value *value) {
  if (!value)
    return;
  exclude_uses(walk, value->opaque);
  struct cleave_body_value *const sides[] = {value->left, value->right};
  switch (value->kind) {
  case CLEAVE_BODY_READ:
    if (variable_of_place(value->place))
      return read_variable(walk, value->place->variable);
    return walk_place(walk, value->place);
  case CLEAVE_BODY_BINARY:
    return walk_unordered(walk, sides, 2, NULL);
  case CLEAVE_BODY_LOGICAL:
    walk_value(walk, value->left);
    return walk_perhaps(walk, value->right);
  case CLEAVE_BODY_SELECT:
    return walk_choice(walk, value);
  case CLEAVE_BODY_ASSIGN:
    return walk_assignment(walk, value, value->operation != CLEAVE_BODY_NO_OPERATION);
  case CLEAVE_BODY_STEP:
    return walk_assignment(walk, value, true);
  case CLEAVE_BODY_INLINED:
    return walk_call(walk, value);
  default:
    walk_value(walk, value->left);
    walk_value(walk, value->right);
    walk_place(walk, value->place);
    return walk_unordered(walk, value->items, value->item_count, NULL);
  }
}

/* STEP: of a `for` loop. TESTS_FIRST: the condition is evaluated before the first iteration. */
static void walk_loop(struct walk *walk, const Value *condition, const Statement *body, const Value *step,
                      bool tests_first) {
  const struct exits breaks = walk->breaks, continues = walk->continues;
  bool *const switch_entry = walk->switch_entry;
  walk->breaks = walk->continues = (struct exits){NULL};
  walk->switch_entry = NULL; /* a label in the body would be another entry */
  if (tests_first)
    walk_value(walk, condition);
  bool *after = copy_set(walk, walk->assigned);
  if (tests_first && !condition)
    memset(after, true, walk->count);
  walk_statement(walk, body);
  arrive(walk, &walk->continues);
  walk_value(walk, step);
  if (!tests_first)
    walk_value(walk, condition);
  else
    walk->assigned = after;
  arrive(walk, &walk->breaks);
  walk->breaks = breaks;
  walk->continues = continues;
  walk->switch_entry = switch_entry;
}

static void walk_switch(struct walk *walk, const Statement *statement) {
  const struct exits breaks = walk->breaks;
  bool *const entry = walk->switch_entry;
  walk->breaks = (struct exits){NULL};
  walk_value(walk, statement->value);
  walk->switch_entry = copy_set(walk, walk->assigned);
  end_path(walk);
  walk_statement(walk, statement->children[0]);
  arrive(walk, &walk->breaks);
  meet(walk, walk->assigned, walk->switch_entry); /* there may be no label for the value */
  walk->switch_entry = entry;
  walk->breaks = breaks;
}

static void walk_branch(struct walk *walk, const Statement *statement) {
  walk_value(walk, statement->value);
  bool *before = copy_set(walk, walk->assigned);
  walk_statement(walk, statement->children[0]);
  bool *then = walk->assigned;
  walk->assigned = before;
  if (statement->child_count > 1)
    walk_statement(walk, statement->children[1]);
  walk->assigned = copy_set(walk, walk->assigned);
  meet(walk, walk->assigned, then);
}

static void walk_statement(struct walk *walk, const Statement *statement) {
  exclude_uses(walk, statement->opaque);
  switch (statement->kind) {
  case CLEAVE_BODY_SEQUENCE:
  case CLEAVE_BODY_ATOMIC:
    for (size_t i = 0; i < statement->child_count; i++)
      walk_statement(walk, statement->children[i]);
    return;
  case CLEAVE_BODY_IF:
    return walk_branch(walk, statement);
  case CLEAVE_BODY_FOR:
    walk_statement(walk, statement->children[0]);
    return walk_loop(walk, statement->value, statement->children[1], statement->step, true);
  case CLEAVE_BODY_WHILE:
  case CLEAVE_BODY_DO:
    return walk_loop(walk, statement->value, statement->children[0], NULL,
                     statement->kind == CLEAVE_BODY_WHILE);
  case CLEAVE_BODY_SWITCH:
    return walk_switch(walk, statement);
  case CLEAVE_BODY_CASE:
    if (walk->switch_entry)
      meet(walk, walk->assigned, walk->switch_entry);
    else
      walk->has_jump = true;
    return walk_statement(walk, statement->children[0]);
  case CLEAVE_BODY_BREAK:
    return leave(walk, &walk->breaks);
  case CLEAVE_BODY_CONTINUE:
    return leave(walk, &walk->continues);
  default:
    walk_value(walk, statement->value);
    walk_place(walk, statement->place);
    if (statement->kind == CLEAVE_BODY_RETURN)
      leave(walk, &walk->returns);
  }
}

bool *assigned_first(const struct analysis *it, const Statement *loop) {
  const size_t count = it->body->variable_count;
  struct walk walk = {.it = it,
                      .count = count,
                      .assigned = cleave_arena_allocate(it->arena, count + 1),
                      .excluded = cleave_arena_allocate(it->arena, count + 1)};
  bool *result = cleave_arena_allocate(it->arena, count + 1),
       *named = cleave_arena_allocate(it->arena, count + 1);
  mark_named(loop, NULL, named);
  walk_statement(&walk, loop);
  for (size_t i = 0; i < count; i++) {
    const Variable *variable = it->body->variables[i];
    const Type *type = variable->type;
    result[i] = named[i] && !walk.excluded[i] && !walk.has_jump && variable->is_local &&
                is_scalar_type(type) && !type->is_volatile && !type->is_atomic && !declares(loop, variable);
  }
  return result;
}
