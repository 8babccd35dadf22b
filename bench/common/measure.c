/* measure.c: the measuring mode of a benchmark program.
 *
 * Two times, apart, each of the same call of the kernel function:
 *   end_to_end   data on the host before and after: the region makes all its transfers;
 *   kernels      every array is on the device already: the region's maps find it there and copy
 *                nothing, so that launches and kernels remain.
 * Every run starts from the same input, and every run's result is compared element by element with
 * the reference; one wrong element, and no time is printed. A kernel that did not run must not find
 * the result of an earlier run: see soil_device.
 *
 * The line, times in seconds (quartiles are interpolated):
 *   {"format": "cleave bench measurement 1", "program": ..., "version": ..., "type": ...,
 *    "size": ..., "steps": ..., "growth": ..., "devices": ..., "on_device": true|false|null,
 *    "status": "ok|wrong|failed", "reason": "..." (unless ok),
 *    "elements": ..., "tolerance": ..., "max_error": ..., "checksum": ...,
 *    "end_to_end": {"repeats": ..., "median": ..., "minimum": ..., "maximum": ...,
 *                   "lower_quartile": ..., "upper_quartile": ...}, "kernels": {...}}
 * `kernels` is null for a version that always copies, `on_device` where the region that asks did not run at all.
 */
#include "harness.h"

#include "statistics.h"

#include <limits.h>
#include <malloc.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { END_TO_END, KERNELS, KINDS };

static const char *const kind_names[] = {"end_to_end", "kernels"};

struct series {
  double *seconds;
  size_t count;
};

struct measurement {
  struct bench_memory expected, saved, memory;
  struct problem *problem;
  struct bench_comparison comparison; /* of the last run */
  struct series series[KINDS];
};

/* Copies all of MEMORY to the device. */
static void map_memory(const struct bench_memory *memory)
{
  for (int i = 0; i < memory->blocks; i++) {
    char *bytes = memory->block[i].address;
    size_t count = memory->block[i].bytes;
#pragma omp target enter data map(to: bytes[0:count])
  }
}

/* Copies the device's copy of MEMORY back and frees it. */
static void unmap_memory(const struct bench_memory *memory)
{
  for (int i = 0; i < memory->blocks; i++) {
    char *bytes = memory->block[i].address;
    size_t count = memory->block[i].bytes;
#pragma omp target exit data map(from: bytes[0:count])
  }
}

/* Overwrites with NaN what a region that allocates these blocks may be given: device memory that
 * was freed is handed out again with what is in it. Twice as many blocks, since nobody knows in
 * which order; as many as there is memory for. */
static void soil_device(const struct bench_memory *memory)
{
  enum { COPIES = 2 };
  int device = omp_get_default_device();
  char *address[COPIES * BENCH_BLOCKS_MAX];
  for (int i = 0; i < COPIES * memory->blocks; i++) {
    size_t count = memory->block[i % memory->blocks].bytes;
    char *bytes = address[i] = omp_target_alloc(count, device);
    if (!bytes)
      continue;
#pragma omp target teams distribute parallel for is_device_ptr(bytes)
    for (size_t k = 0; k < count; k++)
      bytes[k] = (char)0xff;
  }
  for (int i = 0; i < COPIES * memory->blocks; i++)
    omp_target_free(address[i], device);
}

/* One run of KIND: its time in seconds. */
static double run(struct measurement *m, enum kind kind)
{
  /* The harness's own threads must sleep at once instead of spinning beside the measured code. */
  int block_time = kmp_get_blocktime();
  kmp_set_blocktime(0);
  bench_memory_restore(&m->memory, &m->saved);
  kmp_set_blocktime(block_time);

  if (kind == END_TO_END)
    soil_device(&m->memory);
  else
    map_memory(&m->memory);
  double start = bench_now();
  problem_kernel(m->problem);
  double seconds = bench_now() - start;
  if (kind == KERNELS)
    unmap_memory(&m->memory);
  m->comparison = bench_compare(&m->expected, &m->memory, bench_tolerance());
  return seconds;
}

/* All runs of KIND. Returns false at the first wrong result. */
static bool measure(struct measurement *m, enum kind kind, const struct bench_request *request)
{
  struct series *series = &m->series[kind];
  double begin = bench_now();
  for (int i = 0; series->count < (size_t)request->repeats; i++) {
    double seconds = run(m, kind);
    if (m->comparison.wrong)
      return false;
    /* A run that uses up the time counts even where it should have been a warm-up: beside it, what
     * a first run pays is nothing. */
    bool late = bench_now() - begin > request->seconds / KINDS;
    if (i >= request->warm_up || late)
      series->seconds[series->count++] = seconds;
    if (late)
      break;
  }
  return true;
}

/* Whether a region runs on the device: 1, on the host: 0, not at all: -1. */
static int region_on_device(void)
{
  int on_host = -1;
#pragma omp target map(tofrom: on_host)
  on_host = omp_is_initial_device() ? 1 : 0;
  return on_host < 0 ? -1 : !on_host;
}

static void print_series(enum kind kind, const struct series *series)
{
  if (!series->count) {
    printf(", \"%s\": null", kind_names[kind]);
    return;
  }
  struct bench_statistics s = bench_statistics(series->seconds, series->count);
  printf(", \"%s\": {\"repeats\": %zu, \"median\": %.9g, \"minimum\": %.9g, \"maximum\": %.9g, "
         "\"lower_quartile\": %.9g, \"upper_quartile\": %.9g}",
         kind_names[kind], series->count, s.median, s.minimum, s.maximum, s.lower_quartile,
         s.upper_quartile);
}

/* Prints the line; WRONG is the kind of the run with a wrong result, or KINDS. */
static bool print_line(const struct measurement *m, const struct bench_request *request,
                       int on_device, enum kind wrong)
{
  static const char *const truth[] = {"null", "false", "true"};
  const struct bench_comparison *c = &m->comparison;
  bool ok = wrong == KINDS && on_device == 1;
  printf("{\"format\": \"cleave bench measurement 1\", \"program\": \"%s\", \"version\": \"%s\", "
         "\"type\": \"%s\", \"size\": %d, \"steps\": %d, \"growth\": %d, \"devices\": %d, "
         "\"on_device\": %s, \"status\": \"%s\"",
         benchmark.name, bench_version.name, bench_real_name, request->problem.size,
         request->problem.steps, benchmark.growth, omp_get_num_devices(), truth[on_device + 1],
         ok ? "ok" : wrong != KINDS ? "wrong" : "failed");
  if (benchmark.kinds)
    printf(", \"input\": \"%s\"", bench_input_name());
  if (wrong != KINDS)
    printf(", \"reason\": \"%s, run %zu: %zu of %zu elements are wrong; the first is element %zu "
           "of array %d: %.9g instead of %.9g\"",
           kind_names[wrong], m->series[wrong].count + 1, c->wrong, c->elements, c->element,
           c->array, c->actual, c->expected);
  else if (on_device == 0)
    printf(", \"reason\": \"target regions run on the host: this machine has no device that the "
           "program was built for\"");
  else if (on_device < 0)
    printf(", \"reason\": \"a target region did not run\"");
  if (ok) {
    printf(", \"elements\": %zu, \"tolerance\": %.3g, \"max_error\": %.3g, \"checksum\": %.10e",
           c->elements, bench_tolerance(), c->error, c->checksum);
    for (int kind = 0; kind < KINDS; kind++)
      print_series(kind, &m->series[kind]);
  }
  puts("}");
  return ok;
}

/* Freed memory stays with the process. Where the processor is the device, its arrays are on the heap: what
 * the process freed before decides whether each run gets them with page faults, which take several times as
 * long as the copies. That depends on whether the reference was computed or read, so it differed between the
 * first version of a program and the others. */
static void keep_freed_memory(void)
{
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

int bench_measure(const struct bench_request *request)
{
  static struct measurement m;
  keep_freed_memory();
  m.problem = problem_create(&m.memory, request->problem.size, request->problem.steps);
  bench_memory_copy(&m.saved, &m.memory);
  for (int kind = 0; kind < KINDS; kind++)
    m.series[kind].seconds = malloc((size_t)request->repeats * sizeof(double));
  bench_reference(&m.expected, &m.memory, request->problem, request->reference);

  bench_open_device();
  int on_device = region_on_device();
  enum kind kind = on_device == 0 ? KINDS : END_TO_END;
  while (kind < KINDS && ((kind == KERNELS && bench_version.copies) || measure(&m, kind, request)))
    kind++;
  bool ok = print_line(&m, request, on_device, kind);

  for (int i = 0; i < KINDS; i++)
    free(m.series[i].seconds);
  bench_memory_free(&m.memory);
  bench_memory_free(&m.saved);
  return ok ? 0 : 1;
}
