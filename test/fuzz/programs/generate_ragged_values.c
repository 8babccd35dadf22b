/* FILE: test/fuzz/programs/generate_ragged_values.c
 * WHAT: values and conditions in loops over rows.
 */
#include "model/arena.h"
#include "ragged.h"

#include <string.h>

static struct cleave_arena *arena_of(const struct ragged *it) { return it->generator->arena; }

const char *tag(const struct ragged *it) { return it->generator->function->name + 1; }

/* ---- Elements of arrays ------------------------------------------------------------------------------ */

static const char *use(struct ragged *it, enum array_role role, const char *index, bool is_own) {
  struct ragged_array *array = &it->arrays[role];
  array->used = true;
  array->in_parallel |= !it->is_serial;
  array->elsewhere |= !is_own && !it->is_serial;
  return cleave_arena_format(arena_of(it), "%s[%s]", array->name, index);
}

const char *element_of(struct ragged *it, enum array_role role, const char *index, bool is_own) {
  it->arrays[role].gathered |= !is_own;
  return use(it, role, index, is_own);
}

const char *target_of(struct ragged *it, enum array_role role, const char *index) {
  it->arrays[role].put = true;
  it->arrays[role].written = true;
  return use(it, role, index, true);
}

const char *reduced(const struct ragged *it, const struct type *type, const char *text) {
  struct cleave_arena *arena = arena_of(it);
  if (!type->floating)
    return cleave_arena_format(arena, "%s %% 9", text);
  return it->is_exact
             ? cleave_arena_format(arena, "(%s)((int)%s %% 5)", type->name, text)
             : cleave_arena_format(arena, "(%s > 0 ? (%s)1.5 : (%s)0.7)", text, type->name, type->name);
}

const char *term(const struct ragged *it, bool is_floating, const char *text) {
  struct cleave_arena *arena = arena_of(it);
  if (!is_floating)
    return cleave_arena_format(arena, "(%s) %% 16", text);
  return cleave_arena_format(
      arena, it->is_exact || !it->is_floating ? "(int)(%s) %% 16" : "((%s) > 0 ? 3 : 1)", text);
}

static const char *read_in(struct ragged *it, enum array_role role, const char *index, bool is_own) {
  const char *text = element_of(it, role, index, is_own);
  const bool is_result = role == ARRAY_Y || role == ARRAY_Z || role == ARRAY_U;
  return is_result || it->overlaps
             ? cleave_arena_format(arena_of(it), "(%s)", reduced(it, it->arrays[role].type, text))
             : text;
}

enum array_role any_result(struct ragged *it) {
  static const enum array_role results[] = {ARRAY_Y, ARRAY_Z, ARRAY_U};
  const unsigned first = below(it->generator, 3);
  for (unsigned i = 0; i < 6; i++) { /* at first one that the loop does not write yet */
    const enum array_role role = results[(first + i) % 3];
    if (!it->arrays[role].gathered && (i >= 3 || !it->arrays[role].put))
      return role;
  }
  return ARRAY_COUNT_OF_ROLES;
}

/* An array that the current loop may read at any row. */
static enum array_role any_source(struct ragged *it) {
  static const enum array_role sources[] = {ARRAY_X, ARRAY_X, ARRAY_V, ARRAY_V, ARRAY_Y, ARRAY_Z};
  const enum array_role role = sources[below(it->generator, 6)];
  return it->arrays[role].put ? ARRAY_X : role;
}

/* A row that the element at PLACE names. */
static const char *neighbor(struct ragged *it, const struct row_place *place) {
  struct generator *generator = it->generator;
  const char *column = element_of(it, ARRAY_COLUMN, place->element, true);
  if (wants(generator, SHAPE_indirection, 15))
    return element_of(it, ARRAY_ORDER, column, false);
  return column;
}

/* ---- Values ------------------------------------------------------------------------------------------ */

static struct node *number(struct ragged *it) {
  return EXPRESSION(arena_of(it), it->is_floating && !it->is_exact ? "0.%u" : "%u",
                    1 + below(it->generator, 3));
}

/* A value without an operator of its own. */
static struct node *factor(struct ragged *it, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned kind = below(generator, 100);
  if (place->element && kind < 40)
    return EXPRESSION(arena, "%s", read_in(it, ARRAY_VALUE, place->element, true));
  if (place->element && kind < 50)
    return EXPRESSION(arena, "%s", read_in(it, ARRAY_WEIGHT, place->element, true));
  if (place->element && kind < 75)
    return EXPRESSION(arena, "%s", read_in(it, any_source(it), neighbor(it, place), false));
  if (place->value && kind < 85)
    return EXPRESSION(arena, "%s", place->value);
  if (kind < 95)
    return EXPRESSION(arena, "%s", read_in(it, chance(generator, 70) ? ARRAY_X : ARRAY_V, place->row, true));
  return number(it);
}

struct node *row_value(struct ragged *it, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const binary[] = {"@ * @", "@ * @", "@ * @", "@ - @", "@ + @"};
  struct node *value;
  const unsigned kind = below(generator, 100);
  if (kind < 30)
    return factor(it, place);
  if (kind < 80) {
    value = EXPRESSION(arena, "%s", binary[below(generator, 5)]);
    node_add(arena, value, factor(it, place));
    return node_add(arena, value, factor(it, place));
  }
  if (kind < 87 && place->element)
    value = EXPRESSION(arena, "(@ ? @ : @)");
  else
    value = EXPRESSION(arena, chance(generator, 50) ? "@ * (@ + @)" : "@ * @ * @");
  node_add(arena, value, value->text[0] == '(' ? row_condition(it, place) : factor(it, place));
  node_add(arena, value, factor(it, place));
  return node_add(arena, value, factor(it, place));
}

struct node *row_condition(struct ragged *it, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *zero = it->is_floating || it->arrays[ARRAY_VALUE].type != &types[TYPE_UNSIGNED] ? "0" : "4";
  if (!place->element)
    switch (below(generator, 3)) {
    case 0:
      return EXPRESSION(arena, "%s", element_of(it, ARRAY_FLAG, place->row, true));
    case 1:
      return EXPRESSION(arena, "%s %% 3 == %u", place->row, below(generator, 3));
    default:
      return EXPRESSION(arena, "%s > %s", element_of(it, ARRAY_X, place->row, true), zero);
    }
  const char *column = element_of(it, ARRAY_COLUMN, place->element, true);
  switch (below(generator, 6)) {
  case 0:
    return EXPRESSION(arena, "%s %s %s", column, chance(generator, 50) ? "<" : "!=", place->row);
  case 1:
    return EXPRESSION(arena, "%s > %s", element_of(it, ARRAY_VALUE, place->element, true), zero);
  case 2:
    return EXPRESSION(arena, "%s", element_of(it, ARRAY_FLAG, column, false));
  case 3:
    return EXPRESSION(arena, "%s %% 3 != %u", place->counter, below(generator, 3));
  case 4:
    return EXPRESSION(arena, "%s > %s", element_of(it, ARRAY_X, column, false),
                      element_of(it, ARRAY_X, place->row, true));
  default:
    return EXPRESSION(arena, "%s %% %u", column, 2 + below(generator, 2));
  }
}

const struct type *sum_type(struct ragged *it) {
  static const unsigned whole[] = {TYPE_INT, TYPE_INT, TYPE_LONG, TYPE_UNSIGNED, TYPE_UNSIGNED, TYPE_SHORT};
  static const unsigned floating[] = {TYPE_DOUBLE, TYPE_DOUBLE, TYPE_FLOAT};
  struct generator *generator = it->generator;
  if (wants(generator, SHAPE_mixed_types, 12))
    return &types[it->is_floating         ? chance(generator, 60) ? TYPE_INT : TYPE_LONG
                  : chance(generator, 50) ? TYPE_DOUBLE
                                          : TYPE_SHORT];
  if (chance(generator, 50))
    return it->arrays[ARRAY_VALUE].type;
  return &types[it->is_floating ? floating[below(generator, 3)] : whole[below(generator, 6)]];
}
