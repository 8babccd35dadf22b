/* FILE: test/fuzz/programs/generate_transfers_loops.c
 * WHAT: parallel loops over rows and elements of arrays: reads, complete and partial writes.
 */
#include <string.h>

#include "model/arena.h"
#include "transfers.h"

/* A loop that is being made. */
struct nest {
  struct scene *scene;
  struct region *region;
  const char *row;    /* 0 <= row < n; NULL in serial code */
  const char *column; /* 0 <= column < m; NULL if there is none */
  const char *inner;  /* of a sum, 0 <= inner < m; NULL outside of one */
  bool collapsed;     /* an iteration is one row and one column */
  bool interior;      /* row - 1 and row + 1 exist */
  bool complete;      /* all rows are there */
  bool sum;           /* `s` may be read */
  struct item *written[2];
  size_t written_count;
};

const char *item_element(struct generator *generator, const struct item *item, const char *row,
                         const char *column) {
  struct cleave_arena *arena = generator->arena;
  const char *low = item->low ? cleave_arena_format(arena, "%u + ", item->low) : "";
  if (!item->rows)
    return cleave_arena_format(arena, "%s[%s%s]", item->name, low, row);
  if (item->matrix)
    return cleave_arena_format(arena, "%s[%s][%s]", item->name, row, column);
  return cleave_arena_format(arena, "%s[%s%s * m + %s]", item->name, low, row, column);
}

/* ---- Values --------------------------------------------------------------------------------------- */

/* Whether what A names may be what B names. */
static bool may_be_same(const struct item *a, const struct item *b) { return a == b || (a->twin && b->twin); }

static bool is_written_here(const struct nest *nest, const struct item *item) {
  for (size_t i = 0; i < nest->written_count; i++)
    if (may_be_same(item, nest->written[i]))
      return true;
  return false;
}

/* Notes that ITEM is read here. */
static void use_value(struct item *item) {
  item->used = true;
  item->needs_value |= !item->has_value;
  item->has_value = true; /* from the begin of the region on */
}

static const char *any_row(struct nest *nest) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!nest->row)
    return chance(generator, 50) ? "(n - 1)" : "0";
  if (nest->interior && chance(generator, 60))
    return cleave_arena_format(arena, "(%s %c 1)", nest->row, chance(generator, 50) ? '+' : '-');
  if (nest->inner && chance(generator, 25))
    return cleave_arena_format(arena, "(%s %% n)", nest->inner);
  switch (below(generator, 7)) {
  case 0:
    return cleave_arena_format(arena, "(n - 1 - %s)", nest->row);
  case 1:
    return cleave_arena_format(arena, "((%s * 7 + %u) %% n)", nest->row, below(generator, 9));
  case 2:
    return cleave_arena_format(arena, "(%s / 2)", nest->row);
  case 3:
    return chance(generator, 50) ? "0" : "(n - 1)";
  default:
    return nest->row;
  }
}

static const char *any_column(struct nest *nest) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (nest->inner && chance(generator, 60))
    return nest->inner;
  if (!nest->column || chance(generator, 25))
    return cleave_arena_format(arena, "%u %% m", below(generator, 9));
  return chance(generator, 75) ? nest->column : cleave_arena_format(arena, "(m - 1 - %s)", nest->column);
}

/* An element that may be read here, or NULL. */
static const char *any_read(struct nest *nest) {
  struct generator *generator = nest->scene->generator;
  struct item *item = &nest->region->items[below(generator, (unsigned)nest->region->item_count)];
  if (!is_written_here(nest, item)) {
    use_value(item);
    return item_element(generator, item, any_row(nest), any_column(nest));
  }
  /* Only what this iteration writes itself. */
  if (nest->collapsed && !item->rows)
    return NULL;
  use_value(item);
  return item_element(generator, item, nest->row, nest->collapsed ? nest->column : any_column(nest));
}

static struct node *leaf(struct nest *nest) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const scalars[] = {"n", "m", "steps", "flag"};
  const unsigned choice = below(generator, 100);
  const char *element = choice < 65 ? any_read(nest) : NULL;
  if (element)
    return EXPRESSION(arena, "(long)%s %% 1009", element);
  if (choice < 80 && nest->row)
    return EXPRESSION(arena, "(long)%s", nest->row);
  if (choice < 85 && nest->column)
    return EXPRESSION(arena, "(long)%s", nest->column);
  if (choice < 90 && nest->sum)
    return EXPRESSION(arena, "s %% 1009");
  if (choice < 95)
    return EXPRESSION(arena, "%s", scalars[below(generator, 4)]);
  return EXPRESSION(arena, "%u", below(generator, 50));
}

static struct node *value(struct nest *nest, unsigned depth) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!depth || chance(generator, 15))
    return leaf(nest);
  static const char *const forms[] = {"(@ + @)", "(@ + 2 * @)", "(@ - @)", "(@ ^ @)", "(3 * @ + @)"};
  struct node *node = EXPRESSION(arena, "%s", forms[below(generator, 5)]);
  node_add(arena, node, value(nest, depth - 1));
  return node_add(arena, node, value(nest, depth - 1));
}

struct node *transfers_value(struct scene *scene, struct region *region, bool sum) {
  struct nest nest = {.scene = scene, .region = region, .sum = sum};
  return value(&nest, 1);
}

/* ---- Writes ---------------------------------------------------------------------------------------- */

/* ELEMENT of ITEM gets a value. IN_PLACE: from what it was. */
static struct node *assignment(struct nest *nest, const char *element, bool in_place) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (!in_place)
    node = STATEMENT(arena, "%s = @ %% 1009;", element);
  else if (chance(generator, 50))
    node = STATEMENT(arena, "%s += @ %% 31;", element);
  else
    node = STATEMENT(arena, "%s = ((long)%s %% 1009 + @) %% 1009;", element, element);
  return node_add(arena, node, value(nest, 1 + below(generator, 2)));
}

/* Under a condition at times; then it is not complete. */
static struct node *maybe(struct nest *nest, struct node *statement, bool *complete) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!chance(generator, 12))
    return statement;
  *complete = false;
  struct node *node = STATEMENT(arena, "if ((@) %% 3 %s 1) {\n@}", chance(generator, 50) ? "==" : "!=");
  node_add(arena, node, value(nest, 1));
  return node_add(arena, node, statement);
}

/* Adds up a row or a column. */
static struct node *sum_into(struct nest *nest, const char *element) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *k = fresh_name(generator, "k");
  const bool plain = chance(generator, 50);
  struct node *node = plain
                          ? STATEMENT(arena, "%s = 0;\nfor (int %s = 0; %s < m; %s++)\n%s += @ %% 1009;",
                                      element, k, k, k, element)
                          : STATEMENT(arena,
                                      "{\nlong sum = 0;\nfor (int %s = 0; %s < m; %s++)\nsum += @ %% 1009;\n"
                                      "%s = sum %% 1009;\n}",
                                      k, k, k, element);
  nest->inner = k;
  node_add(arena, node, value(nest, 2));
  nest->inner = NULL;
  return node;
}

static void write_element(struct nest *nest, struct item *item, struct node *body) {
  struct generator *generator = nest->scene->generator;
  const char *element = item_element(generator, item, nest->row, NULL);
  const unsigned choice = below(generator, 100);
  bool complete = nest->complete;
  struct node *node;
  if (choice < 40)
    node = maybe(nest, assignment(nest, element, false), &complete);
  else if (choice < 70)
    node = sum_into(nest, element);
  else {
    use_value(item);
    node = assignment(nest, element, true);
  }
  item->needs_value |= !complete && !item->has_value;
  item->has_value = true;
  node_add(generator->arena, body, node);
}

static void write_row(struct nest *nest, struct item *item, struct node *body) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (nest->collapsed) {
    const char *element = item_element(generator, item, nest->row, nest->column);
    const unsigned choice = below(generator, 100);
    bool complete = nest->complete;
    if (choice >= 75)
      use_value(item);
    node_add(arena, body,
             choice < 45   ? maybe(nest, assignment(nest, element, false), &complete)
             : choice < 75 ? sum_into(nest, element)
                           : assignment(nest, element, true));
    item->needs_value |= !complete && !item->has_value;
    item->has_value = true;
    return;
  }
  const char *j = fresh_name(generator, "j");
  const unsigned choice = below(generator, 100);
  bool complete = nest->complete && choice < 80;
  struct node *node = STATEMENT(arena,
                                choice < 80   ? "for (int %s = 0; %s < m; %s++) {\n@}"
                                : choice < 90 ? "for (int %s = 1; %s < m; %s++) {\n@}"
                                              : "for (int %s = 0; %s < m / 2; %s++) {\n@}",
                                j, j, j);
  nest->column = j;
  const char *element = item_element(generator, item, nest->row, j);
  const bool in_place = chance(generator, 40);
  if (in_place)
    use_value(item);
  /* What a row holds already may be read in the value: it must be there first. */
  node_add(arena, node, maybe(nest, assignment(nest, element, in_place), &complete));
  nest->column = NULL;
  item->needs_value |= !complete && !item->has_value;
  item->has_value = true;
  node_add(arena, body, node);
}

/* ---- Loops ------------------------------------------------------------------------------------------ */

/* for (...) over rows; sets what of them are there. */
static const char *loop_head(struct nest *nest, const char *i) {
  struct generator *generator = nest->scene->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const counters[] = {"int", "long", "unsigned", "size_t"};
  const unsigned choice = below(generator, 100);
  nest->complete = true;
  if (choice < 45)
    return cleave_arena_format(arena, "for (int %s = 0; %s < n; %s++)", i, i, i);
  if (choice < 60)
    return cleave_arena_format(arena, "for (%s %s = 0; %s < n; %s++)", counters[below(generator, 4)], i, i,
                               i);
  if (choice < 67)
    return cleave_arena_format(arena, "for (int %s = 0; %s <= n - 1; %s++)", i, i, i);
  if (choice < 74)
    return cleave_arena_format(arena, "for (int %s = n - 1; %s >= 0; %s--)", i, i, i);
  nest->complete = false;
  nest->interior = choice < 88;
  if (nest->interior)
    return cleave_arena_format(arena, "for (int %s = 1; %s < n - 1; %s++)", i, i, i);
  if (choice < 94)
    return cleave_arena_format(arena, "for (int %s = 0; %s < n; %s += 2)", i, i, i);
  return cleave_arena_format(arena, "for (int %s = 0; %s < n / 2; %s++)", i, i, i);
}

/* Which items the loop writes. */
static void choose_written(struct nest *nest, unsigned wanted) {
  struct generator *generator = nest->scene->generator;
  for (unsigned i = 0; i < wanted; i++) {
    struct item *item = &nest->region->items[below(generator, (unsigned)nest->region->item_count)];
    if ((nest->collapsed && !item->rows) || is_written_here(nest, item) ||
        (item->array && item->array->owner == OWNER_READERS))
      continue;
    item->used = item->written = true;
    nest->written[nest->written_count++] = item;
  }
}

struct node *transfers_loop(struct scene *scene, struct region *region, const char *form,
                            struct node *clauses, bool sum) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct nest nest = {.scene = scene, .region = region};
  const char *i = fresh_name(generator, "i");
  bool has_rows = false;
  for (size_t k = 0; k < region->item_count; k++)
    has_rows |= region->items[k].rows;
  nest.collapsed = has_rows && wants(generator, SHAPE_collapse, 20);
  nest.row = i;
  nest.column = nest.collapsed ? fresh_name(generator, "j") : NULL;
  const char *head;
  if (nest.collapsed) {
    nest.complete = true;
    head = cleave_arena_format(arena, "for (int %s = 0; %s < n; %s++)\nfor (int %s = 0; %s < m; %s++)", i, i,
                               i, nest.column, nest.column, nest.column);
  } else {
    head = loop_head(&nest, i);
  }
  choose_written(&nest, 1 + chance(generator, 30));
  const bool reduces = sum && wants(generator, SHAPE_reduction, nest.written_count ? 10 : 100);
  nest.sum = sum && !reduces;
  struct node *body = node_list(arena);
  for (size_t k = 0; k < nest.written_count; k++) {
    if (nest.written[k]->rows)
      write_row(&nest, nest.written[k], body);
    else
      write_element(&nest, nest.written[k], body);
  }
  if (reduces)
    node_add(arena, body, node_add(arena, STATEMENT(arena, "s += @ %% 1009;"), value(&nest, 2)));
  struct node *list = node_list(arena);
  if (nest.collapsed)
    node_add(arena, list, CLAUSE(arena, " collapse(2)"));
  if (nest.collapsed)
    list->children[0]->removable = false;
  if (reduces) {
    node_add(arena, list, CLAUSE(arena, " reduction(+: s)"));
    list->children[list->child_count - 1]->removable = false;
  }
  if (strstr(form, "for") && wants(generator, SHAPE_schedule, 10)) {
    const char *const kinds[] = {"static", schedule(generator, "dynamic"), "static, 4",
                                 schedule(generator, "guided")};
    node_add(arena, list, CLAUSE(arena, " schedule(%s)", kinds[below(generator, 4)]));
  }
  struct node *node = clauses ? node_new(arena, ROLE_STATEMENT, "#pragma omp %s@@\n%s {\n@}", form, head)
                              : STATEMENT(arena, "#pragma omp %s@\n%s {\n@}", form, head);
  if (clauses)
    node_add(arena, node, clauses);
  node_add(arena, node, list);
  return node_add(arena, node, body);
}
