/* FILE: lib/analysis/rows.c
 * WHAT: parallel loops whose iterations are rows (cleave_row_loop): sparse matrices, graphs and neighbor lists.
 */
#include "analysis/row_internal.h"

#include <string.h>

/* `for (counter = FIRST; counter < BOUND; counter++)`. BOUND has the type in which it is compared. */
struct element_header {
  const Variable *counter;
  const Value *first, *bound;
  bool is_last;
};

struct list {
  Statement *const *items;
  size_t count;
};

/* An inner loop of a row, and the statements between the loop before it and this one. */
struct segment {
  struct list before;
  const Statement *loop;
  struct element_header header;
};

struct rows {
  struct cleave_arena *arena;
  const struct cleave_body *body;
  const Statement *loop; /* over the rows */
  const struct segment *segments;
  size_t segment_count;
  struct list after; /* the last segment */
};

struct sums {
  const Variable **variables;
  struct cleave_row_sum *items;
  size_t variable_count, count;
};

/* ---- Sets of variables ---------------------------------------------------------------------------------------- */

static bool *new_set(const struct rows *rows) {
  return cleave_arena_allocate(rows->arena, rows->body->variable_count + 1);
}

static bool *copy_set(const struct rows *rows, const bool *set) {
  return memcpy(new_set(rows), set, rows->body->variable_count);
}

static bool share_one(const struct rows *rows, const bool *one, const bool *other) {
  for (size_t i = 0; i < rows->body->variable_count; i++)
    if (one[i] && other[i])
      return true;
  return false;
}

static bool *written_by(const struct rows *rows, const Statement *statement) {
  bool *written = new_set(rows);
  mark_written(rows->body, statement, NULL, written);
  return written;
}

static bool *named_by(const struct rows *rows, const Statement *statement) {
  bool *named = new_set(rows);
  mark_named(statement, NULL, named);
  return named;
}

static bool *named_in_header(const struct rows *rows, const struct element_header *header) {
  bool *named = new_set(rows);
  mark_named(NULL, header->first, named);
  mark_named(NULL, header->bound, named);
  return named;
}

static void mark_declared(const Statement *statement, bool *declared) {
  if (statement->kind == CLEAVE_BODY_DECLARE)
    declared[statement->variable->index] = true;
  for (size_t i = 0; i < statement->child_count; i++)
    mark_declared(statement->children[i], declared);
}

/* The variables of an iteration: those of the clause `private`, and those that the statements declare. */
static bool *own_variables(const struct rows *rows, const struct list *statements) {
  bool *own = new_set(rows);
  for (size_t i = 0; i < rows->body->variable_count; i++)
    own[i] = rows->body->variables[i]->sharing == CLEAVE_BODY_PRIVATE;
  for (size_t i = 0; i < statements->count; i++)
    if (statements->items[i]->kind == CLEAVE_BODY_DECLARE || statements->items[i]->is_declaration)
      mark_declared(statements->items[i], own);
  return own;
}

static bool is_pointer_declaration(const Statement *statement) {
  return statement->kind == CLEAVE_BODY_DECLARE && (statement->variable->type->kind == CLEAVE_BODY_POINTER ||
                                                    statement->variable->type->kind == CLEAVE_BODY_REFERENCE);
}

/* What pointers and references of the row refer to: `const float *r = x + i * m`. */
static void note_targets(struct analysis *it, const Statement *statement) {
  if (is_pointer_declaration(statement))
    it->follow(it, statement);
  for (size_t i = 0; statement->is_declaration && i < statement->child_count; i++)
    note_targets(it, statement->children[i]);
}

/* Begins the analysis of segment NUMBER. The targets of pointers that earlier segments declare are known; WITH_OWN: of its own as
 * well. Pointers that the row changes have none. What is known about members of records holds in the whole loop over the rows. */
static struct analysis begin_in(const struct rows *rows, size_t number, bool with_own) {
  struct analysis it = begin_analysis(rows->arena, rows->body);
  note_writes(&it, rows->loop);
  for (size_t s = 0; s < number + with_own; s++)
    for (size_t i = 0; i < rows->segments[s].before.count; i++)
      note_targets(&it, rows->segments[s].before.items[i]);
  /* The analysis of a segment does not follow what changes them elsewhere. */
  const bool *written = written_in(&it, rows->loop);
  for (size_t i = 0; i < rows->body->variable_count; i++)
    if (written[i])
      it.known[i].target = NULL;
  return it;
}

/* ---- Inner loops ---------------------------------------------------------------------------------------------- */

static bool is_counted(const Type *type) {
  return type->kind == CLEAVE_BODY_INTEGER && !type->is_atomic && type->bits >= 32 && type->bits <= 64;
}

static bool find_header(const Statement *loop, struct element_header *header) {
  const Variable *counter = counter_of(loop);
  const Value *condition = loop->value, *step = loop->step;
  const Statement *start = loop->children[0];
  if (!counter || !counter->name[0] || !condition || condition->kind != CLEAVE_BODY_BINARY || !step ||
      step->kind != CLEAVE_BODY_STEP || step->is_decrement || variable_of_place(step->place) != counter ||
      (condition->operation != CLEAVE_BODY_LESS && condition->operation != CLEAVE_BODY_LESS_EQUAL) ||
      variable_read(condition->left) != counter)
    return false;
  if (start->kind == CLEAVE_BODY_DECLARE && !start->has_equals)
    return false;
  const Value *first = start->kind == CLEAVE_BODY_DECLARE ? start->value : start->value->right;
  *header = (struct element_header){counter, first, condition->right,
                                    condition->operation == CLEAVE_BODY_LESS_EQUAL};
  return first && is_counted(counter->type) && is_counted(header->bound->type) &&
         without_conversions(first)->type->kind == CLEAVE_BODY_INTEGER;
}

/* Whether STATEMENT, the body of a loop, may end that loop. IN_LOOP: it is in a further loop, or a switch. */
static bool leaves(const Statement *statement, bool in_loop) {
  if (statement->kind == CLEAVE_BODY_RETURN || (statement->kind == CLEAVE_BODY_BREAK && !in_loop))
    return true;
  in_loop |= statement->kind == CLEAVE_BODY_FOR || statement->kind == CLEAVE_BODY_WHILE ||
             statement->kind == CLEAVE_BODY_DO || statement->kind == CLEAVE_BODY_SWITCH;
  for (size_t i = 0; i < statement->child_count; i++)
    if (leaves(statement->children[i], in_loop))
      return true;
  return false;
}

static bool has_stores(const struct analysis *it) {
  for (size_t i = 0; i < it->access_count; i++)
    if (it->accesses[i].writes)
      return true;
  return false;
}

/* The statements before the loop of segment NUMBER write to variables of the sets OWN and EARLIER only. */
static bool values_are_local(const struct rows *rows, size_t number, const bool *own, const bool *earlier) {
  const struct list *statements = &rows->segments[number].before;
  struct analysis it = begin_in(rows, number, false);
  for (size_t i = 0; i < rows->body->variable_count; i++) {
    it.known[i].is_inside = earlier[i];
    it.known[i].is_private = own[i] && !earlier[i];
  }
  for (size_t i = 0; i < statements->count; i++) {
    count_loops(&it, statements->items[i]);
    follow(&it, statements->items[i]);
  }
  return it.is_known && !it.result->has_jump && !it.result->loop_count && !has_stores(&it);
}

/* The bounds of the loop of segment NUMBER, whose body does not change them, are evaluated once, by another thread. */
static bool bounds_are_values(const struct rows *rows, size_t number, const bool *own, bool *is_uniform) {
  const struct segment *segment = &rows->segments[number];
  const struct element_header *header = &segment->header;
  const bool *in_header = named_in_header(rows, header);
  const bool *changed = written_by(rows, segment->loop->children[1]);
  if (share_one(rows, changed, in_header) || changed[header->counter->index] ||
      in_header[header->counter->index])
    return false;
  struct analysis it = begin_in(rows, number, true);
  for (size_t i = 0; i < rows->body->variable_count; i++)
    it.known[i].is_inside = own[i];
  evaluate(&it, header->first);
  evaluate(&it, header->bound);
  if (!it.is_known || has_stores(&it))
    return false;
  *is_uniform = !share_one(rows, in_header, own);
  for (size_t i = 0; i < it.access_count; i++)
    *is_uniform &= !it.accesses[i].subscript_count;
  return true;
}

static void add_sum(const struct rows *rows, struct sums *sums, const Variable *variable,
                    enum cleave_combiner combiner) {
  const Type *type = variable->type;
  const struct cleave_row_sum added = {variable->name,
                                       type->unqualified->spelling,
                                       combiner,
                                       type->kind == CLEAVE_BODY_FLOATING,
                                       type->kind != CLEAVE_BODY_FLOATING && !type->is_signed,
                                       (unsigned)type->bytes};
  CLEAVE_APPEND(rows->arena, sums->items, sums->count, added);
  CLEAVE_APPEND(rows->arena, sums->variables, sums->variable_count, variable);
}

static bool may_be_sum(const Type *type) {
  return is_number(type) && type->kind != CLEAVE_BODY_BOOLEAN && !type->is_volatile && !type->is_atomic;
}

/* Adds the variables of the set OWN that carry a value from one iteration of LOOP to the next, or to the statements that name the
 * set USED, in the
 * order of the source, so that host and device compilations agree. Notes what else the iterations do with the others. Returns
 * false if one of them
 * is no number. */
static bool find_sums(const struct rows *rows, struct analysis *it, const Statement *loop, const bool *own,
                      const bool *used, struct sums *sums) {
  const bool *changed = written_by(rows, loop->children[1]), *first = assigned_first(it, loop);
  bool *carried = new_set(rows);
  size_t count = 0;
  for (size_t i = 0; i < rows->body->variable_count; i++) {
    const Variable *variable = rows->body->variables[i];
    if (!own[i])
      continue;
    if (!changed[i]) {
      if (variable->type->kind != CLEAVE_BODY_ARRAY) /* an iteration may write to its elements */
        it->known[i].is_inside = true;
    } else if (!used[i] && first[i]) {
      it->known[i].is_private = it->assigned[i] = true; /* before each read */
    } else if (!may_be_sum(variable->type)) {
      return false;
    } else {
      carried[i] = true;
      count++;
    }
  }
  for (; count; count--) {
    const Variable *next = NULL;
    for (size_t i = 0; i < rows->body->variable_count; i++)
      if (carried[i] && (!next || rows->body->variables[i]->order < next->order))
        next = rows->body->variables[i];
    carried[next->index] = false;
    add_sum(rows, sums, next, CLEAVE_COMBINER_UNKNOWN);
  }
  return true;
}

/* A member of a record is a variable of the analysis, but not of the body. */
static bool is_own(const struct analysis *it, const bool *own, const Variable *variable) {
  return variable->index < it->body->variable_count && own[variable->index];
}

/* Whether the statements of LOOP can be described. They may store to memory, but not to arrays and records of the iteration, OWN. */
static bool body_is_described(struct analysis *it, const Statement *loop, const bool *own) {
  const Statement *body = read_nest(it, loop, 1, false);
  if (!body || leaves(body, false))
    return false;
  follow(it, body);
  if (!it->is_known)
    return false;
  for (size_t i = 0; i < it->access_count; i++)
    if (it->accesses[i].writes && (!it->accesses[i].subscript_count || is_own(it, own, it->bases[i])))
      return false;
  return true;
}

/* Whether the iterations of the loop of segment NUMBER only update SUMS, which are OWN variables, and store to memory. A sum
 * without an update operator has the operator EXTREMUM. */
static bool elements_are_updates(const struct rows *rows, size_t number, const bool *own,
                                 const char *extremum, struct sums *sums, bool *stores) {
  const Statement *loop = rows->segments[number].loop;
  struct analysis it = begin_in(rows, number, true);
  *stores = false;
  if (!find_sums(rows, &it, loop, own, new_set(rows), sums))
    return false;
  for (size_t i = 0; i < sums->count; i++) {
    const Variable *variable = sums->variables[i];
    const char *operation = update_operator(loop->children[1], variable);
    known_of(&it, variable)->reduction = operation ? operation : extremum;
    sums->items[i].combiner = cleave_combiner_named(known_of(&it, variable)->reduction);
  }
  const bool result = body_is_described(&it, loop, own);
  *stores = has_stores(&it);
  return result;
}

/* Whether the statements in the loop of segment NUMBER that use SUMS can be executed after the other statements of their
 * iteration, in the order of the iterations. */
static bool updates_are_apart(const struct rows *rows, size_t number, const bool *own, const bool *used,
                              struct sums *sums, struct row_updates *updates, bool *stores) {
  const Statement *loop = rows->segments[number].loop;
  struct analysis it = begin_in(rows, number, true);
  bool *changed = written_by(rows, loop->children[1]), *carried = new_set(rows);
  mark_declared(loop->children[1], changed);
  if (!find_sums(rows, &it, loop, own, used, sums) || !sums->count)
    return false;
  for (size_t i = 0; i < sums->count; i++)
    carried[sums->variables[i]->index] = true;
  if (!read_row_updates(&it, loop->children[1], carried, changed, updates))
    return false;
  it.row_statements = updates->statements;
  it.row_statement_count = updates->statement_count;
  const bool result = body_is_described(&it, loop, own);
  *stores |= result && has_stores(&it);
  return result;
}

/* ---- Segments --------------------------------------------------------------------------------------------------- */

/* Adds the variables that STATEMENT uses to USED, unless one of the set SET has them; adds to SET what it assigns. */
static void use_between(const struct rows *rows, const Statement *statement, bool *used, bool *set) {
  const Value *value = statement->kind == CLEAVE_BODY_EVALUATE ? statement->value : NULL;
  const Variable *target = value && value->kind == CLEAVE_BODY_ASSIGN && !value->operation
                               ? variable_of_place(value->place)
                               : NULL;
  bool *named = new_set(rows);
  mark_named(target ? NULL : statement, target ? value->right : NULL, named);
  for (size_t i = 0; i < rows->body->variable_count; i++)
    used[i] |= named[i] && !set[i];
  if (target)
    set[target->index] = true;
}

/* The variables whose value at the end of segment NUMBER the segments after it, or the statements after all of them, use. The
 * iterations of a
 * loop do not use the counter, nor what they assign first. */
static bool *used_after(const struct rows *rows, size_t number) {
  const struct analysis it = begin_analysis(rows->arena, rows->body);
  bool *used = new_set(rows), *set = new_set(rows);
  for (size_t s = number + 1; s < rows->segment_count; s++) {
    const struct segment *segment = &rows->segments[s];
    for (size_t i = 0; i < segment->before.count; i++)
      use_between(rows, segment->before.items[i], used, set);
    bool *named = named_by(rows, segment->loop);
    const bool *first = assigned_first(&it, segment->loop);
    named[segment->header.counter->index] = false;
    for (size_t i = 0; i < rows->body->variable_count; i++)
      used[i] |= named[i] && !first[i] && !set[i];
  }
  for (size_t i = 0; i < rows->after.count; i++) {
    const bool *named = named_by(rows, rows->after.items[i]);
    for (size_t v = 0; v < rows->body->variable_count; v++)
      used[v] |= named[v] && !set[v];
  }
  return used;
}

/* Whether the statements after SEGMENT, the last loop of the row, may use its counter: a declaration before the loop makes it, so it is
 * there and has the first value that reaches the bound. */
static bool ends_with_counter(const struct rows *rows, const struct segment *segment) {
  const Variable *counter = segment->header.counter;
  bool is_declared = false;
  for (size_t i = 0; i < segment->before.count; i++)
    is_declared |= declares(segment->before.items[i], counter);
  return is_declared && rows->segment_count == 1 && !ends_by_break(segment->loop);
}

/* Whether the values that SEGMENT leaves in variables other than SUMS, which are not there afterwards, are not in the set USED. */
static bool keeps_used(const struct rows *rows, const struct segment *segment, const struct sums *sums,
                       const bool *used) {
  bool *lost = written_by(rows, segment->loop->children[1]);
  for (size_t i = 0; i < sums->count; i++)
    lost[sums->variables[i]->index] = false;
  lost[segment->header.counter->index] = !ends_with_counter(rows, segment);
  return !share_one(rows, used, lost);
}

/* Whether the loop of segment NUMBER has the form of an inner loop of a row. Describes its sums, updates and stores in RESULT. */
static bool read_segment(const struct rows *rows, size_t number, const bool *own, const bool *used,
                         struct cleave_row_loop *result) {
  const struct segment *segment = &rows->segments[number];
  static const char *const extrema[] = {"min", "max"};
  struct sums sums = {0}, carried = {0};
  struct row_updates updates = {0};
  bool is_reduction = false, stores = false;
  for (size_t i = 0; i < 2 && !is_reduction; i++) {
    sums = (struct sums){0};
    is_reduction = elements_are_updates(rows, number, own, extrema[i], &sums, &stores);
  }
  if (!updates_are_apart(rows, number, own, used, &carried, &updates, &stores))
    updates = (struct row_updates){0};
  is_reduction = is_reduction && (sums.count || stores) && keeps_used(rows, segment, &sums, used);
  if (!is_reduction) {
    if (!updates.count || !keeps_used(rows, segment, &carried, used))
      return false;
    sums = carried;
  }
  result->is_reduction = is_reduction;
  result->has_stores = stores;
  result->sums = sums.items;
  result->sum_count = sums.count;
  result->updates = updates.items;
  result->update_count = updates.count;
  return true;
}

static bool put_range(const struct cleave_body_text *text, uint32_t *begin, uint32_t *end) {
  *begin = text->begin;
  *end = text->end;
  return text->is_exact;
}

static bool put_list(const struct list *list, uint32_t *begin, uint32_t *end) {
  uint32_t rest;
  if (!list->count)
    return true;
  const bool first = put_range(&list->items[0]->whole, begin, &rest);
  return put_range(&list->items[list->count - 1]->whole, &rest, end) && first;
}

/* Stores the source ranges of SEGMENT, and of the statements after it if it is the last, in RESULT, and what tells its rows from
 * those of another
 * loop. */
static bool store_segment(const struct rows *rows, const struct segment *segment, bool is_last,
                          const bool *own, struct cleave_row_loop *result) {
  const struct element_header *header = &segment->header;
  const struct analysis it = begin_analysis(rows->arena, rows->body);
  const bool *changed = written_by(rows, rows->loop->children[1]);
  bool is_exact = put_list(&segment->before, &result->before_begin, &result->before_end);
  if (is_last)
    is_exact &= put_list(&rows->after, &result->after_begin, &result->after_end);
  is_exact &= put_range(&header->first->whole, &result->first_begin, &result->first_end);
  is_exact &= put_range(&header->bound->whole, &result->bound_begin, &result->bound_end);
  is_exact &= put_range(&segment->loop->text, &result->loop_begin, &result->loop_end);
  is_exact &= put_range(&segment->loop->children[1]->whole, &result->body_begin, &result->body_end);
  result->bound_is_last = header->is_last;
  result->keeps_counter = is_last && ends_with_counter(rows, segment);
  result->counter = header->counter->name;
  result->type = header->counter->type->unqualified->spelling;
  result->compared = header->bound->type->unqualified->spelling;
  result->first_key = row_key(&it, header->first, rows->loop, own, changed);
  result->bound_key = row_key(&it, header->bound, rows->loop, own, changed);
  return is_exact;
}

/* Whether the loops of all segments have the same elements. */
static bool have_same_elements(const struct rows *rows) {
  const struct element_header *first = &rows->segments[0].header;
  const bool *in_header = named_in_header(rows, first);
  bool *changed = new_set(rows);
  for (size_t s = 0; s < rows->segment_count; s++) {
    const struct segment *segment = &rows->segments[s];
    const struct element_header *header = &segment->header;
    mark_written(rows->body, segment->loop, NULL, changed);
    for (size_t i = 0; s && i < segment->before.count; i++)
      mark_written(rows->body, segment->before.items[i], NULL, changed);
    if (!are_alike(first->first, header->first) || !are_alike(first->bound, header->bound) ||
        first->is_last != header->is_last ||
        first->counter->type->unqualified != header->counter->type->unqualified)
      return false;
  }
  return !share_one(rows, in_header, changed);
}

/* Each thread has a copy of a reduction variable, which only the statements after the inner loops may use: one thread executes them. */
static bool uses_reduction(const struct rows *rows, const struct segment *segment) {
  bool *named = named_by(rows, segment->loop);
  for (size_t i = 0; i < segment->before.count; i++)
    mark_named(segment->before.items[i], NULL, named);
  for (size_t i = 0; i < rows->body->variable_count; i++)
    if (named[i] && rows->body->variables[i]->sharing == CLEAVE_BODY_REDUCTION)
      return true;
  return false;
}

static struct cleave_row_loop *read_segments(const struct rows *rows) {
  if (rows->segment_count > 1 && !have_same_elements(rows))
    return NULL;
  bool *earlier = new_set(rows); /* the variables of earlier segments */
  struct cleave_row_loop *first = NULL, *last = NULL;
  for (size_t s = 0; s < rows->segment_count; s++) {
    const struct segment *segment = &rows->segments[s];
    bool *own = own_variables(rows, &segment->before), *all = copy_set(rows, own);
    for (size_t i = 0; i < rows->body->variable_count; i++)
      all[i] |= earlier[i];
    struct cleave_row_loop *result = cleave_arena_allocate(rows->arena, sizeof *result);
    if (!values_are_local(rows, s, own, earlier) || !bounds_are_values(rows, s, all, &result->is_uniform) ||
        uses_reduction(rows, segment) || !read_segment(rows, s, all, used_after(rows, s), result) ||
        !store_segment(rows, segment, s + 1 == rows->segment_count, all, result))
      return NULL;
    if (last)
      last->later = result;
    else
      first = result;
    last = result;
    earlier = all;
  }
  return first;
}

struct cleave_row_loop *cleave_describe_rows(struct cleave_arena *arena, const struct cleave_body *body) {
  struct rows rows = {.arena = arena, .body = body, .loop = only_statement(body->statement)};
  if (!body->has_directive || body->associated != 1 || rows.loop->kind != CLEAVE_BODY_FOR ||
      body->overflow_wraps)
    return NULL;
  Statement *const *statements = &rows.loop->children[1];
  size_t count = 1;
  if (statements[0]->kind == CLEAVE_BODY_SEQUENCE && !statements[0]->is_declaration) {
    count = statements[0]->child_count;
    statements = statements[0]->children;
  }
  struct segment *segments = NULL;
  size_t segment_count = 0;
  size_t *ends = cleave_arena_allocate(arena, (count + 1) * sizeof *ends); /* of each segment */
  for (size_t i = 0, begin = 0; i < count; i++) {
    struct segment segment = {{statements + begin, i - begin}, statements[i], {0}};
    if (statements[i]->kind != CLEAVE_BODY_FOR)
      continue;
    if (!find_header(statements[i], &segment.header))
      break;
    CLEAVE_APPEND(arena, segments, segment_count, segment);
    begin = i + 1;
    ends[segment_count - 1] = begin;
  }
  /* The thread that ends a row executes the loops that do not have the form of the first one. */
  rows.segments = segments;
  for (rows.segment_count = segment_count; rows.segment_count; rows.segment_count--) {
    const size_t end = ends[rows.segment_count - 1];
    rows.after = (struct list){statements + end, count - end};
    struct cleave_row_loop *result = read_segments(&rows);
    if (result)
      return result;
  }
  return NULL;
}
