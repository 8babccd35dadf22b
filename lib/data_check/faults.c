/* FILE: lib/data_check/faults.c
 * WHAT: see faults.h.
 *
 * An access to a protected page is looked at; then its page is open while the thread executes this one instruction, by the trap flag.
 * So objects that share the page do no harm. An access of another thread during that instruction is not seen.
 */
#include "data_check/faults.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>

#include "data_check/accesses.h"
#include "data_check/checked_threads.h"
#include "data_check/instruction_operands.h"
#include "data_check/page_guard.h"
#include "data_check/signal_context.h"
#include "data_check/system_calls.h"

enum { PAGE_FAULT = 14, WRITE_FAULT = 2, MOST_RETRIES = 4, MOST_REPEATS = 10000 };

static uintptr_t library_begin, library_end; /* the C library */

/* The fault is the program's own: its handler is called, or the default action follows. */
static void pass_on(int signal, siginfo_t *info, void *context) {
  const struct cleave_raw_action *action = cleave_signal_program_action(signal);
  void (*handler)(int, siginfo_t *, void *);
  memcpy(&handler, &action->handler, sizeof handler);
  if (action->handler == (void *)SIG_DFL || action->handler == (void *)SIG_IGN) {
    const struct cleave_raw_action restored = {0};
    cleave_raw(SYS_rt_sigaction, signal, (long)&restored, 0, sizeof restored.mask);
    if (info->si_code <= 0) /* sent: it does not occur again */
      cleave_raw(SYS_tgkill, cleave_raw(SYS_getpid, 0, 0, 0, 0), cleave_raw(SYS_gettid, 0, 0, 0, 0), signal,
                 0);
    return;
  }
  /* The handler runs with the mask that the program wants, but its own accesses come to the check. */
  uint64_t mask;
  memcpy(&mask, &((const ucontext_t *)context)->uc_sigmask, sizeof mask);
  cleave_raw_unblock((mask | action->mask) & ~CLEAVE_CHECK_SIGNALS);
  handler(signal, info, context);
}

/* How often the same access has faulted without another one between. */
static unsigned repeats(struct cleave_checked_thread *thread, const ucontext_t *context, uintptr_t address) {
  const uintptr_t code = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  const bool is_same = thread->fault_code == code && thread->fault_address == address;
  thread->fault_code = code;
  thread->fault_address = address;
  thread->repeats = is_same ? thread->repeats + 1 : 0;
  return thread->repeats;
}

static bool is_mapped_page(uintptr_t page) {
  for (const struct cleave_mapping *mapping = cleave_mappings(); mapping; mapping = mapping->next)
    if (page >= cleave_page_of(mapping->host) && page < mapping->host + mapping->bytes)
      return true;
  return false;
}

/* What the instruction means for objects. Returns whether its line is to be noted. */
static bool look(const ucontext_t *context, uintptr_t fault, struct cleave_operand *operands, size_t *count,
                 struct cleave_stale_read *read) {
  const bool is_write = context->uc_mcontext.gregs[REG_ERR] & WRITE_FAULT;
  const uintptr_t code = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  const uint64_t stack = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
  const bool is_library = code - library_begin < library_end - library_begin;
  bool is_noted = false;
  *count = cleave_operands(context, fault, is_write, operands);
  for (size_t i = 0; i < *count; i++) {
    const struct cleave_access access = {.address = operands[i].address,
                                         .bytes = operands[i].bytes,
                                         .reads = operands[i].reads,
                                         .writes = operands[i].writes,
                                         .origin = cleave_access_origin(code, stack),
                                         .is_whole = is_library && operands[i].reads};
    is_noted |= cleave_access_look(&access, read);
  }
  return is_noted;
}

static void note(const struct cleave_operand *operands, size_t count, uint32_t place) {
  for (size_t i = 0; i < count; i++)
    if (operands[i].writes)
      cleave_access_note_write(
          &(struct cleave_access){.address = operands[i].address, .bytes = operands[i].bytes, .writes = true},
          place);
}

static void on_fault(int signal, siginfo_t *info, void *argument) {
  ucontext_t *context = argument;
  const uintptr_t address = (uintptr_t)info->si_addr, page = cleave_page_of(address);
  struct cleave_checked_thread *thread = cleave_checked_thread_known();
  if (!thread || info->si_code <= 0 || context->uc_mcontext.gregs[REG_TRAPNO] != PAGE_FAULT ||
      repeats(thread, context, address) > MOST_REPEATS) {
    pass_on(signal, info, argument);
    return;
  }
  struct cleave_operand operands[CLEAVE_MOST_OPERANDS];
  struct cleave_stale_read read = {0};
  struct cleave_place_registers registers;
  size_t count = 0;
  bool is_noted = false;
  cleave_raw_take(&cleave_check_lock);
  const bool is_ours = is_mapped_page(page), is_closed = is_ours && cleave_guard_flags(page);
  if (is_closed) {
    cleave_check_count(&cleave_check_counts.accesses, 1);
    cleave_access_count(page);
    is_noted = look(context, address, operands, &count, &read);
  } else if (is_ours) {
    cleave_guard_apply(page, page + CLEAVE_PAGE_BYTES); /* the page was opened in the meantime */
  }
  cleave_raw_release(&cleave_check_lock);
  if (!is_ours) {
    /* Another thread may have removed the object since the fault; then the access succeeds now. */
    if (thread->repeats > MOST_RETRIES)
      pass_on(signal, info, argument);
    return;
  }
  if (!is_closed)
    return;
  if (read.is_any || is_noted)
    cleave_signal_registers(context, &registers);
  if (read.is_any)
    cleave_report_stale_read(&read, NULL, &registers);
  const uint32_t place = is_noted ? cleave_reporter_place(&registers) : 0;
  cleave_raw_take(&cleave_check_lock);
  if (is_noted)
    note(operands, count, place);
  const int window = cleave_guard_open_window(page, page + CLEAVE_PAGE_BYTES);
  if (window >= 0 && thread->window_count < CLEAVE_MOST_STEP_WINDOWS)
    thread->windows[thread->window_count++] = window;
  else
    cleave_guard_apply(page, page + CLEAVE_PAGE_BYTES);
  cleave_raw_release(&cleave_check_lock);
  cleave_signal_step(context);
}

/* The instruction has been executed. A new thread gets its record here: it begins with the trap flag of the thread that created it. */
static void on_trap(int signal, siginfo_t *info, void *argument) {
  ucontext_t *context = argument;
  if (info->si_code != TRAP_TRACE && info->si_code != TRAP_BRKPT) {
    pass_on(signal, info, argument);
    return;
  }
  if (!(context->uc_mcontext.gregs[REG_EFL] & CLEAVE_TRAP_FLAG)) {
    pass_on(signal, info, argument);
    return;
  }
  context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)CLEAVE_TRAP_FLAG;
  if (atomic_load(&cleave_check_off))
    return;
  struct cleave_checked_thread *thread = cleave_checked_thread_known();
  if (!thread) {
    thread = cleave_checked_thread();
    if (thread)
      context->uc_stack = cleave_thread_stack(thread); /* which the return from this handler sets */
    return;
  }
  cleave_raw_take(&cleave_check_lock);
  while (thread->window_count)
    cleave_guard_close_window(thread->windows[--thread->window_count]);
  cleave_raw_release(&cleave_check_lock);
  cleave_calls_resume(thread);
}

static void on_call(int signal, siginfo_t *info, void *argument) {
  enum { USER_DISPATCH = 2 };
  if (info->si_code == USER_DISPATCH)
    cleave_calls_execute(argument);
  else
    pass_on(signal, info, argument);
}

static int find_library(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  const uintptr_t inside = (uintptr_t)argument;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                    end = begin + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && inside >= begin && inside < end) {
      library_begin = begin;
      library_end = end;
    }
  }
  return 0;
}

void cleave_faults_start(void) {
  const uint64_t all = ~CLEAVE_CHECK_SIGNALS;
  dl_iterate_phdr(find_library, dlsym(RTLD_DEFAULT, "strlen"));
  cleave_raw_handle(SIGSEGV, on_fault, SA_NODEFER, all, cleave_signal_program_action(SIGSEGV));
  cleave_raw_handle(SIGTRAP, on_trap, SA_NODEFER, all, cleave_signal_program_action(SIGTRAP));
  /* The program's signals may interrupt its system calls, which are executed in this handler. */
  cleave_raw_handle(SIGSYS, on_call, SA_NODEFER, 0, cleave_signal_program_action(SIGSYS));
}
