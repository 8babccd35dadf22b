/* FILE: lib/simulator/compare.c
 * WHAT: set, setp, selp, slct: comparisons of all types and selection.
 */
#include "simulator/floating.h"
#include "simulator/lanes.h"

/* Bit 0: true if less, bit 1: if equal, bit 2: if greater, bit 3: if unordered. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

static const struct comparison {
  const char *name;
  uint8_t holds;
  bool is_unsigned; /* lo, ls, hi, hs: unsigned comparison of any integer */
} comparisons[] = {
    {"eq", EQUAL, false},
    {"ne", LESS | GREATER, false},
    {"lt", LESS, false},
    {"le", LESS | EQUAL, false},
    {"gt", GREATER, false},
    {"ge", GREATER | EQUAL, false},
    {"lo", LESS, true},
    {"ls", LESS | EQUAL, true},
    {"hi", GREATER, true},
    {"hs", GREATER | EQUAL, true},
    {"equ", EQUAL | UNORDERED, false},
    {"neu", LESS | GREATER | UNORDERED, false},
    {"ltu", LESS | UNORDERED, false},
    {"leu", LESS | EQUAL | UNORDERED, false},
    {"gtu", GREATER | UNORDERED, false},
    {"geu", GREATER | EQUAL | UNORDERED, false},
    {"num", LESS | EQUAL | GREATER, false},
    {"nan", UNORDERED, false},
};

/* The lanes for which the comparison holds, one bit for each. */
typedef lane_mask compare_function(const void *a, const void *b, unsigned holds, bool flushes);

/* E: the elements of the registers, T: the values. */
#define COMPARE_FUNCTION(NAME, E, T, READ)                                                                   \
  FOR_EACH_PROCESSOR static lane_mask NAME(const void *left, const void *right, unsigned holds,              \
                                           bool flushes) {                                                   \
    const E *a = left, *b = right;                                                                           \
    uint32_t results[LANES];                                                                                 \
    (void)flushes;                                                                                           \
    EACH_LANE {                                                                                              \
      const T A = READ(a[lane]), B = READ(b[lane]);                                                          \
      const uint32_t outcome = (A < B ? LESS : 0) | (A == B ? EQUAL : 0) | (A > B ? GREATER : 0);            \
      results[lane] = ((outcome ? outcome : UNORDERED) & holds) != 0;                                        \
    }                                                                                                        \
    lane_mask mask = 0;                                                                                      \
    EACH_LANE mask |= results[lane] << lane;                                                                 \
    return mask;                                                                                             \
  }
#define AS_IT_IS(value) (value)
#define FLUSHED(value) (flushes ? flush_float(value) : (value))
COMPARE_FUNCTION(compare_u16, uint16_t, uint16_t, AS_IT_IS)
COMPARE_FUNCTION(compare_s16, int16_t, int16_t, AS_IT_IS)
COMPARE_FUNCTION(compare_u32, uint32_t, uint32_t, AS_IT_IS)
COMPARE_FUNCTION(compare_s32, int32_t, int32_t, AS_IT_IS)
COMPARE_FUNCTION(compare_u64, uint64_t, uint64_t, AS_IT_IS)
COMPARE_FUNCTION(compare_s64, int64_t, int64_t, AS_IT_IS)
COMPARE_FUNCTION(compare_f32, float, float, FLUSHED)
COMPARE_FUNCTION(compare_f64, double, double, AS_IT_IS)
#define HALF(value) half_value(flushes ? flush_half(value, false) : (value), false)
#define BFLOAT(value) half_value(value, true)
COMPARE_FUNCTION(compare_f16, uint16_t, double, HALF)
COMPARE_FUNCTION(compare_bf16, uint16_t, double, BFLOAT)

static compare_function *const functions[] = {compare_u16, compare_s16, compare_u32, compare_s32,
                                              compare_u64, compare_s64, compare_f32, compare_f64,
                                              compare_f16, compare_bf16};

static int function_of(enum ptx_type type, bool is_unsigned) {
  if (type == PTX_F32)
    return 6;
  if (type == PTX_F64)
    return 7;
  if (type == PTX_F16 || type == PTX_F16X2)
    return 8;
  if (type == PTX_BF16 || type == PTX_BF16X2)
    return 9;
  if (ptx_type_class(type) == 'f' || ptx_type_class(type) == 'p')
    return -1;
  const int sign = ptx_type_class(type) == 's' && !is_unsigned;
  return ptx_type_bytes(type) == 2   ? sign
         : ptx_type_bytes(type) == 4 ? 2 + sign
         : ptx_type_bytes(type) == 8 ? 4 + sign
                                     : -1;
}

/* How the result is combined with a predicate. */
enum { COMBINE_NONE, COMBINE_AND, COMBINE_OR, COMBINE_XOR };
enum { NEGATED_PREDICATE = 4 };

static lane_mask combine(const struct operation *operation, struct warp *warp, lane_mask result) {
  const unsigned how = operation->extra_mode & 3;
  if (how == COMBINE_NONE)
    return result;
  lane_mask with = *(lane_mask *)slot_pointer(warp, operation->c);
  if (operation->extra_mode & NEGATED_PREDICATE)
    with = ~with;
  return how == COMBINE_AND ? result & with : how == COMBINE_OR ? result | with : result ^ with;
}

static lane_mask compared(struct warp *warp, const struct operation *operation) {
  return functions[operation->count](slot_pointer(warp, operation->a), slot_pointer(warp, operation->b),
                                     operation->mode, operation->flags & FLAG_FLUSH);
}

static void store_mask(struct warp *warp, slot at, lane_mask value, lane_mask mask) {
  lane_mask *to = slot_pointer(warp, at);
  *to = (*to & ~mask) | (value & mask);
}

static void run_setp(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const lane_mask result = compared(warp, operation);
  const lane_mask first = combine(operation, warp, result), second = combine(operation, warp, ~result);
  store_mask(warp, operation->d, first, mask);
  if (operation->d2 != NO_SLOT)
    store_mask(warp, operation->d2, second, mask);
}

/* set: 0xffffffff or 1.0f for true. */
static void run_set(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const lane_mask result = combine(operation, warp, compared(warp, operation));
  uint32_t values[LANES];
  EACH_LANE values[lane] = result >> lane & 1 ? (operation->type == PTX_F32 ? 0x3f800000 : UINT32_MAX) : 0;
  store_lanes(slot_pointer(warp, operation->d), values, sizeof *values, mask);
}

/* setp of a pair of halves: the predicates are the results of the lower and the upper halves. */
static void run_setp_pair(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint32_t *a = slot_pointer(warp, operation->a), *b = slot_pointer(warp, operation->b);
  for (unsigned half = 0; half < 2; half++) {
    uint16_t left[LANES], right[LANES];
    EACH_LANE {
      left[lane] = (uint16_t)(a[lane] >> 16 * half);
      right[lane] = (uint16_t)(b[lane] >> 16 * half);
    }
    const lane_mask result =
        functions[operation->count](left, right, operation->mode, operation->flags & FLAG_FLUSH);
    store_mask(warp, half ? operation->d2 : operation->d, combine(operation, warp, result), mask);
  }
}

static bool decode_comparison(struct decoder *decoder, const struct ptx_instruction *instruction,
                              struct operation *operation) {
  const bool is_set = is_opcode(instruction, "set");
  bool is_unsigned = false;
  for (size_t i = 0; !operation->mode && i < sizeof comparisons / sizeof *comparisons; i++)
    if (decoder_take(decoder, comparisons[i].name)) {
      operation->mode = comparisons[i].holds;
      is_unsigned = comparisons[i].is_unsigned;
    }
  operation->extra_mode = decoder_take(decoder, "and")   ? COMBINE_AND
                          : decoder_take(decoder, "or")  ? COMBINE_OR
                          : decoder_take(decoder, "xor") ? COMBINE_XOR
                                                         : COMBINE_NONE;
  operation->flags |= decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
  enum ptx_type result = is_set ? decoder_type(decoder) : PTX_PRED, type = decoder_type(decoder);
  const size_t first = instruction->pair ? 2 : 1;
  const int function = function_of(type, is_unsigned);
  const bool pair = type == PTX_F16X2 || type == PTX_BF16X2;
  if (!operation->mode || function < 0 || instruction->operand_count < first + 2 ||
      (is_set && ptx_type_bytes(result) != 4) || (pair && (is_set || !instruction->pair)))
    return false;
  operation->count = (uint8_t)function;
  operation->type = (uint8_t)result;
  operation->run = is_set ? run_set : pair ? run_setp_pair : run_setp;
  operation->d = decoder_destination(decoder, &instruction->operands[0], result);
  if (instruction->pair)
    operation->d2 = decoder_destination(decoder, &instruction->operands[1], PTX_PRED);
  operation->a = decoder_slot(decoder, &instruction->operands[first], type);
  operation->b = decoder_slot(decoder, &instruction->operands[first + 1], type);
  if (operation->extra_mode != COMBINE_NONE) {
    if (instruction->operand_count != first + 3)
      return false;
    operation->c = decoder_slot(decoder, &instruction->operands[first + 2], PTX_PRED);
    operation->extra_mode |= instruction->operands[first + 2].negated ? NEGATED_PREDICATE : 0;
  }
  return true;
}

#define SELECT_HANDLER(NAME, T)                                                                              \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(T, a);                                                                                          \
    OPERANDS(T, b);                                                                                          \
    lane_mask chosen = *(const lane_mask *)slot_pointer(warp, operation->c);                                 \
    chosen = operation->extra_mode & NEGATED_PREDICATE ? ~chosen : chosen;                                   \
    T result[LANES];                                                                                         \
    EACH_LANE result[lane] = chosen >> lane & 1 ? a[lane] : b[lane];                                         \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(T), mask);                                  \
  }
SELECT_HANDLER(selp_16, uint16_t)
SELECT_HANDLER(selp_32, uint32_t)
SELECT_HANDLER(selp_64, uint64_t)

/* slct: a if c is at least 0 (NaN is not), else b. */
#define SLCT_HANDLER(NAME, T)                                                                                \
  static void NAME(struct warp *warp, const struct operation *operation, lane_mask mask) {                   \
    OPERANDS(T, a);                                                                                          \
    OPERANDS(T, b);                                                                                          \
    OPERANDS(uint32_t, c);                                                                                   \
    const bool flushes = operation->flags & FLAG_FLUSH;                                                      \
    T result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const float value = flushes ? flush_float(float_of(c[lane])) : float_of(c[lane]);                      \
      const bool first = operation->source_type == PTX_F32 ? value >= 0 : (int32_t)c[lane] >= 0;             \
      result[lane] = first ? a[lane] : b[lane];                                                              \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(T), mask);                                  \
  }
SLCT_HANDLER(slct_16, uint16_t)
SLCT_HANDLER(slct_32, uint32_t)
SLCT_HANDLER(slct_64, uint64_t)

bool decode_compare(struct decoder *decoder, const struct ptx_instruction *instruction,
                    struct operation *operation) {
  static handler *const selp[] = {selp_16, selp_32, selp_64}, *const slct[] = {slct_16, slct_32, slct_64};
  if (is_opcode(instruction, "setp") || is_opcode(instruction, "set"))
    return decode_comparison(decoder, instruction, operation);
  const bool by_predicate = is_opcode(instruction, "selp");
  if ((!by_predicate && !is_opcode(instruction, "slct")) || instruction->operand_count != 4)
    return false;
  operation->flags |= decoder_take(decoder, "ftz") ? FLAG_FLUSH : 0;
  enum ptx_type type = decoder_type(decoder), by = by_predicate ? PTX_PRED : decoder_type(decoder);
  const unsigned bytes = ptx_type_bytes(type);
  if (bytes < 2 || bytes > 8 || (!by_predicate && by != PTX_S32 && by != PTX_F32))
    return false;
  operation->type = (uint8_t)type;
  operation->source_type = (uint8_t)by;
  operation->run = (by_predicate ? selp : slct)[bytes == 2 ? 0 : bytes == 4 ? 1 : 2];
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  operation->b = decoder_slot(decoder, &instruction->operands[2], type);
  operation->c = decoder_slot(decoder, &instruction->operands[3], by);
  operation->extra_mode = by_predicate && instruction->operands[3].negated ? NEGATED_PREDICATE : 0;
  return true;
}
