/* FILE: lib/data_check/checked_threads.c
 * WHAT: see checked_threads.h.
 */
#include "data_check/checked_threads.h"

#include <errno.h>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "data_check/mappings.h"

/* <linux/prctl.h> of older kernels has none of these. */
enum { SET_USER_DISPATCH = 59, DISPATCH_ON = 1 };
enum {
  SIGNAL_STACK_BYTES = 256 << 10, /* signal handlers of the program may run on it */
  CONTROL_BLOCK_BYTES = 4096      /* an upper bound; at the thread pointer */
};

static _Atomic(struct cleave_checked_thread *) threads;
static _Thread_local struct cleave_checked_thread *current __attribute__((tls_model("initial-exec")));
static size_t thread_local_bytes; /* below the thread pointer */

static uintptr_t thread_pointer(void) { return (uintptr_t)__builtin_thread_pointer(); }

/* Thread-local variables of the libraries that were loaded at the start are below the thread pointer, at the same distance in each
 * thread. */
static int measure(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  enum { FAR = 1 << 20 }; /* these have been allocated elsewhere */
  size_t *bytes = argument;
  const size_t distance = thread_pointer() - (uintptr_t)info->dlpi_tls_data;
  if (info->dlpi_tls_data && distance < FAR && distance > *bytes)
    *bytes = distance;
  return 0;
}

static long dispatch(struct cleave_checked_thread *thread) {
  return cleave_raw_call(SYS_prctl, SET_USER_DISPATCH, DISPATCH_ON, (long)cleave_raw_begin,
                         cleave_raw_end - cleave_raw_begin, (long)&thread->selector, 0);
}

/* The record of a thread that has ended, for another use; NULL: there is none. */
static struct cleave_checked_thread *take_ended(void) {
  const long process = cleave_raw(SYS_getpid, 0, 0, 0, 0);
  for (struct cleave_checked_thread *thread = atomic_load(&threads); thread; thread = thread->next)
    if (thread->number && cleave_raw(SYS_tgkill, process, thread->number, 0, 0) == -ESRCH)
      return thread;
  return NULL;
}

static struct cleave_checked_thread *add(bool dispatches) {
  static struct cleave_raw_lock lock;
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&lock);
  if (!thread_local_bytes)
    dl_iterate_phdr(measure, &thread_local_bytes);
  struct cleave_checked_thread *thread = take_ended();
  if (!thread && (thread = cleave_raw_memory(sizeof *thread))) {
    thread->signal_stack = cleave_raw_memory(SIGNAL_STACK_BYTES);
    thread->next = atomic_load(&threads);
    atomic_store(&threads, thread);
  }
  if (thread) {
    thread->number = cleave_raw(SYS_gettid, 0, 0, 0, 0);
    thread->pointer = thread_pointer();
    thread->internal = 0;
    thread->window_count = 0;
    thread->program_stack = (stack_t){.ss_flags = SS_DISABLE};
  }
  cleave_raw_release(&lock);
  current = thread;
  if (thread) {
    const stack_t stack = cleave_thread_stack(thread);
    cleave_raw(SYS_sigaltstack, (long)&stack, 0, 0, 0);
    thread->selector = dispatches;
    if (dispatches)
      dispatch(thread);
  }
  cleave_raw_unblock(mask);
  return thread;
}

struct cleave_checked_thread *cleave_checked_thread(void) { return current ? current : add(true); }

void cleave_checked_thread_exempt(void) { add(false); }

struct cleave_checked_thread *cleave_checked_thread_known(void) { return current; }

stack_t cleave_thread_stack(const struct cleave_checked_thread *thread) {
  return (stack_t){.ss_sp = thread->signal_stack, .ss_size = SIGNAL_STACK_BYTES};
}

bool cleave_threads_can_dispatch(void) {
  static volatile unsigned char selector;
  const long result = cleave_raw_call(SYS_prctl, SET_USER_DISPATCH, DISPATCH_ON, (long)cleave_raw_begin,
                                      cleave_raw_end - cleave_raw_begin, (long)&selector, 0);
  cleave_raw_call(SYS_prctl, SET_USER_DISPATCH, 0, 0, 0, 0, 0);
  return !result;
}

bool cleave_threads_need(uintptr_t page) {
  for (const struct cleave_checked_thread *thread = atomic_load(&threads); thread; thread = thread->next)
    if (page + CLEAVE_PAGE_BYTES > thread->pointer - thread_local_bytes &&
        page < thread->pointer + CONTROL_BLOCK_BYTES)
      return true;
  return false;
}
