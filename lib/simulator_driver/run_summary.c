/* FILE: lib/simulator_driver/run_summary.c
 * WHAT: CLEAVE_SIMULATOR_SUMMARY: sums over the process, as lines "name = value".
 */
#include "simulator_driver/simulator_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Spans of kernels or copies, for the time during which both ran at once. */
struct spans {
  struct span *items;
  size_t count, room;
};
static struct spans kernels, copies;
static char path[PATH_LENGTH];

static void add(struct spans *spans, struct span span) {
  if (spans->count == spans->room) {
    spans->room = spans->room ? 2 * spans->room : 256;
    spans->items = realloc(spans->items, spans->room * sizeof *spans->items);
    if (!spans->items)
      abort();
  }
  spans->items[spans->count++] = span;
}

void summary_kernel(struct span span) {
  driver.totals.kernel_time += span.end - span.start;
  add(&kernels, span);
}

void summary_copy(struct span span) {
  driver.totals.copy_time += span.end - span.start;
  add(&copies, span);
}

static int by_start(const void *a, const void *b) {
  const struct span *first = a, *second = b;
  return (first->start > second->start) - (first->start < second->start);
}

/* Sorts SPANS and joins those that touch, so that no time is counted twice. */
static void join(struct spans *spans) {
  size_t kept = 0;
  qsort(spans->items, spans->count, sizeof *spans->items, by_start);
  for (size_t i = 0; i < spans->count; i++) {
    struct span span = spans->items[i];
    if (kept && span.start <= spans->items[kept - 1].end) {
      if (span.end > spans->items[kept - 1].end)
        spans->items[kept - 1].end = span.end;
    } else {
      spans->items[kept++] = span;
    }
  }
  spans->count = kept;
}

nanoseconds summary_overlap(void) {
  nanoseconds overlap = 0;
  if (!kernels.count || !copies.count)
    return 0;
  join(&kernels);
  join(&copies);
  for (size_t kernel = 0, copy = 0; kernel < kernels.count && copy < copies.count;) {
    struct span a = kernels.items[kernel], b = copies.items[copy];
    nanoseconds start = a.start > b.start ? a.start : b.start;
    nanoseconds end = a.end < b.end ? a.end : b.end;
    if (end > start)
      overlap += end - start;
    if (a.end < b.end)
      kernel++;
    else
      copy++;
  }
  return overlap;
}

void summary_start(const char *file) { snprintf(path, sizeof path, "%s", file ? file : ""); }

void summary_forget(void) {
  free(kernels.items);
  free(copies.items);
  kernels = copies = (struct spans){0};
}

void summary_write(void) {
  if (!*path)
    return;
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "cleave simulator: cannot write the summary %s: %s\n", path, strerror(errno));
    return;
  }
  const struct totals *totals = &driver.totals;
  nanoseconds end = totals->end;
  for (int i = 0; i < driver.device_count; i++)
    if (device_done(&driver.devices[i]) > end)
      end = device_done(&driver.devices[i]);
  const struct {
    const char *name;
    unsigned long long value;
  } lines[] = {
      {"launches", totals->launches},
      {"graph launches", totals->graph_launches},
      {"graph kernels", totals->graph_kernels},
      {"modules", totals->modules},
      {"allocations", totals->allocations},
      {"streams", driver.streams},
      {"events", driver.events},
      {"synchronizations", totals->synchronizations},
      {"queries", totals->queries},
      {"copies to device", totals->copies_to},
      {"copies from device", totals->copies_from},
      {"copies between", totals->copies_between},
      {"bytes to device", totals->bytes_to},
      {"bytes from device", totals->bytes_from},
      {"bytes between", totals->bytes_between},
      {"pinned bytes to device", totals->pinned_bytes_to},
      {"pinned bytes from device", totals->pinned_bytes_from},
      {"waits in a loop", totals->loops},
      {"kernel time ns", (unsigned long long)totals->kernel_time},
      {"copy time ns", (unsigned long long)totals->copy_time},
      {"overlap ns", (unsigned long long)summary_overlap()},
      {"longest stream ns", (unsigned long long)totals->longest_stream},
      {"host waiting ns", (unsigned long long)totals->host_waiting},
      {"total time ns", (unsigned long long)end},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    fprintf(file, "%s = %llu\n", lines[i].name, lines[i].value);
  fclose(file);
}

/* At the end of the process. The run time may free and unload after this; that is not counted. */
__attribute__((destructor)) static void finish(void) { summary_write(); }
