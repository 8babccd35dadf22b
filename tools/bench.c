/* FILE: tools/bench.c
 * WHAT: `cleave bench`: builds the benchmark programs, runs them, and compares clang's build of the naive
 *       version with cleave's and with the version that an expert wrote by hand.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "commands.h"
#include "model/arena.h"
#include "process.h"

/* Makes a folder for temporary files of this command. */
static const char *make_temporary_folder(struct cleave_arena *arena) {
  const char *where = getenv("TMPDIR");
  if (!where || !*where)
    where = "/tmp";
  char *path = cleave_arena_format(arena, "%s/cleave-bench-XXXXXX", where);
  if (mkdtemp(path))
    return path;
  cleave_complain("cannot make the folder '%s': %s", path, strerror(errno));
  return NULL;
}

/* Removes the files in the folder PATH, and PATH if it is then empty. */
static void remove_folder(struct cleave_arena *arena, const char *path) {
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    unlink(cleave_arena_format(arena, "%s/%s", path, entry->d_name));
  if (folder)
    closedir(folder);
  rmdir(path);
}

/* Lists the cases in the order in which they run. If the command ends early, the small sizes of all programs
 * have run; compared versions run one after the other. */
static void plan_cases(struct cleave_bench *bench) {
  const struct cleave_bench_options *options = &bench->options;
  for (size_t s = 0; s < options->size_count; s++)
    for (size_t t = 0; t < options->types.count; t++)
      for (size_t p = 0; p < bench->program_count; p++)
        for (size_t v = 0; v < options->versions.count; v++) {
          const struct cleave_bench_program *program = &bench->programs[p];
          if (!cleave_bench_has_version(program, options->versions.at[v]))
            continue;
          struct cleave_bench_case run = {
              .program = program->name,
              .version = options->versions.at[v],
              .type = options->types.at[t],
              .size = options->sizes[s],
              .path = cleave_bench_path(bench, program, options->versions.at[v], options->types.at[t]),
              .reason = "interrupted before",
          };
          CLEAVE_APPEND(bench->arena, bench->cases, bench->case_count, run);
        }
}

static bool is_built_for_host(const json_t *build) {
  const char *target = json_string_value(json_object_get(build, "target"));
  return target && !strcmp(target, "host");
}

static void use_default_sizes(struct cleave_bench *bench) {
  static const int sizes[] = {200, 1000, 4000};
  struct cleave_bench_options *options = &bench->options;
  if (options->size_count)
    return;
  bool host =
      options->from ? is_built_for_host(bench->build) : !options->target || !strcmp(options->target, "host");
  for (int i = host ? 0 : 1; i < (host ? 1 : 3); i++)
    CLEAVE_APPEND(bench->arena, options->sizes, options->size_count, sizes[i]);
}

/* Removes the references of a program, type and size: no case after the last of them uses them. */
static void drop_reference(const struct cleave_bench *bench, size_t index) {
  const struct cleave_bench_case *run = &bench->cases[index], *next = run + 1;
  if (index + 1 == bench->case_count || strcmp(run->program, next->program) ||
      strcmp(run->type, next->type) || run->size != next->size)
    unlink(
        cleave_arena_format(bench->arena, "%s/%s-%s-%d", bench->scratch, run->program, run->type, run->size));
}

/* Runs all cases. Returns false if the results could not be written. */
static bool run_cases(struct cleave_bench *bench) {
  bool terminal = isatty(STDERR_FILENO);
  bool written = cleave_bench_write_json(bench, false);
  for (size_t i = 0; written && i < bench->case_count && !cleave_child_interrupted(); i++) {
    struct cleave_bench_case *run = &bench->cases[i];
    const char *name = cleave_arena_format(bench->arena, "[%zu/%zu] %s %s %d %s", i + 1, bench->case_count,
                                           run->program, run->type, run->size, run->version);
    if (terminal)
      fprintf(stderr, "%s ...", name);
    cleave_bench_run(bench, run);
    fprintf(stderr, "%s%s: %s\n", terminal ? "\r\033[K" : "", name, cleave_bench_outcome(bench->arena, run));
    drop_reference(bench, i);
    written = cleave_bench_write_json(bench, i + 1 == bench->case_count && !cleave_child_interrupted());
  }
  return written;
}

static bool all_ok(const struct cleave_bench *bench) {
  for (size_t i = 0; i < bench->case_count; i++)
    if (bench->cases[i].status != CLEAVE_BENCH_OK)
      return false;
  return true;
}

/* Builds and runs the selection; bench->scratch exists. Returns the exit status. */
static int bench_all(struct cleave_bench *bench) {
  const struct cleave_bench_options *options = &bench->options;
  const char *sources = options->from ? options->from : cleave_bench_sources(bench);
  if (!sources || !cleave_bench_read_programs(bench, sources))
    return sources ? CLEAVE_WRONG_USAGE : CLEAVE_FAILED;
  bench->folder = options->from ? options->from : options->build ? options->build : bench->scratch;
  if (options->from) {
    bench->build = cleave_bench_read_build(bench);
    if (!bench->build)
      return CLEAVE_FAILED;
  }
  use_default_sizes(bench);
  plan_cases(bench);
  size_t failures = 0;
  if (options->from)
    cleave_bench_find_built(bench);
  else if (!cleave_bench_build(bench, sources, &failures))
    return CLEAVE_FAILED;
  if (options->build)
    return failures ? CLEAVE_FAILED : CLEAVE_DONE;

  /* A region that runs on the host must be an error; a crash must not fill the disk. */
  setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0});
  bench->machine = cleave_bench_machine();
  bool written = run_cases(bench);
  cleave_bench_print_table(bench);
  return written && all_ok(bench) ? CLEAVE_DONE : CLEAVE_FAILED;
}

int cleave_bench(int count, char **words) {
  struct cleave_bench bench = {.arena = cleave_arena_new(), .begin = cleave_child_clock()};
  int status = CLEAVE_WRONG_USAGE;
  if (cleave_bench_read_options(&bench, count, words)) {
    cleave_child_hold_signals();
    bench.scratch = make_temporary_folder(bench.arena);
    status = CLEAVE_FAILED;
    if (bench.scratch) {
      status = bench_all(&bench);
      remove_folder(bench.arena, bench.scratch);
    }
  }
  for (size_t i = 0; i < bench.case_count; i++)
    json_decref(bench.cases[i].measurement);
  json_decref(bench.build);
  json_decref(bench.machine);
  cleave_arena_free(bench.arena);
  int interrupted = status == CLEAVE_WRONG_USAGE ? 0 : cleave_child_interrupted();
  return interrupted ? 128 + interrupted : status;
}
