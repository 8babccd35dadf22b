/* FILE: lib/analysis/moved_variables.c
 * WHAT: variables that each iteration of a loop moves by the same amount: `++k` in the header, `*p++` and `a[k++]` in the body.
 *
 * Such a variable has the value START + T * BY when iteration T begins. START is its value before the loop. Steps count only where each
 * iteration executes them exactly once: a conditional step, one in an inner loop, or one after a `continue` ends this.
 */
#include "analysis/analysis_internal.h"

struct step_list {
  const Variable *variable;
  const Value *items[MOST_STEPS];
  size_t count;
  bool is_long; /* there are more */
};

static void add_steps(struct step_list *steps, const Value *value);

static void add_steps_of_place(struct step_list *steps, const Place *place) {
  if (!place)
    return;
  add_steps(steps, place->pointer);
  if (place->kind != CLEAVE_BODY_CHOICE) {
    add_steps_of_place(steps, place->record);
    add_steps_of_place(steps, place->other);
  }
}

/* The arguments of a call: the function declares its parameters first. */
static void add_steps_of_call(struct step_list *steps, const Statement *body) {
  for (size_t i = 0; body->kind == CLEAVE_BODY_SEQUENCE && i < body->child_count; i++) {
    if (body->children[i]->kind != CLEAVE_BODY_DECLARE)
      return;
    add_steps(steps, body->children[i]->value);
    add_steps_of_place(steps, body->children[i]->place);
  }
}

/* Adds the assignments to the variable that each evaluation of VALUE executes. */
static void add_steps(struct step_list *steps, const Value *value) {
  if (!value)
    return;
  if ((value->kind == CLEAVE_BODY_STEP || value->kind == CLEAVE_BODY_ASSIGN) &&
      variable_of_place(value->place) == steps->variable) {
    if (steps->count == MOST_STEPS)
      steps->is_long = true;
    else
      steps->items[steps->count++] = value;
  }
  add_steps(steps, value->condition);
  if (value->kind != CLEAVE_BODY_SELECT) {
    add_steps(steps, value->left);
    if (value->kind != CLEAVE_BODY_LOGICAL)
      add_steps(steps, value->right);
  }
  for (size_t i = 0; i < value->item_count; i++)
    add_steps(steps, value->items[i]);
  add_steps_of_place(steps, value->place);
  if (value->kind == CLEAVE_BODY_INLINED)
    add_steps_of_call(steps, value->body);
}

static void add_steps_of_statement(struct step_list *steps, const Statement *statement) {
  switch (statement->kind) {
  case CLEAVE_BODY_SEQUENCE:
    for (size_t i = 0; i < statement->child_count; i++)
      add_steps_of_statement(steps, statement->children[i]);
    return;
  case CLEAVE_BODY_DECLARE:
    add_steps_of_place(steps, statement->place);
    add_steps(steps, statement->value);
    return;
  case CLEAVE_BODY_EVALUATE:
  case CLEAVE_BODY_IF:
    add_steps(steps, statement->value);
    return;
  default:
    return;
  }
}

struct write_count {
  const Variable *variable;
  size_t count;
};

static bool may_be(const Place *place, const Variable *variable) {
  while (place->kind == CLEAVE_BODY_MEMBER || place->kind == CLEAVE_BODY_AFTER)
    place = place->record;
  return place->kind == CLEAVE_BODY_CHOICE ? may_be(place->record, variable) || may_be(place->other, variable)
                                           : root_of(place) == variable;
}

/* Never answered with yes. */
static bool count_write(const Value *value, void *context) {
  struct write_count *writes = context;
  if (value->kind == CLEAVE_BODY_STEP || value->kind == CLEAVE_BODY_ASSIGN)
    writes->count += may_be(value->place, writes->variable);
  return false;
}

/* The amount of STEP, a step of VARIABLE. False: it is no sum with a value that is the same in all iterations of the loop, which writes
 * WRITTEN. */
static bool amount_of(struct analysis *it, const Value *step, const Variable *variable, const bool *written,
                      struct cleave_polynomial *amount) {
  struct increment found;
  struct cleave_polynomial by;
  if (!find_increment(step, variable, &found) || found.is_converted)
    return false;
  if (!found.by) {
    *amount = polynomial_of_constant(it->arena, found.is_downwards ? -1 : 1);
    return true;
  }
  bool *named = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  mark_named(NULL, found.by, named);
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (named[i] && written[i])
      return false;
  return is_integral(found.by->type) && plain_value_of(it, found.by, &by) && is_same_in_loop(it, &by) &&
         polynomial_sum(it->arena, polynomial_of_constant(it->arena, 0), by, found.is_downwards ? -1 : 1,
                        amount);
}

/* The sum of the amounts of STEPS; AMOUNTS gets each. */
static bool sum_of_steps(struct analysis *it, const struct step_list *steps, const bool *written,
                         struct cleave_polynomial *amounts, struct cleave_polynomial *sum) {
  *sum = polynomial_of_constant(it->arena, 0);
  for (size_t i = 0; i < steps->count; i++)
    if (!amount_of(it, steps->items[i], steps->variable, written, &amounts[i]) ||
        !polynomial_sum(it->arena, *sum, amounts[i], 1, sum))
      return false;
  return !steps->is_long;
}

static bool may_move(const struct analysis *it, const Variable *variable, const Statement *body) {
  const struct known *known = known_of(it, variable);
  const Type *type = variable->type;
  return (known->is_inside || known->is_private) && !known->is_aliased && !known->reduction &&
         !known->is_carried && (type->kind == CLEAVE_BODY_INTEGER || type->kind == CLEAVE_BODY_POINTER) &&
         !type->is_volatile && !type->is_atomic && !declares(body, variable);
}

static bool counts_name(const Place *place, void *context) {
  struct write_count *names = context;
  names->count += place->kind == CLEAVE_BODY_VARIABLE && place->variable == names->variable;
  return false;
}

/* Whether an expression that steps VARIABLE names it again. In C the two are not in order (C11, 6.5p2). */
static bool names_again(const struct moved *moved, const Value *value, const Place *place) {
  struct write_count writes = {moved->variable, 0}, names = writes;
  const struct question count_writes = {.value = count_write, .context = &writes},
                        count_names = {.place = counts_name, .context = &names};
  const Value in_place = {.kind = CLEAVE_BODY_READ, .place = (Place *)place};
  any_in_value(&count_writes, value);
  any_in_value(&count_names, value);
  if (place) {
    any_in_value(&count_writes, &in_place);
    any_in_value(&count_names, &in_place);
  }
  return writes.count && names.count > 1;
}

/* The same for the statements that add_steps_of_statement reads. */
static bool statement_names_again(const struct moved *moved, const Statement *statement) {
  for (size_t i = 0; statement->kind == CLEAVE_BODY_SEQUENCE && i < statement->child_count; i++)
    if (statement_names_again(moved, statement->children[i]))
      return true;
  return (statement->kind == CLEAVE_BODY_DECLARE || statement->kind == CLEAVE_BODY_EVALUATE ||
          statement->kind == CLEAVE_BODY_IF) &&
         names_again(moved, statement->value,
                     statement->kind == CLEAVE_BODY_DECLARE ? statement->place : NULL);
}

const struct moves *find_moves(struct analysis *it, const Statement *loop) {
  struct moves *moves = cleave_arena_allocate(it->arena, sizeof *moves);
  const Statement *body = body_of_loop(loop);
  const bool continues = contains_statement(body, 1u << CLEAVE_BODY_CONTINUE, true);
  bool *written = written_in(it, body);
  mark_written(it->body, NULL, loop->value, written);
  mark_written(it->body, NULL, loop->step, written);
  const struct question count_writes = {.value = count_write};
  for (size_t v = 0; v < it->body->variable_count && moves->count < MOST_MOVED; v++) {
    const Variable *variable = it->body->variables[v];
    if (!written[v] || !may_move(it, variable, body))
      continue;
    struct step_list in_condition = {.variable = variable}, in_body = in_condition;
    struct write_count writes = {variable, 0};
    struct question question = count_writes;
    question.context = &writes;
    add_steps(&in_condition, loop->value);
    if (!continues)
      add_steps_of_statement(&in_body, body);
    add_steps(&in_body, loop->step);
    any_in_value(&question, loop->value);
    any_in_value(&question, loop->step);
    any_in_statement(&question, body);
    struct moved moved = {.variable = variable};
    struct cleave_polynomial rest, unused[MOST_STEPS];
    if (writes.count != in_condition.count + in_body.count ||
        !sum_of_steps(it, &in_condition, written, unused, &moved.in_condition) ||
        !sum_of_steps(it, &in_body, written, moved.amounts, &rest) ||
        !polynomial_sum(it->arena, rest, moved.in_condition, 1, &moved.by))
      continue;
    moved.is_alone =
        !statement_names_again(&moved, body) && (!loop->step || !names_again(&moved, loop->step, NULL));
    for (size_t i = 0; i < in_body.count; i++)
      moved.steps[moved.step_count++] = in_body.items[i];
    const struct known *known = known_of(it, variable);
    if (variable->type->kind == CLEAVE_BODY_POINTER) {
      moved.target = known->target;
      moved.has_start = known->target && known->target->base && known->target->is_element;
      if (moved.has_start)
        moved.start = known->target->subscripts[known->target->subscript_count - 1];
      moved.assumed = moved.has_start ? known->target->assumed : moved.assumed;
    } else if (known->has_value) {
      moved.has_start = true;
      moved.start = known->value;
      moved.assumed = known->assumed;
    }
    moves->items[moves->count++] = moved;
  }
  return moves;
}

/* ---- The state when an iteration begins --------------------------------------------------------------------------- */

/* The number of the current iteration of the loop in which a variable has the value DIMENSION. */
static bool find_turn(struct analysis *it, uint32_t dimension, struct cleave_polynomial *turn) {
  const struct cleave_dimension counter = it->dimensions[dimension];
  *turn = polynomial_of_dimension(it->arena, dimension);
  if (!counter.has_first || !counter.step || counter.step == INT64_MIN ||
      !polynomial_sum(it->arena, *turn, counter.first, -1, turn))
    return false;
  if (counter.step < 0 && !polynomial_sum(it->arena, polynomial_of_constant(it->arena, 0), *turn, -1, turn))
    return false;
  const int64_t by = counter.step < 0 ? -counter.step : counter.step;
  if (by == 1)
    return true;
  const Type number = {.kind = CLEAVE_BODY_INTEGER, .bits = 64, .is_signed = true};
  const uint32_t quotient = new_dimension(it, CLEAVE_DIMENSION_QUOTIENT, &number);
  it->dimensions[quotient].numerator = *turn;
  it->dimensions[quotient].denominator = by;
  *turn = polynomial_of_dimension(it->arena, quotient);
  return true;
}

/* The numbers before and after each step in an iteration that begins with VALUE. Steps of other types may wrap. */
static void set_number_steps(struct analysis *it, const struct moved *moved, struct cleave_polynomial value) {
  const Type *type = moved->variable->type;
  if (!moved->is_alone || !type->is_signed || type->bits < 32)
    return;
  struct known_step *steps = cleave_arena_allocate(it->arena, (moved->step_count + 1) * sizeof *steps);
  for (size_t i = 0; i < moved->step_count; i++) {
    steps[i] = (struct known_step){.step = moved->steps[i], .old_value = value};
    if (!polynomial_sum(it->arena, value, moved->amounts[i], 1, &value))
      return;
    steps[i].new_value = value;
  }
  known_of(it, moved->variable)->steps = steps;
  known_of(it, moved->variable)->step_count = moved->step_count;
}

/* A signed number of at least 32 bits does not overflow (C11, 6.5p5). Others may wrap: that is an assumption of each use. */
static void set_number(struct analysis *it, const struct moved *moved, struct cleave_polynomial value,
                       bool may_wrap) {
  struct known *known = known_of(it, moved->variable);
  const Type *type = moved->variable->type;
  const size_t before = it->fits.count;
  add_fits(it, &moved->assumed);
  if (may_wrap && (!type->is_signed || type->bits < 32)) {
    const struct cleave_fit fit = {value, type->bits, type->is_signed, it->around};
    CLEAVE_APPEND(it->arena, it->fits.items, it->fits.count, fit);
  }
  known->assumed = take_fits(it, before);
  known->value = value;
  known->has_value = true;
  it->changes++;
  set_number_steps(it, moved, value);
}

/* What a pointer points to before and after each of its steps in an iteration that begins with the target AT. */
static void set_steps(struct analysis *it, const struct moved *moved, const struct object *at) {
  struct known_step *steps = cleave_arena_allocate(it->arena, (moved->step_count + 1) * sizeof *steps);
  for (size_t i = 0; i < moved->step_count; i++) {
    const struct object *after = moved_object(it, moved->variable, at, moved->amounts[i]);
    if (!after)
      return;
    steps[i] = (struct known_step){.step = moved->steps[i], .before = at, .after = after};
    at = after;
  }
  known_of(it, moved->variable)->steps = steps;
  known_of(it, moved->variable)->step_count = moved->step_count;
}

static void set_pointer(struct analysis *it, const struct moved *moved, struct cleave_polynomial distance) {
  struct known *known = known_of(it, moved->variable);
  it->changes++;
  known->target = moved_object(it, moved->variable, moved->target, distance);
  if (known->target)
    set_steps(it, moved, known->target);
}

/* How far a variable that moves BY a number in each iteration has moved since the first one, if the counter of the loop moves by a part
 * of that number. Without a division, subscripts stay affine. */
static bool distance_by_counter(struct analysis *it, const struct described_loop *loop,
                                const struct moved *moved, struct cleave_polynomial *distance) {
  const struct cleave_dimension *counter = &it->dimensions[loop->dimension];
  if (loop->counts_turns || !counter->has_first || !counter->step || counter->step == -1 ||
      !polynomial_is_number(moved->by) || moved->by.terms[0].coefficient % counter->step)
    return false;
  const int64_t factor = moved->by.terms[0].coefficient / counter->step;
  return polynomial_sum(it->arena, polynomial_of_dimension(it->arena, loop->dimension), counter->first, -1,
                        distance) &&
         polynomial_product(it->arena, *distance, polynomial_of_constant(it->arena, factor), distance);
}

void begin_turn(struct analysis *it, const struct described_loop *loop) {
  const struct moves *moves = loop->moves;
  struct cleave_polynomial turn;
  bool is_found = loop->counts_turns, is_sought = !is_found;
  if (is_found)
    turn = polynomial_of_dimension(it->arena, loop->dimension);
  for (size_t i = 0; i < moves->count; i++) {
    const struct moved *moved = &moves->items[i];
    struct cleave_polynomial distance, value;
    if (moved->variable == loop->variable && !loop->counts_turns) {
      if (!loop->is_counter)
        set_number(it, moved, polynomial_of_dimension(it->arena, loop->dimension), false);
      continue;
    }
    if (!moved->has_start)
      continue;
    const bool is_direct = !is_found && distance_by_counter(it, loop, moved, &distance);
    if (is_sought && !is_direct) {
      is_found = find_turn(it, loop->dimension, &turn);
      is_sought = false;
    }
    if ((!is_direct && (!is_found || !polynomial_product(it->arena, turn, moved->by, &distance))) ||
        !polynomial_sum(it->arena, distance, moved->in_condition, 1, &distance))
      continue;
    if (moved->target)
      set_pointer(it, moved, distance);
    else if (polynomial_sum(it->arena, moved->start, distance, 1, &value))
      set_number(it, moved, value, true);
  }
}

void end_turns(struct analysis *it, const struct moves *moves) {
  for (size_t i = 0; i < moves->count; i++) {
    known_of(it, moves->items[i].variable)->steps = NULL;
    known_of(it, moves->items[i].variable)->step_count = 0;
  }
}
