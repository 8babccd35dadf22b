/* FILE: lib/data_check/raw_calls.h
 * WHAT: system calls that the kernel does not hand to the check, for the check itself.
 */
#ifndef CLEAVE_DATA_CHECK_RAW_CALLS_H
#define CLEAVE_DATA_CHECK_RAW_CALLS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Executes system call NUMBER. Returns its result, or the negated error number. */
long cleave_raw_call(long number, long a, long b, long c, long d, long e, long f);
static inline long cleave_raw(long number, long a, long b, long c, long d) {
  return cleave_raw_call(number, a, b, c, d, 0, 0);
}

/* The begin and the end of the code that executes them. */
extern const char cleave_raw_begin[], cleave_raw_end[];

/* Returns from the signal handler whose frame ends at STACK. */
_Noreturn void cleave_raw_return(uintptr_t stack);

/* The kernel's struct of rt_sigaction. */
struct cleave_raw_action {
  void *handler;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
};

/* Installs HANDLER for SIGNAL. Its return is a system call of the code above. MASK: signals that are blocked in it. Stores the former
 * action in *BEFORE. */
void cleave_raw_handle(int signal, void (*handler)(int, siginfo_t *, void *), unsigned long flags,
                       uint64_t mask, struct cleave_raw_action *before);

/* Blocks all signals apart from those of the check; returns the former mask. */
uint64_t cleave_raw_block(void);
void cleave_raw_unblock(uint64_t mask);

/* The signals that the check handles, as a mask. */
#define CLEAVE_SIGNAL_BIT(number) (UINT64_C(1) << ((number) - 1))
#define CLEAVE_CHECK_SIGNALS                                                                                 \
  (CLEAVE_SIGNAL_BIT(SIGSEGV) | CLEAVE_SIGNAL_BIT(SIGTRAP) | CLEAVE_SIGNAL_BIT(SIGSYS))

/* BYTES of zeros; NULL without memory. Not from the heap, whose pages may be protected. */
void *cleave_raw_memory(size_t bytes);
void cleave_raw_free(void *memory, size_t bytes);

/* Waits until *WORD is not VALUE, or for at most NANOSECONDS; 0: without limit. May return earlier. */
void cleave_raw_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds);
/* Wakes COUNT threads that wait. */
void cleave_raw_wake(_Atomic uint32_t *word, int count);

/* A lock that handlers may take; no signal apart from those of the check may come while it is held. */
struct cleave_raw_lock {
  _Atomic uint32_t word;
};
void cleave_raw_take(struct cleave_raw_lock *lock);
void cleave_raw_release(struct cleave_raw_lock *lock);

#endif
