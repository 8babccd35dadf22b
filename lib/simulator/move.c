/* FILE: lib/simulator/move.c
 * WHAT: mov, with packing and unpacking of vectors; cvta; isspacep; addresses of variables; clocks.
 */

#include "simulator/lanes.h"

HANDLER1(mov_16, uint16_t, uint16_t, A)
HANDLER1(mov_32, uint32_t, uint32_t, A)
HANDLER1(mov_64, uint64_t, uint64_t, A)

static void mov_pred(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const lane_mask value = *(const lane_mask *)slot_pointer(warp, operation->a);
  lane_mask *to = slot_pointer(warp, operation->d);
  *to = (*to & ~mask) | (value & mask);
}

static void widen_special(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint32_t *a = slot_pointer(warp, operation->a);
  unsigned char *d = slot_pointer(warp, operation->d);
  EACH_LANE {
    const uint64_t value = a[lane];
    if (mask >> lane & 1)
      memcpy(d + (size_t)lane * operation->width, &value, operation->width);
  }
}

/* The address of a shared, local or parameter variable, in its own space. */
static void mov_address(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint64_t address = operation->immediate;
  if (operation->base == BASE_SHARED)
    address += warp->block->shared_offsets[operation->symbol];
  else if (operation->base == BASE_LOCAL)
    address += warp->frame->local_base;
  address |= WINDOW_BASE(operation->mode); /* of cvta: the window; of mov: 0 */
  unsigned char *d = slot_pointer(warp, operation->d);
  EACH_LANE {
    if (mask >> lane & 1)
      memcpy(d + (size_t)lane * operation->width, &address, operation->width);
  }
}

/* Elements of narrow registers make one wide one, or the reverse. */
static void pack(struct warp *warp, const struct operation *operation, lane_mask mask) {
  unsigned char *d = slot_pointer(warp, operation->d);
  const unsigned part = operation->source_width, whole = part * operation->count;
  unsigned char packed[LANES * 16];
  for (unsigned i = 0; i < operation->count; i++) {
    const unsigned char *from = slot_pointer(warp, operation->vector[i]);
    EACH_LANE memcpy(packed + lane * whole + i * part, from + lane * part, part);
  }
  store_lanes(d, packed, whole, mask);
}

static void unpack(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned char *a = slot_pointer(warp, operation->a);
  const unsigned part = operation->source_width, whole = part * operation->count;
  unsigned char unpacked[VECTOR_MOST][LANES * 8];
  for (unsigned i = 0; i < operation->count; i++)
    EACH_LANE memcpy(unpacked[i] + lane * part, a + lane * whole + i * part, part);
  for (unsigned i = 0; i < operation->count; i++)
    if (operation->vector[i] != NO_SLOT)
      store_lanes(slot_pointer(warp, operation->vector[i]), unpacked[i], part, mask);
}

static enum ptx_type bits_type(unsigned bytes) {
  return bytes == 1 ? PTX_B8 : bytes == 2 ? PTX_B16 : bytes == 4 ? PTX_B32 : bytes == 8 ? PTX_B64 : PTX_B128;
}

static bool decode_vector(struct decoder *decoder, const struct ptx_instruction *instruction,
                          struct operation *operation, enum ptx_type type) {
  const bool packs = instruction->operands[1].kind == PTX_VECTOR;
  const struct ptx_operand *vector = &instruction->operands[packs ? 1 : 0];
  if (!vector->count || vector->count > VECTOR_MOST || ptx_type_bytes(type) % vector->count)
    return false;
  const enum ptx_type part = bits_type(ptx_type_bytes(type) / (unsigned)vector->count);
  operation->count = (uint8_t)vector->count;
  operation->source_width = (uint8_t)ptx_type_bytes(part);
  operation->run = packs ? pack : unpack;
  if (ptx_type_bytes(part) < 2)
    return false;
  for (size_t i = 0; i < vector->count; i++)
    operation->vector[i] = packs ? decoder_slot(decoder, &vector->items[i], part)
                                 : decoder_destination(decoder, &vector->items[i], part);
  if (packs)
    operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  else
    operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  return true;
}

/* ---- Clocks: operations that the warp has executed; nanoseconds ------------------------------- */

static void read_clock(struct warp *warp, const struct operation *operation, lane_mask mask) {
  unsigned char *d = slot_pointer(warp, operation->d);
  uint64_t value = warp->executed >> (operation->mode == 1 ? 32 : 0);
  if (operation->mode == 2) /* a clock that all blocks share and that never stands still */
    value = warp->worker->counts.threads + warp->executed;
  EACH_LANE {
    if (mask >> lane & 1)
      memcpy(d + (size_t)lane * operation->width, &value, operation->width);
  }
}

static bool is_clock(const char *name, uint8_t *mode) {
  *mode = !strcmp(name, "%clock_hi") ? 1 : !strncmp(name, "%globaltimer", 12) ? 2 : 0;
  return !strncmp(name, "%clock", 6) || *mode == 2;
}

/* ---- Decoding -------------------------------------------------------------------------------- */

static bool decode_mov(struct decoder *decoder, const struct ptx_instruction *instruction,
                       struct operation *operation) {
  enum ptx_type type = decoder_type(decoder);
  const struct ptx_operand *from = &instruction->operands[1];
  const unsigned bytes = ptx_type_bytes(type);
  if (type == PTX_NO_TYPE || instruction->operand_count != 2)
    return false;
  operation->type = (uint8_t)type;
  if (from->kind == PTX_VECTOR || instruction->operands[0].kind == PTX_VECTOR)
    return decode_vector(decoder, instruction, operation, type);
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  operation->width = (uint8_t)bytes;
  if (from->kind == PTX_SPECIAL && is_clock(from->name, &operation->mode)) {
    operation->run = read_clock;
    return true;
  }
  if (from->kind == PTX_SPECIAL && bytes != 4) {
    uint8_t width;
    operation->run = widen_special;
    operation->a = decoder_loose(decoder, from, PTX_B16, &width);
    return true;
  }
  if (from->kind == PTX_SYMBOL || from->kind == PTX_ADDRESS) {
    if (bytes < 4 || !decoder_symbol(decoder, from, operation))
      return false;
    operation->run = mov_address;
    return true;
  }
  operation->run = type == PTX_PRED ? mov_pred
                   : bytes == 2     ? mov_16
                   : bytes == 4     ? mov_32
                   : bytes == 8     ? mov_64
                                    : NULL;
  operation->a = decoder_slot(decoder, from, type);
  return operation->run != NULL;
}

/* Global and constant addresses are generic ones; the other spaces have windows. MODE: the window. */
static void to_generic(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned char *a = slot_pointer(warp, operation->a);
  uint64_t result[LANES];
  EACH_LANE {
    uint64_t address = 0;
    memcpy(&address, a + lane * operation->source_width, operation->source_width);
    result[lane] = address | WINDOW_BASE(operation->mode);
  }
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}
static void from_generic(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint64_t *a = slot_pointer(warp, operation->a);
  unsigned char *d = slot_pointer(warp, operation->d);
  EACH_LANE {
    const uint64_t address = operation->mode ? a[lane] & ((1ull << WINDOW_SHIFT) - 1) : a[lane];
    if (mask >> lane & 1)
      memcpy(d + lane * operation->width, &address, operation->width);
  }
}
static void in_space(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint64_t *a = slot_pointer(warp, operation->a);
  lane_mask result = 0, *d = slot_pointer(warp, operation->d);
  EACH_LANE result |= (lane_mask)(a[lane] >> WINDOW_SHIFT == operation->mode) << lane;
  *d = (*d & ~mask) | (result & mask);
}

static int window_of(struct decoder *decoder) {
  if (decoder_take(decoder, "global") || decoder_take(decoder, "const"))
    return WINDOW_GLOBAL;
  if (decoder_take(decoder, "shared") || decoder_take(decoder, "shared::cta"))
    return WINDOW_SHARED;
  if (decoder_take(decoder, "local"))
    return WINDOW_LOCAL;
  return decoder_take(decoder, "param") ? WINDOW_PARAMETER : -1;
}

static bool decode_cvta(struct decoder *decoder, const struct ptx_instruction *instruction,
                        struct operation *operation) {
  const bool back = decoder_take(decoder, "to");
  const int window = window_of(decoder);
  enum ptx_type type = decoder_type(decoder);
  if (window < 0 || ptx_type_bytes(type) != 8 || instruction->operand_count != 2)
    return false;
  operation->mode = (uint8_t)window;
  operation->width = operation->source_width = 8;
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  const struct ptx_operand *from = &instruction->operands[1];
  if (from->kind == PTX_SYMBOL) { /* cvta.shared.u64 d, variable */
    operation->run = mov_address;
    return !back && decoder_symbol(decoder, from, operation);
  }
  operation->a = decoder_slot(decoder, from, type);
  operation->run = back ? from_generic : to_generic;
  return true;
}

static bool decode_isspacep(struct decoder *decoder, const struct ptx_instruction *instruction,
                            struct operation *operation) {
  const int window = window_of(decoder);
  if (window < 0 || instruction->operand_count != 2)
    return false;
  operation->mode = (uint8_t)window;
  operation->run = in_space;
  operation->d = decoder_destination(decoder, &instruction->operands[0], PTX_PRED);
  operation->a = decoder_slot(decoder, &instruction->operands[1], PTX_U64);
  return true;
}

bool decode_move(struct decoder *decoder, const struct ptx_instruction *instruction,
                 struct operation *operation) {
  if (is_opcode(instruction, "mov"))
    return decode_mov(decoder, instruction, operation);
  if (is_opcode(instruction, "cvta"))
    return decode_cvta(decoder, instruction, operation);
  return is_opcode(instruction, "isspacep") && decode_isspacep(decoder, instruction, operation);
}
