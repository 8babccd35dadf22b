/* FILE: lib/data_check/signal_context.h
 * WHAT: the state of a thread that a signal has stopped, and the program's own actions for the signals of the check.
 */
#ifndef CLEAVE_DATA_CHECK_SIGNAL_CONTEXT_H
#define CLEAVE_DATA_CHECK_SIGNAL_CONTEXT_H

#include <ucontext.h>

#include "data_check/places.h"
#include "data_check/raw_calls.h"

/* Of the processor's flags: a trap after the next instruction. */
enum { CLEAVE_TRAP_FLAG = 0x100 };

/* The program's own action for SIGNAL, one of the check's; NULL for another signal. It is called for faults that are the program's. */
struct cleave_raw_action *cleave_signal_program_action(int signal);

/* The registers of CONTEXT in DWARF's order. */
void cleave_signal_registers(const ucontext_t *context, struct cleave_place_registers *registers);

/* The thread of CONTEXT executes one instruction, and is then stopped again. */
void cleave_signal_step(ucontext_t *context);

#endif
