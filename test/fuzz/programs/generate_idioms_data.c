/* FILE: test/fuzz/programs/generate_idioms_data.c
 * WHAT: idioms of data: mappers, variables of declare target link, and loop bounds in device memory.
 */
#include "idioms.h"
#include "model/arena.h"

/* ---- Mappers ---------------------------------------------------------------------------------------- */

void add_mapper(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .count = "n", .scalar = "m"};
  declare_arrays(&it, body, digests, "N");
  const char *record = fresh_name(generator, "mapped"), *object = fresh_name(generator, "object");
  const bool by_default = chance(generator, 40), implicit = by_default && chance(generator, 40);
  const char *name = fresh_name(generator, "mapper");
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT,
                    "struct %s {\n%s *x;\nint k;\n%s *y;\n};\n"
                    "#pragma omp declare mapper(%s%sstruct %s s) map(tofrom: s, s.x[0:s.k], s.y[0:s.k])\n"
                    "static struct %s %s;\n%s.x = %s;\n%s.y = %s;\n%s.k = N;",
                    record, it.types[0], it.types[1], by_default ? "" : name, by_default ? "" : ": ", record,
                    record, object, object, it.names[0], object, it.names[1], object));
  it.names[0] = cleave_arena_format(arena, "%s.x", object);
  it.names[1] = cleave_arena_format(arena, "%s.y", object);
  if (chance(generator, 40))
    it.count = cleave_arena_format(arena, "%s.k", object);
  const char *clause = implicit ? ""
                       : by_default
                           ? cleave_arena_format(arena, " map(tofrom: %s)", object)
                           : cleave_arena_format(arena, " map(mapper(%s), tofrom: %s)", name, object);
  /* LLVM 19 leaves the record on the device; a member has no mapper. */
  struct node *region =
      node_new(arena, ROLE_STATEMENT,
               "#pragma omp target%s map(tofrom: %s)\n{\n@}\n#pragma omp target exit data map(delete: %s.k)",
               clause, it.names[2], object);
  struct node *block = node_list(arena);
  add_parts(&it, block, false);
  node_add(arena, body, node_add(arena, region, block));
}

/* ---- Variables of declare target link ------------------------------------------------------------------ */

void add_link(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .count = "n", .scalar = "m"};
  declare_arrays(&it, body, digests, "N");
  for (unsigned a = 0, count = 1 + below(generator, 3); a < count; a++) {
    const char *name =
        fresh_name(generator, cleave_arena_format(arena, "%s_linked", generator->function->name));
    const char *x = fresh_name(generator, "x");
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "%s %s[%u];\n#pragma omp declare target link(%s)", it.types[a],
                      name, generator->function->size, name));
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "for (int %s = 0; %s < N; %s++)\n  %s[%s] = %s[%s];", x, x, x,
                      name, x, it.names[a], x));
    node_add(arena, digests,
             node_new(arena, ROLE_STATEMENT, "for (int %s = 0; %s < N; %s++)\n  digest_long((long)%s[%s]);",
                      x, x, x, name, x));
    it.names[a] = name;
  }
  struct node *region = node_new(arena, ROLE_STATEMENT, "#pragma omp target map(tofrom: %s, %s, %s)\n{\n@}",
                                 it.names[0], it.names[1], it.names[2]);
  struct node *block = node_list(arena);
  add_parts(&it, block, false);
  node_add(arena, body, node_add(arena, region, block));
}

/* ---- Bounds in memory ------------------------------------------------------------------------------------ */

/* A statement that changes a bound: `count` stays between 1 and n, and `rows` ascend from 0 to n. */
static struct node *changed_bound(const struct idiom *it, const char *bounds, bool rows) {
  struct generator *generator = it->generator;
  const unsigned factor = 1 + below(generator, 4), row = 1 + below(generator, 2);
  const char *value = cleave_arena_format(generator->arena, "%s[0]", it->names[below(generator, 3)]);
  if (rows)
    return STATEMENT(generator->arena, "%s[%u] = %s[%u] + (%s[%u] - %s[%u]) / %u;", bounds, row, bounds,
                     row - 1, bounds, row + 1, bounds, row - 1, factor);
  return STATEMENT(generator->arena, "%s->count = 1 + (%s->count * %u + (int)%s) %% n;", bounds, bounds,
                   factor, value);
}

/* One loop whose bounds are in the memory that BOUNDS points to, possibly in a loop of the host over the rows. As `i` is less than
 * the number of elements, that is not 0 where an iteration divides by it. */
static struct node *bounded_loop(struct idiom *it, const char *bounds, bool rows, const char *form) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const char *directive = cleave_arena_format(arena, "%s%s", form, any_clauses(generator, form));
  if (!rows) {
    static const char *const begins[] = {"0", "%s->begin", "%s->inner.begin"}, *const counts[] = {
                                                                                   "%s->count",
                                                                                   "(%s->count - 1)"};
    it->begin = cleave_arena_format(arena, begins[below(generator, 3)], bounds);
    it->count = cleave_arena_format(arena, counts[below(generator, 2)], bounds);
    return any_loop(it, directive);
  }
  const char *t = fresh_name(generator, "t");
  if (chance(generator, 50)) {
    const unsigned row = below(generator, 3);
    it->begin = cleave_arena_format(arena, "%s[%u]", bounds, row);
    it->count = cleave_arena_format(arena, "%s[%u]", bounds, row + 1);
    return any_loop(it, directive);
  }
  struct node *control = STATEMENT(arena, "for (int %s = 0; %s < 3; %s++) {\n@}", t, t, t);
  it->begin = cleave_arena_format(arena, "%s[%s]", bounds, t);
  it->count = cleave_arena_format(arena, "%s[%s + 1]", bounds, t);
  return node_add(arena, control, any_loop(it, directive));
}

void add_memory_bound(struct generator *generator, struct node *body, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct idiom it = {.generator = generator, .scalar = "m"};
  declare_arrays(&it, body, digests, "N");
  const bool rows = chance(generator, 40);
  const char *bounds = fresh_name(generator, "bounds");
  if (rows)
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "static int %s[4];\n%s[1] = N / %u;\n%s[2] = %s[1];\n%s[3] = N;",
                      bounds, bounds, 2 + below(generator, 3), bounds, bounds, bounds));
  else
    node_add(
        arena, body,
        node_new(
            arena, ROLE_STATEMENT,
            "struct {\nint begin;\n%s count;\nstruct {\nshort begin;\n} inner;\n} %s_record = {%u, N, {%u}}, "
            "*%s = &%s_record;",
            chance(generator, 30) ? "long" : "int", bounds, below(generator, 2), below(generator, 3), bounds,
            bounds));
  static const struct {
    const char *region, *form;
  } kinds[] = {{"target", "parallel for"},
               {"target", "parallel for"},
               {"target teams", "distribute parallel for"},
               {"target parallel", "for"}};
  const unsigned kind = below(generator, 4);
  const bool changes = kind < 2 && chance(generator, 60);
  struct node *region =
      node_new(arena, ROLE_STATEMENT, "#pragma omp %s map(%s: %s[0:%u]) map(tofrom: %s, %s, %s)\n{\n@}",
               kinds[kind].region, changes || chance(generator, 30) ? "tofrom" : "to", bounds, rows ? 4 : 1,
               it.names[0], it.names[1], it.names[2]);
  struct node *block = node_list(arena);
  /* Nothing orders the distribute loops of several teams. */
  for (unsigned i = 0, count = kind == 2 ? 1 : 2 + below(generator, 3); i < count; i++) {
    node_add(arena, block, bounded_loop(&it, bounds, rows, kinds[kind].form));
    if (changes && chance(generator, 50))
      node_add(arena, block, changed_bound(&it, bounds, rows));
  }
  node_add(arena, body, node_add(arena, region, block));
  node_add(arena, digests,
           node_new(arena, ROLE_STATEMENT, rows ? "digest_long(%s[1] + %s[2]);" : "digest_long(%s->count);",
                    bounds, bounds));
}
