/* FILE: test/fuzz/programs/generate_variables.c
 * WHAT: the variables of a function: which there are, how they are mapped, what may be read where.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

const struct type types[] = {
    {"int", false, 1009},   {"long", false, 1009}, {"unsigned", false, 1009},
    {"double", true, 1009}, {"float", true, 509},  {"short", false, 997},
};

struct variable *add_variable(struct generator *generator, const char *name, const struct type *type,
                              enum variable_kind kind) {
  struct variable *variable = cleave_arena_allocate(generator->arena, sizeof *variable);
  variable->name = name;
  variable->type = type;
  variable->kind = kind;
  variable->low = "0";
  variable->size = "N";
  variable->storage = generator->storages++ % MAX_STORAGES;
  variable->readable = variable->writable = variable->small = true;
  if (generator->variable_count == MAX_VARIABLES)
    return variable; /* it exists, but nothing will use it */
  return generator->variables[generator->variable_count++] = variable;
}

static bool is_written_in_loop(const struct generator *generator, unsigned storage) {
  for (const struct loop *loop = generator->loop; loop; loop = loop->outer) {
    for (size_t i = 0; i < loop->write_count; i++)
      if (loop->writes[i].storage == storage)
        return true;
    for (size_t i = 0; i < loop->closed_count; i++)
      if (loop->closed[i] == storage)
        return true;
  }
  return false;
}

bool may_read(const struct generator *generator, const struct variable *variable) {
  return variable->readable && !variable->hidden && !is_written_in_loop(generator, variable->storage) &&
         !(generator->independent && generator->written[variable->storage]);
}

struct variable *any_readable(struct generator *generator, unsigned kinds) {
  struct variable *found[MAX_VARIABLES];
  unsigned count = 0;
  for (size_t i = 0; i < generator->variable_count; i++) {
    struct variable *variable = generator->variables[i];
    if (kinds & 1u << variable->kind && may_read(generator, variable) &&
        (!generator->host_values ||
         (variable->host && !variable->type->floating && !(generator->replicated && variable->writable))))
      found[count++] = variable;
  }
  if (!count)
    return NULL;
  struct variable *variable = found[below(generator, count)];
  generator->touched[variable->storage] = true;
  return variable;
}

struct variable *any_writable(struct generator *generator, unsigned kinds) {
  struct variable *found[MAX_VARIABLES];
  unsigned count = 0;
  for (size_t i = 0; i < generator->variable_count; i++) {
    struct variable *variable = generator->variables[i];
    if (kinds & 1u << variable->kind && variable->writable && !variable->hidden &&
        !is_written_in_loop(generator, variable->storage) &&
        !(generator->independent && generator->touched[variable->storage]))
      found[count++] = variable;
  }
  return count ? found[below(generator, count)] : NULL;
}

void save_readable(const struct generator *generator, bool *state) {
  for (size_t i = 0; i < generator->variable_count; i++)
    state[i] = generator->variables[i]->readable;
}

void restore_readable(struct generator *generator, const bool *state, size_t count) {
  for (size_t i = 0; i < count; i++)
    generator->variables[i]->readable = state[i];
}

/* ---- Scalars -------------------------------------------------------------------------------------- */

static void make_scalar(struct generator *generator, struct node *declarations, struct node *clauses,
                        struct node *digests, unsigned number) {
  struct cleave_arena *arena = generator->arena;
  static const unsigned common[] = {TYPE_INT,    TYPE_INT,    TYPE_INT,   TYPE_LONG, TYPE_UNSIGNED,
                                    TYPE_DOUBLE, TYPE_DOUBLE, TYPE_FLOAT, TYPE_SHORT};
  const struct type *type = &types[common[below(generator, 9)]];
  const char *name = number == 3 ? "host_s0" : cleave_arena_format(arena, "s%u", number);
  struct variable *variable = add_variable(generator, name, type, KIND_SCALAR);
  bool global = wants(generator, SHAPE_global, 8), constant = !global && chance(generator, 8);
  variable->declaration =
      STATEMENT(arena, "%s%s %s = %u;", constant ? "const " : "", type->name, name, below(generator, 30));
  if (global) {
    /* A name of its own, since the functions of a program share the file. */
    name = variable->name = cleave_arena_format(arena, "%s_%s", generator->function->name, name);
    node_add(arena, generator->file_scope,
             variable->declaration =
                 STATEMENT(arena, "static %s %s = %u;", type->name, name, below(generator, 30)));
  } else {
    node_add(arena, declarations, variable->declaration);
  }
  variable->writable = !constant;
  const bool own = generator->defined_only && !wants(generator, SHAPE_own_scalar, 100);
  variable->host = true;
  const char *map = NULL;
  unsigned choice = below(generator, 100);
  if (generator->defined_only && (choice >= 90 || (choice >= 60 && choice < 66)))
    choice = 0;
  if (constant || global || choice < 50)
    map = NULL;
  else if (choice < 60)
    map = wants(generator, SHAPE_firstprivate, 100) ? "firstprivate(%s)" : NULL;
  else if (choice < 66)
    map = wants(generator, SHAPE_private, 100) ? "private(%s)" : NULL;
  else if (choice < 84)
    map = "map(tofrom: %s)";
  else if (choice < 90)
    map = "map(to: %s)";
  else if (choice < 95)
    map = "map(from: %s)";
  else
    map = "map(alloc: %s)";
  if (map) {
    char format[40] = " ";
    struct node *clause = CLAUSE(arena, strcat(format, map), name);
    clause->follows = variable->declaration;
    node_add(arena, clauses, clause);
    variable->readable = strstr(map, "map(to") || map[0] == 'f';
    variable->host = map[0] != 'm';
    variable->clause = true;
    variable->owed = strstr(map, "map(from") != NULL;
  }
  if (own && (!map || map[0] != 'm'))
    variable->writable = false;
  struct node *digest =
      STATEMENT(arena, type->floating ? "digest_double(%s);" : "digest_long((long)%s);", name);
  digest->follows = variable->declaration;
  node_add(arena, digests, digest);
}

/* ---- Arrays ---------------------------------------------------------------------------------------- */

static void add_map(struct generator *generator, struct node *clauses, struct variable *variable,
                    const char *item, bool may_be_implicit) {
  struct cleave_arena *arena = generator->arena;
  const unsigned choice = below(generator, 100);
  const char *type = choice < 20   ? NULL
                     : choice < 38 ? "to"
                     : choice < 55 ? "from"
                     : choice < 86 ? "tofrom"
                     : choice < 95 ? "alloc"
                                   : "always, tofrom";
  if (!type && may_be_implicit)
    return;
  if (!type || (generator->defined_only && (!strcmp(type, "from") || !strcmp(type, "alloc"))))
    type = "tofrom";
  variable->always = !strncmp(type, "always", 6) && !wants(generator, SHAPE_always_unused, 100);
  if (!strncmp(type, "always", 6) &&
      (!wants(generator, SHAPE_always, 100) || (variable->always && generator->defined_only)))
    type = "tofrom";
  struct node *clause = CLAUSE(arena, " map(%s: %s)", type, item);
  clause->follows = variable->declaration;
  node_add(arena, clauses, clause);
  variable->readable = strcmp(type, "from") && strcmp(type, "alloc");
  variable->owed = !strcmp(type, "from");
}

static void add_array_digest(struct generator *generator, struct node *digests,
                             const struct variable *variable, const char *size, const char *element) {
  struct node *digest = STATEMENT(generator->arena, "for (int x = 0; x < %s; x++)\n  digest_%s(%s);", size,
                                  variable->type->floating ? "double" : "long", element);
  digest->follows = variable->declaration;
  node_add(generator->arena, digests, digest);
}

static void add_initialization(struct generator *generator, struct node *declarations,
                               const struct variable *variable, const char *size, const char *element) {
  struct node *statement =
      STATEMENT(generator->arena, "for (int x = 0; x < %s; x++)\n  %s = (x * %u + %u) %% %d;", size, element,
                1 + below(generator, 40), below(generator, 50),
                2 + (int)below(generator, (unsigned)variable->type->modulus - 2));
  statement->follows = variable->declaration;
  node_add(generator->arena, declarations, statement);
}

static void make_array(struct generator *generator, struct node *declarations, struct node *clauses,
                       struct node *digests, unsigned number) {
  struct cleave_arena *arena = generator->arena;
  static const unsigned common[] = {TYPE_INT,  TYPE_INT,      TYPE_INT,   TYPE_DOUBLE, TYPE_DOUBLE,
                                    TYPE_LONG, TYPE_UNSIGNED, TYPE_FLOAT, TYPE_SHORT};
  const struct type *type = &types[common[below(generator, 9)]];
  const bool pointer = chance(generator, 45);
  /* Other stems: cleave leaves arrays alone whose name stands with a section on any target data. */
  const char *name = cleave_arena_format(arena, pointer ? "p%u" : "a%u", number);
  const bool global = !pointer && wants(generator, SHAPE_global, 10);
  struct variable *variable = add_variable(generator, name, type, pointer ? KIND_POINTER : KIND_ARRAY);
  if (pointer) {
    variable->declaration = STATEMENT(arena, "%s *%s = malloc(N * sizeof *%s);", type->name, name, name);
  } else if (global) {
    name = variable->name = cleave_arena_format(arena, "%s_%s", generator->function->name, name);
    variable->declaration =
        STATEMENT(arena, "static %s %s[%u];", type->name, name, generator->function->size);
  } else {
    /* No random choice: the programs of earlier seeds stay as they were. */
    const bool vla = number == 3 && !generator->shapes->off[SHAPE_vla_array];
    generator->shapes->made[SHAPE_vla_array] += vla;
    const char *size = vla ? "n" : "N";
    variable->declaration = STATEMENT(arena, "%s %s[%s];", type->name, name, size);
  }
  node_add(arena, global ? generator->file_scope : declarations, variable->declaration);
  const char *element = cleave_arena_format(arena, "%s[x]", name);
  add_initialization(generator, declarations, variable, "N", element);
  add_array_digest(generator, digests, variable, "N", element);
  if (pointer)
    node_add(arena, digests, node_new(arena, ROLE_STATEMENT, "free(%s);", name))
        ->children[digests->child_count - 1]
        ->follows = variable->declaration;

  if (pointer && generator->function->size >= 4 && wants(generator, SHAPE_disjoint, 6)) {
    variable->low = "K";
    struct node *pieces = CLAUSE(arena, " map(tofrom: %s[0:K]) map(tofrom: %s[K:N - K])", name, name);
    pieces->follows = variable->declaration;
    node_add(arena, generator->outer, pieces);
    add_map(generator, clauses, variable, cleave_arena_format(arena, "%s[K:N - K]", name), false);
  } else if (!global && wants(generator, SHAPE_lower_bound, 12)) {
    variable->low = "K";
    add_map(generator, clauses, variable,
            cleave_arena_format(arena, chance(generator, 50) ? "%s[K:N - K]" : "%s[K:n - K]", name), false);
  } else if (pointer && wants(generator, SHAPE_alias, 12)) {
    /* Both sections are the same: clang 19 does not map a larger one before a smaller one in it. */
    struct variable *other =
        add_variable(generator, cleave_arena_format(arena, "%s_too", name), type, KIND_POINTER);
    other->storage = variable->storage;
    other->declaration = STATEMENT(arena, "%s *%s = %s;", type->name, other->name, name);
    other->declaration->follows = variable->declaration;
    node_add(arena, declarations, other->declaration);
    if (!wants(generator, SHAPE_unused_map, 100)) {
      struct node *use = node_new(arena, ROLE_STATEMENT, "(void)%s;", other->name);
      use->follows = other->declaration;
      node_add(arena, declarations, use);
    }
    node_add(arena, clauses, CLAUSE(arena, " map(tofrom: %s[0:n])", name))
        ->children[clauses->child_count - 1]
        ->follows = variable->declaration;
    node_add(arena, clauses, CLAUSE(arena, " map(tofrom: %s[0:n])", other->name))
        ->children[clauses->child_count - 1]
        ->follows = other->declaration;
  } else {
    const char *item = !pointer && chance(generator, 50)
                           ? name
                           : cleave_arena_format(arena, chance(generator, 60) ? "%s[0:n]" : "%s[:N]", name);
    add_map(generator, clauses, variable, item, !pointer);
    if (generator->outer && wants(generator, SHAPE_outer_data, 8)) {
      struct node *outer = CLAUSE(arena, " map(%s: %s%s)", chance(generator, 70) ? "tofrom" : "to", name,
                                  pointer ? "[0:N]" : "");
      outer->follows = variable->declaration;
      node_add(arena, generator->outer, outer);
      variable->readable = true; /* the outer environment has sent it */
    }
  }
}

static void make_matrix(struct generator *generator, struct node *declarations, struct node *clauses,
                        struct node *digests, unsigned number) {
  struct cleave_arena *arena = generator->arena;
  const struct type *type = &types[below(generator, TYPE_COUNT)];
  const char *name = cleave_arena_format(arena, "c%u", number);
  struct variable *variable = add_variable(generator, name, type, KIND_MATRIX);
  const bool vla = wants(generator, SHAPE_vla, 30);
  variable->size = "M";
  variable->declaration =
      vla ? STATEMENT(arena, "%s (*%s)[m] = malloc(M * sizeof *%s);", type->name, name, name)
          : STATEMENT(arena, "%s %s[M][M];", type->name, name);
  node_add(arena, declarations, variable->declaration);
  const char *element = cleave_arena_format(arena, "%s[x / M][x %% M]", name);
  add_initialization(generator, declarations, variable, "M * M", element);
  add_array_digest(generator, digests, variable, "M * M", element);
  add_map(generator, clauses, variable, vla ? cleave_arena_format(arena, "%s[0:m][0:m]", name) : name, !vla);
}

static void make_record(struct generator *generator, struct node *declarations, struct node *clauses,
                        struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = add_variable(generator, "r", &types[TYPE_INT], KIND_RECORD);
  variable->declaration = STATEMENT(arena, "struct record r = {%u, 2.5, {1, 2, 3, %u}};",
                                    below(generator, 50), below(generator, 50));
  node_add(arena, declarations, variable->declaration);
  struct node *digest = STATEMENT(
      arena, "digest_long(r.x);\ndigest_double(r.z);\nfor (int x = 0; x < 4; x++)\n  digest_long(r.w[x]);");
  digest->follows = variable->declaration;
  node_add(arena, digests, digest);
  if (chance(generator, 60)) {
    struct node *clause = CLAUSE(arena, chance(generator, 60) ? " map(tofrom: r)" : " map(to: r)");
    clause->follows = variable->declaration;
    node_add(arena, clauses, clause);
  }
}

/* Device memory that the program itself allocates. */
static void make_device_pointer(struct generator *generator, struct node *declarations, struct node *clauses,
                                struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = add_variable(generator, "there", &types[TYPE_INT], KIND_POINTER);
  variable->declaration = STATEMENT(
      arena, "int *here = malloc(N * sizeof *here);\nfor (int x = 0; x < N; x++)\n  here[x] = x * 3 %% 101;\n"
             "int *there = omp_target_alloc(N * sizeof *there, omp_get_default_device());\n"
             "omp_target_memcpy(there, here, N * sizeof *there, 0, 0, omp_get_default_device(),\n"
             "                  omp_get_initial_device());");
  node_add(arena, declarations, variable->declaration);
  struct node *clause = CLAUSE(arena, " is_device_ptr(there)");
  clause->follows = variable->declaration;
  node_add(arena, clauses, clause);
  struct node *digest = STATEMENT(
      arena,
      "omp_target_memcpy(here, there, N * sizeof *there, 0, 0, omp_get_initial_device(),\n"
      "                  omp_get_default_device());\nfor (int x = 0; x < N; x++)\n  digest_long(here[x]);\n"
      "omp_target_free(there, omp_get_default_device());\nfree(here);");
  digest->follows = variable->declaration;
  node_add(arena, digests, digest);
}

/* An array that lives on the device by itself. */
static void make_device_global(struct generator *generator, struct node *declarations, struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  const char *name = cleave_arena_format(arena, "%s_global", generator->function->name);
  struct variable *variable = add_variable(generator, name, &types[TYPE_INT], KIND_ARRAY);
  variable->declaration =
      STATEMENT(arena, "#pragma omp declare target\nint %s[%u];\n#pragma omp end declare target", name,
                generator->function->size);
  node_add(arena, generator->file_scope, variable->declaration);
  add_initialization(generator, declarations, variable, "N", cleave_arena_format(arena, "%s[x]", name));
  struct node *update = STATEMENT(arena, "#pragma omp target update to(%s)", name);
  update->follows = variable->declaration;
  node_add(arena, declarations, update);
  update = STATEMENT(arena, "#pragma omp target update from(%s)", name);
  update->follows = variable->declaration;
  node_add(arena, digests, update);
  add_array_digest(generator, digests, variable, "N", cleave_arena_format(arena, "%s[x]", name));
}

void make_variables(struct generator *generator, struct node *declarations, struct node *clauses,
                    struct node *digests) {
  struct cleave_arena *arena = generator->arena;
  node_add(arena, declarations, node_new(arena, ROLE_STATEMENT, "int n = N, m = M;\n(void)n;\n(void)m;"));
  node_add(arena, declarations,
           STATEMENT(arena, "int part = N / %u + 1;\n(void)part;", 2 + below(generator, 3)));
  node_add(arena, digests, STATEMENT(arena, "digest_long(part);"))->children[0]->follows =
      declarations->children[1];
  const unsigned arrays = 2 + below(generator, 4), scalars = 1 + below(generator, 4);
  for (unsigned i = 0; i < arrays; i++)
    make_array(generator, declarations, clauses, digests, i);
  for (unsigned i = 0; i < scalars; i++)
    make_scalar(generator, declarations, clauses, digests, i);
  if (wants(generator, SHAPE_matrix, 30))
    make_matrix(generator, declarations, clauses, digests, 0);
  if (wants(generator, SHAPE_matrix, 10))
    make_matrix(generator, declarations, clauses, digests, 1);
  if (wants(generator, SHAPE_struct, 20))
    make_record(generator, declarations, clauses, digests);
  if (wants(generator, SHAPE_device_pointer, 4))
    make_device_pointer(generator, declarations, clauses, digests);
  if (wants(generator, SHAPE_global, 6))
    make_device_global(generator, declarations, digests);
}
