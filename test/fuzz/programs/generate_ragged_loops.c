/* FILE: test/fuzz/programs/generate_ragged_loops.c
 * WHAT: loops with reductions, histograms and prefix loops.
 */
#include "model/arena.h"
#include "ragged.h"

#include <string.h>

void statement(struct ragged *it, struct node *list, const char *text) {
  node_add(it->generator->arena, list, node_new(it->generator->arena, ROLE_STATEMENT, "%s", text));
}

void add_clause(struct ragged *it, const char *name, const char *item) {
  struct cleave_arena *arena = it->generator->arena;
  node_add(arena, it->clauses, node_new(arena, ROLE_CLAUSE, " %s(%s)", name, item));
}

/* ---- Reductions -------------------------------------------------------------------------------------- */

void add_total(struct ragged *it, struct node *body, bool is_floating, struct node *value) {
  static const char *const whole[] = {"+", "+", "-", "max", "min", "^", "|", "&", "*"};
  static const char *const floating[] = {"+", "+", "max", "min"};
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const struct type *type = &types[!it->is_floating        ? below(generator, 3) /* int, long, unsigned */
                                   : chance(generator, 70) ? TYPE_DOUBLE
                                   : chance(generator, 50) ? TYPE_FLOAT
                                                           : TYPE_LONG];
  const char *operation = type->floating ? floating[below(generator, 4)] : whole[below(generator, 9)];
  const char *total = fresh_name(generator, "total"), *text = term(it, is_floating, "@");
  generator->shapes->made[SHAPE_outer_reduction]++;
  if (*operation == '*') {
    type = &types[TYPE_UNSIGNED];
    text = cleave_arena_format(arena, "2 * (unsigned)(%s) + 1", text);
  }
  node_add(arena, it->before,
           node_new(arena, ROLE_STATEMENT, "%s %s = %u;", type->name, total, 1 + below(generator, 5)));
  node_add(arena, it->after,
           node_new(arena, ROLE_STATEMENT, "digest_%s(%s);", type->floating ? "double" : "long", total));
  add_clause(it, "reduction", cleave_arena_format(arena, "%s : %s", operation, total));
  node_add(arena, it->maps, node_new(arena, ROLE_CLAUSE, " map(tofrom : %s)", total));
  struct node *node;
  if (operation[0] == 'm') {
    const char relation = operation[1] == 'a' ? '>' : '<';
    if (chance(generator, 50))
      node = STATEMENT(arena, "if (%s %c %s)\n%s = %s;", text, relation, total, total, text);
    else
      node = STATEMENT(arena, "%s = %s %c %s ? %s : %s;", total, total, relation, text, total, text);
    node_add(arena, node, value);
  } else
    node = STATEMENT(arena, chance(generator, 70) ? "%s %s= %s;" : "%1$s = %1$s %2$s (%3$s);", total,
                     operation, text);
  node_add(arena, body, node_add(arena, node, value));
}

static const char *any_bin(struct ragged *it, const char *row) {
  const char *bin = element_of(it, ARRAY_BIN, row, true);
  return chance(it->generator, 70) ? bin : cleave_arena_format(it->generator->arena, "%s * 3 %% BINS", bin);
}

/* An update of BINS in the body of a loop over rows. */
static void add_bins(struct ragged *it, struct node *body, const char *row, const char *operation,
                     bool is_atomic) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const struct row_place place = {.row = row};
  const char *element = target_of(it, ARRAY_BINS, any_bin(it, row));
  const char *atomic = is_atomic ? "#pragma omp atomic\n" : "";
  it->arrays[ARRAY_BINS].elsewhere = true;
  struct node *node;
  const char *text = term(it, it->is_floating, "@");
  if (*operation == '*')
    text = cleave_arena_format(arena, "(2 * (%s) + 1)", text);
  else if (strchr("&|^", *operation))
    text = cleave_arena_format(arena, "(int)(%s)", text);
  const unsigned form = below(generator, 5);
  if (form == 0 && (*operation == '+' || *operation == '-')) {
    node_add(arena, body, STATEMENT(arena, "%s%s%s%s;", atomic, element, operation, operation));
    return;
  }
  if (form < 3)
    node = STATEMENT(arena, "%s%s %s= %s;", atomic, element, operation, text);
  else if (form == 3)
    node = STATEMENT(arena, "%s%s = %s %s (%s);", atomic, element, element, operation, text);
  else
    node = STATEMENT(arena, *operation == '-' ? "%s%s = %s %s (%s);" : "%1$s%2$s = (%5$s) %4$s %3$s;", atomic,
                     element, element, operation, text);
  node_add(arena, body, node_add(arena, node, row_value(it, &place)));
}

struct node *reduction_loop(struct ragged *it, const char *directive, struct node *clauses) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *row;
  struct node *loop = loop_over_rows(it, directive, clauses, &row), *body = node_list(arena);
  const struct row_place place = {.row = row};
  const bool has_array = wants(generator, SHAPE_array_reduction, 45);
  if (has_array) {
    static const char *const whole[] = {"+", "+", "+", "-", "*", "&", "|", "^"};
    const char *operation = it->arrays[ARRAY_BINS].type->floating ? "+" : whole[below(generator, 8)];
    if (*operation == '*' && it->arrays[ARRAY_BINS].type != &types[TYPE_UNSIGNED])
      operation = "+";
    add_bins(it, body, row, operation, false);
    if (chance(generator, 20))
      add_bins(it, body, row, operation, false);
    add_clause(it, "reduction",
               cleave_arena_format(arena, "%s : %s[0 : BINS]", operation, it->arrays[ARRAY_BINS].name));
  }
  for (unsigned i = has_array ? chance(generator, 70) : 0, count = 1 + below(generator, 2); i < count; i++)
    add_total(it, body, it->is_floating, row_value(it, &place));
  if (chance(generator, 20)) {
    const enum array_role role = any_result(it);
    if (role != ARRAY_COUNT_OF_ROLES) {
      struct node *node = STATEMENT(arena, "%s = @;", target_of(it, role, row));
      node_add(arena, body, node_add(arena, node, row_value(it, &place)));
    }
  }
  if (chance(generator, 15)) {
    struct node *node = STATEMENT(arena, "if (@) {\n@}");
    node_add(arena, node, row_condition(it, &place));
    body = node_add(arena, node, body);
  }
  return node_add(arena, loop, body);
}

struct node *histogram_loop(struct ragged *it, const char *directive, struct node *clauses) {
  struct cleave_arena *arena = it->generator->arena;
  const char *row;
  struct node *loop = loop_over_rows(it, directive, clauses, &row), *body = node_list(arena);
  it->generator->shapes->made[SHAPE_histogram]++;
  /* One operation: others do not commute with it. */
  const char *operation = it->arrays[ARRAY_BINS].type->floating || chance(it->generator, 70) ? "+" : "^";
  add_bins(it, body, row, operation, true);
  if (chance(it->generator, 20))
    add_bins(it, body, row, operation, true);
  return node_add(arena, loop, body);
}

/* ---- Prefix loops ------------------------------------------------------------------------------------ */

static struct node *prefix_body(struct ragged *it, const char *i, const char *carried, unsigned kind) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const struct row_place place = {.row = i};
  enum array_role role = any_result(it);
  if (role == ARRAY_COUNT_OF_ROLES)
    role = ARRAY_SERIAL;
  struct node *node;
  const char *value = term(it, it->is_floating, "@");
  if (it->is_floating && !it->is_exact)
    value = "@"; /* one thread adds: the order is that of the source */
  switch (kind) {
  case 0: /* inclusive */
    node = STATEMENT(arena, "%s += %s;\n%s = %s;", carried, value, target_of(it, role, i), carried);
    break;
  case 1: /* exclusive */
    node = STATEMENT(arena, "%s = %s;\n%s += %s;", target_of(it, role, i), carried, carried, value);
    break;
  case 2: { /* in place */
    const char *own = target_of(it, ARRAY_SERIAL, i);
    const char *before = element_of(it, ARRAY_SERIAL, cleave_arena_format(arena, "%s - 1", i), false);
    return STATEMENT(arena, "if (%s > 0)\n%s += %s;\n%s++;", i, own, before, carried);
  }
  case 3: /* a compaction */
    node = STATEMENT(arena, "if (@)\n%s = %s;",
                     target_of(it, ARRAY_LIST, cleave_arena_format(arena, "%s++", carried)),
                     element_of(it, ARRAY_X, i, true));
    return node_add(arena, node, row_condition(it, &place));
  case 4: /* the greatest value so far */
    node = STATEMENT(arena, "if (%s > %s)\n%s = %s;\n%s = %s;", value, carried, carried, value,
                     target_of(it, role, i), carried);
    node_add(arena, node, row_value(it, &place));
    return node_add(arena, node, node->children[0]);
  default: /* a value that decays */
    node = STATEMENT(arena, "%s = %s / 2 + %s;\n%s = %s;", carried, carried, value, target_of(it, role, i),
                     carried);
    break;
  }
  return node_add(arena, node, row_value(it, &place));
}

struct node *prefix_loop(struct ragged *it) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned kind = below(generator, 6);
  const char *carried = fresh_name(generator, "c"), *i = fresh_name(generator, "i"), *header;
  const struct type *type = kind == 3 || kind == 2 ? &types[TYPE_INT] : sum_type(it);
  if (type == &types[TYPE_UNSIGNED] || (it->is_floating && !type->floating && kind != 3))
    type = it->is_floating ? &types[TYPE_DOUBLE] : &types[TYPE_LONG];
  generator->shapes->made[SHAPE_prefix]++;
  it->is_serial = true;
  if (kind == 2 || kind == 3 || chance(generator, 60))
    header = cleave_arena_format(arena, "int %s = 0; %s < n; %s++", i, i, i);
  else if (chance(generator, 50))
    header = cleave_arena_format(arena, "int %s = n - 1; %s >= 0; %s--", i, i, i);
  else
    header = cleave_arena_format(arena, "int %s = %u; %s < n; %s += %u", i, below(generator, 2), i, i,
                                 1 + below(generator, 2));
  struct node *list = node_list(arena);
  struct node *loop = STATEMENT(arena, "for (%s) {\n@}", header);
  statement(
      it, list,
      cleave_arena_format(arena, "%s %s = %u;", type->name, carried, kind == 3 ? 0 : below(generator, 3)));
  node_add(arena, list, node_add(arena, loop, prefix_body(it, i, carried, kind)));
  const enum array_role role = any_result(it);
  if (role != ARRAY_COUNT_OF_ROLES)
    node_add(arena, list,
             STATEMENT(arena, "if (n > 0)\n%s = %s;",
                       target_of(it, role, chance(generator, 50) ? "0" : "n - 1"), carried));
  it->is_serial = false;
  return list;
}
