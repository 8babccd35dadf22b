/* FILE: test/fuzz/programs/generate_ragged_rows.c
 * WHAT: parallel loops over rows, with a loop over the elements of each row.
 */
#include "model/arena.h"
#include "ragged.h"

/* A loop over the elements of a row. */
struct row_loop {
  struct row_place place;
  struct node *setup; /* statements of the row that the bounds need */
  const char *first, *limit, *relation;
  const char *type; /* of the counter; NULL: it is declared elsewhere */
  const char
      *first_own; /* the first element of the row in the arrays of elements; NULL: they are not consecutive */
};

/* ---- Headers ----------------------------------------------------------------------------------------- */

struct node *loop_over_rows(struct ragged *it, const char *directive, struct node *clauses,
                            const char **row) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *type = wants(generator, SHAPE_wide_row, 12) ? "long" : "int", *number = "i";
  const bool is_outside = chance(generator, 8);
  if (is_outside) {
    number = fresh_name(generator, "i");
    statement(it, it->before, cleave_arena_format(arena, "%s %s;", type, number));
    add_clause(it, "private", number);
  }
  const char *declared = is_outside ? "" : cleave_arena_format(arena, "%s ", type);
  static const struct {
    const char *first, *condition, *step;
  } headers[] = {{"0", "< n", "++"},
                 {"0", "<= n - 1", "++"},
                 {"1", "< n", "++"},
                 {"n - 1", ">= 0", "--"},
                 {"0", "< n", " += 2"}};
  const unsigned kind = wants(generator, SHAPE_row_header, 20) ? 1 + below(generator, 4) : 0;
  *row = number;
  const char *header =
      cleave_arena_format(arena, "for (%s%s = %s; %s %s; %s%s)", declared, number, headers[kind].first,
                          number, headers[kind].condition, number, headers[kind].step);
  it->row_header = is_outside ? NULL : header;
  struct node *loop = node_new(arena, ROLE_STATEMENT, "#pragma omp %s@@\n%s {\n@}", directive, header);
  node_add(arena, loop, clauses);
  return node_add(arena, loop, it->clauses);
}

/* The loop over the elements of ROW. */
static struct row_loop row_elements(struct ragged *it, const char *row) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct row_loop loop = {.relation = "<", .first = "0", .setup = node_list(arena), .place = {.row = row}};
  const char *next = cleave_arena_format(arena, "%s + 1", row);
  const char *k = fresh_name(generator, "k");
  loop.place.counter = loop.place.element = k;
  const unsigned kind = below(generator, 100);
  if (kind < 45) { /* offsets, of consecutive rows */
    const char *begin = fresh_name(generator, "begin"), *end = fresh_name(generator, "end");
    const char *type = it->arrays[ARRAY_OFFSETS].type->name;
    loop.first = element_of(it, ARRAY_OFFSETS, row, false);
    loop.limit = element_of(it, ARRAY_OFFSETS, next, false);
    loop.first_own = loop.first;
    generator->shapes->made[SHAPE_offsets]++;
    if (wants(generator, SHAPE_row_locals, 25)) {
      statement(
          it, loop.setup,
          cleave_arena_format(arena, "const int %s = %s, %s = %s;", begin, loop.first, end, loop.limit));
      loop.first = loop.first_own = begin;
      loop.limit = end;
    } else if (wants(generator, SHAPE_row_pointer, 20)) {
      const char *name = it->arrays[ARRAY_OFFSETS].name;
      statement(it, loop.setup,
                cleave_arena_format(
                    arena, chance(generator, 50) ? "const %s *%s = %s + %s;" : "const %s *%s = &%s[%s];",
                    type, begin, name, row));
      loop.first = loop.first_own = cleave_arena_format(arena, "%s[0]", begin);
      loop.limit = cleave_arena_format(arena, "%s[1]", begin);
    }
    if (it->arrays[ARRAY_OFFSETS].type != &types[TYPE_UNSIGNED] &&
        wants(generator, SHAPE_inclusive_bound, 12)) {
      loop.relation = "<=";
      loop.limit = cleave_arena_format(arena, "%s - 1", loop.limit);
    }
  } else if (kind < 65) { /* starts and counts */
    loop.first_own = element_of(it, ARRAY_START, row, true);
    generator->shapes->made[SHAPE_counts]++;
    if (chance(generator, 50)) {
      loop.limit = element_of(it, ARRAY_COUNT, row, true);
      loop.place.element = cleave_arena_format(arena, "%s + %s", loop.first_own, k);
    } else if (chance(generator, 50)) {
      loop.first = loop.first_own;
      loop.limit = cleave_arena_format(arena, "%s + %s", loop.first, element_of(it, ARRAY_COUNT, row, true));
    } else {
      loop.first = loop.first_own;
      loop.relation = "<=";
      loop.limit = element_of(it, ARRAY_LAST, row, true);
    }
  } else { /* rows in a rectangle */
    generator->shapes->made[SHAPE_fixed_stride]++;
    it->uses_width = true;
    loop.limit = element_of(it, ARRAY_COUNT, row, true);
    if (chance(generator, 60)) {
      loop.first_own = cleave_arena_format(arena, "%s * width", row);
      loop.place.element = cleave_arena_format(arena, "%s * width + %s", row, k);
    } else
      loop.place.element = cleave_arena_format(arena, "%s * n + %s", k, row);
  }
  if (loop.relation[1] != '=' && wants(generator, SHAPE_unsigned_row, 3))
    loop.type = "unsigned";
  else
    loop.type = wants(generator, SHAPE_wide_element, 15) ? "long" : "int";
  if (wants(generator, SHAPE_outside_counter, 15)) {
    const char *declaration = cleave_arena_format(arena, "%s %s;", loop.type, k);
    if (chance(generator, 50))
      statement(it, loop.setup, declaration);
    else {
      statement(it, it->before, declaration);
      add_clause(it, "private", k);
    }
    loop.type = NULL;
  }
  return loop;
}

/* LOOP around BODY. */
static struct node *around(struct ragged *it, const struct row_loop *loop, struct node *body) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *k = loop->place.counter;
  struct node *node = STATEMENT(arena, "for (%s%s%s = %s; %s %s %s; %s) {\n@}", loop->type ? loop->type : "",
                                loop->type ? " " : "", k, loop->first, k, loop->relation, loop->limit,
                                cleave_arena_format(arena, chance(generator, 85) ? "%s++" : "++%s", k));
  return node_add(arena, node, body);
}

/* ---- Bodies ------------------------------------------------------------------------------------------ */

enum { MOST_SUMS = 3 };

struct sums {
  struct row_sum items[MOST_SUMS];
  unsigned count;
};

/* Makes a sum, declares it in DECLARATIONS, and gives it its value in BEFORE. */
static struct row_sum *add_sum(struct ragged *it, struct sums *sums, const struct row_place *place,
                               struct node *before) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct row_sum *sum = &sums->items[sums->count++];
  *sum = new_sum(it, place);
  const char *type = sum->type->name;
  if (wants(generator, SHAPE_private_sum, 12)) {
    statement(it, it->before, cleave_arena_format(arena, "%s %s;", type, sum->name));
    add_clause(it, "private", sum->name);
    type = "";
  }
  statement(it, before,
            cleave_arena_format(arena, "%s%s%s = %s;", type, *type ? " " : "", sum->name, sum->start));
  if (sum->place)
    statement(it, before, cleave_arena_format(arena, "long %s = -1;", sum->place));
  return sum;
}

/* UPDATE, in some cases under a condition. */
static struct node *conditional(struct ragged *it, const struct row_place *place, struct node *update) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  if (!wants(generator, SHAPE_conditional_update, 25))
    return update;
  struct node *node = STATEMENT(arena, chance(generator, 75) ? "if (@) {\n@}" : "if (!(@))\ncontinue;\n@");
  node_add(arena, node, row_condition(it, place));
  return node_add(arena, node, update);
}

/* Statements of the loop over the elements that write memory. */
static void add_writes(struct ragged *it, const struct row_loop *loop, struct node *before, struct node *body,
                       struct node *after) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const struct row_place *place = &loop->place;
  if (wants(generator, SHAPE_scatter, 4)) {
    const char *target = target_of(it, ARRAY_TARGET, element_of(it, ARRAY_COLUMN, place->element, true));
    it->arrays[ARRAY_TARGET].elsewhere = true;
    struct node *node =
        STATEMENT(arena, "#pragma omp atomic\n%s += %s;", target, term(it, it->is_floating, "@"));
    node_add(arena, body, node_add(arena, node, row_value(it, place)));
  }
  if (wants(generator, SHAPE_element_map, 16)) {
    const char *target = target_of(it, ARRAY_OUT, place->element);
    struct node *node = STATEMENT(arena, chance(generator, 70) ? "%s = @;" : "%s += @;", target);
    node_add(arena, body, node_add(arena, node, row_value(it, place)));
  } else if (loop->first_own && wants(generator, SHAPE_filter, 3)) {
    const char *at = fresh_name(generator, "at");
    statement(it, before, cleave_arena_format(arena, "int %s = %s;", at, loop->first_own));
    struct node *node =
        STATEMENT(arena, "if (@)\n%s = @;", target_of(it, ARRAY_OUT, cleave_arena_format(arena, "%s++", at)));
    node_add(arena, node, row_condition(it, place));
    node_add(arena, body, node_add(arena, node, row_value(it, place)));
    const enum array_role role = any_result(it);
    if (role != ARRAY_COUNT_OF_ROLES)
      statement(it, after,
                cleave_arena_format(arena, "%s = %s - (%s);", target_of(it, role, place->row), at,
                                    loop->first_own));
  }
  const enum array_role role = any_result(it);
  if (role != ARRAY_COUNT_OF_ROLES && wants(generator, SHAPE_memory_sum, 5)) {
    struct node *node = STATEMENT(arena, "%s += @;", target_of(it, role, place->row));
    node_add(arena, body, node_add(arena, node, row_value(it, place)));
  }
}

/* Changes LOOP, so that lanes cannot share it. Returns a statement for the end of its body. */
static struct node *near_loop(struct ragged *it, struct row_loop *loop, struct node *after) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *k = loop->place.counter, *end = fresh_name(generator, "bound");
  struct node *node;
  generator->shapes->made[SHAPE_near_loop]++;
  switch (below(generator, 4)) {
  case 0: /* the loop changes its bound */
    statement(it, loop->setup, cleave_arena_format(arena, "long %s = %s;", end, loop->limit));
    loop->limit = end;
    node = STATEMENT(arena, "if (@)\n%s--;", end);
    break;
  case 1: /* the loop changes the array that has its bound */
    if (it->arrays[ARRAY_COUNT].used && loop->first[0] == '0' && !it->arrays[ARRAY_COUNT].gathered) {
      const char *count = target_of(it, ARRAY_COUNT, loop->place.row);
      node = STATEMENT(arena, "if (@ && %s > 1)\n%s = %s - 1;", count, count, count);
      break;
    }
    /* fallthrough */
  case 2: /* the loop changes its counter */
    node = STATEMENT(arena, "if (@)\n%s++;", k);
    break;
  default: { /* the counter is used after the loop */
    const enum array_role role = any_result(it);
    statement(it, loop->setup, cleave_arena_format(arena, "%s %s = 0;", loop->type ? loop->type : "", k));
    loop->type = NULL;
    if (role != ARRAY_COUNT_OF_ROLES)
      statement(it, after,
                cleave_arena_format(arena, "%s = %s %% 1000;", target_of(it, role, loop->place.row), k));
    return NULL;
  }
  }
  return node_add(arena, node, row_condition(it, &loop->place));
}

/* What an iteration does with SUM after the loop over the elements. */
static struct node *result_of(struct ragged *it, const struct row_sum *sum, const struct row_place *place) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const enum array_role role = any_result(it);
  const struct row_place outside = {.row = place->row, .value = place->value};
  if (role == ARRAY_COUNT_OF_ROLES || wants(generator, SHAPE_row_bin, 6)) {
    it->arrays[ARRAY_TARGET].elsewhere = true;
    return STATEMENT(arena, "#pragma omp atomic\n%s += %s;",
                     target_of(it, ARRAY_TARGET, element_of(it, ARRAY_ORDER, place->row, true)),
                     term(it, sum->type->floating, sum->name));
  }
  const bool is_added = it->arrays[role].put && chance(generator, 80); /* else the result before is lost */
  const char *target = target_of(it, role, place->row);
  const char *value = sum->name;
  /* Conversions of large numbers between types are avoided. */
  if (!it->arrays[role].type->floating && sum->type->floating)
    value = cleave_arena_format(arena, "(%s > 0 ? 2 : 1)", value);
  else if (it->overlaps && !(it->is_floating && !it->is_exact))
    value = cleave_arena_format(arena, "(%s)", term(it, sum->type->floating, value));
  struct node *node;
  switch (is_added ? 2 : below(generator, 6)) {
  case 0:
  case 1:
    return STATEMENT(arena, "%s = %s;", target, value);
  case 2:
    return STATEMENT(arena, "%s += %s;", target, value);
  case 3:
    node = STATEMENT(arena, "%s = %s + @;", target, value);
    break;
  case 4:
    node = STATEMENT(arena, "if (%s > 3)\n%s = %s;\nelse\n%s = @;", sum->name, target, value, target);
    break;
  default:
    node = STATEMENT(arena, "if (@)\n%s = %s;", target, value);
    return node_add(arena, node, row_condition(it, &outside));
  }
  return node_add(arena, node, row_value(it, &outside));
}

/* Adds a loop over the elements of LOOP, which uses the sums, to BEFORE, and its result to AFTER. */
static void add_next_loop(struct ragged *it, const struct row_loop *loop, struct sums *sums,
                          struct node *before, struct node *after) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct row_loop next = *loop;
  struct node *inner = node_list(arena);
  next.place.value =
      cleave_arena_format(arena, "(%s)", reduced(it, sums->items[0].type, sums->items[0].name));
  struct row_sum *sum =
      sums->count < MOST_SUMS ? add_sum(it, sums, &next.place, before) : &sums->items[sums->count - 1];
  if (chance(generator, 60)) {
    struct node *node = STATEMENT(arena, chance(generator, 70) ? "%s = @;" : "%s += @;",
                                  target_of(it, ARRAY_OUT, next.place.element));
    node_add(arena, inner, node_add(arena, node, row_value(it, &next.place)));
  }
  node_add(arena, inner, conditional(it, &next.place, update_of(it, sum, &next.place)));
  node_add(arena, before, around(it, &next, inner));
  node_add(arena, after, result_of(it, sum, &next.place));
}

/* A parallel loop over the same rows as the one before it, with the elements of LOOP, that reads what that one may have written. */
static struct node *same_rows(struct ragged *it, const struct row_loop *loop) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct sums sums = {.count = 0};
  struct node *before = node_list(arena), *inner = node_list(arena), *after = node_list(arena);
  struct row_loop same = *loop;
  same.place.value = NULL;
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++)
    it->arrays[i].gathered = it->arrays[i].put = false;
  it->clauses = node_list(arena);
  struct row_sum *sum = add_sum(it, &sums, &same.place, before);
  const char *written = element_of(it, ARRAY_OUT, same.place.element, true);
  if (chance(generator, 50)) {
    struct node *node = STATEMENT(arena, chance(generator, 50) ? "%s = @;" : "%s += @;",
                                  target_of(it, ARRAY_OUT, same.place.element));
    node_add(arena, inner, node_add(arena, node, row_value(it, &same.place)));
  }
  struct node *filter =
      STATEMENT(arena, "if (%s > 1) {\n@}", reduced(it, it->arrays[ARRAY_OUT].type, written));
  node_add(arena, inner, node_add(arena, filter, update_of(it, sum, &same.place)));
  node_add(arena, before, around(it, &same, inner));
  node_add(arena, after, result_of(it, sum, &same.place));
  node_add(arena, before, after);
  struct node *node = STATEMENT(arena, "#pragma omp parallel for@\n%s {\n@}", it->row_header);
  return node_add(arena, node_add(arena, node, it->clauses), before);
}

/* ---- The loop ---------------------------------------------------------------------------------------- */

struct node *rows_loop(struct ragged *it, const char *directive, struct node *clauses) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct sums sums = {.count = 0};
  struct node *before = node_list(arena), *body = node_list(arena), *after = node_list(arena);
  const char *row, *outer = NULL;
  struct node *header = loop_over_rows(it, directive, clauses, &row);
  if (wants(generator, SHAPE_row_order, 10)) {
    outer = element_of(it, ARRAY_ORDER, row, true);
    row = fresh_name(generator, "r");
    statement(it, before, cleave_arena_format(arena, "const int %s = %s;", row, outer));
  }
  struct row_loop loop = row_elements(it, row);
  if (wants(generator, SHAPE_row_values, 30)) {
    const char *value = fresh_name(generator, "w");
    const struct row_place outside = {.row = row};
    struct node *node =
        node_new(arena, ROLE_STATEMENT, "const %s %s = @;", it->arrays[ARRAY_X].type->name, value);
    node_add(arena, before, node_add(arena, node, row_value(it, &outside)));
    loop.place.value = cleave_arena_format(arena, "(%s)", reduced(it, it->arrays[ARRAY_X].type, value));
  }
  for (unsigned i = 0, count = chance(generator, 60) ? 1 : 2 + below(generator, 2); i < count; i++)
    add_sum(it, &sums, &loop.place, before);
  node_add(arena, before, loop.setup);
  const bool is_near = wants(generator, SHAPE_near_miss, 8);
  const unsigned miss = below(generator, 2);
  for (unsigned i = 0; i < sums.count; i++) {
    struct row_sum *sum = &sums.items[i];
    if (is_near && !i && !miss && !(it->is_floating && sum->type == &types[TYPE_UNSIGNED]))
      node_add(arena, body, near_update(it, sum, &loop.place, before));
    else
      node_add(arena, body, conditional(it, &loop.place, update_of(it, sum, &loop.place)));
  }
  if (chance(generator, 10))
    node_add(arena, body, update_of(it, &sums.items[0], &loop.place));
  add_writes(it, &loop, before, body, after);
  if (wants(generator, SHAPE_row_break, 3)) {
    struct node *node = STATEMENT(arena, "if (@)\nbreak;");
    node_add(arena, body, node_add(arena, node, row_condition(it, &loop.place)));
  }
  if (wants(generator, SHAPE_nested_elements, 3)) {
    struct node *node = STATEMENT(arena, "for (int d = 0; d < 3; d++) {\n@}");
    node_add(arena, body, node_add(arena, node, update_of(it, &sums.items[0], &loop.place)));
  }
  struct node *changed = is_near && miss ? near_loop(it, &loop, after) : NULL;
  if (changed)
    node_add(arena, body, changed);
  struct node *elements = around(it, &loop, body);
  if (wants(generator, SHAPE_row_condition, 5)) {
    struct node *node = STATEMENT(arena, chance(generator, 60) ? "if (@) {\n@}" : "if (!(@))\ncontinue;\n@");
    const struct row_place outside = {.row = row};
    node_add(arena, node, row_condition(it, &outside));
    elements = node_add(arena, node, elements);
  }
  if (wants(generator, SHAPE_row_total, 12))
    add_total(it, after, sums.items[0].type->floating, EXPRESSION(arena, "%s", sums.items[0].name));
  for (unsigned i = 0; i < sums.count; i++) {
    node_add(arena, after, result_of(it, &sums.items[i], &loop.place));
    if (sums.items[i].place) {
      const enum array_role role = any_result(it);
      if (role != ARRAY_COUNT_OF_ROLES)
        statement(
            it, after,
            cleave_arena_format(arena, "%s = %s %% 1000;", target_of(it, role, row), sums.items[i].place));
    }
  }
  node_add(arena, before, elements);
  if (!is_near && wants(generator, SHAPE_next_loop, 15))
    add_next_loop(it, &loop, &sums, before, after);
  if (wants(generator, SHAPE_second_loop, 8)) {
    struct row_loop second = row_elements(it, row);
    it->arrays[ARRAY_VALUE].elsewhere = it->arrays[ARRAY_OUT].elsewhere = true; /* rows of another layout */
    struct node *inner = node_list(arena);
    second.place.value =
        cleave_arena_format(arena, "(%s)", reduced(it, sums.items[0].type, sums.items[0].name));
    struct row_sum *sum = sums.count < MOST_SUMS ? add_sum(it, &sums, &second.place, before) : &sums.items[1];
    node_add(arena, inner, update_of(it, sum, &second.place));
    node_add(arena, before, second.setup);
    node_add(arena, before, around(it, &second, inner));
    node_add(arena, after, result_of(it, sum, &second.place));
  }
  const bool has_same_rows = directive[0] == 'p' && !is_near && !outer && it->row_header && loop.type &&
                             !loop.setup->child_count && wants(generator, SHAPE_same_rows, 20);
  node_add(arena, before, after);
  node_add(arena, header, before);
  if (!has_same_rows)
    return header;
  struct node *both = node_add(arena, node_list(arena), header);
  return node_add(arena, both, same_rows(it, &loop));
}
