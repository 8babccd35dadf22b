/* FILE: test/fuzz/programs/generate_ragged_prefix.c
 * WHAT: serial loops that carry values from iteration to iteration: running sums and extrema, compactions, recurrences.
 */
#include "model/arena.h"
#include "ragged.h"

#include <string.h>

/* `int NAME = FIRST; ...`. FROM_ZERO: all rows, in ascending order. */
static const char *serial_header(struct ragged *it, const char *i, bool from_zero) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  if (from_zero || chance(generator, 60))
    return cleave_arena_format(arena, "int %s = 0; %s < n; %s++", i, i, i);
  if (chance(generator, 50))
    return cleave_arena_format(arena, "int %s = n - 1; %s >= 0; %s--", i, i, i);
  return cleave_arena_format(arena, "int %s = %u; %s < n; %s += %u", i, below(generator, 2), i, i,
                             1 + below(generator, 2));
}

/* Declares a carried variable: in the region, or as a mapped variable around it. */
static void declare(struct ragged *it, struct node *list, const struct type *type, const char *name,
                    const char *start) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *text = cleave_arena_format(arena, "%s %s = %s;", type->name, name, start);
  if (chance(generator, 70)) {
    statement(it, list, text);
    return;
  }
  statement(it, it->before, text);
  node_add(arena, it->maps, node_new(arena, ROLE_CLAUSE, " map(tofrom : %s)", name));
  statement(it, it->after,
            cleave_arena_format(arena, "digest_%s(%s);", type->floating ? "double" : "long", name));
}

static enum array_role serial_result(struct ragged *it) {
  const enum array_role role = any_result(it);
  return role == ARRAY_COUNT_OF_ROLES ? ARRAY_SERIAL : role;
}

/* Stores the running value of SUM. */
static struct node *store_running(struct ragged *it, const struct row_sum *sum,
                                  const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const enum array_role role = serial_result(it);
  const char *target = target_of(it, role, place->row), *value = sum->name;
  if (!it->arrays[role].type->floating && sum->type->floating)
    value = cleave_arena_format(arena, "(%s > 0 ? 2 : 1)", value);
  if (chance(generator, 75))
    return STATEMENT(arena, "%s = %s;", target, value);
  struct node *node = STATEMENT(arena, "if (@)\n%s %s= %s;", target, chance(generator, 50) ? "+" : "", value);
  return node_add(arena, node, row_condition(it, place));
}

static void add_scan(struct ragged *it, struct node *list, struct node *body, struct node *after,
                     const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  generator->shapes->made[SHAPE_running_sum]++;
  for (unsigned i = 0, count = chance(generator, 70) ? 1 : 2; i < count; i++) {
    struct row_sum sum = new_sum(it, place);
    sum.place = NULL;
    if (it->is_floating && !sum.type->floating) /* no conversions of negative numbers to unsigned */
      sum.type = &types[TYPE_LONG];
    declare(it, list, sum.type, sum.name, strchr(sum.start, '[') ? "2" : sum.start);
    struct node *update;
    if (sum.operation == '+' && !sum.type->floating && chance(generator, 30))
      update = STATEMENT(arena, "%s += %s;", sum.name, element_of(it, ARRAY_COUNT, place->row, true));
    else if (wants(generator, SHAPE_near_miss, 8))
      update = near_update(it, &sum, place, list);
    else
      update = update_of(it, &sum, place);
    if (wants(generator, SHAPE_conditional_update, 25)) {
      struct node *node = STATEMENT(arena, "if (@) {\n@}");
      node_add(arena, node, row_condition(it, place));
      update = node_add(arena, node, update);
    }
    const bool is_exclusive = chance(generator, 40);
    if (is_exclusive || chance(generator, 10))
      node_add(arena, body, store_running(it, &sum, place));
    node_add(arena, body, update);
    if (!is_exclusive)
      node_add(arena, body, store_running(it, &sum, place));
    const enum array_role role = serial_result(it);
    if (chance(generator, 50))
      node_add(arena, after,
               STATEMENT(arena,
                         sum.type->floating ? "if (n > 0)\n%s = (%s > 9);" : "if (n > 0)\n%s = %s %% 1000;",
                         target_of(it, role, chance(generator, 50) ? "0" : "n - 1"), sum.name));
  }
}

static void add_compaction(struct ragged *it, struct node *list, struct node *body,
                           const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *count = fresh_name(generator, "c");
  generator->shapes->made[SHAPE_compaction]++;
  declare(it, list, &types[chance(generator, 80) ? TYPE_INT : TYPE_LONG], count, "0");
  const char *target = target_of(it, ARRAY_LIST, count);
  const char *source = chance(generator, 30) ? place->row : element_of(it, ARRAY_X, place->row, true);
  struct node *node;
  if (chance(generator, 50))
    node = STATEMENT(arena, "if (@)\n%s = %s;",
                     target_of(it, ARRAY_LIST, cleave_arena_format(arena, "%s++", count)), source);
  else
    node = STATEMENT(arena, "if (@) {\n%s = %s;\n%s += 1;\n}", target, source, count);
  node_add(arena, body, node_add(arena, node, row_condition(it, place)));
  if (chance(generator, 40))
    node_add(arena, body, STATEMENT(arena, "%s = %s;", target_of(it, serial_result(it), place->row), count));
}

/* Loops that are no scans of scalars. */
static void add_recurrence(struct ragged *it, struct node *list, struct node *body,
                           const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *i = place->row, *carried = fresh_name(generator, "c");
  struct node *node;
  if (chance(generator, 50)) { /* in place */
    const char *before = element_of(it, ARRAY_SERIAL, cleave_arena_format(arena, "%s - 1", i), false);
    node_add(arena, body,
             STATEMENT(arena, "if (%s > 0)\n%s += %s;", i, target_of(it, ARRAY_SERIAL, i), before));
    return;
  }
  const struct type *type = it->arrays[ARRAY_X].type;
  declare(it, list, type, carried, "1");
  node = STATEMENT(arena, "%s = %s / 2 + @;\n%s = %s;", carried, carried, target_of(it, serial_result(it), i),
                   type->floating ? carried : cleave_arena_format(arena, "%s %% 16", carried));
  node_add(arena, body, node_add(arena, node, row_value(it, place)));
}

struct node *prefix_loop(struct ragged *it) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned kind = below(generator, 100);
  const char *i = fresh_name(generator, "i");
  const struct row_place place = {.row = i, .counter = i};
  struct node *list = node_list(arena), *body = node_list(arena), *after = node_list(arena);
  generator->shapes->made[SHAPE_prefix]++;
  it->is_serial = true;
  const bool is_scan = kind < 65, is_compaction = !is_scan && kind < 85;
  struct node *loop = STATEMENT(arena, "for (%s) {\n@}", serial_header(it, i, is_compaction));
  if (is_scan)
    add_scan(it, list, body, after, &place);
  else if (is_compaction)
    add_compaction(it, list, body, &place);
  else
    add_recurrence(it, list, body, &place);
  node_add(arena, list, node_add(arena, loop, body));
  it->is_serial = false;
  return node_add(arena, list, after);
}
