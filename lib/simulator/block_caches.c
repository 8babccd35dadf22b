/* FILE: lib/simulator/block_caches.c
 * WHAT: the first-level cache of a block, and the lines and addresses that the block accesses beyond it.
 *
 * Each block has its share of the cache of a multiprocessor: what shared memory leaves, divided by the resident blocks. It
 * is empty when the block starts and fully associative, so hits depend neither on addresses nor on the other blocks.
 * Stores write through and allocate nothing; loads allocate sectors of a line. Local memory is allocated by both.
 */
#include "simulator/machine.h"

#include "simulator/line_map.h"

enum { LINES_MOST = 4096, BUCKETS = 4096, NONE = 0xffff, LINES_WITHOUT_DEVICE = 64 };
#define LOCAL_LINES (1ull << 60) /* keys from here on are lines of local memory */

struct cached_line {
  uint64_t key;
  uint16_t newer, older, next; /* by last use; of the same bucket */
  uint8_t sectors;
};

struct block_caches {
  struct cached_line *lines;
  unsigned capacity, count;
  uint16_t newest, oldest;
  uint16_t buckets[BUCKETS];
  struct line_map used, atomics;
  uint64_t repeats; /* sectors that were read again although the first level lost them */
  enum memory_level last_level;
  unsigned last_cycles;
};

static unsigned lines_of_block(const struct launch_state *launch) {
  const struct gpu_device *device = launch->launch->device;
  if (!device)
    return LINES_WITHOUT_DEVICE;
  double bytes = device->level_1_cache / (double)launch->resident;
  if (device->level_1_is_unified)
    bytes -= (double)launch->shared_bytes;
  const double lines = bytes / (SECTOR_BYTES * LINE_SECTORS);
  return lines < 1 ? 1 : lines > LINES_MOST ? LINES_MOST : (unsigned)lines;
}

static void empty_level_1(struct block_caches *caches) {
  memset(caches->buckets, 0xff, sizeof caches->buckets);
  caches->count = 0;
  caches->newest = caches->oldest = NONE;
}

struct block_caches *caches_new(const struct launch_state *launch) {
  struct block_caches *caches = calloc(1, sizeof *caches);
  caches->capacity = lines_of_block(launch);
  caches->lines = calloc(caches->capacity, sizeof *caches->lines);
  empty_level_1(caches);
  return caches;
}

void caches_free(struct block_caches *caches) {
  if (!caches)
    return;
  line_map_free(&caches->used);
  line_map_free(&caches->atomics);
  free(caches->lines);
  free(caches);
}

/* ---- The first level --------------------------------------------------------------------------- */

static void unlink_line(struct block_caches *caches, uint16_t at) {
  const struct cached_line *line = &caches->lines[at];
  *(line->newer == NONE ? &caches->newest : &caches->lines[line->newer].older) = line->older;
  *(line->older == NONE ? &caches->oldest : &caches->lines[line->older].newer) = line->newer;
}

static void link_newest(struct block_caches *caches, uint16_t at) {
  struct cached_line *line = &caches->lines[at];
  line->newer = NONE;
  line->older = caches->newest;
  *(caches->newest == NONE ? &caches->oldest : &caches->lines[caches->newest].newer) = at;
  caches->newest = at;
}

static size_t bucket_of(uint64_t key) { return line_hash(key, 12); }
_Static_assert(BUCKETS == 1 << 12, "the hash has 12 bits");

/* A free line: an unused one, or the one whose last use is longest ago. */
static uint16_t take_line(struct block_caches *caches) {
  if (caches->count < caches->capacity)
    return (uint16_t)caches->count++;
  const uint16_t at = caches->oldest;
  uint16_t *link = &caches->buckets[bucket_of(caches->lines[at].key)];
  while (*link != at)
    link = &caches->lines[*link].next;
  *link = caches->lines[at].next;
  unlink_line(caches, at);
  return at;
}

/* Returns the sectors of MASK that are in the cache, and makes the line the newest. If ADDS, all of MASK is there then. */
static unsigned look_up(struct block_caches *caches, uint64_t key, unsigned mask, bool adds) {
  uint16_t *bucket = &caches->buckets[bucket_of(key)], at = *bucket;
  while (at != NONE && caches->lines[at].key != key)
    at = caches->lines[at].next;
  if (at == NONE) {
    if (!adds)
      return 0;
    at = take_line(caches);
    caches->lines[at] = (struct cached_line){.key = key, .next = *bucket};
    *bucket = at;
    link_newest(caches, at);
  } else if (caches->newest != at) {
    unlink_line(caches, at);
    link_newest(caches, at);
  }
  const unsigned found = caches->lines[at].sectors & mask;
  if (adds)
    caches->lines[at].sectors |= (uint8_t)mask;
  return found;
}

/* ---- Accesses ---------------------------------------------------------------------------------- */

static void note_level(struct block_caches *caches, enum memory_level level) {
  if (level > caches->last_level)
    caches->last_level = level;
}

/* The block reads SECTORS of LINE from the second level. */
static void fetch(struct block_caches *caches, struct line *line, unsigned sectors) {
  const unsigned known = line->read | line->written, repeated = sectors & known;
  caches->repeats += (unsigned)__builtin_popcount(repeated);
  line->fetched |= (uint8_t)(sectors & ~known);
  line->read |= (uint8_t)sectors;
  note_level(caches, sectors & ~known ? LEVEL_MEMORY : LEVEL_2);
}

static void read_line(struct block *block, uint64_t key, unsigned mask, bool bypasses_level_1) {
  struct block_caches *caches = block->caches;
  struct gpu_counts *counts = &block->worker->counts;
  const unsigned found = bypasses_level_1 ? 0 : look_up(caches, key, mask, true), missed = mask & ~found;
  counts->level_1_hits += (unsigned)__builtin_popcount(found);
  if (!missed)
    return;
  counts->level_1_misses += (unsigned)__builtin_popcount(missed);
  fetch(caches, line_map_find(&caches->used, key), missed);
}

void caches_global(struct block *block, const uint64_t *sectors, unsigned count, enum access_kind kind,
                   bool bypasses_level_1) {
  struct block_caches *caches = block->caches;
  struct gpu_counts *counts = &block->worker->counts;
  for (unsigned i = 0; i < count;) {
    const uint64_t key = sectors[i] / LINE_SECTORS;
    unsigned mask = 0;
    for (; i < count && sectors[i] / LINE_SECTORS == key; i++)
      mask |= 1u << sectors[i] % LINE_SECTORS;
    caches->last_cycles++;
    if (kind == ACCESS_READ) {
      read_line(block, key, mask, bypasses_level_1);
      continue;
    }
    struct line *line = line_map_find(&caches->used, key);
    if (kind == ACCESS_ATOMIC) {
      counts->level_2_atomic += (unsigned)__builtin_popcount(mask);
      fetch(caches, line, mask);
    } else {
      counts->level_2_written += (unsigned)__builtin_popcount(mask);
    }
    line->written |= (uint8_t)mask;
  }
}

void caches_local(struct warp *warp, uint64_t line, unsigned mask, bool stores) {
  struct block_caches *caches = warp->block->caches;
  struct gpu_counts *counts = &warp->worker->counts;
  const unsigned found = look_up(caches, LOCAL_LINES | (uint64_t)warp->number << 32 | line, mask, true);
  caches->last_cycles++;
  if (stores)
    return;
  counts->level_1_hits += (unsigned)__builtin_popcount(found);
  counts->level_1_misses += (unsigned)__builtin_popcount(mask & ~found);
  note_level(caches, mask & ~found ? LEVEL_2 : LEVEL_1);
}

void caches_atomic(struct block *block, uint64_t address, unsigned operations) {
  line_map_find(&block->caches->atomics, address)->value += operations;
}

enum memory_level caches_last(const struct block_caches *caches, unsigned *cycles) {
  *cycles = caches->last_cycles;
  return caches->last_level;
}

void caches_occupy(struct block_caches *caches, unsigned cycles) { caches->last_cycles += cycles; }

void caches_forget_last(struct block_caches *caches) {
  caches->last_level = LEVEL_1;
  caches->last_cycles = 0;
}

void caches_end_block(struct block *block) {
  struct block_caches *caches = block->caches;
  if (!caches)
    return;
  memory_use_add(block->launch, block->ordinal, &caches->used, &caches->atomics, caches->repeats);
  caches->repeats = 0;
  empty_level_1(caches);
}
