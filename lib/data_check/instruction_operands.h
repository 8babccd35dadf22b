/* FILE: lib/data_check/instruction_operands.h
 * WHAT: the bytes that an instruction accesses, by the decoder Zydis.
 */
#ifndef CLEAVE_DATA_CHECK_INSTRUCTION_OPERANDS_H
#define CLEAVE_DATA_CHECK_INSTRUCTION_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

struct cleave_operand {
  uintptr_t address;
  size_t bytes;
  bool reads, writes;
};

enum { CLEAVE_MOST_OPERANDS = 4 };

/* Stores the accesses to memory of the instruction at which CONTEXT stands in OPERANDS; the first one contains FAULT, the address of a
 * fault. Returns their number, at least 1. If the instruction is not understood or accesses a part of its operand only, the first operand is the
 * byte at FAULT, written if IS_WRITE. May be called in a signal handler. */
size_t cleave_operands(const ucontext_t *context, uintptr_t fault, bool is_write,
                       struct cleave_operand operands[CLEAVE_MOST_OPERANDS]);

#endif
