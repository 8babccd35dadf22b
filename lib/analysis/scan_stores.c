/* FILE: lib/analysis/scan_stores.c
 * WHAT: the statements of a serial loop that the updates of its carried values do not need.
 *
 * A value is carried if it is one of the carried variables, or if a variable of the body is set from such a value. Statements that store to
 * memory, or set such a variable, are removed. An update must not be in a removed statement, and must not read carried values.
 */
#include "analysis/scan_internal.h"

struct store_walk {
  const struct analysis *it;
  const bool *carried;
  const Statement *update;
  bool *tainted, *declared, *addressed; /* per variable */
  struct stores *result;
};

static bool *variable_set(const struct analysis *it) {
  return cleave_arena_allocate(it->arena, it->body->variable_count * sizeof(bool) + 1);
}

static bool share_one(const struct store_walk *walk, const bool *one, const bool *other) {
  for (size_t i = 0; i < walk->it->body->variable_count; i++)
    if (one[i] && other[i])
      return true;
  return false;
}

static bool is_tainted(const struct store_walk *walk, const Statement *statement, const Value *value) {
  bool *named = variable_set(walk->it);
  mark_named(statement, value, named);
  return share_one(walk, named, walk->tainted);
}

/* The variables that VALUE writes, without those of called functions. */
static bool *written_by(const struct store_walk *walk, const Value *value) {
  bool *written = variable_set(walk->it);
  mark_written(walk->it->body, NULL, value, written);
  for (size_t i = 0; i < walk->it->body->variable_count; i++)
    written[i] &= !walk->it->body->variables[i]->is_callees;
  return written;
}

/* The carried value that STATEMENT updates; NULL: none. VALUE: what it combines into that, or NULL. */
static const Variable *updated(const struct store_walk *walk, const Statement *statement,
                               const Value **value) {
  struct update update;
  *value = NULL;
  if (!find_update(statement, &update))
    return NULL;
  const Variable *variable = variable_of_place(update.place);
  *value = update.value;
  return variable && walk->carried[variable->index] ? variable : NULL;
}

/* ---- Variables that are set from carried values ------------------------------------------------------------- */

static void mark_declared(const Statement *statement, bool *declared) {
  if (statement->kind == CLEAVE_BODY_DECLARE)
    declared[statement->variable->index] = true;
  for (size_t i = 0; i < statement->child_count; i++)
    mark_declared(statement->children[i], declared);
}

/* Adds the arrays of the body of which VALUE assigns elements, which are not among the written variables. A store through a
 * pointer may be one to
 * any variable of the body whose address is taken. */
static void taint_stored(struct store_walk *walk, const Value *value) {
  if (!value)
    return;
  if (value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP) {
    const Variable *root = root_of(value->place);
    for (size_t i = 0; i < walk->it->body->variable_count; i++)
      walk->tainted[i] |= walk->declared[i] && (root ? root->index == i : walk->addressed[i]);
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    taint_stored(walk, parts.values[i]);
  for (size_t i = 0; i < value->item_count; i++)
    taint_stored(walk, value->items[i]);
}

static void taint_value(struct store_walk *walk, const Value *value, bool under) {
  if (!value || (!under && !is_tainted(walk, NULL, value)))
    return;
  const bool *written = written_by(walk, value);
  for (size_t i = 0; i < walk->it->body->variable_count; i++)
    walk->tainted[i] |= written[i] && walk->declared[i];
  taint_stored(walk, value);
}

/* Adds the variables of the body that STATEMENT sets from carried values. UNDER: it is executed if a carried value says so. */
static void taint(struct store_walk *walk, const Statement *statement, bool under) {
  const Value *value;
  if (updated(walk, statement, &value))
    return;
  if (statement->kind == CLEAVE_BODY_DECLARE) {
    if (under || (statement->value && is_tainted(walk, NULL, statement->value)))
      walk->tainted[statement->variable->index] = true;
    return;
  }
  if (statement->kind == CLEAVE_BODY_IF)
    under |= is_tainted(walk, NULL, statement->value);
  if (statement->kind == CLEAVE_BODY_FOR)
    under |=
        is_tainted(walk, statement->children[0], statement->value) || is_tainted(walk, NULL, statement->step);
  taint_value(walk, statement->value, under);
  taint_value(walk, statement->step, under);
  for (size_t i = 0; i < statement->child_count; i++)
    taint(walk, statement->children[i], under);
}

/* ---- Removed statements ------------------------------------------------------------------------------------- */

static void add_removed(struct store_walk *walk, const Statement *statement, const Value *kept) {
  const struct cleave_body_text *text = &statement->text;
  const struct cleave_removed_text added = {text->begin, text->end, kept ? kept->text.begin : 0,
                                            kept ? kept->text.end : 0};
  walk->result->are_exact &= text->is_exact && (!kept || kept->text.is_exact);
  CLEAVE_APPEND(walk->it->arena, walk->result->removed, walk->result->removed_count, added);
}

static void drop(struct store_walk *walk, const Statement *statement) {
  bool *written = variable_set(walk->it);
  mark_written(walk->it->body, statement, NULL, written);
  walk->result->reads_carried |= is_tainted(walk, statement, NULL);
  walk->result->is_valid &= !share_one(walk, written, walk->carried);
  add_removed(walk, statement, NULL);
}

/* Whether STATEMENT is `a[c++] = e`, of which `c++` remains. */
static bool keeps_update(struct store_walk *walk, const Statement *statement) {
  const Value *assignment = statement->value;
  if (assignment->kind != CLEAVE_BODY_ASSIGN || assignment->operation)
    return false;
  const Value *step = subscript_of(assignment->place);
  const Variable *variable = step && step->kind == CLEAVE_BODY_STEP && !step->is_prefix && !step->is_decrement
                                 ? variable_of_place(step->place)
                                 : NULL;
  if (!variable || !walk->carried[variable->index] || value_assigns(assignment->right))
    return false;
  walk->result->reads_carried = true;
  add_removed(walk, statement, step);
  return true;
}

/* Whether VALUE assigns an element or a member. */
static bool stores_to_memory(const Value *value) {
  if (!value)
    return false;
  if ((value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP) &&
      !variable_of_place(value->place))
    return true;
  if (value->kind == CLEAVE_BODY_INLINED)
    return value_assigns(value);
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (stores_to_memory(parts.values[i]))
      return true;
  for (size_t i = 0; i < value->item_count; i++)
    if (stores_to_memory(value->items[i]))
      return true;
  for (const Place *place = value->place; place; place = place->record)
    if (stores_to_memory(place->pointer))
      return true;
  return false;
}

static void remove_evaluation(struct store_walk *walk, const Statement *statement) {
  const bool *changed = written_by(walk, statement->value);
  bool is_any = false, is_own = true;
  for (size_t i = 0; i < walk->it->body->variable_count; i++) {
    is_any |= changed[i];
    is_own &= !changed[i] || (walk->declared[i] && !walk->tainted[i]);
  }
  is_own &= is_any;
  if ((is_own ? !stores_to_memory(statement->value) : !value_assigns(statement->value)) ||
      keeps_update(walk, statement))
    return;
  walk->result->is_valid &= !is_own;
  drop(walk, statement);
}

static void remove_declaration(struct store_walk *walk, const Statement *statement) {
  Statement *const only[] = {(Statement *)statement};
  Statement *const *parts = statement->is_declaration ? statement->children : only;
  const size_t count = statement->is_declaration ? statement->child_count : 1;
  bool is_any = false, is_all = true;
  for (size_t i = 0; i < count; i++) {
    if (parts[i]->kind != CLEAVE_BODY_DECLARE)
      continue;
    /* A reference is another name of memory. */
    if (parts[i]->variable->type->kind == CLEAVE_BODY_REFERENCE)
      walk->result->is_valid = false;
    is_any |= parts[i]->value && is_tainted(walk, NULL, parts[i]->value);
    is_all &= walk->tainted[parts[i]->variable->index];
  }
  if (!is_any)
    return;
  walk->result->is_valid &= is_all;
  drop(walk, statement);
}

/* Removes what STATEMENT does not need for the updates. */
static void remove_stores(struct store_walk *walk, const Statement *statement) {
  const Value *value;
  if (!walk->result->is_valid || statement == walk->update)
    return;
  if (updated(walk, statement, &value)) {
    walk->result->is_valid &= !value || !is_tainted(walk, NULL, value);
    return;
  }
  switch (statement->kind) {
  case CLEAVE_BODY_EMPTY:
  case CLEAVE_BODY_DECLARE_OTHER:
    return;
  case CLEAVE_BODY_SEQUENCE:
    if (statement->is_declaration)
      return remove_declaration(walk, statement);
    for (size_t i = 0; i < statement->child_count; i++)
      remove_stores(walk, statement->children[i]);
    return;
  case CLEAVE_BODY_DECLARE:
    return remove_declaration(walk, statement);
  case CLEAVE_BODY_IF:
    if (is_tainted(walk, NULL, statement->value))
      return drop(walk, statement);
    walk->result->is_valid &= !value_assigns(statement->value);
    for (size_t i = 0; i < statement->child_count; i++)
      remove_stores(walk, statement->children[i]);
    return;
  case CLEAVE_BODY_FOR:
    if (is_tainted(walk, statement->children[0], statement->value) || is_tainted(walk, NULL, statement->step))
      return drop(walk, statement);
    return remove_stores(walk, statement->children[1]);
  case CLEAVE_BODY_EVALUATE:
    return remove_evaluation(walk, statement);
  default:
    walk->result->is_valid = false;
  }
}

struct stores remove_scan_stores(const struct analysis *it, const Statement *loop, const bool *carried,
                                 const Statement *update) {
  struct stores result = {.is_valid = true, .are_exact = true};
  struct store_walk walk = {it,     carried, update, variable_set(it), variable_set(it), variable_set(it),
                            &result};
  const size_t count = it->body->variable_count;
  for (size_t i = 0; i < count; i++)
    walk.tainted[i] = carried[i];
  mark_declared(loop, walk.declared);
  mark_addressed(loop->children[1], walk.addressed);
  size_t before = 0, after = 0;
  do {
    before = after;
    after = 0;
    taint(&walk, loop->children[1], false);
    for (size_t i = 0; i < count; i++)
      after += walk.tainted[i];
  } while (after != before);
  remove_stores(&walk, loop->children[1]);
  return result;
}
