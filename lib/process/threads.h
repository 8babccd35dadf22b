/* FILE: lib/process/threads.h
 * WHAT: threads of the engine's own, beside those of the program.
 */
#ifndef CLEAVE_PROCESS_THREADS_H
#define CLEAVE_PROCESS_THREADS_H

#include <stdbool.h>

/* Starts a thread that nobody waits for. No signal reaches it: the program's handlers are not its business.
 * It may run on all processors that the process had when it began, and not only on that to which the
 * OpenMP run time may have bound the thread that calls. Returns false if there are to be no more
 * threads. */
bool cleave_thread_start(void *(*run)(void *argument), void *argument);

/* How many processors those are. */
unsigned cleave_processors(void);

#endif
