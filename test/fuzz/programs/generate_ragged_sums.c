/* FILE: test/fuzz/programs/generate_ragged_sums.c
 * WHAT: what a loop over the elements of a row adds up.
 */
#include "model/arena.h"
#include "ragged.h"

#include <string.h>

/* A start value that subtractions of small numbers leave positive: a conversion of a negative number to unsigned is undefined. */
#define POSITIVE "1000000000"

struct row_sum new_sum(struct ragged *it, const struct row_place *place) {
  static const char whole[] = "+++--*&|^<>", floating[] = "++++-*<>";
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct row_sum sum = {.name = fresh_name(generator, "s"), .type = sum_type(it)};
  sum.operation = sum.type->floating ? floating[below(generator, sizeof floating - 1)]
                                     : whole[below(generator, sizeof whole - 1)];
  if (it->is_floating && !sum.type->floating && sum.operation == '*')
    sum.operation = '+';
  if (it->is_floating && !sum.type->floating && chance(generator, 20))
    sum.type = &types[TYPE_UNSIGNED], sum.operation = '+';
  const bool is_extremum = strchr("<>", sum.operation) != NULL;
  if (is_extremum && wants(generator, SHAPE_pair, 30))
    sum.place = fresh_name(generator, "place");
  const unsigned kind = below(generator, 100);
  if (it->is_floating && sum.type == &types[TYPE_UNSIGNED])
    sum.start = POSITIVE;
  else if (is_extremum)
    sum.start = sum.type == &types[TYPE_UNSIGNED] || chance(generator, 20) ? "7"
                : sum.operation == '<'                                     ? "10000"
                                                                           : "-10000";
  else if (kind < 60)
    sum.start = strchr("*&", sum.operation) ? "-1" : "0";
  else if (kind < 75 && wants(generator, SHAPE_start_value, 100)) {
    const enum array_role role = any_result(it);
    sum.start = role == ARRAY_COUNT_OF_ROLES ? element_of(it, ARRAY_X, place->row, true)
                                             : element_of(it, role, place->row, true);
    if (role != ARRAY_COUNT_OF_ROLES)
      it->arrays[role].put = true; /* no other row may read it */
    if (sum.operation == '*')
      sum.start = cleave_arena_format(arena, "(%s)", reduced(it, &types[TYPE_INT], "2"));
  } else
    sum.start = kind < 90 ? "3" : "1";
  return sum;
}

/* ---- Updates ----------------------------------------------------------------------------------------- */

/* Both forms of `sum = sum OPERATION value` with one value. */
static struct node *plain_update(struct ragged *it, const struct row_sum *sum, const char *operation,
                                 struct node *value) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned kind = below(generator, 10);
  struct node *update = kind < 6 ? STATEMENT(arena, "%s %s= @;", sum->name, operation)
                        : kind < 8 || *operation == '-'
                            ? STATEMENT(arena, "%s = %s %s (@);", sum->name, sum->name, operation)
                            : STATEMENT(arena, "%s = (@) %s %s;", sum->name, operation, sum->name);
  return node_add(arena, update, value);
}

static struct node *factor_of_product(struct ragged *it, const struct row_sum *sum, struct node *value) {
  struct cleave_arena *arena = it->generator->arena;
  struct node *factor;
  if (sum->type == &types[TYPE_UNSIGNED] && !it->is_floating)
    factor = EXPRESSION(arena, "(2 * (unsigned)(@) + 1)");
  else if (sum->type->floating && it->is_floating && !it->is_exact)
    factor = EXPRESSION(arena, "(1 + 0.001 * (@))");
  else
    factor = EXPRESSION(arena, "((@) > 1 ? -1 : 1)");
  return node_add(arena, factor, value);
}

static struct node *bits(struct ragged *it, const struct row_sum *sum, const struct row_place *place) {
  struct generator *generator = it->generator;
  const char *column = place->element ? element_of(it, ARRAY_COLUMN, place->element, true)
                                      : element_of(it, ARRAY_BIN, place->row, true);
  if (sum->operation == '&')
    return EXPRESSION(generator->arena, "~(1 << (%s & %u))", column, chance(generator, 50) ? 15 : 3);
  if (it->is_floating || chance(generator, 60))
    return EXPRESSION(generator->arena, "1 << (%s & %u)", column, chance(generator, 50) ? 15 : 3);
  return node_add(generator->arena, EXPRESSION(generator->arena, "(@)"), row_value(it, place));
}

/* The least or greatest value of `value`, an expression that may be evaluated twice. */
static struct node *extremum(struct ragged *it, const struct row_sum *sum, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *s = sum->name, *equal = chance(generator, 20) ? "=" : "";
  const char op = sum->operation, other = op == '<' ? '>' : '<';
  struct node *value = row_value(it, place), *update;
  if (sum->place) {
    const char *d = fresh_name(generator, "d");
    update = chance(generator, 50)
                 ? STATEMENT(arena, "const %s %s = @;\nif (%s %c%s %s) {\n%s = %s;\n%s = %s;\n}",
                             sum->type->name, d, d, op, equal, s, s, d, sum->place,
                             chance(generator, 60) ? place->counter : place->element)
                 : STATEMENT(arena, "const %s %s = @;\nif (%s %c%s %s)\n%s = %s, %s = %s;", sum->type->name,
                             d, s, other, equal, d, s, d, sum->place, place->counter);
    return node_add(arena, update, value);
  }
  const bool has_function = sum->type->floating;
  switch (below(generator, has_function ? 7 : 5)) {
  case 0:
    update = STATEMENT(arena, "if (@ %c%s %s)\n%s = @;", op, equal, s, s);
    break;
  case 1:
    update = STATEMENT(arena, "if (%s %c%s @)\n%s = @;", s, other, equal, s);
    break;
  case 2:
    update = STATEMENT(arena, "%s = @ %c%s %s ? @ : %s;", s, op, equal, s, s);
    break;
  case 3:
    update = STATEMENT(arena, "%s = %s %c%s @ ? @ : %s;", s, s, other, equal, s);
    break;
  case 4: {
    const char *d = fresh_name(generator, "d");
    update = STATEMENT(arena, "const %s %s = @;\nif (%s %c%s %s)\n%s = %s;", sum->type->name, d, d, op, equal,
                       s, s, d);
    return node_add(arena, update, value);
  }
  default:
    update = STATEMENT(arena, chance(generator, 50) ? "%s = %s%s(%s, @);" : "%s = %s%s(@, %s);", s,
                       op == '<' ? "fmin" : "fmax", sum->type == &types[TYPE_FLOAT] ? "f" : "", s);
    return node_add(arena, update, value);
  }
  node_add(arena, update, value);
  return node_add(arena, update, value);
}

struct node *update_of(struct ragged *it, const struct row_sum *sum, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char operation[] = {sum->operation, '\0'};
  switch (sum->operation) {
  case '<':
  case '>':
    generator->shapes->made[SHAPE_extremum]++;
    return extremum(it, sum, place);
  case '*':
    generator->shapes->made[SHAPE_row_product]++;
    return plain_update(it, sum, operation, factor_of_product(it, sum, row_value(it, place)));
  case '&':
  case '|':
  case '^':
    generator->shapes->made[SHAPE_row_bits]++;
    return plain_update(it, sum, operation, bits(it, sum, place));
  default:
    generator->shapes->made[SHAPE_row_sum]++;
    if (chance(generator, 8))
      return STATEMENT(arena, "%s%s;", sum->name, sum->operation == '+' ? "++" : "--");
    return plain_update(it, sum, operation, row_value(it, place));
  }
}

/* ---- Near misses ------------------------------------------------------------------------------------- */

struct node *near_update(struct ragged *it, const struct row_sum *sum, const struct row_place *place,
                         struct node *before) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *s = sum->name, *type = sum->type->name, *last = fresh_name(generator, "last");
  struct node *value = row_value(it, place), *update = node_list(arena);
  generator->shapes->made[SHAPE_near_update]++;
  node_add(arena, before, node_new(arena, ROLE_STATEMENT, "%s %s = 0;", type, last));
  switch (below(generator, 9)) {
  case 0: /* a value that each iteration computes from the one before */
    update = node_new(arena, ROLE_STATEMENT, "%s = (@ - %s) / 2;\n%s += %s;", last, last, s, last);
    break;
  case 1: /* a sum that reads another one */
    update = node_new(arena, ROLE_STATEMENT, "%s += @;\n%s += %s;", last, s, reduced(it, sum->type, last));
    break;
  case 2: /* a condition that reads the sum */
    update = node_new(arena, ROLE_STATEMENT, "if (%s < 20)\n%s += @;", s, s);
    break;
  case 3: /* no update */
    update = node_new(arena, ROLE_STATEMENT, "%s = @ - %s;", s, s);
    break;
  case 4: /* a subscript that depends on the sum */
    if (sum->type->floating)
      update = node_new(arena, ROLE_STATEMENT, "%s += @;\n%s = %s < 0 ? 1 : %s;", s, s, s, s);
    else
      update = node_new(
          arena, ROLE_STATEMENT, "%s += %s;\n%s += (@) > 0;", s,
          element_of(it, ARRAY_X, cleave_arena_format(arena, "(unsigned)%s %% (unsigned)n", s), false), last);
    break;
  case 5: /* two operations */
    update = node_new(arena, ROLE_STATEMENT, "%s += @;\nif (%s > 30)\n%s = 30;", s, s, s);
    break;
  case 6: /* a value that only some iterations set */
    update = node_new(
        arena, ROLE_STATEMENT, "if (%s)\n%s = @;\n%s += %s;",
        place->element ? element_of(it, ARRAY_FLAG, element_of(it, ARRAY_COLUMN, place->element, true), false)
                       : element_of(it, ARRAY_FLAG, place->row, true),
        last, s, last);
    break;
  case 7: /* a running extremum that another sum reads */
    update = node_new(arena, ROLE_STATEMENT, "const %s d%s = @;\nif (d%s > %s)\n%s = d%s;\n%s += %s;", type,
                      last, last, last, last, last, s, last);
    break;
  default: /* the last value */
    update = node_new(arena, ROLE_STATEMENT, "%s = %s %% 2 ? @ : %s;", s, place->counter, s);
    break;
  }
  return node_removable(node_add(arena, update, value));
}
