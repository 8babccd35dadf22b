/* FILE: lib/data_check/system_calls.c
 * WHAT: see system_calls.h.
 */
#include "data_check/system_calls.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "data_check/accesses.h"
#include "data_check/byte_states.h"
#include "data_check/call_buffers.h"
#include "data_check/checked_threads.h"
#include "data_check/page_guard.h"
#include "data_check/signal_context.h"

enum { INSTRUCTION_BYTES = 2, MOST_CALL_WINDOWS = 16 };

/* A call, and what is known of its buffers. */
struct call {
  ucontext_t *context;
  long number, arguments[6];
  int windows[MOST_CALL_WINDOWS];
  int window_count;
};

static long execute(const struct call *call) {
  const long *a = call->arguments;
  return cleave_raw_call(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* Both take the lock, in which no signal of the program may come. */
static uint64_t lock(void) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  return mask;
}

static void unlock(uint64_t mask) {
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
}

static void open_pages(struct call *call, uintptr_t address, size_t bytes) {
  const int window = bytes && call->window_count < MOST_CALL_WINDOWS
                         ? cleave_guard_open_window(address, address + bytes)
                         : -1;
  if (window >= 0)
    call->windows[call->window_count++] = window;
}

/* The arguments may be addresses of whatever. Most structs of the kernel's interface are on one page or two. */
static void open_arguments(struct call *call) {
  for (int i = 0; i < 6; i++)
    open_pages(call, (uintptr_t)call->arguments[i], CLEAVE_PAGE_BYTES);
}

static void visit_buffer(void *context, uintptr_t address, size_t bytes, bool is_written) {
  struct call *call = context;
  const struct cleave_access access = {
      .address = address,
      .bytes = bytes,
      .reads = !is_written,
      .writes = is_written,
      .origin = cleave_access_origin((uint64_t)call->context->uc_mcontext.gregs[REG_RIP],
                                     (uint64_t)call->context->uc_mcontext.gregs[REG_RSP])};
  struct cleave_stale_read read = {0};
  const uint64_t mask = lock();
  cleave_access_look(&access, &read);
  open_pages(call, address, bytes);
  unlock(mask);
  if (read.is_any) {
    struct cleave_place_registers registers;
    cleave_signal_registers(call->context, &registers);
    cleave_report_stale_read(&read, cleave_call_name(call->number), &registers);
  }
}

/* The kernel has written into the buffer. */
static void visit_written(void *context, uintptr_t address, size_t bytes, bool is_written) {
  struct call *call = context;
  struct cleave_stale_read none = {.is_any = true};
  const struct cleave_access access = {.address = address, .bytes = bytes, .writes = true};
  uint64_t mask = is_written ? lock() : 0;
  const bool is_noted = is_written && cleave_access_look(&access, &none);
  if (is_written)
    unlock(mask);
  if (!is_noted)
    return;
  struct cleave_place_registers registers;
  cleave_signal_registers(call->context, &registers);
  const uint32_t place = cleave_reporter_place(&registers);
  mask = lock();
  cleave_access_note_write(&access, place);
  unlock(mask);
}

/* Executes the call while some pages are protected. */
static long execute_checked(struct call *call) {
  const char *name = cleave_call_name(call->number);
  uint64_t mask = lock();
  open_arguments(call);
  unlock(mask);
  cleave_check_count(&cleave_check_counts.calls, 1);
  cleave_call_buffers(call->number, call->arguments, visit_buffer, call);
  long result = execute(call);
  if (result == -EFAULT) { /* perhaps by a pointer in a struct */
    mask = lock();
    cleave_guard_enter();
    unlock(mask);
    result = execute(call);
    mask = lock();
    cleave_guard_leave();
    unlock(mask);
  }
  if (result > 0 && name)
    cleave_call_buffers(call->number, call->arguments, visit_written, call);
  mask = lock();
  while (call->window_count)
    cleave_guard_close_window(call->windows[--call->window_count]);
  unlock(mask);
  return result;
}

/* ---- Calls that need more than their execution ------------------------------------------------------------------------ */

/* The handler's return sets the mask of the thread. */
static long set_mask(struct call *call) {
  const long *a = call->arguments;
  uint64_t set, now;
  memcpy(&now, &call->context->uc_sigmask, sizeof now);
  if (a[3] != sizeof set)
    return -EINVAL;
  const uint64_t before = now;
  if (a[1]) {
    memcpy(&set, (const void *)a[1], sizeof set);
    set &= ~CLEAVE_CHECK_SIGNALS;
    if (a[0] != SIG_BLOCK && a[0] != SIG_UNBLOCK && a[0] != SIG_SETMASK)
      return -EINVAL;
    now = a[0] == SIG_BLOCK ? now | set : a[0] == SIG_UNBLOCK ? now & ~set : set;
  }
  if (a[2])
    memcpy((void *)a[2], &before, sizeof before);
  memcpy(&call->context->uc_sigmask, &now, sizeof now);
  return 0;
}

/* The program's handlers for signals of the check are kept for pass_on. Others run on the alternate stack, since the program's stack
 * may be protected. */
static long set_action(struct call *call) {
  enum { ON_STACK = SA_ONSTACK };
  const long *a = call->arguments;
  struct cleave_raw_action action, *program = cleave_signal_program_action((int)a[0]);
  if (a[3] != sizeof action.mask)
    return -EINVAL;
  if (program) {
    const struct cleave_raw_action before = *program;
    if (a[1])
      memcpy(program, (const void *)a[1], sizeof *program);
    if (a[2])
      memcpy((void *)a[2], &before, sizeof before);
    return 0;
  }
  if (!a[1])
    return execute(call);
  memcpy(&action, (const void *)a[1], sizeof action);
  action.mask &= ~CLEAVE_CHECK_SIGNALS;
  if (action.handler != (void *)SIG_DFL && action.handler != (void *)SIG_IGN)
    action.flags |= ON_STACK;
  return cleave_raw(SYS_rt_sigaction, a[0], (long)&action, a[2], a[3]);
}

static long set_signal_stack(struct call *call) {
  const long *a = call->arguments;
  struct cleave_checked_thread *thread = cleave_checked_thread_known();
  const stack_t before = thread->program_stack;
  if (a[0])
    memcpy(&thread->program_stack, (const void *)a[0], sizeof thread->program_stack);
  if (a[1])
    memcpy((void *)a[1], &before, sizeof before);
  return 0;
}

/* The thread executes the call's instruction itself, in its own context. */
static void execute_in_place(ucontext_t *context) {
  cleave_checked_thread_known()->selector = 0;
  context->uc_mcontext.gregs[REG_RIP] -= INSTRUCTION_BYTES;
}

void cleave_calls_resume(struct cleave_checked_thread *thread) { thread->selector = 1; }

static bool creates_thread(const struct call *call) {
  return (call->number == SYS_clone && call->arguments[0] & CLONE_THREAD) ||
         (call->number == SYS_clone3 && *(const uint64_t *)call->arguments[0] & CLONE_THREAD);
}

/* Opens the pages that the kernel reads and writes for the call, until THREAD has executed it. */
static void open_for_step(struct cleave_checked_thread *thread, const struct call *call) {
  const uint64_t mask = lock();
  for (int i = 0; i < 6 && thread->window_count < CLEAVE_MOST_STEP_WINDOWS; i++) {
    const uintptr_t address = (uintptr_t)call->arguments[i];
    const int window = cleave_guard_open_window(address, address + CLEAVE_PAGE_BYTES);
    if (window >= 0)
      thread->windows[thread->window_count++] = window;
  }
  unlock(mask);
}

static void suspend(void) {
  const uint64_t mask = lock();
  cleave_guard_suspend();
  unlock(mask);
}

/* Pages that the program unmaps or moves are not protected any more. */
static void forget(const struct call *call) {
  const uintptr_t begin = (uintptr_t)call->arguments[0], end = begin + (size_t)call->arguments[1];
  const uint64_t mask = lock();
  for (struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next)
    if (begin < mapping->host + mapping->bytes && end > mapping->host)
      cleave_mapping_set(mapping, 0, mapping->bytes, CLEAVE_BYTE_NONE, false);
  cleave_guard_apply(begin, end);
  unlock(mask);
}

static _Noreturn void end_process(const struct call *call) {
  const bool fails =
      cleave_check_host.fails && atomic_load(&cleave_check_counts.reports) && !call->arguments[0];
  enum { FAILURE = 3 };
  suspend();
  cleave_checked_thread_known()->internal++;
  cleave_report_summary();
  for (;;)
    cleave_raw(SYS_exit_group, fails ? FAILURE : call->arguments[0], 0, 0, 0);
}

static long execute_call(struct call *call) {
  struct cleave_checked_thread *thread = cleave_checked_thread_known();
  const bool is_open = thread->internal || cleave_guard_is_open();
  switch (call->number) {
  case SYS_exit_group:
    if (!atomic_load(&cleave_check_off))
      end_process(call);
    break;
  case SYS_munmap:
  case SYS_mremap:
    if (!thread->internal)
      forget(call);
    break;
  case SYS_rt_sigprocmask:
  case SYS_rt_sigaction:
  case SYS_sigaltstack: {
    uint64_t mask = is_open ? 0 : lock();
    if (!is_open) {
      open_arguments(call);
      unlock(mask);
    }
    const long result = call->number == SYS_rt_sigprocmask ? set_mask(call)
                        : call->number == SYS_rt_sigaction ? set_action(call)
                                                           : set_signal_stack(call);
    mask = is_open ? 0 : lock();
    while (call->window_count)
      cleave_guard_close_window(call->windows[--call->window_count]);
    if (!is_open)
      unlock(mask);
    return result;
  }
  default:
    break;
  }
  return is_open ? execute(call) : execute_checked(call);
}

void cleave_calls_execute(ucontext_t *context) {
  greg_t *registers = context->uc_mcontext.gregs;
  struct call call = {.context = context,
                      .number = registers[REG_RAX],
                      .arguments = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                                    registers[REG_R10], registers[REG_R8], registers[REG_R9]}};
  const bool is_internal = cleave_checked_thread_known()->internal;
  switch (call.number) {
  case SYS_rt_sigreturn:
    cleave_raw_return((uintptr_t)registers[REG_RSP]);
  case SYS_clone:
  case SYS_clone3:
    if (!is_internal)
      open_for_step(cleave_checked_thread_known(), &call);
    if (creates_thread(&call)) {
      execute_in_place(context);
      cleave_signal_step(context);
      return;
    }
    /* fall through */
  case SYS_fork:
  case SYS_vfork:
  case SYS_execve:
  case SYS_execveat:
    /* A new process may share the memory and the stack, and has no check. */
    if (!is_internal)
      suspend();
    execute_in_place(context);
    return;
  default:
    registers[REG_RAX] = execute_call(&call);
  }
}
