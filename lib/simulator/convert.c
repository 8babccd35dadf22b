/* FILE: lib/simulator/convert.c
 * WHAT: cvt, after the PTX ISA: conversions to integers clamp to the range of the type; NaN becomes 0, or the middle of
 *       the range if a type of 64 bits takes part; .sat clamps integers and, to [0, 1], floating-point results.
 *
 * Compiled with -frounding-math: the host's rounding mode is the instruction's.
 */
#include <fenv.h>
#include <math.h>

#include "simulator/floating.h"
#include "simulator/lanes.h"

static uint64_t extend(uint64_t bits, enum ptx_type type) {
  switch (type) {
  case PTX_S8:
    return (uint64_t)(int8_t)bits;
  case PTX_S16:
    return (uint64_t)(int16_t)bits;
  case PTX_S32:
    return (uint64_t)(int32_t)bits;
  default:
    return ptx_type_bytes(type) == 8 ? bits : bits & ((1ull << 8 * ptx_type_bytes(type)) - 1);
  }
}

static uint64_t read_lane(const unsigned char *from, unsigned lane, unsigned width) {
  uint64_t bits = 0;
  memcpy(&bits, from + (size_t)lane * width, width);
  return bits;
}

/* ---- Integer to integer ---------------------------------------------------------------------- */

static int64_t least(enum ptx_type type) {
  return ptx_type_class(type) == 's' ? -(int64_t)(1ull << (8 * ptx_type_bytes(type) - 1)) : 0;
}
static uint64_t most(enum ptx_type type) {
  const unsigned bits = 8 * ptx_type_bytes(type) - (ptx_type_class(type) == 's');
  return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
}

static uint64_t clamp_integer(uint64_t value, enum ptx_type from, enum ptx_type to) {
  if (ptx_type_class(from) == 's' && (int64_t)value < 0)
    return (int64_t)value < least(to) ? (uint64_t)least(to) : value;
  return value > most(to) ? most(to) : value;
}

/* Conversions that only copy or extend are the most frequent ones. */
HANDLER1(zero_extend_32, uint64_t, uint32_t, A)
HANDLER1(sign_extend_32, uint64_t, int32_t, (int64_t)A)
HANDLER1(truncate_64, uint32_t, uint64_t, A)
HANDLER1(zero_extend_16, uint32_t, uint16_t, A)
HANDLER1(sign_extend_16, uint32_t, int16_t, (int32_t)A)
HANDLER1(truncate_32, uint16_t, uint32_t, A)

static void run_integer(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const enum ptx_type to = (enum ptx_type)operation->type, from = (enum ptx_type)operation->source_type;
  const unsigned char *a = slot_pointer(warp, operation->a);
  unsigned char *d = slot_pointer(warp, operation->d);
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    uint64_t value = extend(read_lane(a, lane, operation->source_width), from);
    if (operation->flags & FLAG_SATURATE)
      value = clamp_integer(value, from, to);
    value = extend(value, to);
    memcpy(d + (size_t)lane * operation->width, &value, operation->width);
  }
}

static handler *integer_handler(const struct operation *operation) {
  const enum ptx_type to = (enum ptx_type)operation->type, from = (enum ptx_type)operation->source_type;
  const unsigned in = ptx_type_bytes(from), out = ptx_type_bytes(to);
  const bool plain =
      !(operation->flags & FLAG_SATURATE) && in == operation->source_width && out == operation->width;
  const bool is_signed = ptx_type_class(from) == 's';
  if (plain && in == 4 && out == 8)
    return is_signed ? sign_extend_32 : zero_extend_32;
  if (plain && in == 2 && out == 4)
    return is_signed ? sign_extend_16 : zero_extend_16;
  if (plain && in == 8 && out == 4)
    return truncate_64;
  return plain && in == 4 && out == 2 ? truncate_32 : run_integer;
}

/* ---- With floating point --------------------------------------------------------------------- */

static double read_float(uint64_t bits, enum ptx_type type, bool flushes) {
  if (type == PTX_F64)
    return double_of(bits);
  if (type == PTX_F16 || type == PTX_BF16)
    return half_value((uint16_t)bits, type == PTX_BF16);
  const float value = float_of((uint32_t)bits);
  return (double)(flushes ? flush_float(value) : value);
}

static uint64_t float_bits(double value, enum ptx_type type, const struct operation *operation) {
  if (type == PTX_F64)
    return bits_of_double(value);
  if (type == PTX_F16 || type == PTX_BF16)
    return half_of(value, type == PTX_BF16, float_rounding(operation->extra_mode));
  float single = (float)value;
  single = operation->flags & FLAG_FLUSH ? flush_float(single) : single;
  return bits_of(canonical_float(single));
}

static uint64_t float_to_integer(double value, enum ptx_type from, enum ptx_type to) {
  if (value != value)
    return from == PTX_F64 || ptx_type_bytes(to) == 8 ? 1ull << (8 * ptx_type_bytes(to) - 1) : 0;
  value = rint(value); /* in the rounding mode of the instruction */
  if (value <= (double)least(to))
    return (uint64_t)least(to);
  /* The largest value of 64 bits is no double, the power of two above it is. */
  if (value >= ldexp(1, (int)(8 * ptx_type_bytes(to)) - (ptx_type_class(to) == 's')))
    return most(to);
  return ptx_type_class(to) == 's' ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t integer_to_float(uint64_t value, enum ptx_type from, const struct operation *operation) {
  const enum ptx_type to = (enum ptx_type)operation->type;
  const bool negative = ptx_type_class(from) == 's' && (int64_t)value < 0;
  if (to == PTX_F32)
    return bits_of(negative ? (float)(int64_t)value : (float)value);
  if (to == PTX_F64)
    return bits_of_double(negative ? (double)(int64_t)value : (double)value);
  /* To a half: bits that a double does not hold are gathered in its last one, so that rounding happens once. */
  uint64_t magnitude = negative ? 0 - value : value;
  if (magnitude >> 53)
    magnitude = (magnitude & ~0x7ffull) | (magnitude & 0x7ff ? 0x800 : 0);
  return float_bits(negative ? -(double)magnitude : (double)magnitude, to, operation);
}

static uint64_t float_to_float(double value, const struct operation *operation) {
  const enum ptx_type to = (enum ptx_type)operation->type;
  if (operation->mode) /* rounds to an integral value */
    value = rint(value);
  if (operation->flags & FLAG_SATURATE)
    value = value > 0 ? (value < 1 ? value : 1) : 0;
  return float_bits(value, to, operation);
}

static uint64_t convert_lane(const struct operation *operation, uint64_t bits) {
  const enum ptx_type to = (enum ptx_type)operation->type, from = (enum ptx_type)operation->source_type;
  if (ptx_type_class(from) != 'f') {
    uint64_t result = integer_to_float(extend(bits, from), from, operation);
    if (operation->flags & FLAG_SATURATE)
      result = float_bits(fmin(fmax(read_float(result, to, false), 0), 1), to, operation);
    return result;
  }
  const double value = read_float(bits, from, operation->flags & FLAG_FLUSH);
  if (ptx_type_class(to) == 'f')
    return float_to_float(value, operation);
  return extend(float_to_integer(value, from, to), to);
}

static void run_float(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned char *a = slot_pointer(warp, operation->a);
  unsigned char *d = slot_pointer(warp, operation->d);
  const int rounding = float_rounding(operation->extra_mode), before = FE_TONEAREST;
  if (rounding != before)
    fesetround(rounding);
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    const uint64_t value = convert_lane(operation, read_lane(a, lane, operation->source_width));
    memcpy(d + (size_t)lane * operation->width, &value, operation->width);
  }
  if (rounding != before)
    fesetround(before);
}

/* cvt.rn.f16x2.f32 d, a, b: a in the upper half. */
static void run_pair(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const float *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  uint32_t result[LANES];
  const enum ptx_type half = operation->type == PTX_F16X2 ? PTX_F16 : PTX_BF16;
  EACH_LANE result[lane] = (uint32_t)float_bits((double)a[lane], half, operation) << 16 |
                           (uint32_t)float_bits((double)b[lane], half, operation);
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}

static bool takes_integer_rounding(struct decoder *decoder) {
  for (size_t i = 0; i < decoder->left_count; i++) {
    const char *name = decoder->left[i];
    if (name[0] == 'r' && strlen(name) == 3 && name[2] == 'i')
      return true;
  }
  return false;
}

bool decode_convert(struct decoder *decoder, const struct ptx_instruction *instruction,
                    struct operation *operation) {
  if (!is_opcode(instruction, "cvt") || instruction->operand_count < 2)
    return false;
  operation->mode = takes_integer_rounding(decoder);
  const int rounding = decoder_rounding(decoder);
  operation->extra_mode = rounding < 0 ? 0 : float_rounding_number(rounding);
  operation->flags |= decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
  operation->flags |= decoder_take(decoder, "sat") ? FLAG_SATURATE : 0;
  enum ptx_type to = decoder_type(decoder), from = decoder_type(decoder);
  operation->type = (uint8_t)to;
  operation->source_type = (uint8_t)from;
  /* A conversion between integer widths copies bits or extends the sign. */
  operation->class = ptx_type_class(to) != 'f' && ptx_type_class(from) != 'f' ? GPU_INTEGER : GPU_CONVERT;
  if ((to == PTX_F16X2 || to == PTX_BF16X2) && from == PTX_F32 && instruction->operand_count == 3) {
    operation->run = run_pair;
    operation->d = decoder_destination(decoder, &instruction->operands[0], to);
    operation->a = decoder_slot(decoder, &instruction->operands[1], from);
    operation->b = decoder_slot(decoder, &instruction->operands[2], from);
    return operation->extra_mode < 2; /* .rn or .rz */
  }
  if (to == PTX_NO_TYPE || from == PTX_NO_TYPE || instruction->operand_count != 2)
    return false;
  operation->d = decoder_loose(decoder, &instruction->operands[0], to, &operation->width);
  operation->a = decoder_loose(decoder, &instruction->operands[1], from, &operation->source_width);
  const bool floating = ptx_type_class(to) == 'f' || ptx_type_class(from) == 'f';
  operation->run = floating ? run_float : integer_handler(operation);
  return true;
}
