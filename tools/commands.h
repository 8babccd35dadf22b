/* FILE: tools/commands.h
 * WHAT: the commands of the program `cleave`. Each takes the words behind its name and returns the
 *       exit status; each has already said on standard error what went wrong.
 */
#ifndef CLEAVE_TOOLS_COMMANDS_H
#define CLEAVE_TOOLS_COMMANDS_H

#include <stdbool.h>

/* The exit statuses of `cleave`; `cleave cc` returns clang's own. */
enum { CLEAVE_DONE = 0, CLEAVE_FAILED = 1, CLEAVE_WRONG_USAGE = 2 };

/* `cleave cc` and `cleave c++`. Returns only if clang could not be started. */
int cleave_cc(bool cxx, int count, char **arguments);

int cleave_rewrite(int count, char **arguments);
int cleave_explain(int count, char **arguments);
int cleave_inspect(int count, char **arguments);
int cleave_trace(int count, char **arguments);

/* Also returns 128 + the number of the signal that interrupted it. */
int cleave_bench(int count, char **arguments);

/* Also returns 1 when it was interrupted. */
int cleave_calibrate(int count, char **arguments);

int cleave_help(int count, char **arguments);

#endif
