/* FILE: test/unit/simulator_float_test.c
 * WHAT: floating-point arithmetic of the simulator, one row per instruction form: rounding modes, subnormals and .ftz,
 *       saturation, NaN, signed zeros, approximate functions within the errors of the PTX ISA, testp.
 */
#include <fenv.h>

#include "simulator_forms.h"

#pragma STDC FENV_ACCESS ON

/* ---- Expected values: the host's arithmetic in the rounding mode of the instruction ---- */

static float flushed(float value) { return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value; }
static float clamped(float value) { return isnan(value) || value <= 0 ? 0 : value > 1 ? 1 : value; }

enum { FTZ = 1, SAT = 2 };

static uint64_t single_of(char operation, const uint64_t *v, int rounding, unsigned flags) {
  volatile float a = F32(0), b = F32(1), c = F32(2), d = 0;
  if (flags & FTZ)
    a = flushed(a), b = flushed(b), c = flushed(c);
  fesetround(rounding);
  switch (operation) {
  case '+':
    d = a + b;
    break;
  case '-':
    d = a - b;
    break;
  case '*':
    d = a * b;
    break;
  case '/':
    d = a / b;
    break;
  case 'f':
    d = fmaf(a, b, c);
    break;
  case 'r':
    d = 1 / a;
    break;
  case 's':
    d = sqrtf(a);
    break;
  }
  fesetround(FE_TONEAREST);
  d = flags & FTZ ? flushed(d) : d;
  return form_bits(flags & SAT ? clamped(d) : d);
}

static uint64_t double_of(char operation, const uint64_t *v, int rounding) {
  volatile double a = F64(0), b = F64(1), c = F64(2), d = 0;
  fesetround(rounding);
  switch (operation) {
  case '+':
    d = a + b;
    break;
  case '-':
    d = a - b;
    break;
  case '*':
    d = a * b;
    break;
  case '/':
    d = a / b;
    break;
  case 'f':
    d = fma(a, b, c);
    break;
  case 'r':
    d = 1 / a;
    break;
  case 's':
    d = sqrt(a);
    break;
  }
  fesetround(FE_TONEAREST);
  return form_double_bits(d);
}

#define SINGLE(NAME, OPERATION)                                                                              \
  EXPECTED(NAME##_rn, single_of(OPERATION, v, FE_TONEAREST, 0))                                              \
  EXPECTED(NAME##_rz, single_of(OPERATION, v, FE_TOWARDZERO, 0))                                             \
  EXPECTED(NAME##_rm, single_of(OPERATION, v, FE_DOWNWARD, 0))                                               \
  EXPECTED(NAME##_rp, single_of(OPERATION, v, FE_UPWARD, 0))                                                 \
  EXPECTED(NAME##_ftz, single_of(OPERATION, v, FE_TONEAREST, FTZ))                                           \
  EXPECTED(NAME##_rz_ftz, single_of(OPERATION, v, FE_TOWARDZERO, FTZ))                                       \
  EXPECTED(NAME##_rn64, double_of(OPERATION, v, FE_TONEAREST))                                               \
  EXPECTED(NAME##_rz64, double_of(OPERATION, v, FE_TOWARDZERO))                                              \
  EXPECTED(NAME##_rm64, double_of(OPERATION, v, FE_DOWNWARD))                                                \
  EXPECTED(NAME##_rp64, double_of(OPERATION, v, FE_UPWARD))
#define SATURATED(NAME, OPERATION)                                                                           \
  SINGLE(NAME, OPERATION)                                                                                    \
  EXPECTED(NAME##_sat, single_of(OPERATION, v, FE_TONEAREST, SAT))                                           \
  EXPECTED(NAME##_ftz_sat, single_of(OPERATION, v, FE_TONEAREST, FTZ | SAT))
SATURATED(add, '+')
SATURATED(sub, '-')
SATURATED(mul, '*')
SATURATED(fma, 'f')

#define ROUNDED_ROWS(NAME, F, D)                                                                             \
  {#NAME ".rn.f32", "f=" F, NAME##_rn}, {#NAME ".rz.f32", "f=" F, NAME##_rz},                                \
      {#NAME ".rm.f32", "f=" F, NAME##_rm}, {#NAME ".rp.f32", "f=" F, NAME##_rp},                            \
      {#NAME ".rn.ftz.f32", "f=" F, NAME##_ftz}, {#NAME ".rz.ftz.f32", "f=" F, NAME##_rz_ftz},               \
      {#NAME ".rn.sat.f32", "f=" F, NAME##_sat}, {#NAME ".rn.ftz.sat.f32", "f=" F, NAME##_ftz_sat},          \
      {#NAME ".rn.f64", "d=" D, NAME##_rn64}, {#NAME ".rz.f64", "d=" D, NAME##_rz64},                        \
      {#NAME ".rm.f64", "d=" D, NAME##_rm64}, {                                                              \
    #NAME ".rp.f64", "d=" D, NAME##_rp64                                                                     \
  }
static const struct form arithmetic[] = {
    ROUNDED_ROWS(add, "ff", "dd"),    ROUNDED_ROWS(sub, "ff", "dd"),    ROUNDED_ROWS(mul, "ff", "dd"),
    ROUNDED_ROWS(fma, "fff", "ddd"),  {"add.f32", "f=ff", add_rn},      {"sub.f32", "f=ff", sub_rn},
    {"mul.f32", "f=ff", mul_rn},      {"add.ftz.f32", "f=ff", add_ftz}, {"sub.ftz.f32", "f=ff", sub_ftz},
    {"mul.ftz.f32", "f=ff", mul_ftz}, {"add.f64", "d=dd", add_rn64},    {"sub.f64", "d=dd", sub_rn64},
    {"mul.f64", "d=dd", mul_rn64},    {"mad.rn.f32", "f=fff", fma_rn},  {"mad.rn.f64", "d=ddd", fma_rn64},
};

static void sums_and_products_in_all_rounding_modes(void **state) {
  (void)state;
  CHECK_FORMS(arithmetic);
}

/* ---- Quotients and roots ---- */

SINGLE(div, '/')
SINGLE(rcp, 'r')
SINGLE(sqrt, 's')
#define QUOTIENT_ROWS(NAME, F, D)                                                                            \
  {#NAME ".rn.f32", "f=" F, NAME##_rn}, {#NAME ".rz.f32", "f=" F, NAME##_rz},                                \
      {#NAME ".rm.f32", "f=" F, NAME##_rm}, {#NAME ".rp.f32", "f=" F, NAME##_rp},                            \
      {#NAME ".rn.ftz.f32", "f=" F, NAME##_ftz}, {#NAME ".rz.ftz.f32", "f=" F, NAME##_rz_ftz},               \
      {#NAME ".rn.f64", "d=" D, NAME##_rn64}, {#NAME ".rz.f64", "d=" D, NAME##_rz64},                        \
      {#NAME ".rm.f64", "d=" D, NAME##_rm64}, {                                                              \
    #NAME ".rp.f64", "d=" D, NAME##_rp64                                                                     \
  }
static const struct form quotients[] = {QUOTIENT_ROWS(div, "ff", "dd"), QUOTIENT_ROWS(rcp, "f", "d"),
                                        QUOTIENT_ROWS(sqrt, "f", "d")};

static void quotients_and_roots(void **state) {
  (void)state;
  CHECK_FORMS(quotients);
}

/* ---- Minimum, maximum and signs ---- */

/* -0 is less than +0. KEEPS: a NaN operand makes the result NaN. */
static double lesser(double a, double b, bool keeps, bool greater) {
  if (isnan(a) || isnan(b))
    return keeps || (isnan(a) && isnan(b)) ? NAN : isnan(a) ? b : a;
  const bool first = a == b ? signbit(a) > signbit(b) : a < b;
  return first != greater ? a : b;
}
#define MINIMUM(NAME, KEEPS, GREATER)                                                                        \
  EXPECTED(NAME, form_bits((float)lesser((double)F32(0), (double)F32(1), KEEPS, GREATER)))                   \
  EXPECTED(NAME##_ftz,                                                                                       \
           form_bits((float)lesser((double)flushed(F32(0)), (double)flushed(F32(1)), KEEPS, GREATER)))
MINIMUM(min, false, false)
MINIMUM(max, false, true)
MINIMUM(min_nan, true, false)
MINIMUM(max_nan, true, true)
EXPECTED(min64, form_double_bits(lesser(F64(0), F64(1), false, false)))
EXPECTED(max64, form_double_bits(lesser(F64(0), F64(1), false, true)))
EXPECTED(abs32, U32(0) & 0x7fffffff)
EXPECTED(neg32, U32(0) ^ 0x80000000)
EXPECTED(abs32_ftz, (fpclassify(F32(0)) == FP_SUBNORMAL ? 0 : U32(0)) & 0x7fffffff)
EXPECTED(neg32_ftz, (fpclassify(F32(0)) == FP_SUBNORMAL ? U32(0) & 0x80000000 : U32(0)) ^ 0x80000000)
EXPECTED(abs64, v[0] & ~(1ull << 63))
EXPECTED(neg64, v[0] ^ 1ull << 63)
EXPECTED(copysign32, (U32(0) & 0x80000000) | (U32(1) & 0x7fffffff))
EXPECTED(copysign64, (v[0] & 1ull << 63) | (v[1] & ~(1ull << 63)))

static const struct form signs[] = {
    {"min.f32", "f=ff", min},
    {"min.ftz.f32", "f=ff", min_ftz},
    {"min.NaN.f32", "f=ff", min_nan},
    {"min.ftz.NaN.f32", "f=ff", min_nan_ftz},
    {"max.f32", "f=ff", max},
    {"max.ftz.f32", "f=ff", max_ftz},
    {"max.NaN.f32", "f=ff", max_nan},
    {"max.ftz.NaN.f32", "f=ff", max_nan_ftz},
    {"min.f64", "d=dd", min64},
    {"max.f64", "d=dd", max64},
    /* The sign bit alone changes, of NaN as well: results are compared as bits. */
    {"abs.f32", "r=f", abs32},
    {"abs.ftz.f32", "r=f", abs32_ftz},
    {"abs.f64", "l=d", abs64},
    {"neg.f32", "r=f", neg32},
    {"neg.ftz.f32", "r=f", neg32_ftz},
    {"neg.f64", "l=d", neg64},
    {"copysign.f32", "r=ff", copysign32},
    {"copysign.f64", "l=dd", copysign64},
};

static void minimum_maximum_and_signs(void **state) {
  (void)state;
  CHECK_FORMS(signs);
}

/* ---- testp ---- */

#define CLASSES(BITS)                                                                                        \
  EXPECTED(finite##BITS, isfinite(F##BITS(0)) != 0)                                                          \
  EXPECTED(infinite##BITS, isinf(F##BITS(0)) != 0)                                                           \
  EXPECTED(number##BITS, !isnan(F##BITS(0)))                                                                 \
  EXPECTED(notanumber##BITS, isnan(F##BITS(0)) != 0)                                                         \
  EXPECTED(normal##BITS, fpclassify(F##BITS(0)) == FP_NORMAL)                                                \
  EXPECTED(subnormal##BITS, fpclassify(F##BITS(0)) == FP_SUBNORMAL)
CLASSES(32)
CLASSES(64)
#define CLASS_ROWS(NAME) {"testp." #NAME ".f32", "p=f", NAME##32}, {"testp." #NAME ".f64", "p=d", NAME##64}
static const struct form classes[] = {CLASS_ROWS(finite),     CLASS_ROWS(infinite), CLASS_ROWS(number),
                                      CLASS_ROWS(notanumber), CLASS_ROWS(normal),   CLASS_ROWS(subnormal)};

static void properties(void **state) {
  (void)state;
  CHECK_FORMS(classes);
}

/* ---- Approximate functions: relative errors of at most 2^-20 ---- */

#define APPROXIMATE(NAME, EXPRESSION)                                                                        \
  static uint64_t NAME(const uint64_t *v) {                                                                  \
    const double a = (double)F32(0), b = (double)F32(1);                                                     \
    (void)b;                                                                                                 \
    return form_bits((float)(EXPRESSION));                                                                   \
  }                                                                                                          \
  static uint64_t NAME##_ftz(const uint64_t *v) {                                                            \
    const double a = (double)flushed(F32(0)), b = (double)flushed(F32(1));                                   \
    (void)b;                                                                                                 \
    return form_bits(flushed((float)(EXPRESSION)));                                                          \
  }
static double large_divisor(double a, double b) { /* above 2^126: 0, or NaN for an infinite dividend */
  if (isfinite(b) && fabs(b) > 0x1p126 && !isnan(a))
    return isinf(a) ? NAN : 0 * copysign(1, a) * copysign(1, b);
  return a / b;
}
APPROXIMATE(div_approx, large_divisor(a, b))
APPROXIMATE(div_full, a / b)
APPROXIMATE(rcp_approx, 1 / a)
APPROXIMATE(sqrt_approx, sqrt(a))
APPROXIMATE(rsqrt_approx, 1 / sqrt(a))
APPROXIMATE(sin_approx, sin(a))
APPROXIMATE(cos_approx, cos(a))
APPROXIMATE(lg2_approx, log2(a))
APPROXIMATE(ex2_approx, exp2(a))
EXPECTED(tanh_approx, form_bits((float)tanh((double)F32(0))))
/* Seeds of 64 bits have 20 bits and no subnormal values; the lower half of the operand is ignored. */
static double seed(double value) {
  const double upper = form_double(form_double_bits(value) & ~0xffffffffull);
  return fabs(upper) < 0x1p-1022 ? copysign(0, upper) : upper;
}
EXPECTED(rcp_seed, form_double_bits(seed(1 / seed(F64(0)))))
EXPECTED(rsqrt_seed, form_double_bits(seed(1 / sqrt(seed(F64(0))))))

#define APPROXIMATE_ROWS(NAME, F)                                                                            \
  {#NAME ".approx.f32", "f=" F, NAME##_approx}, { #NAME ".approx.ftz.f32", "f=" F, NAME##_approx_ftz }
static const struct form approximate[] = {
    APPROXIMATE_ROWS(div, "ff"),
    APPROXIMATE_ROWS(rcp, "f"),
    APPROXIMATE_ROWS(sqrt, "f"),
    APPROXIMATE_ROWS(rsqrt, "f"),
    APPROXIMATE_ROWS(sin, "f"),
    APPROXIMATE_ROWS(cos, "f"),
    APPROXIMATE_ROWS(lg2, "f"),
    APPROXIMATE_ROWS(ex2, "f"),
    {"div.full.f32", "f=ff", div_full},
    {"div.full.ftz.f32", "f=ff", div_full_ftz},
    {"tanh.approx.f32", "f=f", tanh_approx},
    {"rcp.approx.ftz.f64", "d=d", rcp_seed},
    {"rsqrt.approx.ftz.f64", "d=d", rsqrt_seed},
    {"rsqrt.approx.f64", "d=d", rsqrt_seed},
};

static void approximate_functions(void **state) {
  (void)state;
  forms_check(approximate, COUNT_OF(approximate), 0x1p-20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sums_and_products_in_all_rounding_modes),
                                     cmocka_unit_test(quotients_and_roots),
                                     cmocka_unit_test(minimum_maximum_and_signs),
                                     cmocka_unit_test(properties), cmocka_unit_test(approximate_functions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
