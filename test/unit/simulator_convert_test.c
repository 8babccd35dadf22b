/* FILE: test/unit/simulator_convert_test.c
 * WHAT: cvt of the simulator between all pairs of types, in all rounding modes, with .sat and .ftz: values out of range,
 *       NaN, infinities, subnormals, ties.
 */
#include <fenv.h>

#include "simulator_forms.h"
#include "simulator_half.h"

#pragma STDC FENV_ACCESS ON

struct type {
  const char *name;
  char kind; /* of its register */
  unsigned bits;
  bool is_signed, floating;
};
static const struct type types[] = {
    {"u8", 'h', 8, false, false},   {"s8", 'h', 8, true, false},    {"u16", 'h', 16, false, false},
    {"s16", 'h', 16, true, false},  {"u32", 'r', 32, false, false}, {"s32", 'r', 32, true, false},
    {"u64", 'l', 64, false, false}, {"s64", 'l', 64, true, false},  {"f16", 'x', 16, true, true},
    {"bf16", 'y', 16, true, true},  {"f32", 'f', 32, true, true},   {"f64", 'd', 64, true, true},
};
enum { INTEGERS = 8, TYPES = COUNT_OF(types) };

struct mode {
  const char *name;
  int rounding; /* -1: none */
  bool integral;
};
static const struct mode modes[] = {{"", -1, false},
                                    {".rn", FE_TONEAREST, false},
                                    {".rz", FE_TOWARDZERO, false},
                                    {".rm", FE_DOWNWARD, false},
                                    {".rp", FE_UPWARD, false},
                                    {".rni", FE_TONEAREST, true},
                                    {".rzi", FE_TOWARDZERO, true},
                                    {".rmi", FE_DOWNWARD, true},
                                    {".rpi", FE_UPWARD, true}};

/* The form that is being tested. */
static struct {
  const struct type *to, *from;
  const struct mode *mode;
  bool saturates, flushes;
} now;

typedef __int128 integer;

static integer read_integer(uint64_t bits) {
  const integer value =
      now.from->bits == 64 ? (integer)bits : (integer)(bits & ((1ull << now.from->bits) - 1));
  const integer range = (integer)1 << now.from->bits;
  return now.from->is_signed && value >= range / 2 ? value - range : value;
}
static integer most(void) { return ((integer)1 << (now.to->bits - now.to->is_signed)) - 1; }
static integer least(void) { return now.to->is_signed ? -most() - 1 : 0; }

/* The bits of VALUE as the type, extended to the register. */
static uint64_t write_integer(integer value) {
  const integer range = (integer)1 << now.to->bits;
  value &= range - 1;
  return (uint64_t)(now.to->is_signed && value >= range / 2 ? value - range : value);
}

static float flushed(float value) { return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value; }

static long double read_float(uint64_t bits) {
  switch (now.from->kind) {
  case 'x':
    return half_number((uint16_t)bits, false);
  case 'y':
    return half_number((uint16_t)bits, true);
  case 'f':
    return (long double)(now.flushes ? flushed(form_float((uint32_t)bits)) : form_float((uint32_t)bits));
  default:
    return (long double)form_double(bits);
  }
}

static long double round_integral(long double value) {
  switch (now.mode->rounding) {
  case FE_TOWARDZERO:
    return truncl(value);
  case FE_DOWNWARD:
    return floorl(value);
  case FE_UPWARD:
    return ceill(value);
  default:
    return nearbyintl(value);
  }
}

static uint64_t write_float(long double value) {
  const int rounding = now.mode->rounding < 0 ? FE_TONEAREST : now.mode->rounding;
  if (now.saturates)
    value = isnan(value) || value <= 0 ? 0 : value > 1 ? 1 : value;
  if (now.to->kind == 'x' || now.to->kind == 'y')
    return half_nearest(value, now.to->kind == 'y', rounding);
  volatile long double exact = value;
  fesetround(rounding);
  volatile float single = (float)exact;
  volatile double twice = (double)exact;
  fesetround(FE_TONEAREST);
  if (now.to->kind == 'd')
    return form_double_bits(twice);
  return form_bits(now.flushes ? flushed(single) : single);
}

static uint64_t float_to_integer(long double value) {
  if (isnan(value)) /* the middle of the range where 64 bits take part */
    return now.from->kind == 'd' || now.to->bits == 64 ? write_integer((integer)1 << (now.to->bits - 1)) : 0;
  value = round_integral(value);
  if (value < (long double)least())
    return write_integer(least());
  return write_integer(value > (long double)most() ? most() : (integer)value);
}

static uint64_t converted(const uint64_t *v) {
  if (!now.from->floating) {
    integer value = read_integer(v[0]);
    if (now.to->floating)
      return write_float((long double)value);
    if (now.saturates)
      value = value < least() ? least() : value > most() ? most() : value;
    return write_integer(value);
  }
  const long double value = read_float(v[0]);
  if (!now.to->floating)
    return float_to_integer(value);
  return write_float(now.mode->integral ? round_integral(value) : value);
}

/* Whether values of the source type can be out of the range of an integer type. */
static bool may_overflow(void) {
  const unsigned to = now.to->bits - now.to->is_signed, from = now.from->bits - now.from->is_signed;
  return from > to || (now.from->is_signed && !now.to->is_signed);
}

/* Whether PTX has the conversion, as ptxas 13 accepts it. */
static bool is_form(void) {
  const bool any_float = now.to->floating || now.from->floating,
             single = now.to->kind == 'f' || now.from->kind == 'f';
  const struct mode *mode = now.mode;
  const bool bfloat = now.to->kind == 'y' || now.from->kind == 'y';
  if (now.flushes && !single)
    return false;
  if (bfloat && (now.saturates || now.to->bits == 8 || now.from->bits == 8))
    return false;
  if (!any_float)
    return mode->rounding < 0 && (!now.saturates || may_overflow());
  if (!now.to->floating)
    return mode->integral;
  if (!now.from->floating)
    return mode->rounding >= 0 && !mode->integral && !now.flushes;
  if (now.to == now.from)
    return mode->integral || (mode->rounding < 0 && (now.saturates || now.flushes));
  const bool widens = now.to->bits > now.from->bits;
  return !mode->integral && (mode->rounding < 0) == widens;
}

static size_t forms, wrong;

static void check_form(void) {
  char text[64], operands[8];
  if (!is_form())
    return;
  snprintf(text, sizeof text, "cvt%s%s%s.%s.%s", now.mode->name, now.flushes ? ".ftz" : "",
           now.saturates ? ".sat" : "", now.to->name, now.from->name);
  snprintf(operands, sizeof operands, "%c=%c", now.to->kind, now.from->kind);
  const struct form form = {text, operands, converted};
  forms++;
  wrong += !form_check(&form, 0);
}

static void check_pairs(size_t to_first, size_t to_end, size_t from_first, size_t from_end) {
  forms = wrong = 0;
  for (size_t to = to_first; to < to_end; to++)
    for (size_t from = from_first; from < from_end; from++)
      for (size_t mode = 0; mode < COUNT_OF(modes); mode++)
        for (unsigned flags = 0; flags < 4; flags++) {
          now.to = &types[to], now.from = &types[from], now.mode = &modes[mode];
          now.saturates = flags & 1, now.flushes = flags & 2;
          check_form();
        }
  print_message("%zu forms\n", forms);
  assert_int_equal(wrong, 0);
}

static void integer_to_integer(void **state) {
  (void)state;
  check_pairs(0, INTEGERS, 0, INTEGERS);
}
static void float_to_integer_forms(void **state) {
  (void)state;
  check_pairs(0, INTEGERS, INTEGERS, TYPES);
}
static void integer_to_float(void **state) {
  (void)state;
  check_pairs(INTEGERS, TYPES, 0, INTEGERS);
}
static void float_to_float(void **state) {
  (void)state;
  check_pairs(INTEGERS, TYPES, INTEGERS, TYPES);
}

/* ---- Registers wider than the type; pairs ---- */

EXPECTED(low_byte, U32(0) & 0xff)
EXPECTED(low_byte_signed, (int8_t)v[0])
EXPECTED(low_half_signed, (int16_t)v[0])
EXPECTED(pair_rn, half_nearest((long double)F32(0), false, FE_TONEAREST) << 16 |
                      half_nearest((long double)F32(1), false, FE_TONEAREST))
EXPECTED(pair_rz, half_nearest((long double)F32(0), false, FE_TOWARDZERO) << 16 |
                      half_nearest((long double)F32(1), false, FE_TOWARDZERO))
EXPECTED(bpair_rn, half_nearest((long double)F32(0), true, FE_TONEAREST) << 16 |
                       half_nearest((long double)F32(1), true, FE_TONEAREST))
EXPECTED(bpair_rz, half_nearest((long double)F32(0), true, FE_TOWARDZERO) << 16 |
                       half_nearest((long double)F32(1), true, FE_TOWARDZERO))
static const struct form others[] = {
    {"cvt.u32.u8", "r=r", low_byte},         {"cvt.s32.s8", "r=r", low_byte_signed},
    {"cvt.s64.s8", "l=l", low_byte_signed},  {"cvt.s32.s16", "r=r", low_half_signed},
    {"cvt.s8.s32", "r=r", low_byte_signed},  {"cvt.u8.u64", "r=l", low_byte},
    {"cvt.s16.s64", "l=l", low_half_signed}, {"cvt.rn.f16x2.f32", "X=ff", pair_rn},
    {"cvt.rz.f16x2.f32", "X=ff", pair_rz},   {"cvt.rn.bf16x2.f32", "Y=ff", bpair_rn},
    {"cvt.rz.bf16x2.f32", "Y=ff", bpair_rz},
};
static void wide_registers_and_pairs(void **state) {
  (void)state;
  CHECK_FORMS(others);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(integer_to_integer),
                                     cmocka_unit_test(float_to_integer_forms),
                                     cmocka_unit_test(integer_to_float), cmocka_unit_test(float_to_float),
                                     cmocka_unit_test(wide_registers_and_pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
