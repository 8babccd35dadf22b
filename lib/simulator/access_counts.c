/* FILE: lib/simulator/access_counts.c
 * WHAT: counts memory accesses of warps: sectors, lines, bank conflicts, atomic operations.
 */
#include <stdlib.h>

#include "simulator/lanes.h"

enum { SECTOR_SHIFT = 5, LINE_SECTORS = 4, BANKS_OF_SHARED = 32, WORD = 4, WAVEFRONT_BYTES = 128 };

void counts_start(struct worker *worker) { worker->counts = (struct gpu_counts){0}; }

/* Writes the different values of ADDRESSES >> SHIFT for active lanes in ascending order; BYTES reach across one boundary
 * at most, because accesses are aligned. Returns how many there are. */
static unsigned distinct(const uint64_t addresses[LANES], lane_mask mask, unsigned shift,
                         uint64_t values[LANES]) {
  unsigned count = 0;
  bool sorted = true;
  for (lane_mask rest = mask; rest; rest &= rest - 1) {
    const uint64_t value = addresses[__builtin_ctz(rest)] >> shift;
    if (count && value == values[count - 1])
      continue;
    sorted &= !count || value > values[count - 1];
    values[count++] = value;
  }
  if (sorted)
    return count;
  for (unsigned i = 1; i < count; i++) {
    const uint64_t value = values[i];
    unsigned at = i;
    for (; at > 0 && values[at - 1] > value; at--)
      values[at] = values[at - 1];
    values[at] = value;
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (!i || values[i] != values[kept - 1])
      values[kept++] = values[i];
  return kept;
}

void counts_global(struct warp *warp, const struct operation *operation, lane_mask mask,
                   const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  struct gpu_counts *counts = &warp->worker->counts;
  uint64_t sectors[LANES];
  const unsigned count = distinct(addresses, mask, SECTOR_SHIFT, sectors);
  unsigned lines = 0;
  for (unsigned i = 0; i < count; i++)
    lines += !i || sectors[i] / LINE_SECTORS != sectors[i - 1] / LINE_SECTORS;
  const uint64_t all = (uint64_t)__builtin_popcount(mask) * bytes;
  counts->global_requests++;
  if (kind != ACCESS_READ) {
    counts->global_store_sectors += count;
    counts->global_store_lines += lines;
    counts->global_store_bytes += all;
  } else {
    counts->global_load_sectors += count;
    counts->global_load_lines += lines;
    counts->global_load_bytes += all;
  }
  if (warp->worker->sites) {
    uint64_t elements[LANES];
    const unsigned element_shift = (unsigned)__builtin_ctz(bytes); /* accesses are aligned */
    const unsigned different = distinct(addresses, mask, element_shift, elements);
    const struct site_access access = {mask, bytes, kind, count, (different * bytes + 31) >> SECTOR_SHIFT};
    sites_global(warp, operation, &access, addresses);
  }
  if (warp->block->caches)
    caches_global(warp->block, sectors, count, kind, operation->flags & FLAG_SPIN);
}

/* Passes through the banks for the lanes of PART: the most different words of one bank. */
static unsigned wavefronts(const uint64_t addresses[LANES], lane_mask part, unsigned words) {
  uint32_t held[BANKS_OF_SHARED][LANES];
  unsigned counts[BANKS_OF_SHARED] = {0}, most = 0;
  for (lane_mask rest = part; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    for (unsigned i = 0; i < words; i++) {
      const uint32_t word = (uint32_t)(addresses[lane] / WORD + i), bank = word % BANKS_OF_SHARED;
      unsigned known = 0;
      while (known < counts[bank] && held[bank][known] != word)
        known++;
      if (known == counts[bank])
        held[bank][counts[bank]++] = word;
      most = counts[bank] > most ? counts[bank] : most;
    }
  }
  return most;
}

void counts_shared(struct warp *warp, lane_mask mask, const uint64_t addresses[LANES], unsigned bytes) {
  struct gpu_counts *counts = &warp->worker->counts;
  const unsigned words = bytes < WORD ? 1 : bytes / WORD, group = LANES / words;
  for (unsigned first = 0; first < LANES; first += group) {
    const lane_mask part = group == LANES ? mask : mask & ((1u << group) - 1) << first;
    if (!part)
      continue;
    const unsigned passes = wavefronts(addresses, part, words);
    if (warp->timing)
      caches_occupy(warp->block->caches, passes);
    counts->shared_wavefronts += passes;
    counts->shared_ideal_wavefronts++;
  }
}

/* The sectors of a line of local memory that lanes at WORD access. */
static unsigned local_sectors(const uint64_t addresses[LANES], lane_mask mask, uint64_t word) {
  unsigned sectors = 0;
  for (lane_mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    if (addresses[lane] / WORD == word)
      sectors |= 1u << lane * WORD / 32;
  }
  return sectors;
}

/* Local memory of a warp is interleaved by words: lanes at the same offset access neighbouring words. */
void counts_local(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  struct gpu_counts *counts = &warp->worker->counts;
  uint64_t words[LANES];
  const unsigned per_access = bytes < WORD ? 1 : bytes / WORD;
  const unsigned lanes = (unsigned)__builtin_popcount(mask), different = distinct(addresses, mask, 2, words);
  /* Eight lanes at one offset share a sector; at different offsets each lane has its own. */
  const unsigned sectors = (different == 1 ? (lanes + 7) / 8 : lanes) * per_access;
  if (warp->block->caches)
    for (unsigned i = 0; i < different; i++)
      for (unsigned word = 0; word < per_access; word++)
        caches_local(warp, words[i] + word, local_sectors(addresses, mask, words[i]), kind != ACCESS_READ);
  if (warp->worker->sites) {
    const struct site_access access = {mask, bytes, kind, sectors, (lanes + 7) / 8 * per_access};
    sites_local(warp, operation, &access);
  }
  if (kind != ACCESS_READ)
    counts->local_store_sectors += sectors;
  else
    counts->local_load_sectors += sectors;
}

void counts_atomic(struct warp *warp, lane_mask mask, const uint64_t addresses[LANES], bool global) {
  struct gpu_counts *counts = &warp->worker->counts;
  unsigned most = 0;
  if (!global) {
    counts->atomic_shared_lanes += (unsigned)__builtin_popcount(mask);
    return;
  }
  counts->atomic_lanes += (unsigned)__builtin_popcount(mask);
  for (lane_mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    unsigned same = 0;
    for (lane_mask others = mask; others; others &= others - 1)
      same += addresses[__builtin_ctz(others)] == addresses[lane];
    most = same > most ? same : most;
    if (warp->block->caches)
      caches_atomic(warp->block, addresses[lane], 1);
  }
  counts->atomic_serialized += most;
}

/* ---- The launch -------------------------------------------------------------------------------- */

/* All counts are 64-bit numbers: a struct of them is an array. */
enum { COUNTERS = sizeof(struct gpu_counts) / sizeof(uint64_t) };

void counts_add(struct launch_state *launch, struct worker *worker) {
  uint64_t to[COUNTERS], from[COUNTERS];
  memcpy(to, &launch->counts, sizeof to);
  memcpy(from, &worker->counts, sizeof from);
  for (size_t i = 0; i < COUNTERS; i++)
    to[i] += from[i];
  memcpy(&launch->counts, to, sizeof to);
}

void counts_finish(struct launch_state *launch, struct gpu_counts *counts) {
  if (!counts)
    return;
  uint64_t all[COUNTERS];
  memcpy(all, &launch->counts, sizeof all);
  for (size_t i = 0; i < COUNTERS; i++)
    all[i] = (uint64_t)((unsigned __int128)all[i] * launch->blocks / launch->executed_blocks);
  memcpy(counts, all, sizeof all);
  counts->blocks = launch->blocks;
  counts->executed_blocks = launch->executed_blocks;
  counts->warps = launch->blocks * launch->warps;
  counts->threads = launch->blocks * launch->threads;
  memory_use_finish(launch, counts);
}
