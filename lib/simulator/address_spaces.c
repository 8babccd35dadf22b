/* FILE: lib/simulator/address_spaces.c
 * WHAT: ld, st and the like: addresses of all spaces, bounds and alignment, loads and stores of the lanes.
 *
 * Every access is checked: global memory by allocations, the other spaces by their sizes. The last allocation that an
 * instruction accessed is kept, so the owner of the memory is asked rarely.
 */
#include <stdio.h>

#include "simulator/lanes.h"

enum {
  NEAR = 1 << 20, /* bytes; to name the allocation that an access misses */
  WORD = 4
};

/* ---- Addresses ------------------------------------------------------------------------------- */

static void form_addresses(struct warp *warp, const struct operation *operation, uint64_t addresses[LANES]) {
  uint64_t base = operation->immediate;
  switch ((enum address_base)operation->base) {
  case BASE_REGISTER64: {
    const uint64_t *a = slot_pointer(warp, operation->a);
    EACH_LANE addresses[lane] = a[lane] + base;
    return;
  }
  case BASE_REGISTER32: {
    const uint32_t *a = slot_pointer(warp, operation->a);
    EACH_LANE addresses[lane] = (uint32_t)(a[lane] + (uint32_t)base);
    return;
  }
  case BASE_SHARED:
    base += warp->block->shared_offsets[operation->symbol];
    break;
  case BASE_LOCAL:
    base += warp->frame->local_base;
    break;
  case BASE_ABSOLUTE:
  case BASE_PARAMETER:
    break;
  }
  EACH_LANE addresses[lane] = base;
}

static enum ptx_space space_of_window(uint64_t window) {
  switch (window) {
  case WINDOW_GLOBAL:
    return PTX_GLOBAL;
  case WINDOW_SHARED:
    return PTX_SHARED;
  case WINDOW_LOCAL:
    return PTX_LOCAL;
  default:
    return PTX_PARAMETER;
  }
}

enum ptx_space memory_addresses(struct warp *warp, const struct operation *operation, lane_mask mask,
                                uint64_t addresses[LANES]) {
  form_addresses(warp, operation, addresses);
  if (operation->space != PTX_GENERIC)
    return (enum ptx_space)operation->space;
  uint64_t any = 0, all = ~0ull;
  EACH_LANE {
    const uint64_t window = addresses[lane] >> WINDOW_SHIFT, active = 0 - (uint64_t)(mask >> lane & 1);
    any |= window & active;
    all &= window | ~active;
  }
  if (any != (all & 255))
    return PTX_GENERIC; /* lanes differ */
  if (any > WINDOW_PARAMETER)
    return PTX_GLOBAL; /* out of bounds there */
  if (any != WINDOW_GLOBAL)
    EACH_LANE addresses[lane] &= (1ull << WINDOW_SHIFT) - 1;
  return space_of_window(any);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static bool fault_out_of_bounds(struct warp *warp, const struct operation *operation, unsigned lane,
                                uint64_t address, unsigned bytes, const char *where) {
  warp_fault(warp, operation, lane, GPU_ILLEGAL_ADDRESS, "%u-byte access to 0x%llx, which is %s", bytes,
             (unsigned long long)address, where);
  return false;
}

static bool find_live(const struct gpu_memory *memory, uint64_t address, struct gpu_range *range) {
  return memory->find(memory->context, address, range) && !range->freed;
}

/* A living allocation near ADDRESS, if there is one. */
static bool find_near(const struct gpu_memory *memory, uint64_t address, struct gpu_range *range) {
  for (uint64_t distance = 1; distance <= NEAR; distance *= 2)
    if (find_live(memory, address - distance, range) || find_live(memory, address + distance, range))
      return true;
  return false;
}

/* Says where ADDRESS is: in or near which allocation. */
static bool fault_global(struct warp *warp, const struct operation *operation, unsigned lane,
                         uint64_t address, unsigned bytes) {
  const struct gpu_memory *memory = &warp->block->launch->program->memory;
  struct gpu_range range;
  char where[160];
  const bool inside = memory->find(memory->context, address, &range);
  if (!inside && !find_near(memory, address, &range))
    return fault_out_of_bounds(warp, operation, lane, address, bytes, "outside of all device memory");
  const unsigned long long length = range.end - range.start, start = range.start;
  const unsigned long long offset = address - range.start;
  if (address < range.start)
    snprintf(where, sizeof where, "%llu bytes before an allocation of %llu bytes at 0x%llx", -offset, length,
             start);
  else
    snprintf(where, sizeof where, "%s: at offset %llu of %llu bytes at 0x%llx",
             !inside       ? "after the end of an allocation"
             : range.freed ? "in device memory that was freed"
                           : "across the end of an allocation",
             offset, length, start);
  return fault_out_of_bounds(warp, operation, lane, address, bytes, where);
}

/* The end of RANGE for accesses of BYTES. An atomic update of 8 or 16 bits is compiled to accesses of the aligned word
 * around it, which may cross the end: devices allocate whole words. */
static uint64_t end_of(const struct gpu_range *range, unsigned bytes) {
  return bytes == WORD ? (range->end + WORD - 1) / WORD * WORD : range->end;
}

/* Asks for the allocation of each lane's address. */
static bool find_ranges(struct warp *warp, const struct operation *operation, lane_mask mask,
                        const uint64_t addresses[LANES], unsigned bytes) {
  struct gpu_range *last = &warp->worker->ranges[operation->cache];
  const struct gpu_memory *memory = &warp->block->launch->program->memory;
  EACH_LANE {
    const uint64_t address = addresses[lane];
    if (!(mask >> lane & 1) ||
        (address >= last->start && address + bytes <= last->end && address + bytes > address))
      continue;
    struct gpu_range range;
    if (!memory->find(memory->context, address, &range) || range.freed ||
        address + bytes > end_of(&range, bytes))
      return fault_global(warp, operation, lane, address, bytes);
    *last = range;
  }
  return true;
}

static bool is_in_range(const struct gpu_range *range, lane_mask mask, const uint64_t addresses[LANES],
                        unsigned bytes) {
  const uint64_t length = range->end - range->start;
  if (length < bytes)
    return false;
  uint64_t outside = 0;
  EACH_LANE outside |= (uint64_t)(addresses[lane] - range->start > length - bytes) & (mask >> lane & 1);
  return !outside;
}

static bool is_aligned(struct warp *warp, const struct operation *operation, lane_mask mask,
                       const uint64_t addresses[LANES], unsigned bytes) {
  uint64_t bits = 0;
  EACH_LANE bits |= addresses[lane] & (0 - (uint64_t)(mask >> lane & 1));
  if (!(bits & (bytes - 1)))
    return true;
  EACH_LANE {
    if (mask >> lane & 1 && addresses[lane] & (bytes - 1)) {
      warp_fault(warp, operation, lane, GPU_MISALIGNED_ADDRESS,
                 "%u-byte access to 0x%llx, which is not aligned to %u bytes", bytes,
                 (unsigned long long)addresses[lane], bytes);
      return false;
    }
  }
  return true;
}

/* Adds BASE(lane) to offsets that are checked against LIMIT. */
static bool within(struct warp *warp, const struct operation *operation, lane_mask mask,
                   const uint64_t addresses[LANES], unsigned bytes, uint64_t limit, const char *where) {
  EACH_LANE {
    if (mask >> lane & 1 && (addresses[lane] > limit || limit - addresses[lane] < bytes))
      return fault_out_of_bounds(warp, operation, lane, addresses[lane], bytes, where);
  }
  return true;
}

static bool within_shared(struct warp *warp, const struct operation *operation, lane_mask mask,
                          const uint64_t addresses[LANES], unsigned bytes) {
  const struct block *block = warp->block;
  const struct gpu_range all = {0, block->shared_bytes, false};
  if (is_in_range(&all, mask, addresses, bytes))
    return true;
  unsigned lane = (unsigned)__builtin_ctz(mask);
  while (!(mask >> lane & 1) || (addresses[lane] <= all.end && all.end - addresses[lane] >= bytes))
    lane++;
  char name[128];
  shared_describe(block, addresses[lane], name, sizeof name);
  warp_fault(warp, operation, lane, GPU_ILLEGAL_ADDRESS,
             "%u-byte access to shared memory %s, which is outside of the block's %zu bytes", bytes, name,
             block->shared_bytes);
  return false;
}

static bool resolve_one_space(struct warp *warp, const struct operation *operation, lane_mask mask,
                              enum ptx_space space, uint64_t addresses[LANES], unsigned bytes,
                              enum access_kind kind) {
  struct block *block = warp->block;
  switch (space) {
  case PTX_SHARED:
    if (!within_shared(warp, operation, mask, addresses, bytes))
      return false;
    counts_shared(warp, mask, addresses, bytes);
    if (block->shadow)
      check_shared(warp, operation, mask, addresses, bytes, kind);
    EACH_LANE addresses[lane] += (uint64_t)(uintptr_t)block->shared;
    return true;
  case PTX_LOCAL:
    if (!within(warp, operation, mask, addresses, bytes, LOCAL_MOST, "outside of the thread's local memory"))
      return false;
    counts_local(warp, operation, mask, addresses, bytes, kind);
    EACH_LANE addresses[lane] += (uint64_t)(uintptr_t)warp->local + (uint64_t)lane * LOCAL_MOST;
    return true;
  case PTX_PARAMETER: {
    const size_t limit = warp->frame->code->parameter_bytes;
    if (!within(warp, operation, mask, addresses, bytes, limit, "outside of the function's parameters"))
      return false;
    EACH_LANE addresses[lane] += (uint64_t)(uintptr_t)warp->frame->parameters + lane * limit;
    return true;
  }
  default:
    if (!is_in_range(&warp->worker->ranges[operation->cache], mask, addresses, bytes) &&
        !find_ranges(warp, operation, mask, addresses, bytes))
      return false;
    counts_global(warp, operation, mask, addresses, bytes, kind);
    return true;
  }
}

/* A generic access whose lanes use several spaces: one space after the other, as the hardware does. */
static bool resolve_mixed(struct warp *warp, const struct operation *operation, lane_mask mask,
                          uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  for (uint64_t window = 0; window < 256; window++) {
    lane_mask part = 0;
    uint64_t offsets[LANES] = {0};
    EACH_LANE {
      if (mask >> lane & 1 && addresses[lane] >> WINDOW_SHIFT == window) {
        part |= 1u << lane;
        offsets[lane] =
            window > WINDOW_PARAMETER ? addresses[lane] : addresses[lane] & ((1ull << WINDOW_SHIFT) - 1);
      }
    }
    if (!part)
      continue;
    const enum ptx_space space = window > WINDOW_PARAMETER ? PTX_GLOBAL : space_of_window(window);
    if (!resolve_one_space(warp, operation, part, space, offsets, bytes, kind))
      return false;
    EACH_LANE {
      if (part >> lane & 1)
        addresses[lane] = offsets[lane];
    }
    mask &= ~part; /* these are host addresses now */
    if (!mask)
      break;
  }
  return true;
}

bool memory_resolve(struct warp *warp, const struct operation *operation, lane_mask mask,
                    enum ptx_space space, uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  if (!is_aligned(warp, operation, mask, addresses, bytes))
    return false;
  const bool synchronizes = warp->block->shadow && (kind == ACCESS_ATOMIC || operation->flags & FLAG_STRONG);
  if (synchronizes)
    check_strong(warp, mask, space, addresses);
  const bool good = space == PTX_GENERIC
                        ? resolve_mixed(warp, operation, mask, addresses, bytes, kind)
                        : resolve_one_space(warp, operation, mask, space, addresses, bytes, kind);
  if (synchronizes)
    check_strong_end(warp);
  return good;
}

void *memory_at(struct warp *warp, const struct operation *operation, unsigned lane, uint64_t address,
                size_t bytes) {
  uint64_t addresses[LANES] = {0};
  addresses[lane] = address;
  const uint64_t window = address >> WINDOW_SHIFT;
  const enum ptx_space space = window > WINDOW_PARAMETER ? PTX_GLOBAL : space_of_window(window);
  if (window && window <= WINDOW_PARAMETER)
    addresses[lane] &= (1ull << WINDOW_SHIFT) - 1;
  if (!resolve_one_space(warp, operation, 1u << lane, space, addresses, (unsigned)bytes, ACCESS_READ))
    return NULL;
  return (void *)(uintptr_t)addresses[lane];
}

/* ---- Loads and stores ------------------------------------------------------------------------ */

/* Elements of type FROM become registers of type TO; signed ones are extended by their sign. */
#define LOAD_ELEMENTS(FROM, TO)                                                                              \
  for (lane_mask rest = mask; rest; rest &= rest - 1) {                                                      \
    const unsigned lane = (unsigned)__builtin_ctz(rest);                                                     \
    ((TO *)to)[lane] = (TO) * (const volatile FROM *)(uintptr_t)(addresses[lane] + offset);                  \
  }

#define LOAD_BY_WIDTH(FROM)                                                                                  \
  if (width == 2)                                                                                            \
    LOAD_ELEMENTS(FROM, uint16_t)                                                                            \
  else if (width == 4)                                                                                       \
    LOAD_ELEMENTS(FROM, uint32_t)                                                                            \
  else                                                                                                       \
    LOAD_ELEMENTS(FROM, uint64_t)

static void load_register(void *to, const uint64_t addresses[LANES], size_t offset, enum ptx_type type,
                          unsigned width, lane_mask mask) {
  const bool is_signed = ptx_type_class(type) == 's';
  switch (ptx_type_bytes(type)) {
  case 1:
    if (is_signed) {
      LOAD_BY_WIDTH(int8_t)
    } else {
      LOAD_BY_WIDTH(uint8_t)
    }
    break;
  case 2:
    if (is_signed) {
      LOAD_BY_WIDTH(int16_t)
    } else {
      LOAD_BY_WIDTH(uint16_t)
    }
    break;
  case 4:
    if (width == 4) {
      LOAD_ELEMENTS(uint32_t, uint32_t)
    } else if (is_signed) {
      LOAD_ELEMENTS(int32_t, uint64_t)
    } else {
      LOAD_ELEMENTS(uint32_t, uint64_t)
    }
    break;
  case 8:
    LOAD_ELEMENTS(uint64_t, uint64_t)
    break;
  default:
    LOAD_ELEMENTS(unsigned __int128, unsigned __int128)
  }
}

static void run_load(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint64_t addresses[LANES];
  const enum ptx_type type = (enum ptx_type)operation->type;
  const unsigned bytes = ptx_type_bytes(type);
  const enum ptx_space space = memory_addresses(warp, operation, mask, addresses);
  if (!memory_resolve(warp, operation, mask, space, addresses, bytes * operation->count, ACCESS_READ))
    return;
  for (unsigned i = 0; i < operation->count; i++)
    load_register(slot_pointer(warp, operation->vector[i]), addresses, (size_t)i * bytes, type,
                  operation->width, mask);
}

static void run_store(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint64_t addresses[LANES];
  const unsigned bytes = ptx_type_bytes((enum ptx_type)operation->type), width = operation->width;
  const enum ptx_space space = memory_addresses(warp, operation, mask, addresses);
  if (!memory_resolve(warp, operation, mask, space, addresses, bytes * operation->count, ACCESS_WRITE))
    return;
  for (unsigned i = 0; i < operation->count; i++) {
    const unsigned char *from = slot_pointer(warp, operation->vector[i]);
    for (lane_mask rest = mask; rest; rest &= rest - 1) {
      const unsigned lane = (unsigned)__builtin_ctz(rest);
      void *to = (void *)(uintptr_t)(addresses[lane] + (size_t)i * bytes);
      const void *value = from + (size_t)lane * width;
      switch (bytes) {
      case 1:
        *(volatile uint8_t *)to = *(const uint8_t *)value;
        break;
      case 2:
        *(volatile uint16_t *)to = *(const uint16_t *)value;
        break;
      case 4:
        *(volatile uint32_t *)to = *(const uint32_t *)value;
        break;
      case 8:
        *(volatile uint64_t *)to = *(const uint64_t *)value;
        break;
      default:
        memcpy(to, value, bytes);
      }
    }
    if (warp->block->shadow && (space == PTX_SHARED || space == PTX_GENERIC))
      check_stored(warp, operation, mask, addresses, (size_t)i * bytes, from, width, bytes);
  }
}

static void run_nothing(struct warp *warp, const struct operation *operation, lane_mask mask) {
  (void)warp, (void)operation, (void)mask;
}
static void run_fence(struct warp *warp, const struct operation *operation, lane_mask mask) {
  (void)warp, (void)operation, (void)mask;
  atomic_thread_fence(memory_order_seq_cst);
}

/* ---- Decoding -------------------------------------------------------------------------------- */

/* Scopes, orders and cache hints change no result here: stores of a block are visible at once. Takes the space, too. */
static void take_hints(struct decoder *decoder, struct operation *operation) {
  static const char *const hints[] = {"weak", "ca",  "cg",      "cs",  "lu",  "cv",      "wb",
                                      "wt",   "cta", "cluster", "gpu", "sys", "unified", "gl"};
  static const char *const spinning[] = {"volatile", "acquire", "sc", "acq_rel"};
  static const char *const strong[] = {"relaxed", "release", "mmio"};
  operation->flags |= decoder_take(decoder, "nc") ? FLAG_READ_ONLY : 0;
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    decoder_take(decoder, hints[i]);
  for (size_t i = 0; i < sizeof strong / sizeof *strong; i++)
    operation->flags |= decoder_take(decoder, strong[i]) ? FLAG_STRONG : 0;
  for (size_t i = 0; i < sizeof spinning / sizeof *spinning; i++)
    operation->flags |= decoder_take(decoder, spinning[i]) ? FLAG_SPIN | FLAG_STRONG : 0;
  for (size_t i = decoder->left_count; i-- > 0;)
    if (!strncmp(decoder->left[i], "L1::", 4) || !strncmp(decoder->left[i], "L2::", 4))
      decoder_take(decoder, decoder->left[i]);
}

static enum ptx_space take_space(struct decoder *decoder) {
  static const struct {
    const char *name;
    enum ptx_space space;
  } spaces[] = {{"global", PTX_GLOBAL},          {"shared", PTX_SHARED},
                {"shared::cta", PTX_SHARED},     {"local", PTX_LOCAL},
                {"const", PTX_CONSTANT},         {"param", PTX_PARAMETER},
                {"param::entry", PTX_PARAMETER}, {"param::func", PTX_PARAMETER}};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (decoder_take(decoder, spaces[i].name))
      return spaces[i].space;
  return PTX_GENERIC;
}

static uint8_t class_of(enum ptx_space space, bool stores) {
  switch (space) {
  case PTX_SHARED:
    return stores ? GPU_STORE_SHARED : GPU_LOAD_SHARED;
  case PTX_LOCAL:
    return stores ? GPU_STORE_LOCAL : GPU_LOAD_LOCAL;
  case PTX_CONSTANT:
    return GPU_LOAD_CONSTANT;
  case PTX_PARAMETER: /* arguments of calls are in registers on the hardware */
    return stores ? GPU_INTEGER : GPU_LOAD_CONSTANT;
  default:
    return stores ? GPU_STORE_GLOBAL : GPU_LOAD_GLOBAL;
  }
}

static bool decode_access(struct decoder *decoder, const struct ptx_instruction *instruction,
                          struct operation *operation, bool stores) {
  take_hints(decoder, operation);
  operation->space = (uint8_t)take_space(decoder);
  operation->count = decoder_take(decoder, "v2") ? 2 : decoder_take(decoder, "v4") ? 4 : 1;
  enum ptx_type type = decoder_type(decoder);
  if (instruction->operand_count != 2 || type == PTX_NO_TYPE || type == PTX_PRED)
    return false;
  const struct ptx_operand *value = &instruction->operands[stores ? 1 : 0];
  const struct ptx_operand *items = value->kind == PTX_VECTOR ? value->items : value;
  if ((value->kind == PTX_VECTOR ? value->count : 1) != operation->count)
    return false;
  operation->type = (uint8_t)type;
  operation->class = class_of((enum ptx_space)operation->space, stores);
  operation->width = 4;
  for (size_t i = 0; i < operation->count; i++) {
    uint8_t width = 4;
    operation->vector[i] =
        !stores && items[i].kind == PTX_NOTHING ? NO_SLOT : decoder_loose(decoder, &items[i], type, &width);
    if (operation->vector[i] != NO_SLOT)
      operation->width = width;
  }
  operation->run = stores ? run_store : run_load;
  return decoder_address(decoder, &instruction->operands[stores ? 0 : 1], operation);
}

bool decode_memory(struct decoder *decoder, const struct ptx_instruction *instruction,
                   struct operation *operation) {
  if (is_opcode(instruction, "ld") || is_opcode(instruction, "ldu"))
    return decode_access(decoder, instruction, operation, false);
  if (is_opcode(instruction, "st"))
    return decode_access(decoder, instruction, operation, true);
  if (is_opcode(instruction, "membar") || is_opcode(instruction, "fence")) {
    take_hints(decoder, operation);
    operation->run = run_fence;
    operation->class = GPU_FENCE;
    return true;
  }
  if (is_opcode(instruction, "prefetch") || is_opcode(instruction, "prefetchu")) {
    take_hints(decoder, operation);
    take_space(decoder);
    decoder_take(decoder, "L1"), decoder_take(decoder, "L2");
    operation->run = run_nothing;
    return true;
  }
  return false;
}
