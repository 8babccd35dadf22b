/* FILE: lib/simulator/cache_sharing.c
 * WHAT: how much of the first-level cache of a multiprocessor a block sees while other blocks are resident there.
 *
 * A multiprocessor has one cache for its resident blocks. A line that several of them read is there once. Let C be the lines of
 * the cache, R the resident blocks, U the different lines that they read, and u those of one block. If U <= C, all of
 * them stay, and each block sees the whole cache. If not, C / U of the lines of each block are there: it sees u * C / U lines. That
 * is C / R if the blocks read different lines, C if all read the same, and blocks without accesses take nothing. Between C / R
 * and C, for which block_caches.c counts, misses are interpolated linearly.
 *
 * Of the lines of all blocks, each counted once for each block, 1 - U / (sum of u) are first read by another block; they are
 * found there as far as the cache holds U. Blocks 0, S, 2 S, ... of a wave represent one of the S multiprocessors.
 */
#include "simulator/machine.h"

#include "simulator/line_map.h"

enum { LINES_MOST = 4096, LINES_WITHOUT_DEVICE = 64 };

unsigned sharing_lines(const struct launch_state *launch, enum first_level first) {
  const struct gpu_device *device = launch->launch->device;
  if (!device)
    return LINES_WITHOUT_DEVICE;
  const double blocks = first == SHARE_OF_BLOCK ? (double)launch->resident : 1;
  double bytes = device->level_1_cache / blocks;
  if (device->level_1_is_unified)
    bytes -= (double)launch->shared_bytes * (double)launch->resident / blocks;
  const double lines = bytes / (SECTOR_BYTES * LINE_SECTORS);
  return lines < 1 ? 1 : lines > LINES_MOST ? LINES_MOST : (unsigned)lines;
}

void sharing_add(const struct launch_state *launch, struct cache_sharing *sharing, uint64_t number,
                 uint64_t executed, const struct line *lines, size_t count) {
  const struct gpu_device *device = launch->launch->device;
  if (!device || launch->resident == 1 || number % (uint64_t)device->multiprocessors)
    return;
  const uint64_t of_multiprocessor = (executed - 1) / (uint64_t)device->multiprocessors + 1;
  uint64_t own = 0;
  if (!sharing->lines)
    sharing->lines = calloc(1, sizeof *sharing->lines);
  if (sharing->blocks++ == of_multiprocessor / 2)
    sharing->half = sharing->lines->count;
  for (size_t i = 0; i < count; i++) {
    if (!lines[i].read)
      continue;
    line_map_find(sharing->lines, lines[i].key);
    own++;
  }
  sharing->sum += own;
  sharing->squares += (double)own * (double)own;
}

static double between_0_and_1(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

struct sharing sharing_end_wave(const struct launch_state *launch, struct cache_sharing *sharing,
                                uint64_t all) {
  struct sharing result = {0, 0};
  if (sharing->sum) {
    const double blocks = (double)sharing->blocks, executed = (double)sharing->lines->count;
    const double resident = (double)((all - 1) / (uint64_t)launch->launch->device->multiprocessors + 1);
    const double whole = sharing_lines(launch, WHOLE_CACHE), share = sharing_lines(launch, SHARE_OF_BLOCK);
    /* Each block that was not executed adds as many different lines as those of the second half. */
    const double growth =
        (executed - (double)sharing->half) / (double)(sharing->blocks - sharing->blocks / 2);
    const double different = executed + (resident - blocks) * growth;
    const double seen = whole * (sharing->squares / (double)sharing->sum) / different;
    const double fits = between_0_and_1(whole / different);
    result.whole = fits == 1 || whole <= share ? fits : between_0_and_1((seen - share) / (whole - share));
    result.merged = between_0_and_1(1 - different / ((double)sharing->sum * resident / blocks)) * fits;
  }
  if (sharing->lines)
    line_map_clear(sharing->lines);
  *sharing = (struct cache_sharing){.lines = sharing->lines};
  return result;
}

void sharing_free(struct cache_sharing *sharing) {
  if (sharing->lines)
    line_map_free(sharing->lines);
  free(sharing->lines);
}
