/* FILE: lib/data_check/system_calls.h
 * WHAT: system calls of the program: which bytes they access, and how they are executed.
 *
 * The kernel does not execute a system call of a checked thread, but sends SIGSYS (Syscall User Dispatch). The handler executes it, with
 * the pages of its buffers open: in a protected page it would fail with EFAULT.
 */
#ifndef CLEAVE_DATA_CHECK_SYSTEM_CALLS_H
#define CLEAVE_DATA_CHECK_SYSTEM_CALLS_H

#include <ucontext.h>

struct cleave_checked_thread;

/* Executes the system call that CONTEXT stands behind. In the handler of SIGSYS. */
void cleave_calls_execute(ucontext_t *context);

/* THREAD has executed the instruction of a system call itself: later ones come to the check again. */
void cleave_calls_resume(struct cleave_checked_thread *thread);

#endif
