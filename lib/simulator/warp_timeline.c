/* FILE: lib/simulator/warp_timeline.c
 * WHAT: the time that a block needs on its own: for some blocks of a launch, when each instruction of each warp is issued.
 *
 * A warp issues one instruction per cycle. An instruction waits for its operands; a result is ready after the latency
 * of its class, or of the memory that served the access. An access to n lines occupies n cycles. The assembler orders
 * the instructions between two branches or barriers, so one that waits delays only those that need its result; a branch waits
 * for all before it to start. A load that is not ld.global.nc stays after the stores before it, which may write what it
 * reads. With in_order of the device, there is no assembler: an instruction that waits delays all after it.
 * Warps of the block do not compete; they meet at barriers. Whether a sector comes from the second level or from memory
 * depends on other blocks, so there are two clocks, one for each; the share of misses of the launch interpolates. What the
 * first level keeps depends on other blocks as well: two clocks for the share of the block, two for the whole cache.
 */
#include <stdlib.h>

#include "simulator/machine.h"

enum { MEASURED_BLOCKS = 8, LIBRARY_OPERATIONS = 10 };

/* Clock 2 * enum first_level + NEAR or FAR. */
enum { NEAR, FAR, DISTANCES, CLOCKS = FIRST_LEVELS * DISTANCES };

/* Of a register, by clock. */
struct ready {
  uint64_t at[CLOCKS];
};

enum { ORDER_SHARED, ORDER_OTHER, ORDERS };

struct warp_clock {
  uint64_t now;
  uint64_t started;        /* the last start of an instruction since the last branch */
  uint64_t end;            /* the last result is ready: a warp does not exit before */
  uint64_t stored[ORDERS]; /* the last start of a store, for the loads after it */
};

struct warp_timing {
  struct warp_clock clocks[CLOCKS];
  uint64_t waited; /* at barriers, by the first clock */
  struct ready *registers;
};

struct block_timing {
  struct warp_timing *warps;
  size_t registers;
};

struct timeline_sums {
  pthread_mutex_t lock;
  uint64_t blocks, sum[CLOCKS], most[CLOCKS], waited;
};

/* ---- Latencies --------------------------------------------------------------------------------- */

static double latency_of_level(const struct gpu_device *device, enum memory_level level, unsigned clock) {
  switch (level) {
  case LEVEL_1:
    return device->level_1_latency;
  case LEVEL_2:
    return device->level_2_latency;
  case LEVEL_MEMORY:
    break;
  }
  return clock % DISTANCES == NEAR ? device->level_2_latency : device->memory_latency;
}

static double latency_of(const struct gpu_device *device, const struct operation *operation,
                         enum memory_level level, unsigned clock) {
  switch ((enum gpu_class)operation->class) {
  case GPU_FLOAT64:
    return device->float64_latency;
  case GPU_SPECIAL:
  case GPU_CONVERT:
    return device->special_latency +
           operation->expansion *
               (operation->type == PTX_F64 ? device->float64_latency : device->arithmetic_latency);
  case GPU_LOAD_SHARED:
  case GPU_COLLECTIVE:
  case GPU_LOAD_CONSTANT:
    return device->shared_latency;
  case GPU_LOAD_GLOBAL:
  case GPU_LOAD_LOCAL:
    return latency_of_level(device, level, clock);
  case GPU_ATOMIC:
    return device->atomic_latency;
  case GPU_LIBRARY:
    return LIBRARY_OPERATIONS * device->special_latency;
  default:
    return device->arithmetic_latency;
  }
}

/* ---- Issue ------------------------------------------------------------------------------------- */

/* A number for each register whose offset in the frame is OFFSET. The smallest takes 2 bytes of each lane, a predicate a mask of lanes. */
static size_t number_of_register(const struct code *code, size_t offset) {
  enum { SMALLEST = 2 * LANES };
  return offset < code->predicate_offset ? offset / SMALLEST
                                         : (code->predicate_offset + SMALLEST - 1) / SMALLEST +
                                               (offset - code->predicate_offset) / sizeof(lane_mask);
}

static struct ready *register_of(const struct warp_timing *timing, const struct code *code, slot at) {
  return at >> SLOT_SHIFT == BANK_REGISTERS
             ? &timing->registers[number_of_register(code, at & ((1u << SLOT_SHIFT) - 1))]
             : NULL;
}

enum { OPERANDS_MOST = 7 + VECTOR_MOST };

struct registers {
  struct ready *items[OPERANDS_MOST];
  unsigned count;
};

static void add_register(const struct warp_timing *timing, const struct code *code, slot at,
                         struct registers *to) {
  if ((to->items[to->count] = register_of(timing, code, at)))
    to->count++;
}

static bool stores(const struct operation *operation) {
  return operation->class == GPU_STORE_GLOBAL || operation->class == GPU_STORE_SHARED ||
         operation->class == GPU_STORE_LOCAL || operation->class == GPU_ATOMIC;
}

static bool loads(const struct operation *operation) {
  return operation->class == GPU_LOAD_GLOBAL || operation->class == GPU_LOAD_SHARED ||
         operation->class == GPU_LOAD_LOCAL;
}

static bool ends_schedule(const struct operation *operation) {
  return operation->class == GPU_CONTROL || operation->class == GPU_BARRIER ||
         operation->class == GPU_FENCE || operation->class == GPU_LIBRARY;
}

/* Elements of a vector are sources of a store, else results; those of a packing move are both here. */
static void find_registers(const struct warp_timing *timing, const struct code *code,
                           const struct operation *operation, struct registers *sources,
                           struct registers *results) {
  const slot slots[] = {operation->guard, operation->a, operation->b, operation->c, operation->e};
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
    add_register(timing, code, slots[i], sources);
  for (unsigned i = 0; i < operation->count && i < VECTOR_MOST; i++) {
    if (!loads(operation))
      add_register(timing, code, operation->vector[i], sources);
    if (!stores(operation))
      add_register(timing, code, operation->vector[i], results);
  }
  add_register(timing, code, operation->d, results);
  add_register(timing, code, operation->d2, results);
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The cycle in which OPERATION starts. */
static uint64_t start_of(const struct warp_clock *clock, unsigned number, const struct operation *operation,
                         const struct registers *sources, unsigned order) {
  uint64_t start = clock->now;
  for (unsigned i = 0; i < sources->count; i++)
    start = larger(start, sources->items[i]->at[number]);
  if (loads(operation) && !(operation->flags & FLAG_READ_ONLY))
    start = larger(start, clock->stored[order]);
  return ends_schedule(operation) ? larger(start, clock->started) : start;
}

void timeline_issue(struct warp *warp, const struct code *code, const struct operation *operation) {
  const struct gpu_device *device = warp->block->launch->launch->device;
  struct registers sources = {.count = 0}, results = {.count = 0};
  unsigned cycles;
  const enum memory_level levels[FIRST_LEVELS] = {caches_last(warp->block->caches, SHARE_OF_BLOCK, &cycles),
                                                  caches_last(warp->block->caches, WHOLE_CACHE, &cycles)};
  const unsigned order = operation->space == PTX_SHARED ? ORDER_SHARED : ORDER_OTHER;
  caches_forget_last(warp->block->caches);
  find_registers(warp->timing, code, operation, &sources, &results);
  cycles = cycles > 1 ? cycles : 1;
  for (unsigned number = 0; number < CLOCKS; number++) {
    struct warp_clock *clock = &warp->timing->clocks[number];
    const uint64_t start = start_of(clock, number, operation, &sources, order);
    const uint64_t end =
        start + cycles - 1 + (uint64_t)latency_of(device, operation, levels[number / DISTANCES], number);
    for (unsigned i = 0; i < results.count; i++)
      results.items[i]->at[number] = end;
    clock->end = results.count ? larger(clock->end, end) : clock->end;
    clock->started = larger(clock->started, start);
    clock->stored[order] = stores(operation) ? larger(clock->stored[order], start) : clock->stored[order];
    clock->now = (device->in_order ? start : clock->now) + cycles + operation->expansion;
    if (ends_schedule(operation))
      clock->now = larger(clock->now, (operation->class == GPU_LIBRARY ? end : start + 1));
  }
}

void timeline_barrier(struct block *block, const lane_mask arrived[WARPS_MOST]) {
  const struct gpu_device *device = block->launch->launch->device;
  struct warp_timing *warps = block->timing->warps;
  for (unsigned number = 0; number < CLOCKS; number++) {
    uint64_t last = 0;
    for (unsigned i = 0; i < block->warp_count; i++)
      if (arrived[i])
        last = larger(last, warps[i].clocks[number].now);
    last += (uint64_t)device->shared_latency;
    for (unsigned i = 0; i < block->warp_count; i++) {
      if (!arrived[i])
        continue;
      warps[i].waited += !number ? last - warps[i].clocks[number].now : 0;
      warps[i].clocks[number].now = last;
    }
  }
}

/* ---- Blocks ------------------------------------------------------------------------------------ */

/* Whether the block counts for the mean. */
static bool is_typical(const struct launch_state *launch, uint64_t ordinal) {
  const uint64_t stride = (launch->executed_blocks + MEASURED_BLOCKS - 1) / MEASURED_BLOCKS;
  return ordinal % stride == stride / 2;
}

/* The last block may do other work than those before, and be the slowest one. */
static bool is_measured(const struct launch_state *launch, uint64_t ordinal) {
  return launch->timeline && (is_typical(launch, ordinal) || ordinal == launch->executed_blocks - 1);
}

static struct block_timing *new_timing(const struct block *block) {
  struct block_timing *timing = calloc(1, sizeof *timing);
  const struct gpu_program *program = block->launch->program;
  for (size_t i = 0; i < program->code_count; i++) {
    const size_t count = number_of_register(&program->codes[i], program->codes[i].frame_bytes);
    timing->registers = count > timing->registers ? count : timing->registers;
  }
  timing->warps = calloc(block->warp_count, sizeof *timing->warps);
  for (unsigned i = 0; i < block->warp_count; i++)
    timing->warps[i].registers = calloc(timing->registers + 1, sizeof(struct ready));
  return timing;
}

void timeline_start_block(struct block *block) {
  for (unsigned i = 0; i < block->warp_count; i++)
    block->warps[i].timing = NULL;
  if (!is_measured(block->launch, block->ordinal))
    return;
  caches_forget_last(block->caches);
  block->timing = new_timing(block);
  for (unsigned i = 0; i < block->warp_count; i++)
    block->warps[i].timing = &block->timing->warps[i];
}

void timeline_free(struct block *block) {
  for (unsigned i = 0; block->timing && i < block->warp_count; i++)
    free(block->timing->warps[i].registers);
  if (block->timing)
    free(block->timing->warps);
  free(block->timing);
  block->timing = NULL;
}

void timeline_end_block(struct block *block) {
  struct timeline_sums *sums = block->launch->timeline;
  uint64_t last[CLOCKS] = {0}, waited = 0;
  if (!block->timing)
    return;
  for (unsigned i = 0; i < block->warp_count; i++) {
    const struct warp_timing *warp = &block->timing->warps[i];
    waited += warp->waited;
    for (unsigned number = 0; number < CLOCKS; number++)
      last[number] = larger(last[number], larger(warp->clocks[number].end, warp->clocks[number].now));
  }
  pthread_mutex_lock(&sums->lock);
  const bool counts = is_typical(block->launch, block->ordinal);
  sums->blocks += counts;
  sums->waited += counts ? waited / block->warp_count : 0;
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    sums->sum[clock] += counts ? last[clock] : 0;
    sums->most[clock] = last[clock] > sums->most[clock] ? last[clock] : sums->most[clock];
  }
  pthread_mutex_unlock(&sums->lock);
  timeline_free(block);
}

/* ---- The launch --------------------------------------------------------------------------------- */

void timelines_start(struct launch_state *launch) {
  if (!launch->memory_use || !launch->launch->device)
    return;
  launch->timeline = calloc(1, sizeof *launch->timeline);
  pthread_mutex_init(&launch->timeline->lock, NULL);
}

/* From A to B by PART of ALL. */
static double between(uint64_t a, uint64_t b, uint64_t part, uint64_t all) {
  return (double)a + (all ? ((double)b - (double)a) * (double)part / (double)all : 0);
}

/* By the sectors that came from memory, and by those that the whole first level keeps. */
static uint64_t interpolate(const struct launch_state *launch, const uint64_t clocks[CLOCKS]) {
  uint64_t fetched, lost;
  const uint64_t missed = memory_use_missed(launch, &fetched), kept = memory_use_kept(launch, &lost);
  double of[FIRST_LEVELS];
  for (size_t i = 0; i < FIRST_LEVELS; i++)
    of[i] = between(clocks[DISTANCES * i + NEAR], clocks[DISTANCES * i + FAR], missed, fetched);
  return (uint64_t)between((uint64_t)of[SHARE_OF_BLOCK], (uint64_t)of[WHOLE_CACHE], kept, lost);
}

void timelines_finish(struct launch_state *launch, struct gpu_counts *counts) {
  struct timeline_sums *sums = launch->timeline;
  if (!sums)
    return;
  if (counts && sums->blocks) {
    counts->dependent_latency = interpolate(launch, sums->most);
    counts->mean_dependent_latency = interpolate(launch, sums->sum) / sums->blocks;
    counts->barrier_latency = sums->waited / sums->blocks;
  }
  pthread_mutex_destroy(&sums->lock);
  free(sums);
}
