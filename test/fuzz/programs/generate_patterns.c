/* FILE: test/fuzz/programs/generate_patterns.c
 * WHAT: loops that rely on the team they run in, and statements that belong together.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

enum { ARRAYS = 1 << KIND_ARRAY | 1 << KIND_POINTER };

/* A variable to store a result in, with the text of one of its elements. */
static struct variable *result_variable(struct generator *generator, const char **element) {
  struct variable *variable = any_writable(generator, ARRAYS);
  if (!variable || !variable->readable)
    return NULL;
  *element = cleave_arena_format(generator->arena, "%s[%s]", variable->name, variable->low);
  return variable;
}

/* Sums that each thread collects for itself, added up afterwards: right for any number of threads, as
 * long as no two threads have the same number. A team on a GPU has at most 1024. */
void add_partials(struct generator *generator, struct node *block) {
  struct cleave_arena *arena = generator->arena;
  const char *element = NULL;
  if (!result_variable(generator, &element))
    return;
  const char *partials = fresh_name(generator, "partials"), *i = fresh_name(generator, "i");
  const char *x = fresh_name(generator, "x");
  struct loop loop = {.outer = generator->loop, .index = i};
  struct node *node =
      STATEMENT(arena,
                "long %s[1024];\nfor (int %s = 0; %s < 1024; %s++)\n  %s[%s] = 0;\n"
                "#pragma omp parallel for@\nfor (int %s = 0; %s < n; %s++)\n"
                "  %s[omp_get_thread_num()] += (@) %% 91;\n"
                "for (int %s = 0; %s < 1024; %s++)\n  %s += %s[%s];",
                partials, x, x, x, partials, x, i, i, i, partials, x, x, x, element, partials, x);
  struct node *clauses = node_list(arena);
  if (chance(generator, 30))
    node_add(arena, clauses, CLAUSE(arena, " schedule(static)"));
  if (chance(generator, 30))
    node_add(arena, clauses, CLAUSE(arena, " num_threads(%u)", 1 + below(generator, 4)));
  generator->loop = &loop;
  struct node *value = integer_expression(generator, 2);
  generator->loop = loop.outer;
  node_add(arena, node, clauses);
  node_add(arena, node, value);
  /* A block of its own, or names that hold until the region ends. */
  struct node *around = STATEMENT(arena, chance(generator, 50) ? "{\n@}" : "@");
  node_add(arena, around, node);
  node->removable = false;
  node_add(arena, block, around);
}

/* A parallel construct that is no sequence of loops: one piece for whoever splits the region. There are
 * no tasks: one on the device that uses a global of the host is one that clang 19 cannot link. */
void add_opaque(struct generator *generator, struct node *block) {
  struct cleave_arena *arena = generator->arena;
  const char *element = NULL;
  struct variable *variable = result_variable(generator, &element);
  if (!variable)
    return;
  static const char *const forms[] = {
      "#pragma omp parallel\n{\n#pragma omp single\n{\n%s = @;\n}\n}",
      "#pragma omp parallel sections\n{\n#pragma omp section\n{\n%s = @;\n}\n}",
      "#pragma omp parallel\n{\n#pragma omp master\n{\n%s = @;\n}\n#pragma omp barrier\n}",
      "#pragma omp parallel\n{\nint mine = omp_get_thread_num();\n#pragma omp barrier\nif (!mine)\n  %s = @;\n}",
  };
  struct loop loop = {.outer = generator->loop, .index = "0"};
  loop.closed[loop.closed_count++] = variable->storage;
  struct node *node = STATEMENT(arena, forms[below(generator, 4)], element);
  generator->loop = &loop;
  node_add(arena, node, value_for(generator, variable->type, 2));
  generator->loop = loop.outer;
  node_add(arena, block, node);
}

struct node *team_construct(struct generator *generator) {
  const char *element = NULL;
  struct variable *variable = result_variable(generator, &element);
  if (!variable)
    return NULL;
  static const char *const forms[] = {
      "#pragma omp single\n{\n%s = @;\n}",
      "#pragma omp single nowait\n%s = @;\n#pragma omp barrier",
      "#pragma omp master\n{\n%s = @;\n}\n#pragma omp barrier",
      "#pragma omp sections\n{\n#pragma omp section\n%s = @;\n}",
  };
  struct loop loop = {.outer = generator->loop, .index = "0"};
  loop.closed[loop.closed_count++] = variable->storage;
  struct node *node = STATEMENT(
      generator->arena,
      cleave_arena_format(generator->arena, "#pragma omp barrier\n%s", forms[below(generator, 4)]), element);
  generator->loop = &loop;
  node_add(generator->arena, node, value_for(generator, variable->type, 2));
  generator->loop = loop.outer;
  return node;
}

/* The first array of the function, after number FIRST, that the region may change; NULL: none. */
static struct variable *whole_array(struct generator *generator, size_t first, const struct variable *like) {
  for (size_t i = first; i < generator->variable_count; i++) {
    struct variable *variable = generator->variables[i];
    if ((ARRAYS & 1u << variable->kind) && variable->readable && variable->writable && !variable->hidden &&
        variable->low[0] == '0' &&
        (!like || (variable->type == like->type && variable->storage != like->storage)))
      return variable;
  }
  return NULL;
}

void add_pointer_values(struct generator *generator, struct node *block) {
  if (generator->seed % 4 != 1 || generator->shapes->off[SHAPE_pointer_value])
    return;
  struct variable *a = whole_array(generator, 0, NULL), *b = a ? whole_array(generator, 0, a) : NULL;
  if (!b)
    return;
  generator->shapes->made[SHAPE_pointer_value]++;
  static const char *const forms[] = {
      /* exchanged in a loop */
      "%s *from = %s, *to = %s;\nfor (int step = 0; step < 3; step++) {\n#pragma omp parallel for\n"
      "for (int x = 0; x < n; x++)\nto[x] = ((int)from[x] + x + step) %% 11;\n%s *other = from;\nfrom = to;\nto = "
      "other;\n}\n#pragma omp parallel for\nfor (int x = 0; x < n; x++)\nto[x] = ((int)from[x] + 1) %% 11;",
      /* selected */
      "%s *one = %s, *two = %s;\nfor (int step = 0; step < 3; step++) {\n%s *to = step %% 2 ? one : two, "
      "*from = step %% 2 ? two : one;\n#pragma omp parallel for\nfor (int x = 0; x < n; x++)\nto[x] = ((int)from[x] + "
      "(int)to[x] + x) %% 11;\n#pragma omp parallel for\nfor (int x = 0; x < n; x++)\nfrom[x] = ((int)to[x] * 2) %% 7;\n}",
      /* derived, moved on */
      "%s *end = %s + n, *to = %s;\n%s *next;\nnext = end - n / 2;\nfor (int step = 0; step < 3; step++) {\n"
      "#pragma omp parallel for\nfor (int x = 1; x <= n; x++)\nend[-x] = ((int)to[n - x] + step) %% 11;\n"
      "#pragma omp parallel for\nfor (int x = 0; x < n / 4; x++)\nnext[x] = x %% 5;\nnext--;\n}",
      /* rows of exchanged arrays */
      "%s *from = %s, *to = %s;\nfor (int step = 0; step < 3; step++) {\n%s *row = to + step;\n#pragma omp parallel for\n"
      "for (int x = 0; x < n - 3; x++)\nrow[x] = ((int)from[x] + x) %% 11;\n{\nvoid *other = from;\nfrom = to;\nto = "
      "other;\n}\n}\n#pragma omp parallel for\nfor (int x = 0; x < n; x++)\nto[x] = x %% 9;",
  };
  const char *type = a->type->name;
  struct node *node =
      STATEMENT(generator->arena, forms[generator->seed / 4 % 4], type, a->name, b->name, type);
  node->removable = false;
  node_add(generator->arena, block, node_add(generator->arena, STATEMENT(generator->arena, "{\n@}"), node));
}

void add_lists(struct generator *generator, struct node *block) {
  if (generator->seed % 4 != 3 || generator->shapes->off[SHAPE_list])
    return;
  const struct variable *a = whole_array(generator, 0, NULL);
  if (!a)
    return;
  generator->shapes->made[SHAPE_list]++;
  struct node *node = STATEMENT(
      generator->arena,
      "for (int step = 0; step < 2; step++) {\nstatic const int table[3] = {1, 2, 3};\n"
      "int counts[5] = {step, 1};\n%s own[2] = {%s[step %% n], 3}, next = %s[0];\n"
      "struct record one = {.x = 3, .w = {1, 2}}, two = {.x = (int)%s[n - 1] %% 7, .z = 0.5}, three = two;\n"
      "#pragma omp parallel for\nfor (int x = 0; x < n; x++) {\n#pragma omp atomic\n"
      "counts[x %% 5]++;\n}\n#pragma omp parallel for\nfor (int x = 0; x < n; x++)\n"
      "%s[x] = ((int)own[x %% 2] %% 5 + (int)next %% 3 + table[x %% 3] + counts[x %% 5] + one.w[x %% 4] + "
      "three.x + (int)(two.z * 4)) %% 31;\n}",
      a->type->name, a->name, a->name, a->name, a->name);
  node->removable = false;
  node_add(generator->arena, block, node_add(generator->arena, STATEMENT(generator->arena, "{\n@}"), node));
}

struct node *carried_loop(struct generator *generator, const char *form) {
  struct cleave_arena *arena = generator->arena;
  const bool parallel = strstr(form, "parallel");
  if (generator->independent || strstr(form, "simd")) /* simd breaks the order of iterations */
    return NULL;
  struct variable *variable = any_writable(generator, ARRAYS);
  if (!variable || !variable->readable || variable->low[0] != '0' || variable->type->floating)
    return NULL;
  const char *i = fresh_name(generator, "i"), *a = variable->name;
  struct loop loop = {.outer = generator->loop, .index = i};
  loop.closed[loop.closed_count++] = variable->storage;
  struct node *node;
  const unsigned choice = parallel ? below(generator, 7) : 5 + below(generator, 2);
  if (choice >= 4) { /* each chunk is executed in order, by one thread */
    static const unsigned sizes[] = {2, 3, 4, 5, 8, 16};
    const unsigned size = sizes[below(generator, 6)];
    node = STATEMENT(arena,
                     "#pragma omp %s schedule(%s, %u)\nfor (int %s = 0; %s < n; %s++)\n"
                     "  %s[%s] = ((%s %% %u ? (int)%s[%s - 1] : 7) + (@) %% 97) %% 991;",
                     form, choice == 6 ? schedule(generator, "dynamic") : "static", size, i, i, i, a, i, i,
                     size, a, i);
  } else if (choice == 3 && wants(generator, SHAPE_ordered, 70)) {
    node = STATEMENT(arena,
                     "#pragma omp %s ordered\nfor (int %s = 1; %s < n; %s++) {\n"
                     "#pragma omp ordered\n%s[%s] = ((int)%s[%s - 1] + (@) %% 97) %% 991;\n}",
                     form, i, i, i, a, i, a, i);
  } else { /* one thread for all iterations */
    static const char *const clauses[] = {"num_threads(1)", "if(0)", "if(parallel: n < 0)",
                                          "num_threads(n / n)"};
    node = STATEMENT(arena,
                     "#pragma omp %s %s\nfor (int %s = 1; %s < n; %s++)\n"
                     "  %s[%s] = ((int)%s[%s - 1] + (@) %% 97) %% 991;",
                     form, clauses[choice], i, i, i, a, i, a, i);
  }
  generator->loop = &loop;
  node_add(arena, node, integer_expression(generator, 2));
  generator->loop = loop.outer;
  return node;
}
