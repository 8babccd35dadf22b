/* FILE: lib/data_check/instruction_operands.c
 * WHAT: see instruction_operands.h.
 */
#include "data_check/instruction_operands.h"

#include <Zydis/Zydis.h>

/* Zydis's numbers of the 64-bit registers are RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8 to R15. */
static const int numbers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static void read_registers(const ucontext_t *context, ZydisRegisterContext *registers) {
  for (int i = 0; i < 16; i++)
    registers->values[ZYDIS_REGISTER_RAX + i] = (uint64_t)context->uc_mcontext.gregs[numbers[i]];
}

/* Whether a mask may leave out parts of the memory operand. */
static bool is_masked(const ZydisDecodedInstruction *instruction) {
  switch (instruction->mnemonic) {
  case ZYDIS_MNEMONIC_VMASKMOVPS:
  case ZYDIS_MNEMONIC_VMASKMOVPD:
  case ZYDIS_MNEMONIC_VPMASKMOVD:
  case ZYDIS_MNEMONIC_VPMASKMOVQ:
  case ZYDIS_MNEMONIC_MASKMOVDQU:
  case ZYDIS_MNEMONIC_VMASKMOVDQU:
    return true;
  default:
    return instruction->avx.mask.mode != ZYDIS_MASK_MODE_INVALID &&
           instruction->avx.mask.mode != ZYDIS_MASK_MODE_DISABLED;
  }
}

static bool contains(const struct cleave_operand *operand, uintptr_t address) {
  return address - operand->address < operand->bytes;
}

size_t cleave_operands(const ucontext_t *context, uintptr_t fault, bool is_write,
                       struct cleave_operand operands[CLEAVE_MOST_OPERANDS]) {
  const uint64_t code = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
  ZydisDecoder decoder;
  ZydisDecodedInstruction instruction;
  ZydisDecodedOperand decoded[ZYDIS_MAX_OPERAND_COUNT];
  operands[0] = (struct cleave_operand){fault, 1, !is_write, is_write};
  if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
      !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, (const void *)(uintptr_t)code,
                                           ZYDIS_MAX_INSTRUCTION_LENGTH, &instruction, decoded)) ||
      is_masked(&instruction))
    return 1;
  ZydisRegisterContext registers = {0};
  read_registers(context, &registers);
  size_t count = 0;
  bool any = false;
  for (size_t i = 0; i < instruction.operand_count && count < CLEAVE_MOST_OPERANDS; i++) {
    const ZydisDecodedOperand *operand = &decoded[i];
    ZyanU64 address;
    if (operand->type != ZYDIS_OPERAND_TYPE_MEMORY || operand->mem.type != ZYDIS_MEMOP_TYPE_MEM ||
        !operand->size ||
        !ZYAN_SUCCESS(ZydisCalcAbsoluteAddressEx(&instruction, operand, code, &registers, &address)))
      continue;
    struct cleave_operand found = {address, operand->size / 8,
                                   (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0,
                                   (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0};
    /* The stack pointer of a push is decremented first. */
    if (operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN && operand->mem.base == ZYDIS_REGISTER_RSP &&
        found.writes)
      found.address -= found.bytes;
    const bool is_first = contains(&found, fault);
    if (is_first && count && !any) {
      operands[count] = operands[0];
      operands[0] = found;
    } else {
      operands[count] = found;
    }
    any |= is_first;
    count++;
  }
  if (any)
    return count;
  operands[0] = (struct cleave_operand){fault, 1, !is_write, is_write};
  return 1;
}
