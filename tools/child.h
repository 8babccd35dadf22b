/* FILE: tools/child.h
 * WHAT: other programs with a time limit, which end when the user interrupts this one.
 */
#ifndef CLEAVE_TOOLS_CHILD_H
#define CLEAVE_TOOLS_CHILD_H

#include <stdbool.h>

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

/* Keeps SIGINT, SIGTERM and SIGHUP waiting from now on, even SIGINT where it was ignored: they are
 * seen by the two functions below, and this program ends itself in order. Call it once. */
void cleave_child_hold_signals(void);

/* The signal that interrupted this program, or 0. It stays the same once there is one. Both this
 * and cleave_child_run need cleave_child_hold_signals before. */
int cleave_child_interrupted(void);

/* Seconds of a clock that only runs forward. */
double cleave_child_clock(void);

/* Runs COMMAND in a process group of its own, without standard input, with its standard output and
 * error going to the descriptors OUTPUT and ERRORS, and waits, at most SECONDS. What is then still
 * running is killed with all that it started. */
struct cleave_child cleave_child_run(const struct cleave_command *command, int output, int errors,
                                     double seconds);

#endif
