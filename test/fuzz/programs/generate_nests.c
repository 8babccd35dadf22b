/* FILE: test/fuzz/programs/generate_nests.c
 * WHAT: random loop nests: headers first, then statements, each of which is kept if the nest stays defined.
 */
#include "model/arena.h"
#include "nests.h"

enum { MOST_TRIES = 40 };

static const struct counter_type int_type = {"int", false, true};

static struct affine constant(int value) { return (struct affine){.constant = value}; }

static struct affine plus(enum symbol symbol, int value) {
  struct affine sum = {.constant = value};
  sum.by[symbol] = 1;
  return sum;
}

/* ---- Headers ----------------------------------------------------------------------------------------------- */

static const struct counter_type *any_counter_type(struct generator *generator) {
  static const struct counter_type wide[] = {{"long", false, false},
                                             {"long long", false, false},
                                             {"short", false, false}},
                                   without_sign[] = {{"unsigned", true, false}, {"size_t", true, false}};
  if (wants(generator, SHAPE_wide_counter, 10))
    return &wide[below(generator, 8) % 3];
  if (wants(generator, SHAPE_unsigned_counter, 4))
    return &without_sign[below(generator, 2)];
  return &int_type;
}

/* What COUNTER is less than. In a regular nest, that is the extent of the dimension that it most often selects. */
static struct affine any_limit(struct nests *nests, const struct nest *nest, enum symbol counter) {
  struct generator *generator = nests->generator;
  const int less = chance(generator, 65) ? 0 : one_of(generator, -2, 0);
  if (nest->has_fixed_bounds || chance(generator, nest->is_regular && counter < SYMBOL_L ? 5 : 15))
    return constant(one_of(generator, nests->scale / 2, nests->scale) + less);
  if (nests->has_region_bound && chance(generator, counter == SYMBOL_I ? 50 : 20))
    return plus(SYMBOL_Q, less);
  return plus(nest->is_regular && counter < SYMBOL_L ? SYMBOL_N + (counter - SYMBOL_I)
                                                     : any_parameter(generator),
              less);
}

/* Upwards, with an exclusive limit; the caller changes that. */
static void make_rectangle(struct nests *nests, const struct nest *nest, struct nest_loop *loop) {
  loop->limit = any_limit(nests, nest, loop->counter);
  struct generator *generator = nests->generator;
  loop->first = constant(chance(generator, 60) ? 0 : one_of(generator, 1, 2));
  if (nests->has_time_loop && wants(generator, SHAPE_time_bound, 30))
    loop->first = plus(SYMBOL_T, one_of(generator, 0, 1));
}

static void make_triangle(struct nests *nests, const struct nest *nest, struct nest_loop *loop) {
  struct generator *generator = nests->generator;
  const enum symbol outer = below(generator, loop->counter);
  loop->first = constant(chance(generator, 70) ? 0 : 1);
  loop->limit = any_limit(nests, nest, loop->counter);
  switch (nest->is_regular ? below(generator, 5) : below(generator, 7)) {
  case 0:
  case 1:
    loop->first = plus(outer, one_of(generator, -1, 1));
    return;
  case 2:
    loop->limit = plus(outer, one_of(generator, 0, 2));
    return;
  case 3:
  case 4:
    loop->limit.by[outer] = -1;
    loop->is_sum_condition = wants(generator, SHAPE_sum_condition, 15);
    return;
  case 5: /* between two outer counters, or a band */
    loop->first = plus(outer, one_of(generator, -1, 0));
    loop->limit = plus(below(generator, loop->counter), one_of(generator, 1, 4));
    return;
  default:
    loop->first = plus(outer, 0);
    loop->first.by[outer] = one_of(generator, 1, 2);
    loop->limit.by[outer] = one_of(generator, 0, 1);
  }
}

static void make_header(struct nests *nests, const struct nest *nest, struct nest_loop *loop) {
  struct generator *generator = nests->generator;
  loop->type = any_counter_type(generator);
  nests->has_unsigned |= loop->type->is_unsigned;
  loop->step = 1;
  const bool may_be_uneven =
      !nest->is_product || (loop->counter == SYMBOL_J && nest->depth > 1 && chance(generator, 70));
  if (loop->counter && may_be_uneven && wants(generator, SHAPE_triangle, 35))
    make_triangle(nests, nest, loop);
  else
    make_rectangle(nests, nest, loop);
  if (wants(generator, SHAPE_stride, 20))
    loop->step = one_of(generator, 2, 3);
  if (loop->is_sum_condition) {
    loop->includes_limit = chance(generator, 30);
    return;
  }
  if (wants(generator, SHAPE_downwards, 20)) {
    const struct affine first = loop->first;
    loop->first = loop->limit;
    loop->first.constant--;
    loop->limit = first;
    loop->is_downward = true;
    loop->includes_limit = chance(generator, 75);
  } else {
    loop->includes_limit = chance(generator, 20);
    loop->limit.constant -= loop->includes_limit && chance(generator, 85);
    loop->is_unequal = !loop->includes_limit && loop->step == 1 && loop->counter && chance(generator, 4);
  }
}

struct block *new_block(struct generator *generator) {
  return cleave_arena_allocate(generator->arena, sizeof(struct block));
}

static void make_body(struct nests *nests, struct nest *nest, struct nest_loop *loop);

/* Gives LOOP, or a loop right inside of it, the bounds of MODEL. */
static void copy_bounds(struct generator *generator, struct nest_loop *loop, const struct nest_loop *model) {
  const struct block *body = loop->body;
  if (body && body->count == 1 && body->items[0].kind == ITEM_LOOP && chance(generator, 50)) {
    copy_bounds(generator, body->items[0].loop, model);
    return;
  }
  const struct nest_loop before = *loop;
  *loop = *model;
  loop->counter = before.counter;
  loop->body = before.body;
}

/* Adds two or three loops below LOOP, most of which have equal bounds. */
static void make_aligned_loops(struct nests *nests, struct nest *nest, struct nest_loop *loop) {
  struct generator *generator = nests->generator;
  struct block *body = loop->body;
  nest->is_perfect = false;
  for (unsigned loops = 2 + below(generator, 2); body->count < loops;) {
    struct item *item = &body->items[body->count++];
    item->kind = ITEM_LOOP;
    item->loop = cleave_arena_allocate(generator->arena, sizeof *item->loop);
    item->loop->counter = loop->counter + 1;
    item->style = below(generator, 100);
    make_header(nests, nest, item->loop);
    make_body(nests, nest, item->loop);
    if (item != body->items && chance(generator, 85))
      copy_bounds(generator, item->loop, body->items[0].loop);
  }
}

/* Adds loops below LOOP, and places for statements. */
static void make_body(struct nests *nests, struct nest *nest, struct nest_loop *loop) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  struct block *body = loop->body = new_block(generator);
  if (loop->counter + 1u == nest->depth) {
    body->count = 1 + (chance(generator, 35) ? below(generator, 3) : 0);
    return;
  }
  if (!generator->shapes->off[SHAPE_aligned] && wants(generator, SHAPE_aligned, loop->counter ? 25 : 60)) {
    make_aligned_loops(nests, nest, loop);
    return;
  }
  const bool is_perfect = !wants(generator, SHAPE_imperfect, 12);
  const unsigned loops = is_perfect || chance(generator, 70) ? 1 : 2;
  nest->is_perfect &= is_perfect;
  if (!is_perfect && (loops == 1 || chance(generator, 50)))
    body->count++;
  for (unsigned i = 0; i < loops; i++) {
    struct item *item = &body->items[body->count++];
    item->kind = ITEM_LOOP;
    item->loop = cleave_arena_allocate(arena, sizeof *item->loop);
    item->loop->counter = loop->counter + 1;
    item->style = below(generator, 100);
    make_header(nests, nest, item->loop);
    make_body(nests, nest, item->loop);
    if (!is_perfect && chance(generator, 50))
      body->count++;
  }
}

/* ---- Statements ---------------------------------------------------------------------------------------------- */

/* A subscript of the counter SYMBOL. */
static struct affine make_subscript(struct nests *nests, enum symbol symbol, unsigned percent_moved) {
  struct generator *generator = nests->generator;
  struct affine value = plus(symbol, chance(generator, percent_moved) ? one_of(generator, -2, 2) : 0);
  if (chance(generator, percent_moved / 5)) { /* mirrored */
    value.by[symbol] = -1;
    value.by[any_parameter(generator)] = 1;
    value.constant = -1;
  } else if (chance(generator, percent_moved / 6)) {
    value.by[symbol] = 2;
  }
  if (nests->has_time_loop && chance(generator, 4))
    value.by[SYMBOL_T] = 1;
  return value;
}

/* An access with the counters up to INNERMOST. OWN: each counter is in a subscript, if there are as many, beginning with that of
 * the parallel loop. PERCENT_MOVED: of the subscripts are not the counter itself. */
static void make_access(struct nests *nests, struct access *access, struct array *array,
                        enum symbol innermost, bool own, unsigned percent_moved) {
  struct generator *generator = nests->generator;
  const unsigned dimensions = dimensions_of(array);
  *access = (struct access){.array = array};
  enum symbol order[MOST_DEPTH];
  for (unsigned i = 0; i <= innermost; i++)
    order[i] = i;
  if (wants(generator, SHAPE_transposed, 25))
    for (unsigned i = 0; i < innermost; i++) {
      const unsigned other = i + below(generator, innermost - i + 1);
      const enum symbol counter = order[i];
      order[i] = order[other];
      order[other] = counter;
    }
  for (unsigned d = 0; d < dimensions; d++) {
    const bool is_extra = d > innermost;
    if (own ? is_extra && chance(generator, 60) : chance(generator, 12))
      access->subscripts[d] = nests->has_time_loop && chance(generator, 50)
                                  ? plus(SYMBOL_T, 0)
                                  : constant(one_of(generator, 0, 3));
    else
      access->subscripts[d] = make_subscript(
          nests, !is_extra && (own || chance(generator, 70)) ? order[d] : below(generator, innermost + 1),
          percent_moved);
  }
  if (innermost >= dimensions && chance(generator, 15)) /* two counters in one subscript */
    access->subscripts[dimensions - 1].by[order[dimensions]] += 1;
}

void move_access(struct generator *generator, struct access *access) {
  struct affine *subscript = &access->subscripts[below(generator, dimensions_of(access->array))];
  subscript->constant += chance(generator, 75) ? -1 : one_of(generator, -2, 2);
}

static struct array *any_array(struct nests *nests) {
  return &nests->arrays[below(nests->generator, nests->array_count)];
}

static void make_condition(struct nests *nests, struct condition *condition, enum symbol innermost) {
  struct generator *generator = nests->generator;
  const enum symbol one = below(generator, innermost + 1), other = below(generator, innermost + 1);
  condition->exists = true;
  condition->left = plus(one, 0);
  if (chance(generator, 40)) {
    condition->left.by[other] = 1;
    condition->modulus = one_of(generator, 2, 3);
    condition->rest = one_of(generator, 0, condition->modulus - 1);
    return;
  }
  condition->relation = "<>="[below(generator, 3)];
  condition->right = one != other ? plus(other, one_of(generator, -1, 1))
                                  : plus(any_parameter(generator), -one_of(generator, 1, 3));
}

/* One that has a dimension for each counter up to INNERMOST, and row lengths like the bounds of NEST, if there is one. */
static struct array *any_target(struct nests *nests, const struct nest *nest, enum symbol innermost) {
  struct generator *generator = nests->generator;
  struct array *array = any_array(nests);
  if (nest->is_aliased) /* the one that has another name */
    return &nests->arrays[chance(generator, 50) ? 0 : nests->array_count - 1];
  for (unsigned t = 0; t < 30; t++) {
    const bool has_constants = is_grid(array) || array->form == ARRAY_ROWS || array->form == ARRAY_CUBE;
    if (dimensions_of(array) > innermost && (t > 15 || has_constants == nest->has_fixed_bounds))
      break;
    array = any_array(nests);
  }
  return array;
}

static bool is_target(const struct nest *nest, const struct array *array) {
  for (unsigned i = 0; i < nest->target_count; i++)
    if (nest->targets[i].array->storage == array->storage)
      return true;
  return false;
}

/* In a regular nest, the innermost statements write the same elements of an array. */
static void make_target(struct nests *nests, const struct nest *nest, struct access *target,
                        enum symbol innermost) {
  struct generator *generator = nests->generator;
  if (!nest->is_regular) {
    make_access(nests, target, any_array(nests), innermost, chance(generator, 90), 35);
    return;
  }
  const bool is_innermost = innermost + 1u == nest->depth;
  if (is_innermost && nest->target_count && chance(generator, 60)) {
    *target = nest->targets[below(generator, nest->target_count)];
    return;
  }
  struct array *array = any_target(nests, nest, innermost);
  make_access(nests, target, array, innermost, true, 8);
  for (unsigned i = 0; is_innermost && i < nest->target_count; i++)
    if (nest->targets[i].array == array)
      *target = nest->targets[i];
}

/* The other name of the memory of ARRAY, with as many dimensions; or NULL. */
static struct array *other_name(struct nests *nests, const struct array *array) {
  for (unsigned i = 0; i < nests->array_count; i++) {
    struct array *other = &nests->arrays[i];
    if (other != array && other->storage == array->storage && dimensions_of(other) == dimensions_of(array))
      return other;
  }
  return NULL;
}

static void make_read(struct nests *nests, const struct nest *nest, const struct item *item,
                      struct access *read, enum symbol innermost) {
  struct generator *generator = nests->generator;
  struct array *target = item->target.array, *array = any_array(nests);
  const bool floating = target->storage->type->floating, regular = nest->is_regular && chance(generator, 92);
  for (unsigned t = 0; t < 20 && ((!floating && array->storage->type->floating) ||
                                  (regular && (array->storage == target->storage || is_target(nest, array))));
       t++)
    array = any_array(nests);
  if (!floating && array->storage->type->floating)
    array = target;
  struct array *other = other_name(nests, target);
  if (other && wants(generator, SHAPE_near_alias, nest->is_aliased ? 80 : 30)) {
    *read = item->target;
    read->array = other;
    if (chance(generator, 80))
      move_access(generator, read);
    return;
  }
  if (read_from_neighbor(nests, nest, item, read))
    return;
  make_access(nests, read, array, innermost, chance(generator, 60), 35);
  if (regular && (array->storage == target->storage || is_target(nest, array)))
    *read = item->target;
  else if (wants(generator, SHAPE_near_read, regular ? 3 : 35)) {
    *read = item->target;
    move_access(generator, read);
  }
}

/* An array of two dimensions that may be read to write TARGET, or any if that is NULL. */
static struct array *any_matrix(struct nests *nests, const struct array *target) {
  for (unsigned t = 0; t < 20; t++) {
    struct array *array = any_array(nests);
    if (dimensions_of(array) == 2 &&
        (!target || (array->storage != target->storage &&
                     (target->storage->type->floating || !array->storage->type->floating))))
      return array;
  }
  return NULL;
}

static struct access element_of(struct array *array, enum symbol row, enum symbol column) {
  return (struct access){.array = array, .subscripts = {plus(row, 0), plus(column, 0)}};
}

/* x[i][j] += y[i][k], z[k][j], in some order of the counters of the nest. Returns false if there are no such arrays. */
static bool make_product(struct nests *nests, const struct nest *nest, enum symbol innermost,
                         struct item *item) {
  struct generator *generator = nests->generator;
  const bool is_variable = innermost == SYMBOL_J; /* the sum, over a further loop */
  struct array *target = any_matrix(nests, NULL), *one = any_matrix(nests, target),
               *other = any_matrix(nests, target);
  if (!target || !one || !other)
    return false;
  innermost += is_variable;
  const enum symbol summed = is_variable || chance(generator, 80) ? innermost : SYMBOL_J,
                    column = summed == innermost ? SYMBOL_J : innermost;
  *item = (struct item){.kind = ITEM_ADD,
                        .style = below(generator, 1000) / 2 * 2,
                        .target = element_of(target, SYMBOL_I, column),
                        .reads = {element_of(one, SYMBOL_I, summed), element_of(other, summed, column)},
                        .read_count = 2};
  if (chance(generator, 30)) /* both operands along the summed loop */
    item->reads[1] = element_of(other, column, summed);
  struct array *line = chance(generator, 15) ? any_array(nests) : NULL; /* a factor of fewer counters */
  if (line && line->storage != target->storage && dimensions_of(line) == 1 &&
      (target->storage->type->floating || !line->storage->type->floating))
    item->reads[item->read_count++] =
        (struct access){.array = line, .subscripts = {plus(one_of(generator, SYMBOL_I, summed), 0)}};
  if (!is_variable)
    return true;
  item->kind = ITEM_ACCUMULATE;
  item->variable = fresh_name(generator, "x");
  item->loop = cleave_arena_allocate(generator->arena, sizeof *item->loop);
  item->loop->counter = innermost;
  make_header(nests, nest, item->loop);
  return true;
}

/* A sum over a further loop of x[i][j] or x[j][i], and of y[j]; in an array without other counters. Returns false if there is none. */
static bool make_row_sum(struct nests *nests, const struct nest *nest, struct item *item) {
  struct generator *generator = nests->generator;
  struct array *target = any_array(nests), *matrix = any_matrix(nests, target), *line = any_array(nests);
  if (!matrix || line->storage == target->storage ||
      (line->storage->type->floating && !target->storage->type->floating))
    return false;
  const bool by_rows = chance(generator, 60);
  *item = (struct item){
      .kind = ITEM_ACCUMULATE,
      .style = below(generator, 1000),
      .target = {.array = target, .subscripts = {plus(SYMBOL_I, 0)}},
      .reads = {element_of(matrix, by_rows ? SYMBOL_I : SYMBOL_J, by_rows ? SYMBOL_J : SYMBOL_I),
                {.array = line, .subscripts = {plus(SYMBOL_J, 0)}}},
      .read_count = 1 + below(generator, 2),
      .variable = fresh_name(generator, "x")};
  item->loop = cleave_arena_allocate(generator->arena, sizeof *item->loop);
  item->loop->counter = SYMBOL_J;
  make_header(nests, nest, item->loop);
  return true;
}

/* A candidate for a statement in the body of LOOP. */
static void make_statement(struct nests *nests, const struct nest *nest, const struct nest_loop *loop,
                           struct item *item) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  enum symbol innermost = loop->counter;
  if (nest->is_product && innermost >= SYMBOL_J && chance(generator, 80) &&
      make_product(nests, nest, innermost, item))
    return;
  if (nest->is_product && nest->depth == 1 && chance(generator, 80) && make_row_sum(nests, nest, item))
    return;
  *item =
      (struct item){.kind = chance(generator, 50) ? ITEM_ASSIGN : ITEM_ADD, .style = below(generator, 1000)};
  make_target(nests, nest, &item->target, innermost);
  if (wants(generator, SHAPE_condition, 12))
    make_condition(nests, &item->condition, innermost);
  if (innermost + 1 < MOST_DEPTH && wants(generator, SHAPE_accumulator, 14)) {
    item->kind = ITEM_ACCUMULATE;
    item->loop = cleave_arena_allocate(arena, sizeof *item->loop);
    item->loop->counter = ++innermost;
    make_header(nests, nest, item->loop);
  } else if (innermost && loop->counter + 1u == nest->depth && !item->condition.exists &&
             wants(generator, SHAPE_kept_private, 4)) {
    item->kind = ITEM_KEPT;
  }
  const bool floating = item->target.array->storage->type->floating;
  item->read_count = below(generator, MOST_READS + 1);
  for (unsigned i = 0; i < item->read_count; i++)
    make_read(nests, nest, item, &item->reads[i], innermost);
  const char *variable = fresh_name(generator, floating ? "x" : "y");
  if (item->kind == ITEM_ACCUMULATE || item->kind == ITEM_KEPT || chance(generator, 25))
    item->variable = variable;
}

static bool is_private_outside(const struct item *item) {
  return item->kind == ITEM_KEPT ||
         (item->variable && item->style % 2 && (item->kind == ITEM_ASSIGN || item->kind == ITEM_ADD));
}

void fill_places(struct nests *nests, struct nest *nest, struct nest_loop *loop) {
  for (unsigned i = 0; i < loop->body->count; i++) {
    struct item *item = &loop->body->items[i];
    if (item->kind == ITEM_LOOP) {
      fill_places(nests, nest, item->loop);
      continue;
    }
    bool is_defined = false;
    for (unsigned t = 0; t < MOST_TRIES && !is_defined; t++) {
      make_statement(nests, nest, loop, item);
      if (is_private_outside(item) &&
          nest->private_count + 4 >= sizeof nest->privates / sizeof *nest->privates)
        item->style &= ~1u, item->kind = item->kind == ITEM_KEPT ? ITEM_ASSIGN : item->kind;
      is_defined = nest_is_defined(nests, nest, NULL, false);
    }
    if (!is_defined) {
      item->kind = ITEM_NOTHING;
      continue;
    }
    if (nest->target_count < sizeof nest->targets / sizeof *nest->targets &&
        loop->counter + 1u == nest->depth)
      nest->targets[nest->target_count++] = item->target;
    nest->has_kept |= item->kind == ITEM_KEPT;
    if (is_private_outside(item))
      nest->privates[nest->private_count++] = item->variable;
  }
}

/* ---- Nests --------------------------------------------------------------------------------------------------- */

/* Moves the declarations of the inner counters of a nest in front of the region. */
static void declare_outside(struct nest *nest) {
  for (struct nest_loop *loop = &nest->loop;;) {
    const struct item *item = &loop->body->items[0];
    if (loop->counter + 1u == nest->depth || item->kind != ITEM_LOOP)
      return;
    loop = item->loop;
    loop->declared_outside = true;
    loop->type = &int_type;
    nest->privates[nest->private_count++] = symbol_names[loop->counter];
  }
}

void add_clauses(struct nests *nests, struct nest *nest) {
  struct generator *generator = nests->generator;
  static const char *const clauses[] = {" schedule(static)", " schedule(static)", " firstprivate(m)",
                                        " schedule(static, 3)", " num_threads(3)"};
  nest->clauses = chance(generator, 12) ? clauses[below(generator, 5)] : "";
  struct nest_loop *inner = nest->depth > 1 && nest->is_perfect ? nest->loop.body->items[0].loop : NULL;
  if (!inner || nest->has_kept || inner->is_sum_condition || inner->is_unequal ||
      !wants(generator, SHAPE_nest_collapse, 6))
    return;
  for (unsigned i = 0; i <= SYMBOL_L; i++)
    if (inner->first.by[i] || inner->limit.by[i])
      return;
  nest->collapse = 2;
  if (nest_is_defined(nests, nest, NULL, false))
    nest->clauses = cleave_arena_format(generator->arena, "%s collapse(2)", nest->clauses);
  else
    nest->collapse = 1;
}

static void make_nest(struct nests *nests, struct nest *nest) {
  struct generator *generator = nests->generator;
  static const unsigned char depths[] = {1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4};
  unsigned iterations = 0;
  for (unsigned t = 0; t < 200 && !iterations; t++) {
    const unsigned depth = depths[below(generator, sizeof depths)];
    *nest = (struct nest){
        .depth = depth < nests->most_depth ? depth : nests->most_depth, .collapse = 1, .is_perfect = true};
    nest->loop.counter = SYMBOL_I;
    nest->is_product = !generator->shapes->off[SHAPE_product] && wants(generator, SHAPE_product, 70);
    if (nest->is_product && chance(generator, 30))
      nest->depth = 1;
    nest->is_aliased = nests->arrays[0].storage->is_shared && chance(generator, 60);
    nest->is_regular = nest->is_aliased || chance(generator, 82);
    nest->has_fixed_bounds = chance(generator, nests->prefers_constants ? 92 : 4);
    make_header(nests, nest, &nest->loop);
    make_body(nests, nest, &nest->loop);
    if (!nest_is_defined(nests, nest, &iterations, false) || iterations < nest->depth * 2)
      iterations = 0;
  }
  if (!iterations) { /* never so far: a loop that is always defined */
    *nest = (struct nest){.depth = 1, .collapse = 1, .is_perfect = true};
    nest->loop = (struct nest_loop){
        .type = &int_type, .limit = plus(SYMBOL_N, 0), .step = 1, .body = new_block(generator)};
    nest->loop.body->count = 1;
  }
  if (nest->is_perfect && wants(generator, SHAPE_counter, 15))
    declare_outside(nest);
  if (!nest_is_defined(nests, nest, NULL, false)) { /* a counter was not an int, and now is one */
    make_nest(nests, nest);
    return;
  }
  fill_places(nests, nest, &nest->loop);
  add_clauses(nests, nest);
  generator->shapes->made[SHAPE_nest] += nest->depth > 1;
  generator->shapes->made[SHAPE_perfect_nest] += nest->depth > 1 && nest->is_perfect;
}

/* ---- Calls ------------------------------------------------------------------------------------------ */

static void make_calls(struct nests *nests) {
  struct generator *generator = nests->generator;
  nests->most_depth = one_of(generator, 2, MOST_DEPTH);
  nests->scale = nests->most_depth == 2 ? 31 : nests->most_depth == 3 ? 9 : SIDE;
  nests->prefers_constants = chance(generator, 35);
  nests->call_count = MOST_CALLS;
  for (unsigned call = 0; call < MOST_CALLS; call++)
    for (enum symbol i = SYMBOL_N; i <= SYMBOL_P; i++)
      nests->values[call][i] = call && chance(generator, 35)
                                   ? one_of(generator, 0, 2)
                                   : one_of(generator, call ? 1 : nests->scale / 2, nests->scale);
}

void make_nests_body(struct generator *generator, struct node *body) {
  struct nests *nests = cleave_arena_allocate(generator->arena, sizeof *nests);
  nests->generator = generator;
  make_calls(nests);
  make_arrays(nests);
  keep_rows(nests);
  nests->has_time_loop = wants(generator, SHAPE_time_loop, 25);
  nests->time_limit =
      chance(generator, 60) ? constant(one_of(generator, 1, 3)) : plus(any_parameter(generator), 0);
  nests->nest_count = chance(generator, 40) ? 1 : 1 + below(generator, MOST_NESTS);
  /* No random choice: the programs of earlier seeds keep all else. */
  nests->has_region_bound = !generator->shapes->off[SHAPE_region_bound] && generator->function->size % 2 &&
                            generator->function->size < 64;
  generator->shapes->made[SHAPE_region_bound] += nests->has_region_bound;
  for (unsigned i = 0; i < nests->nest_count; i++)
    if (!i || generator->shapes->off[SHAPE_neighbor] || !wants(generator, SHAPE_neighbor, 80) ||
        !make_neighbor(nests, &nests->nests[i - 1], &nests->nests[i]))
      make_nest(nests, &nests->nests[i]);
  for (unsigned i = 0; i < nests->nest_count; i++)
    nest_is_defined(nests, &nests->nests[i], NULL, true);
  print_nests(nests, body);
}
