/* FILE: test/fuzz/programs/generate_ragged.c
 * WHAT: functions with loops over rows of different lengths, reductions, histograms and prefix loops: the arrays, the region and the
 *       calls.
 */
#include "model/arena.h"
#include "ragged.h"

#include <string.h>

const char ragged_prelude[] =
    "#include <math.h>\n"
    "enum { ROWS = 304, ELEMENTS = 9000, BINS = 32 };\n"
    "static int starts[ROWS + 1], lengths[ROWS], width;\n"
    "static unsigned mix(unsigned x) {\nx = (x ^ x >> 15) * 0x2c1b3c6du;\nx = (x ^ x >> 12) * 0x297a2d39u;\n"
    "return x ^ x >> 15;\n}\n"
    "/* The lengths of N rows. IN_RECTANGLE: rows have room for the longest one. Returns the number of elements. */\n"
    "static __attribute__((unused)) int make_rows(int n, int kind, int gap, int in_rectangle, unsigned seed) {\n"
    "int at = 0;\nwidth = 1;\n"
    "for (int i = 0; i < n; i++) {\n"
    "const unsigned r = mix(seed + (unsigned)i);\n"
    "const int some[] = {0, 1, 7, 9, 32, 31, 100, 3};\n"
    "int length = kind == 0 ? 0 : kind == 1 ? r % 2 : kind == 2 ? 7 + r % 3 : kind == 3 ? 31 + r % 3\n"
    ": kind == 4 ? 100 + r % 201 : kind == 5 ? some[r % 8] : kind == 6 ? (i == n / 2 ? 4200 + r % 1000 : r % 4)\n"
    ": i % 40 == 3 ? 300 : 0;\n"
    "if (length > ELEMENTS - at - gap * (n - i))\nlength = ELEMENTS - at - gap * (n - i);\n"
    "if (in_rectangle && length > ELEMENTS / n)\nlength = ELEMENTS / n;\n"
    "starts[i] = at;\nlengths[i] = length;\nat += length + gap;\nwidth = length > width ? length : width;\n}\n"
    "starts[n] = at;\nreturn in_rectangle && n * width > at ? n * width : at;\n}\n";

static const struct {
  const char *name;
  enum extent extent;
} facts[ARRAY_COUNT_OF_ROLES] = {
    [ARRAY_OFFSETS] = {"row", EXTENT_OFFSET},
    [ARRAY_START] = {"start", EXTENT_ROW},
    [ARRAY_COUNT] = {"count", EXTENT_ROW},
    [ARRAY_LAST] = {"last", EXTENT_ROW},
    [ARRAY_COLUMN] = {"column", EXTENT_ELEMENT},
    [ARRAY_ORDER] = {"order", EXTENT_ROW},
    [ARRAY_FLAG] = {"flag", EXTENT_ROW},
    [ARRAY_BIN] = {"bin", EXTENT_ROW},
    [ARRAY_VALUE] = {"value", EXTENT_ELEMENT},
    [ARRAY_WEIGHT] = {"weight", EXTENT_ELEMENT},
    [ARRAY_X] = {"x", EXTENT_ROW},
    [ARRAY_V] = {"v", EXTENT_ROW},
    [ARRAY_Y] = {"y", EXTENT_ROW},
    [ARRAY_Z] = {"z", EXTENT_ROW},
    [ARRAY_U] = {"u", EXTENT_ROW},
    [ARRAY_SERIAL] = {"t", EXTENT_ROW},
    [ARRAY_LIST] = {"list", EXTENT_ROW},
    [ARRAY_OUT] = {"out", EXTENT_ELEMENT},
    [ARRAY_TARGET] = {"target", EXTENT_ROW},
    [ARRAY_BINS] = {"h", EXTENT_BIN},
};

/* ---- Arrays ------------------------------------------------------------------------------------------ */

static const struct type *one_type(struct generator *generator, const unsigned *numbers, unsigned count) {
  return &types[numbers[below(generator, count)]];
}

static const struct type *type_of(struct ragged *it, enum array_role role, const struct type *common) {
  static const unsigned signed_types[] = {TYPE_INT, TYPE_INT, TYPE_INT, TYPE_LONG, TYPE_SHORT};
  static const unsigned whole[] = {TYPE_INT, TYPE_LONG, TYPE_UNSIGNED};
  struct generator *generator = it->generator;
  switch (role) {
  case ARRAY_OFFSETS:
  case ARRAY_START:
  case ARRAY_COUNT:
    return &types[chance(generator, 75)   ? TYPE_INT
                  : chance(generator, 65) ? TYPE_LONG
                  : chance(generator, 50) ? TYPE_UNSIGNED
                                          : TYPE_SHORT];
  case ARRAY_LAST:
  case ARRAY_COLUMN:
    return one_type(generator, signed_types, 5);
  case ARRAY_ORDER:
  case ARRAY_FLAG:
  case ARRAY_BIN:
    return one_type(generator, signed_types, 3);
  case ARRAY_TARGET:
    return one_type(generator, whole, 3);
  case ARRAY_BINS:
    if (!it->is_floating || chance(generator, 50))
      return one_type(generator, whole, 3);
    return &types[chance(generator, 60) ? TYPE_DOUBLE : TYPE_FLOAT];
  default:
    if (chance(generator, it->overlaps ? 90 : 70))
      return common;
    if (it->is_floating)
      return &types[chance(generator, 50) ? TYPE_DOUBLE : TYPE_FLOAT];
    return &types[chance(generator, 40)   ? TYPE_INT
                  : chance(generator, 40) ? TYPE_LONG
                  : chance(generator, 50) ? TYPE_UNSIGNED
                                          : TYPE_SHORT];
  }
}

static void make_arrays(struct ragged *it) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  static const unsigned whole[] = {TYPE_INT,      TYPE_INT,      TYPE_INT,  TYPE_LONG,
                                   TYPE_UNSIGNED, TYPE_UNSIGNED, TYPE_SHORT},
                        floating[] = {TYPE_DOUBLE, TYPE_DOUBLE, TYPE_FLOAT};
  const struct type *common =
      it->is_floating ? one_type(generator, floating, 3) : one_type(generator, whole, 7);
  const bool has_members = wants(generator, SHAPE_member_arrays, 12);
  const char *access = chance(generator, 50) ? "a->" : "a.";
  const bool all_static = wants(generator, SHAPE_static_array, 12);
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++) {
    struct ragged_array *array = &it->arrays[i];
    array->parameter = facts[i].name;
    array->extent = facts[i].extent;
    array->type = type_of(it, i, common);
    array->storage = cleave_arena_format(arena, "%s_%s", facts[i].name, tag(it));
    array->is_member = has_members && (i == ARRAY_OFFSETS || i == ARRAY_COLUMN || i == ARRAY_VALUE);
    /* clang 19 does not find a static array of which a reduction clause has a section. */
    array->is_static = !array->is_member && i != ARRAY_BINS &&
                       (all_static ? chance(generator, 60) : wants(generator, SHAPE_static_array, 4));
    array->name = array->is_static   ? array->storage
                  : array->is_member ? cleave_arena_format(arena, "%s%s", access, facts[i].name)
                                     : facts[i].name;
  }
  it->member_access = access;
}

static const char *size_of(const struct ragged_array *array) {
  return array->extent == EXTENT_ELEMENT ? "ELEMENTS" : array->extent == EXTENT_BIN ? "BINS" : "ROWS + 1";
}

/* The value of the element k. */
static const char *initial_value(struct ragged *it, enum array_role role) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  const struct type *type = it->arrays[role].type;
  switch (role) {
  case ARRAY_OFFSETS:
    return "k <= n ? starts[k] : 0";
  case ARRAY_START:
    return "k < n ? starts[k] : 0";
  case ARRAY_COUNT:
    return "k < n ? lengths[k] : 0";
  case ARRAY_LAST:
    return "k < n ? starts[k] + lengths[k] - 1 : 0";
  case ARRAY_COLUMN:
    return "n ? (int)(mix(seed + 3u * (unsigned)k) % (unsigned)n) : 0";
  case ARRAY_ORDER:
    return "k >= n ? 0 : n % 7 ? (k * 7 + 3) % n : n - 1 - k";
  case ARRAY_FLAG:
    return "(int)(mix(seed + 5u * (unsigned)k) % 3)";
  case ARRAY_BIN:
    return "(int)(mix(seed + 7u * (unsigned)k) % BINS)";
  default:
    break;
  }
  const unsigned factor = 11 + 2 * below(generator, 20);
  if (type == &types[TYPE_UNSIGNED])
    return cleave_arena_format(arena, "mix(seed + %uu * (unsigned)k) %% 17", factor);
  if (type->floating && !it->is_exact && role < ARRAY_TARGET)
    return cleave_arena_format(arena, "((int)(mix(seed + %uu * (unsigned)k) %% 201) - 100) * 0.1", factor);
  return cleave_arena_format(arena, "(int)(mix(seed + %uu * (unsigned)k) %% %u) - %u", factor,
                             type->floating ? 9 : 17, type->floating ? 4 : 8);
}

/* The static arrays, and functions that give them values and print what they hold. */
static void print_storages(struct ragged *it) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *fill =
                  node_new(arena, ROLE_STATEMENT,
                           "static void fill_%s(int n, unsigned seed) {\n@(void)n, (void)seed;\n}", tag(it)),
              *print = node_new(arena, ROLE_STATEMENT, "static void print_%s(void) {\n@}", tag(it));
  struct node *fills = node_list(arena), *prints = node_list(arena);
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++) {
    const struct ragged_array *array = &it->arrays[i];
    if (!array->used)
      continue;
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "static %s %s[%s];", array->type->name, array->storage,
                      array->extent == EXTENT_ELEMENT ? "ELEMENTS" : "ROWS + 4"));
    node_add(arena, fills,
             node_new(arena, ROLE_STATEMENT, "for (int k = 0; k < %s; k++)\n%s[k] = %s;", size_of(array),
                      array->storage, initial_value(it, i)));
    if (!array->written && !array->printed)
      continue;
    /* Permission to reassociate leaves open which of two zeros a result is. */
    node_add(
        arena, prints,
        array->type->floating
            ? node_new(
                  arena, ROLE_STATEMENT,
                  "for (int k = 0; k < %s; k++) {\nconst double y = %s[k];\ndigest_double(y == y ? y%s : 0);\n}",
                  size_of(array), array->storage, it->is_exact ? " + 0.0" : "")
            : node_new(arena, ROLE_STATEMENT, "for (int k = 0; k < %s; k++)\ndigest_long(%s[k]);",
                       size_of(array), array->storage));
  }
  node_add(arena, generator->file_scope, node_add(arena, fill, fills));
  node_add(arena, generator->file_scope, node_add(arena, print, prints));
}

/* ---- The region -------------------------------------------------------------------------------------- */

/* Whether calls may pass the arrays ONE and OTHER as one. */
static bool may_overlap(const struct ragged_array *one, const struct ragged_array *other) {
  return one->used && other->used && !one->is_static && !other->is_static && !one->is_member &&
         !other->is_member && one->type == other->type && one->extent == other->extent &&
         (one->written || other->written) && !one->elsewhere && !other->elsewhere;
}

/* Selects two arrays that some calls pass as one. All calls map both around the region, which has no clause for them: list items of
 * one construct must not share storage (OpenMP 5.1, 2.21.7.1). */
static void choose_overlap(struct ragged *it) {
  struct generator *generator = it->generator;
  const unsigned first = below(generator, ARRAY_COUNT_OF_ROLES),
                 next = below(generator, ARRAY_COUNT_OF_ROLES);
  /* At first, arrays that no parallel loop accesses: they may overlap in part. */
  for (unsigned a = 0; a < 2 * ARRAY_COUNT_OF_ROLES; a++)
    for (unsigned b = 0; b < ARRAY_COUNT_OF_ROLES; b++) {
      const unsigned left = (a + first) % ARRAY_COUNT_OF_ROLES, right = (b + next) % ARRAY_COUNT_OF_ROLES;
      struct ragged_array *one = &it->arrays[left], *other = &it->arrays[right];
      const bool in_parallel = one->in_parallel || other->in_parallel;
      if (left == right || left < ARRAY_VALUE || right < ARRAY_VALUE || !may_overlap(one, other) ||
          (in_parallel && a < ARRAY_COUNT_OF_ROLES))
        continue;
      generator->shapes->made[SHAPE_overlap]++;
      one->is_present = other->is_present = one->printed = true;
      it->one = one;
      it->other = other;
      it->may_shift = !in_parallel;
      return;
    }
}

static void add_maps(struct ragged *it, struct node *clauses) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++) {
    const struct ragged_array *array = &it->arrays[i];
    if (!array->used || array->is_present || (array->is_static && chance(generator, 30)))
      continue;
    const char *type = array->written || chance(generator, 25) ? "tofrom" : "to";
    const char *length = array->extent == EXTENT_ROW      ? "n"
                         : array->extent == EXTENT_OFFSET ? "n + 1"
                         : array->extent == EXTENT_BIN    ? "BINS"
                                                          : "m";
    if (array->is_static && chance(generator, 50))
      node_add(arena, clauses, node_new(arena, ROLE_CLAUSE, " map(%s : %s)", type, array->name));
    else
      node_add(arena, clauses,
               node_new(arena, ROLE_CLAUSE, " map(%s : %s[0 : %s])", type, array->name, length));
  }
}

static struct node *make_part(struct ragged *it, const char *directive, struct node *clauses,
                              bool may_be_serial) {
  struct generator *generator = it->generator;
  const unsigned kind = below(generator, may_be_serial ? 118 : 85);
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++)
    it->arrays[i].gathered = it->arrays[i].put = false;
  it->clauses = node_list(generator->arena);
  if (kind < 57)
    return rows_loop(it, directive, clauses);
  if (kind < 76)
    return reduction_loop(it, directive, clauses);
  return kind < 85 ? histogram_loop(it, directive, clauses) : prefix_loop(it);
}

static struct node *make_region(struct ragged *it) {
  static const char *const directives[] = {"target teams distribute parallel for",
                                           "target teams distribute parallel for", "target parallel for",
                                           "teams distribute parallel for"};
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *clauses = node_list(arena), *region, *parts = node_list(arena);
  const unsigned count = chance(generator, 55) ? 1 : 2 + below(generator, 2);
  const char *directive = directives[below(generator, 4)];
  if (count == 1 && directive[1] == 'a') {
    region = make_part(it, directive, clauses, false);
  } else {
    const bool is_single = count == 1 && chance(generator, 35);
    if (is_single)
      node_add(arena, parts,
               make_part(it, directive[1] == 'e' ? directive : "parallel for", node_list(arena), false));
    for (unsigned i = 0; i < count && !is_single; i++)
      node_add(arena, parts, make_part(it, "parallel for", node_list(arena), true));
    region =
        node_new(arena, ROLE_STATEMENT, is_single ? "#pragma omp target@\n@" : "#pragma omp target@\n{\n@}");
    node_add(arena, region, clauses);
    node_add(arena, region, parts);
  }
  if (it->overlaps)
    choose_overlap(it);
  add_maps(it, clauses);
  node_add(arena, clauses, it->maps);
  return region;
}

/* ---- Calls ------------------------------------------------------------------------------------------- */

static void print_calls(struct ragged *it, struct node *body, const char *arguments) {
  struct generator *generator = it->generator;
  struct cleave_arena *arena = generator->arena;
  static const char *const counts[] = {"0", "1", "2", "7", "8", "9", "31", "33", "64", "100", "257", "300"};
  static const char *const large[] = {"33", "64", "100", "257", "300"};
  const unsigned calls = 2 + below(generator, 3);
  for (unsigned i = 0; i < calls; i++) {
    const char *n = i == 0 ? "N" : i == 1 ? large[below(generator, 5)] : counts[below(generator, 12)];
    const unsigned kind = i == 1 && chance(generator, 60) ? 4 + below(generator, 4) : below(generator, 8),
                   seed = below(generator, 100000);
    const char *data = "", *used = arguments;
    if (it->one) {
      const char *storage = it->one->storage,
                 *replaced = cleave_arena_format(arena, ", %s,", it->other->storage);
      const char *at = strstr(used, replaced);
      const bool is_shared = chance(generator, 70);
      const unsigned distance = it->may_shift ? below(generator, 4) : 0;
      data = cleave_arena_format(arena, "#pragma omp target data map(tofrom : %s%s%s)\n", storage,
                                 is_shared ? "" : ", ", is_shared ? "" : it->other->storage);
      if (is_shared)
        used = cleave_arena_format(arena, "%.*s, %s + %u,%s", (int)(at - used), used, storage, distance,
                                   at + strlen(replaced));
    }
    node_add(
        arena, body,
        STATEMENT(
            arena,
            "{\nconst int n = %s, m = make_rows(n, %u, %u, %d, %uu);\nfill_%s(n, %uu);\n%sg%s(n, m%s);\nprint_%s();\n}",
            n, kind, it->gap, it->uses_width, seed, tag(it), seed, data, tag(it),
            cleave_arena_format(arena, "%.*s", (int)strlen(used) - 1, used), tag(it)));
  }
}

void make_ragged_body(struct generator *generator, struct node *body, bool is_exact) {
  struct cleave_arena *arena = generator->arena;
  struct ragged it = {.generator = generator,
                      .is_exact = is_exact,
                      .is_floating = chance(generator, 50),
                      .gap = chance(generator, 70) ? 0 : 1 + below(generator, 2),
                      .overlaps = chance(generator, 25) && !generator->shapes->off[SHAPE_overlap],
                      .before = node_list(arena),
                      .after = node_list(arena),
                      .maps = node_list(arena)};
  make_arrays(&it);
  struct node *region = make_region(&it);
  const char *parameters = "", *arguments = "", *members = "", *values = "";
  for (unsigned i = 0; i < ARRAY_COUNT_OF_ROLES; i++) {
    const struct ragged_array *array = &it.arrays[i];
    if (!array->used || array->is_static)
      continue;
    if (array->is_member) {
      members = cleave_arena_format(arena, "%s%s *%s;\n", members, array->type->name, array->parameter);
      values = cleave_arena_format(arena, "%s%s%s", values, *values ? ", " : "", array->storage);
      continue;
    }
    parameters = cleave_arena_format(arena, "%s, %s%s *%s", parameters,
                                     array->written || chance(generator, 40) ? "" : "const ",
                                     array->type->name, array->parameter);
    arguments = cleave_arena_format(arena, "%s, %s", arguments, array->storage);
  }
  if (*members) {
    const bool by_value = it.member_access[1] == '.';
    parameters =
        cleave_arena_format(arena, "%s, struct rows_%s %sa", parameters, tag(&it), by_value ? "" : "*");
    arguments = cleave_arena_format(arena, "%s, %s(struct rows_%s){%s}", arguments, by_value ? "" : "&",
                                    tag(&it), values);
  }
  print_calls(&it, body, cleave_arena_format(arena, "%s,", arguments));
  print_storages(&it);
  if (*members)
    node_add(arena, generator->file_scope,
             node_new(arena, ROLE_STATEMENT, "struct rows_%s {\n%s};", tag(&it), members));
  struct node *helper = node_new(arena, ROLE_STATEMENT, "static void g%s(int n, int m%s) {\n@@@(void)m;\n}",
                                 tag(&it), parameters);
  node_add(arena, helper, it.before);
  node_add(arena, helper, region);
  node_add(arena, generator->file_scope, node_add(arena, helper, it.after));
}
