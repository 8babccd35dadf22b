/* FILE: tools/commands.h
 * WHAT: the commands of the program `cleave`. Each takes its arguments as main does, beginning with its name,
 *       and returns the exit status. Error messages are on standard error.
 */
#ifndef CLEAVE_TOOLS_COMMANDS_H
#define CLEAVE_TOOLS_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

/* The exit statuses of `cleave`; `cleave cc` returns clang's own. */
enum { CLEAVE_DONE = 0, CLEAVE_FAILED = 1, CLEAVE_WRONG_USAGE = 2 };

/* `cleave cc` and `cleave c++`. Returns only if clang could not be started. */
int cleave_cc(int count, char **words);
int cleave_cxx(int count, char **words);

int cleave_rewrite(int count, char **words);
int cleave_explain(int count, char **words);
int cleave_inspect(int count, char **words);
int cleave_trace(int count, char **words);

/* Runs a program on a simulated GPU. Returns CLEAVE_FAILED if the program fails, launches no kernel or has an error in one. */
int cleave_simulate(int count, char **words);

/* Also returns 128 + the number of the signal that interrupted it. */
int cleave_bench(int count, char **words);

/* Also returns 1 when it was interrupted. */
int cleave_calibrate(int count, char **words);

int cleave_help(int count, char **words);

/* Prints the help on the command NAME. Returns false if there is none. */
bool cleave_help_page(const char *name);

/* The text of the help on the command NAME, "" for that of cleave itself, or NULL if there is none. */
const char *cleave_help_text(const char *name);

/* The options of the commands. cleave cc gives the words that it does not recognize to clang. */
struct cleave_syntax;
extern const struct cleave_syntax cleave_cc_syntax, cleave_rewrite_syntax, cleave_explain_syntax,
    cleave_inspect_syntax, cleave_trace_syntax, cleave_bench_syntax, cleave_calibrate_syntax,
    cleave_simulate_syntax;

/* The first word of a command line. */
struct cleave_command_row {
  const char *name;
  int (*run)(int count, char **words);
  const struct cleave_syntax *syntax; /* NULL: it has no options */
};
extern const struct cleave_command_row cleave_command_rows[];
extern const size_t cleave_command_row_count;

#endif
