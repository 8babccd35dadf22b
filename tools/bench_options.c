/* FILE: tools/bench_options.c
 * WHAT: the arguments of `cleave bench`, and programs.txt.
 */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "commands.h"
#include "model/arena.h"
#include "process.h"

enum { SIZE_MAXIMUM = 46340 }; /* its square fits in an int, which the programs use for indices */

/* Whether a file name may contain all characters of NAME, and it denotes no other folder. */
static bool is_name(const char *name) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return *name && *name != '.' && *name != '-' && !name[strspn(name, allowed)];
}

static bool contains(const struct cleave_bench_names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (!strcmp(names->at[i], name))
      return true;
  return false;
}

/* Adds the words of TEXT, which commas separate, each once. */
static bool add_names(struct cleave_arena *arena, struct cleave_bench_names *names, const char *text) {
  for (;; text++) {
    const char *name = cleave_arena_copy(arena, text, strcspn(text, ","));
    if (!is_name(name))
      return false;
    if (!contains(names, name))
      CLEAVE_APPEND(arena, names->at, names->count, name);
    text += strlen(name);
    if (!*text)
      return true;
  }
}

static bool read_number(const char *text, double minimum, double maximum, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && !*end && *value >= minimum && *value <= maximum;
}

static bool read_count(const char *text, int minimum, int maximum, int *value) {
  char *end;
  long number = strtol(text, &end, 10);
  *value = (int)number;
  return end != text && !*end && number >= minimum && number <= maximum;
}

static int compare_ints(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

static bool read_sizes(struct cleave_bench *bench, const char *text) {
  struct cleave_bench_options *options = &bench->options;
  struct cleave_bench_names words = {0};
  if (!add_names(bench->arena, &words, text))
    return false;
  options->sizes = NULL;
  options->size_count = 0;
  for (size_t i = 0; i < words.count; i++) {
    int size;
    if (!read_count(words.at[i], 1, SIZE_MAXIMUM, &size))
      return false;
    CLEAVE_APPEND(bench->arena, options->sizes, options->size_count, size);
  }
  qsort(options->sizes, options->size_count, sizeof *options->sizes, compare_ints);
  return true;
}

static bool read_types(struct cleave_bench *bench, const char *text) {
  struct cleave_bench_names *types = &bench->options.types;
  types->count = 0;
  if (!add_names(bench->arena, types, text))
    return false;
  for (size_t i = 0; i < types->count; i++)
    if (strcmp(types->at[i], "float") && strcmp(types->at[i], "double"))
      return false;
  return true;
}

static bool is_target(const char *text) {
  return !strcmp(text, "host") || (!strncmp(text, "sm_", 3) && is_name(text) && text[3]);
}

enum { VERSIONS, SIZES, TYPES, REPEATS, WARM_UP, MINUTES, LIMIT, TARGET, BUILD, FROM, SOURCES, JSON };
static const struct option option_rows[] = {{"versions", required_argument, NULL, VERSIONS},
                                            {"sizes", required_argument, NULL, SIZES},
                                            {"types", required_argument, NULL, TYPES},
                                            {"repeats", required_argument, NULL, REPEATS},
                                            {"warm-up", required_argument, NULL, WARM_UP},
                                            {"minutes", required_argument, NULL, MINUTES},
                                            {"limit", required_argument, NULL, LIMIT},
                                            {"target", required_argument, NULL, TARGET},
                                            {"build", required_argument, NULL, BUILD},
                                            {"from", required_argument, NULL, FROM},
                                            {"sources", required_argument, NULL, SOURCES},
                                            {"json", required_argument, NULL, JSON},
                                            {0}};
const struct cleave_syntax cleave_bench_syntax = {"", option_rows};

/* Reads VALUE of OPTION. Returns NULL, or the valid values. */
static const char *read_option(struct cleave_bench *bench, int option, const char *value) {
  struct cleave_bench_options *options = &bench->options;
  switch (option) {
  case VERSIONS:
    options->versions.count = 0;
    return add_names(bench->arena, &options->versions, value) ? NULL : "names with commas between";
  case SIZES:
    return read_sizes(bench, value) ? NULL : "whole numbers from 1 to 46340 with commas between";
  case TYPES:
    return read_types(bench, value) ? NULL : "float, double or float,double";
  case REPEATS:
    return read_count(value, 1, 1000000, &options->repeats) ? NULL : "a whole number from 1 on";
  case WARM_UP:
    return read_count(value, 0, 1000000, &options->warm_up) ? NULL : "a whole number from 0 on";
  case MINUTES:
    return read_number(value, 0, 1e6, &options->minutes) ? NULL : "a number of minutes";
  case LIMIT:
    return read_number(value, 0.1, 1e6, &options->limit) ? NULL : "a number of seconds";
  case TARGET:
    options->target = value;
    return is_target(value) ? NULL : "host, or an architecture such as sm_90";
  default:
    *(option == BUILD     ? &options->build
      : option == FROM    ? &options->from
      : option == SOURCES ? &options->sources
                          : &options->json) = value;
    return NULL;
  }
}

bool cleave_bench_read_options(struct cleave_bench *bench, int count, char **words) {
  struct cleave_bench_options *options = &bench->options;
  options->repeats = 10;
  options->warm_up = 1;
  options->minutes = INFINITY;
  options->limit = 300;
  add_names(bench->arena, &options->versions, "naive,cleave,hand");
  add_names(bench->arena, &options->types, "float,double");
  for (int option; (option = cleave_next_option(count, words, &cleave_bench_syntax)) != -1;) {
    const char *wanted = option == '?' ? "" : read_option(bench, option, optarg);
    if (wanted && *wanted)
      cleave_complain("--%s takes %s, not '%s'", option_rows[option].name, wanted, optarg);
    if (wanted)
      return false;
  }
  for (; optind < count; optind++) {
    if (!is_name(words[optind])) {
      cleave_complain("'%s' is no name of a benchmark program", words[optind]);
      return false;
    }
    add_names(bench->arena, &options->programs, words[optind]);
  }
  if (options->from && (options->build || options->sources || options->target)) {
    cleave_complain("--from runs existing programs: do not combine it with --build, --sources or --target");
    return false;
  }
  if (options->build && options->json) {
    cleave_complain("--build only builds: run with --from and --json afterwards");
    return false;
  }
  return true;
}

bool cleave_bench_has_version(const struct cleave_bench_program *program, const char *version) {
  return contains(&program->versions, strcmp(version, "cleave") ? version : "naive");
}

/* Reports names of the user that no line of programs.txt contains. */
static bool all_known(const struct cleave_bench *bench, const char *folder) {
  const struct cleave_bench_options *options = &bench->options;
  for (size_t i = 0; i < options->programs.count; i++) {
    bool known = false;
    for (size_t p = 0; p < bench->program_count; p++)
      known |= !strcmp(bench->programs[p].name, options->programs.at[i]);
    if (!known) {
      cleave_complain("there is no benchmark program '%s'; %s/programs.txt lists them",
                      options->programs.at[i], folder);
      return false;
    }
  }
  for (size_t i = 0; i < options->versions.count; i++) {
    bool known = false;
    for (size_t p = 0; p < bench->program_count; p++)
      known |= cleave_bench_has_version(&bench->programs[p], options->versions.at[i]);
    if (!known) {
      cleave_complain("none of these programs has a version '%s'; %s/programs.txt lists them",
                      options->versions.at[i], folder);
      return false;
    }
  }
  return true;
}

bool cleave_bench_read_programs(struct cleave_bench *bench, const char *folder) {
  const char *path = cleave_arena_format(bench->arena, "%s/programs.txt", folder);
  FILE *file = fopen(path, "r");
  if (!file) {
    cleave_complain("cannot read '%s': %s", path, strerror(errno));
    return false;
  }
  char line[1024], name[256], sources[256], versions[256];
  bool good = true;
  for (int number = 1; good && fgets(line, sizeof line, file); number++) {
    if (*line == '#' || !line[strspn(line, " \t\n")])
      continue;
    struct cleave_bench_program program = {0};
    good = sscanf(line, "%255s %255s %255s", name, sources, versions) == 3 && is_name(name) &&
           add_names(bench->arena, &program.versions, versions);
    if (!good) {
      cleave_complain("%s:%d: not a name, a folder and versions with commas between", path, number);
      break;
    }
    program.name = cleave_arena_copy(bench->arena, name, strlen(name));
    program.folder = cleave_arena_copy(bench->arena, sources, strlen(sources));
    if (!bench->options.programs.count || contains(&bench->options.programs, name))
      CLEAVE_APPEND(bench->arena, bench->programs, bench->program_count, program);
  }
  fclose(file);
  return good && all_known(bench, folder);
}
