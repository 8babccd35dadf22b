/* FILE: lib/data_check/signal_context.c
 * WHAT: see signal_context.h.
 */
#include "data_check/signal_context.h"

static struct cleave_raw_action program_actions[3]; /* of SIGSEGV, SIGTRAP, SIGSYS */

struct cleave_raw_action *cleave_signal_program_action(int signal) {
  return signal == SIGSEGV   ? &program_actions[0]
         : signal == SIGTRAP ? &program_actions[1]
         : signal == SIGSYS  ? &program_actions[2]
                             : NULL;
}

void cleave_signal_registers(const ucontext_t *context, struct cleave_place_registers *registers) {
  static const int order[CLEAVE_PLACE_REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                                    REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                    REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  for (int i = 0; i < CLEAVE_PLACE_REGISTERS; i++)
    registers->values[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
}

void cleave_signal_step(ucontext_t *context) { context->uc_mcontext.gregs[REG_EFL] |= CLEAVE_TRAP_FLAG; }
