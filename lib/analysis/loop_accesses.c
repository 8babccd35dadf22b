/* FILE: lib/analysis/loop_accesses.c
 * WHAT: follows the statements of a loop's body, and describes the loop (model/affine.h).
 */
#include "analysis/analysis_internal.h"

#include <string.h>

/* ---- Statements ------------------------------------------------------------------------------------------- */

#define JUMPS (1u << CLEAVE_BODY_BREAK | 1u << CLEAVE_BODY_CONTINUE)

/* A conditionally executed STATEMENT, or the VALUE of a condition: its assignments are not certain. */
static void perhaps(struct analysis *it, const Statement *statement, const Value *value, bool is_certain) {
  bool *before = copy_assigned(it);
  it->conditions += !is_certain;
  if (statement)
    follow(it, statement);
  if (value)
    evaluate(it, value);
  it->conditions -= !is_certain;
  it->assigned = before;
  forget_values(it, statement, value);
}

/* Variables of the body live for one iteration, so no other can see them. */
static void follow_declaration(struct analysis *it, const Statement *statement) {
  const Variable *variable = statement->variable;
  const Type *type = variable->type;
  struct known *known = known_of(it, variable);
  if (type->is_volatile)
    return give_up(it, "it declares a volatile variable", it->offset);
  known->is_inside = true;
  it->changes++;
  if (type->kind == CLEAVE_BODY_POINTER || type->kind == CLEAVE_BODY_REFERENCE) {
    const size_t before = it->fits.count;
    struct object object;
    const bool is_pointer = type->kind == CLEAVE_BODY_POINTER;
    bool is_found = false;
    if (is_pointer && statement->value && !(known->is_written && known->is_aliased))
      is_found = target_of(it, statement->value, &object);
    else if (!is_pointer && statement->place)
      is_found = object_at(it, statement->place, &object);
    if (!it->is_known)
      return;
    /* A reference that is only read is as good as a value that is read here. The place is evaluated again. */
    if (!is_found && !is_pointer && statement->place && !known->is_written &&
        !place_has_effects(statement->place)) {
      take_fits(it, before);
      access_place(it, statement->place, true, false);
      object = (struct object){.was_read = true, .read_around = it->around};
      is_found = it->is_known;
    }
    if (!is_found && is_pointer) { /* it may get a target later */
      take_fits(it, before);
      if (statement->value)
        evaluate_pointer(it, statement->value);
      known->home = NULL;
      return set_object(it, variable, statement->value);
    }
    if (!is_found)
      return give_up(
          it, is_pointer ? "the target of a pointer is not known" : "the object of a reference is not known",
          it->offset);
    object.assumed = take_fits(it, before);
    known->target = cleave_arena_allocate(it->arena, sizeof object);
    *known->target = object;
    known->home = known->target;
    return;
  }
  set_object(it, variable, NULL);
  if (!statement->value)
    return;
  evaluate(it, statement->value);
  set_object(it, variable, statement->value);
}

/* A jump to a label of STATEMENT, the body of a switch, skips the assignments before the label. */
static void follow_switch(struct analysis *it, const Statement *statement) {
  const bool *outside = it->assigned_at_switch;
  evaluate(it, statement->value);
  it->assigned_at_switch = copy_assigned(it);
  perhaps(it, statement->children[0], NULL, false);
  it->assigned_at_switch = outside;
}

/* The body of a loop. A jump to a label in it skips the start of the loop. */
static void follow_loop_body(struct analysis *it, const Statement *body, bool is_certain) {
  const bool *outside = it->assigned_at_switch;
  it->assigned_at_switch = NULL;
  perhaps(it, body, NULL, is_certain);
  it->assigned_at_switch = outside;
}

static void follow_case(struct analysis *it, const Statement *statement) {
  if (!it->assigned_at_switch)
    return give_up(it, "a label of a switch is inside of a loop", it->offset);
  memcpy(it->assigned, it->assigned_at_switch, it->body->variable_count * sizeof(bool));
  forget_changes(it); /* control may come from the switch */
  follow(it, statement->children[0]);
}

/* A for or while statement. */
static void follow_loop(struct analysis *it, const Statement *loop) {
  const Statement *body = body_of_loop(loop);
  const bool is_for = loop->kind == CLEAVE_BODY_FOR;
  if (is_for)
    follow(it, loop->children[0]);
  if (!it->is_known)
    return;
  const struct moves *moves = find_moves(it, loop);
  forget_values(it, body, loop->step);
  if (loop->value)
    forget_values(it, NULL, loop->value);
  const Variable *counter = is_for ? counter_of(loop) : NULL;
  uint32_t dimension = CLEAVE_NO_DIMENSION;
  const uint32_t outside = it->around;
  const size_t assumed_outside = it->around_fits.count;
  /* The condition and the increment see the counter with one value more than the body. */
  if (loop->value && is_for)
    perhaps(it, NULL, loop->value, false);
  else if (loop->value)
    evaluate(it, loop->value);
  if (it->is_known && counter && (known_of(it, counter)->is_inside || known_of(it, counter)->is_private) &&
      loop->step) {
    bool *written = written_in(it, body);
    mark_written(it->body, NULL, loop->value, written);
    if (!written[counter->index])
      dimension = describe_counter(it, loop, counter, false);
  }
  const bool is_counter = dimension != CLEAVE_NO_DIMENSION;
  bool counts_turns = false;
  if (!is_counter && it->is_known)
    dimension = describe_moves(it, loop, moves, &counts_turns);
  if (dimension != CLEAVE_NO_DIMENSION) {
    struct loop_end end;
    const struct described_loop described = {.loop = loop,
                                             .dimension = dimension,
                                             .is_counter = is_counter,
                                             .counts_turns = counts_turns,
                                             .variable = is_counter                         ? counter
                                                         : find_loop_end(loop, moves, &end) ? end.variable
                                                                                            : NULL,
                                             .moves = moves};
    CLEAVE_APPEND(it->arena, it->described, it->described_count, described);
    it->dimensions[dimension].has_hint = loop->has_hint;
    it->around = dimension;
    if (is_counter)
      known_of(it, counter)->counter = dimension;
    begin_turn(it, &described);
  }
  follow_loop_body(it, body, is_counter && !contains_statement(body, JUMPS, true));
  it->around = outside;
  it->around_fits.count = assumed_outside;
  if (counter)
    known_of(it, counter)->counter = CLEAVE_NO_DIMENSION;
  if (loop->step) {
    const Statement step = {.kind = CLEAVE_BODY_EVALUATE, .value = loop->step};
    perhaps(it, &step, NULL, false);
  }
  end_turns(it, moves);
}

static void follow_branch(struct analysis *it, const Statement *branch) {
  struct update update;
  if (find_update(branch, &update) && updates_reduction(it, &update))
    return;
  evaluate(it, branch->value);
  bool *before = copy_assigned(it);
  it->conditions++;
  follow(it, branch->children[0]);
  bool *then = it->assigned;
  it->assigned = before;
  forget_values(it, branch->children[0], NULL);
  if (branch->child_count > 1)
    follow(it, branch->children[1]);
  it->conditions--;
  bool *both = copy_assigned(it);
  for (size_t i = 0; i < it->body->variable_count; i++)
    both[i] &= then[i];
  it->assigned = both;
  forget_values(it, branch, NULL);
}

void follow(struct analysis *it, const Statement *statement) {
  if (!it->is_known)
    return;
  it->offset = statement->text.at ? statement->text.at : it->offset;
  if (follow_row_update(it, statement))
    return;
  switch (statement->kind) {
  case CLEAVE_BODY_EMPTY:
  case CLEAVE_BODY_BREAK:
  case CLEAVE_BODY_CONTINUE:
  case CLEAVE_BODY_DECLARE_OTHER:
    return;
  case CLEAVE_BODY_SEQUENCE:
    for (size_t i = 0; i < statement->child_count; i++)
      follow(it, statement->children[i]);
    return;
  case CLEAVE_BODY_DECLARE:
    return follow_declaration(it, statement);
  case CLEAVE_BODY_EVALUATE:
    return evaluate_statement_value(it, statement->value);
  case CLEAVE_BODY_IF:
    return follow_branch(it, statement);
  case CLEAVE_BODY_FOR:
  case CLEAVE_BODY_WHILE:
    return follow_loop(it, statement);
  case CLEAVE_BODY_DO:
    forget_values(it, statement, NULL);
    follow_loop_body(it, statement->children[0], false);
    return perhaps(it, NULL, statement->value, false);
  case CLEAVE_BODY_SWITCH:
    return follow_switch(it, statement);
  case CLEAVE_BODY_CASE:
    return follow_case(it, statement);
  case CLEAVE_BODY_RETURN:
    /* The object of a returned reference is found where it is used. */
    if (statement->value && statement->value->type->kind != CLEAVE_BODY_POINTER)
      evaluate(it, statement->value);
    else if (statement->value && it->returned)
      note_returned(it, statement->value);
    return;
  case CLEAVE_BODY_ATOMIC:
    if (it->takes_atomics)
      return follow_atomic(it, statement);
    return give_up(it, "it contains an atomic construct", it->offset);
  default:
    return give_up(it, statement->opaque ? statement->opaque->reason : "it contains another directive",
                   it->offset);
  }
}

/* ---- The loops of the directive ------------------------------------------------------------------------------ */

const Statement *read_nest(struct analysis *it, const Statement *body, unsigned count, bool with_clauses) {
  const Statement **loops = cleave_arena_allocate(it->arena, (count + 1) * sizeof *loops);
  for (unsigned i = 0; i < count; i++) {
    loops[i] = only_statement(body);
    if (loops[i]->kind != CLEAVE_BODY_FOR || !counter_of(loops[i]))
      return NULL;
    body = loops[i]->children[1];
  }
  bool *written = written_in(it, body),
       *aliased = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_addressed(body, aliased);
  for (size_t i = 0; i < it->body->variable_count; i++) {
    const Variable *variable = it->body->variables[i];
    struct known *known = &it->known[i];
    known->is_written = written[i];
    known->is_aliased = aliased[i];
    if (!with_clauses)
      continue;
    /* What is never written keeps the value of the variable outside. The implicit clauses of a target construct say the same. */
    known->is_private = variable->sharing == CLEAVE_BODY_PRIVATE ||
                        variable->sharing == CLEAVE_BODY_LASTPRIVATE ||
                        (variable->sharing == CLEAVE_BODY_FIRSTPRIVATE && written[i]);
    if (variable->sharing == CLEAVE_BODY_REDUCTION)
      known->reduction = variable->operation;
  }
  if (with_clauses && it->body->has_other_clause)
    return NULL;
  /* What the headers read belongs to no iteration; it is read before the first. */
  for (unsigned i = 0; i < count; i++) {
    const Variable *counter = counter_of(loops[i]);
    bool *changed = written_in(it, loops[i]->children[0]);
    mark_written(it->body, NULL, loops[i]->value, changed);
    mark_written(it->body, NULL, loops[i]->step, changed);
    changed[counter->index] = false;
    bool is_any = written[counter->index];
    for (size_t v = 0; v < it->body->variable_count; v++)
      is_any |= changed[v];
    if (is_any)
      return NULL;
    known_of(it, counter)->is_private = false;
    const uint32_t dimension = describe_counter(it, loops[i], counter, true);
    if (dimension == CLEAVE_NO_DIMENSION)
      return NULL;
    known_of(it, counter)->counter = it->around = dimension;
    struct cleave_nest_loop nest = nest_loop_of(loops[i], dimension, (struct cleave_range){0, 0});
    const struct moves moves = {
        .items = {{.variable = counter,
                   .by = polynomial_of_constant(it->arena, it->dimensions[dimension].step)}},
        .count = 1};
    nest.start = with_clauses ? start_of_loop(it, loops[i], &moves, true) : NULL;
    CLEAVE_APPEND(it->arena, it->result->nest, it->result->nest_count, nest);
    if (!i && it->dimensions[dimension].step == 1)
      read_header(it, loops[i], counter);
  }
  return body;
}

static void count_opaque(struct analysis *it, const struct cleave_body_opaque *opaque) {
  it->result->loop_count += opaque ? opaque->loop_count : 0;
  it->result->has_jump |= opaque && opaque->has_jump;
}

static void count_in_place(struct analysis *it, const Place *place);

static void count_in_value(struct analysis *it, const Value *value) {
  if (!value)
    return;
  count_opaque(it, value->opaque);
  count_in_place(it, value->place);
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    count_in_value(it, parts.values[i]);
  for (size_t i = 0; i < value->item_count; i++)
    count_in_value(it, value->items[i]);
  if (value->body && value->name &&
      value->name[0] == '(') /* a statement expression: its loops are in the text */
    count_loops(it, value->body);
}

static void count_in_place(struct analysis *it, const Place *place) {
  if (!place)
    return;
  count_opaque(it, place->opaque);
  count_in_value(it, place->pointer);
  count_in_place(it, place->record);
  count_in_place(it, place->other);
}

void count_loops(struct analysis *it, const Statement *statement) {
  const enum cleave_body_statement_kind kind = statement->kind;
  it->result->loop_count += kind == CLEAVE_BODY_FOR || kind == CLEAVE_BODY_WHILE || kind == CLEAVE_BODY_DO;
  it->result->has_jump |= kind == CLEAVE_BODY_BREAK || kind == CLEAVE_BODY_CONTINUE;
  count_opaque(it, statement->opaque);
  count_in_value(it, statement->value);
  count_in_value(it, statement->step);
  count_in_place(it, statement->place);
  for (size_t i = 0; i < statement->child_count; i++)
    count_loops(it, statement->children[i]);
}

/* ---- The sections of the map clauses ------------------------------------------------------------------------- */

static void read_section(struct analysis *it, const struct cleave_body_section *item) {
  if (!item->variable) {
    note_member_map(it, item);
    return;
  }
  const Type *element = item->variable->type->element;
  struct cleave_section section = {.variable = item->variable->in_region};
  for (size_t i = 0; i < item->dimension_count; i++) {
    struct cleave_polynomial first = polynomial_of_constant(it->arena, 0), length = first, extent;
    if (item->first[i] && !plain_value_of(it, item->first[i], &first))
      return;
    if (item->length[i] && !plain_value_of(it, item->length[i], &length))
      return;
    if (!i) {
      section.first = first;
      section.length = length;
      continue;
    }
    /* Whole rows only. */
    if (first.term_count || !extent_of(it, element, &extent) || !polynomials_are_same(length, extent))
      return;
    element = element->element;
  }
  CLEAVE_APPEND(it->arena, it->result->sections, it->result->section_count, section);
}

static void read_sections(struct analysis *it) {
  /* Outside of the loop, names mean the variables of the region. */
  for (size_t i = 0; i < it->body->variable_count; i++) {
    it->known[i].counter = CLEAVE_NO_DIMENSION;
    it->known[i].has_value = false;
  }
  it->around = CLEAVE_NO_DIMENSION;
  for (size_t i = 0; it->is_known && i < it->body->section_count; i++)
    read_section(it, &it->body->sections[i]);
}

/* ---- The description ----------------------------------------------------------------------------------------- */

struct analysis begin_analysis(struct cleave_arena *arena, const struct cleave_body *body) {
  struct analysis it = {.arena = arena,
                        .body = body,
                        .is_known = true,
                        .around = CLEAVE_NO_DIMENSION,
                        .follow = follow,
                        .find_object = object_at,
                        .known = cleave_arena_allocate(
                            arena, (body->variable_count + MOST_MEMBERS + MOST_PARTS) * sizeof *it.known),
                        .assigned = cleave_arena_allocate(arena, body->variable_count + MOST_MEMBERS),
                        .result = cleave_arena_allocate(arena, sizeof *it.result)};
  for (size_t i = 0; i < body->variable_count; i++)
    it.known[i].counter = it.known[i].symbol = CLEAVE_NO_DIMENSION;
  note_writes(&it, body->statement);
  return it;
}

static struct cleave_loop_accesses *finish_analysis(struct analysis *it) {
  for (size_t i = 0; i < it->access_count; i++)
    if (it->accesses[i].variable == CLEAVE_NO_VARIABLE)
      give_up(it, "it accesses an object that the region does not name", it->accesses[i].offset);
  if (!it->is_known)
    return NULL;
  it->result->dimensions = it->dimensions;
  it->result->dimension_count = it->dimension_count;
  it->result->accesses = it->accesses;
  it->result->access_count = it->access_count;
  return it->result;
}

static void set_body(struct analysis *it, const Statement *body) {
  if (body->text.is_exact) {
    it->result->body_begin = body->text.begin;
    it->result->body_end = body->text.end;
  }
  count_loops(it, body);
}

struct cleave_loop_accesses *describe_loops(struct analysis *it) {
  if (it->body->overflow_wraps) {
    give_up(it, "signed arithmetic wraps (-fwrapv)", it->body->statement->text.at);
    return NULL;
  }
  const Statement *body = read_nest(it, it->body->statement, it->body->associated, true);
  if (!body) {
    give_up(it, "the header of a loop of the directive, or a clause, is not known",
            it->body->statement->text.at);
    return NULL;
  }
  set_body(it, body);
  it->inner_body = body;
  it->conditions = contains_statement(body, JUMPS, true);
  follow(it, body);
  if (!it->is_known)
    return NULL;
  read_inner_nest(it, body);
  read_inner_loops(it, body);
  read_locals(it, body);
  read_direct_loops(it, body);
  read_operands(it, body);
  read_sections(it);
  return finish_analysis(it);
}

struct cleave_loop_accesses *cleave_describe_loop(struct cleave_arena *arena, const struct cleave_body *body,
                                                  struct cleave_obstacle *obstacle) {
  struct analysis it = begin_analysis(arena, body);
  struct cleave_loop_accesses *result = describe_loops(&it);
  *obstacle = it.obstacle;
  return result;
}

struct cleave_loop_accesses *cleave_describe_headers(struct cleave_arena *arena,
                                                     const struct cleave_body *body) {
  struct analysis it = begin_analysis(arena, body);
  if (body->overflow_wraps)
    return NULL;
  const Statement *inner = read_nest(&it, body->statement, body->associated, false);
  if (!inner)
    return NULL;
  set_body(&it, inner);
  return finish_analysis(&it);
}

struct cleave_loop_accesses *cleave_describe_counter(struct cleave_arena *arena,
                                                     const struct cleave_body *body) {
  struct analysis it = begin_analysis(arena, body);
  const Statement *loop = body->statement;
  const Variable *counter = loop->kind == CLEAVE_BODY_FOR ? counter_of(loop) : NULL;
  if (body->overflow_wraps || !counter || !loop->value || !loop->step ||
      counter->in_region == CLEAVE_NO_VARIABLE)
    return NULL;
  bool *written = written_in(&it, loop->children[1]);
  mark_written(body, NULL, loop->value, written);
  for (size_t i = 0; i < body->variable_count; i++)
    it.known[i].is_written = written[i];
  const uint32_t dimension =
      written[counter->index] ? CLEAVE_NO_DIMENSION : describe_counter(&it, loop, counter, false);
  if (dimension == CLEAVE_NO_DIMENSION)
    return NULL;
  it.dimensions[dimension].variable = counter->in_region;
  if (it.dimensions[dimension].step == 1)
    read_header(&it, loop, counter);
  return finish_analysis(&it);
}

/* ---- Serial loops -------------------------------------------------------------------------------------------- */

/* The scalars from outside of LOOP that it may only update. What follows checks each of their uses (updates_reduction). */
static void find_accumulators(struct analysis *it, const Statement *loop) {
  const bool *written = written_in(it, loop->children[1]);
  for (size_t i = 0; i < it->body->variable_count; i++) {
    const Variable *variable = it->body->variables[i];
    if (!written[i] || !is_number(variable->type) || variable->type->kind == CLEAVE_BODY_BOOLEAN ||
        variable->type->is_volatile || variable->type->is_atomic ||
        variable->in_region == CLEAVE_NO_VARIABLE || declares(loop, variable))
      continue;
    it->known[i].reduction = update_operator(loop->children[1], variable);
  }
}

struct cleave_loop_accesses *cleave_describe_serial_loop(struct cleave_arena *arena,
                                                         const struct cleave_body *body,
                                                         struct cleave_obstacle *obstacle) {
  struct analysis it = begin_analysis(arena, body);
  const Statement *loop = body->statement;
  *obstacle = it.obstacle;
  if (loop->kind != CLEAVE_BODY_FOR || loop->children[0]->kind != CLEAVE_BODY_DECLARE || !loop->value ||
      !loop->step)
    return NULL;
  find_accumulators(&it, loop);
  struct cleave_loop_accesses *result = describe_loops(&it);
  *obstacle = it.obstacle;
  for (uint32_t v = 0; result && v < UINT32_MAX; v++) { /* by variable of the region */
    bool is_later = false;
    for (size_t i = 0; i < body->variable_count; i++) {
      const uint32_t in_region = body->variables[i]->in_region;
      is_later |= it.known[i].reduction && in_region != CLEAVE_NO_VARIABLE && in_region > v;
      if (it.known[i].reduction && in_region == v) {
        const struct cleave_accumulator added = {v, it.known[i].reduction};
        CLEAVE_APPEND(arena, result->accumulators, result->accumulator_count, added);
      }
    }
    if (!is_later)
      break;
  }
  return result;
}
