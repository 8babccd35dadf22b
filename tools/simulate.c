/* FILE: tools/simulate.c
 * WHAT: `cleave simulate`: runs one or two programs on a simulated GPU and reports their kernels and copies.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "model/arena.h"
#include "output.h"
#include "process.h"
#include "simulated_program.h"
#include "simulation.h"

enum { DEFAULT_SITES = 5, MOST_DIGITS = 9 };

struct options {
  const char *json, *trace;
  struct cleave_simulated_gpu gpu;
  size_t sites;    /* source lines to list for each kernel */
  char **words[2]; /* of each program, ended by NULL */
  size_t count;
};

/* Divides WORDS into one or two programs. A program without arguments gets those of the other one. */
static bool read_programs(int count, char **words, struct options *options) {
  const int first = cleave_words_before_separator(count, words);
  options->words[0] = words;
  options->count = 1;
  if (first < count) {
    words[first] = NULL;
    options->words[1] = words + first + 1;
    options->count = 2;
  }
  if (!first || (options->count == 2 && first + 1 == count)) {
    cleave_complain("simulate requires a program; see 'cleave help simulate'");
    return false;
  }
  if (options->count == 2 && (first == 1) != (first + 2 == count)) {
    char ***bare = first == 1 ? &options->words[0] : &options->words[1];
    char **all = cleave_reallocate(NULL, ((size_t)count + 1) * sizeof *all);
    size_t length = 0;
    all[length++] = **bare;
    for (char **word = (first == 1 ? options->words[1] : options->words[0]) + 1; *word; word++)
      all[length++] = *word;
    all[length] = NULL;
    *bare = all; /* until the end of this program */
  }
  return true;
}

/* TEXT: the value of --sites; NULL: the default. Returns false after a message. */
static bool read_sites(const char *text, size_t *sites) {
  const size_t digits = text ? strspn(text, "0123456789") : 0;
  *sites = text ? strtoull(text, NULL, 10) : DEFAULT_SITES;
  if (*sites && (!text || (!text[digits] && digits <= MOST_DIGITS)))
    return true;
  cleave_complain("simulate: invalid value '%s' of --sites", text);
  return false;
}

static const struct option known[] = {
    {"device", required_argument, NULL, 'd'}, {"json", required_argument, NULL, 'j'},
    {"trace", required_argument, NULL, 't'},  {"checks", required_argument, NULL, 'c'},
    {"blocks", required_argument, NULL, 'b'}, {"sites", optional_argument, NULL, 's'},
    {"help", no_argument, NULL, 'h'},         {0}};
const struct cleave_syntax cleave_simulate_syntax = {"h", known};

/* Returns CLEAVE_DONE, CLEAVE_WRONG_USAGE after a message, or -1 after the help. */
static int read_options(int count, char **words, struct options *options) {
  /* POSIX order: the options of the program are not those of cleave. */
  setenv("POSIXLY_CORRECT", "1", 1);
  int option;
  while ((option = cleave_next_option(count, words, &cleave_simulate_syntax)) != -1)
    if (option == 'd') {
      options->gpu.device = optarg;
    } else if (option == 'j') {
      options->json = optarg;
    } else if (option == 't') {
      options->trace = optarg;
    } else if (option == 'c') {
      options->gpu.checks = optarg;
    } else if (option == 'b') {
      options->gpu.blocks = optarg;
    } else if (option == 's') {
      if (!read_sites(optarg, &options->sites))
        return CLEAVE_WRONG_USAGE;
    } else if (option == 'h') {
      cleave_help_page("simulate");
      return -1;
    } else {
      return CLEAVE_WRONG_USAGE;
    }
  unsetenv("POSIXLY_CORRECT");
  options->gpu.sites = options->sites || options->json;
  if (!read_programs(count - optind, words + optind, options) || !cleave_simulated_gpu_check(&options->gpu))
    return CLEAVE_WRONG_USAGE;
  return CLEAVE_DONE;
}

static uint64_t faults_of(const struct cleave_simulation *simulation) {
  uint64_t faults = 0;
  for (size_t i = 0; i < simulation->kernel_count; i++)
    faults += simulation->kernels[i].faults;
  return faults;
}

/* Runs program NUMBER. Returns CLEAVE_DONE, or CLEAVE_FAILED after a message; the program may still have launched kernels. */
static int simulate(const struct options *options, size_t number, struct cleave_arena *arena,
                    struct cleave_simulation *simulation) {
  struct cleave_output records;
  char **words = options->words[number];
  simulation->program = words[0];
  if (!cleave_output_open(&records))
    return CLEAVE_FAILED;
  fflush(stdout);
  bool good = cleave_simulated_program_run(words, &options->gpu, &records);
  char *path = cleave_format("%s", records.path);
  size_t size;
  char *text = (char *)cleave_read_file(path, &size);
  const char *error = text ? cleave_simulation_read(text, size, arena, simulation) : NULL;
  if (error)
    cleave_complain("simulate: %s", error);
  else if (text && good && !simulation->launches)
    cleave_complain("'%s' launched no kernels", words[0]);
  const uint64_t faults = faults_of(simulation);
  if (faults)
    cleave_complain("'%s': %llu launch%s with errors", words[0], (unsigned long long)faults,
                    faults == 1 ? "" : "es");
  good &= text && !error && simulation->launches && !faults;
  free(text);
  free(path);
  cleave_output_close(&records);
  return good ? CLEAVE_DONE : CLEAVE_FAILED;
}

/* FILE.json -> FILE.2.json, for the trace of the second program. */
static char *second_path(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  const int stem = dot && (!slash || dot > slash) ? (int)(dot - path) : (int)strlen(path);
  return cleave_format("%.*s.2%s", stem, path, path + stem);
}

static bool write_files(const struct options *options, const struct cleave_simulation *simulations) {
  bool good = true;
  if (options->json) {
    json_t *report = cleave_simulation_json(simulations, options->count);
    good = cleave_output_json(report, options->json);
    json_decref(report);
  }
  for (size_t i = 0; options->trace && i < options->count; i++) {
    char *path = i ? second_path(options->trace) : cleave_format("%s", options->trace);
    json_t *trace = cleave_simulation_trace(&simulations[i]);
    good &= cleave_output_json(trace, path);
    json_decref(trace);
    free(path);
  }
  return good;
}

int cleave_simulate(int count, char **words) {
  struct options options = {.gpu = {.device = "h200"}};
  int status = read_options(count, words, &options);
  if (status)
    return status < 0 ? CLEAVE_DONE : status;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_simulation simulations[2] = {{0}};
  bool launched = true;
  for (size_t i = 0; i < options.count; i++) {
    status |= simulate(&options, i, arena, &simulations[i]);
    launched &= simulations[i].launches > 0;
  }
  if (launched) {
    struct cleave_text out = {.arena = arena};
    if (options.count == 2)
      cleave_simulation_compare(&simulations[0], &simulations[1], options.sites, &out);
    else
      cleave_simulation_print(&simulations[0], options.sites, &out);
    fputs(cleave_text_get(&out), stdout);
    if (fflush(stdout)) {
      cleave_complain("cannot write to standard output: %s", strerror(errno));
      status = CLEAVE_FAILED;
    }
    if (!write_files(&options, simulations))
      status = CLEAVE_FAILED;
  }
  for (size_t i = 0; i < options.count; i++)
    cleave_simulation_free(&simulations[i]);
  cleave_arena_free(arena);
  return status;
}
