/* FILE: lib/kernelinfo/evaluate.c
 * WHAT: evaluates an expression for one launch.
 */
#include "kernelinfo/kernelinfo.h"

/* In two's complement, where C leaves it to the compiler. */
static int64_t to_signed(uint64_t bits) {
  return bits <= INT64_MAX ? (int64_t)bits : -(int64_t)(UINT64_MAX - bits) - 1;
}

static uint64_t extend(enum cleave_kernel_operation operation, uint64_t value, unsigned bits) {
  if (bits == 64)
    return value;
  uint64_t low = value & ((UINT64_C(1) << bits) - 1), sign = UINT64_C(1) << (bits - 1);
  return operation == CLEAVE_KERNEL_SIGN_EXTEND ? (low ^ sign) - sign : low;
}

/* Computes LEFT OPERATION RIGHT. False if it has no value. */
static bool combine(enum cleave_kernel_operation operation, uint64_t left, uint64_t right, uint64_t *result) {
  const int64_t signed_left = to_signed(left), signed_right = to_signed(right);
  switch (operation) {
  case CLEAVE_KERNEL_ADD:
    *result = left + right;
    return true;
  case CLEAVE_KERNEL_SUBTRACT:
    *result = left - right;
    return true;
  case CLEAVE_KERNEL_MULTIPLY:
    *result = left * right;
    return true;
  case CLEAVE_KERNEL_DIVIDE_SIGNED:
    if (!right || (signed_left == INT64_MIN && signed_right == -1))
      return false;
    *result = (uint64_t)(signed_left / signed_right);
    return true;
  case CLEAVE_KERNEL_DIVIDE_UNSIGNED:
    if (!right)
      return false;
    *result = left / right;
    return true;
  case CLEAVE_KERNEL_MINIMUM_SIGNED:
    *result = signed_left < signed_right ? left : right;
    return true;
  case CLEAVE_KERNEL_MAXIMUM_SIGNED:
    *result = signed_left > signed_right ? left : right;
    return true;
  case CLEAVE_KERNEL_MINIMUM_UNSIGNED:
    *result = left < right ? left : right;
    return true;
  case CLEAVE_KERNEL_MAXIMUM_UNSIGNED:
    *result = left > right ? left : right;
    return true;
  default:
    return false;
  }
}

bool cleave_kernel_expression_evaluate(const struct cleave_kernel_expression *expression,
                                       const struct cleave_kernel_arguments *arguments, int64_t *value) {
  if (!expression->count || !cleave_kernel_expression_is_valid(expression, CLEAVE_KERNEL_MAX_ARGUMENTS))
    return false;
  uint64_t values[CLEAVE_KERNEL_MAX_VALUES];
  size_t count = 0;
  for (size_t i = 0; i < expression->count; i++) {
    const struct cleave_kernel_instruction *instruction = &expression->instructions[i];
    switch (instruction->operation) {
    case CLEAVE_KERNEL_CONSTANT:
      values[count++] = (uint64_t)instruction->value;
      break;
    case CLEAVE_KERNEL_ARGUMENT: {
      size_t index = (size_t)instruction->value;
      if (index >= arguments->count || !arguments->known[index])
        return false;
      values[count++] = arguments->values[index];
      break;
    }
    case CLEAVE_KERNEL_SIGN_EXTEND:
    case CLEAVE_KERNEL_ZERO_EXTEND:
      values[count - 1] = extend(instruction->operation, values[count - 1], (unsigned)instruction->value);
      break;
    default:
      count--;
      if (!combine(instruction->operation, values[count - 1], values[count], &values[count - 1]))
        return false;
    }
  }
  *value = to_signed(values[0]);
  return true;
}

const char *cleave_access_class_name(enum cleave_access_class access) {
  static const char *const names[] = {"uniform", "coalesced", "constant stride", "symbolic stride",
                                      "irregular"};
  return (unsigned)access < sizeof names / sizeof *names ? names[access] : "unknown";
}
