/* FILE: lib/simulator/atomic.c
 * WHAT: atom and red: read-modify-write on global and shared memory. The lanes of a warp take their turns in order;
 *       blocks on other host threads are excluded by the host's own atomic operations.
 */
#include "simulator/floating.h"
#include "simulator/lanes.h"

enum atomic_kind {
  ATOMIC_AND,
  ATOMIC_OR,
  ATOMIC_XOR,
  ATOMIC_CAS,
  ATOMIC_EXCH,
  ATOMIC_ADD,
  ATOMIC_INC,
  ATOMIC_DEC,
  ATOMIC_MIN,
  ATOMIC_MAX
};

static const char *const kind_names[] = {"and", "or",  "xor", "cas", "exch",
                                         "add", "inc", "dec", "min", "max"};

/* Operands of one lane. Additions of type f32 flush subnormal values in global memory, not in shared memory. */
struct operands {
  uint64_t b, c;
  bool flushes;
};

static uint64_t add_halves(uint64_t old, uint64_t b, unsigned count, bool bfloat) {
  uint64_t result = 0;
  for (unsigned i = 0; i < count; i++) {
    const double sum =
        half_value((uint16_t)(old >> 16 * i), bfloat) + half_value((uint16_t)(b >> 16 * i), bfloat);
    result |= (uint64_t)half_of(sum, bfloat, FE_TONEAREST) << 16 * i;
  }
  return result;
}

static float add_floats(float a, float b, bool flushes) {
  return canonical_float(flushes ? flush_float(flush_float(a) + flush_float(b)) : a + b);
}

static uint64_t add(uint64_t old, const struct operands *with, enum ptx_type type) {
  switch (type) {
  case PTX_F32:
    return bits_of(add_floats(float_of((uint32_t)old), float_of((uint32_t)with->b), with->flushes));
  case PTX_F64:
    return bits_of_double(double_of(old) + double_of(with->b));
  case PTX_F16:
  case PTX_F16X2:
  case PTX_BF16:
  case PTX_BF16X2:
    return add_halves(old, with->b, ptx_type_bytes(type) / 2, type == PTX_BF16 || type == PTX_BF16X2);
  default:
    return old + with->b;
  }
}

static bool is_less(uint64_t a, uint64_t b, enum ptx_type type) {
  switch (type) {
  case PTX_S32:
    return (int32_t)a < (int32_t)b;
  case PTX_S64:
    return (int64_t)a < (int64_t)b;
  default:
    return a < b;
  }
}

/* The new value of memory that holds OLD. */
static uint64_t update(const struct operation *operation, uint64_t old, const struct operands *with) {
  const enum ptx_type type = (enum ptx_type)operation->type;
  const uint64_t b = with->b;
  switch ((enum atomic_kind)operation->mode) {
  case ATOMIC_AND:
    return old & b;
  case ATOMIC_OR:
    return old | b;
  case ATOMIC_XOR:
    return old ^ b;
  case ATOMIC_CAS:
    return old == b ? with->c : old;
  case ATOMIC_EXCH:
    return b;
  case ATOMIC_ADD:
    return add(old, with, type);
  case ATOMIC_INC:
    return old >= b ? 0 : old + 1;
  case ATOMIC_DEC:
    return old == 0 || old > b ? b : old - 1;
  case ATOMIC_MIN:
    return is_less(b, old, type) ? b : old;
  case ATOMIC_MAX:
    return is_less(old, b, type) ? b : old;
  }
  return old;
}

#define EXCHANGE_LOOP(T)                                                                                     \
  T *at = (T *)(uintptr_t)address, old = __atomic_load_n(at, __ATOMIC_SEQ_CST);                              \
  while (!__atomic_compare_exchange_n(at, &old, (T)update(operation, old, with), false, __ATOMIC_SEQ_CST,    \
                                      __ATOMIC_SEQ_CST))                                                     \
    ;                                                                                                        \
  return old;

static uint64_t exchange_2(const struct operation *operation, uint64_t address, const struct operands *with) {
  EXCHANGE_LOOP(uint16_t)
}
static uint64_t exchange_4(const struct operation *operation, uint64_t address, const struct operands *with) {
  EXCHANGE_LOOP(uint32_t)
}
static uint64_t exchange_8(const struct operation *operation, uint64_t address, const struct operands *with) {
  EXCHANGE_LOOP(uint64_t)
}

static uint64_t read_value(const struct warp *warp, slot at, unsigned lane, unsigned width) {
  uint64_t value = 0;
  memcpy(&value, (const char *)slot_pointer(warp, at) + (size_t)lane * width, width);
  return value;
}

static void run_atomic(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint64_t addresses[LANES];
  const unsigned width = operation->width;
  const enum ptx_space space = memory_addresses(warp, operation, mask, addresses);
  counts_atomic(warp, mask, addresses, space == PTX_GLOBAL);
  lane_mask global = 0;
  EACH_LANE global |=
      (lane_mask)(space == PTX_GLOBAL || (space == PTX_GENERIC && !(addresses[lane] >> WINDOW_SHIFT)))
      << lane;
  if (!memory_resolve(warp, operation, mask, space, addresses, width, ACCESS_ATOMIC))
    return;
  unsigned char *d = slot_pointer(warp, operation->d);
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    const struct operands with = {
        .b = read_value(warp, operation->b, lane, width),
        .c = operation->mode == ATOMIC_CAS ? read_value(warp, operation->c, lane, width) : 0,
        .flushes = global >> lane & 1};
    const uint64_t old = width == 2   ? exchange_2(operation, addresses[lane], &with)
                         : width == 4 ? exchange_4(operation, addresses[lane], &with)
                                      : exchange_8(operation, addresses[lane], &with);
    if (operation->d != NO_SLOT)
      memcpy(d + (size_t)lane * width, &old, width);
  }
}

static bool is_possible(enum atomic_kind kind, enum ptx_type type) {
  const bool floating = ptx_type_class(type) == 'f';
  if (ptx_type_bytes(type) > 8)
    return false;
  return floating ? kind == ATOMIC_ADD
                  : ptx_type_bytes(type) >= 4 || kind == ATOMIC_CAS || kind == ATOMIC_EXCH;
}

bool decode_atomic(struct decoder *decoder, const struct ptx_instruction *instruction,
                   struct operation *operation) {
  static const char *const hints[] = {"relaxed", "acquire", "release", "acq_rel", "cta",
                                      "cluster", "gpu",     "sys",     "noftz"};
  const bool reduces = is_opcode(instruction, "red");
  if ((!reduces && !is_opcode(instruction, "atom")) || instruction->operand_count < (reduces ? 2u : 3u))
    return false;
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    decoder_take(decoder, hints[i]);
  operation->space = decoder_take(decoder, "global")                                           ? PTX_GLOBAL
                     : decoder_take(decoder, "shared") || decoder_take(decoder, "shared::cta") ? PTX_SHARED
                                                                                               : PTX_GENERIC;
  uint8_t kind = 0;
  while (kind < sizeof kind_names / sizeof *kind_names && !decoder_take(decoder, kind_names[kind]))
    kind++;
  enum ptx_type type = decoder_type(decoder);
  const struct ptx_operand *operands = instruction->operands;
  if (kind == sizeof kind_names / sizeof *kind_names || !is_possible((enum atomic_kind)kind, type) ||
      instruction->operand_count != (size_t)(reduces ? 2 : 3) + (kind == ATOMIC_CAS))
    return false;
  operation->mode = kind;
  operation->type = (uint8_t)type;
  operation->width = (uint8_t)ptx_type_bytes(type);
  operation->class = GPU_ATOMIC;
  operation->flags |= FLAG_SPIN;
  operation->run = run_atomic;
  if (!reduces)
    operation->d = decoder_destination(decoder, operands++, type);
  bool good = decoder_address(decoder, operands, operation);
  operation->b = decoder_slot(decoder, operands + 1, type);
  if (kind == ATOMIC_CAS)
    operation->c = decoder_slot(decoder, operands + 2, type);
  return good;
}
