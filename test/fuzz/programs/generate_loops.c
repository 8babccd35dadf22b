/* FILE: test/fuzz/programs/generate_loops.c
 * WHAT: parallel loops: their ranges, and what an iteration does.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

enum { ARRAYS = 1 << KIND_ARRAY | 1 << KIND_POINTER };

/* ---- Ranges ---------------------------------------------------------------------------------------- */

static const char *counter_type(struct generator *generator) {
  static const char *const names[] = {"int", "int", "int", "long", "unsigned", "size_t", "short"};
  return names[below(generator, 7)];
}

/* Several ways to write N. */
static const char *upper_bound(struct generator *generator) {
  static const char *const bounds[] = {"n", "n", "N", "(n + 1) - 1"};
  return wants(generator, SHAPE_macro, 8) ? "LIMIT(n)" : bounds[below(generator, 4)];
}

static void make_range(struct generator *generator, struct parts *parts) {
  struct cleave_arena *arena = generator->arena;
  const char *i = parts->loop.index, *begin = parts->begin, *end = upper_bound(generator);
  const char *type = counter_type(generator);
  parts->whole = true;
  parts->before = "";
  if (!parts->combined && wants(generator, SHAPE_counter, 8)) {
    parts->before = cleave_arena_format(arena, "int %s;\n", i);
    parts->header = cleave_arena_format(arena, "for (%s = %s; %s < %s; %s++)", i, begin, i, end, i);
    return;
  }
  switch (below(generator, 12)) {
  case 0:
    parts->header = cleave_arena_format(arena, "for (int %s = %s - 1; %s >= %s; %s--)", i, end, i, begin, i);
    return;
  case 1:
    parts->header = cleave_arena_format(arena, "for (%s %s = %s; %s <= N - 1; ++%s)", type, i, begin, i, i);
    return;
  case 2:
    parts->whole = false;
    parts->header = cleave_arena_format(arena, "for (%s %s = %s; %s < %s; %s += %u)", type, i, begin, i, end,
                                        i, 2 + below(generator, 4));
    return;
  case 3:
    parts->whole = false;
    parts->loop.interior = true;
    parts->header =
        cleave_arena_format(arena, "for (%s %s = %s + 1; %s < N - 1; %s++)", type, i, begin, i, i);
    return;
  case 4:
    if (wants(generator, SHAPE_empty, 40)) {
      parts->whole = false;
      parts->header = cleave_arena_format(arena, "for (int %s = n; %s < %s; %s++)", i, i, end, i);
      return;
    }
    break;
  case 5:
    if (wants(generator, SHAPE_bound, 80)) {
      parts->whole = false;
      parts->header = cleave_arena_format(arena, "for (int %s = %s; %s < part; %s++)", i, begin, i, i);
      return;
    }
    break;
  case 6:
    parts->header = cleave_arena_format(arena, "for (int %s = %s; %s < N; %s = %s + 1)", i, begin, i, i, i);
    return;
  default:
    break;
  }
  parts->header = cleave_arena_format(arena, "for (%s %s = %s; %s < %s; %s++)", type, i, begin, i, end, i);
}

/* ---- What an iteration does -------------------------------------------------------------------------- */

/* ELEMENT, `name[...]`, under the name of another pointer to the same memory; itself if there is none. */
static const char *other_name(struct generator *generator, const char *element) {
  const size_t length = strcspn(element, "[");
  const struct variable *variable = NULL;
  for (size_t i = 0; i < generator->variable_count; i++)
    if (strlen(generator->variables[i]->name) == length &&
        !strncmp(generator->variables[i]->name, element, length))
      variable = generator->variables[i];
  for (size_t i = 0; variable && i < generator->variable_count; i++) {
    const struct variable *other = generator->variables[i];
    if (other != variable && other->storage == variable->storage && other->kind == variable->kind &&
        !other->hidden && other->writable)
      return cleave_arena_format(generator->arena, "%s%s", other->name, element + length);
  }
  return element;
}

/* A loop of one thread that adds up in ELEMENT. */
static struct node *accumulation(struct generator *generator, const char *element) {
  const char *j = fresh_name(generator, "j");
  struct node *node =
      STATEMENT(generator->arena,
                "for (int %s = 0; %s < N && %s < %u; %s++)\n"
                "  %s = ((int)%s + (int)%s + (@) %% 101) %% 499;",
                j, j, j, 2 + below(generator, 7), j, element, element, other_name(generator, element));
  generator->serial_index[generator->serial_index_count++] = j;
  node_add(generator->arena, node, integer_expression(generator, 2));
  generator->serial_index_count--;
  return node;
}

struct node *store(struct generator *generator, const struct type *type, const char *element, bool known) {
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (known && generator->loop && generator->serial_index_count < 3 && wants(generator, SHAPE_accumulate, 12))
    return accumulation(generator, element);
  switch (below(generator, 9)) {
  case 0:
    if (known) {
      node = STATEMENT(arena, "%s += (@) %% 31;", element);
      return node_add(arena, node, integer_expression(generator, 2));
    }
    break;
  case 1: {
    const char *name = fresh_name(generator, "u");
    node = STATEMENT(arena, "{\nint %s = (@) %% 97;\n%s = %s + @;\n}", name, element, name);
    node_add(arena, node, integer_expression(generator, 2));
    node_add(arena, node, value_for(generator, type, 1));
    node->removable = known;
    return node;
  }
  case 2: {
    node = STATEMENT(arena, "if (@ > @)\n  %s = @;\nelse\n  %s = @;", element, element);
    node_add(arena, node, integer_expression(generator, 1));
    node_add(arena, node, integer_expression(generator, 1));
    node_add(arena, node, value_for(generator, type, 2));
    node_add(arena, node, value_for(generator, type, 1));
    node->removable = known;
    return node;
  }
  case 3:
    if (generator->serial_index_count < 3 && generator->loop) {
      const char *j = fresh_name(generator, "j"), *sum = fresh_name(generator, "w");
      node = STATEMENT(arena,
                       "{\nint %s = 0;\nfor (int %s = 0; %s <= (int)%s %% 7 && %s < N; %s++)\n"
                       "  %s += (@) %% 101;\n%s = %s %% 499;\n}",
                       sum, j, j, generator->loop->index, j, j, sum, element, sum);
      generator->serial_index[generator->serial_index_count++] = j;
      node_add(arena, node, integer_expression(generator, 2));
      generator->serial_index_count--;
      node->removable = known;
      return node;
    }
    break;
  case 4:
    if (known) {
      node = STATEMENT(arena, "%s = (int)%s / 2 + @;", element, element);
      return node_add(arena, node, value_for(generator, type, 1));
    }
    break;
  default:
    break;
  }
  node = STATEMENT(arena, "%s = @;", element);
  node_add(arena, node, value_for(generator, type, 3));
  node->removable = known;
  return node;
}

/* ---- Loops ------------------------------------------------------------------------------------------- */

static void begin_loop(struct generator *generator, struct parts *parts, const char *form) {
  *parts = (struct parts){.form = form, .begin = "0", .before = ""};
  parts->clauses = node_list(generator->arena);
  parts->body = node_list(generator->arena);
  parts->loop.index = fresh_name(generator, "i");
  parts->loop.outer = generator->loop;
  parts->combined = !strncmp(form, "target", 6);
}

static void add_write(struct parts *parts, const struct variable *variable, const char *element) {
  parts->loop.writes[parts->loop.write_count].storage = variable->storage;
  parts->loop.writes[parts->loop.write_count++].element = element;
}

static struct node *finish_loop(struct generator *generator, struct parts *parts,
                                struct node *region_clauses) {
  struct cleave_arena *arena = generator->arena;
  for (size_t i = 0; i < parts->loop.write_count; i++)
    generator->touched[parts->loop.writes[i].storage] = generator->written[parts->loop.writes[i].storage] =
        true;
  for (size_t i = 0; i < parts->loop.closed_count; i++)
    generator->touched[parts->loop.closed[i]] = generator->written[parts->loop.closed[i]] = true;
  const bool braces = parts->body->child_count != 1 || chance(generator, 60) || parts->has_directives;
  struct node *node = STATEMENT(arena, braces ? "%s#pragma omp %s@@\n%s {\n@}" : "%s#pragma omp %s@@\n%s\n@",
                                parts->before, parts->form, parts->header);
  node_add(arena, node, region_clauses ? region_clauses : node_list(arena));
  node_add(arena, node, parts->clauses);
  node_add(arena, node, parts->body);
  if (!braces) /* without its statement the loop would take the next one */
    parts->body->children[0]->removable = false;
  return node;
}

static struct node *matrix_loop(struct generator *generator, struct variable *variable, const char *form,
                                struct node *region_clauses, bool all) {
  struct cleave_arena *arena = generator->arena;
  struct parts parts;
  begin_loop(generator, &parts, form);
  const char *i = parts.loop.index, *j = fresh_name(generator, "j");
  const char *element = cleave_arena_format(arena, "%s[%s][%s]", variable->name, i, j);
  const bool known = variable->readable;
  add_write(&parts, variable, element);
  generator->loop = &parts.loop;
  generator->serial_index[generator->serial_index_count++] = j;
  parts.whole = true;
  if (wants(generator, SHAPE_collapse, 40)) {
    node_add(arena, parts.clauses, node_new(arena, ROLE_CLAUSE, " collapse(2)"));
    parts.header = cleave_arena_format(
        arena,
        chance(generator, 60) ? "for (int %s = 0; %s < m; %s++)\nfor (int %s = 0; %s < m; %s++)"
                              : "for (long %s = 0; %s < M; %s++)\nfor (int %s = 0; %s < m; %s++)",
        i, i, i, j, j, j);
    node_add(arena, parts.body, store(generator, variable->type, element, known));
    add_loop_clauses(generator, &parts);
  } else {
    const bool triangle = !all && chance(generator, 30);
    const bool nested = wants(generator, SHAPE_nested, 20) && !strstr(form, "simd");
    parts.whole = !triangle;
    parts.has_directives = nested;
    parts.header = cleave_arena_format(arena, "for (int %s = 0; %s < m; %s++)", i, i, i);
    struct node *inner =
        STATEMENT(arena, "%sfor (int %s = 0; %s %s; %s++)\n  @", nested ? "#pragma omp parallel for\n" : "",
                  j, j, triangle ? cleave_arena_format(arena, "<= %s", i) : "< m", j);
    inner->removable = known;
    struct node *statement = store(generator, variable->type, element, known);
    statement->removable = false;
    node_add(arena, inner, statement);
    node_add(arena, parts.body, inner);
    generator->serial_index_count--;
    parts.loop.writes[0].element = NULL; /* its second index is not in scope behind the inner loop */
    add_loop_clauses(generator, &parts);
    generator->serial_index_count++;
  }
  generator->serial_index_count--;
  generator->loop = parts.loop.outer;
  if (parts.whole)
    variable->readable = true;
  return finish_loop(generator, &parts, region_clauses);
}

struct node *defining_loop(struct generator *generator, struct variable *variable, const char *form) {
  if (variable->kind == KIND_MATRIX)
    return matrix_loop(generator, variable, form, NULL, true);
  struct cleave_arena *arena = generator->arena;
  struct parts parts;
  begin_loop(generator, &parts, form);
  const char *element = cleave_arena_format(arena, "%s[%s]", variable->name, parts.loop.index);
  parts.header = cleave_arena_format(arena, "for (int %s = %s; %s < N; %s++)", parts.loop.index,
                                     variable->low, parts.loop.index, parts.loop.index);
  add_write(&parts, variable, element);
  generator->loop = &parts.loop;
  node_add(arena, parts.body, store(generator, variable->type, element, false));
  generator->loop = parts.loop.outer;
  variable->readable = true;
  return finish_loop(generator, &parts, NULL);
}

struct node *parallel_loop(struct generator *generator, const char *form, struct node *region_clauses) {
  struct cleave_arena *arena = generator->arena;
  if (!region_clauses && wants(generator, SHAPE_carried, 8)) {
    struct node *carried = carried_loop(generator, form);
    if (carried)
      return carried;
  }
  if (chance(generator, 25)) {
    struct variable *matrix = any_writable(generator, 1 << KIND_MATRIX);
    if (matrix)
      return matrix_loop(generator, matrix, form, region_clauses, false);
  }
  struct parts parts;
  begin_loop(generator, &parts, form);
  struct variable *targets[3];
  size_t count = 0;
  const size_t wanted = 1 + below(generator, 3);
  generator->loop = &parts.loop;
  for (size_t i = 0; i < wanted; i++) {
    struct variable *target = any_writable(generator, ARRAYS);
    if (!target)
      break;
    if (target->low[0] != '0')
      parts.begin = "K";
    targets[count++] = target;
    add_write(&parts, target, NULL);
  }
  make_range(generator, &parts);
  const bool mirrored = parts.whole && parts.begin[0] == '0' && chance(generator, 10);
  for (size_t i = 0; i < count; i++) {
    const char *element = cleave_arena_format(arena, mirrored ? "%s[N - 1 - %s]" : "%s[%s]", targets[i]->name,
                                              parts.loop.index);
    parts.loop.writes[i].element = element;
    node_add(arena, parts.body, store(generator, targets[i]->type, element, targets[i]->readable));
    if (targets[i]->readable && chance(generator, 15))
      node_add(arena, parts.body, store(generator, targets[i]->type, element, true));
  }
  add_loop_clauses(generator, &parts);
  generator->loop = parts.loop.outer;
  for (size_t i = 0; i < count; i++)
    if (parts.whole && !strcmp(parts.begin, targets[i]->low))
      targets[i]->readable = true;
  if (!parts.body->child_count)
    node_add(arena, parts.body, node_new(arena, ROLE_STATEMENT, ";"));
  return finish_loop(generator, &parts, region_clauses);
}
