/* FILE: lib/simulator/half.c
 * WHAT: arithmetic of f16, bf16 and their pairs. Computed in double precision, which holds products of halves exactly;
 *       a sum that it does not hold is rounded to odd, so the one rounding to a half gives the right result.
 *
 * Compiled with -frounding-math, like float.c.
 */
#include <math.h>

#include "simulator/floating.h"
#include "simulator/lanes.h"

double half_value(uint16_t bits, bool bfloat) {
  if (bfloat)
    return (double)float_of((uint32_t)bits << 16);
  const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  const double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                           : exponent     ? ldexp(fraction + 0x400, exponent - 25)
                                          : ldexp(fraction, -24);
  return bits >> 15 ? -magnitude : magnitude;
}

static bool rounds_up(double rest, bool odd, bool negative, int rounding) {
  switch (rounding) {
  case FE_TONEAREST:
    return rest > 0.5 || (rest == 0.5 && odd);
  case FE_UPWARD:
    return rest > 0 && !negative;
  case FE_DOWNWARD:
    return rest > 0 && negative;
  default:
    return false;
  }
}

uint16_t half_of(double value, bool bfloat, int rounding) {
  const int digits = bfloat ? 8 : 11, least = bfloat ? -126 : -14;
  const uint32_t infinity = bfloat ? 0x7f80 : 0x7c00;
  const bool negative = signbit(value);
  const uint32_t sign = negative ? 0x8000 : 0;
  if (isnan(value))
    return 0x7fff;
  if (isinf(value))
    return (uint16_t)(sign | infinity);
  int exponent;
  frexp(value, &exponent);
  exponent = value == 0 || exponent - 1 < least ? least : exponent - 1;
  if (exponent > 200) /* far beyond both formats */
    exponent = 200;
  const double units = ldexp(fabs(value), digits - 1 - exponent), whole = floor(units);
  if (whole > 0x1p20)
    return (uint16_t)(sign | (rounds_up(1, true, negative, rounding) ? infinity : infinity - 1));
  uint32_t bits = ((uint32_t)(exponent - least) << (digits - 1)) + (uint32_t)whole;
  const bool up = rounds_up(units - whole, bits & 1, negative, rounding);
  bits += up;
  if (bits >= infinity)
    bits = up || rounds_up(1, true, negative, rounding) ? infinity : infinity - 1;
  return (uint16_t)(sign | bits);
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

enum half_operation {
  HALF_ADD,
  HALF_SUB,
  HALF_MUL,
  HALF_FMA,
  HALF_MIN,
  HALF_MAX,
  HALF_EX2,
  HALF_TANH,
  HALF_NEG,
  HALF_ABS
};

/* Rounds to odd: of the two neighbors of an inexact sum, the one whose last bit is set. */
static double sum_to_odd(double a, double b) {
  const double sum = a + b;
  if (!isfinite(sum))
    return sum;
  const double part = sum - a, error = (a - (sum - part)) + (b - part);
  const uint64_t bits = bits_of_double(sum);
  if (error == 0 || bits & 1)
    return sum;
  return double_of((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

static double compute(enum half_operation kind, bool keeps, double a, double b, double c) {
  switch (kind) {
  case HALF_ADD:
    return sum_to_odd(a, b);
  case HALF_SUB:
    return sum_to_odd(a, -b);
  case HALF_MUL:
    return a * b;
  case HALF_FMA:
    return sum_to_odd(a * b, c);
  case HALF_MIN:
    return keeps && (isnan(a) || isnan(b)) ? NAN : least_double(a, b);
  case HALF_MAX:
    return keeps && (isnan(a) || isnan(b)) ? NAN : greatest_double(a, b);
  case HALF_EX2:
    return exp2(a);
  default:
    return tanh(a);
  }
}

static uint16_t compute_half(const struct operation *operation, uint16_t a, uint16_t b, uint16_t c) {
  const bool bfloat = operation->type == PTX_BF16 || operation->type == PTX_BF16X2;
  const bool flushes = operation->flags & FLAG_FLUSH;
  const enum half_operation kind = (enum half_operation)operation->mode;
  a = flushes ? flush_half(a, bfloat) : a;
  if (kind == HALF_NEG)
    return a ^ 0x8000;
  if (kind == HALF_ABS)
    return a & 0x7fff;
  b = flushes ? flush_half(b, bfloat) : b;
  c = flushes ? flush_half(c, bfloat) : c;
  double value = compute(kind, operation->extra_mode, half_value(a, bfloat), half_value(b, bfloat),
                         half_value(c, bfloat));
  if (operation->flags & FLAG_SATURATE)
    value = value > 0 ? (value < 1 ? value : 1) : 0;
  const uint16_t result = half_of(value, bfloat, FE_TONEAREST);
  return flushes ? flush_half(result, bfloat) : result;
}

static void run_half(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned parts = ptx_type_bytes((enum ptx_type)operation->type) / 2;
  const uint16_t *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  const uint16_t *c = slot_pointer(warp, operation->c);
  uint16_t *d = slot_pointer(warp, operation->d);
  for (unsigned i = 0; i < LANES * parts; i++)
    if (mask >> i / parts & 1)
      d[i] = compute_half(operation, a[i], b[i], c[i]);
}

/* ---- Decoding -------------------------------------------------------------------------------- */

bool decode_half(struct decoder *decoder, const struct ptx_instruction *instruction,
                 struct operation *operation) {
  static const struct {
    const char *opcode;
    uint8_t operation, operands;
  } rows[] = {{"add", HALF_ADD, 3}, {"sub", HALF_SUB, 3}, {"mul", HALF_MUL, 3}, {"fma", HALF_FMA, 4},
              {"min", HALF_MIN, 3}, {"max", HALF_MAX, 3}, {"ex2", HALF_EX2, 2}, {"tanh", HALF_TANH, 2},
              {"neg", HALF_NEG, 2}, {"abs", HALF_ABS, 2}};
  enum ptx_type type = decoder_type(decoder);
  const bool half = type == PTX_F16 || type == PTX_F16X2, bfloat = type == PTX_BF16 || type == PTX_BF16X2;
  for (size_t i = 0; (half || bfloat) && i < sizeof rows / sizeof *rows; i++) {
    if (!is_opcode(instruction, rows[i].opcode) || instruction->operand_count != rows[i].operands)
      continue;
    const enum half_operation kind = (enum half_operation)rows[i].operation;
    const bool function = kind == HALF_EX2 || kind == HALF_TANH;
    if (function != decoder_take(decoder, "approx"))
      return false;
    operation->mode = rows[i].operation;
    operation->class = function ? GPU_SPECIAL : GPU_FLOAT32;
    operation->flags |= (half || kind == HALF_EX2) && decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
    if (kind <= HALF_FMA) {
      decoder_take(decoder, "rn");
      operation->flags |= half && decoder_take(decoder, "sat") ? FLAG_SATURATE : 0;
    } else if (kind <= HALF_MAX) {
      operation->extra_mode = decoder_take(decoder, "NaN");
    }
    operation->run = run_half;
    take_operands(decoder, instruction, operation, type);
    return true;
  }
  return false;
}
