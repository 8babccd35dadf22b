/* FILE: tools/main.c
 * WHAT: the program `cleave`: chooses the command.
 * USE:  cleave COMMAND ..., or as cleave-cc and cleave-c++ for build systems that require a compiler
 *       to be one word.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "model/options.h"
#include "process.h"

static void warn(const char *line) { cleave_complain("warning: %s", line); }

static int print_version(int count, char **words) {
  (void)count, (void)words;
  puts("cleave " CLEAVE_VERSION ", for LLVM " CLEAVE_LLVM_VERSION);
  return CLEAVE_DONE;
}

const struct cleave_command_row cleave_command_rows[] = {
    {"cc", cleave_cc, &cleave_cc_syntax},
    {"c++", cleave_cxx, &cleave_cc_syntax},
    {"rewrite", cleave_rewrite, &cleave_rewrite_syntax},
    {"explain", cleave_explain, &cleave_explain_syntax},
    {"inspect", cleave_inspect, &cleave_inspect_syntax},
    {"trace", cleave_trace, &cleave_trace_syntax},
    {"bench", cleave_bench, &cleave_bench_syntax},
    {"calibrate", cleave_calibrate, &cleave_calibrate_syntax},
    {"simulate", cleave_simulate, &cleave_simulate_syntax},
    {"help", cleave_help, NULL},
    {"--help", cleave_help, NULL},
    {"-h", cleave_help, NULL},
    {"--version", print_version, NULL},
};
const size_t cleave_command_row_count = sizeof cleave_command_rows / sizeof *cleave_command_rows;

/* The row of NAME (LENGTH bytes), or NULL. */
static const struct cleave_command_row *find(const char *name, size_t length) {
  for (size_t i = 0; i < cleave_command_row_count; i++)
    if (strlen(cleave_command_rows[i].name) == length && !strncmp(cleave_command_rows[i].name, name, length))
      return &cleave_command_rows[i];
  return NULL;
}

/* The compiler that a program with the name NAME is: cleave-cc, cleave-c++, cleave-cc-19 or cleave-c++-19. */
static const struct cleave_command_row *find_compiler(const char *name) {
  static const char prefix[] = "cleave-", suffix[] = "-" CLEAVE_LLVM_MAJOR;
  size_t length = strlen(name);
  if (length > strlen(suffix) && !strcmp(name + length - strlen(suffix), suffix))
    length -= strlen(suffix);
  const struct cleave_command_row *row = strncmp(name, prefix, strlen(prefix)) || length < strlen(prefix)
                                             ? NULL
                                             : find(name + strlen(prefix), length - strlen(prefix));
  return row && row->syntax == &cleave_cc_syntax ? row : NULL;
}

int main(int count, char **words) {
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, (const char *const *)environ, warn);

  const char *slash = count ? strrchr(words[0], '/') : NULL;
  const char *name = slash ? slash + 1 : count ? words[0] : "";
  const struct cleave_command_row *row = find_compiler(name);
  if (row)
    return row->run(count, words);
  if (count < 2) {
    cleave_complain("which command? see 'cleave --help'");
    return CLEAVE_WRONG_USAGE;
  }
  row = find(words[1], strlen(words[1]));
  if (row)
    return row->run(count - 1, words + 1);
  cleave_complain("there is no %s '%s'; see 'cleave --help'", *words[1] == '-' ? "option" : "command",
                  words[1]);
  return CLEAVE_WRONG_USAGE;
}
