/* FILE: tools/child.h
 * WHAT: other programs with a time limit, which end when the user interrupts this one.
 */
#ifndef CLEAVE_TOOLS_CHILD_H
#define CLEAVE_TOOLS_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct cleave_command;

enum cleave_child_end {
  CLEAVE_CHILD_EXITED,      /* `status` is its exit status */
  CLEAVE_CHILD_SIGNALLED,   /* `status` is the number of the signal that ended it */
  CLEAVE_CHILD_TIMED_OUT,   /* it was killed at its time limit */
  CLEAVE_CHILD_INTERRUPTED, /* it was killed because this program was interrupted */
  CLEAVE_CHILD_NOT_STARTED, /* `status` is the errno */
};

struct cleave_child {
  enum cleave_child_end end;
  int status;
  double seconds; /* from its start to its end */
};

/* Blocks SIGINT, SIGTERM and SIGHUP from now on, even if SIGINT was ignored: the two functions below detect
 * them, and this program then ends in order. Call it once. */
void cleave_child_hold_signals(void);

/* The signal that interrupted this program, or 0. The result does not change after a signal. Call
 * cleave_child_hold_signals before this and cleave_child_run. */
int cleave_child_interrupted(void);

/* Seconds of a monotonic clock. */
double cleave_child_clock(void);

/* Starts COMMAND in a separate process group, without standard input. OUTPUT and ERRORS are the descriptors for its standard
 * output and error. Returns 0 and the process, which the caller ends by cleave_child_ended or cleave_child_kill; or an errno. */
int cleave_child_start(const struct cleave_command *command, int output, int errors, pid_t *child);

/* Whether CHILD has ended; if so, *RESULT is its end, without `seconds`. Does not wait. */
bool cleave_child_ended(pid_t child, struct cleave_child *result);

/* Waits until a process that this program started ends, or the user interrupts this program; at most SECONDS. May return earlier. */
void cleave_child_wait(double seconds);

/* Kills all processes of the group of CHILD, and waits for CHILD. */
void cleave_child_kill(pid_t child);

/* Runs COMMAND in a separate process group, without standard input, and waits at most SECONDS. OUTPUT and
 * ERRORS are the descriptors for its standard output and error. Then kills all processes of the group that
 * still run. */
struct cleave_child cleave_child_run(const struct cleave_command *command, int output, int errors,
                                     double seconds);

#endif
