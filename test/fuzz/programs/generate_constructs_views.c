/* FILE: test/fuzz/programs/generate_constructs_views.c
 * WHAT: programs of --host-constructs: the arrays of a scenario, and the expressions that denote them.
 */
#include "constructs.h"
#include "model/arena.h"

/* A new group of SCENE with COUNT views. The caller fills in the rest. */
static struct group *add_group(struct scene *scene, unsigned count, enum holder holder) {
  struct group *group = &scene->groups[scene->group_count++];
  *group = (struct group){.count = count, .holder = holder, .set = "", .end = ""};
  return group;
}

/* VIEW names the pointer itself. */
static void add_place(struct group *group, unsigned index, const char *view) {
  group->views[index] = group->places[index] = view;
}

/* The heap arrays p0 to p2, and two static ones. */
static void add_arrays(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct group *heap = add_group(scene, 3, HOLDS_POINTERS);
  heap->keeps = true;
  for (unsigned i = 0; i < 3; i++) {
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT,
                      "long *p%u = (long *)malloc((n + 2) * sizeof(long));\n"
                      "for (int i = 0; i < n + 2; i++)\np%u[i] = (i * %u + %u) %% 10007;",
                      i, i, 1 + below(generator, 30), below(generator, 900)));
    add_place(heap, i, cleave_arena_format(arena, "p%u", i));
  }
  struct group *statics = add_group(scene, 2, HOLDS_NOTHING);
  for (unsigned i = 0; i < 2; i++) {
    statics->views[i] = cleave_arena_format(arena, "%s_%c", scene->name, "gh"[i]);
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "static long %s[N + 5];", statics->views[i]));
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT,
                      "for (int i = 0; i < n + 2; i++)\n%s[i] = (i * %u + %u) %% 10007;", statics->views[i],
                      1 + below(generator, 30), below(generator, 900)));
  }
}

/* A table of pointers in an automatic or static variable, or on the heap; also indexed at run time. */
static void add_table(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!allows(scene, SHAPE_pointer_table, 80))
    return;
  static const char *const forms[] = {"long *tab[3];", "static long *tab[3];",
                                      "long **tab = (long **)malloc(3 * sizeof *tab);"};
  const unsigned first = below(generator, 3), form = below(generator, 3);
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT, "%s\ntab[0] = p%u;\ntab[1] = %s_%c;\ntab[2] = p%u;", forms[form],
                    first, scene->name, "gh"[below(generator, 2)], (first + 1) % 3));
  struct group *table = add_group(scene, 3, HOLDS_POINTERS);
  for (unsigned i = 0; i < 3; i++)
    add_place(table, i, cleave_arena_format(arena, "tab[%u]", i));
  scene->has_table = true;
  if (!allows(scene, SHAPE_indexed_table, 80))
    return;
  table = add_group(scene, 3, HOLDS_POINTERS);
  for (unsigned i = 0; i < 3; i++)
    add_place(table, i, cleave_arena_format(arena, i ? "tab[(turn + %u) %% 3]" : "tab[turn %% 3]", i));
}

/* Members of a record, of elements of an array of records, or of a record on the heap. */
static void add_records(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (!allows(scene, SHAPE_record_pointers, 80))
    return;
  static const struct {
    const char *declaration, *x, *y;
  } forms[] = {
      {"struct fields rec;", "rec.x", "rec.y"},
      {"static struct fields rec;", "rec.x", "rec.y"},
      {"struct fields recs[2];", "recs[0].x", "recs[1].x"},
      {"struct fields *rec = (struct fields *)malloc(sizeof *rec);", "rec->x", "rec->y"},
      {"struct fields whole, *rec = &whole;", "rec->x", "whole.y"},
      {"struct {\nstruct fields inner;\n} outer;", "outer.inner.x", "outer.inner.y"},
  };
  const unsigned form = below(generator, 6), first = below(generator, 3);
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT, "%s\n%s = p%u;\n%s = p%u;", forms[form].declaration, forms[form].x,
                    first, forms[form].y, (first + 1 + below(generator, 2)) % 3));
  struct group *record = add_group(scene, 2, HOLDS_POINTERS);
  add_place(record, 0, forms[form].x);
  add_place(record, 1, forms[form].y);
}

/* Pointers to two of the pointers of an earlier group, which nothing else gives other values. */
static void add_double_pointers(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned g = below(generator, scene->group_count);
  const struct group *pointed = &scene->groups[g];
  if (pointed->holder != HOLDS_POINTERS)
    pointed = &scene->groups[0];
  if (!allows(scene, SHAPE_double_pointer, 70))
    return;
  const unsigned first = below(generator, pointed->count);
  struct group *made = add_group(scene, 2, HOLDS_POINTERS);
  made->keeps = true;
  const char *const *places = pointed->places;
  if (chance(generator, 40)) {
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "long **both[2] = {&%s, &%s};", places[first],
                      places[(first + 1) % pointed->count]));
    add_place(made, 0, "(*both[0])");
    add_place(made, 1, "(*both[1])");
    return;
  }
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT, "long **d0 = &%s, **d1 = &%s;", places[first],
                    places[(first + 1) % pointed->count]));
  add_place(made, 0, "(*d0)");
  add_place(made, 1, "(*d1)");
}

/* Unions, integers and bytes that hold pointers. */
static void add_encodings(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned first = below(generator, 3), second = (first + 1 + below(generator, 2)) % 3;
  if (allows(scene, SHAPE_union_pointer, 60)) {
    static const char *const sets[] = {
        "u0.pointer = p%u;\nu1.bits = (uintptr_t)p%u;", "u0.other = (double *)p%u;\nu1.pointer = p%u;",
        "to_bytes(u0.bytes, p%u);\nu1.other = (double *)p%u;", "u0.pointer = p%u;\nu1.pointer = p%u;"};
    const unsigned set = below(generator, 4);
    node_add(arena, body, node_new(arena, ROLE_STATEMENT, "union address u0, u1;"));
    node_add(arena, body, node_new(arena, ROLE_STATEMENT, sets[set], first, second));
    struct group *made = add_group(scene, 2, set == 3 ? HOLDS_POINTERS : HOLDS_UNIONS);
    const bool has_bits = chance(generator, 50);
    for (unsigned i = 0; i < 2; i++) {
      made->places[i] = cleave_arena_format(arena, "u%u.pointer", i);
      made->views[i] = has_bits ? cleave_arena_format(arena, "((long *)u%u.bits)", i) : made->places[i];
    }
  }
  if (allows(scene, SHAPE_integer_pointer, 60)) {
    const unsigned key = below(generator, 3) * 40;
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT,
                      "uintptr_t i0 = (uintptr_t)p%u ^ %uu, i1 = (uintptr_t)p%u ^ %uu;", second, key, first,
                      key));
    struct group *made = add_group(scene, 2, HOLDS_INTEGERS);
    made->set = "(uintptr_t)(";
    made->end = cleave_arena_format(arena, ") ^ %uu", key);
    for (unsigned i = 0; i < 2; i++) {
      made->places[i] = cleave_arena_format(arena, "i%u", i);
      made->views[i] = cleave_arena_format(arena, "((long *)(i%u ^ %uu))", i, key);
    }
  }
  if (allows(scene, SHAPE_pointer_bytes, 60)) {
    node_add(
        arena, body,
        node_new(
            arena, ROLE_STATEMENT,
            "unsigned char b0[sizeof(long *)], b1[sizeof(long *)];\nmemcpy(b0, &p%u, sizeof b0);\nto_bytes(b1, p%u);",
            first, second));
    struct group *made = add_group(scene, 2, HOLDS_BYTES);
    made->keeps = true;
    for (unsigned i = 0; i < 2; i++) {
      made->places[i] = cleave_arena_format(arena, "b%u", i);
      made->views[i] = cleave_arena_format(arena, "from_bytes(b%u)", i);
    }
  }
}

/* Pointers with initializers, at file scope or in the function. */
static void add_static_pointers(struct scene *scene, struct node *body) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *name = scene->name;
  if (!allows(scene, SHAPE_static_pointer, 80))
    return;
  struct group *made = add_group(scene, 2, HOLDS_POINTERS);
  const unsigned form = below(generator, 4);
  struct node *declaration;
  if (form == 0) {
    declaration =
        node_new(arena, ROLE_STATEMENT, "static long *%s_s = %s_g, *%s_r = %s_h;", name, name, name, name);
    add_place(made, 0, cleave_arena_format(arena, "%s_s", name));
    add_place(made, 1, cleave_arena_format(arena, "%s_r", name));
  } else if (form == 1) {
    declaration =
        node_new(arena, ROLE_STATEMENT, "static struct fields %s_s = {%s_h, %s_g, N};", name, name, name);
    add_place(made, 0, cleave_arena_format(arena, "%s_s.x", name));
    add_place(made, 1, cleave_arena_format(arena, "%s_s.y", name));
  } else if (form == 2) {
    declaration =
        node_new(arena, ROLE_STATEMENT, "static long *%s_s[] = {&%s_g[0], %s_h};", name, name, name);
    add_place(made, 0, cleave_arena_format(arena, "%s_s[0]", name));
    add_place(made, 1, cleave_arena_format(arena, chance(generator, 50) ? "%s_s[1]" : "(*(%s_s + 1))", name));
  } else {
    node_add(
        arena, body,
        node_new(arena, ROLE_STATEMENT, "static long *q0 = %s_g;\nstatic long *q1 = &%s_h[0];", name, name));
    add_place(made, 0, "q0");
    add_place(made, 1, "q1");
    return;
  }
  scene->global_group = made;
  node_add(arena, generator->file_scope, declaration);
}

void add_groups(struct scene *scene, struct node *body) {
  add_arrays(scene, body);
  add_static_pointers(scene, body);
  add_table(scene, body);
  add_records(scene, body);
  add_double_pointers(scene, body);
  add_encodings(scene, body);
}
