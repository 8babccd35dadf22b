/* FILE: test/fuzz/programs/generate_nests_check.c
 * WHAT: executes a loop nest, as far as that is needed to know that it is defined.
 */
#include "nests.h"

struct execution {
  struct nests *nests;
  const struct nest *nest;
  unsigned call, steps;
  int iteration; /* of the parallel loops */
  bool notes, failed;
  int values[SYMBOL_COUNT];
  const struct nest_loop *around[MOST_DEPTH];
};

static int evaluate(const struct execution *execution, const struct affine *value) {
  int sum = value->constant;
  for (unsigned i = 0; i < SYMBOL_COUNT; i++)
    sum += value->by[i] * execution->values[i];
  return sum;
}

static bool holds(const struct execution *execution, const struct condition *condition) {
  if (!condition->exists)
    return true;
  const int left = evaluate(execution, &condition->left), right = evaluate(execution, &condition->right);
  if (condition->modulus)
    return left % condition->modulus == condition->rest;
  return condition->relation == '<'   ? left < right
         : condition->relation == '>' ? left > right
                                      : left == right;
}

/* ---- Accesses ------------------------------------------------------------------------------------------ */

/* The element of ACCESS in its array, and in *LEADING what its first subscript selects; -1: there is none. */
static int element_of(const struct execution *execution, const struct access *access, int *leading) {
  const struct array *array = access->array;
  int at[MOST_DEPTH];
  for (unsigned i = 0; i < MOST_DEPTH; i++)
    at[i] = evaluate(execution, &access->subscripts[i]);
  const int row = execution->values[array->row], plane = execution->values[array->plane];
  *leading = at[0];
  switch (array->form) {
  case ARRAY_LINE:
    return at[0];
  case ARRAY_FLAT: /* a row may be left for the one before or after it, by one element */
    return *leading = at[0] < 0 || at[1] < -1 || at[1] > row ? -1 : at[0] * row + at[1];
  case ARRAY_FLAT_3:
    return *leading = at[0] < 0 || at[1] < 0 || at[2] < 0 ? -1 : (at[0] * row + at[1]) * plane + at[2];
  case ARRAY_ROWS:
    return at[1] < 0 || at[1] >= ROW ? -1 : at[0] * ROW + at[1];
  case ARRAY_VLA:
    return at[1] < 0 || at[1] >= row ? -1 : at[0] * row + at[1];
  case ARRAY_VLA_3:
    return at[1] < 0 || at[1] >= row || at[2] < 0 || at[2] >= plane ? -1
                                                                    : (at[0] * row + at[1]) * plane + at[2];
  default: {
    static const int sides[ARRAY_FORM_COUNT] = {
        [ARRAY_GRID] = ROW, [ARRAY_CUBE] = PLANE, [ARRAY_GRID_3] = PLANE, [ARRAY_GRID_4] = SIDE};
    const int side = sides[array->form];
    int element = at[0];
    for (unsigned i = 1; i < dimensions_of(array); i++)
      element = element < 0 || at[i] < 0 || at[i] >= side ? -1 : element * side + at[i];
    return element;
  }
  }
}

static void touch(struct execution *execution, const struct access *access, bool writes) {
  struct array *array = access->array;
  int leading;
  const int element = element_of(execution, access, &leading);
  if (leading < 0 || element < 0 || element >= array->elements ||
      leading >= array->elements / elements_of_unit(array, execution->values)) {
    execution->failed = true;
    return;
  }
  struct cell *cell = &array->storage->cells[array->offset + element];
  if (cell->loop != execution->nests->loops)
    *cell = (struct cell){.loop = execution->nests->loops, .iteration = execution->iteration};
  cell->several |= cell->iteration != execution->iteration;
  cell->written |= writes;
  execution->failed |= cell->several && cell->written;
  if (!execution->notes)
    return;
  array->used = true;
  array->written |= writes;
  if (leading >= array->needed[execution->call])
    array->needed[execution->call] = leading + 1;
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

static void execute_loop(struct execution *execution, const struct nest_loop *loop, const struct item *sum);

static void touch_reads(struct execution *execution, const struct item *item) {
  for (unsigned i = 0; i < item->read_count; i++)
    touch(execution, &item->reads[i], false);
}

static void execute_item(struct execution *execution, const struct item *item) {
  if (item->kind == ITEM_NOTHING || !holds(execution, &item->condition))
    return;
  if (item->kind == ITEM_LOOP || item->kind == ITEM_ACCUMULATE)
    execute_loop(execution, item->loop, item->kind == ITEM_LOOP ? NULL : item);
  else
    touch_reads(execution, item);
  if (item->kind != ITEM_LOOP)
    touch(execution, &item->target, true);
  execution->steps++;
}

/* Whether an unsigned operand makes one of the header's comparisons unsigned. */
static bool is_compared_unsigned(const struct execution *execution, const struct nest_loop *loop) {
  bool found = loop->type->is_unsigned;
  for (enum symbol i = SYMBOL_I; i < loop->counter; i++)
    found |= (loop->first.by[i] || loop->limit.by[i]) && execution->around[i]->type->is_unsigned;
  return found;
}

static bool continues(const struct nest_loop *loop, int value, int limit) {
  if (loop->is_unequal)
    return value != limit;
  if (loop->is_downward)
    return loop->includes_limit ? value >= limit : value > limit;
  return loop->includes_limit ? value <= limit : value < limit;
}

/* Executes LOOP, whose body is the reads of SUM if that is not NULL. */
static void execute_loop(struct execution *execution, const struct nest_loop *loop, const struct item *sum) {
  const int first = evaluate(execution, &loop->first), limit = evaluate(execution, &loop->limit);
  execution->around[loop->counter] = loop;
  if (is_compared_unsigned(execution, loop) && (first < 0 || limit < 0 || loop->is_downward))
    execution->failed = true;
  if (loop->is_unequal && (loop->is_downward ? first < limit : first > limit))
    execution->failed = true;
  for (int value = first; !execution->failed && continues(loop, value, limit);
       value += loop->is_downward ? -loop->step : loop->step) {
    execution->failed |= value < 0 || execution->steps++ > MOST_STEPS;
    execution->values[loop->counter] = value;
    if (loop->counter + 1 == execution->nest->collapse)
      execution->iteration++;
    if (sum)
      touch_reads(execution, sum);
    for (unsigned i = 0; !sum && !execution->failed && i < loop->body->count; i++)
      execute_item(execution, &loop->body->items[i]);
  }
  execution->values[loop->counter] = 0;
}

bool nest_is_defined(struct nests *nests, const struct nest *nest, unsigned *iterations, bool notes) {
  struct execution execution = {.nests = nests, .nest = nest, .notes = notes};
  for (; execution.call < nests->call_count && !execution.failed; execution.call++) {
    execution.steps = 0;
    for (unsigned i = 0; i < SYMBOL_COUNT; i++)
      execution.values[i] = nests->values[execution.call][i];
    execution.values[SYMBOL_Q] = nests->values[execution.call][SYMBOL_M] - 1 - (int)(nest - nests->nests);
    const int times = nests->has_time_loop ? evaluate(&execution, &nests->time_limit) : 1;
    for (int time = 0; time < times && !execution.failed; time++) {
      execution.values[SYMBOL_T] = time;
      execution.iteration = 0;
      nests->loops++;
      execute_loop(&execution, &nest->loop, NULL);
    }
    if (!execution.call && iterations)
      *iterations = execution.steps;
  }
  return !execution.failed;
}
