/* FILE: lib/device/transfer_measurement.c
 * WHAT: see transfer_measurement.h.
 */
#include "device/transfer_measurement.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL = 64 << 10 };

bool cleave_transfer_bench_open(struct cleave_transfer_bench *bench, const struct cleave_cuda *cuda,
                                size_t bytes, unsigned repeats) {
  *bench = (struct cleave_transfer_bench){.cuda = cuda, .bytes = bytes, .repeats = repeats};
  bench->host = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bench->host == MAP_FAILED)
    return false;
  memset(bench->host, 1, bytes);
  if (!cuda->cuStreamCreate(&bench->stream, CU_STREAM_NON_BLOCKING) &&
      !cuda->cuEventCreate(&bench->start, CU_EVENT_DEFAULT) &&
      !cuda->cuEventCreate(&bench->end, CU_EVENT_DEFAULT) && !cuda->cuMemAllocHost(&bench->pinned, bytes) &&
      !cuda->cuMemAlloc(&bench->device, bytes))
    return true;
  cleave_transfer_bench_close(bench);
  return false;
}

void cleave_transfer_bench_close(struct cleave_transfer_bench *bench) {
  const struct cleave_cuda *cuda = bench->cuda;
  if (bench->device)
    cuda->cuMemFree(bench->device);
  if (bench->pinned)
    cuda->cuMemFreeHost(bench->pinned);
  if (bench->start)
    cuda->cuEventDestroy(bench->start);
  if (bench->end)
    cuda->cuEventDestroy(bench->end);
  if (bench->stream)
    cuda->cuStreamDestroy(bench->stream);
  munmap(bench->host, bench->bytes);
}

double cleave_transfer_bench_once(const struct cleave_transfer_bench *bench,
                                  bool (*work)(const struct cleave_transfer_bench *bench), CUstream where) {
  const struct cleave_cuda *cuda = bench->cuda;
  float milliseconds;
  if (cuda->cuEventRecord(bench->start, where) || !work(bench) || cuda->cuEventRecord(bench->end, where) ||
      cuda->cuEventSynchronize(bench->end) ||
      cuda->cuEventElapsedTime(&milliseconds, bench->start, bench->end))
    return 0;
  return milliseconds * 1e6;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double cleave_transfer_bench_time(const struct cleave_transfer_bench *bench,
                                  bool (*work)(const struct cleave_transfer_bench *bench), CUstream where) {
  double values[CLEAVE_MOST_MEASUREMENT_REPEATS];
  cleave_transfer_bench_once(bench, work, where);
  for (unsigned i = 0; i < bench->repeats; i++)
    if (!(values[i] = cleave_transfer_bench_once(bench, work, where)))
      return 0;
  qsort(values, bench->repeats, sizeof *values, ascending);
  return values[bench->repeats / 2];
}

/* ---- what is measured ---------------------------------------------------------------------------- */

static bool pageable_to(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemcpyHtoDAsync(it->device, it->host, it->bytes, it->stream);
}

static bool pageable_from(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemcpyDtoHAsync(it->host, it->device, it->bytes, it->stream);
}

static bool pinned_to(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemcpyHtoDAsync(it->device, it->pinned, it->bytes, it->stream);
}

static bool pinned_from(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemcpyDtoHAsync(it->pinned, it->device, it->bytes, it->stream);
}

static bool tiny_to(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemcpyHtoDAsync(it->device, it->pinned, 8, it->stream);
}

static bool lock_all(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemHostRegister(it->host, it->bytes, 0) && !it->cuda->cuMemHostUnregister(it->host);
}

static bool lock_little(const struct cleave_transfer_bench *it) {
  return !it->cuda->cuMemHostRegister(it->host, SMALL, 0) && !it->cuda->cuMemHostUnregister(it->host);
}

static void measure_page_locks(const struct cleave_transfer_bench *bench,
                               struct cleave_transfer_rates *rates) {
  const double page = rates->page_size = (double)sysconf(_SC_PAGESIZE);
  const double all = cleave_transfer_bench_time(bench, lock_all, bench->stream);
  const double little = cleave_transfer_bench_time(bench, lock_little, bench->stream);
  rates->registration = rates->registration_per_page = 0;
  if (!(little > 0) || !(all > little))
    return;
  rates->registration_per_page = (all - little) / ((double)(bench->bytes - SMALL) / page);
  const double call = little - SMALL / page * rates->registration_per_page;
  rates->registration = call > 0 ? call : 0;
}

void cleave_transfer_bench_measure(const struct cleave_transfer_bench *bench,
                                   struct cleave_transfer_rates *rates) {
  const struct {
    bool (*work)(const struct cleave_transfer_bench *bench);
    double *rate;
  } copies[] = {{pageable_to, &rates->pageable_to_device},
                {pageable_from, &rates->pageable_from_device},
                {pinned_to, &rates->pinned_to_device},
                {pinned_from, &rates->pinned_from_device}};
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
    const double time = cleave_transfer_bench_time(bench, copies[i].work, bench->stream);
    *copies[i].rate = time > 0 ? (double)bench->bytes / time : 0;
  }
  rates->copy_latency = cleave_transfer_bench_time(bench, tiny_to, bench->stream);
  measure_page_locks(bench, rates);
}
