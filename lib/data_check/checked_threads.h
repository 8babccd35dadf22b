/* FILE: lib/data_check/checked_threads.h
 * WHAT: a record for each thread of the program, and the dispatch of its system calls to the check.
 */
#ifndef CLEAVE_DATA_CHECK_CHECKED_THREADS_H
#define CLEAVE_DATA_CHECK_CHECKED_THREADS_H

#include "data_check/check_host.h"

enum { CLEAVE_MOST_STEP_WINDOWS = 8 };

struct cleave_checked_thread {
  struct cleave_checked_thread *next;
  long number;       /* of the kernel; 0: the thread has ended */
  uintptr_t pointer; /* to its control block */
  volatile unsigned char
      selector;          /* 1: the kernel dispatches system calls to the check; 0: it executes them */
  unsigned internal;     /* the thread executes calls of the check itself */
  stack_t program_stack; /* the program's alternate signal stack, which is not used */
  void *signal_stack;
  /* Windows that are open while the thread executes one instruction. */
  int windows[CLEAVE_MOST_STEP_WINDOWS];
  int window_count;
  /* The last fault, and how often it has repeated without an effect. */
  uintptr_t fault_code, fault_address;
  unsigned repeats;
};

/* The record of this thread. Registers the thread if it has none: its signal stack, and the dispatch of its system calls if the kernel
 * has it. */
struct cleave_checked_thread *cleave_checked_thread(void);
/* The same for a thread that the check has started itself: its system calls are not dispatched. */
void cleave_checked_thread_exempt(void);
/* The record if there is one, or NULL. */
struct cleave_checked_thread *cleave_checked_thread_known(void);

/* The alternate signal stack of THREAD. */
stack_t cleave_thread_stack(const struct cleave_checked_thread *thread);

/* Whether the kernel can dispatch system calls. */
bool cleave_threads_can_dispatch(void);

/* Whether the kernel or the check needs PAGE to be accessible: it has the control block of a thread, or thread-local variables. */
bool cleave_threads_need(uintptr_t page);

#endif
