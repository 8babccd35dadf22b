/* FILE: lib/data_check/raw_calls.c
 * WHAT: see raw_calls.h. The code between both labels is the range that the kernel exempts (Syscall User Dispatch).
 */
#include "data_check/raw_calls.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

__asm__(".text\n"
        ".hidden cleave_raw_begin, cleave_raw_end, cleave_raw_call, cleave_raw_return, cleave_raw_restorer\n"
        ".globl cleave_raw_begin, cleave_raw_end, cleave_raw_call, cleave_raw_return, cleave_raw_restorer\n"
        "cleave_raw_begin:\n"
        ".type cleave_raw_call, @function\n"
        "cleave_raw_call:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n"
        "  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n"
        "  syscall\n"
        "  ret\n"
        ".type cleave_raw_return, @function\n"
        "cleave_raw_return:\n"
        "  mov %rdi, %rsp\n"
        ".type cleave_raw_restorer, @function\n"
        "cleave_raw_restorer:\n"
        "  mov $15, %eax\n" /* rt_sigreturn */
        "  syscall\n"
        "  hlt\n"
        "cleave_raw_end:\n");

void cleave_raw_restorer(void);

enum { RESTORER = 0x04000000 /* SA_RESTORER */ };

void cleave_raw_handle(int signal, void (*handler)(int, siginfo_t *, void *), unsigned long flags,
                       uint64_t mask, struct cleave_raw_action *before) {
  const struct cleave_raw_action action = {(void *)(uintptr_t)handler,
                                           flags | SA_SIGINFO | SA_ONSTACK | RESTORER,
                                           (void *)(uintptr_t)cleave_raw_restorer, mask};
  cleave_raw(SYS_rt_sigaction, signal, (long)&action, (long)before, sizeof action.mask);
}

uint64_t cleave_raw_block(void) {
  const uint64_t all = ~CLEAVE_CHECK_SIGNALS;
  uint64_t before = 0;
  cleave_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, sizeof all);
  return before;
}

void cleave_raw_unblock(uint64_t mask) {
  cleave_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, sizeof mask);
}

void *cleave_raw_memory(size_t bytes) {
  const long result = cleave_raw_call(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return result < 0 && result > -4096 ? NULL : (void *)result;
}

void cleave_raw_free(void *memory, size_t bytes) {
  if (memory)
    cleave_raw(SYS_munmap, (long)memory, (long)bytes, 0, 0);
}

void cleave_raw_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds) {
  const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  cleave_raw(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, (long)value, nanoseconds ? (long)&time : 0);
}

void cleave_raw_wake(_Atomic uint32_t *word, int count) {
  cleave_raw(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, count, 0);
}

/* The word is 0: free, 1: taken, 2: taken, and threads may wait. */
void cleave_raw_take(struct cleave_raw_lock *lock) {
  enum { SPINS = 100 };
  for (int i = 0; i < SPINS; i++) {
    uint32_t free = 0;
    if (atomic_compare_exchange_strong(&lock->word, &free, 1))
      return;
    __builtin_ia32_pause();
  }
  while (atomic_exchange(&lock->word, 2))
    cleave_raw_wait(&lock->word, 2, 0);
}

void cleave_raw_release(struct cleave_raw_lock *lock) {
  if (atomic_exchange(&lock->word, 0) == 2)
    cleave_raw_wake(&lock->word, 1);
}
