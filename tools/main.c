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

static const struct {
  const char *name;
  int (*run)(int count, char **words);
} commands[] = {
    {"cleave-cc", cleave_cc},
    {"cleave-c++", cleave_cxx},
    {"cc", cleave_cc},
    {"c++", cleave_cxx},
    {"rewrite", cleave_rewrite},
    {"explain", cleave_explain},
    {"inspect", cleave_inspect},
    {"trace", cleave_trace},
    {"bench", cleave_bench},
    {"calibrate", cleave_calibrate},
    {"simulate", cleave_simulate},
    {"help", cleave_help},
    {"--help", cleave_help},
    {"-h", cleave_help},
    {"--version", print_version},
};
enum { COMMANDS = sizeof commands / sizeof *commands, PROGRAMS = 2 };

int main(int count, char **words) {
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, (const char *const *)environ, warn);

  const char *slash = count ? strrchr(words[0], '/') : NULL;
  const char *name = slash ? slash + 1 : count ? words[0] : "";
  for (int i = 0; i < PROGRAMS; i++)
    if (!strcmp(name, commands[i].name))
      return commands[i].run(count, words);
  if (count < 2) {
    cleave_complain("which command? see 'cleave --help'");
    return CLEAVE_WRONG_USAGE;
  }
  for (int i = PROGRAMS; i < COMMANDS; i++)
    if (!strcmp(words[1], commands[i].name))
      return commands[i].run(count - 1, words + 1);
  cleave_complain("there is no %s '%s'; see 'cleave --help'", *words[1] == '-' ? "option" : "command",
                  words[1]);
  return CLEAVE_WRONG_USAGE;
}
