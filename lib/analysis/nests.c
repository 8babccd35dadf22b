/* FILE: lib/analysis/nests.c
 * WHAT: the loops in the body of a loop: those that continue its nest, and those of which the body consists.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

struct cleave_nest_loop nest_loop_of(const Statement *loop, uint32_t dimension, struct cleave_range values) {
  const Variable *counter = loop->kind == CLEAVE_BODY_FOR ? counter_of(loop) : NULL;
  const Statement *body = body_of_loop(loop);
  const struct cleave_body_text *text = &(loop->is_range ? body->children[1] : body)->text;
  return (struct cleave_nest_loop){dimension,
                                   counter ? counter->name : "",
                                   counter ? counter->type->name : "",
                                   text->is_exact ? text->begin : 0,
                                   text->is_exact ? text->end : 0,
                                   values.begin,
                                   values.end,
                                   ends_by_break(loop),
                                   NULL};
}

enum { MOST_NEST_LOOPS = 16 };

/* ---- Values between loops --------------------------------------------------------------------------------- */

struct nest_value {
  const Variable *variable; /* NULL: VALUE is a condition */
  const Value *value;       /* NULL: a declaration without a value */
};

struct nest_values {
  struct nest_value *items;
  size_t count;
};

/* Adds the condition of BRANCH to VALUES. It is evaluated by each iteration of the nest; what it reads belongs to all of them. */
static bool add_condition(const struct analysis *it, const Statement *branch, struct nest_values *values) {
  const struct nest_value added = {NULL, branch->value};
  if (branch->child_count > 1 || !value_is_simple(branch->value))
    return false;
  CLEAVE_APPEND(it->arena, values->items, values->count, added);
  return true;
}

/* Whether STATEMENT only declares or assigns values, or ends the iteration by `if (c) continue;` (model/affine.h); adds them to VALUES. */
static bool add_values(const struct analysis *it, const Statement *statement, struct nest_values *values) {
  struct nest_value added = {NULL, NULL};
  if (statement->kind == CLEAVE_BODY_IF)
    return only_statement(statement->children[0])->kind == CLEAVE_BODY_CONTINUE &&
           add_condition(it, statement, values);
  if (statement->kind == CLEAVE_BODY_SEQUENCE && statement->is_declaration) {
    for (size_t i = 0; i < statement->child_count; i++)
      if (!add_values(it, statement->children[i], values))
        return false;
    return true;
  }
  if (statement->kind == CLEAVE_BODY_DECLARE) {
    added = (struct nest_value){statement->variable, statement->value};
  } else if (statement->kind == CLEAVE_BODY_EVALUATE && statement->value->kind == CLEAVE_BODY_ASSIGN &&
             !statement->value->operation) {
    added = (struct nest_value){variable_of_place(statement->value->place), statement->value->right};
    if (!added.variable ||
        !(known_of(it, added.variable)->is_private || known_of(it, added.variable)->is_inside))
      return false;
  }
  if (!added.variable ||
      !(is_arithmetic(added.variable->type) || added.variable->type->kind == CLEAVE_BODY_POINTER ||
        added.variable->type->kind == CLEAVE_BODY_RECORD) ||
      !value_is_simple(added.value))
    return false;
  CLEAVE_APPEND(it->arena, values->items, values->count, added);
  return true;
}

/* Returns the last statement of BODY if it is a `for` or `while` loop, perhaps under a condition, and all statements before it set
 * values; else NULL. Appends these values to VALUES and sets *RANGE to the source range of the statements, with `if (c)`. */
static const Statement *next_in_nest(const struct analysis *it, const Statement *body,
                                     struct nest_values *values, struct cleave_range *range) {
  *range = (struct cleave_range){0, 0};
  body = only_statement(body);
  if (body->kind == CLEAVE_BODY_SEQUENCE && body->child_count > 1 && !body->is_declaration) {
    for (size_t i = 0; i + 1 < body->child_count; i++) {
      const Statement *statement = body->children[i];
      if (!add_values(it, statement, values) || !statement->whole.is_exact)
        return NULL;
      range->begin = i ? range->begin : statement->whole.begin;
      range->end = statement->whole.end;
    }
    const Statement *last = body->children[body->child_count - 1];
    body = only_statement(last);
    if (body != last && body->kind == CLEAVE_BODY_IF)
      return NULL; /* a brace is between the values and the condition */
  }
  if (body->kind == CLEAVE_BODY_IF) {
    const Statement *then = body->children[0];
    if (!body->whole.is_exact || !then->whole.is_exact || !add_condition(it, body, values))
      return NULL;
    range->begin = range->end ? range->begin : body->whole.begin;
    range->end = then->whole.begin;
    body = only_statement(then);
  }
  return body->kind == CLEAVE_BODY_FOR || body->kind == CLEAVE_BODY_WHILE ? body : NULL;
}

/* Whether the header of LOOP, which is described, changes nothing but its counter, which has a name. */
static bool changes_counter_only(const struct analysis *it, const Statement *loop) {
  if (dimension_of_loop(it, loop) == CLEAVE_NO_DIMENSION || !loop->value || !counter_of(loop)->name[0])
    return false;
  bool *changed = written_in(it, loop->children[0]);
  mark_written(it->body, NULL, loop->step, changed);
  changed[counter_of(loop)->index] = false;
  mark_written(it->body, NULL, loop->value, changed);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (changed[i])
      return false;
  return true;
}

/* Whether VALUE names another variable that has the name of VARIABLE. */
static bool names_other(const struct analysis *it, const Value *value, const Variable *variable) {
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(NULL, value, named);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (named[i] && it->body->variables[i] != variable &&
        !strcmp(it->body->variables[i]->name, variable->name))
      return true;
  return false;
}

static bool is_moved(const struct described_loop *described, const Variable *variable) {
  for (size_t i = 0; described && i < described->moves->count; i++)
    if (described->moves->items[i].variable == variable)
      return true;
  return false;
}

/* Whether a loop that has its COUNTER, or NULL, leaves the values that are set before it as they are. NEW: the first one that is set right
 * before the loop, which may move variables from there on: *MOVES tells whether it does. */
static bool keeps_values(const struct analysis *it, const Statement *loop, const Variable *counter,
                         const struct nest_values *values, size_t new, bool *moves) {
  const bool *later = written_in(it, loop);
  for (size_t i = 0; i < values->count; i++) {
    const struct nest_value *set = &values->items[i];
    if (counter && ((set->variable && !strcmp(set->variable->name, counter->name)) ||
                    (set->value && names_other(it, set->value, counter))))
      return false;
    if (!set->variable || !later[set->variable->index])
      continue;
    if (i < new || !is_moved(described_loop_of(it, loop), set->variable))
      return false;
    *moves = true;
  }
  return true;
}

/* The loops of a nest, from the outermost associated one inwards. */
struct nest_loops {
  const Statement *items[MOST_NEST_LOOPS];
  bool needs_start[MOST_NEST_LOOPS];
};

/* Code declares COUNTER before the text of the LOOPS around its loop. There, its name must not mean another variable. Returns how many of
 * them remain. */
static size_t without_hidden(const struct analysis *it, const struct nest_loops *loops, size_t count,
                             const Variable *counter) {
  for (size_t i = 0; i < count; i++)
    if (it->result->nest[i].start && start_hides(it, loops->items[i], counter)) {
      it->result->nest[i].start = NULL;
      if (loops->needs_start[i])
        return i;
    }
  return count;
}

void read_inner_nest(struct analysis *it, const Statement *body) {
  struct cleave_loop_accesses *result = it->result;
  struct nest_values values = {0};
  struct cleave_range range;
  struct nest_loops loops = {.items = {NULL}};
  const Statement *associated = it->body->statement;
  size_t count = result->nest_count, new = 0;
  bool is_plain = true;
  if (count > MOST_NEST_LOOPS)
    return;
  for (size_t i = 0; i < count; i++) {
    loops.items[i] = only_statement(associated);
    associated = loops.items[i]->children[1];
  }
  for (const Statement *loop; count < MOST_NEST_LOOPS && (loop = next_in_nest(it, body, &values, &range));
       body = body_of_loop(loop), new = values.count) {
    const struct described_loop *described = described_loop_of(it, loop);
    const Variable *counter = changes_counter_only(it, loop) ? counter_of(loop) : NULL;
    bool moves = !counter;
    if (!described || !keeps_values(it, loop, counter, &values, new, &moves))
      break;
    struct cleave_nest_loop added = nest_loop_of(loop, described->dimension, range);
    added.start = start_of_loop(it, loop, described->moves, false);
    if (moves && !added.start)
      break;
    if (counter && without_hidden(it, &loops, count, counter) < count)
      break;
    loops.needs_start[count] = moves;
    loops.items[count] = loop;
    CLEAVE_APPEND(it->arena, result->nest, count, added);
    is_plain &= !moves;
    result->nest_count += is_plain;
  }
  result->long_nest_count = count;
}

/* ---- Loops of which a body consists -------------------------------------------------------------------------- */

static bool names_variable(const struct analysis *it, const Statement *statement, const Variable *variable) {
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(statement, NULL, named);
  return named[variable->index];
}

/* Whether STATEMENT names VARIABLE outside of loops that count with it. */
static bool names_freely(const struct analysis *it, const Statement *statement, const Variable *variable) {
  if (statement->kind == CLEAVE_BODY_FOR && counter_of(statement) == variable)
    return false;
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(NULL, statement->value, named);
  mark_named(NULL, statement->step, named);
  if (statement->place) {
    const Value read = {.kind = CLEAVE_BODY_READ, .place = statement->place};
    mark_named(NULL, &read, named);
  }
  bool is_named = named[variable->index];
  for (size_t i = 0; i < statement->child_count; i++)
    is_named |= names_freely(it, statement->children[i], variable);
  return is_named;
}

struct loop_list {
  const Statement **items;
  size_t count;
};

/* Whether a variable may carry a value from one of LOOPS, which are siblings, to another. */
static bool share_values(const struct analysis *it, const struct loop_list *loops) {
  for (size_t v = 0; v < it->body->variable_count; v++) {
    const Variable *variable = it->body->variables[v];
    if (!it->known[v].is_private && !it->known[v].is_inside)
      continue;
    unsigned users = 0;
    bool is_written = false, is_free = false;
    for (size_t i = 0; i < loops->count; i++) {
      is_written |= written_in(it, loops->items[i])[v];
      users += names_variable(it, loops->items[i], variable);
      is_free |= names_freely(it, loops->items[i], variable);
    }
    if (is_written && users > 1 && is_free)
      return true;
  }
  return false;
}

static bool collect_loops(const struct analysis *it, const Statement *statement, struct loop_list *loops) {
  if (statement->kind == CLEAVE_BODY_SEQUENCE && !statement->is_declaration) {
    for (size_t i = 0; i < statement->child_count; i++)
      if (!collect_loops(it, statement->children[i], loops))
        return false;
    return true;
  }
  if (statement->kind != CLEAVE_BODY_FOR || !changes_counter_only(it, statement))
    return false;
  CLEAVE_APPEND(it->arena, loops->items, loops->count, statement);
  return true;
}

/* Adds the loops of which BODY consists, and those of which their bodies consist. Returns false, and adds nothing, if BODY has another
 * statement. */
static bool add_inner_loops(struct analysis *it, const Statement *body) {
  struct loop_list loops = {0};
  if (!collect_loops(it, body, &loops) || share_values(it, &loops))
    return false;
  for (size_t i = 0; i < loops.count; i++) {
    const Statement *loop = loops.items[i];
    if (!loop->text.is_exact || !loop->children[1]->text.is_exact)
      return false;
    const struct cleave_inner_loop added = {
        .loop = nest_loop_of(loop, dimension_of_loop(it, loop), (struct cleave_range){0, 0}),
        .begin = loop->text.begin};
    CLEAVE_APPEND(it->arena, it->result->inner, it->result->inner_count, added);
    add_inner_loops(it, loop->children[1]);
  }
  return loops.count;
}

void read_inner_loops(struct analysis *it, const Statement *body) {
  if (!add_inner_loops(it, body)) {
    it->result->inner = NULL;
    it->result->inner_count = 0;
  }
}

/* ---- Loops between other statements -------------------------------------------------------------------------- */

/* Whether VALUE divides integers by 0, or by a value that is not a constant. */
static bool divides(const Value *value, void *context) {
  (void)context;
  const bool is_division =
      value->operation == CLEAVE_BODY_DIVIDE || value->operation == CLEAVE_BODY_REMAINDER;
  return value->kind == CLEAVE_BODY_INLINED || (is_division && is_integer(value->right->type) &&
                                                (!value->right->has_constant || !value->right->constant));
}

static bool divides_by_variable(const Statement *statement) {
  const struct question question = {.value = divides};
  return any_in_statement(&question, statement);
}

void read_direct_loops(struct analysis *it, const Statement *body) {
  const bool is_list = body->kind == CLEAVE_BODY_SEQUENCE && !body->is_declaration;
  if (is_list && body->child_count == 1 && body->children[0]->kind == CLEAVE_BODY_SEQUENCE &&
      !body->children[0]->is_declaration)
    return read_direct_loops(it, body->children[0]);
  Statement *only[] = {(Statement *)body};
  Statement **statements = is_list ? body->children : only;
  const size_t count = is_list ? body->child_count : 1;
  for (size_t i = 0; i < count; i++)
    if (!statements[i]->whole.is_exact)
      return;
  for (size_t i = 0; i < count; i++) {
    const Statement *loop = statements[i];
    if (loop->kind != CLEAVE_BODY_FOR || !changes_counter_only(it, loop) || !loop->children[1]->text.is_exact)
      continue;
    const struct cleave_direct_loop added = {
        .loop = nest_loop_of(loop, dimension_of_loop(it, loop), (struct cleave_range){0, 0}),
        .begin = loop->whole.begin,
        .statements_begin = statements[0]->whole.begin,
        .statements_end = statements[count - 1]->whole.end,
        .divides_by_variable = divides_by_variable(loop->children[1])};
    CLEAVE_APPEND(it->arena, it->result->direct, it->result->direct_count, added);
    read_direct_loops(it, loop->children[1]);
  }
}
