/* FILE: test/fuzz/programs/generate_ragged_loops.c
 * WHAT: loops with reductions, and histograms.
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
  /* A comparison with a negative number of a wider type would not be one of unsigned numbers. */
  if (operation[0] == 'm' && type == &types[TYPE_UNSIGNED])
    text = cleave_arena_format(arena, "(unsigned)(%s)", text);
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
