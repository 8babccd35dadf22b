/* FILE: lib/simulator/bits.c
 * WHAT: logic, shifts, bit fields, counts of bits, permutation of bytes, dot products of bytes.
 */
#include "simulator/lanes.h"

#define WIDTHS(X)                                                                                            \
  X(16, uint16_t, int16_t)                                                                                   \
  X(32, uint32_t, int32_t)                                                                                   \
  X(64, uint64_t, int64_t)

/* Shifts by the width or more give 0, or the sign. */
#define BIT_HANDLERS(N, T, S)                                                                                \
  HANDLER2(and_##N, T, T, A &B)                                                                              \
  HANDLER2(or_##N, T, T, A | B)                                                                              \
  HANDLER2(xor_##N, T, T, A ^ B)                                                                             \
  HANDLER1(not_##N, T, T, ~A)                                                                                \
  HANDLER1(cnot_##N, T, T, A ? 0 : 1)                                                                        \
  HANDLER2_MIXED(shl_##N, T, T, uint32_t, B < N ? (T)((uint64_t)A << (B & (N - 1))) : 0)                     \
  HANDLER2_MIXED(shr_u##N, T, T, uint32_t, B < N ? (T)(A >> (B & (N - 1))) : 0)                              \
  HANDLER2_MIXED(shr_s##N, S, S, uint32_t, A >> (B < N ? B : N - 1))
WIDTHS(BIT_HANDLERS)

static inline lane_mask *predicate(struct warp *warp, slot at) { return slot_pointer(warp, at); }

static inline void store_predicate(struct warp *warp, slot at, lane_mask value, lane_mask mask) {
  lane_mask *to = predicate(warp, at);
  *to = (*to & ~mask) | (value & mask);
}

#define PREDICATE_HANDLER(NAME, EXPRESSION)                                                                  \
  static void NAME(struct warp *warp, const struct operation *operation, lane_mask mask) {                   \
    const lane_mask A = *predicate(warp, operation->a), B = *predicate(warp, operation->b);                  \
    (void)B;                                                                                                 \
    store_predicate(warp, operation->d, EXPRESSION, mask);                                                   \
  }
PREDICATE_HANDLER(and_pred, A &B)
PREDICATE_HANDLER(or_pred, A | B)
PREDICATE_HANDLER(xor_pred, A ^ B)
PREDICATE_HANDLER(not_pred, ~A)

HANDLER1(popc_32, uint32_t, uint32_t, __builtin_popcount(A))
HANDLER1(popc_64, uint32_t, uint64_t, __builtin_popcountll(A))
HANDLER1(clz_32, uint32_t, uint32_t, A ? __builtin_clz(A) : 32)
HANDLER1(clz_64, uint32_t, uint64_t, A ? __builtin_clzll(A) : 64)

static inline uint32_t reverse32(uint32_t value) {
  value = (value & 0x55555555) << 1 | (value >> 1 & 0x55555555);
  value = (value & 0x33333333) << 2 | (value >> 2 & 0x33333333);
  value = (value & 0x0f0f0f0f) << 4 | (value >> 4 & 0x0f0f0f0f);
  return __builtin_bswap32(value);
}
static inline uint64_t reverse64(uint64_t value) {
  return (uint64_t)reverse32((uint32_t)value) << 32 | reverse32((uint32_t)(value >> 32));
}
HANDLER1(brev_32, uint32_t, uint32_t, reverse32(A))
HANDLER1(brev_64, uint64_t, uint64_t, reverse64(A))

/* The place of the highest bit that differs from the sign (signed) or from 0; -1: none. */
static inline uint32_t find_32(uint32_t value, bool is_signed, bool amount) {
  if (is_signed && (int32_t)value < 0)
    value = ~value;
  if (!value)
    return UINT32_MAX;
  uint32_t place = 31 - (uint32_t)__builtin_clz(value);
  return amount ? 31 - place : place;
}
static inline uint32_t find_64(uint64_t value, bool is_signed, bool amount) {
  if (is_signed && (int64_t)value < 0)
    value = ~value;
  if (!value)
    return UINT32_MAX;
  uint32_t place = 63 - (uint32_t)__builtin_clzll(value);
  return amount ? 63 - place : place;
}
HANDLER1(bfind_32, uint32_t, uint32_t, find_32(A, operation->mode & 1, operation->mode & 2))
HANDLER1(bfind_64, uint32_t, uint64_t, find_64(A, operation->mode & 1, operation->mode & 2))

/* A field that reaches beyond the register is filled with zeros, or with its sign bit. */
static inline uint64_t extract(uint64_t value, uint32_t at, uint32_t length, bool is_signed, uint32_t bits) {
  at &= 255, length &= 255;
  const uint32_t last = at + length - 1 < bits - 1 ? at + length - 1 : bits - 1;
  const bool sign = is_signed && length && value >> last & 1;
  uint64_t field = at < bits ? value >> at : 0;
  const uint32_t have = at < bits ? (length < bits - at ? length : bits - at) : 0;
  field = have >= 64 ? field : field & ((1ull << have) - 1);
  return sign && have < 64 ? field | ~0ull << have : field;
}
static inline uint64_t insert(uint64_t field, uint64_t value, uint32_t at, uint32_t length, uint32_t bits) {
  at &= 255, length &= 255;
  if (at >= bits || !length)
    return value;
  const uint64_t ones = (length >= 64 ? ~0ull : (1ull << length) - 1) << at;
  return (value & ~ones) | (field << at & ones);
}
HANDLER3_MIXED(bfe_32, uint32_t, uint32_t, uint32_t, uint32_t, extract(A, B, C, operation->mode & 1, 32))
HANDLER3_MIXED(bfe_64, uint64_t, uint64_t, uint32_t, uint32_t, extract(A, B, C, operation->mode & 1, 64))

static void bfi_32(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint32_t *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  const uint32_t *at = slot_pointer(warp, operation->c), *length = slot_pointer(warp, operation->e);
  uint32_t result[LANES];
  EACH_LANE result[lane] = (uint32_t)insert(a[lane], b[lane], at[lane], length[lane], 32);
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}
static void bfi_64(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint64_t *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  const uint32_t *at = slot_pointer(warp, operation->c), *length = slot_pointer(warp, operation->e);
  uint64_t result[LANES];
  EACH_LANE result[lane] = insert(a[lane], b[lane], at[lane], length[lane], 64);
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}

/* Funnel shifts: B above A. MODE 1: to the left, 2: clamp. */
static inline uint32_t funnel(uint32_t low, uint32_t high, uint32_t by, unsigned mode) {
  by = mode & 2 ? (by < 32 ? by : 32) : by & 31;
  const uint64_t both = (uint64_t)high << 32 | low;
  return mode & 1 ? (uint32_t)(both << by >> 32) : (uint32_t)(both >> by);
}
HANDLER3(shf_32, uint32_t, uint32_t, funnel(A, B, C, operation->mode))

static inline uint32_t lookup3(uint32_t a, uint32_t b, uint32_t c, unsigned table) {
  uint32_t result = 0;
  for (unsigned i = 0; i < 8; i++)
    if (table >> i & 1)
      result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}
HANDLER3(lop3_32, uint32_t, uint32_t, lookup3(A, B, C, operation->mode))

enum { PRMT_NONE, PRMT_F4E, PRMT_B4E, PRMT_RC8, PRMT_ECL, PRMT_ECR, PRMT_RC16 };

static inline unsigned selected_byte(unsigned mode, uint32_t select, unsigned i) {
  const unsigned n = select & 3;
  switch (mode) {
  case PRMT_F4E:
    return n + i;
  case PRMT_B4E:
    return (n - i) & 7;
  case PRMT_RC8:
    return n;
  case PRMT_ECL:
    return i > n ? i : n;
  case PRMT_ECR:
    return i < n ? i : n;
  case PRMT_RC16:
    return (n & 1 ? 2 : 0) + (i & 1);
  default:
    return select >> 4 * i & 15;
  }
}
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t select, unsigned mode) {
  const uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; i++) {
    unsigned which = selected_byte(mode, select, i);
    uint32_t byte = bytes >> 8 * (which & 7) & 255;
    if (which & 8) /* the sign of the byte, in all its bits */
      byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * i;
  }
  return result;
}
HANDLER3(prmt_32, uint32_t, uint32_t, permute(A, B, C, operation->mode))

/* MODE: 1 a is signed, 2 b is signed, 4 two products of halves of a, 8 the upper bytes of b. */
static inline uint32_t dot(uint32_t a, uint32_t b, uint32_t c, unsigned mode) {
  const unsigned count = mode & 4 ? 2 : 4, bits = mode & 4 ? 16 : 8;
  for (unsigned i = 0; i < count; i++) {
    uint32_t x = a >> bits * i & ((1u << bits) - 1), y = b >> 8 * (i + (mode & 8 ? 2 : 0)) & 255;
    int64_t left = mode & 1 ? (int32_t)(x << (32 - bits)) >> (32 - bits) : (int64_t)x;
    int64_t right = mode & 2 ? (int8_t)y : (int64_t)y;
    c += (uint32_t)(left * right);
  }
  return c;
}
HANDLER3(dp_32, uint32_t, uint32_t, dot(A, B, C, operation->mode))

/* ---- Decoding -------------------------------------------------------------------------------- */

static size_t width_index(enum ptx_type type) {
  return type == PTX_PRED ? 3 : ptx_type_bytes(type) == 2 ? 0 : ptx_type_bytes(type) == 4 ? 1 : 2;
}

static bool decode_logic(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  static const struct {
    const char *opcode;
    handler *of[4];
    size_t operands;
  } rows[] = {{"and", {and_16, and_32, and_64, and_pred}, 3},
              {"or", {or_16, or_32, or_64, or_pred}, 3},
              {"xor", {xor_16, xor_32, xor_64, xor_pred}, 3},
              {"not", {not_16, not_32, not_64, not_pred}, 2},
              {"cnot", {cnot_16, cnot_32, cnot_64, NULL}, 2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_opcode(instruction, rows[i].opcode) || instruction->operand_count != rows[i].operands)
      continue;
    enum ptx_type type = decoder_type(decoder);
    operation->run = type == PTX_NO_TYPE ? NULL : rows[i].of[width_index(type)];
    take_operands(decoder, instruction, operation, type);
    return operation->run != NULL;
  }
  return false;
}

static bool decode_shift(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  static handler *const left[] = {shl_16, shl_32, shl_64}, *const right[] = {shr_u16, shr_u32, shr_u64},
                        *const arithmetic[] = {shr_s16, shr_s32, shr_s64};
  const bool is_left = is_opcode(instruction, "shl");
  if ((!is_left && !is_opcode(instruction, "shr")) || instruction->operand_count != 3)
    return false;
  enum ptx_type type = decoder_type(decoder);
  if (type == PTX_NO_TYPE || type == PTX_PRED)
    return false;
  size_t width = width_index(type);
  operation->run = is_left ? left[width] : ptx_type_class(type) == 's' ? arithmetic[width] : right[width];
  operation->type = (uint8_t)type;
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  operation->b = decoder_slot(decoder, &instruction->operands[2], PTX_U32);
  return true;
}

/* popc, clz, brev, bfind: results of popc, clz and bfind have 32 bits. */
static bool decode_count(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  static const struct {
    const char *opcode;
    handler *of[2];
    bool same;
  } rows[] = {{"popc", {popc_32, popc_64}, false},
              {"clz", {clz_32, clz_64}, false},
              {"bfind", {bfind_32, bfind_64}, false},
              {"brev", {brev_32, brev_64}, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_opcode(instruction, rows[i].opcode) || instruction->operand_count != 2)
      continue;
    const bool amount = decoder_take(decoder, "shiftamt");
    enum ptx_type type = decoder_type(decoder);
    if (ptx_type_bytes(type) < 4)
      return false;
    operation->class = GPU_CONVERT;
    operation->mode = (uint8_t)((ptx_type_class(type) == 's' ? 1 : 0) | (amount ? 2 : 0));
    operation->run = rows[i].of[ptx_type_bytes(type) == 8];
    operation->d = decoder_destination(decoder, &instruction->operands[0], rows[i].same ? type : PTX_U32);
    operation->a = decoder_slot(decoder, &instruction->operands[1], type);
    return true;
  }
  return false;
}

static bool decode_field(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  const bool insertion = is_opcode(instruction, "bfi");
  if ((!insertion && !is_opcode(instruction, "bfe")) || instruction->operand_count != (insertion ? 5u : 4u))
    return false;
  enum ptx_type type = decoder_type(decoder);
  const bool wide = ptx_type_bytes(type) == 8;
  operation->mode = ptx_type_class(type) == 's';
  operation->run = insertion ? (wide ? bfi_64 : bfi_32) : (wide ? bfe_64 : bfe_32);
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  operation->b = decoder_slot(decoder, &instruction->operands[2], insertion ? type : PTX_U32);
  operation->c = decoder_slot(decoder, &instruction->operands[3], PTX_U32);
  if (insertion)
    operation->e = decoder_slot(decoder, &instruction->operands[4], PTX_U32);
  return true;
}

static bool decode_three(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation, handler *run, size_t operands) {
  if (instruction->operand_count != operands)
    return false;
  enum ptx_type type = decoder_type(decoder);
  if (ptx_type_bytes(type) != 4)
    return false;
  operation->run = run;
  take_operands(decoder, instruction, operation, type);
  return true;
}

static bool decode_permute(struct decoder *decoder, const struct ptx_instruction *instruction,
                           struct operation *operation) {
  static const struct {
    const char *name;
    uint8_t mode;
  } modes[] = {{"f4e", PRMT_F4E}, {"b4e", PRMT_B4E}, {"rc8", PRMT_RC8},
               {"ecl", PRMT_ECL}, {"ecr", PRMT_ECR}, {"rc16", PRMT_RC16}};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (decoder_take(decoder, modes[i].name))
      operation->mode = modes[i].mode;
  return decode_three(decoder, instruction, operation, prmt_32, 4);
}

static bool decode_dot(struct decoder *decoder, const struct ptx_instruction *instruction,
                       struct operation *operation) {
  const bool two = is_opcode(instruction, "dp2a");
  operation->mode = two ? 4 : 0;
  if (two && decoder_take(decoder, "hi"))
    operation->mode |= 8;
  else if (two)
    decoder_take(decoder, "lo");
  enum ptx_type a = decoder_type(decoder), b = decoder_type(decoder);
  if (ptx_type_bytes(a) != 4 || ptx_type_bytes(b) != 4 || instruction->operand_count != 4)
    return false;
  operation->mode |= (a == PTX_S32 ? 1 : 0) | (b == PTX_S32 ? 2 : 0);
  operation->run = dp_32;
  take_operands(decoder, instruction, operation, PTX_B32);
  return true;
}

bool decode_bits(struct decoder *decoder, const struct ptx_instruction *instruction,
                 struct operation *operation) {
  if (is_opcode(instruction, "prmt"))
    return decode_permute(decoder, instruction, operation);
  if (is_opcode(instruction, "shf")) {
    operation->mode =
        (uint8_t)((decoder_take(decoder, "l") ? 1 : 0) | (decoder_take(decoder, "clamp") ? 2 : 0));
    decoder_take(decoder, "r"), decoder_take(decoder, "wrap");
    return decode_three(decoder, instruction, operation, shf_32, 4);
  }
  if (is_opcode(instruction, "lop3") && instruction->operand_count == 5) {
    struct ptx_instruction three = *instruction;
    operation->mode = (uint8_t)instruction->operands[4].bits;
    three.operand_count = 4;
    return decode_three(decoder, &three, operation, lop3_32, 4);
  }
  if (is_opcode(instruction, "dp4a") || is_opcode(instruction, "dp2a"))
    return decode_dot(decoder, instruction, operation);
  return decode_logic(decoder, instruction, operation) || decode_shift(decoder, instruction, operation) ||
         decode_count(decoder, instruction, operation) || decode_field(decoder, instruction, operation);
}
