/* FILE: test/fuzz/programs/generate_constructs_functions.c
 * WHAT: programs of --host-constructs: regions, accesses of the host, and the functions that a scenario calls.
 */
#include "constructs.h"
#include "model/arena.h"

struct node *construct_region(struct scene *scene, const char *a, const char *b, const char *length) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned factor = below(generator, 20), term = below(generator, 100);
  switch (below(generator, 7)) {
  case 0:
    return STATEMENT(
        arena,
        "#pragma omp target teams distribute parallel for map(tofrom: %s[0:%s]) map(to: %s[0:%s])\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] + %s[i] * %u + %u) %% 10007;",
        a, length, b, length, length, a, a, b, factor, term);
  case 1:
    return STATEMENT(
        arena,
        "#pragma omp target teams distribute parallel for map(from: %s[0:%s]) map(to: %s[0:%s])\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] * %u + %u + i) %% 10007;",
        a, length, b, length, length, a, b, factor, term);
  case 2: {
    const char *sum = fresh_name(generator, "sum");
    return STATEMENT(arena,
                     "{\nlong %s = 0;\n#pragma omp target teams distribute parallel for map(to: %s[0:%s]) "
                     "map(tofrom: %s) reduction(+: %s)\n"
                     "for (int i = 0; i < %s; i++)\n%s += %s[i] * (i %% 7);\ndigest_long(%s);\n}",
                     sum, b, length, sum, sum, length, sum, b, sum);
  }
  case 3:
    return STATEMENT(arena,
                     "#pragma omp target parallel for map(tofrom: %s[0:%s])\n"
                     "for (int i = 1; i < %s; i++)\n%s[i] = (%s[i] * %u + %u) %% 10007;",
                     a, length, length, a, a, factor, term);
  case 4:
    return STATEMENT(
        arena,
        "#pragma omp target data map(tofrom: %s[0:%s]) map(to: %s[0:%s])\n{\n"
        "#pragma omp target teams distribute parallel for map(tofrom: %s[0:%s]) map(to: %s[0:%s])\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] + %s[i] * %u + 3) %% 10007;\n"
        "#pragma omp target teams distribute parallel for map(tofrom: %s[0:%s])\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] + %u) %% 10007;\n}",
        a, length, b, length, a, length, b, length, length, a, a, b, factor, a, length, length, a, a, term);
  default:
    return STATEMENT(
        arena,
        "#pragma omp target map(tofrom: %s[0:%s]) map(to: %s[0:%s])\n{\n#pragma omp parallel for\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] + %s[i] * %u) %% 10007;\n#pragma omp parallel for\n"
        "for (int i = 0; i < %s; i++)\n%s[i] = (%s[i] * 2 + %u + i) %% 10007;\n}",
        a, length, b, length, length, a, a, b, factor, length, a, a, term);
  }
}

static struct node *make_write(struct scene *scene, const char *array, const char *other) {
  return host_write(scene->generator, below(scene->generator, HOST_WRITES), array, other);
}

struct node *construct_access(struct scene *scene, const char *array, const char *other) {
  return chance(scene->generator, 55) ? host_read(scene->generator, array) : make_write(scene, array, other);
}

/* Adds the function NAME_SUFFIX with PARAMETERS, whose body is BODY. */
static void add_function(struct scene *scene, const char *result, const char *suffix, const char *parameters,
                         struct node *body) {
  struct cleave_arena *arena = scene->generator->arena;
  struct node *made =
      node_new(arena, ROLE_STATEMENT, "static __attribute__((noinline, unused)) %s %s_%s(%s) {\n@\n}", result,
               scene->name, suffix, parameters);
  node_add(arena, made, body);
  node_add(arena, scene->generator->file_scope, made);
}

/* Statements about the parameters a and b: regions, and between them host code now and then. */
static struct node *make_steps(struct scene *scene, unsigned count) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *block =
      node_add(arena, node_list(arena), node_new(arena, ROLE_STATEMENT, "(void)a, (void)b, (void)n;"));
  for (unsigned i = 0; i < count; i++) {
    const bool is_exchanged = chance(generator, 30);
    node_add(arena, block, construct_region(scene, is_exchanged ? "b" : "a", is_exchanged ? "a" : "b", "n"));
    if (chance(generator, 20))
      node_add(arena, block, construct_access(scene, "a", "b"));
  }
  return block;
}

static const char two_arrays[] = "long *a, long *b, int n";

/* Functions with regions, and those of the host that callbacks name. */
static void add_steps(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  for (unsigned i = 0; i < STEPS; i++)
    if (scene->uses & (USES_STEP << i | USES_TABLE))
      add_function(scene, "void", cleave_arena_format(arena, "h%u", i), two_arrays,
                   make_steps(scene, 1 + below(generator, 2)));
  for (unsigned i = 0; i < 2; i++) {
    struct node *block =
        node_add(arena, node_list(arena), node_new(arena, ROLE_STATEMENT, "(void)a, (void)b, (void)n;"));
    node_add(arena, block, i ? make_write(scene, "a", "b") : host_read(generator, "a"));
    if (chance(generator, 30))
      node_add(arena, block, host_read(generator, "b"));
    add_function(scene, "void", i ? "touch" : "look", two_arrays, block);
  }
  if (scene->uses & USES_TABLE)
    node_add(
        arena, generator->file_scope,
        node_new(arena, ROLE_STATEMENT,
                 "static void (*%s%s_steps[4])(long *, long *, int) = {%s_h0, %s_look, %s_h1, %s_touch};",
                 chance(generator, 50) ? "const " : "", scene->name, scene->name, scene->name, scene->name,
                 scene->name));
}

/* Functions that call what they get. */
static void add_callers(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (scene->uses & USES_WITH) {
    struct node *block = make_steps(scene, 1);
    node_add(arena, block,
             STATEMENT(arena, chance(generator, 50) ? "call(a, b, n);"
                                                    : "for (int t = 0; t < 2; t++)\ncall(b, a, n);"));
    node_add(arena, block, construct_region(scene, "a", "b", "n"));
    add_function(scene, "void", "with", "long *a, long *b, int n, void (*call)(long *, long *, int)", block);
  }
  if (scene->uses & USES_HOOKED) {
    struct node *block =
        node_add(arena, node_list(arena), node_new(arena, ROLE_STATEMENT, "long *a = hook->a;"));
    node_add(arena, block, make_steps(scene, 1));
    node_add(arena, block, STATEMENT(arena, "hook->call(hook->a, b, n);"));
    node_add(arena, block, construct_region(scene, "b", "a", "n"));
    add_function(scene, "void", "hooked", "struct hook *hook, long *b, int n", block);
  }
}

/* Functions that conditions call: of an int alone, of host code about an array, and with a region. */
static void add_conditions(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!(scene->uses & USES_CONDITION))
    return;
  add_function(scene, "int", "more", "int *turn, int most",
               node_new(arena, ROLE_STATEMENT, "return (*turn)++ < most;"));
  struct node *sees = node_add(arena, node_list(arena), node_new(arena, ROLE_STATEMENT, "(void)n;"));
  if (chance(generator, 30))
    node_add(arena, sees, make_write(scene, "a", "a"));
  node_add(arena, sees, node_new(arena, ROLE_STATEMENT, "return a[1] %% 3 != 0;"));
  add_function(scene, "int", "sees", "long *a, int n", sees);
  struct node *runs = make_steps(scene, 1);
  node_add(arena, runs,
           node_new(arena, ROLE_STATEMENT, "return %s[1] %% 2;", chance(generator, 50) ? "a" : "b"));
  add_function(scene, "int", "runs", two_arrays, runs);
}

/* Functions that return between their regions, or leave by longjmp. */
static void add_leavers(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (scene->uses & USES_EARLY) {
    static const char *const leave[] = {"if (t + turn == 3)\nreturn t;", "if (a[1] % 5 == 1)\nreturn 2;",
                                        "if (turn == 1) {\na[2] = 5;\nreturn 1;\n}"};
    struct node *loop = node_new(arena, ROLE_STATEMENT, "for (int t = 0; t < 3; t++) {\n@\n%s\n@\n}",
                                 leave[below(generator, 3)]);
    node_add(arena, loop, make_steps(scene, 1));
    node_add(arena, loop, construct_region(scene, "b", "a", "n"));
    struct node *block = node_add(arena, node_list(arena), loop);
    node_add(arena, block, node_new(arena, ROLE_STATEMENT, "return turn;"));
    add_function(scene, "int", "early", "long *a, long *b, int n, int turn", block);
  }
  if (scene->uses & USES_JUMPED) {
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "static jmp_buf %s_place;", scene->name));
    struct node *inner =
        node_new(arena, ROLE_STATEMENT, "if (t == turn)\nlongjmp(%s_place, 1);", scene->name);
    add_function(scene, "void", "leave", "int t, int turn", inner);
    struct node *loop = node_new(arena, ROLE_STATEMENT,
                                 "for (int t = 0; t < 3; t++) {\n@\n%s_leave(t, turn);\n@\n}", scene->name);
    node_add(arena, loop, make_steps(scene, 1));
    node_add(arena, loop, construct_region(scene, "b", "a", "n"));
    add_function(scene, "void", "jumped", "long *a, long *b, int n, int turn", loop);
  }
}

/* A function without array parameters, and what runs at the end of scopes and of the program. */
static void add_implicit(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *name = scene->name;
  if (scene->uses & USES_GLOBAL) {
    struct node *block =
        node_add(arena, node_list(arena), node_new(arena, ROLE_STATEMENT, "const int n = N + 3;"));
    for (unsigned i = 0; i < 2; i++) {
      const struct group *group =
          scene->global_group && chance(generator, 60) ? scene->global_group : &scene->groups[1];
      const unsigned first = below(generator, 2);
      struct node *made = STATEMENT(arena, "%s{\nlong *a = %s, *b = %s;\n(void)a, (void)b;\n@\n}",
                                    chance(generator, 30) ? "if (turn % 2) " : "", group->views[first],
                                    group->views[1 - first]);
      node_add(arena, block, node_add(arena, made, construct_region(scene, "a", "b", "n")));
      if (chance(generator, 40))
        node_add(arena, block,
                 construct_region(scene, scene->groups[1].views[first], scene->groups[1].views[1 - first],
                                  "(N + 3)"));
      if (chance(generator, 40))
        node_add(arena, block, construct_access(scene, group->views[first], group->views[1 - first]));
    }
    node_add(arena, block, node_new(arena, ROLE_STATEMENT, "(void)n, (void)turn;"));
    add_function(scene, "void", "global", "int turn", block);
  }
  if (scene->uses & USES_LATER) {
    add_function(scene, "void", "look_later", "long **a",
                 node_new(arena, ROLE_STATEMENT, "digest_long((*a)[%u]);", below(generator, 3)));
    add_function(scene, "void", "touch_later", "long **a",
                 node_new(arena, ROLE_STATEMENT, "(*a)[%u] = ((*a)[1] + 3) %% 10007;", below(generator, 3)));
  }
  if (scene->uses & USES_DESTRUCTOR)
    for (unsigned i = 0; i < 2; i++) {
      const char *class = cleave_arena_format(arena, "%s_%s", name, i ? "toucher" : "looker");
      node_add(
          arena, generator->file_scope,
          node_new(arena, ROLE_STATEMENT,
                   "struct %s {\nlong *a, *b;\nint n;\n%s(long *p, long *q, int m) : a(p), b(q), n(m) {}\n"
                   "~%s() {\n%s_%s(a, b, n);\n}\n};",
                   class, class, class, name, i ? "touch" : "look"));
    }
  if (!scene->has_exit)
    return;
  node_add(arena, generator->file_scope, node_new(arena, ROLE_STATEMENT, "static long *%s_last;", name));
  node_add(
      arena, generator->file_scope,
      node_new(arena, ROLE_STATEMENT,
               "static void %s_at_exit(void) {\nfor (int i = 0; i < N + 3; i++)\ndigest_long(%s_last[i]);\n"
               "digest_long(%s_g[1]);\nreport(\"%s at exit\");\n}",
               name, name, name, name));
}

void add_functions(struct scene *scene) {
  add_steps(scene);
  add_callers(scene);
  add_leavers(scene);
  add_conditions(scene);
  add_implicit(scene);
}
