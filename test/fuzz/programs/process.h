/* FILE: test/fuzz/programs/process.h
 * WHAT: runs one program to its end or to its time limit.
 */
#ifndef CLEAVE_FUZZ_PROCESS_H
#define CLEAVE_FUZZ_PROCESS_H

/* How a process ended: its exit status, or one of these. */
enum { PROCESS_HANGS = -1, PROCESS_CRASHES = -2 };

/* Runs ARGUMENTS (ended by NULL; the first is looked for on the PATH) with the variables SETTINGS
 * ("NAME=VALUE", ended by NULL) added to the environment. What it writes goes to the files OUTPUT and
 * ERRORS, which may be one. It is ended, with all it started, after SECONDS. */
int process_run(const char *const *arguments, const char *const *settings, const char *output,
                const char *errors, unsigned seconds);

#endif
