/* FILE: lib/simulator/block_caches.c
 * WHAT: the first-level cache as a block sees it, and the lines and addresses that the block accesses beyond it.
 *
 * The resident blocks share the cache of a multiprocessor: what shared memory leaves. How much of it a block sees depends on
 * what the others read. So each block has two caches: its share, which is right if the blocks read different lines, and the whole
 * cache, which is right if they read the same lines. cache_sharing.c weighs them. Both are empty when the block
 * starts and fully associative, so hits depend neither on addresses nor on the other blocks.
 * Stores write through and allocate nothing; loads allocate sectors of a line. Local memory is allocated by both, and
 * no other block reads it: its hits are those of the share.
 */
#include "simulator/machine.h"

#include "simulator/line_map.h"

enum { BUCKETS = 4096, NONE = 0xffff };
#define LOCAL_LINES (1ull << 60) /* keys from here on are lines of local memory */

struct cached_line {
  uint64_t key;
  uint16_t newer, older, next; /* by last use; of the same bucket */
  uint8_t sectors;
};

struct level_1 {
  struct cached_line *lines;
  unsigned capacity, count;
  uint16_t newest, oldest;
  uint16_t buckets[BUCKETS];
};

struct block_caches {
  struct level_1 first[FIRST_LEVELS];
  unsigned first_count; /* 1: the share is the whole cache */
  struct line_map used, atomics;
  uint64_t repeats[FIRST_LEVELS]; /* sectors that were read again although the first level lost them */
  enum memory_level last_level[FIRST_LEVELS];
  unsigned last_cycles;
};

static void empty_level_1(struct block_caches *caches) {
  for (unsigned i = 0; i < caches->first_count; i++) {
    struct level_1 *first = &caches->first[i];
    memset(first->buckets, 0xff, sizeof first->buckets);
    first->count = 0;
    first->newest = first->oldest = NONE;
  }
}

struct block_caches *caches_new(const struct launch_state *launch) {
  struct block_caches *caches = calloc(1, sizeof *caches);
  caches->first_count = launch->launch->device && launch->resident > 1 ? FIRST_LEVELS : 1;
  for (unsigned i = 0; i < caches->first_count; i++) {
    caches->first[i].capacity = sharing_lines(launch, (enum first_level)i);
    caches->first[i].lines = calloc(caches->first[i].capacity, sizeof *caches->first[i].lines);
  }
  empty_level_1(caches);
  return caches;
}

void caches_free(struct block_caches *caches) {
  if (!caches)
    return;
  line_map_free(&caches->used);
  line_map_free(&caches->atomics);
  for (unsigned i = 0; i < caches->first_count; i++)
    free(caches->first[i].lines);
  free(caches);
}

/* ---- The first level --------------------------------------------------------------------------- */

static void unlink_line(struct level_1 *first, uint16_t at) {
  const struct cached_line *line = &first->lines[at];
  *(line->newer == NONE ? &first->newest : &first->lines[line->newer].older) = line->older;
  *(line->older == NONE ? &first->oldest : &first->lines[line->older].newer) = line->newer;
}

static void link_newest(struct level_1 *first, uint16_t at) {
  struct cached_line *line = &first->lines[at];
  line->newer = NONE;
  line->older = first->newest;
  *(first->newest == NONE ? &first->oldest : &first->lines[first->newest].newer) = at;
  first->newest = at;
}

static size_t bucket_of(uint64_t key) { return line_hash(key, 12); }
_Static_assert(BUCKETS == 1 << 12, "the hash has 12 bits");

/* A free line: an unused one, or the one whose last use is longest ago. */
static uint16_t take_line(struct level_1 *first) {
  if (first->count < first->capacity)
    return (uint16_t)first->count++;
  const uint16_t at = first->oldest;
  uint16_t *link = &first->buckets[bucket_of(first->lines[at].key)];
  while (*link != at)
    link = &first->lines[*link].next;
  *link = first->lines[at].next;
  unlink_line(first, at);
  return at;
}

/* Returns the sectors of MASK that are in the cache, and makes the line the newest. If ADDS, all of MASK is there then. */
static unsigned look_up(struct level_1 *first, uint64_t key, unsigned mask, bool adds) {
  uint16_t *bucket = &first->buckets[bucket_of(key)], at = *bucket;
  while (at != NONE && first->lines[at].key != key)
    at = first->lines[at].next;
  if (at == NONE) {
    if (!adds)
      return 0;
    at = take_line(first);
    first->lines[at] = (struct cached_line){.key = key, .next = *bucket};
    *bucket = at;
    link_newest(first, at);
  } else if (first->newest != at) {
    unlink_line(first, at);
    link_newest(first, at);
  }
  const unsigned found = first->lines[at].sectors & mask;
  if (adds)
    first->lines[at].sectors |= (uint8_t)mask;
  return found;
}

/* ---- Accesses ---------------------------------------------------------------------------------- */

static void note_level(struct block_caches *caches, enum first_level first, enum memory_level level) {
  if (level > caches->last_level[first])
    caches->last_level[first] = level;
}

static unsigned bits(unsigned mask) { return (unsigned)__builtin_popcount(mask); }

/* The block reads sectors of LINE: MISSED by each of the two caches. What it reads for the first time, both miss. */
static void fetch(struct block_caches *caches, struct line *line, const unsigned missed[FIRST_LEVELS]) {
  const unsigned known = line->read | line->written;
  for (unsigned i = 0; i < FIRST_LEVELS; i++) {
    caches->repeats[i] += bits(missed[i] & known);
    if (missed[i])
      note_level(caches, (enum first_level)i, missed[i] & ~known ? LEVEL_MEMORY : LEVEL_2);
  }
  line->fetched |= (uint8_t)(missed[SHARE_OF_BLOCK] & ~known);
  line->read |= (uint8_t)missed[SHARE_OF_BLOCK];
}

static void read_line(struct block *block, uint64_t key, unsigned mask, bool bypasses_level_1) {
  struct block_caches *caches = block->caches;
  struct gpu_counts *counts = &block->worker->counts;
  unsigned missed[FIRST_LEVELS] = {mask, mask};
  for (unsigned i = 0; i < caches->first_count && !bypasses_level_1; i++)
    missed[i] = mask & ~look_up(&caches->first[i], key, mask, true);
  if (caches->first_count < FIRST_LEVELS)
    missed[WHOLE_CACHE] = missed[SHARE_OF_BLOCK];
  counts->level_1_hits += bits(mask & ~missed[SHARE_OF_BLOCK]);
  if (!missed[SHARE_OF_BLOCK])
    return;
  counts->level_1_misses += bits(missed[SHARE_OF_BLOCK]);
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
      counts->level_2_atomic += bits(mask);
      fetch(caches, line, (const unsigned[FIRST_LEVELS]){mask, mask});
    } else {
      counts->level_2_written += bits(mask);
    }
    line->written |= (uint8_t)mask;
  }
}

void caches_local(struct warp *warp, uint64_t line, unsigned mask, bool stores) {
  struct block_caches *caches = warp->block->caches;
  struct gpu_counts *counts = &warp->worker->counts;
  unsigned found = 0;
  for (unsigned i = caches->first_count; i-- > 0;) /* the share is the last one */
    found = look_up(&caches->first[i], LOCAL_LINES | (uint64_t)warp->number << 32 | line, mask, true);
  caches->last_cycles++;
  if (stores)
    return;
  counts->level_1_hits += bits(found);
  counts->level_1_misses += bits(mask & ~found);
  for (unsigned i = 0; i < FIRST_LEVELS; i++)
    note_level(caches, (enum first_level)i, mask & ~found ? LEVEL_2 : LEVEL_1);
}

void caches_atomic(struct block *block, uint64_t address, unsigned operations) {
  line_map_find(&block->caches->atomics, address)->value += operations;
}

enum memory_level caches_last(const struct block_caches *caches, enum first_level first, unsigned *cycles) {
  *cycles = caches->last_cycles;
  return caches->last_level[first];
}

void caches_occupy(struct block_caches *caches, unsigned cycles) { caches->last_cycles += cycles; }

void caches_forget_last(struct block_caches *caches) {
  caches->last_level[SHARE_OF_BLOCK] = caches->last_level[WHOLE_CACHE] = LEVEL_1;
  caches->last_cycles = 0;
}

void caches_end_block(struct block *block) {
  struct block_caches *caches = block->caches;
  if (!caches)
    return;
  memory_use_add(block->launch, block->ordinal, &caches->used, &caches->atomics, caches->repeats);
  memset(caches->repeats, 0, sizeof caches->repeats);
  empty_level_1(caches);
}
