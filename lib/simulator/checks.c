/* FILE: lib/simulator/checks.c
 * WHAT: checks of shared memory and barriers: what has been written, and which accesses are ordered.
 */
#include <stdio.h>
#include <stdlib.h>

#include "simulator/checks.h"
#include "simulator/lanes.h"

/* ---- Places ---------------------------------------------------------------------------------- */

static place_number place_of(const struct warp *warp, const struct operation *operation) {
  const struct code *code = warp->frame->code;
  const struct gpu_program *program = warp->block->launch->program;
  return warp->block->shadow->first_places[code - program->codes] +
         (place_number)(operation - code->operations);
}

static const struct operation *operation_at(const struct block *block, place_number place,
                                            const struct code **code) {
  const struct gpu_program *program = block->launch->program;
  const place_number *first = block->shadow->first_places;
  size_t i = program->code_count;
  while (i > 1 && first[i - 1] > place)
    i--;
  *code = &program->codes[i - 1];
  return &(*code)->operations[place - first[i - 1]];
}

/* ---- Vector clocks --------------------------------------------------------------------------- */

static void join_clock(struct shared_shadow *shadow, uint32_t *to, const uint32_t *from) {
  for (unsigned i = 0; i < shadow->block->warp_count; i++)
    to[i] = from[i] > to[i] ? from[i] : to[i];
}

static void publish(struct shared_shadow *shadow, unsigned warp, struct published_clock *to) {
  if (to->generation != shadow->generation) {
    memset(to->clock, 0, sizeof to->clock);
    to->generation = shadow->generation;
  }
  join_clock(shadow, to->clock, shadow->clock[warp]);
}

static void receive(struct shared_shadow *shadow, unsigned warp, const struct published_clock *from) {
  if (from->generation == shadow->generation)
    join_clock(shadow, shadow->clock[warp], from->clock);
}

static struct published_clock *clock_of_word(struct shared_shadow *shadow, uint64_t address) {
  const uint64_t hash = (address >> 2) * 0x9e3779b97f4a7c15ull;
  return &shadow->words[hash >> 52];
}

static void next_epoch(struct shared_shadow *shadow, unsigned warp) { shadow->clock[warp][warp]++; }

void check_strong(struct warp *warp, lane_mask mask, enum ptx_space space, const uint64_t addresses[LANES]) {
  struct shared_shadow *shadow = warp->block->shadow;
  if (space != PTX_SHARED && space != PTX_GLOBAL && space != PTX_GENERIC)
    return;
  const uint64_t window = space == PTX_SHARED ? WINDOW_BASE(WINDOW_SHARED) : 0;
  uint64_t last = ~0ull;
  EACH_LANE {
    const uint64_t address = addresses[lane] | window;
    if (!(mask >> lane & 1) || address == last)
      continue;
    struct published_clock *word = clock_of_word(shadow, address);
    receive(shadow, warp->number, word);
    publish(shadow, warp->number, word);
    last = address;
  }
}

void check_strong_end(struct warp *warp) { next_epoch(warp->block->shadow, warp->number); }

/* ---- Shared memory --------------------------------------------------------------------------- */

struct checked_access {
  struct warp *warp;
  const struct operation *operation;
  struct shared_shadow *shadow;
  const uint32_t *clock; /* of the warp */
  unsigned bytes;
  enum access_kind kind;
  struct shadow_access record;
  bool strong;
};

static const char *const kind_names[] = {"read", "write", "atomic update"};

static void report_race(const struct checked_access *access, unsigned lane, uint64_t offset,
                        struct shadow_access earlier, unsigned earlier_warp, const char *earlier_kind) {
  const struct block *block = access->warp->block;
  char name[128], place[256];
  const unsigned earlier_lane = earlier.place >> 1 & 31;
  const struct warp *other = &block->warps[earlier_warp];
  shared_describe(block, offset, name, sizeof name);
  const struct code *code;
  const struct operation *earlier_operation = operation_at(block, earlier.place >> 6, &code);
  source_describe(code, earlier_operation, place, sizeof place);
  check_report(access->warp, access->operation, lane, REPORT_RACE, earlier_operation,
               "race: %u-byte %s of shared memory %s, not ordered after the %s by thread (%u,%u,%u) at %s",
               access->bytes, kind_names[access->kind], name, earlier_kind,
               other->specials[SPECIAL_TID_X][earlier_lane], other->specials[SPECIAL_TID_Y][earlier_lane],
               other->specials[SPECIAL_TID_Z][earlier_lane], place);
}

static bool is_race(const struct checked_access *access, struct shadow_access earlier,
                    unsigned earlier_warp) {
  return earlier_warp != access->warp->number && access->clock[earlier_warp] < earlier.epoch &&
         !(access->strong && earlier.place & 1);
}

/* The access of LANE to a byte that another warp read in this generation. Returns true after a report. */
static bool check_readers(const struct checked_access *access, const struct shadow_byte *byte, unsigned lane,
                          uint64_t offset) {
  const struct shared_shadow *shadow = access->shadow;
  for (uint32_t rest = byte->readers; rest; rest &= rest - 1) {
    const unsigned reader = (unsigned)__builtin_ctz(rest);
    const struct shadow_access earlier = shadow->readers[reader * shadow->block->shared_bytes + offset];
    if (is_race(access, earlier, reader)) {
      report_race(access, lane, offset, earlier, reader, "read");
      return true;
    }
  }
  return false;
}

static bool check_byte_races(const struct checked_access *access, const struct shadow_byte *byte,
                             unsigned lane, uint64_t offset) {
  const uint32_t generation = access->shadow->generation;
  if (byte->written == generation && is_race(access, byte->writer, byte->writer_warp)) {
    report_race(access, lane, offset, byte->writer, byte->writer_warp,
                byte->writer.place & 1 ? "strong write" : "write");
    return true;
  }
  return access->kind != ACCESS_READ && byte->read == generation && byte->readers &&
         check_readers(access, byte, lane, offset);
}

static void record_read(const struct checked_access *access, struct shadow_byte *byte, uint64_t offset,
                        uint32_t place) {
  struct shared_shadow *shadow = access->shadow;
  const unsigned warp = access->warp->number;
  if (byte->read != shadow->generation) {
    byte->read = shadow->generation;
    byte->readers = 0;
  }
  byte->readers |= 1u << warp;
  shadow->readers[warp * shadow->block->shared_bytes + offset] =
      (struct shadow_access){access->record.epoch, place};
}

static void check_lane(const struct checked_access *access, unsigned lane, uint64_t offset) {
  struct shared_shadow *shadow = access->shadow;
  const uint32_t place = access->record.place | lane << 1;
  bool uninitialized = false, reported = false;
  for (uint64_t at = offset; at < offset + access->bytes; at++) {
    struct shadow_byte *byte = &shadow->bytes[at];
    uninitialized |= byte->written < shadow->first_generation;
    if (shadow->checks & GPU_CHECK_RACES) {
      reported = reported || check_byte_races(access, byte, lane, at);
      if (access->kind == ACCESS_READ)
        record_read(access, byte, at, place);
    }
    if (access->kind != ACCESS_READ) {
      byte->written = shadow->generation;
      byte->writer = (struct shadow_access){access->record.epoch, place};
      byte->writer_warp = access->warp->number;
    }
  }
  if (uninitialized && access->kind != ACCESS_WRITE && shadow->checks & GPU_CHECK_INITIALIZED) {
    char name[128];
    shared_describe(access->warp->block, offset, name, sizeof name);
    check_report(access->warp, access->operation, lane, REPORT_UNINITIALIZED, NULL,
                 "%u-byte %s of shared memory %s, which no thread has written", access->bytes,
                 kind_names[access->kind], name);
  }
}

void check_shared(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  struct shared_shadow *shadow = warp->block->shadow;
  if (!(shadow->checks & (GPU_CHECK_INITIALIZED | GPU_CHECK_RACES)))
    return;
  const bool strong = kind == ACCESS_ATOMIC || operation->flags & FLAG_STRONG;
  const uint32_t place = place_of(warp, operation) << 6 | strong;
  const uint32_t *clock = shadow->clock[warp->number];
  const struct checked_access access = {.warp = warp,
                                        .operation = operation,
                                        .shadow = shadow,
                                        .clock = clock,
                                        .bytes = bytes,
                                        .kind = kind,
                                        .record = {clock[warp->number], place},
                                        .strong = strong};
  for (lane_mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    check_lane(&access, lane, addresses[lane]);
  }
}

void check_stored(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], size_t offset, const unsigned char *values, unsigned width,
                  unsigned bytes) {
  const struct block *block = warp->block;
  if (!(block->shadow->checks & GPU_CHECK_RACES))
    return;
  for (lane_mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    const uint64_t at = addresses[lane] + offset, place = at - (uint64_t)(uintptr_t)block->shared;
    if (place >= block->shared_bytes ||
        !memcmp((const void *)(uintptr_t)at, values + (size_t)lane * width, bytes))
      continue;
    unsigned last = lane;
    for (unsigned other = lane; other < LANES; other++)
      if (mask >> other & 1 && addresses[other] == addresses[lane])
        last = other;
    char name[128];
    shared_describe(block, place, name, sizeof name);
    check_report(
        warp, operation, lane, REPORT_RACE, operation,
        "race: %u-byte write of shared memory %s, to which thread (%u,%u,%u) writes another value in "
        "the same instruction",
        bytes, name, warp->specials[SPECIAL_TID_X][last], warp->specials[SPECIAL_TID_Y][last],
        warp->specials[SPECIAL_TID_Z][last]);
    return;
  }
}

/* ---- Barriers -------------------------------------------------------------------------------- */

static bool is_aligned(const struct operation *operation) {
  const struct ptx_instruction *source = operation->source;
  bool aligned = source && !strcmp(source->opcode, "bar");
  for (size_t i = 0; source && i < source->modifier_count; i++)
    aligned |= !strcmp(source->modifiers[i], "aligned");
  return aligned;
}

/* Lanes that left GROUP at a divergent branch and execute something else before they meet again. Lanes that only return
 * from the kernel do not. */
static lane_mask diverged_lanes(const struct warp *warp, const struct group *group) {
  lane_mask lanes = 0;
  for (const struct reconvergence *meets = group->meets; meets; meets = meets->outer) {
    const struct code *code = meets->frame->code;
    const bool returns = meets->target == EXIT_TARGET || meets->target >= code->count ||
                         code->operations[meets->target].kind == KIND_RETURN ||
                         code->operations[meets->target].kind == KIND_EXIT;
    if (!returns || meets->frame->caller)
      lanes |= meets->expected;
  }
  return lanes & ~group->mask & ~warp->exited;
}

void check_arrive(struct warp *warp, const struct group *group, const struct operation *operation,
                  unsigned number, uint32_t threads) {
  struct shared_shadow *shadow = warp->block->shadow;
  if (threads % LANES && shadow->checks & GPU_CHECK_BARRIERS)
    check_report(warp, operation, (unsigned)__builtin_ctz(group->mask), REPORT_BARRIER, NULL,
                 "barrier %u waits for %u threads, which is not a multiple of %u", number, threads, LANES);
  struct barrier_arrival *arrival = &shadow->arrivals[number][warp->number];
  publish(shadow, warp->number, &shadow->barriers[number]);
  next_epoch(shadow, warp->number);
  if (!is_aligned(operation))
    return;
  if (!arrival->operation)
    *arrival = (struct barrier_arrival){.operation = operation};
  else if (arrival->operation != operation)
    arrival->other = operation, arrival->other_place = place_of(warp, operation);
  arrival->missing |= diverged_lanes(warp, group);
}

/* The group of WARP that waits at OPERATION for barrier NUMBER; without OPERATION, any one. */
static const struct group *find_waiting(const struct warp *warp, unsigned number,
                                        const struct operation *operation) {
  for (unsigned i = 0; i < warp->group_count; i++) {
    const struct group *group = &warp->groups[i];
    if (group->mask && group->state == GROUP_AT_BARRIER && group->barrier == number &&
        (!operation || &group->frame->code->operations[group->pc - 1] == operation))
      return group;
  }
  return NULL;
}

static void check_divergence(struct block *block, unsigned number, struct warp *warp) {
  const struct barrier_arrival *arrival = &block->shadow->arrivals[number][warp->number];
  const lane_mask arrived = block->barriers[number].arrived[warp->number];
  const lane_mask missing = (arrival->missing | (warp_lanes(warp) & ~warp->exited)) & ~arrived;
  const struct group *group = arrival->operation ? find_waiting(warp, number, arrival->operation) : NULL;
  if (!group || (!missing && !arrival->other))
    return;
  warp_enter(warp, group);
  char rest[320] = "";
  if (arrival->other) {
    const struct code *code;
    char place[256];
    operation_at(block, arrival->other_place, &code);
    source_describe(code, arrival->other, place, sizeof place);
    snprintf(rest, sizeof rest, "other lanes of the warp wait at the barrier at %s", place);
  } else {
    snprintf(rest, sizeof rest, "lanes 0x%08x of the warp do not reach it", missing);
  }
  check_report(warp, arrival->operation, (unsigned)__builtin_ctz(group->mask), REPORT_BARRIER, arrival->other,
               "divergent barrier: lanes 0x%08x of warp %u wait at barrier %u, and %s", group->mask,
               warp->number, number, rest);
}

void check_barrier(struct block *block, unsigned number) {
  struct shared_shadow *shadow = block->shadow;
  /* Without a thread count, all warps wait or have exited. */
  const bool counts_threads = block->barriers[number].threads != 0;
  bool orders_all = true;
  for (unsigned i = 0; i < block->warp_count; i++) {
    const bool waits = find_waiting(&block->warps[i], number, NULL) != NULL;
    orders_all &= waits || !counts_threads;
    if (waits)
      receive(shadow, i, &shadow->barriers[number]);
    if (shadow->checks & GPU_CHECK_BARRIERS)
      check_divergence(block, number, &block->warps[i]);
  }
  shadow->barriers[number].generation = 0;
  memset(shadow->arrivals[number], 0, sizeof shadow->arrivals[number]);
  if (orders_all)
    shadow->generation++;
}

/* ---- Start and end --------------------------------------------------------------------------- */

struct shared_shadow *check_new(struct block *block) {
  const struct gpu_program *program = block->launch->program;
  struct shared_shadow *shadow = calloc(1, sizeof *shadow);
  shadow->checks = block->launch->launch->checks;
  shadow->block = block;
  shadow->first_places = calloc(program->code_count + 1, sizeof *shadow->first_places);
  for (size_t i = 0; i < program->code_count; i++)
    shadow->first_places[i + 1] = shadow->first_places[i] + (place_number)program->codes[i].count;
  shadow->bytes = calloc(block->shared_bytes + 1, sizeof *shadow->bytes);
  shadow->readers = calloc(block->shared_bytes * block->warp_count + 1, sizeof *shadow->readers);
  return shadow;
}

void check_free(struct shared_shadow *shadow) {
  if (!shadow)
    return;
  free(shadow->first_places);
  free(shadow->bytes);
  free(shadow->readers);
  free(shadow);
}

void check_block_start(struct block *block) {
  struct shared_shadow *shadow = block->shadow;
  shadow->first_generation = ++shadow->generation;
  memset(shadow->clock, 0, sizeof shadow->clock);
  memset(shadow->arrivals, 0, sizeof shadow->arrivals);
  for (unsigned i = 0; i < WARPS_MOST; i++)
    shadow->clock[i][i] = 1;
}
