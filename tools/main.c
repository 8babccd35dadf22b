/* FILE: tools/main.c
 * WHAT: the program `cleave`: chooses the command.
 * USE:  cleave COMMAND ..., or as cleave-cc and cleave-c++ for build systems that want a compiler
 *       to be one word.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "model/options.h"
#include "process.h"

static void warn(const char *line) { cleave_complain("warning: %s", line); }

int main(int count, char **arguments) {
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, (const char *const *)environ, warn);

  const char *slash = count ? strrchr(arguments[0], '/') : NULL;
  const char *name = slash ? slash + 1 : count ? arguments[0] : "";
  if (!strcmp(name, "cleave-cc"))
    return cleave_cc(false, count - 1, arguments + 1);
  if (!strcmp(name, "cleave-c++"))
    return cleave_cc(true, count - 1, arguments + 1);

  if (count < 2) {
    cleave_complain("which command? see 'cleave --help'");
    return CLEAVE_WRONG_USAGE;
  }
  const char *command = arguments[1];
  count -= 2;
  arguments += 2;
  if (!strcmp(command, "cc"))
    return cleave_cc(false, count, arguments);
  if (!strcmp(command, "c++"))
    return cleave_cc(true, count, arguments);
  if (!strcmp(command, "rewrite"))
    return cleave_rewrite(count, arguments);
  if (!strcmp(command, "explain"))
    return cleave_explain(count, arguments);
  if (!strcmp(command, "inspect"))
    return cleave_inspect(count, arguments);
  if (!strcmp(command, "trace"))
    return cleave_trace(count, arguments);
  if (!strcmp(command, "bench"))
    return cleave_bench(count, arguments);
  if (!strcmp(command, "calibrate"))
    return cleave_calibrate(count, arguments);
  if (!strcmp(command, "help") || !strcmp(command, "--help") || !strcmp(command, "-h"))
    return cleave_help(count, arguments);
  if (!strcmp(command, "--version")) {
    puts("cleave " CLEAVE_VERSION ", for LLVM " CLEAVE_LLVM_VERSION);
    return CLEAVE_DONE;
  }
  cleave_complain("there is no %s '%s'; see 'cleave --help'", *command == '-' ? "option" : "command",
                  command);
  return CLEAVE_WRONG_USAGE;
}
