/* FILE: lib/simulator/integer.c
 * WHAT: integer arithmetic of one width: add, sub, mul, mad, div, rem, min, max, abs, neg, sad, and carries.
 */
#include "simulator/lanes.h"

/* One handler for each width and signedness: names end in u16, s16, u32, s32, u64, s64. Arithmetic that wraps is the same
 * for both, and done unsigned. */
#define WRAPPING(X)                                                                                          \
  X(u16, uint16_t)                                                                                           \
  X(u32, uint32_t)                                                                                           \
  X(u64, uint64_t)
#define SIGNED(X)                                                                                            \
  X(s16, int16_t, uint16_t, INT16_MIN)                                                                       \
  X(s32, int32_t, uint32_t, INT32_MIN)                                                                       \
  X(s64, int64_t, uint64_t, INT64_MIN)

#define WRAPPING_HANDLERS(N, T)                                                                              \
  HANDLER2(add_##N, T, T, A + B)                                                                             \
  HANDLER2(sub_##N, T, T, A - B)                                                                             \
  HANDLER2(mul_##N, T, T, (uint64_t)A *B)                                                                    \
  HANDLER3(mad_##N, T, T, (uint64_t)A *B + C)                                                                \
  HANDLER2(div_##N, T, T, B ? (T)(A / B) : (T) - 1)                                                          \
  HANDLER2(rem_##N, T, T, B ? (T)(A % B) : A)                                                                \
  HANDLER2(min_##N, T, T, A < B ? A : B)                                                                     \
  HANDLER2(max_##N, T, T, A > B ? A : B)                                                                     \
  HANDLER1(neg_##N, T, T, 0 - A)                                                                             \
  HANDLER3(sad_##N, T, T, C + (A < B ? B - A : A - B))
WRAPPING(WRAPPING_HANDLERS)

/* The most negative value has no positive one: its quotient by -1 and its absolute value wrap. */
#define SIGNED_HANDLERS(N, T, U, MINIMUM)                                                                    \
  HANDLER2(div_##N, T, T, B == 0 ? -1 : B == -1 ? (T)(0 - (U)A) : A / B)                                     \
  HANDLER2(rem_##N, T, T, B == 0 ? A : B == -1 ? 0 : A % B)                                                  \
  HANDLER2(min_##N, T, T, A < B ? A : B)                                                                     \
  HANDLER2(max_##N, T, T, A > B ? A : B)                                                                     \
  HANDLER1(abs_##N, T, T, A < 0 ? (T)(0 - (U)A) : A)                                                         \
  HANDLER3(sad_##N, T, T, (U)C + (A < B ? (U)B - (U)A : (U)A - (U)B))
SIGNED(SIGNED_HANDLERS)

HANDLER2(mulhi_u16, uint16_t, uint16_t, (uint32_t)A *B >> 16)
HANDLER2(mulhi_s16, int16_t, int16_t, (int32_t)A *B >> 16)
HANDLER2(mulhi_u32, uint32_t, uint32_t, (uint64_t)A *B >> 32)
HANDLER2(mulhi_s32, int32_t, int32_t, (int64_t)A *B >> 32)
HANDLER2(mulhi_u64, uint64_t, uint64_t, (unsigned __int128)A *B >> 64)
HANDLER2(mulhi_s64, int64_t, int64_t, (__int128)A *B >> 64)
HANDLER3(madhi_u16, uint16_t, uint16_t, ((uint32_t)A * B >> 16) + C)
HANDLER3(madhi_s16, uint16_t, uint16_t, (uint32_t)((int32_t)(int16_t)A *(int16_t)B >> 16) + C)
HANDLER3(madhi_u32, uint32_t, uint32_t, ((uint64_t)A * B >> 32) + C)
HANDLER3(madhi_s32, uint32_t, uint32_t, (uint32_t)((int64_t)(int32_t)A *(int32_t)B >> 32) + C)
HANDLER3(madhi_u64, uint64_t, uint64_t, (uint64_t)((unsigned __int128)A *B >> 64) + C)
HANDLER3(madhi_s64, uint64_t, uint64_t, (uint64_t)((__int128)(int64_t)A *(int64_t)B >> 64) + C)

/* Two numbers of 16 bits in one register. */
#define PACKED(low, high) ((uint32_t)(uint16_t)(low) | (uint32_t)(uint16_t)(high) << 16)
#define PACKED_HANDLERS(N, T)                                                                                \
  HANDLER2(min_##N, uint32_t, uint32_t,                                                                      \
           PACKED((T)A < (T)B ? A : B, (T)(A >> 16) < (T)(B >> 16) ? A >> 16 : B >> 16))                     \
  HANDLER2(max_##N, uint32_t, uint32_t,                                                                      \
           PACKED((T)A > (T)B ? A : B, (T)(A >> 16) > (T)(B >> 16) ? A >> 16 : B >> 16))
PACKED_HANDLERS(u16x2, uint16_t)
PACKED_HANDLERS(s16x2, int16_t)
HANDLER2(add_u16x2, uint32_t, uint32_t, PACKED(A + B, (A >> 16) + (B >> 16)))

static inline int32_t saturate(int64_t value) {
  return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}
HANDLER2(add_sat, int32_t, int32_t, saturate((int64_t)A + B))
HANDLER2(sub_sat, int32_t, int32_t, saturate((int64_t)A - B))
HANDLER3(madhi_sat, int32_t, int32_t, saturate(((int64_t)A * B >> 32) + C))

static inline uint32_t low24(uint32_t value) { return value & 0xffffff; }
static inline int32_t signed24(uint32_t value) { return (int32_t)(value << 8) >> 8; }
HANDLER2(mul24_u32, uint32_t, uint32_t, (uint64_t)low24(A) * low24(B))
HANDLER2(mul24_s32, uint32_t, uint32_t, (int64_t)signed24(A) * signed24(B))
HANDLER2(mul24hi_u32, uint32_t, uint32_t, (uint64_t)low24(A) * low24(B) >> 16)
HANDLER2(mul24hi_s32, uint32_t, uint32_t, (int64_t)signed24(A) * signed24(B) >> 16)
HANDLER3(mad24_u32, uint32_t, uint32_t, (uint64_t)low24(A) * low24(B) + C)
HANDLER3(mad24_s32, uint32_t, uint32_t, (int64_t)signed24(A) * signed24(B) + C)

/* ---- Carries: the condition code of a thread is a bit of warp->carry ------------------------- */

enum { CARRY_IN = 1, CARRY_OUT = 2, SUBTRACT = 4, HIGH = 8, MULTIPLY = 16, SIGNED_PRODUCT = 32 };

static uint64_t product(const struct operation *operation, uint64_t a, uint64_t b, unsigned bits) {
  const bool is_signed = operation->mode & SIGNED_PRODUCT, high = operation->mode & HIGH;
  if (bits == 32) {
    uint64_t whole =
        is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)(uint32_t)a * (uint32_t)b;
    return (uint32_t)(high ? whole >> 32 : whole);
  }
  unsigned __int128 whole =
      is_signed ? (unsigned __int128)((__int128)(int64_t)a * (int64_t)b) : (unsigned __int128)a * b;
  return (uint64_t)(high ? whole >> 64 : whole);
}

static void run_carry(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned width = ptx_type_bytes((enum ptx_type)operation->type), bits = 8 * width;
  const unsigned char *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  const unsigned char *c = slot_pointer(warp, operation->c);
  unsigned char *d = slot_pointer(warp, operation->d);
  const uint64_t limit = bits == 32 ? UINT32_MAX : UINT64_MAX;
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    uint64_t x = 0, y = 0, z = 0;
    memcpy(&x, a + lane * width, width);
    memcpy(&y, b + lane * width, width);
    if (operation->mode & MULTIPLY) {
      memcpy(&z, c + lane * width, width);
      x = product(operation, x, y, bits);
      y = z;
    }
    const unsigned in = operation->mode & CARRY_IN ? warp->carry >> lane & 1 : 0;
    uint64_t result;
    bool out;
    if (operation->mode & SUBTRACT) { /* the carry is a borrow */
      result = (x - y - in) & limit;
      out = (unsigned __int128)x < (unsigned __int128)y + in;
    } else {
      unsigned __int128 sum = (unsigned __int128)x + y + in;
      result = (uint64_t)sum & limit;
      out = sum > limit;
    }
    memcpy(d + lane * width, &result, width);
    if (operation->mode & CARRY_OUT)
      warp->carry = (warp->carry & ~(1u << lane)) | (lane_mask)out << lane;
  }
}

/* add.cc, addc, sub.cc, subc, mad.cc, madc. */
static bool decode_carry(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  const bool in =
      is_opcode(instruction, "addc") || is_opcode(instruction, "subc") || is_opcode(instruction, "madc");
  const bool out = decoder_take(decoder, "cc");
  if (!in && !out)
    return false;
  operation->mode = (uint8_t)((in ? CARRY_IN : 0) | (out ? CARRY_OUT : 0));
  operation->mode |= instruction->opcode[0] == 's' ? SUBTRACT : 0;
  if (instruction->opcode[0] == 'm') {
    operation->mode |= MULTIPLY;
    if (decoder_take(decoder, "hi"))
      operation->mode |= HIGH;
    else
      decoder_take(decoder, "lo");
  }
  enum ptx_type type = decoder_type(decoder);
  if (ptx_type_class(type) == 's')
    operation->mode |= SIGNED_PRODUCT;
  take_operands(decoder, instruction, operation, type);
  operation->run = run_carry;
  return ptx_type_bytes(type) >= 4;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

struct row {
  const char *opcode, *part; /* part: "", "lo", "hi", "sat", "hi.sat" */
  handler *unsigned_of[3], *signed_of[3];
  size_t operands;
};

#define SAME(name)                                                                                           \
  {name##_u16, name##_u32, name##_u64}, { name##_u16, name##_u32, name##_u64 }
#define BOTH(name)                                                                                           \
  {name##_u16, name##_u32, name##_u64}, { name##_s16, name##_s32, name##_s64 }
static const struct row rows[] = {
    {"add", "", SAME(add), 3},
    {"sub", "", SAME(sub), 3},
    {"mul", "lo", SAME(mul), 3},
    {"mad", "lo", SAME(mad), 4},
    {"div", "", BOTH(div), 3},
    {"rem", "", BOTH(rem), 3},
    {"min", "", BOTH(min), 3},
    {"max", "", BOTH(max), 3},
    {"abs", "", {NULL}, {abs_s16, abs_s32, abs_s64}, 2},
    {"neg", "", {NULL}, {neg_u16, neg_u32, neg_u64}, 2},
    {"sad", "", BOTH(sad), 4},
    {"mul", "hi", BOTH(mulhi), 3},
    {"mad", "hi", BOTH(madhi), 4},
    {"add", "sat", {NULL}, {NULL, add_sat}, 3},
    {"sub", "sat", {NULL}, {NULL, sub_sat}, 3},
    {"mad", "hi.sat", {NULL}, {NULL, madhi_sat}, 4},
    {"mul24", "lo", {NULL, mul24_u32}, {NULL, mul24_s32}, 3},
    {"mul24", "hi", {NULL, mul24hi_u32}, {NULL, mul24hi_s32}, 3},
    {"mad24", "lo", {NULL, mad24_u32}, {NULL, mad24_s32}, 4},
};

/* add, min and max of two pairs. */
static bool decode_packed(struct decoder *decoder, const struct ptx_instruction *instruction,
                          enum ptx_type type, struct operation *operation) {
  static const struct {
    const char *opcode;
    handler *unsigned_of, *signed_of;
  } packed[] = {{"add", add_u16x2, add_u16x2}, {"min", min_u16x2, min_s16x2}, {"max", max_u16x2, max_s16x2}};
  for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
    if (is_opcode(instruction, packed[i].opcode) && instruction->operand_count == 3) {
      operation->run = type == PTX_S16X2 ? packed[i].signed_of : packed[i].unsigned_of;
      take_operands(decoder, instruction, operation, type);
      return true;
    }
  return false;
}

/* "vsub.u32.u32.u32.add d, a, b, c": a video instruction. Only the forms for 32-bit words that wrap are here; GCC emits them. */
HANDLER3(vadd_add, uint32_t, uint32_t, A + B + C)
HANDLER3(vsub_add, uint32_t, uint32_t, A - B + C)

static bool decode_video(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  const bool adds = is_opcode(instruction, "vadd");
  if ((!adds && !is_opcode(instruction, "vsub")) || instruction->operand_count != 4)
    return false;
  for (int i = 0; i < 3; i++)
    if (ptx_type_bytes(decoder_type(decoder)) != 4)
      return false;
  if (!decoder_take(decoder, "add"))
    return false;
  operation->run = adds ? vadd_add : vsub_add;
  take_operands(decoder, instruction, operation, PTX_U32);
  return true;
}

bool decode_integer(struct decoder *decoder, const struct ptx_instruction *instruction,
                    struct operation *operation) {
  if (decode_carry(decoder, instruction, operation) || decode_video(decoder, instruction, operation))
    return true;
  const bool lo = decoder_take(decoder, "lo"), hi = decoder_take(decoder, "hi");
  const bool sat = decoder_take(decoder, "sat");
  const char *part = hi ? (sat ? "hi.sat" : "hi") : lo ? "lo" : sat ? "sat" : "";
  enum ptx_type type = decoder_type(decoder);
  unsigned bytes = ptx_type_bytes(type);
  char kind = ptx_type_class(type);
  if (bytes < 2 || bytes > 8 || kind == 'f' || kind == 'p')
    return false;
  if (type == PTX_U16X2 || type == PTX_S16X2)
    return !*part && decode_packed(decoder, instruction, type, operation);
  size_t width = bytes == 2 ? 0 : bytes == 4 ? 1 : 2;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *row = &rows[i];
    if (!is_opcode(instruction, row->opcode) || strcmp(part, row->part) ||
        instruction->operand_count != row->operands)
      continue;
    operation->run = kind == 's' ? row->signed_of[width] : row->unsigned_of[width];
    take_operands(decoder, instruction, operation, type);
    return operation->run != NULL;
  }
  return false;
}

/* ---- Results twice as wide as the operands --------------------------------------------------- */

HANDLER2(wide_u16, uint32_t, uint16_t, (uint32_t)A *B)
HANDLER2(wide_s16, int32_t, int16_t, (int32_t)A *B)
HANDLER2(wide_u32, uint64_t, uint32_t, (uint64_t)A *B)
HANDLER2(wide_s32, int64_t, int32_t, (int64_t)A *B)
HANDLER3_MIXED(madwide_u16, uint32_t, uint16_t, uint16_t, uint32_t, (uint32_t)A *B + C)
HANDLER3_MIXED(madwide_s16, uint32_t, int16_t, int16_t, uint32_t, (uint32_t)((int32_t)A *B) + C)
HANDLER3_MIXED(madwide_u32, uint64_t, uint32_t, uint32_t, uint64_t, (uint64_t)A *B + C)
HANDLER3_MIXED(madwide_s32, uint64_t, int32_t, int32_t, uint64_t, (uint64_t)((int64_t)A *B) + C)

bool decode_wide(struct decoder *decoder, const struct ptx_instruction *instruction,
                 struct operation *operation) {
  static const struct {
    enum ptx_type type, wide;
    handler *mul, *mad;
  } wide[] = {{PTX_U16, PTX_U32, wide_u16, madwide_u16},
              {PTX_S16, PTX_S32, wide_s16, madwide_s16},
              {PTX_U32, PTX_U64, wide_u32, madwide_u32},
              {PTX_S32, PTX_S64, wide_s32, madwide_s32}};
  const bool mad = is_opcode(instruction, "mad");
  if ((!mad && !is_opcode(instruction, "mul")) || !decoder_take(decoder, "wide") ||
      instruction->operand_count != (mad ? 4u : 3u))
    return false;
  enum ptx_type type = decoder_type(decoder);
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    if (wide[i].type != type)
      continue;
    operation->type = (uint8_t)type;
    operation->run = mad ? wide[i].mad : wide[i].mul;
    operation->d = decoder_destination(decoder, &instruction->operands[0], wide[i].wide);
    operation->a = decoder_slot(decoder, &instruction->operands[1], type);
    operation->b = decoder_slot(decoder, &instruction->operands[2], type);
    if (mad)
      operation->c = decoder_slot(decoder, &instruction->operands[3], wide[i].wide);
    return true;
  }
  return false;
}
