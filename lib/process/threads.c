/* FILE: lib/process/threads.c
 * WHAT: see threads.h.
 */
#include "process/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "process/job.h"

/* Kernels for the host may run in such a thread, and in the main thread they would have so much as a rule. Only
 * what is used takes memory. */
static const size_t least_stack = (size_t)16 << 20;

static cpu_set_t processors;
static bool known;

/* Before main, and so before the OpenMP run time binds any thread. */
__attribute__((constructor)) static void remember_processors(void) {
  known = !sched_getaffinity(0, sizeof processors, &processors);
}

unsigned cleave_processors(void) {
  static _Atomic unsigned count;
  if (!count) {
    /* The launcher of a job may bind each rank to processors of its own. The parent process, usually the launcher, has all of
     * those that the job may use. */
    cpu_set_t of_parent;
    const struct cleave_job *job = cleave_job();
    const bool asks = job->local_ranks > 1 && !sched_getaffinity(getppid(), sizeof of_parent, &of_parent);
    count = cleave_job_processors(job, known ? (unsigned)CPU_COUNT(&processors) : 1,
                                  asks ? (unsigned)CPU_COUNT(&of_parent) : 0);
  }
  return count;
}

bool cleave_thread_start(void *(*run)(void *argument), void *argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes))
    return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  size_t stack;
  if (!pthread_attr_getstacksize(&attributes, &stack) && stack < least_stack)
    pthread_attr_setstacksize(&attributes, least_stack);
  if (known)
    pthread_attr_setaffinity_np(&attributes, sizeof processors, &processors);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  bool started = !pthread_create(&thread, &attributes, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}
