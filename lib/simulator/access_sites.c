/* FILE: lib/simulator/access_sites.c
 * WHAT: counts the accesses to global memory of each operation, on request.
 *
 * Each host thread has its own counts, by operation.cache. Their sums and the order of the sites do not depend on the
 * number of host threads.
 */
#include <stdlib.h>

#include "simulator/line_map.h"
#include "simulator/machine.h"

struct access_site {
  const struct operation *operation; /* NULL: it has not been executed */
  const struct code *code;
  uint64_t requests, lanes, sectors;
  uint64_t pairs;
  struct line_map differences; /* key: difference; value: pairs */
  enum access_kind kind;
  unsigned bytes;
};

void sites_start(struct worker *worker) {
  if (worker->launch->launch->site)
    worker->sites = calloc(worker->launch->program->range_count + 1, sizeof *worker->sites);
}

static void add_pairs(struct access_site *site, uint64_t difference, uint64_t pairs) {
  line_map_find(&site->differences, difference)->value += pairs;
  site->pairs += pairs;
}

void sites_count(struct warp *warp, const struct operation *operation, lane_mask mask,
                 const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind, unsigned sectors) {
  struct access_site *site = &warp->worker->sites[operation->cache];
  site->operation = operation;
  site->code = warp->frame->code;
  site->kind = kind;
  site->bytes = bytes;
  site->requests++;
  site->lanes += (unsigned)__builtin_popcount(mask);
  site->sectors += sectors;
  for (lane_mask pairs = mask & mask >> 1; pairs; pairs &= pairs - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(pairs);
    add_pairs(site, addresses[lane + 1] - addresses[lane], 1);
  }
}

static void add_site(struct access_site *to, struct access_site *from) {
  if (!from->operation)
    return;
  to->operation = from->operation;
  to->code = from->code;
  to->kind = from->kind;
  to->bytes = from->bytes;
  to->requests += from->requests;
  to->lanes += from->lanes;
  to->sectors += from->sectors;
  for (size_t i = 0; i < from->differences.count; i++)
    add_pairs(to, from->differences.lines[i].key, from->differences.lines[i].value);
  line_map_free(&from->differences);
}

void sites_add(struct launch_state *launch, struct worker *worker) {
  if (!worker->sites)
    return;
  if (!launch->sites) {
    launch->sites = worker->sites;
    return;
  }
  for (uint32_t i = 0; i < launch->program->range_count; i++)
    add_site(&launch->sites[i], &worker->sites[i]);
  free(worker->sites);
}

/* The most frequent difference; of several, the lowest. */
static struct line most_frequent(const struct line_map *differences) {
  struct line most = {0};
  for (size_t i = 0; i < differences->count; i++) {
    const struct line *line = &differences->lines[i];
    if (line->value > most.value || (line->value == most.value && (int64_t)line->key < (int64_t)most.key))
      most = *line;
  }
  return most;
}

static void report_site(const struct launch_state *launch, const struct access_site *site) {
  const struct ptx_instruction *source = site->operation->source;
  const struct ptx_module *ptx = &site->code->module->ptx;
  const struct line most = most_frequent(&site->differences);
  static const char *const kinds[] = {
      [ACCESS_READ] = "load", [ACCESS_WRITE] = "store", [ACCESS_ATOMIC] = "atomic"};
  const struct gpu_site result = {
      .operation = site->operation->cache,
      .function = site->code->function->name,
      .file = source && source->file < ptx->file_count ? ptx->files[source->file] : NULL,
      .line = source ? source->source_line : 0,
      .kind = kinds[site->kind],
      .bytes = site->bytes,
      .requests = site->requests,
      .lanes = site->lanes,
      .sectors = site->sectors,
      .pairs = site->pairs,
      .difference = (int64_t)most.key,
      .same = most.value,
  };
  launch->launch->site(launch->launch->site_context, &result);
}

void sites_finish(struct launch_state *launch) {
  if (!launch->sites)
    return;
  for (uint32_t i = 0; i < launch->program->range_count; i++)
    if (launch->sites[i].operation) {
      report_site(launch, &launch->sites[i]);
      line_map_free(&launch->sites[i].differences);
    }
  free(launch->sites);
}
