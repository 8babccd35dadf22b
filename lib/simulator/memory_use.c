/* FILE: lib/simulator/memory_use.c
 * WHAT: what all blocks of a launch access: unique sectors, the busiest address of atomic operations, and the second-level
 *       cache with its traffic to memory.
 *
 * Blocks end in any order on the host threads. Their lines are added in the order of the blocks, so the counts are the
 * same for any number of host threads. The cache is filled by waves of blocks that are resident together. A wave
 * fetches a sector once; a sector of an earlier wave is still there if fewer sectors than the cache holds were
 * touched since. If a wave touches more than the cache holds, sectors that a block reads again miss in proportion.
 */
#include "simulator/machine.h"

#include "simulator/line_map.h"

/* A block that ended before one with a lower number. */
struct ended_block {
  struct ended_block *next;
  uint64_t ordinal, repeats;
  struct line *lines, *atomics;
  size_t line_count, atomic_count;
};

struct memory_use {
  pthread_mutex_t lock;
  struct ended_block *waiting;
  uint64_t next; /* block to add */
  struct line_map lines, atomics;
  uint64_t capacity;          /* of the second level in sectors; 0: all of memory */
  uint64_t blocks_of_wave;    /* resident on the device */
  uint64_t wave;              /* number of the current one */
  uint64_t touched;           /* sectors, by all waves so far; the time of the replacement */
  uint64_t touched_before;    /* by the earlier waves */
  uint64_t repeats;           /* of the current wave */
  uint64_t fetched;           /* sectors that a block read for the first time */
  uint64_t missed, displaced; /* of these, and of repeated ones: sectors that came from memory */
  uint64_t memory_written;
  uint64_t unique_read, unique_written;
  /* The same after the first half of the blocks, to extrapolate. */
  uint64_t half_missed, half_read, half_written;
};

struct memory_use *memory_use_new(const struct launch_state *launch) {
  const struct gpu_device *device = launch->launch->device;
  struct memory_use *use = calloc(1, sizeof *use);
  pthread_mutex_init(&use->lock, NULL);
  use->touched = use->touched_before = 1; /* 0 means that a line was never touched */
  use->blocks_of_wave = UINT64_MAX;
  if (device) {
    const unsigned resident = launch->launch->resident_blocks ? launch->launch->resident_blocks : 1;
    use->capacity = (uint64_t)(device->level_2_cache / SECTOR_BYTES);
    use->blocks_of_wave = (uint64_t)device->multiprocessors * resident;
  }
  return use;
}

static void free_ended(struct ended_block *block) {
  free(block->lines);
  free(block->atomics);
  free(block);
}

void memory_use_free(struct memory_use *use) {
  if (!use)
    return;
  while (use->waiting) {
    struct ended_block *next = use->waiting->next;
    free_ended(use->waiting);
    use->waiting = next;
  }
  line_map_free(&use->lines);
  line_map_free(&use->atomics);
  pthread_mutex_destroy(&use->lock);
  free(use);
}

/* ---- The second level -------------------------------------------------------------------------- */

static void end_wave(struct memory_use *use) {
  const uint64_t touched = use->touched - use->touched_before;
  if (use->capacity && touched > use->capacity)
    use->displaced += (uint64_t)((unsigned __int128)use->repeats * (touched - use->capacity) / touched);
  use->repeats = 0;
  use->touched_before = use->touched;
}

static unsigned bits(unsigned mask) { return (unsigned)__builtin_popcount(mask); }

static void add_line(struct memory_use *use, const struct line *from) {
  struct line *line = line_map_find(&use->lines, from->key);
  const bool is_of_wave = line->value > use->touched_before;
  if (!is_of_wave && use->capacity && line->value && use->touched - line->value >= use->capacity) {
    use->memory_written += bits(line->dirty);
    line->cached = line->dirty = 0;
  }
  const unsigned used = from->read | from->written;
  use->fetched += bits(from->fetched);
  use->missed += bits(from->fetched & ~line->cached);
  use->touched += bits(is_of_wave ? used & ~line->cached : used);
  use->unique_read += bits(from->read & ~line->read);
  use->unique_written += bits(from->written & ~line->written);
  line->value = use->touched;
  line->cached |= (uint8_t)used;
  line->dirty |= from->written;
  line->read |= from->read;
  line->written |= from->written;
}

/* ---- Blocks in ascending order ------------------------------------------------------------------ */

static void add_block(struct launch_state *launch, const struct ended_block *block) {
  struct memory_use *use = launch->memory_use;
  const uint64_t wave = block_number(launch, block->ordinal) / use->blocks_of_wave;
  if (block->ordinal == launch->executed_blocks / 2) {
    use->half_missed = use->missed;
    use->half_read = use->unique_read;
    use->half_written = use->unique_written;
  }
  if (wave != use->wave)
    end_wave(use);
  use->wave = wave;
  use->repeats += block->repeats;
  for (size_t i = 0; i < block->line_count; i++)
    add_line(use, &block->lines[i]);
  for (size_t i = 0; i < block->atomic_count; i++)
    line_map_find(&use->atomics, block->atomics[i].key)->value += block->atomics[i].value;
  use->next++;
}

static struct line *copy_of(const struct line_map *map) {
  struct line *copy = malloc(map->count * sizeof *copy + 1);
  memcpy(copy, map->lines, map->count * sizeof *copy);
  return copy;
}

static void wait_for_lower(struct memory_use *use, const struct ended_block *block,
                           const struct line_map *lines, const struct line_map *atomics) {
  struct ended_block **at = &use->waiting, *copy = malloc(sizeof *copy);
  *copy = *block;
  copy->lines = copy_of(lines);
  copy->atomics = copy_of(atomics);
  while (*at && (*at)->ordinal < block->ordinal)
    at = &(*at)->next;
  copy->next = *at;
  *at = copy;
}

void memory_use_add(struct launch_state *launch, uint64_t ordinal, struct line_map *lines,
                    struct line_map *atomics, uint64_t repeats) {
  struct memory_use *use = launch->memory_use;
  const struct ended_block block = {.ordinal = ordinal,
                                    .repeats = repeats,
                                    .lines = lines->lines,
                                    .atomics = atomics->lines,
                                    .line_count = lines->count,
                                    .atomic_count = atomics->count};
  pthread_mutex_lock(&use->lock);
  if (ordinal != use->next)
    wait_for_lower(use, &block, lines, atomics);
  else
    add_block(launch, &block);
  while (use->waiting && use->waiting->ordinal == use->next) {
    struct ended_block *first = use->waiting;
    use->waiting = first->next;
    add_block(launch, first);
    free_ended(first);
  }
  pthread_mutex_unlock(&use->lock);
  line_map_clear(lines);
  line_map_clear(atomics);
}

/* ---- The launch --------------------------------------------------------------------------------- */

/* VALUE of the executed blocks, HALF of their first half: the other blocks add as much as those of the second half. So
 * what all blocks share is not multiplied. */
static uint64_t extrapolate(const struct launch_state *launch, uint64_t value, uint64_t half) {
  const uint64_t executed = launch->executed_blocks, measured = executed - executed / 2;
  return value + (uint64_t)((unsigned __int128)(value - half) * (launch->blocks - executed) / measured);
}

uint64_t memory_use_missed(const struct launch_state *launch, uint64_t *fetched) {
  *fetched = launch->memory_use->fetched;
  return launch->memory_use->missed;
}

void memory_use_finish(struct launch_state *launch, struct gpu_counts *counts) {
  struct memory_use *use = launch->memory_use;
  uint64_t most = 0;
  end_wave(use);
  for (size_t i = 0; i < use->atomics.count; i++)
    most = use->atomics.lines[i].value > most ? use->atomics.lines[i].value : most;
  for (size_t i = 0; i < use->lines.count; i++)
    use->memory_written += bits(use->lines.lines[i].dirty);
  const uint64_t blocks = launch->blocks, executed = launch->executed_blocks;
  counts->atomic_most_on_one_address = (uint64_t)((unsigned __int128)most * blocks / executed);
  counts->unique_read_sectors = extrapolate(launch, use->unique_read, use->half_read);
  counts->unique_written_sectors = extrapolate(launch, use->unique_written, use->half_written);
  if (!launch->launch->device) {
    counts->level_1_hits = counts->level_1_misses = counts->level_2_written = counts->level_2_atomic = 0;
    return;
  }
  const uint64_t displaced = (uint64_t)((unsigned __int128)use->displaced * blocks / executed);
  const uint64_t reads = counts->level_1_misses + counts->level_2_atomic;
  counts->level_2_misses = extrapolate(launch, use->missed, use->half_missed) + displaced;
  if (counts->level_2_misses > reads)
    counts->level_2_misses = reads;
  counts->level_2_hits = reads - counts->level_2_misses;
  counts->memory_written = (uint64_t)((unsigned __int128)use->memory_written * blocks / executed);
}
