/* FILE: lib/simulator/special.c
 * WHAT: reciprocals, roots, sine, cosine, logarithm, exponential and approximate division. The approximate forms are
 *       computed in double precision and rounded, so they are within the errors that the PTX ISA allows; where it
 *       defines special results (div.approx of large divisors, seeds of 64 bits), they are reproduced.
 *
 * Compiled with -frounding-math, like float.c.
 */
#include <math.h>

#include "simulator/floating.h"
#include "simulator/lanes.h"

/* Calls F for each active lane: these functions are slow, and lanes without meaning may hold anything. */
#define SPECIAL_HANDLER(NAME, EXPRESSION)                                                                    \
  static void NAME(struct warp *warp, const struct operation *operation, lane_mask mask) {                   \
    const float *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);                \
    float *d = slot_pointer(warp, operation->d);                                                             \
    const bool flushes = operation->flags & FLAG_FLUSH, saturates = operation->flags & FLAG_SATURATE;        \
    (void)b;                                                                                                 \
    EACH_LANE {                                                                                              \
      if (!(mask >> lane & 1))                                                                               \
        continue;                                                                                            \
      const float A = flushes ? flush_float(a[lane]) : a[lane];                                              \
      float value = (float)(EXPRESSION);                                                                     \
      value = flushes ? flush_float(value) : value;                                                          \
      d[lane] = saturates ? saturate_float(value) : canonical_float(value);                                  \
    }                                                                                                        \
  }
#define B_OPERAND (flushes ? flush_float(b[lane]) : b[lane])

/* For a divisor above 2^126 the quotient is 0, or NaN if the dividend is infinite; div.full scales, so it is exact there. */
static float divide_approximately(float a, float b) {
  const float magnitude = fabsf(b);
  if (magnitude > 0x1p126f && magnitude <= 0x1.fffffep127f)
    return isinf(a) ? NAN : isnan(a) ? a : copysignf(0, copysignf(1, a) * copysignf(1, b));
  return a / b;
}

SPECIAL_HANDLER(rcp_f32, 1.0f / A)
SPECIAL_HANDLER(sqrt_f32, sqrtf(A))
SPECIAL_HANDLER(rsqrt_f32, 1.0 / sqrt((double)A))
SPECIAL_HANDLER(sin_f32, sin((double)A))
SPECIAL_HANDLER(cos_f32, cos((double)A))
SPECIAL_HANDLER(lg2_f32, log2((double)A))
SPECIAL_HANDLER(ex2_f32, exp2((double)A))
SPECIAL_HANDLER(tanh_f32, tanh((double)A))
SPECIAL_HANDLER(div_approx, divide_approximately(A, B_OPERAND))
SPECIAL_HANDLER(div_full, A / B_OPERAND)

#define DOUBLE_HANDLER(NAME, EXPRESSION)                                                                     \
  static void NAME(struct warp *warp, const struct operation *operation, lane_mask mask) {                   \
    const double *a = slot_pointer(warp, operation->a);                                                      \
    double *d = slot_pointer(warp, operation->d);                                                            \
    EACH_LANE {                                                                                              \
      if (!(mask >> lane & 1))                                                                               \
        continue;                                                                                            \
      const double A = a[lane];                                                                              \
      d[lane] = (EXPRESSION);                                                                                \
    }                                                                                                        \
  }
DOUBLE_HANDLER(rcp_f64, 1.0 / A)
DOUBLE_HANDLER(sqrt_f64, sqrt(A))

/* rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper 32 bits only; subnormal values count as zero. */
static double upper_half(double value) {
  uint64_t bits = bits_of_double(value) & ~0xffffffffull;
  if (!(bits & 0x7ff0000000000000ull))
    bits &= 1ull << 63;
  return double_of(bits);
}
DOUBLE_HANDLER(rcp_seed, upper_half(1.0 / upper_half(A)))
DOUBLE_HANDLER(rsqrt_seed, upper_half(1.0 / sqrt(upper_half(A))))

/* ---- Rounding modes -------------------------------------------------------------------------- */

static handler *const rounded[] = {rcp_f32, sqrt_f32, rcp_f64, sqrt_f64};

static void run_rounded(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const int before = fegetround();
  fesetround(float_rounding(operation->extra_mode));
  rounded[operation->count](warp, operation, mask);
  fesetround(before);
}

static void set_rounding(struct operation *operation, int mode) {
  if (mode < 0 || mode == FE_TONEAREST)
    return;
  operation->extra_mode = float_rounding_number(mode);
  for (uint8_t i = 0; i < sizeof rounded / sizeof *rounded; i++)
    if (rounded[i] == operation->run) {
      operation->count = i;
      operation->run = run_rounded;
    }
}

/* testp: MODE 0 finite, 1 infinite, 2 number, 3 notanumber, 4 normal, 5 subnormal. */
static bool has_property(double value, bool subnormal, unsigned mode) {
  switch (mode) {
  case 0:
    return isfinite(value);
  case 1:
    return isinf(value);
  case 2:
    return !isnan(value);
  case 3:
    return isnan(value);
  case 4:
    return isfinite(value) && value != 0 && !subnormal;
  default:
    return subnormal;
  }
}

static void run_testp(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const bool single = operation->type == PTX_F32;
  const uint32_t *a32 = slot_pointer(warp, operation->a);
  const uint64_t *a64 = slot_pointer(warp, operation->a);
  lane_mask result = 0, *to = slot_pointer(warp, operation->d);
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    const bool subnormal = single ? !(a32[lane] & 0x7f800000) && a32[lane] & 0x7fffff
                                  : !(a64[lane] & 0x7ffull << 52) && a64[lane] << 12;
    const double value = single ? (double)float_of(a32[lane]) : double_of(a64[lane]);
    result |= (lane_mask)has_property(value, subnormal, operation->mode) << lane;
  }
  *to = (*to & ~mask) | result;
}

static bool decode_testp(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  static const char *const properties[] = {"finite",     "infinite", "number",
                                           "notanumber", "normal",   "subnormal"};
  if (!is_opcode(instruction, "testp") || instruction->operand_count != 2)
    return false;
  for (uint8_t i = 0; i < 6; i++)
    if (decoder_take(decoder, properties[i])) {
      enum ptx_type type = decoder_type(decoder);
      operation->mode = i;
      operation->type = (uint8_t)type;
      operation->run = run_testp;
      operation->d = decoder_destination(decoder, &instruction->operands[0], PTX_PRED);
      operation->a = decoder_slot(decoder, &instruction->operands[1], type);
      return type == PTX_F32 || type == PTX_F64;
    }
  return false;
}

bool decode_special(struct decoder *decoder, const struct ptx_instruction *instruction,
                    struct operation *operation) {
  static const struct {
    const char *opcode;
    handler *single, *twice, *seed;
    size_t operands;
  } rows[] = {{"rcp", rcp_f32, rcp_f64, rcp_seed, 2},    {"sqrt", sqrt_f32, sqrt_f64, NULL, 2},
              {"rsqrt", rsqrt_f32, NULL, rsqrt_seed, 2}, {"sin", sin_f32, NULL, NULL, 2},
              {"cos", cos_f32, NULL, NULL, 2},           {"lg2", lg2_f32, NULL, NULL, 2},
              {"ex2", ex2_f32, NULL, NULL, 2},           {"tanh", tanh_f32, NULL, NULL, 2}};
  if (decode_testp(decoder, instruction, operation))
    return true;
  enum ptx_type type = decoder_type(decoder);
  if (type != PTX_F32 && type != PTX_F64)
    return false;
  operation->class = GPU_SPECIAL;
  operation->flags |= decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
  operation->flags |= decoder_take(decoder, "sat") ? FLAG_SATURATE : 0;
  const bool approximate = decoder_take(decoder, "approx"), full = decoder_take(decoder, "full");
  if (is_opcode(instruction, "div") && type == PTX_F32 && (approximate || full)) {
    operation->run = full ? div_full : div_approx;
    take_operands(decoder, instruction, operation, type);
    return instruction->operand_count == 3;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_opcode(instruction, rows[i].opcode) || instruction->operand_count != rows[i].operands)
      continue;
    operation->run = type == PTX_F32 ? rows[i].single : approximate ? rows[i].seed : rows[i].twice;
    if (type == PTX_F64 && approximate && !(operation->flags & FLAG_FLUSH) && rows[i].opcode[1] == 's')
      operation->run = rows[i].seed; /* rsqrt.approx.f64 without .ftz: the seed is within its error */
    take_operands(decoder, instruction, operation, type);
    set_rounding(operation, decoder_rounding(decoder));
    return operation->run != NULL;
  }
  return false;
}
