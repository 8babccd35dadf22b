/* FILE: lib/simulator/float.c
 * WHAT: floating-point arithmetic of 32 and 64 bits, after the PTX ISA, sections "Floating Point Instructions": IEEE 754
 *       results in the rounding mode of the instruction; .ftz flushes subnormal operands and results to a zero of the
 *       same sign; .sat clamps to [0, 1] and makes NaN 0; a NaN result of 32 bits is 0x7fffffff.
 *
 * Compiled with -frounding-math and without contraction: the host's rounding mode is the instruction's.
 */
#include <fenv.h>
#include <math.h>

#include "simulator/floating.h"
#include "simulator/lanes.h"

/* Computes R from A, B, C of type float, with flushing, saturation and NaN as the operation says. */
#define FLOAT_LOOP(OPERANDS_READ, EXPRESSION)                                                                \
  float result[LANES];                                                                                       \
  if (operation->flags & (FLAG_FLUSH | FLAG_SATURATE)) {                                                     \
    const bool flushes = operation->flags & FLAG_FLUSH, saturates = operation->flags & FLAG_SATURATE;        \
    EACH_LANE {                                                                                              \
      OPERANDS_READ(flushes)                                                                                 \
      float value = (EXPRESSION);                                                                            \
      value = flushes ? flush_float(value) : value;                                                          \
      result[lane] = saturates ? saturate_float(value) : canonical_float(value);                             \
    }                                                                                                        \
  } else {                                                                                                   \
    EACH_LANE {                                                                                              \
      OPERANDS_READ(false)                                                                                   \
      result[lane] = canonical_float(EXPRESSION);                                                            \
    }                                                                                                        \
  }                                                                                                          \
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);

#define READ_1(flushes) const float A = (flushes) ? flush_float(a[lane]) : a[lane];
#define READ_2(flushes) READ_1(flushes) const float B = (flushes) ? flush_float(b[lane]) : b[lane];
#define READ_3(flushes) READ_2(flushes) const float C = (flushes) ? flush_float(c[lane]) : c[lane];

#define FLOAT2(NAME, EXPRESSION)                                                                             \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(float, a);                                                                                      \
    OPERANDS(float, b);                                                                                      \
    FLOAT_LOOP(READ_2, EXPRESSION)                                                                           \
  }
#define FLOAT3(NAME, EXPRESSION)                                                                             \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(float, a);                                                                                      \
    OPERANDS(float, b);                                                                                      \
    OPERANDS(float, c);                                                                                      \
    FLOAT_LOOP(READ_3, EXPRESSION)                                                                           \
  }
FLOAT2(add_f32, A + B)
FLOAT2(sub_f32, A - B)
FLOAT2(mul_f32, A *B)
FLOAT2(div_f32, A / B)
FLOAT3(fma_f32, __builtin_fmaf(A, B, C))
/* MODE 1: a NaN operand makes the result NaN; otherwise the other operand is the result. */
FLOAT2(min_f32, least_float(A, B, operation->mode))
FLOAT2(max_f32, greatest_float(A, B, operation->mode))

HANDLER2(add_f64, double, double, A + B)
HANDLER2(sub_f64, double, double, A - B)
HANDLER2(mul_f64, double, double, A *B)
HANDLER2(div_f64, double, double, A / B)
HANDLER3(fma_f64, double, double, __builtin_fma(A, B, C))
HANDLER2(min_f64, double, double, least_double(A, B))
HANDLER2(max_f64, double, double, greatest_double(A, B))

/* abs, neg and copysign change the sign bit alone, of NaN as well. */
HANDLER1(abs_f64, uint64_t, uint64_t, A & ~(1ull << 63))
HANDLER1(neg_f64, uint64_t, uint64_t, A ^ 1ull << 63)
HANDLER2(copysign_f32, uint32_t, uint32_t, (A & 1u << 31) | (B & ~(1u << 31)))
HANDLER2(copysign_f64, uint64_t, uint64_t, (A & 1ull << 63) | (B & ~(1ull << 63)))
static inline uint32_t flush_bits(uint32_t value, bool flushes) {
  return flushes && !(value & 0x7f800000) ? value & 1u << 31 : value;
}
HANDLER1(abs_f32, uint32_t, uint32_t, flush_bits(A, operation->flags &FLAG_FLUSH) & ~(1u << 31))
HANDLER1(neg_f32, uint32_t, uint32_t, flush_bits(A, operation->flags &FLAG_FLUSH) ^ 1u << 31)

/* ---- Decoding -------------------------------------------------------------------------------- */

static const struct row {
  const char *opcode;
  handler *single, *twice;
  uint8_t operands;
  bool rounds;
} rows[] = {{"add", add_f32, add_f64, 3, true},
            {"sub", sub_f32, sub_f64, 3, true},
            {"mul", mul_f32, mul_f64, 3, true},
            {"fma", fma_f32, fma_f64, 4, true},
            {"mad", fma_f32, fma_f64, 4, true},
            {"div", div_f32, div_f64, 3, true},
            {"min", min_f32, min_f64, 3, false},
            {"max", max_f32, max_f64, 3, false},
            {"abs", abs_f32, abs_f64, 2, false},
            {"neg", neg_f32, neg_f64, 2, false},
            {"copysign", copysign_f32, copysign_f64, 3, false}};

/* Other rounding modes than to nearest. COUNT: the row. */
static void run_rounded(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const struct row *row = &rows[operation->count];
  const int before = fegetround();
  fesetround(float_rounding(operation->extra_mode));
  (operation->type == PTX_F32 ? row->single : row->twice)(warp, operation, mask);
  fesetround(before);
}

static void set_rounding(struct decoder *decoder, struct operation *operation, size_t row) {
  const int mode = decoder_rounding(decoder);
  if (mode < 0 || mode == FE_TONEAREST)
    return;
  operation->extra_mode = float_rounding_number(mode);
  operation->count = (uint8_t)row;
  operation->run = run_rounded;
}

bool decode_float(struct decoder *decoder, const struct ptx_instruction *instruction,
                  struct operation *operation) {
  enum ptx_type type = decoder_type(decoder);
  if (type != PTX_F32 && type != PTX_F64)
    return false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_opcode(instruction, rows[i].opcode) || instruction->operand_count != rows[i].operands)
      continue;
    const bool divides = is_opcode(instruction, "div");
    if (divides && (decoder_take(decoder, "approx") || decoder_take(decoder, "full")))
      return false; /* special.c */
    operation->run = type == PTX_F32 ? rows[i].single : rows[i].twice;
    operation->class = divides ? GPU_SPECIAL : type == PTX_F32 ? GPU_FLOAT32 : GPU_FLOAT64;
    operation->flags |= decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
    operation->flags |= type == PTX_F32 && decoder_take(decoder, "sat") ? FLAG_SATURATE : 0;
    operation->mode = decoder_take(decoder, "NaN");
    take_operands(decoder, instruction, operation, type);
    if (rows[i].rounds)
      set_rounding(decoder, operation, i);
    return true;
  }
  return false;
}
