/* FILE: lib/process/threads.h
 * WHAT: threads of libcleave.
 */
#ifndef CLEAVE_PROCESS_THREADS_H
#define CLEAVE_PROCESS_THREADS_H

#include <stdbool.h>

/* Starts a detached thread. All signals are blocked in it. It may run on all processors that the process had at its start,
 * even if the OpenMP run time has bound the calling thread to one. Returns false if no thread can be created. */
bool cleave_thread_start(void *(*run)(void *argument), void *argument);

/* The number of these processors that are this rank's, if ranks of a job share them: cleave_job_processors. */
unsigned cleave_processors(void);

#endif
