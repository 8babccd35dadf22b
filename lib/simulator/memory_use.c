/* FILE: lib/simulator/memory_use.c
 * WHAT: what all blocks of a launch access: unique sectors, the busiest address of atomic operations, and the second-level
 *       cache with its traffic to memory.
 *
 * Blocks end in any order on the host threads. Their lines are added in the order of the blocks, so the counts are the
 * same for any number of host threads. The cache is filled by waves of blocks that are resident together. A wave
 * fetches a sector once; a sector of an earlier wave or launch is still there if fewer sectors than the cache holds were
 * touched since. If a wave touches more than the cache holds, sectors that a block reads again miss in proportion.
 */
#include "simulator/machine.h"

#include "simulator/line_map.h"

/* A block that ended before one with a lower number. */
struct ended_block {
  struct ended_block *next;
  uint64_t ordinal, repeats[FIRST_LEVELS];
  struct line *lines, *atomics;
  size_t line_count, atomic_count;
};

/* Sectors, counted for each wave. */
enum {
  USE_TOUCHED,
  USE_COLD,      /* fetched from memory, for the first time in the launch */
  USE_REFETCHED, /* fetched from memory again, lost between waves */
  USE_FETCHED,   /* read by a block for the first time */
  USE_MERGED,    /* of these, another block of the multiprocessor has them in the first level */
  USE_REPEATED,  /* read by a block again, because its share of the first level lost them */
  USE_LOST,      /* of these, the whole first level would keep them */
  USE_KEPT,      /* of these, it does */
  USE_DISPLACED, /* of those that are not kept, lost by the second level within the wave */
  USE_READ,      /* for the first time in the launch */
  USE_WRITTEN,
  USES
};

/* The second level: what launches of a program leave there for the next one. */
struct level_2 {
  struct line_map lines;
  uint64_t time; /* sectors touched by all waves so far; 0 means that a line is not in the cache */
  uint32_t launches, newest, oldest; /* lines: 1 + position */
};

struct memory_use {
  pthread_mutex_t lock;
  struct level_2 *level_2;
  struct ended_block *waiting;
  uint64_t next; /* block to add */
  struct line_map atomics;
  uint64_t capacity;    /* of the second level in sectors; 0: all of memory */
  uint64_t wave, began; /* number of the wave, and TIME when it began */
  uint64_t blocks;      /* of the wave, so far */
  uint64_t now[USES];   /* of the wave */
  uint64_t half[USES];  /* NOW when half of the wave's executed blocks were added */
  uint64_t first[USES],
      later[USES]; /* extrapolated to all blocks of the first wave, of the later executed waves */
  uint64_t memory_written;
  struct cache_sharing sharing;
};

static struct level_2 *level_2_of(struct gpu_program *program) {
  if (!program->level_2) {
    program->level_2 = calloc(1, sizeof *program->level_2);
    program->level_2->time = 1;
  }
  return program->level_2;
}

struct memory_use *memory_use_new(const struct launch_state *launch) {
  struct memory_use *use = calloc(1, sizeof *use);
  pthread_mutex_init(&use->lock, NULL);
  use->level_2 = level_2_of(launch->program);
  use->level_2->launches++;
  use->began = use->level_2->time;
  if (launch->launch->device)
    use->capacity = (uint64_t)(launch->launch->device->level_2_cache / SECTOR_BYTES);
  return use;
}

static void free_ended(struct ended_block *block) {
  free(block->lines);
  free(block->atomics);
  free(block);
}

void memory_use_forget(struct gpu_program *program) {
  if (program->level_2)
    line_map_free(&program->level_2->lines);
  free(program->level_2);
  program->level_2 = NULL;
}

void memory_use_free(struct memory_use *use) {
  if (!use)
    return;
  while (use->waiting) {
    struct ended_block *next = use->waiting->next;
    free_ended(use->waiting);
    use->waiting = next;
  }
  line_map_free(&use->atomics);
  sharing_free(&use->sharing);
  pthread_mutex_destroy(&use->lock);
  free(use);
}

/* ---- The second level -------------------------------------------------------------------------- */

static uint64_t scale(uint64_t value, uint64_t all, uint64_t part) {
  return part ? (uint64_t)((unsigned __int128)value * all / part) : value;
}

/* Each block that was not executed adds as much as those of the second half. So what all blocks share is not multiplied. */
static void extrapolate_wave(const struct launch_state *launch, struct memory_use *use, uint64_t wave[USES]) {
  uint64_t all;
  const uint64_t executed = sample_of_wave(launch, use->wave, &all);
  for (size_t i = 0; i < USES; i++)
    wave[i] = use->now[i] + scale(use->now[i] - use->half[i], all - executed, executed - executed / 2);
  const struct sharing sharing = sharing_end_wave(launch, &use->sharing, all);
  wave[USE_KEPT] = (uint64_t)((double)wave[USE_LOST] * sharing.whole);
  wave[USE_MERGED] = (uint64_t)((double)wave[USE_FETCHED] * sharing.merged);
}

static void end_wave(const struct launch_state *launch, struct memory_use *use) {
  uint64_t wave[USES];
  extrapolate_wave(launch, use, wave);
  const uint64_t touched = wave[USE_TOUCHED];
  if (use->capacity && touched > use->capacity)
    wave[USE_DISPLACED] = scale(wave[USE_REPEATED] - wave[USE_KEPT], touched - use->capacity, touched);
  for (size_t i = 0; i < USES; i++)
    *(use->wave ? &use->later[i] : &use->first[i]) += wave[i];
  use->began = use->level_2->time += touched - use->now[USE_TOUCHED];
  use->wave++;
  use->blocks = 0;
  memset(use->now, 0, sizeof use->now);
  memset(use->half, 0, sizeof use->half);
}

static unsigned bits(unsigned mask) { return (unsigned)__builtin_popcount(mask); }

static struct line *line_at(struct level_2 *level_2, uint32_t at) { return &level_2->lines.lines[at - 1]; }

static void unlink_line(struct level_2 *level_2, const struct line *line) {
  *(line->newer ? &line_at(level_2, line->newer)->older : &level_2->newest) = line->older;
  *(line->older ? &line_at(level_2, line->older)->newer : &level_2->oldest) = line->newer;
}

static void make_newest(struct level_2 *level_2, struct line *line) {
  const uint32_t at = (uint32_t)(line - level_2->lines.lines) + 1;
  if (line->value)
    unlink_line(level_2, line);
  line->newer = 0;
  line->older = level_2->newest;
  *(level_2->newest ? &line_at(level_2, level_2->newest)->newer : &level_2->oldest) = at;
  level_2->newest = at;
  line->value = level_2->time;
}

/* Removes the lines of earlier waves for which there is no room. */
static void evict(struct memory_use *use) {
  struct level_2 *level_2 = use->level_2;
  while (use->capacity && level_2->oldest) {
    struct line *line = line_at(level_2, level_2->oldest);
    if (line->value > use->began || level_2->time - line->value < use->capacity)
      return;
    unlink_line(level_2, line);
    use->memory_written += bits(line->dirty);
    line->cached = line->dirty = 0;
    line->value = 0;
  }
}

static void add_line(struct memory_use *use, const struct line *from) {
  struct level_2 *level_2 = use->level_2;
  evict(use);
  struct line *line = line_map_find(&level_2->lines, from->key);
  if (line->launch != level_2->launches)
    line->read = line->written = 0;
  line->launch = level_2->launches;
  const bool is_of_wave = line->value > use->began;
  const unsigned used = from->read | from->written, missed = from->fetched & ~line->cached;
  const unsigned touched = bits(is_of_wave ? used & ~line->cached : used);
  const unsigned cold = bits(missed & ~(line->read | line->written));
  use->now[USE_FETCHED] += bits(from->fetched);
  use->now[USE_COLD] += cold;
  use->now[USE_REFETCHED] += bits(missed) - cold;
  use->now[USE_TOUCHED] += touched;
  use->now[USE_READ] += bits(from->read & ~line->read);
  use->now[USE_WRITTEN] += bits(from->written & ~line->written);
  level_2->time += touched;
  line->cached |= (uint8_t)used;
  line->dirty |= from->written;
  line->read |= from->read;
  line->written |= from->written;
  make_newest(level_2, line);
}

/* A sample leaves the rest of its launch out, so what it wrote is written back at once. */
static void write_back(struct memory_use *use) {
  for (uint32_t at = use->level_2->newest; at; at = line_at(use->level_2, at)->older) {
    use->memory_written += bits(line_at(use->level_2, at)->dirty);
    line_at(use->level_2, at)->dirty = 0;
  }
}

/* The bytes are written to memory by the copy: they are not dirty. Of a large copy the end remains. */
void gpu_program_copied(struct gpu_program *program, const struct gpu_device *device, uint64_t address,
                        size_t bytes) {
  struct level_2 *level_2 = level_2_of(program);
  const size_t capacity = (size_t)device->level_2_cache;
  uint64_t sector = (bytes > capacity ? address + bytes - capacity : address) / SECTOR_BYTES;
  const uint64_t end = (address + bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
  for (; sector < end; sector++) {
    struct line *line = line_map_find(&level_2->lines, sector / LINE_SECTORS);
    line->cached |= (uint8_t)(1u << sector % LINE_SECTORS);
    level_2->time++;
    make_newest(level_2, line);
  }
}

/* ---- Blocks in ascending order ------------------------------------------------------------------ */

static void add_block(struct launch_state *launch, const struct ended_block *block) {
  struct memory_use *use = launch->memory_use;
  uint64_t all;
  if (sample_wave(launch, block->ordinal) != use->wave)
    end_wave(launch, use);
  const uint64_t executed = sample_of_wave(launch, use->wave, &all);
  if (use->blocks == executed / 2)
    memcpy(use->half, use->now, sizeof use->half);
  sharing_add(launch, &use->sharing, use->blocks++, executed, block->lines, block->line_count);
  use->now[USE_REPEATED] += block->repeats[SHARE_OF_BLOCK];
  use->now[USE_LOST] += block->repeats[SHARE_OF_BLOCK] - block->repeats[WHOLE_CACHE];
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
                    struct line_map *atomics, const uint64_t repeats[FIRST_LEVELS]) {
  struct memory_use *use = launch->memory_use;
  const struct ended_block block = {.ordinal = ordinal,
                                    .repeats = {repeats[SHARE_OF_BLOCK], repeats[WHOLE_CACHE]},
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

/* The sum over all waves: those that were not executed are like the later ones. */
static uint64_t total(const struct launch_state *launch, unsigned number) {
  const struct memory_use *use = launch->memory_use;
  const uint64_t wave = launch->wave_blocks, executed = launch->executed_waves;
  if (launch->executed_blocks == launch->blocks)
    return use->first[number] + use->later[number];
  return executed == 1
             ? scale(use->first[number], launch->blocks, wave)
             : use->first[number] + scale(use->later[number], launch->blocks - wave, (executed - 1) * wave);
}

static uint64_t level_2_misses(const struct launch_state *launch) {
  return total(launch, USE_COLD) + total(launch, USE_REFETCHED) + total(launch, USE_DISPLACED);
}

void memory_use_finish(struct launch_state *launch, struct gpu_counts *counts) {
  struct memory_use *use = launch->memory_use;
  const uint64_t blocks = launch->blocks, executed = launch->executed_blocks;
  uint64_t most = 0;
  end_wave(launch, use);
  for (size_t i = 0; i < use->atomics.count; i++)
    most = use->atomics.lines[i].value > most ? use->atomics.lines[i].value : most;
  evict(use);
  if (executed != blocks)
    write_back(use);
  counts->atomic_most_on_one_address = scale(most, blocks, executed);
  counts->unique_read_sectors = total(launch, USE_READ);
  counts->unique_written_sectors = total(launch, USE_WRITTEN);
  if (!launch->launch->device) {
    counts->level_1_hits = counts->level_1_misses = counts->level_2_written = counts->level_2_atomic = 0;
    return;
  }
  const uint64_t saved = total(launch, USE_KEPT) + total(launch, USE_MERGED);
  const uint64_t found = saved < counts->level_1_misses ? saved : counts->level_1_misses;
  counts->level_1_misses -= found;
  counts->level_1_hits += found;
  const uint64_t reads = counts->level_1_misses + counts->level_2_atomic, misses = level_2_misses(launch);
  counts->level_2_misses = misses < reads ? misses : reads;
  counts->level_2_hits = reads - counts->level_2_misses;
  counts->memory_written = scale(use->memory_written, blocks, executed);
}

uint64_t memory_use_missed(const struct launch_state *launch, uint64_t *fetched) {
  *fetched = total(launch, USE_FETCHED);
  const uint64_t missed = level_2_misses(launch);
  return missed < *fetched ? missed : *fetched;
}

uint64_t memory_use_kept(const struct launch_state *launch, uint64_t *lost) {
  *lost = total(launch, USE_LOST);
  return total(launch, USE_KEPT);
}
