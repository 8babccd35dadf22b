/* FILE: test/fuzz/programs/generate.c
 * WHAT: programs: functions with one region each, and the C file around them.
 */
#include "accesses.h"

#include <inttypes.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"

/* Of so many programs with neighboring seeds, all permit reassociation, or none. */
enum { RUN_OF_SEEDS = 8 };

const char *const shape_names[SHAPE_COUNT] = {
#define SHAPE(name, made, what) [SHAPE_##name] = #name,
#include "shapes.def"
#undef SHAPE
};

void shapes_defaults(struct shapes *shapes) {
  static const bool made[SHAPE_COUNT] = {
#define SHAPE(name, made, what) [SHAPE_##name] = made,
#include "shapes.def"
#undef SHAPE
  };
  *shapes = (struct shapes){0};
  for (unsigned i = 0; i < SHAPE_COUNT; i++)
    shapes->off[i] = !made[i];
}

bool wants(struct generator *generator, enum shape shape, unsigned percent) {
  bool wanted = random_chance(&generator->random, percent) && !generator->shapes->off[shape];
  generator->shapes->made[shape] += wanted;
  return wanted;
}

const char *schedule(struct generator *generator, const char *kind) {
  const bool dynamic = strcmp(kind, "static") != 0;
  if (dynamic && generator->shapes->off[SHAPE_dynamic])
    return "static";
  generator->shapes->made[SHAPE_dynamic] += dynamic;
  return kind;
}

unsigned below(struct generator *generator, unsigned limit) {
  return random_below(&generator->random, limit);
}

bool chance(struct generator *generator, unsigned percent) {
  return random_chance(&generator->random, percent);
}

const char *fresh_name(struct generator *generator, const char *stem) {
  return cleave_arena_format(generator->arena, "%s%u", stem, ++generator->names + 9);
}

static void generate_function(struct program *program, struct function *function, size_t index,
                              struct random random, struct shapes *shapes) {
  static const unsigned sizes[] = {1, 2, 5, 8, 16, 33, 64, 64, 100, 257};
  static const unsigned sides[] = {1, 3, 7, 12, 17};
  struct generator generator = {.arena = program->arena,
                                .random = random,
                                .shapes = shapes,
                                .function = function,
                                .seed = program->seed,
                                .cxx = program->cxx};
  generator.file_scope = node_list(program->arena);
  function->name = cleave_arena_format(program->arena, "f%" PRIu64 "_%zu", program->seed, index);
  function->size = sizes[below(&generator, 10)];
  function->side = sides[below(&generator, 5)];
  if (function->side > function->size)
    function->side = function->size;
  if (shapes->expressions) {
    make_accesses_function(&generator);
    return;
  }
  struct node *body = node_list(program->arena);
  if (shapes->transfers)
    make_transfers_body(&generator, body);
  else if (shapes->host_code)
    make_host_code_body(&generator, body);
  else if (shapes->constructs)
    make_constructs_body(&generator, body);
  else if (shapes->nests)
    make_nests_body(&generator, body);
  else if (shapes->ragged)
    make_ragged_body(&generator, body, program->reassociates);
  else
    make_function_body(&generator, body);
  const bool is_general =
      !shapes->transfers && !shapes->host_code && !shapes->constructs && !shapes->nests && !shapes->ragged;
  if (is_general && wants(&generator, SHAPE_macro_region, 20))
    put_in_macros(&generator, body);
  if (is_general)
    add_idioms(&generator, body);
  function->tree =
      node_new(program->arena, ROLE_STATEMENT, "@static void %s(void) {\n@\nreport(\"%" PRIu64 ".%zu\");\n}",
               function->name, program->seed, index);
  node_add(program->arena, function->tree, generator.file_scope);
  node_add(program->arena, function->tree, body);
}

struct program *program_generate(uint64_t seed, struct shapes *shapes) {
  struct cleave_arena *arena = cleave_arena_new();
  struct program *program = cleave_arena_allocate(arena, sizeof *program);
  struct random random = random_from(seed);
  program->arena = arena;
  program->seed = seed;
  program->transfers = shapes->transfers;
  program->host_code = shapes->host_code;
  program->constructs = shapes->constructs;
  /* Of 64 programs in a row 16: a file has the directive or not. */
  program->unified_memory = !shapes->off[SHAPE_unified_memory] && seed / 16 % 4 == 0;
  shapes->made[SHAPE_unified_memory] += program->unified_memory;
  program->expressions = shapes->expressions;
  program->nests = shapes->nests;
  program->ragged = shapes->ragged;
  program->reassociates = shapes->ragged && seed / RUN_OF_SEEDS % 3 == 0;
  program->function_count =
      shapes->expressions || shapes->ragged ? 1 : (shapes->nests ? 2 : 5) + random_below(&random, 4);
  if (shapes->functions && program->function_count > shapes->functions)
    program->function_count = shapes->functions;
  program->cxx = (shapes->expressions && random_chance(&random, 65)) || (shapes->constructs && seed % 4 == 3);
  program->functions = cleave_arena_allocate(arena, program->function_count * sizeof *program->functions);
  for (size_t i = 0; i < program->function_count; i++)
    generate_function(program, &program->functions[i], i, random_from(seed * 64 + i), shapes);
  return program;
}

static const char *prelude_of(const struct program *program) {
  return program->transfers    ? transfers_prelude
         : program->host_code  ? host_code_prelude
         : program->constructs ? constructs_prelude
         : program->ragged     ? ragged_prelude
                               : "";
}

/* What every program needs. Digests take all bits of a value, and its place in the sequence. */
static const char prelude[] =
    "#include <omp.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#define TWICE(x) ((x) % 1009 * 2)\n#define LIMIT(x) (x)\n#define ADD_TO(place, value) (place) += (value)\n"
    "#define A_PRAGMA(x) _Pragma(#x)\n#define OMP(...) A_PRAGMA(omp __VA_ARGS__)\n"
    "#define EACH(i, n) for (int i = 0; i < n; i++)\n"
    "#define PARALLEL_EACH(i, n) OMP(parallel for) EACH(i, n)\n"
    "struct record {\nint x;\ndouble z;\nint w[4];\n};\n"
    "static unsigned long digest = 1;\n"
    "static __attribute__((unused)) void digest_long(long value) {\n"
    "digest = (digest ^ (unsigned long)value) * 0x100000001b3ul;\n}\n"
    "static __attribute__((unused)) void digest_double(double value) {\n"
    "unsigned long bits;\nmemcpy(&bits, &value, sizeof bits);\ndigest_long((long)bits);\n}\n"
    "static void report(const char *name) {\nprintf(\"%s %016lx\\n\", name, digest);\nfflush(stdout);\ndigest = 1;\n}\n"
    "#pragma omp declare target\n"
    "static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
    "static __attribute__((unused)) int mixed(int x) {\nreturn (x % 1009 * 3 + 7) % 1009;\n}\n"
    "static __attribute__((unused)) int looked_up(int x) {\nreturn table[(unsigned)x % 8];\n}\n"
    "static __attribute__((unused)) void put(int *where, int value) {\n*where = value;\n}\n"
    "static __attribute__((unused)) void bump(int *where, int value) {\nwhere[0] += value;\n}\n"
    "#pragma omp end declare target\n";

static bool is_empty(const struct program *program) {
  for (size_t f = 0; f < program->function_count; f++)
    if (!program->functions[f].gone)
      return false;
  return true;
}

const char *programs_text(struct cleave_arena *arena, struct program *const *programs, size_t count) {
  struct cleave_text out = {.arena = arena};
  if (count && programs[0]->unified_memory)
    cleave_text_add(&out, "#pragma omp requires unified_shared_memory\n");
  cleave_text_add(&out, count && programs[0]->expressions ? accesses_prelude : prelude);
  if (count && programs[0]->cxx && programs[0]->expressions)
    cleave_text_add(&out, accesses_prelude_cxx);
  if (count)
    cleave_text_add(&out, prelude_of(programs[0]));
  for (size_t p = 0; p < count; p++)
    for (size_t f = 0; f < programs[p]->function_count; f++) {
      const struct function *function = &programs[p]->functions[f];
      if (function->gone)
        continue;
      /* The sizes are macros, so that the globals of the function can use them as well. */
      cleave_text_format(&out, "#undef N\n#undef M\n#undef K\n#define N %u\n#define M %u\n#define K %u\n",
                         function->size, function->side, function->size / 4);
      node_print(function->tree, &out);
    }
  cleave_text_add(&out,
                  "int main(int count, char **arguments) {\nint only = count > 1 ? atoi(arguments[1]) : -1;\n"
                  "int from = count > 2 ? atoi(arguments[2]) : 0;\n");
  size_t number = 0; /* of the function: those before FROM do not run */
  for (size_t p = 0; p < count; p++) {
    if (is_empty(programs[p]))
      continue;
    cleave_text_format(&out, "if (only < 0 || only == %zu) {\n", p);
    for (size_t f = 0; f < programs[p]->function_count; f++)
      if (!programs[p]->functions[f].gone)
        cleave_text_format(&out, "if (from <= %zu)\n%s();\n", number++, programs[p]->functions[f].name);
    cleave_text_add(&out, "}\n");
  }
  cleave_text_add(&out, "return 0;\n}\n");
  return text_indented(arena, cleave_text_get(&out));
}
