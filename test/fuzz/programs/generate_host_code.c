/* FILE: test/fuzz/programs/generate_host_code.c
 * WHAT: functions whose regions share arrays, with host code between the regions: loops, branches, called functions,
 *       exchanged pointers, aliases, and code that the compiler does not see.
 *
 * Every array has N elements, all of which have values. Values stay below 10007, so no sum overflows.
 */
#include "generate.h"
#include "model/arena.h"

#include <string.h>

enum { POINTERS = 4, HELPERS = 5, VIEWS = 4 };

const char host_code_prelude[] =
    "struct fields {\nlong *x, *y;\nint n;\n};\n"
    "static long *kept;\n"
    "/* Weak: another definition may replace them, so the compiler does not know what they do. */\n"
    "__attribute__((weak)) void keep(long *p) {\nkept = p;\n}\n"
    "__attribute__((weak)) void use_kept(void) {\nif (kept)\nkept[1] = (kept[1] + 5) % 10007;\n}\n"
    "__attribute__((weak)) long look(const long *p) {\nreturn p[2];\n}\n"
    "static __attribute__((unused)) void exchange(long **p, long **q) {\nlong *t = *p;\n*p = *q;\n*q = t;\n}\n";

struct host_scene {
  struct generator *generator;
  const char *pointers[POINTERS + 3]; /* expressions that denote whole arrays */
  unsigned count;
  const char *views[VIEWS]; /* expressions that denote arrays, but cannot be list items */
  unsigned view_count;
  bool has_fields;
  unsigned loops; /* around the current statement */
  bool in_function;
};

static const char *any_pointer(struct host_scene *scene) {
  return scene->pointers[below(scene->generator, scene->count)];
}

/* A pointer other than NAME. */
static const char *other_pointer(struct host_scene *scene, const char *name) {
  const char *other = any_pointer(scene);
  while (other == name)
    other = any_pointer(scene);
  return other;
}

/* A region about OUT and IN, which differ. LENGTH is the text of the number of elements. */
static struct node *make_kernel(struct host_scene *scene, const char *out, const char *in,
                                const char *length) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const forms[] = {"target teams distribute parallel for", "target parallel for",
                                      "target teams loop", "target"};
  const char *form = forms[below(generator, 4)];
  const bool is_nested = !strcmp(form, "target");
  const char *nested = is_nested ? "\n#pragma omp teams distribute parallel for" : "";
  const char *out_map = chance(generator, 70) ? "tofrom" : chance(generator, 50) ? "from" : "to";
  const bool whole = out_map[0] == 'f';
  const char *extra = chance(generator, 5) ? " if(0)" : chance(generator, 5) ? " if(1)" : "";
  const char *modifier = chance(generator, 5) ? "always, " : "";
  const bool reads = !whole || chance(generator, 30);
  if (whole)
    return STATEMENT(arena,
                     "#pragma omp %s map(%sfrom: %s[0:%s]) map(to: %s[0:%s])%s%s\n"
                     "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] * %u + %u + i) %% 10007;",
                     form, modifier, out, length, in, length, extra, nested, length, out, in,
                     below(generator, 20), below(generator, 100));
  if (chance(generator, 15) && reads) {
    const char *sum = fresh_name(generator, "sum");
    return STATEMENT(arena,
                     "long %s = 0;\n#pragma omp %s map(to: %s[0:%s]) map(tofrom: %s)%s%s reduction(+: %s)%s\n"
                     "for (int i = 0; i < %s; i++)\n%s += %s[i] * (i %% 7);\ndigest_long(%s);",
                     sum, form, in, length, sum, is_nested ? extra : "", nested, sum, is_nested ? "" : extra,
                     length, sum, in, sum);
  }
  return STATEMENT(arena,
                   "#pragma omp %s map(%s%s: %s[0:%s]) map(to: %s[0:%s])%s%s\n"
                   "for (int i = %u; i < %s; i++)\n%s[i] = (%s[i] + %s[i] * %u + %u) %% 10007;",
                   form, modifier, out_map, out, length, in, length, extra, nested, below(generator, 3),
                   length, out, out, in, below(generator, 20), below(generator, 100));
}

struct node *host_read(struct generator *generator, const char *array) {
  struct cleave_arena *arena = generator->arena;
  switch (below(generator, 3)) {
  case 0:
    return STATEMENT(arena, "digest_long(%s[%u]);", array, below(generator, 3));
  case 1:
    return STATEMENT(arena, "for (int i = 0; i < n; i++)\ndigest_long(%s[i]);", array);
  default:
    return STATEMENT(arena, "if (%s[1] %% 2)\ndigest_long(%s[0]);", array, array);
  }
}

struct node *host_write(struct generator *generator, unsigned way, const char *array, const char *other) {
  struct cleave_arena *arena = generator->arena;
  switch (way) {
  case HOST_COPY:
    return STATEMENT(arena, "memcpy(%s, %s, n * sizeof(long));", array, other);
  case 0:
    return STATEMENT(arena, "%s[%u] = %u;", array, below(generator, 3), below(generator, 10000));
  case 1:
    return STATEMENT(arena, "for (int i = 0; i < n; i++)\n%s[i] = (%s[i] + i) %% 10007;", array, array);
  default:
    return STATEMENT(arena, "if (n > 2) {\n%s[0]++;\n%s[0] %%= 10007;\n}", array, array);
  }
}

static struct node *make_read(struct host_scene *scene, const char *array) {
  return host_read(scene->generator, array);
}

static struct node *make_write(struct host_scene *scene, const char *array) {
  const unsigned kind = below(scene->generator, HOST_WRITES);
  return host_write(scene->generator, kind, array, kind == HOST_COPY ? other_pointer(scene, array) : NULL);
}

static struct node *make_statement(struct host_scene *scene, unsigned depth);

static struct node *make_block(struct host_scene *scene, unsigned depth) {
  struct node *block = node_list(scene->generator->arena);
  for (unsigned i = 0, count = 1 + below(scene->generator, 4); i < count; i++)
    node_add(scene->generator->arena, block, make_statement(scene, depth));
  return block;
}

static struct node *make_control(struct host_scene *scene, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *index = fresh_name(generator, "t");
  struct node *made;
  const bool is_branch = chance(generator, 35);
  if (is_branch) {
    made = STATEMENT(arena,
                     chance(generator, 50) ? "if (turn++ %% %u == 0) {\n@\n}"
                                           : "if (turn++ %% %u) {\n@\n} else\nturn += 2;",
                     2 + below(generator, 2));
    return node_add(arena, made, make_block(scene, depth - 1));
  }
  made = STATEMENT(arena, "for (int %s = 0; %s < %u; %s++) {\n@\n}", index, index, 1 + below(generator, 3),
                   index);
  scene->loops++;
  struct node *block = make_block(scene, depth - 1);
  if (chance(generator, 12))
    node_add(arena, block,
             STATEMENT(arena, "if (turn++ %% 3 == 2)\n%s;", chance(generator, 50) ? "break" : "continue"));
  if (chance(generator, 30))
    node_add(arena, block, make_statement(scene, 0));
  scene->loops--;
  return node_add(arena, made, block);
}

/* Host code about parts of an allocation or elements of an array of pointers, or a call of a function with regions. */
static struct node *make_view(struct host_scene *scene) {
  struct generator *generator = scene->generator;
  const unsigned view = below(generator, scene->view_count);
  const char *array = scene->views[view];
  if (chance(generator, 20))
    return make_read(scene, array);
  if (chance(generator, 20))
    return make_write(scene, array);
  const char *other =
      chance(generator, 60) ? scene->views[(view + 1) % scene->view_count] : any_pointer(scene);
  return STATEMENT(generator->arena, "%s_h%u(%s, %s, n);", generator->function->name,
                   below(generator, HELPERS), array, other);
}

static struct node *make_statement(struct host_scene *scene, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (scene->view_count && chance(generator, 25))
    return make_view(scene);
  const char *array = any_pointer(scene), *other = other_pointer(scene, array);
  const unsigned kind = below(generator, 100);
  if (depth && kind < 30)
    return make_control(scene, depth);
  if (kind < 52)
    return make_kernel(scene, array, other, "n");
  if (kind < 60)
    return make_read(scene, array);
  if (kind < 66)
    return make_write(scene, array);
  if (kind < 72 && !scene->in_function)
    return STATEMENT(arena, "exchange(&p0, &p1);");
  if (kind < 78 && !scene->in_function)
    return STATEMENT(arena, "{\nlong *t = p%u;\np%u = p%u;\np%u = t;\n}", 0, 0, 1, 1);
  if (kind < 88 && !scene->in_function)
    return STATEMENT(arena, "%s_h%u(%s, %s, n);", generator->function->name, below(generator, HELPERS), array,
                     other);
  if (kind < 90)
    return STATEMENT(arena, "digest_long(look(%s));", array);
  if (kind < 92)
    return STATEMENT(arena, chance(generator, 50) ? "keep(%s);" : "use_kept();\ndigest_long(%s[0]);", array);
  if (kind < 94 && !scene->in_function)
    return STATEMENT(arena,
                     "{\nlong *q = turn %% 2 ? %s : %s;\nq[1] = (q[1] + 1) %% 10007;\ndigest_long(q[2]);\n}",
                     array, other);
  if (kind < 95 && !scene->in_function)
    return STATEMENT(arena, "if (kept != p2) {\nfree(p2);\np2 = calloc(n + 2, sizeof(long));\n}");
  /* clang maps s->x and s->y of one construct as parts of one object, which may be partly present then. */
  if (kind < 97 && (array[0] == 's' || other[0] == 's'))
    return make_read(scene, array);
  if (kind < 96)
    return STATEMENT(arena, "#pragma omp target update %s(%s[0:n])", chance(generator, 50) ? "to" : "from",
                     array);
  if (kind < 97) {
    struct node *made = STATEMENT(arena, "#pragma omp target data map(tofrom: %s[0:n])\n{\n@\n}", array);
    return node_add(arena, made, make_kernel(scene, array, other, "n"));
  }
  if (kind < 98)
    return make_kernel(scene, array, other, "(n - 1)");
  return make_read(scene, array);
}

/* A `target data` construct around regions, with or without host code between them. */
static struct node *make_own_data(struct host_scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *made =
      STATEMENT(arena, "#pragma omp target data map(%s: a[0:n]) map(%s: b[0:n])%s\n{\n@\n}",
                chance(generator, 80) ? "tofrom" : "to", chance(generator, 50) ? "tofrom" : "to",
                chance(generator, 8) ? " if(n > 1)" : "");
  struct node *block = node_list(arena);
  node_add(arena, block, make_kernel(scene, "a", "b", "n"));
  if (chance(generator, 15))
    node_add(arena, block, chance(generator, 50) ? make_read(scene, "a") : make_write(scene, "b"));
  if (chance(generator, 60))
    node_add(arena, block, make_kernel(scene, "b", "a", "n"));
  return node_add(arena, made, block);
}

/* A function with two arrays as parameters. */
static void make_helper(struct host_scene *outer, unsigned number) {
  struct generator *generator = outer->generator;
  struct cleave_arena *arena = generator->arena;
  struct host_scene scene = {.generator = generator, .pointers = {"a", "b"}, .count = 2, .in_function = true};
  struct node *made =
      node_new(arena, ROLE_STATEMENT,
               "%s__attribute__((noinline)) void %s_h%u(long *a, long *b, int n) {\nint turn = n;\n@\n"
               "(void)a, (void)b, (void)turn;\n}",
               chance(generator, 70) ? "static " : "", generator->function->name, number);
  struct node *body = node_list(arena);
  if (!generator->shapes->off[SHAPE_own_data] && wants(generator, SHAPE_own_data, 60)) {
    node_add(arena, body, make_own_data(&scene));
  } else if (chance(generator, 60)) {
    node_add(arena, body, make_kernel(&scene, "a", "b", "n"));
    if (chance(generator, 15))
      node_add(arena, body, STATEMENT(arena, "if (turn++ %% 4 == 1)\nreturn;"));
    if (chance(generator, 30))
      node_add(arena, body, make_kernel(&scene, "b", "a", "n"));
  } else if (chance(generator, 60)) {
    node_add(arena, body, chance(generator, 60) ? make_read(&scene, "a") : make_write(&scene, "b"));
  } else {
    node_add(arena, body, make_block(&scene, 1));
  }
  node_add(arena, made, body);
  node_add(arena, generator->file_scope, made);
}

/* Adds the statement DECLARATION, or none if it is NULL, and the values of COUNT elements of ARRAY. */
static void add_array(struct node *body, struct generator *generator, const char *declaration,
                      const char *array, const char *count) {
  if (declaration)
    node_add(generator->arena, body, node_new(generator->arena, ROLE_STATEMENT, "%s;", declaration));
  node_add(generator->arena, body,
           node_new(generator->arena, ROLE_STATEMENT,
                    "for (int i = 0; i < %s; i++)\n%s[i] = (i * %u + 3) %% 10007;", count, array,
                    1 + below(generator, 30)));
}

void make_host_code_body(struct generator *generator, struct node *body) {
  struct cleave_arena *arena = generator->arena;
  struct host_scene scene = {.generator = generator};
  const char *name = generator->function->name;
  for (unsigned i = 0; i < 3; i++)
    scene.pointers[scene.count++] = cleave_arena_format(arena, "p%u", i);
  node_add(arena, body, node_new(arena, ROLE_STATEMENT, "int n = N + 3, turn = 0;\nkept = NULL;"));
  for (unsigned i = 0; i < 3; i++)
    node_add(
        arena, body,
        node_new(
            arena, ROLE_STATEMENT,
            "long *p%u = malloc((n + 2) * sizeof(long));\nfor (int i = 0; i < n + 2; i++)\np%u[i] = (i * %u + %u) %% "
            "10007;",
            i, i, 1 + below(generator, 30), below(generator, 900)));
  if (chance(generator, 50)) {
    scene.pointers[scene.count++] = cleave_arena_format(arena, "%s_g", name);
    node_add(arena, generator->file_scope, node_new(arena, ROLE_STATEMENT, "static long %s_g[N + 5];", name));
    node_add(arena, body, node_new(arena, ROLE_STATEMENT, "for (int i = 0; i < n; i++)\n%s_g[i] = i;", name));
  }
  if (chance(generator, 50)) {
    scene.has_fields = true;
    node_add(
        arena, body,
        node_new(arena, ROLE_STATEMENT,
                 "struct fields *s = malloc(sizeof *s);\ns->n = n;\ns->x = calloc(n + 2, sizeof(long));\n"
                 "s->y = calloc(n + 2, sizeof(long));"));
    scene.pointers[scene.count++] = "s->x";
    scene.pointers[scene.count++] = "s->y";
  }
  if (!generator->shapes->off[SHAPE_parts] && wants(generator, SHAPE_parts, 60)) {
    add_array(body, generator, "long *all = malloc(2 * (n + 2) * sizeof(long))", "all", "2 * (n + 2)");
    scene.views[scene.view_count++] = "all";
    scene.views[scene.view_count++] = chance(generator, 50) ? "(all + n + 2)" : "(&all[n + 2])";
  }
  if (!generator->shapes->off[SHAPE_elements] && wants(generator, SHAPE_elements, 60)) {
    add_array(body, generator,
              "long *e[2];\nfor (int i = 0; i < 2; i++)\ne[i] = malloc((n + 2) * sizeof(long))", "e[0]",
              "n + 2");
    add_array(body, generator, NULL, "e[1]", "n + 2");
    scene.views[scene.view_count++] = "e[0]";
    scene.views[scene.view_count++] = "e[1]";
  }
  for (unsigned i = 0; i < HELPERS; i++)
    make_helper(&scene, i);
  for (unsigned i = 0, count = 2 + below(generator, 4); i < count; i++)
    node_add(arena, body, make_statement(&scene, 3));
  for (unsigned i = 0; i < scene.count; i++)
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "for (int i = 0; i < n; i++)\ndigest_long(%s[i]);",
                      scene.pointers[i]));
  for (unsigned i = 0; i < scene.view_count; i++)
    node_add(
        arena, body,
        node_new(arena, ROLE_STATEMENT, "for (int i = 0; i < n; i++)\ndigest_long(%s[i]);", scene.views[i]));
  node_add(arena, body, node_new(arena, ROLE_STATEMENT, "(void)turn;\nfree(p0);\nfree(p1);\nfree(p2);"));
}
