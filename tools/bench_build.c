/* FILE: tools/bench_build.c
 * WHAT: `cleave bench`: the programs' sources, their compilation, and the files in the folder with the
 *       executables.
 */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "model/arena.h"
#include "model/json.h"
#include "model/text.h"
#include "output.h"
#include "process.h"
#include "toolchain.h"

static const double compilation_limit = 600; /* seconds */

static const char build_format[] = "cleave bench build 1"; /* of build.json */

/* -ffp-contract=off: the programs compare every bit with a reference of the same operations. */
static const char *const common_flags[] = {"-O3", "-ffp-contract=off", "-std=c11", "-fopenmp"};

enum { COMMON_FLAGS = sizeof common_flags / sizeof *common_flags };

/* The arguments of every compilation. */
struct toolchain {
  const char *cleave, *clang;
  const char *library_folder; /* of the OpenMP run time */
  const char *libcleave_folder;
  const char *sources;
};

const char *cleave_bench_sources(struct cleave_bench *bench) {
  const char *own = cleave_toolchain_program_folder();
  const char *const places[] = {bench->options.sources
                                    ? bench->options.sources
                                    : cleave_arena_format(bench->arena, "%s/" CLEAVE_INSTALLED_BENCH, own),
                                CLEAVE_BENCH_SOURCES};
  for (int i = 0; i < (bench->options.sources ? 1 : 2); i++) {
    const char *list = cleave_arena_format(bench->arena, "%s/programs.txt", places[i]);
    if (!access(list, R_OK))
      return places[i];
  }
  cleave_complain("there are no benchmark programs in '%s': install cleave again, or name their "
                  "folder with --sources",
                  places[0]);
  return NULL;
}

const char *cleave_bench_path(const struct cleave_bench *bench, const struct cleave_bench_program *program,
                              const char *version, const char *type) {
  return cleave_arena_format(bench->arena, "%s/%s-%s-%s", bench->folder, program->name, version, type);
}

static bool is_host(const struct cleave_bench *bench) {
  return !bench->options.target || !strcmp(bench->options.target, "host");
}

/* A command of COMPILER with the flags of all parts of a program. */
static struct cleave_command begin_command(const struct cleave_bench *bench, const struct toolchain *tools,
                                           const char *compiler, const char *type) {
  struct cleave_arena *arena = bench->arena;
  struct cleave_command command = {0};
  cleave_command_add(&command, compiler);
  if (compiler == tools->cleave)
    cleave_command_add(&command, "cc");
  for (size_t i = 0; i < COMMON_FLAGS; i++)
    cleave_command_add(&command, common_flags[i]);
  if (is_host(bench)) {
    cleave_command_add(&command, "-fopenmp-targets=x86_64-pc-linux-gnu");
  } else {
    cleave_command_add(&command, cleave_arena_format(arena, "--offload-arch=%s", bench->options.target));
    if (cleave_toolchain_has_device_library(tools->library_folder, bench->options.target))
      cleave_command_add(
          &command, cleave_arena_format(arena, "--libomptarget-nvptx-bc-path=%s", tools->library_folder));
  }
  cleave_command_add(&command, cleave_arena_format(arena, "-DREAL=%s", type));
  cleave_command_add(&command, cleave_arena_format(arena, "-I%s/common", tools->sources));
  return command;
}

static void add_library(struct cleave_arena *arena, struct cleave_command *command, const char *folder) {
  cleave_command_add(command, cleave_arena_format(arena, "-L%s", folder));
  cleave_command_add(command, cleave_arena_format(arena, "-Wl,-rpath,%s", folder));
}

/* Runs a command of begin_command that creates OUTPUT. Returns NULL, or the reason of the failure. */
static const char *finish_command(const struct cleave_bench *bench, struct cleave_command *command,
                                  const char *output) {
  cleave_command_add(command, "-o");
  cleave_command_add(command, output);
  const char *printed;
  const char *why = cleave_bench_call(bench->arena, command, compilation_limit, &printed);
  free(command->words);
  return why;
}

/* Compiles the harness for TYPE: HARNESS becomes its object files. Only clang compiles it, once, so that the
 * same code measures all versions. Returns NULL, or the reason of the failure. */
static const char *compile_harness(const struct cleave_bench *bench, const struct toolchain *tools,
                                   const char *type, struct cleave_bench_names *harness) {
  struct cleave_arena *arena = bench->arena;
  glob_t sources;
  const char *why = NULL;
  if (glob(cleave_arena_format(arena, "%s/common/*.c", tools->sources), 0, NULL, &sources))
    return cleave_arena_format(arena, "there is no harness in '%s/common'", tools->sources);
  for (size_t i = 0; i < sources.gl_pathc && !why; i++) {
    const char *object = cleave_arena_format(arena, "%s/harness-%s-%zu.o", bench->scratch, type, i);
    struct cleave_command command = begin_command(bench, tools, tools->clang, type);
    cleave_command_add(&command, "-c");
    cleave_command_add(&command, sources.gl_pathv[i]);
    why = finish_command(bench, &command, object);
    CLEAVE_APPEND(arena, harness->at, harness->count, object);
  }
  globfree(&sources);
  return why;
}

/* Compiles one program. Returns NULL, or why it failed. */
static const char *compile(const struct cleave_bench *bench, const struct toolchain *tools,
                           const struct cleave_bench_names *harness,
                           const struct cleave_bench_program *program, const char *version,
                           const char *type) {
  struct cleave_arena *arena = bench->arena;
  bool by_cleave = !strcmp(version, "cleave");
  struct cleave_command command = begin_command(bench, tools, by_cleave ? tools->cleave : tools->clang, type);
  const char *folder = cleave_arena_format(arena, "%s/%s", tools->sources, program->folder);
  cleave_command_add(&command, cleave_arena_format(arena, "%s/%s.c", folder, by_cleave ? "naive" : version));
  cleave_command_add(&command, cleave_arena_format(arena, "%s/reference.c", folder));
  for (size_t i = 0; i < harness->count; i++)
    cleave_command_add(&command, harness->at[i]);
  if (!is_host(bench)) {
    add_library(arena, &command, tools->libcleave_folder);
    cleave_command_add(&command, "-lcleave");
  }
  add_library(arena, &command, tools->library_folder);
  cleave_command_add(&command, "-lm");
  return finish_command(bench, &command, cleave_bench_path(bench, program, version, type));
}

/* The first line with WANTED in the output of PROGRAM --version; null if there is none. */
static json_t *version_of(struct cleave_arena *arena, const char *program, const char *wanted) {
  const char *words[] = {program, "--version", NULL};
  struct cleave_command command = {words, 2, NULL};
  const char *output;
  const char *why = cleave_bench_call(arena, &command, 60, &output);
  const char *found = why ? NULL : strstr(output, wanted);
  if (!found)
    return json_null();
  while (found > output && found[-1] != '\n')
    found--;
  return cleave_json_string(cleave_arena_copy(arena, found, strcspn(found, "\n")));
}

static json_t *describe_build(const struct cleave_bench *bench, const struct toolchain *tools) {
  static const char own_ptxas[] = "/usr/local/cuda/bin/ptxas";
  struct cleave_text flags = {.arena = bench->arena};
  for (size_t i = 0; i < COMMON_FLAGS; i++)
    cleave_text_format(&flags, "%s%s", i ? " " : "", common_flags[i]);
  const char *ptxas = access(own_ptxas, X_OK) ? "ptxas" : own_ptxas;
  return json_pack("{s:s, s:s, s:o, s:o, s:s, s:s}", "format", build_format, "cleave", CLEAVE_VERSION,
                   "clang", version_of(bench->arena, tools->clang, "clang version"), "ptxas",
                   is_host(bench) ? json_null() : version_of(bench->arena, ptxas, "release"), "target",
                   is_host(bench) ? "host" : bench->options.target, "flags", cleave_text_get(&flags));
}

static const char *file_in_folder(const struct cleave_bench *bench, const char *name) {
  return cleave_arena_format(bench->arena, "%s/%s", bench->folder, name);
}

/* Writes the files that --from reads: the programs of the selection, and how they were built. */
static bool write_descriptions(struct cleave_bench *bench) {
  struct cleave_text list = {.arena = bench->arena};
  cleave_text_add(&list, "# The programs built here: name, folder of the sources, versions.\n");
  for (size_t p = 0; p < bench->program_count; p++) {
    const struct cleave_bench_program *program = &bench->programs[p];
    cleave_text_format(&list, "%s %s ", program->name, program->folder);
    for (size_t v = 0; v < program->versions.count; v++)
      cleave_text_format(&list, "%s%s", v ? "," : "", program->versions.at[v]);
    cleave_text_add(&list, "\n");
  }
  return cleave_output_text(cleave_text_get(&list), list.length, file_in_folder(bench, "programs.txt")) &&
         cleave_output_json(bench->build, file_in_folder(bench, "build.json"));
}

/* Stores REASON in the cases of a program that does not compile. */
static void no_program(struct cleave_bench *bench, const char *path, const char *reason) {
  for (size_t c = 0; c < bench->case_count; c++)
    if (!strcmp(bench->cases[c].path ? bench->cases[c].path : "", path)) {
      bench->cases[c].path = NULL;
      bench->cases[c].status = CLEAVE_BENCH_FAILED;
      bench->cases[c].reason = reason;
    }
}

static bool find_toolchain(const struct cleave_bench *bench, struct toolchain *tools) {
  tools->clang = cleave_toolchain_clang();
  if (!tools->clang)
    return false;
  tools->library_folder = cleave_toolchain_library_folder(tools->clang);
  tools->libcleave_folder = cleave_toolchain_libcleave_folder();
  if (!tools->libcleave_folder || !cleave_toolchain_has_run_time(tools->library_folder))
    return false;
  tools->cleave = cleave_arena_format(bench->arena, "%s/cleave", cleave_toolchain_program_folder());
  return true;
}

/* Builds one program. On failure stores the reason in its cases as well. WHY: why there is no harness, or
 * NULL. */
static bool build_program(struct cleave_bench *bench, const struct toolchain *tools,
                          const struct cleave_bench_names *harness, const char *why,
                          const struct cleave_bench_program *program, const char *version, const char *type) {
  bool terminal = isatty(STDERR_FILENO);
  if (terminal)
    fprintf(stderr, "\r\033[Kbuilding %s-%s-%s", program->name, version, type);
  if (!why)
    why = compile(bench, tools, harness, program, version, type);
  if (terminal)
    fputs("\r\033[K", stderr);
  if (!why || cleave_child_interrupted())
    return !why;
  cleave_complain("%s-%s-%s does not compile: %s", program->name, version, type, why);
  no_program(bench, cleave_bench_path(bench, program, version, type),
             cleave_arena_format(bench->arena, "does not compile: %s", why));
  return false;
}

bool cleave_bench_build(struct cleave_bench *bench, const char *sources, size_t *failures) {
  struct toolchain tools = {.sources = sources};
  if (!find_toolchain(bench, &tools))
    return false;
  if (mkdir(bench->folder, 0777) && errno != EEXIST) {
    cleave_complain("cannot make the folder '%s': %s", bench->folder, strerror(errno));
    return false;
  }
  bench->build = describe_build(bench, &tools);
  const struct cleave_bench_options *options = &bench->options;
  size_t built = 0;
  for (size_t t = 0; t < options->types.count; t++) {
    struct cleave_bench_names harness = {0};
    const char *why = compile_harness(bench, &tools, options->types.at[t], &harness);
    for (size_t p = 0; p < bench->program_count; p++)
      for (size_t v = 0; v < options->versions.count; v++) {
        if (!cleave_bench_has_version(&bench->programs[p], options->versions.at[v]))
          continue;
        bool good = build_program(bench, &tools, &harness, why, &bench->programs[p], options->versions.at[v],
                                  options->types.at[t]);
        if (cleave_child_interrupted()) {
          cleave_complain("interrupted while building");
          return false;
        }
        built += good;
        *failures += !good;
      }
  }
  fprintf(stderr, "%zu programs built\n", built);
  return write_descriptions(bench);
}

json_t *cleave_bench_read_build(struct cleave_bench *bench) {
  json_t *build = json_load_file(file_in_folder(bench, "build.json"), 0, NULL);
  const char *format = json_string_value(json_object_get(build, "format"));
  if (format && !strcmp(format, build_format))
    return build;
  json_decref(build);
  cleave_complain("'%s' was not made by 'cleave bench --build': there is no good build.json in it",
                  bench->folder);
  return NULL;
}

void cleave_bench_find_built(struct cleave_bench *bench) {
  for (size_t c = 0; c < bench->case_count; c++)
    if (access(bench->cases[c].path, X_OK)) {
      bench->cases[c].reason =
          cleave_arena_format(bench->arena, "there is no program '%s'", bench->cases[c].path);
      bench->cases[c].path = NULL;
    }
}
