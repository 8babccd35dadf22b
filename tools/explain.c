/* FILE: tools/explain.c
 * WHAT: `cleave explain`: how cleave transforms each target region, and what the user can change.
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "commands.h"
#include "compile_commands.h"
#include "explain_files.h"
#include "explain_text.h"
#include "model/arena.h"
#include "process.h"

struct request {
  struct cleave_arena *arena;
  const char *database; /* a compile_commands.json or its folder; NULL: the files are on the command line */
  bool json, all;
  size_t jobs; /* compilations at a time */
  struct cleave_compilation *compilations;
  size_t count;
};

enum { JSON = 256, ALL }; /* options without a letter */

static const struct option options[] = {{"json", no_argument, NULL, JSON},
                                        {"all", no_argument, NULL, ALL},
                                        {"jobs", required_argument, NULL, 'j'},
                                        {"help", no_argument, NULL, 'h'},
                                        {0}};
const struct cleave_syntax cleave_explain_syntax = {"hj:p:", options};

/* The processors that this process may use. */
static size_t processor_count(void) {
  cpu_set_t processors;
  const int count = sched_getaffinity(0, sizeof processors, &processors) ? 0 : CPU_COUNT(&processors);
  return count > 0 ? (size_t)count : 1;
}

static bool read_jobs(const char *text, size_t *jobs) {
  char *end;
  const unsigned long number = strtoul(text, &end, 10);
  *jobs = number;
  if (*text >= '0' && *text <= '9' && !*end && number)
    return true;
  cleave_complain("explain: '%s' is not a number of jobs, such as 4", text);
  return false;
}

/* Returns CLEAVE_DONE, another exit status after a message, or -1 after the help. */
static int read_request(struct request *request, int count, char **words) {
  const int own = cleave_words_before_separator(count, words);
  for (int option; (option = cleave_next_option(own, words, &cleave_explain_syntax)) != -1;)
    switch (option) {
    case JSON:
      request->json = true;
      break;
    case ALL:
      request->all = true;
      break;
    case 'j':
      if (!read_jobs(optarg, &request->jobs))
        return CLEAVE_WRONG_USAGE;
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

/* Explains the files of REQUEST. Returns the exit status. */
static int explain(const struct request *request) {
  struct cleave_explained explained;
  cleave_child_hold_signals();
  if (!cleave_explain_files(request->compilations, request->count, request->jobs, &explained))
    return CLEAVE_FAILED;
  /* If a file does not compile, the others are still explained. Its errors are far from the end of a long report. */
  bool done = !explained.missing && !explained.interrupted;
  if (!explained.interrupted && (done || request->json || json_array_size(explained.reports)))
    done &= print_reports(request, explained.reports);
  if (explained.missing && !explained.interrupted && request->count > 1)
    cleave_complain("the report lacks %zu of %zu files, which cannot be compiled: '%s'%s", explained.missing,
                    request->count, explained.first, explained.missing > 1 ? ", ..." : "");
  json_decref(explained.reports);
  return explained.interrupted ? 128 + cleave_child_interrupted() : done ? CLEAVE_DONE : CLEAVE_FAILED;
}

int cleave_explain(int count, char **words) {
  struct request request = {.arena = cleave_arena_new(), .jobs = processor_count()};
  int status = read_request(&request, count, words);
  if (!status)
    status = explain(&request);
  cleave_arena_free(request.arena);
  return status < 0 ? CLEAVE_DONE : status;
}
