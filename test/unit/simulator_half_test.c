/* FILE: test/unit/simulator_half_test.c
 * WHAT: arithmetic of f16, bf16 and their pairs in the simulator, one row per instruction form. Expected values are
 *       computed with 113 bits and rounded by a search among all halves.
 */
#include <fenv.h>

#include "simulator_forms.h"
#include "simulator_half.h"

enum { FTZ = 1, SAT = 2, KEEPS = 4 };

static uint16_t flushed(uint16_t bits, bool bfloat) {
  return bits & (bfloat ? 0x7f80 : 0x7c00) ? bits : bits & 0x8000;
}

static long double lesser(long double a, long double b, bool keeps, bool greater) {
  if (isnan(a) || isnan(b))
    return keeps || (isnan(a) && isnan(b)) ? (long double)NAN : isnan(a) ? b : a;
  const bool first = a == b ? signbit(a) > signbit(b) : a < b;
  return first != greater ? a : b;
}

/* The exact sum as a value that rounds like it: bits that do not fit are gathered in the last one. */
static long double gathered(__float128 sum) {
  long double value = (long double)sum;
  const __float128 rest = sum - (__float128)value;
  return rest == 0 ? value : rest > 0 ? value + fabsl(value) * 0x1p-62L : value - fabsl(value) * 0x1p-62L;
}

static uint16_t half_result(char operation, const uint16_t *v, bool bfloat, unsigned flags) {
  uint16_t operands[3];
  for (unsigned i = 0; i < 3; i++)
    operands[i] = flags & FTZ ? flushed(v[i], bfloat) : v[i];
  const long double a = half_number(operands[0], bfloat), b = half_number(operands[1], bfloat);
  const long double c = half_number(operands[2], bfloat);
  long double value = 0;
  switch (operation) {
  case '+':
    value = a + b;
    break;
  case '-':
    value = a - b;
    break;
  case '*':
    value = a * b;
    break;
  case 'f':
    value = isfinite(a) && isfinite(b) && isfinite(c) && a * b + c != 0
                ? gathered((__float128)a * (__float128)b + (__float128)c)
                : a * b + c;
    break;
  case '<':
  case '>':
    value = lesser(a, b, flags & KEEPS, operation == '>');
    break;
  case '2':
    value = exp2l(a);
    break;
  case 't':
    value = tanhl(a);
    break;
  case 'n':
    return operands[0] ^ 0x8000;
  case 'a':
    return operands[0] & 0x7fff;
  }
  if (flags & SAT)
    value = isnan(value) || value <= 0 ? 0 : value > 1 ? 1 : value;
  const uint16_t result = (uint16_t)half_nearest(value, bfloat, FE_TONEAREST);
  return flags & FTZ ? flushed(result, bfloat) : result;
}

static uint64_t result_of(char operation, const uint64_t *v, bool bfloat, unsigned flags) {
  uint64_t result = 0;
  for (unsigned half = 0; half < 2; half++) {
    const uint16_t parts[3] = {(uint16_t)(v[0] >> 16 * half), (uint16_t)(v[1] >> 16 * half),
                               (uint16_t)(v[2] >> 16 * half)};
    result |= (uint64_t)half_result(operation, parts, bfloat, flags) << 16 * half;
  }
  return result;
}

#define BOTH(NAME, OPERATION)                                                                                \
  EXPECTED(NAME, result_of(OPERATION, v, false, 0))                                                          \
  EXPECTED(NAME##_bf, result_of(OPERATION, v, true, 0))
#define FLUSHED(NAME, OPERATION, FLAGS)                                                                      \
  BOTH(NAME, OPERATION)                                                                                      \
  EXPECTED(NAME##_ftz, result_of(OPERATION, v, false, FTZ))                                                  \
  EXPECTED(NAME##_flags, result_of(OPERATION, v, false, FLAGS))
FLUSHED(add, '+', SAT)
FLUSHED(sub, '-', SAT)
FLUSHED(mul, '*', SAT)
FLUSHED(fused, 'f', FTZ | SAT)
FLUSHED(min, '<', KEEPS)
FLUSHED(max, '>', KEEPS)
EXPECTED(min_bf_keeps, result_of('<', v, true, KEEPS))
EXPECTED(max_bf_keeps, result_of('>', v, true, KEEPS))
BOTH(neg, 'n')
BOTH(half_abs, 'a')
EXPECTED(neg_ftz, result_of('n', v, false, FTZ))
EXPECTED(abs_ftz, result_of('a', v, false, FTZ))

EXPECTED(ex2, result_of('2', v, false, 0))
BOTH(tanh_half, 't')
EXPECTED(ex2_bf_ftz, result_of('2', v, true, FTZ))

#define ROWS(NAME, PREFIX, S, P, B, Q)                                                                       \
  {PREFIX ".f16", S, NAME}, {PREFIX ".f16x2", P, NAME}, {PREFIX ".bf16", B, NAME##_bf}, {                    \
    PREFIX ".bf16x2", Q, NAME##_bf                                                                           \
  }
static const struct form forms[] = {
    ROWS(add, "add.rn", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(sub, "sub.rn", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(mul, "mul.rn", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(fused, "fma.rn", "x=xxx", "X=XXX", "y=yyy", "Y=YYY"),
    ROWS(add, "add", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(sub, "sub", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(mul, "mul", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(min, "min", "x=xx", "X=XX", "y=yy", "Y=YY"),
    ROWS(max, "max", "x=xx", "X=XX", "y=yy", "Y=YY"),
    {"add.rn.ftz.f16", "x=xx", add_ftz},
    {"sub.rn.ftz.f16x2", "X=XX", sub_ftz},
    {"mul.rn.ftz.f16", "x=xx", mul_ftz},
    {"fma.rn.ftz.f16x2", "X=XXX", fused_ftz},
    {"add.rn.sat.f16", "x=xx", add_flags},
    {"sub.rn.sat.f16x2", "X=XX", sub_flags},
    {"mul.rn.sat.f16", "x=xx", mul_flags},
    {"fma.rn.ftz.sat.f16", "x=xxx", fused_flags},
    {"min.ftz.f16", "x=xx", min_ftz},
    {"max.ftz.f16x2", "X=XX", max_ftz},
    {"min.NaN.f16", "x=xx", min_flags},
    {"max.NaN.f16x2", "X=XX", max_flags},
    {"min.NaN.bf16x2", "Y=YY", min_bf_keeps},
    {"max.NaN.bf16", "y=yy", max_bf_keeps},
    /* The sign bit alone changes. */
    {"neg.f16", "h=x", neg},
    {"neg.f16x2", "r=X", neg},
    {"neg.bf16", "h=y", neg_bf},
    {"neg.bf16x2", "r=Y", neg_bf},
    {"neg.ftz.f16", "h=x", neg_ftz},
    {"abs.f16", "h=x", half_abs},
    {"abs.f16x2", "r=X", half_abs},
    {"abs.bf16", "h=y", half_abs_bf},
    {"abs.bf16x2", "r=Y", half_abs_bf},
    {"abs.ftz.f16x2", "r=X", abs_ftz},
    {"ex2.approx.f16", "x=x", ex2},
    {"ex2.approx.f16x2", "X=X", ex2},
    {"ex2.approx.ftz.bf16", "y=y", ex2_bf_ftz},
    {"ex2.approx.ftz.bf16x2", "Y=Y", ex2_bf_ftz},
    {"tanh.approx.f16", "x=x", tanh_half},
    {"tanh.approx.f16x2", "X=X", tanh_half},
    {"tanh.approx.bf16", "y=y", tanh_half_bf},
    {"tanh.approx.bf16x2", "Y=Y", tanh_half_bf},
};

static void arithmetic_of_halves(void **state) {
  (void)state;
  CHECK_FORMS(forms);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(arithmetic_of_halves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
