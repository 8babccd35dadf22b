/* FILE: test/fuzz/programs/generate_nests_text.c
 * WHAT: the text of loop nests, of the helper around them, and of its calls.
 */
#include <string.h>

#include "model/arena.h"
#include "nests.h"

const char *const symbol_names[SYMBOL_COUNT] = {"i", "j", "k", "l", "t", "n", "m", "p", "q"};

/* ---- Values ---------------------------------------------------------------------------------------------- */

/* Positive summands come first, so that no intermediate result of an unsigned sum is less than the sum. CASTS: counters
 * are converted to int. */
static const char *sum_text(struct cleave_arena *arena, const struct affine *value, bool casts) {
  const char *text = "";
  for (int sign = 1; sign >= -1; sign -= 2) {
    for (unsigned i = 0; i < SYMBOL_COUNT; i++) {
      const int by = value->by[i] * sign;
      if (by <= 0)
        continue;
      const char *name =
          casts && i <= SYMBOL_L ? cleave_arena_format(arena, "(int)%s", symbol_names[i]) : symbol_names[i];
      const char *before = sign < 0 ? (*text ? " - " : "-") : *text ? " + " : "";
      text = by == 1 ? cleave_arena_format(arena, "%s%s%s", text, before, name)
                     : cleave_arena_format(arena, "%s%s%d * %s", text, before, by, name);
    }
    if (value->constant * sign > 0)
      text = cleave_arena_format(arena, "%s%s%d", text,
                                 sign < 0 ? (*text ? " - " : "-")
                                 : *text  ? " + "
                                          : "",
                                 value->constant * sign);
  }
  return *text ? text : "0";
}

static const char *in_parentheses(struct cleave_arena *arena, const char *text) {
  return strchr(text, ' ') ? cleave_arena_format(arena, "(%s)", text) : text;
}

static const char *access_text(struct cleave_arena *arena, const struct access *access) {
  const struct array *array = access->array;
  const char *at[MOST_DEPTH];
  for (unsigned i = 0; i < MOST_DEPTH; i++)
    at[i] = sum_text(arena, &access->subscripts[i], false);
  const char *row = symbol_names[array->row], *plane = symbol_names[array->plane];
  switch (array->form) {
  case ARRAY_LINE:
    return cleave_arena_format(arena, "%s[%s]", array->name, at[0]);
  case ARRAY_FLAT: {
    const char *sign = at[1][0] == '-' ? " - " : " + ";
    return cleave_arena_format(arena, "%s[%s * %s%s%s]", array->name, in_parentheses(arena, at[0]), row, sign,
                               at[1] + (at[1][0] == '-'));
  }
  case ARRAY_FLAT_3:
    return cleave_arena_format(arena, "%s[(%s * %s + %s) * %s + %s]", array->name,
                               in_parentheses(arena, at[0]), row, at[1], plane, at[2]);
  case ARRAY_ROWS:
  case ARRAY_VLA:
  case ARRAY_GRID:
    return cleave_arena_format(arena, "%s[%s][%s]", array->name, at[0], at[1]);
  case ARRAY_GRID_4:
    return cleave_arena_format(arena, "%s[%s][%s][%s][%s]", array->name, at[0], at[1], at[2], at[3]);
  default:
    return cleave_arena_format(arena, "%s[%s][%s][%s]", array->name, at[0], at[1], at[2]);
  }
}

static const char *condition_text(struct cleave_arena *arena, const struct condition *condition) {
  const char *left = sum_text(arena, &condition->left, true);
  if (condition->modulus)
    return cleave_arena_format(arena, "(%s) %% %d == %d", left, condition->modulus, condition->rest);
  return cleave_arena_format(arena, "%s %s %s", left,
                             condition->relation == '<'   ? "<"
                             : condition->relation == '>' ? ">"
                                                          : "==",
                             sum_text(arena, &condition->right, true));
}

/* ---- Statements ------------------------------------------------------------------------------------------ */

/* The value that ITEM stores or adds up, in places of which each a read or a number stands. DEPTH: of the loops around. */
static struct node *value_of(struct nests *nests, const struct item *item, enum symbol innermost,
                             const char *first_read) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  const struct type *type = item->target.array->storage->type;
  struct affine counters = {.constant = (int)below(generator, 9)};
  for (enum symbol i = SYMBOL_I; i <= innermost; i++)
    counters.by[i] = (int)below(generator, 6);
  static const char *const sums[] = {"@", "@ + @", "@ + @ + @", "@ + @ + @ + @"};
  const bool adds = item->kind == ITEM_ADD || item->kind == ITEM_ACCUMULATE;
  struct node *value = type->floating
                           ? EXPRESSION(arena, "%s", sums[item->read_count])
                           : EXPRESSION(arena, "(%s) %% %d", sums[item->read_count], adds ? 31 : 997);
  static const char *const factors[] = {"0.5 * ", "0.25 * ", "0.125 * "};
  for (unsigned i = 0; i < item->read_count; i++) {
    const char *read = i || !first_read ? access_text(arena, &item->reads[i]) : first_read;
    if (type->floating)
      node_add(arena, value, EXPRESSION(arena, "%s%s", factors[i], read));
    else if (chance(generator, 40))
      node_add(arena, value, EXPRESSION(arena, "%s", read));
    else
      node_add(arena, value,
               EXPRESSION(arena, "%s * %u", in_parentheses(arena, read), 2 + below(generator, 5)));
  }
  const char *number = sum_text(arena, &counters, true);
  for (enum symbol i = SYMBOL_I; i <= innermost; i++)
    if (nests->declared[i])
      number = cleave_arena_format(arena, "%s + (int)%s", number, nests->declared[i]);
  return node_add(arena, value, EXPRESSION(arena, type->floating ? "(%s) %% 17" : "(%s)", number));
}

static const char *loop_header(struct cleave_arena *arena, const struct nest_loop *loop) {
  const char *name = symbol_names[loop->counter], *first = sum_text(arena, &loop->first, false);
  const char *type = loop->declared_outside ? "" : cleave_arena_format(arena, "%s ", loop->type->name);
  const char *relation = loop->is_unequal       ? "!="
                         : loop->is_downward    ? (loop->includes_limit ? ">=" : ">")
                         : loop->includes_limit ? "<="
                                                : "<";
  const char *step = cleave_arena_format(arena, loop->step == 1 ? "%s%s" : "%s %s= %d", name,
                                         loop->step == 1     ? (loop->is_downward ? "--" : "++")
                                         : loop->is_downward ? "-"
                                                             : "+",
                                         loop->step);
  const char *condition;
  if (loop->is_sum_condition) { /* limit = n - i, written as i + j < n */
    struct affine left = {.by = {[SYMBOL_I] = 0}}, right = loop->limit;
    for (enum symbol i = SYMBOL_I; i <= SYMBOL_L; i++)
      if (right.by[i] < 0)
        left.by[i] = -right.by[i], right.by[i] = 0;
    left.by[loop->counter] = 1;
    condition = cleave_arena_format(arena, "%s %s %s", sum_text(arena, &left, false), relation,
                                    sum_text(arena, &right, false));
  } else {
    condition = cleave_arena_format(arena, "%s %s %s", name, relation, sum_text(arena, &loop->limit, false));
  }
  return cleave_arena_format(arena, "for (%s%s = %s; %s; %s)", type, name, first, condition, step);
}

/* Whether the body of LOOP declares a value in front of its only loop. The choice is that of the loop's style, so that the random
 * numbers that follow do not depend on it. */
static bool declares_value(const struct nests *nests, const struct nest_loop *loop) {
  const struct item *item = &loop->body->items[0];
  return !nests->generator->shapes->off[SHAPE_value] && loop->body->count == 1 && item->kind == ITEM_LOOP &&
         !item->condition.exists && loop->counter + 1u >= nests->collapse && item->style % 4 == 1;
}

static struct node *declaration_of_value(struct nests *nests, const struct nest_loop *loop) {
  static const char *const forms[] = {"const int %s = 3 * %s + 1;", "double %s = 0.5 * (%s + n);",
                                      "const long %s = m - %s;", "double %1$s; %1$s = 0.5 * %2$s + 2;"};
  struct cleave_arena *arena = nests->generator->arena;
  const char *counter = symbol_names[loop->counter];
  const char *value = nests->declared[loop->counter] = cleave_arena_format(arena, "value_%s", counter);
  const char *form = forms[loop->body->items[0].style / 4 % 4];
  struct node *node = node_new(arena, ROLE_STATEMENT, "%s", cleave_arena_format(arena, form, value, counter));
  node->removable = false;
  nests->generator->shapes->made[SHAPE_value]++;
  return node;
}

static struct node *print_block(struct nests *nests, const struct nest_loop *loop);

static struct node *print_kept(struct nests *nests, const struct item *item, const struct nest_loop *loop) {
  struct cleave_arena *arena = nests->generator->arena;
  const char *target = access_text(arena, &item->target), *kept = item->variable;
  struct node *node = node_new(
      arena, ROLE_STATEMENT, "if (%s == %s)\n%s = %s;\n@\n%s = @;", symbol_names[loop->counter],
      in_parentheses(arena, sum_text(arena, &loop->first, false)), kept, symbol_names[SYMBOL_I], kept);
  const bool floating = item->target.array->storage->type->floating;
  node_add(
      arena, node,
      STATEMENT(arena, floating ? "%s = 0.5 * %s + %s;" : "%s = (%s + %s) %% 997;", target, target, kept));
  return node_add(arena, node, value_of(nests, item, loop->counter, NULL));
}

/* ITEM of the body of LOOP, without its condition. */
static struct node *print_plain_item(struct nests *nests, const struct item *item,
                                     const struct nest_loop *loop) {
  struct cleave_arena *arena = nests->generator->arena;
  if (item->kind == ITEM_LOOP) {
    const struct block *inside = item->loop->body;
    const bool braces = inside->count > 1 || inside->items[0].kind == ITEM_NOTHING ||
                        inside->items[0].variable || item->style % 3 == 0 ||
                        declares_value(nests, item->loop);
    struct node *node =
        node_new(arena, ROLE_STATEMENT, braces ? "%s {\n@}" : "%s\n@", loop_header(arena, item->loop));
    struct node *body = print_block(nests, item->loop);
    if (!braces && body->child_count)
      body->children[0]->removable = false;
    return node_add(arena, node, body);
  }
  const struct type *type = item->target.array->storage->type;
  const char *target = access_text(arena, &item->target), *variable = item->variable;
  struct node *node;
  switch (item->kind) {
  case ITEM_ACCUMULATE:
    node = STATEMENT(arena, "{\n%s %s = %d;\n%s\n%s += @;\n%s %s %s;\n}", type->floating ? "double" : "int",
                     variable, item->style % 3 ? 0 : 2, loop_header(arena, item->loop), variable, target,
                     item->style % 2 ? "=" : "+=",
                     type->floating ? variable : cleave_arena_format(arena, "%s %% 89", variable));
    return node_add(arena, node, value_of(nests, item, item->loop->counter, NULL));
  case ITEM_KEPT:
    return print_kept(nests, item, loop);
  case ITEM_ASSIGN:
  case ITEM_ADD:
    if (item->variable) { /* a temporary */
      const char *declared = item->style % 2 ? "" : type->floating ? "double " : "long ";
      node = STATEMENT(arena, *declared ? "{\n%s%s = @;\n%s %s @;\n}" : "%s%s = @;\n%s %s @;", declared,
                       variable, target, item->kind == ITEM_ADD ? "+=" : "=");
      node_add(arena, node,
               item->read_count ? EXPRESSION(arena, "%s", access_text(arena, &item->reads[0]))
                                : EXPRESSION(arena, "%s", symbol_names[SYMBOL_I]));
      return node_add(arena, node, value_of(nests, item, loop->counter, item->read_count ? variable : NULL));
    }
    node = STATEMENT(arena, "%s %s @;", target, item->kind == ITEM_ADD ? "+=" : "=");
    return node_add(arena, node, value_of(nests, item, loop->counter, NULL));
  default:
    return NULL;
  }
}

static struct node *print_block(struct nests *nests, const struct nest_loop *loop) {
  struct cleave_arena *arena = nests->generator->arena;
  struct node *list = node_list(arena);
  if (declares_value(nests, loop))
    node_add(arena, list, declaration_of_value(nests, loop));
  for (unsigned i = 0; i < loop->body->count; i++) {
    const struct item *item = &loop->body->items[i];
    struct node *node = print_plain_item(nests, item, loop);
    if (!node)
      continue;
    if (item->condition.exists) {
      struct node *inside = node_list(arena);
      node_add(arena, inside, node);
      node = node_new(arena, ROLE_STATEMENT, "if (%s) {\n@}", condition_text(arena, &item->condition));
      node_add(arena, node, inside);
      node->removable = item->kind != ITEM_LOOP;
    }
    node_add(arena, list, node);
  }
  if (!list->child_count)
    node_add(arena, list, node_new(arena, ROLE_STATEMENT, ";"));
  nests->declared[loop->counter] = NULL;
  return list;
}

/* ---- Nests and regions ----------------------------------------------------------------------------------- */

static struct node *print_nest(struct nests *nests, const struct nest *nest, const char *directive,
                               struct node *clauses) {
  struct cleave_arena *arena = nests->generator->arena;
  const char *privates = "";
  for (unsigned i = 0; i < nest->private_count; i++)
    privates = cleave_arena_format(arena, "%s%s%s", privates, *privates ? ", " : "", nest->privates[i]);
  if (*privates)
    privates = cleave_arena_format(arena, " private(%s)", privates);
  nests->collapse = nest->collapse;
  struct node *node = STATEMENT(arena, "#pragma omp %s%s%s@\n%s {\n@}", directive, privates, nest->clauses,
                                loop_header(arena, &nest->loop));
  node_add(arena, node, clauses);
  return node_add(arena, node, print_block(nests, &nest->loop));
}

/* The number of elements, rows or planes of ARRAY that a map clause names: a product of the helper's parameters if that is enough. */
static const char *section_length(struct nests *nests, const struct array *array) {
  struct generator *generator = nests->generator;
  static const enum symbol symbols[] = {SYMBOL_N, SYMBOL_M, SYMBOL_P};
  const unsigned begin = below(generator, 8);
  int fixed = ELEMENTS;
  for (unsigned call = 0; call < nests->call_count; call++) {
    const int unit = elements_of_unit(array, nests->values[call]);
    const int most = array->elements / unit;
    fixed = most < fixed ? most : fixed;
  }
  const char *constant = cleave_arena_format(generator->arena, "%d", fixed);
  for (unsigned i = 0; i < 8 && begin != 7; i++) {
    const unsigned set = (begin + i) % 8;
    const char *text = "";
    bool fits = set != 0;
    for (unsigned call = 0; call < nests->call_count; call++) {
      int product = 1;
      for (unsigned s = 0; s < 3; s++)
        product *= set & 1u << s ? nests->values[call][symbols[s]] : 1;
      fits &= product >= array->needed[call] && product <= fixed;
    }
    for (unsigned s = 0; s < 3; s++)
      if (set & 1u << s)
        text = cleave_arena_format(generator->arena, "%s%s%s", text, *text ? " * " : "",
                                   symbol_names[symbols[s]]);
    if (fits)
      return text;
  }
  return constant;
}

static struct node *map_clauses(struct nests *nests) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *clauses = node_list(arena);
  for (unsigned i = 0; i < nests->array_count; i++) {
    const struct array *array = &nests->arrays[i];
    if (!array->used || array->storage->is_shared || (is_grid(array) && chance(generator, 40)))
      continue;
    const char *section =
        is_grid(array) ? "" : cleave_arena_format(arena, "[0 : %s]", section_length(nests, array));
    node_add(arena, clauses,
             node_new(arena, ROLE_CLAUSE, " map(%s : %s%s)",
                      array->written || chance(generator, 30) ? "tofrom" : "to", array->name, section));
  }
  return clauses;
}

static struct node *print_region(struct nests *nests) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *clauses = map_clauses(nests);
  if (nests->nest_count == 1 && !nests->has_time_loop && !nests->has_region_bound && chance(generator, 75)) {
    static const char *const directives[] = {"target teams distribute parallel for",
                                             "target teams distribute parallel for", "target parallel for"};
    if (chance(generator, 80))
      return print_nest(nests, &nests->nests[0], directives[below(generator, 3)], clauses);
    struct node *node = STATEMENT(arena, "#pragma omp target@\n@");
    node_add(arena, node, clauses);
    return node_add(arena, node,
                    print_nest(nests, &nests->nests[0], "teams distribute parallel for", node_list(arena)));
  }
  struct node *list = node_list(arena);
  if (nests->has_region_bound)
    node_add(arena, list, node_new(arena, ROLE_STATEMENT, "int q = m - 1;"));
  for (unsigned i = 0; i < nests->nest_count; i++) {
    if (i && nests->has_region_bound)
      node_add(arena, list, node_new(arena, ROLE_STATEMENT, "q--;"));
    node_add(arena, list, print_nest(nests, &nests->nests[i], "parallel for", node_list(arena)));
  }
  const char *time = nests->has_time_loop ? cleave_arena_format(arena, "for (int t = 0; t < %s; t++) ",
                                                                sum_text(arena, &nests->time_limit, false))
                                          : "";
  struct node *node = node_new(arena, ROLE_STATEMENT, "#pragma omp target@\n%s{\n@}", time);
  node_add(arena, node, clauses);
  return node_add(arena, node, list);
}

/* The declarations that the helper needs for what private clauses name. */
static struct node *outside_declarations(struct nests *nests) {
  struct cleave_arena *arena = nests->generator->arena;
  struct node *list = node_list(arena);
  bool declared[SYMBOL_COUNT] = {false};
  for (unsigned n = 0; n < nests->nest_count; n++)
    for (unsigned i = 0; i < nests->nests[n].private_count; i++) {
      const char *name = nests->nests[n].privates[i];
      unsigned symbol = 0;
      while (symbol < SYMBOL_COUNT && strcmp(name, symbol_names[symbol]))
        symbol++;
      const char *type = symbol < SYMBOL_COUNT ? "int" : name[0] == 'x' ? "double" : "long";
      if (symbol < SYMBOL_COUNT && declared[symbol])
        continue;
      if (symbol < SYMBOL_COUNT)
        declared[symbol] = true;
      node_add(arena, list, node_new(arena, ROLE_STATEMENT, "%s %s;", type, name));
    }
  return list;
}

/* ---- The helper and its calls ---------------------------------------------------------------------------- */

static const char *parameter(struct cleave_arena *arena, const struct array *array) {
  const char *type = array->storage->type->name;
  switch (array->form) {
  case ARRAY_ROWS:
    return cleave_arena_format(arena, ", %s (*%s)[%d]", type, array->name, ROW);
  case ARRAY_VLA:
    return cleave_arena_format(arena, ", %s (*%s)[%s]", type, array->name, symbol_names[array->row]);
  case ARRAY_VLA_3:
    return cleave_arena_format(arena, ", %s (*%s)[%s][%s]", type, array->name, symbol_names[array->row],
                               symbol_names[array->plane]);
  case ARRAY_CUBE:
    return cleave_arena_format(arena, ", %s (*%s)[%d][%d]", type, array->name, PLANE, PLANE);
  default:
    return cleave_arena_format(arena, ", %s *%s", type, array->name);
  }
}

static void print_storages(struct nests *nests, struct node *begin, struct node *end) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  for (unsigned i = 0; i < nests->storage_count; i++) {
    const struct storage *storage = nests->storages[i];
    const char *dimensions = cleave_arena_format(arena, "[%d]", ELEMENTS), *type = storage->type->name;
    for (unsigned a = 0; a < nests->array_count; a++) {
      const enum array_form form = nests->arrays[a].form;
      if (nests->arrays[a].storage != storage || !is_grid(&nests->arrays[a]))
        continue;
      dimensions = "";
      for (unsigned d = 0; d < dimensions_of(&nests->arrays[a]); d++)
        dimensions = cleave_arena_format(arena, "%s[%d]", dimensions,
                                         form == ARRAY_GRID     ? ROW
                                         : form == ARRAY_GRID_3 ? PLANE
                                                                : SIDE);
    }
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "static %s %s%s;", type, storage->name, dimensions));
    node_add(arena, begin,
             node_new(arena, ROLE_STATEMENT,
                      "for (int x = 0; x < %d; x++)\n((%s *)%s)[x] = (x * %u + %u) %% 101%s;",
                      storage->elements, type, storage->name, 3 + below(generator, 40), below(generator, 50),
                      storage->type->floating ? " * 0.25" : ""));
    node_add(
        arena, end,
        node_new(
            arena, ROLE_STATEMENT,
            storage->type->floating
                ? "for (int x = 0; x < %d; x++) {\ndouble y = ((%s *)%s)[x];\ndigest_double(y == y ? y : 0);\n}"
                : "for (int x = 0; x < %d; x++)\ndigest_long(((%s *)%s)[x]);",
            storage->elements, type, storage->name));
  }
}

void print_nests(struct nests *nests, struct node *body) {
  struct generator *generator = nests->generator;
  struct cleave_arena *arena = generator->arena;
  const char *helper = cleave_arena_format(arena, "g%s", generator->function->name + 1);
  const char *parameters = "", *arguments = "", *data = "";
  struct node *begin = node_list(arena), *end = node_list(arena), *region = print_region(nests);
  print_storages(nests, begin, end);
  for (unsigned i = 0; i < nests->array_count; i++) {
    const struct array *array = &nests->arrays[i];
    if (!is_grid(array)) {
      parameters = cleave_arena_format(arena, "%s%s", parameters, parameter(arena, array));
      arguments = cleave_arena_format(arena, "%s, (void *)((%s *)%s + %d)", arguments,
                                      array->storage->type->name, array->storage->name, array->offset);
    }
    if (array->storage->is_shared && !strstr(data, array->storage->name))
      data = cleave_arena_format(arena, "%s%s%s", data, *data ? ", " : "", array->storage->name);
  }
  if (*data)
    data = cleave_arena_format(arena, "#pragma omp target data map(tofrom : %s)\n", data);
  /* A comparison of an unsigned int with a negative long is not one modulo 2^32. */
  const bool is_long =
      nests->array_count % 3 == 1 && !nests->has_unsigned && !generator->shapes->off[SHAPE_wide_symbol];
  generator->shapes->made[SHAPE_wide_symbol] += is_long;
  struct node *definition = node_new(arena, ROLE_STATEMENT, "static void %s(%s%s) {\n@@}", helper,
                                     is_long ? "long n, long m, long p" : "int n, int m, int p", parameters);
  node_add(arena, definition, outside_declarations(nests));
  node_add(arena, definition, region);
  node_add(arena, generator->file_scope, definition);
  node_add(arena, body, begin);
  for (unsigned call = 0; call < nests->call_count; call++) {
    const int *values = nests->values[call];
    node_add(arena, body,
             STATEMENT(arena, "%s%s(%d, %d, %d%s);", data, helper, values[SYMBOL_N], values[SYMBOL_M],
                       values[SYMBOL_P], arguments));
  }
  node_add(arena, body, end);
}
