/* FILE: lib/simulator/access_sites.c
 * WHAT: counts the accesses to global and local memory of each operation, on request.
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
  uint64_t requests, lanes, sectors, ideal_sectors;
  uint64_t pairs;
  struct line_map differences; /* key: difference; value: pairs */
  enum access_kind kind;
  unsigned bytes;
  bool is_irregular; /* more than MOST_DIFFERENCES: they are no longer kept */
};

/* A site for each operation and space. */
enum site_space { SITE_GLOBAL, SITE_LOCAL, SITE_SPACES };
enum { MOST_DIFFERENCES = 1 << 16 };

static size_t site_count(const struct launch_state *launch) {
  return (size_t)launch->program->range_count * SITE_SPACES;
}

void sites_start(struct worker *worker) {
  if (worker->launch->launch->site)
    worker->sites = calloc(site_count(worker->launch) + 1, sizeof *worker->sites);
}

static void drop_differences(struct access_site *site) {
  site->is_irregular = true;
  line_map_free(&site->differences);
}

/* The differences of a site of all workers are at least those of one, so the order of addition does not matter. */
static void add_difference(struct access_site *site, uint64_t difference, uint64_t pairs) {
  if (site->is_irregular)
    return;
  line_map_find(&site->differences, difference)->value += pairs;
  if (site->differences.count > MOST_DIFFERENCES)
    drop_differences(site);
}

static struct access_site *count(struct warp *warp, const struct operation *operation, enum site_space space,
                                 const struct site_access *access) {
  struct access_site *site = &warp->worker->sites[operation->cache * SITE_SPACES + space];
  site->operation = operation;
  site->code = warp->frame->code;
  site->kind = access->kind;
  site->bytes = access->bytes;
  site->requests++;
  site->lanes += (unsigned)__builtin_popcount(access->mask);
  site->sectors += access->sectors;
  site->ideal_sectors += access->ideal;
  return site;
}

void sites_global(struct warp *warp, const struct operation *operation, const struct site_access *access,
                  const uint64_t addresses[LANES]) {
  struct access_site *site = count(warp, operation, SITE_GLOBAL, access);
  uint64_t difference = 0, same = 0; /* of successive pairs: most requests have one difference */
  for (lane_mask pairs = access->mask & access->mask >> 1; pairs; pairs &= pairs - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(pairs);
    const uint64_t next = addresses[lane + 1] - addresses[lane];
    site->pairs++;
    if (same && next != difference) {
      add_difference(site, difference, same);
      same = 0;
    }
    difference = next;
    same++;
  }
  if (same)
    add_difference(site, difference, same);
}

void sites_local(struct warp *warp, const struct operation *operation, const struct site_access *access) {
  count(warp, operation, SITE_LOCAL, access);
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
  to->ideal_sectors += from->ideal_sectors;
  to->pairs += from->pairs;
  if (from->is_irregular)
    drop_differences(to);
  for (size_t i = 0; i < from->differences.count; i++)
    add_difference(to, from->differences.lines[i].key, from->differences.lines[i].value);
  line_map_free(&from->differences);
}

void sites_add(struct launch_state *launch, struct worker *worker) {
  if (!worker->sites)
    return;
  if (!launch->sites) {
    launch->sites = worker->sites;
    return;
  }
  for (size_t i = 0; i < site_count(launch); i++)
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

static void report_site(const struct launch_state *launch, const struct access_site *site,
                        enum site_space space) {
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
      .space = space == SITE_LOCAL ? "local" : "global",
      .bytes = site->bytes,
      .requests = site->requests,
      .lanes = site->lanes,
      .sectors = site->sectors,
      .ideal_sectors = site->ideal_sectors,
      .pairs = site->pairs,
      .difference = (int64_t)most.key,
      .same = most.value,
  };
  launch->launch->site(launch->launch->site_context, &result);
}

void sites_finish(struct launch_state *launch) {
  if (!launch->sites)
    return;
  for (size_t i = 0; i < site_count(launch); i++)
    if (launch->sites[i].operation) {
      report_site(launch, &launch->sites[i], (enum site_space)(i % SITE_SPACES));
      line_map_free(&launch->sites[i].differences);
    }
  free(launch->sites);
}
