/* FILE: lib/kernelinfo/kernel_expression.c
 * WHAT: validates an expression.
 */
#include "kernelinfo/format.h"

static bool value_is_valid(const struct cleave_kernel_instruction *instruction, uint32_t argument_count) {
  switch (instruction->operation) {
  case CLEAVE_KERNEL_CONSTANT:
    return true;
  case CLEAVE_KERNEL_ARGUMENT:
    return instruction->value >= 0 && instruction->value < (int64_t)argument_count;
  case CLEAVE_KERNEL_SIGN_EXTEND:
  case CLEAVE_KERNEL_ZERO_EXTEND:
    return instruction->value >= 1 && instruction->value <= 64;
  default:
    return instruction->value == 0;
  }
}

/* The values that OPERATION pops; it pushes one. */
static size_t operands(enum cleave_kernel_operation operation) {
  switch (operation) {
  case CLEAVE_KERNEL_CONSTANT:
  case CLEAVE_KERNEL_ARGUMENT:
    return 0;
  case CLEAVE_KERNEL_SIGN_EXTEND:
  case CLEAVE_KERNEL_ZERO_EXTEND:
    return 1;
  default:
    return 2;
  }
}

bool cleave_kernel_expression_is_valid(const struct cleave_kernel_expression *expression,
                                       uint32_t argument_count) {
  if (expression->count > CLEAVE_KERNEL_MAX_INSTRUCTIONS)
    return false;
  size_t values = 0;
  for (size_t i = 0; i < expression->count; i++) {
    const struct cleave_kernel_instruction *instruction = &expression->instructions[i];
    if ((unsigned)instruction->operation >= CLEAVE_KERNEL_OPERATION_COUNT ||
        !value_is_valid(instruction, argument_count))
      return false;
    size_t popped = operands(instruction->operation);
    if (values < popped)
      return false;
    values = values - popped + 1;
    if (values > CLEAVE_KERNEL_MAX_VALUES)
      return false;
  }
  return expression->count == 0 || values == 1;
}
