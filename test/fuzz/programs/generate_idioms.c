/* FILE: test/fuzz/programs/generate_idioms.c
 * WHAT: regions after the function's own one, about arrays of their own: idioms that the other regions do not have.
 *
 * All of them are shapes that are left out unless asked for, and they draw their numbers after all others.
 */
#include <string.h>

#include "idioms.h"
#include "model/arena.h"

const char *any_type(struct generator *generator) {
  static const char *const names[] = {"int", "long", "double", "float"};
  return names[below(generator, 4)];
}

void declare_arrays(struct idiom *it, struct node *body, struct node *digests, const char *size) {
  struct generator *generator = it->generator;
  for (unsigned a = 0; a < 3; a++) {
    const char *name = fresh_name(generator, "data"), *x = fresh_name(generator, "x");
    it->types[a] = any_type(generator);
    it->names[a] = name;
    node_add(generator->arena, body,
             node_new(generator->arena, ROLE_STATEMENT,
                      "static %s %s[%s];\nfor (int %s = 0; %s < %s; %s++)\n  %s[%s] = %s * %u %% 23;",
                      it->types[a], name, size, x, x, size, x, name, x, x, 1 + below(generator, 9)));
    node_add(generator->arena, digests,
             node_new(generator->arena, ROLE_STATEMENT,
                      "for (int %s = 0; %s < %s; %s++)\n  digest_long((long)%s[%s]);", x, x, size, x, name,
                      x));
  }
}

/* The value of iteration I, which writes an element of array TARGET and reads that array at I alone. */
static const char *any_value(const struct idiom *it, unsigned target, const char *i) {
  struct generator *generator = it->generator;
  const unsigned source = (target + 1 + below(generator, 2)) % 3;
  const unsigned factor = 1 + below(generator, 5), distance = below(generator, 4);
  switch (below(generator, 3)) {
  case 0:
    return cleave_arena_format(generator->arena, "((int)%s[%s] * %u + %s) %% 31", it->names[target], i,
                               factor, i);
  case 1:
    return cleave_arena_format(generator->arena, "((int)%s[(%s + %u) %% %s] + (int)%s[%s] * %u) %% 61",
                               it->names[source], i, distance, it->count, it->names[target], i, factor);
  default:
    return cleave_arena_format(generator->arena, "((int)%s[%s] * %u + %s + %s) %% 97", it->names[source], i,
                               factor, i, it->scalar);
  }
}

const char *any_clauses(struct generator *generator, const char *form) {
  static const char *const clauses[] = {
      "", "", "", " schedule(static)", " schedule(static, 4)", " num_threads(3)"};
  const unsigned choice = below(generator, 6);
  return choice == 5 && !strstr(form, "parallel") ? "" : clauses[choice];
}

/* A metadirective that selects FORM, the same everywhere. */
static const char *selected(struct generator *generator, const char *form) {
  static const char *const forms[] = {"metadirective when(user={condition(1)}: %s) default(nothing)",
                                      "metadirective when(implementation={vendor(llvm)}: %s) default(simd)",
                                      "metadirective when(user={condition(0)}: nothing) default(%s)"};
  return cleave_arena_format(generator->arena, forms[below(generator, 3)], form);
}

struct node *any_loop(const struct idiom *it, const char *directive) {
  struct generator *generator = it->generator;
  const char *i = fresh_name(generator, "i");
  const unsigned target = below(generator, 3);
  return STATEMENT(generator->arena, "#pragma omp %s\nfor (int %s = %s; %s < %s; %s++)\n  %s[%s] = %s;",
                   directive, i, it->begin ? it->begin : "0", i, it->count, i, it->names[target], i,
                   any_value(it, target, i));
}

/* A sum, and a serial statement that uses it. */
static struct node *any_sum(const struct idiom *it) {
  struct generator *generator = it->generator;
  const char *i = fresh_name(generator, "i"), *sum = fresh_name(generator, "sum");
  return STATEMENT(generator->arena,
                   "{\nlong %s = %u;\n#pragma omp parallel for reduction(+: %s)\n"
                   "for (int %s = 0; %s < %s; %s++)\n  %s += (int)%s[%s] %% 7;\n%s[0] = %s %% 101;\n}",
                   sum, below(generator, 9), sum, i, i, it->count, i, sum, it->names[below(generator, 3)], i,
                   it->names[below(generator, 3)], sum);
}

void add_parts(const struct idiom *it, struct node *block, bool selects) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  for (unsigned i = 0, count = 2 + below(generator, 3); i < count; i++) {
    const char *form = cleave_arena_format(arena, "parallel for%s", any_clauses(generator, "parallel for"));
    struct node *loop = any_loop(it, selects && chance(generator, 60) ? selected(generator, form) : form);
    const unsigned choice = below(generator, 10);
    if (choice < 2) {
      const char *t = fresh_name(generator, "t");
      struct node *control =
          STATEMENT(arena, "for (int %s = 0; %s < %u; %s++) {\n@@}", t, t, 1 + below(generator, 3), t);
      node_add(arena, node_add(arena, control, loop), any_loop(it, "parallel for"));
      loop = control;
    } else if (choice == 2) {
      node_add(arena, block, STATEMENT(arena, "%s[%s - 1] += %s[0];", it->names[0], it->count, it->names[2]));
    } else if (choice == 3) {
      node_add(arena, block, any_sum(it));
    }
    node_add(arena, block, loop);
  }
}

/* ---- Mapped members ------------------------------------------------------------------------------- */

static void add_members(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .count = "N"};
  declare_arrays(&it, body, digests, "N");
  const char *record = fresh_name(generator, "fields"), *object = fresh_name(generator, "object");
  const bool pointer = chance(generator, 60), whole = pointer || chance(generator, 30);
  const bool nested = whole && chance(generator, 30);
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT,
                    "struct %s {\n%s *x;\nint k;\nstruct {\n%s *y;\n} in;\n%s *z;\n} %s_record = "
                    "{%s, %u, {%s}, %s};",
                    record, it.types[0], it.types[1], it.types[2], object, it.names[0], below(generator, 20),
                    it.names[1], it.names[2]));
  if (pointer)
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "struct %s *%s = &%s_record;", record, object, object));
  const char *base = cleave_arena_format(arena, pointer ? "%s->" : "%s_record.", object);
  const char *const plain[3] = {it.names[0], it.names[1], it.names[2]};
  const char *sections = "";
  it.names[0] = cleave_arena_format(arena, "%sx", base);
  it.names[1] = nested ? cleave_arena_format(arena, "%sin.y", base) : plain[1];
  it.names[2] = cleave_arena_format(arena, "%sz", base);
  it.scalar = whole ? cleave_arena_format(arena, "%sk", base) : "(int)N";
  for (unsigned a = 0; a < 3; a++)
    sections = cleave_arena_format(arena, "%s map(tofrom: %s[0:%s])", sections, it.names[a],
                                   it.names[a] == plain[1] && chance(generator, 50) ? "n" : "N");
  const char *container = !whole    ? ""
                          : pointer ? cleave_arena_format(arena, " map(%s: %s[0:1])",
                                                          chance(generator, 60) ? "to" : "tofrom", object)
                                    : cleave_arena_format(arena, " map(tofrom: %s_record)", object);
  struct node *region = node_new(arena, ROLE_STATEMENT, "#pragma omp target%s%s\n{\n@}", container, sections);
  struct node *block = node_list(arena);
  add_parts(&it, block, false);
  node_add(arena, body, node_add(arena, region, block));
}

/* ---- Metadirectives --------------------------------------------------------------------------------- */

static void add_metadirectives(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .count = "n", .scalar = "m"};
  declare_arrays(&it, body, digests, "N");
  const char *target =
      cleave_arena_format(arena, "target map(tofrom: %s, %s, %s)", it.names[0], it.names[1], it.names[2]);
  struct node *region = node_new(
      arena, ROLE_STATEMENT, "#pragma omp %s\n{\n@}",
      chance(generator, 30)
          ? cleave_arena_format(
                arena, "metadirective when(user={condition(1)}: %s) default(parallel num_threads(1))", target)
          : target);
  struct node *block = node_list(arena);
  add_parts(&it, block, true);
  node_add(arena, body, node_add(arena, region, block));
}

/* ---- Called functions -------------------------------------------------------------------------------- */

/* A function at file scope that executes worksharing, or a region. Returns its name. */
static const char *declare_callee(struct generator *generator, const char *form) {
  struct cleave_arena *arena = generator->arena;
  const bool is_region = !strcmp(form, "region"), shares = strstr(form, "distribute") != NULL;
  struct idiom it = {
      .generator = generator, .names = {"first", "second", "third"}, .count = "count", .scalar = "more"};
  const char *name = fresh_name(generator, cleave_arena_format(arena, "%s_work", generator->function->name));
  struct node *block = node_list(arena);
  if (is_region)
    add_parts(&it, block, false);
  else
    for (unsigned i = 0, count = shares ? 1 : 1 + below(generator, 2); i < count; i++)
      node_add(arena, block,
               any_loop(&it, cleave_arena_format(arena, "%s%s", form, any_clauses(generator, form))));
  struct node *function = node_new(
      arena, ROLE_STATEMENT,
      "%sstatic void %s(int count, int *first, int *second, int *third, int more) {\n%s@%s}%s",
      is_region ? "" : "#pragma omp begin declare target\n", name,
      is_region ? "#pragma omp target map(tofrom: first[0:count], second[0:count], third[0:count])\n{\n"
                : "(void)more;\n",
      is_region ? "}\n" : "", is_region ? "" : "\n#pragma omp end declare target");
  node_add(arena, generator->file_scope, node_add(arena, function, block));
  return name;
}

static void add_callees(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .count = "n", .scalar = "m"};
  declare_arrays(&it, body, digests, "N");
  for (unsigned a = 0; a < 3; a++) { /* the called functions have integers */
    const char *name = fresh_name(generator, "ints"), *x = fresh_name(generator, "x");
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT,
                      "static int %s[N];\nfor (int %s = 0; %s < N; %s++)\n  %s[%s] = %s[%s];", name, x, x, x,
                      name, x, it.names[a], x));
    node_add(arena, digests,
             node_new(arena, ROLE_STATEMENT, "for (int %s = 0; %s < N; %s++)\n  digest_long(%s[%s]);", x, x,
                      x, name, x));
    it.names[a] = name;
  }
  static const struct {
    const char *form, *region;
  } kinds[] = {{"region", ""},
               {"parallel for", "target"},
               {"for", "target parallel"},
               {"distribute parallel for", "target teams"}};
  const unsigned kind = below(generator, 4);
  const char *name = declare_callee(generator, kinds[kind].form);
  struct node *block = node_list(arena);
  for (unsigned i = 0, count = kind == 3 ? 1 : 1 + below(generator, 2); i < count; i++) {
    const unsigned first = below(generator, 3);
    node_add(arena, block,
             STATEMENT(arena, "%s(n, %s, %s, %s, m);", name, it.names[first], it.names[(first + 1) % 3],
                       it.names[(first + 2) % 3]));
    if (kind == 1 && chance(generator, 70))
      node_add(arena, block, any_loop(&it, "parallel for"));
    if (kind == 2 && chance(generator, 70))
      node_add(arena, block, any_loop(&it, "for"));
  }
  if (kind == 0) {
    node_add(arena, body, block);
    return;
  }
  struct node *region =
      node_new(arena, ROLE_STATEMENT, "#pragma omp %s map(tofrom: %s[0:n], %s, %s[0:n])\n{\n@}",
               kinds[kind].region, it.names[0], it.names[1], it.names[2]);
  node_add(arena, body, node_add(arena, region, block));
}

/* ---- Distribute loops with several parallel loops ------------------------------------------------------- */

/* One part of the iteration of row `r`. `one` and `two` are scalars of the iteration, `own` is an array of four. */
static struct node *row_part(const struct idiom *it) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *j = fresh_name(generator, "j");
  const unsigned target = below(generator, 2), number = 1 + below(generator, 7);
  const char *const row = it->names[target], *const other = it->names[1 - target], *const read = it->names[2];
  switch (below(generator, 8)) {
  case 0:
    return STATEMENT(arena,
                     "#pragma omp parallel for reduction(+: one)\nfor (int %s = 0; %s < m; %s++)\n"
                     "  one += (int)%s[r * m + %s] %% 5;\none %%= 97;",
                     j, j, j, row, j);
  case 1:
    return STATEMENT(arena, "two = (two * %u + one + r) %% 61;\nif (two > 30)\n  two -= 9;", number);
  case 2:
    return STATEMENT(arena, "%s[r * m] = (one + two) %% 31;", row);
  case 3:
    return STATEMENT(
        arena,
        "for (int t = 0; t < %u; t++) {\n#pragma omp parallel for\nfor (int %s = 0; %s < m; %s++)\n"
        "  %s[r * m + %s] = ((int)%s[r * m + (%s + t) %% m] + two) %% 53;\n}",
        1 + below(generator, 3), j, j, j, row, j, other, j);
  case 4:
    return STATEMENT(
        arena,
        "#pragma omp parallel for\nfor (int %s = 0; %s < 4; %s++)\n  own[%s] = (int)%s[(r + %s) %% N] %% 9 + one;",
        j, j, j, j, read, j);
  case 5: /* bounds that depend on the row */
    return STATEMENT(
        arena,
        "#pragma omp parallel for\nfor (int %s = 0; %s <= r %% m; %s++)\n  %s[r * m + %s] = (own[%s %% 4] + %u) %% 31;",
        j, j, j, row, j, j, number);
  default:
    return STATEMENT(
        arena,
        "#pragma omp parallel for%s\nfor (int %s = 0; %s < m; %s++)\n"
        "  %s[r * m + %s] = ((int)%s[(r + %s) %% N] * %u + (int)%s[r * m + %s] + (int)two + own[%s %% 4]) %% 89;",
        any_clauses(generator, "parallel for"), j, j, j, row, j, read, j, number, other, j, j);
  }
}

static void add_distribute_loop(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator};
  const bool collapsed =
      !generator->shapes->off[SHAPE_distribute_collapse] && wants(generator, SHAPE_distribute_collapse, 40);
  declare_arrays(&it, body, digests, collapsed ? "N * M * M" : "N * M");
  const char *rows = chance(generator, 50) ? "n" : "n / 2 + 1";
  static const char *const scalars[] = {"int", "long"};
  const bool nested = chance(generator, 30);
  const char *form = cleave_arena_format(arena, "teams distribute%s", collapsed ? " collapse(2)" : "");
  /* A cell of two collapsed loops is numbered as the row of one loop is. */
  const char *header =
      cleave_arena_format(arena,
                          collapsed ? "for (int p = 0; p < %s; p++)\nfor (int q = 0; q < m; q++) {\n"
                                      "const int r = p * m + q;"
                                    : "for (int r = 0; r < %s; r++) {",
                          rows);
  struct node *region = node_new(
      arena, ROLE_STATEMENT,
      "#pragma omp target %s map(tofrom: %s, %s) map(to: %s)\n%s%s%s%s\n%s one = %u;\nlong two = r %% 7;\n"
      "int own[4];\nfor (int k = 0; k < 4; k++)\n  own[k] = k;\n@%s[r * m] += ((int)one + (int)two) %% 11;\n}",
      nested ? "" : form, it.names[0], it.names[1], it.names[2], nested ? "#pragma omp " : "",
      nested ? form : "", nested ? "\n" : "", header, scalars[below(generator, 2)], below(generator, 9),
      it.names[0]);
  struct node *block = node_list(arena);
  for (unsigned i = 0, count = 2 + below(generator, 4); i < count; i++)
    node_add(arena, block, row_part(&it));
  node_add(arena, body, node_add(arena, region, block));
}

void add_idioms(struct generator *generator, struct node *body) {
  static const struct {
    enum shape shape;
    void (*add)(struct generator *, struct node *body, struct node *digests);
  } idioms[] = {{SHAPE_members, add_members},
                {SHAPE_metadirective, add_metadirectives},
                {SHAPE_callee, add_callees},
                {SHAPE_distribute_loop, add_distribute_loop},
                {SHAPE_mapper, add_mapper},
                {SHAPE_link, add_link},
                {SHAPE_memory_bound, add_memory_bound}};
  for (size_t i = 0; i < sizeof idioms / sizeof *idioms; i++) {
    if (generator->shapes->off[idioms[i].shape] || !wants(generator, idioms[i].shape, 20))
      continue;
    struct node *inner = node_list(generator->arena), *digests = node_list(generator->arena);
    idioms[i].add(generator, inner, digests);
    struct node *around = STATEMENT(generator->arena, "{\nint n = N, m = M;\n(void)n;\n(void)m;\n@@}");
    node_add(generator->arena, around, inner);
    node_add(generator->arena, body, node_add(generator->arena, around, digests));
  }
}
