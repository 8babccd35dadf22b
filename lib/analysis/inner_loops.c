/* FILE: lib/analysis/inner_loops.c
 * WHAT: for the report: whether the loops in the body of a loop are worth a place on the grid, why they are not part of its nest,
 *       and which code an obstacle is about.
 *
 * No decision about the program depends on this file. It looks at the form of the code only.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

/* The functions note_... are questions that are never answered with yes: each part of the code is noted. */

/* ---- Whether neighboring iterations of an inner loop access neighboring elements --------------------------------- */

/* A loop of fewer iterations is not worth threads of its own. */
enum { FEW_ITERATIONS = 16 };

struct neighbor_walk {
  bool *counts; /* per variable: it grows by a constant from one iteration of the loop to the next */
  bool found;
};

static bool counts_along(const Value *value, const bool *counts);

/* Whether a parameter of a called function, in STATEMENT, is such a sum. */
static bool parameter_counts(const Statement *statement, const bool *counts) {
  bool found = statement->kind == CLEAVE_BODY_DECLARE && counts_along(statement->value, counts);
  for (size_t i = 0; i < statement->child_count && !found; i++)
    found = parameter_counts(statement->children[i], counts);
  return found;
}

/* Whether VALUE is a sum with a variable of COUNTS. */
static bool counts_along(const Value *value, const bool *counts) {
  if (!value)
    return false;
  switch (value->kind) {
  case CLEAVE_BODY_READ:
  case CLEAVE_BODY_STEP:
    return variable_of_place(value->place) && counts[variable_of_place(value->place)->index];
  case CLEAVE_BODY_CONVERT:
    return counts_along(value->left, counts);
  case CLEAVE_BODY_BINARY:
    return value->operation == CLEAVE_BODY_ADD
               ? counts_along(value->left, counts) || counts_along(value->right, counts)
               : value->operation == CLEAVE_BODY_SUBTRACT && counts_along(value->left, counts);
  case CLEAVE_BODY_INLINED:
    return parameter_counts(value->body, counts);
  default:
    return false;
  }
}

/* Code that is not known may access elements by each variable that it uses. */
static void note_opaque(struct neighbor_walk *it, const struct cleave_body_opaque *opaque) {
  for (size_t i = 0; opaque && i < opaque->use_count; i++)
    it->found |= it->counts[opaque->uses[i].variable->index];
}

static bool note_counting(const Statement *statement, void *context) {
  struct neighbor_walk *it = context;
  if (statement->kind == CLEAVE_BODY_DECLARE && counts_along(statement->value, it->counts))
    it->counts[statement->variable->index] = true;
  note_opaque(it, statement->opaque);
  return false;
}

static bool note_neighbor(const Place *place, void *context) {
  struct neighbor_walk *it = context;
  it->found |= place->kind == CLEAVE_BODY_TARGET && counts_along(place->pointer, it->counts);
  note_opaque(it, place->opaque);
  return false;
}

static bool note_value(const Value *value, void *context) {
  note_opaque(context, value->opaque);
  return false;
}

/* Variables that the loop steps, in `while (...) i++`. */
static bool note_step(const Value *value, void *context) {
  struct neighbor_walk *it = context;
  const Variable *variable = value->place ? variable_of_place(value->place) : NULL;
  if (variable && (value->kind == CLEAVE_BODY_STEP ||
                   (value->kind == CLEAVE_BODY_ASSIGN && value->operation == CLEAVE_BODY_ADD)))
    it->counts[variable->index] = true;
  return false;
}

static bool accesses_neighbors(struct cleave_arena *arena, const struct cleave_body *body,
                               const Statement *loop) {
  struct neighbor_walk it = {.counts = cleave_arena_allocate(arena, body->variable_count + 1)};
  const Variable *counter = loop->kind == CLEAVE_BODY_FOR ? counter_of(loop) : NULL;
  if (counter)
    it.counts[counter->index] = true;
  const struct question steps = {.value = note_step, .context = &it};
  any_in_statement(&steps, loop);
  const struct question neighbors = {note_value, note_neighbor, note_counting, &it};
  for (size_t i = 0; i < loop->child_count; i++)
    any_in_statement(&neighbors, loop->children[i]);
  return it.found;
}

/* Whether LOOP has a constant number of iterations, a small one. */
static bool is_short(const Statement *loop) {
  const Statement *first = loop->children[0];
  const Value *from = first->kind == CLEAVE_BODY_DECLARE ? first->value
                      : first->kind == CLEAVE_BODY_EVALUATE && first->value->kind == CLEAVE_BODY_ASSIGN
                          ? first->value->right
                          : NULL;
  const Value *to = loop->value && loop->value->kind == CLEAVE_BODY_BINARY ? loop->value->right : NULL;
  return from && to && from->has_constant && to->has_constant &&
         to->constant - from->constant < FEW_ITERATIONS && from->constant - to->constant < FEW_ITERATIONS;
}

/* Whether code that is not known contains a loop. The loop of a directive is not counted in it. */
static bool holds_loop(const struct cleave_body_opaque *opaque) {
  return opaque &&
         (opaque->loop_count || (strstr(opaque->reason, "(OMP") &&
                                 (strstr(opaque->reason, "For") || strstr(opaque->reason, "Loop"))));
}

static bool is_loop(const Statement *statement) {
  return statement->kind == CLEAVE_BODY_FOR || statement->kind == CLEAVE_BODY_WHILE ||
         statement->kind == CLEAVE_BODY_DO;
}

static bool loops_matter(struct cleave_arena *arena, const struct cleave_body *body,
                         const Statement *statement) {
  if (holds_loop(statement->opaque))
    return true;
  if (is_loop(statement) && !(statement->kind == CLEAVE_BODY_FOR && is_short(statement)) &&
      accesses_neighbors(arena, body, statement))
    return true;
  for (size_t i = 0; i < statement->child_count; i++)
    if (loops_matter(arena, body, statement->children[i]))
      return true;
  return false;
}

/* The statement in the innermost associated loop; NULL: not known. */
static const Statement *inner_body(const struct cleave_body *body) {
  const Statement *statement = body->statement;
  for (unsigned i = 0; i < body->associated; i++) {
    statement = only_statement(statement);
    if (statement->kind != CLEAVE_BODY_FOR)
      return NULL;
    statement = statement->children[1];
  }
  return statement;
}

bool cleave_loop_is_short(const struct cleave_body *body) {
  return body->statement->kind == CLEAVE_BODY_FOR && is_short(body->statement);
}

bool cleave_inner_loops_matter(struct cleave_arena *arena, const struct cleave_body *body) {
  const Statement *inner = inner_body(body);
  return inner && loops_matter(arena, body, inner);
}

/* ---- Why an inner loop is not part of the nest --------------------------------------------------------------------- */

static bool contains_loop(const Statement *statement) {
  bool found = is_loop(statement) || holds_loop(statement->opaque);
  for (size_t i = 0; i < statement->child_count; i++)
    found |= contains_loop(statement->children[i]);
  return found;
}

static bool only_declares(const Statement *statement) {
  return statement->kind == CLEAVE_BODY_DECLARE || statement->kind == CLEAVE_BODY_DECLARE_OTHER ||
         (statement->kind == CLEAVE_BODY_SEQUENCE && statement->is_declaration);
}

static bool declares_any(const Statement *statement, const bool *marked) {
  bool found = statement->kind == CLEAVE_BODY_DECLARE && marked[statement->variable->index];
  for (size_t i = 0; i < statement->child_count; i++)
    found |= declares_any(statement->children[i], marked);
  return found;
}

/* The obstacle in the statements of the sequence LIST. */
static struct cleave_obstacle obstacle_in_list(const struct cleave_body *body, bool *written,
                                               const Statement *list) {
  const Statement *before = NULL, *loop = NULL, *declaration = NULL;
  for (size_t i = 0; i < list->child_count; i++) {
    const Statement *statement = list->children[i];
    if (contains_loop(statement)) {
      loop = statement;
      mark_written(body, loop, NULL, written);
    } else if (loop && statement->kind != CLEAVE_BODY_EMPTY)
      return (struct cleave_obstacle){"a statement is behind its inner loop", statement->text.at};
    else if (only_declares(statement))
      declaration = statement;
    else if (!before)
      before = statement;
  }
  if (loop && !is_loop(loop))
    return (struct cleave_obstacle){"its inner loop is under a condition", loop->text.at};
  if (loop && loop->kind != CLEAVE_BODY_FOR)
    return (struct cleave_obstacle){"its inner loop is no for loop", loop->text.at};
  for (size_t i = 0; i < list->child_count; i++)
    if (only_declares(list->children[i]) && declares_any(list->children[i], written))
      return (struct cleave_obstacle){"its inner loop changes a variable that is declared before it",
                                      list->children[i]->text.at};
  before = before ? before : declaration;
  if (before)
    return (struct cleave_obstacle){"a statement before its inner loop does more than set a variable",
                                    before->text.at};
  return (struct cleave_obstacle){"a variable carries a value from one inner loop to another",
                                  loop ? loop->text.at : list->text.at};
}

struct cleave_obstacle cleave_nest_obstacle(struct cleave_arena *arena, const struct cleave_body *body) {
  const Statement *inner = inner_body(body);
  inner = inner ? only_statement(inner) : NULL;
  if (!inner || !contains_loop(inner))
    return (struct cleave_obstacle){0};
  if (inner->kind == CLEAVE_BODY_FOR)
    return (struct cleave_obstacle){"its inner loop changes more than its counter in its header",
                                    inner->text.at};
  if (is_loop(inner))
    return (struct cleave_obstacle){"its inner loop is no for loop", inner->text.at};
  if (inner->kind == CLEAVE_BODY_SEQUENCE)
    return obstacle_in_list(body, cleave_arena_allocate(arena, body->variable_count + 1), inner);
  return (struct cleave_obstacle){"its inner loop is under a condition", inner->text.at};
}

/* ---- Code at an offset ------------------------------------------------------------------------------------------------ */

struct code_walk {
  uint32_t offset;
  const Statement *statement; /* the smallest one with OFFSET */
  const Statement *loop;      /* the smallest loop with OFFSET */
  const Place *place;         /* the largest one that begins at OFFSET */
};

static bool note_statement(const Statement *statement, void *context) {
  struct code_walk *it = context;
  if (statement->kind != CLEAVE_BODY_SEQUENCE && statement->text.is_exact &&
      statement->text.begin <= it->offset && it->offset < statement->text.end) {
    it->statement = statement;
    it->loop = statement->kind == CLEAVE_BODY_FOR ? statement : it->loop;
  }
  return false;
}

static bool note_place(const Place *place, void *context) {
  struct code_walk *it = context;
  if (place->text.is_exact && place->text.begin == it->offset && !it->place)
    it->place = place;
  return false;
}

/* The pointer that leads to PLACE. */
static const Value *pointer_of(const Place *place) {
  while (place && (place->kind == CLEAVE_BODY_MEMBER || place->kind == CLEAVE_BODY_AFTER))
    place = place->record;
  if (!place || place->kind != CLEAVE_BODY_TARGET)
    return NULL;
  const Value *pointer = place->pointer;
  while (pointer->kind == CLEAVE_BODY_BINARY ||
         (pointer->kind == CLEAVE_BODY_CONVERT && !pointer->is_written))
    pointer = pointer->left;
  if (pointer->kind == CLEAVE_BODY_DECAY && pointer_of(pointer->place))
    return pointer_of(pointer->place);
  return pointer;
}

static bool is_element(const Place *place) {
  while (place->kind == CLEAVE_BODY_MEMBER)
    place = place->record;
  return place->kind == CLEAVE_BODY_TARGET && place->pointer->kind == CLEAVE_BODY_BINARY;
}

/* Whether STATEMENT updates the same element in all iterations of LOOP. */
static bool adds_up(struct cleave_arena *arena, const struct cleave_body *body, const Statement *statement,
                    const Statement *loop) {
  const Variable *counter = loop ? counter_of(loop) : NULL;
  struct update update;
  if (!counter || !find_update(statement, &update) || update.place->kind != CLEAVE_BODY_TARGET)
    return false;
  bool *named = cleave_arena_allocate(arena, body->variable_count + 1);
  bool *written = cleave_arena_allocate(arena, body->variable_count + 1);
  mark_named(NULL, update.place->pointer, named);
  mark_written(body, loop, NULL, written);
  for (size_t i = 0; i < body->variable_count; i++)
    if (named[i] && written[i])
      return false;
  return !named[counter->index];
}

struct cleave_obstacle_code cleave_code_of_obstacle(struct cleave_arena *arena,
                                                    const struct cleave_body *body,
                                                    struct cleave_obstacle obstacle) {
  struct code_walk it = {.offset = obstacle.offset};
  const struct question question = {.place = note_place, .statement = note_statement, .context = &it};
  any_in_statement(&question, body->statement);
  struct cleave_obstacle_code code = {.reason = obstacle.reason};
  if (it.statement) {
    const struct cleave_body_text *text = &it.statement->text;
    code.statement = (struct cleave_range){text->begin, text->end};
    /* A loop or a branch is shown without its body. */
    for (size_t i = it.statement->kind == CLEAVE_BODY_FOR; i < it.statement->child_count; i++) {
      const struct cleave_body_text *child = &it.statement->children[i]->text;
      if (child->is_exact && child->begin > obstacle.offset && child->begin < code.statement.end)
        code.statement.end = child->begin;
    }
  }
  if (it.statement && !strncmp(obstacle.reason, "two iterations may access", 25) &&
      adds_up(arena, body, it.statement, it.loop))
    code.reason = "its inner loop adds up an element of an array";
  const Value *pointer = pointer_of(it.place);
  if (!pointer || strcmp(obstacle.reason, "it accesses an object that is not known"))
    return code;
  if (pointer->kind == CLEAVE_BODY_READ && is_element(pointer->place))
    code.reason = "it uses a pointer that is in an array";
  else if (pointer->kind == CLEAVE_BODY_READ && pointer->place->kind == CLEAVE_BODY_MEMBER)
    code.reason = "it uses a pointer that is in a record";
  else if (pointer->kind == CLEAVE_BODY_CONVERT)
    code.reason = "it uses a pointer that a cast converts";
  else if (pointer->kind == CLEAVE_BODY_SELECT)
    code.reason = "it uses a pointer that a condition selects";
  if (pointer->text.is_exact)
    code.object = (struct cleave_range){pointer->text.begin, pointer->text.end};
  return code;
}
