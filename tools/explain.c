/* FILE: tools/explain.c
 * WHAT: `cleave explain`: how cleave transforms each target region, and what the user can change.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "compile_commands.h"
#include "explain_text.h"
#include "model/arena.h"
#include "process.h"

struct request {
  struct cleave_arena *arena;
  const char *database; /* a compile_commands.json or its folder; NULL: the files are on the command line */
  bool json, all;
  struct cleave_compilation *compilations;
  size_t count;
};

static const struct option options[] = {
    {"json", no_argument, NULL, 'j'}, {"all", no_argument, NULL, 'a'}, {"help", no_argument, NULL, 'h'}, {0}};
const struct cleave_syntax cleave_explain_syntax = {"hp:", options};

/* Returns CLEAVE_DONE, another exit status after a message, or -1 after the help. */
static int read_request(struct request *request, int count, char **words) {
  const int own = cleave_words_before_separator(count, words);
  for (int option; (option = cleave_next_option(own, words, &cleave_explain_syntax)) != -1;)
    switch (option) {
    case 'j':
      request->json = true;
      break;
    case 'a':
      request->all = true;
      break;
    case 'p':
      request->database = optarg;
      break;
    case 'h':
      cleave_help_page("explain");
      return -1;
    default:
      return CLEAVE_WRONG_USAGE;
    }
  if (request->database && own == count)
    return cleave_compile_commands_read(request->database, words + optind, own - optind, request->arena,
                                        &request->compilations, &request->count)
               ? CLEAVE_DONE
               : CLEAVE_FAILED;
  for (int i = optind; i < own; i++) {
    const struct cleave_compilation compilation = {NULL, words[i], own < count ? words + own + 1 : NULL,
                                                   own < count ? count - own - 1 : 0};
    CLEAVE_APPEND(request->arena, request->compilations, request->count, compilation);
  }
  if (request->count && !request->database)
    return CLEAVE_DONE;
  cleave_complain("explain requires %s; see 'cleave help explain'",
                  request->database ? "no arguments after '--' with -p" : "a source file, or -p");
  return CLEAVE_WRONG_USAGE;
}

/* Adds the report on COMPILATION to REPORTS. */
static bool explain(const struct cleave_compilation *compilation, json_t *reports) {
  static const char *const mode[] = {"mode=explain", NULL};
  struct cleave_output output;
  if (!cleave_output_open(&output))
    return false;
  bool done = cleave_plugin_output(compilation, mode, &output);
  /* The plugin prints nothing about an empty file. */
  if (done && cleave_output_size(&output)) {
    json_t *report = json_load_file(output.path, 0, NULL);
    done = !json_array_append_new(reports, report);
    if (!done)
      cleave_complain("the report of the plugin on '%s' is not JSON", compilation->file);
  }
  cleave_output_close(&output);
  return done;
}

static bool print_reports(const struct request *request, const json_t *reports) {
  if (request->json)
    json_dumpf(reports, stdout, JSON_INDENT(2));
  else
    cleave_explain_print(reports, request->all);
  if (request->json)
    putchar('\n');
  if (!fflush(stdout))
    return true;
  cleave_complain("cannot write to standard output: %s", strerror(errno));
  return false;
}

int cleave_explain(int count, char **words) {
  struct request request = {.arena = cleave_arena_new()};
  int status = read_request(&request, count, words);
  if (!status) {
    json_t *reports = json_array();
    /* If a file does not compile, the others are still explained. Its errors are far from the end of a long report. */
    size_t missing = 0;
    const char *first = NULL;
    for (size_t i = 0; i < request.count; i++)
      if (!explain(&request.compilations[i], reports) && !missing++)
        first = request.compilations[i].file;
    bool done = !missing;
    if (done || request.json || json_array_size(reports))
      done &= print_reports(&request, reports);
    if (missing && request.count > 1)
      cleave_complain("the report lacks %zu of %zu files, which cannot be compiled: '%s'%s", missing,
                      request.count, first, missing > 1 ? ", ..." : "");
    json_decref(reports);
    status = done ? CLEAVE_DONE : CLEAVE_FAILED;
  }
  cleave_arena_free(request.arena);
  return status < 0 ? CLEAVE_DONE : status;
}
