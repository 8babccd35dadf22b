/* FILE: bench/synthetic/overlap.c
 * WHAT: micro-overlap: does a copy run while a kernel runs, by kind of memory and of caller?
 * USE:  micro-overlap [--seconds S] [--bytes B] [--no-kernels]
 *
 * One team's kernel of known length, and 1 ms after it was issued a copy of 256 MiB that is shorter
 * than the kernel. Memory is pageable or registered from outside with cuMemHostRegister, in the
 * primary context that the run time uses. A value is made of three runs in a row: kernel alone,
 * copy alone, both; it is (kernel + copy - both) / copy in percent: 100 when the copy costs no time
 * beside the kernel, 0 when one waits for the other. Times are host times from the first call until
 * all is done.
 *   openmp   kernel `target nowait`, copy `target update nowait`, `target enter data nowait` (which
 *            also allocates) or, as programs mostly do, a `target update` that the caller waits for
 *   mixed    the same kernel, the copy on a stream of the driver's
 *   driver   kernel and copy on two streams of the driver's
 * The timeline is that of the value nearest to the median: ms from the first call. A kernel of
 * OpenMP notes the device's clock at both ends, brought to the host's by the closest of 50 short
 * regions; its copy runs from the call to the moment when a task depending on it starts (it may
 * have been waiting in between: trust the percentage). On the driver's streams the ends are events,
 * measured from a common event, and the key intersection_percent says how much of the copy lay
 * inside the kernel.
 * Everything ran once before. Every run moves new contents, compared at one word in each page; the
 * kernel's result is checked against the host's once.
 * --no-kernels is for a driver that runs no kernels: no calibration, no results of kernels, and the
 * variants of the path driver, whose kernel is PTX, are left out.
 */
#include "driver.h"
#include "host_memory.h"
#include "measure.h"

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_kernels;
static double copy_bytes = 256.0 * 1024 * 1024;

static const struct measure_option options[] = {
    {"--bytes", "bytes of a copy (default 256 MiB)", &copy_bytes, NULL},
    {"--no-kernels", "the driver runs no kernels: do not check what they compute", NULL,
     &no_kernels},
    {0}};
static const struct measure_program program = {
    .name = "micro-overlap",
    .measures = "whether copies overlap kernels, with timelines",
    .question = 5,
    .seconds = 30,
    .options = options};

enum path { OPENMP, MIXED, DRIVER };
enum operation { UPDATE_TO, UPDATE_FROM, ENTER_DATA, SYNCHRONOUS_UPDATE_TO };
static const char *const path_names[] = {"openmp", "mixed", "driver"};

struct variant {
  const char *name;
  enum path path;
  enum operation operation;
};

static const struct variant variants[] = {
    {"target update to nowait", OPENMP, UPDATE_TO},
    {"target update from nowait", OPENMP, UPDATE_FROM},
    {"target enter data nowait", OPENMP, ENTER_DATA},
    {"target update to, synchronous", OPENMP, SYNCHRONOUS_UPDATE_TO},
    {"copy to device on a stream of the driver's, kernel of OpenMP", MIXED, UPDATE_TO},
    {"copy to host on a stream of the driver's, kernel of OpenMP", MIXED, UPDATE_FROM},
    {"copy to device, two streams of the driver's", DRIVER, UPDATE_TO},
    {"copy to host, two streams of the driver's", DRIVER, UPDATE_FROM},
};
enum { VARIANTS = sizeof variants / sizeof *variants, ROUNDS_MOST = 100 };

/* One run, in ms from its first call. */
struct timeline {
  double kernel_start, kernel_end, copy_start, copy_end, all;
};

static size_t bytes;
static char *reference;    /* page-locked: the other side of every check */
static uint64_t seed;      /* never the same twice */
static CUstream kernel_stream, copy_stream;
static CUevent origin_event, kernel_began, kernel_ended, copy_began, copy_ended;
static CUfunction driver_kernel;
static double kernel_length;  /* seconds that a kernel should take */
static long iterations;       /* of the OpenMP kernel, for that */
static double clock_distance; /* device's clock - host's clock, in seconds */

/* ---- the kernels ---- */

/* What the OpenMP kernel leaves behind: the device's clock at its ends in ns, and its result. */
static struct {
  uint64_t began, ended, value;
} note[1];

/* Runs COUNT steps that each need the one before. The clock is read at both ends; the asm takes
 * VALUE in and out, so that no step can move past it. */
static void run_kernel(long count) {
#pragma omp target nowait depend(inout : note[0]) map(tofrom : note[0 : 1]) firstprivate(count)
  {
    uint64_t value = note[0].value, began = 0, ended = 0;
#ifdef __NVPTX__
    __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(began), "+l"(value));
#endif
    for (long i = 0; i < count; i++) {
      value ^= value << 13;
      value ^= value >> 7;
      value ^= value << 17;
    }
#ifdef __NVPTX__
    __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(ended), "+l"(value));
#endif
    note[0].value = value;
    note[0].began = began;
    note[0].ended = ended;
  }
}

static void put_note(uint64_t value) {
  note[0].value = value;
#pragma omp target update to(note[0 : 1])
}

static void get_note(void) {
#pragma omp target update from(note[0 : 1])
}

static uint64_t steps_on_host(uint64_t value, long count) {
  for (long i = 0; i < count; i++) {
    value ^= value << 13;
    value ^= value >> 7;
    value ^= value << 17;
  }
  return value;
}

static double kernel_seconds(long count) {
  double start = measure_now();
  run_kernel(count);
#pragma omp taskwait
  return measure_now() - start;
}

/* Finds ITERATIONS for KERNEL_LENGTH, and checks the kernel's result. */
static void calibrate_kernel(void) {
  iterations = 1000;
  put_note(1);
  kernel_seconds(iterations);
  if (no_kernels)
    return;
  double seconds;
  while ((seconds = kernel_seconds(iterations)) < 0.02) {
    if (iterations > 1000000000000)
      measure_fail("the kernel takes no time: it does not run");
    iterations *= 2;
  }
  iterations = (long)((double)iterations * kernel_length / seconds);
  put_note(1);
  kernel_seconds(100000);
  get_note();
  if (note[0].value != steps_on_host(1, 100000))
    measure_fail("the kernel's result is wrong");
}

/* Finds CLOCK_DISTANCE: the region that took the least time tells best. */
static void compare_clocks(void) {
  double least = INFINITY;
  for (int i = 0; i < 50 && !no_kernels; i++) {
    double start = measure_now();
    kernel_seconds(0);
    double end = measure_now();
    get_note();
    if (end - start < least) {
      least = end - start;
      clock_distance = (double)note[0].began * 1e-9 - (start + end) / 2;
    }
  }
}

/* The driver's kernel: waits until its clock has gone on by so many ns. */
static const char driver_kernel_text[] = ".version 6.0\n"
                                         ".target sm_50\n"
                                         ".address_size 64\n"
                                         ".visible .entry wait_for(.param .u64 nanoseconds)\n"
                                         "{\n"
                                         "  .reg .u64 %start, %now, %length;\n"
                                         "  .reg .pred %less;\n"
                                         "  ld.param.u64 %length, [nanoseconds];\n"
                                         "  mov.u64 %start, %globaltimer;\n"
                                         "again:\n"
                                         "  mov.u64 %now, %globaltimer;\n"
                                         "  sub.u64 %now, %now, %start;\n"
                                         "  setp.lt.u64 %less, %now, %length;\n"
                                         "  @%less bra again;\n"
                                         "  ret;\n"
                                         "}\n";

static void load_driver_kernel(void) {
  CUmodule module;
  CHECK(cuModuleLoadData, &module, driver_kernel_text);
  CHECK(cuModuleGetFunction, &driver_kernel, module, "wait_for");
}

static void start_kernel(const struct variant *variant) {
  if (variant->path != DRIVER) {
    run_kernel(iterations);
    return;
  }
  uint64_t nanoseconds = (uint64_t)(kernel_length * 1e9);
  void *parameters[] = {&nanoseconds};
  CHECK(cuEventRecord, kernel_began, kernel_stream);
  CHECK(cuLaunchKernel, driver_kernel, 1, 1, 1, 32, 1, 1, 0, kernel_stream, parameters, NULL);
  CHECK(cuEventRecord, kernel_ended, kernel_stream);
}

/* ---- the copies ---- */

static bool to_device(const struct variant *variant) { return variant->operation != UPDATE_FROM; }

static CUdeviceptr on_device(const char *host) {
  return (CUdeviceptr)(uintptr_t)omp_get_mapped_ptr(host, omp_get_default_device());
}

static void prepare_copy(const struct variant *variant, char *host) {
  seed++;
  if (to_device(variant)) {
    host_memory_stamp(host, bytes, seed);
  } else {
    host_memory_stamp(reference, bytes, seed);
    CHECK(cuMemcpyHtoD, on_device(host), reference, bytes);
    CHECK(cuCtxSynchronize);
  }
  if (variant->operation == ENTER_DATA) {
#pragma omp target exit data map(delete : host[0 : bytes])
  }
}

static void check_copy(const struct variant *variant, const char *host) {
  if (to_device(variant)) {
    CHECK(cuMemcpyDtoH, reference, on_device(host), bytes);
    host = reference;
  }
  host_memory_check_stamp(host, bytes, seed, variant->name);
}

/* Asks OpenMP for the copy; *ENDED is the time when it was seen to be done, after a taskwait. */
static void start_openmp_copy(const struct variant *variant, char *host, double *ended) {
  switch (variant->operation) {
  case UPDATE_TO: {
#pragma omp target update to(host[0 : bytes]) nowait depend(inout : seed)
    break;
  }
  case UPDATE_FROM: {
#pragma omp target update from(host[0 : bytes]) nowait depend(inout : seed)
    break;
  }
  case ENTER_DATA: {
#pragma omp target enter data map(to : host[0 : bytes]) nowait depend(inout : seed)
    break;
  }
  case SYNCHRONOUS_UPDATE_TO: {
#pragma omp target update to(host[0 : bytes])
    *ended = measure_now();
    return;
  }
  }
#pragma omp task depend(in : seed) firstprivate(ended)
  *ended = measure_now();
}

static void start_driver_copy(const struct variant *variant, char *host, CUdeviceptr device) {
  CHECK(cuEventRecord, copy_began, copy_stream);
  if (to_device(variant))
    CHECK(cuMemcpyHtoDAsync, device, host, bytes, copy_stream);
  else
    CHECK(cuMemcpyDtoHAsync, host, device, bytes, copy_stream);
  CHECK(cuEventRecord, copy_ended, copy_stream);
}

/* ---- runs ---- */

/* Records the common event and returns the host's time of it. */
static double mark_origin(void) {
  double before = measure_now();
  CHECK(cuEventRecord, origin_event, copy_stream);
  CHECK(cuEventSynchronize, origin_event);
  return (before + measure_now()) / 2;
}

static double since_origin(CUevent event) {
  float milliseconds;
  CHECK(cuEventElapsedTime, &milliseconds, origin_event, event);
  return milliseconds;
}

static void wait_one_millisecond(void) {
  double end = measure_now() + 1e-3;
  while (measure_now() < end)
    ;
}

/* A kernel, a copy or both. */
static struct timeline run(const struct variant *variant, char *host, bool kernel, bool copy) {
  struct timeline timeline = {0};
  double ended = 0;
  if (copy)
    prepare_copy(variant, host);
  CUdeviceptr device = variant->path == OPENMP ? 0 : on_device(host);
  double origin = variant->path == OPENMP ? measure_now() : mark_origin();
  double start = measure_now();
  if (kernel)
    start_kernel(variant);
  if (kernel && copy)
    wait_one_millisecond();
  double copy_issued = measure_now();
  if (copy && variant->path == OPENMP)
    start_openmp_copy(variant, host, &ended);
  else if (copy)
    start_driver_copy(variant, host, device);
#pragma omp taskwait
  if (copy && variant->path != OPENMP)
    CHECK(cuEventSynchronize, copy_ended);
  if (kernel && variant->path == DRIVER)
    CHECK(cuEventSynchronize, kernel_ended);
  double end = measure_now();
  timeline.all = (end - start) * 1e3;

  if (kernel && variant->path == DRIVER) {
    timeline.kernel_start = since_origin(kernel_began);
    timeline.kernel_end = since_origin(kernel_ended);
  } else if (kernel && no_kernels) {
    timeline.kernel_start = (start - origin) * 1e3;
    timeline.kernel_end = (end - origin) * 1e3;
  } else if (kernel) {
    get_note();
    timeline.kernel_start = ((double)note[0].began * 1e-9 - clock_distance - origin) * 1e3;
    timeline.kernel_end = ((double)note[0].ended * 1e-9 - clock_distance - origin) * 1e3;
  }
  if (copy && variant->path == OPENMP) {
    timeline.copy_start = (copy_issued - origin) * 1e3;
    timeline.copy_end = (ended - origin) * 1e3;
  } else if (copy) {
    timeline.copy_start = since_origin(copy_began);
    timeline.copy_end = since_origin(copy_ended);
  }
  if (copy)
    check_copy(variant, host);
  return timeline;
}

static double intersection(const struct timeline *timeline) {
  double from = fmax(timeline->kernel_start, timeline->copy_start);
  double to = fmin(timeline->kernel_end, timeline->copy_end);
  return 100 * fmax(to - from, 0) / (timeline->copy_end - timeline->copy_start);
}

/* ---- results ---- */

static void draw(const char *name, double start, double end, double all) {
  enum { COLUMNS = 60 };
  char line[COLUMNS + 1];
  for (int i = 0; i < COLUMNS; i++) {
    double time = (i + 0.5) * all / COLUMNS;
    line[i] = time >= start && time < end ? '=' : ' ';
  }
  line[COLUMNS] = 0;
  fprintf(stderr, "  %-6s |%s| %.2f to %.2f ms\n", name, line, start, end);
}

static void print(const struct variant *variant, const char *memory,
                  const struct measure_sample *overlap, const struct measure_sample *kernel,
                  const struct measure_sample *copy, const struct timeline *timeline) {
  char name[160];
  snprintf(name, sizeof name, "%s, %s", variant->name, memory);
  measure_open(name);
  measure_sample("percent", overlap);
  measure_text("path", path_names[variant->path]);
  measure_text("memory", memory);
  measure_number("bytes", (double)bytes);
  measure_number("kernel_alone_ms", measure_median(kernel));
  measure_number("copy_alone_ms", measure_median(copy));
  measure_number("together_ms", timeline->all);
  measure_number("kernel_start_ms", timeline->kernel_start);
  measure_number("kernel_end_ms", timeline->kernel_end);
  measure_number("copy_start_ms", timeline->copy_start);
  measure_number("copy_end_ms", timeline->copy_end);
  if (variant->path == DRIVER)
    measure_number("intersection_percent", intersection(timeline));
  measure_close();
  double all = fmax(timeline->all, fmax(timeline->kernel_end, timeline->copy_end));
  fprintf(stderr, "%s: %.0f%% overlap\n", name, measure_median(overlap));
  draw("kernel", timeline->kernel_start, timeline->kernel_end, all);
  draw("copy", timeline->copy_start, timeline->copy_end, all);
}

static void measure_variant(const struct variant *variant, const char *memory, char *host) {
  struct measure_sample overlap, kernel = {0}, copy = {0};
  struct timeline timelines[ROUNDS_MOST];
  run(variant, host, true, true);
  measure_begin(&overlap, 3, ROUNDS_MOST);
  while (measure_again(&overlap)) {
    double kernel_alone = run(variant, host, true, false).all;
    double copy_alone = run(variant, host, false, true).all;
    struct timeline both = run(variant, host, true, true);
    timelines[overlap.count] = both;
    measure_add(&kernel, kernel_alone);
    measure_add(&copy, copy_alone);
    measure_add(&overlap, 100 * (kernel_alone + copy_alone - both.all) / copy_alone);
  }
  double median = measure_median(&overlap);
  size_t nearest = 0;
  for (size_t i = 1; i < overlap.count; i++)
    if (fabs(overlap.values[i] - median) < fabs(overlap.values[nearest] - median))
      nearest = i;
  print(variant, memory, &overlap, &kernel, &copy, &timelines[nearest]);
  measure_end(&overlap);
  measure_end(&kernel);
  measure_end(&copy);
}

/* Seconds of the slower direction of a copy alone, measured warm. */
static double copy_seconds(char *host) {
  double longest = 0;
  for (int round = 0; round < 2; round++) {
    longest = fmax(run(&variants[4], host, false, true).all * 1e-3, longest * round);
    longest = fmax(run(&variants[5], host, false, true).all * 1e-3, longest);
  }
  return longest;
}

static char *touched_memory(void) {
  char *memory = host_memory_new(bytes, PAGES_DEFAULT);
  if (!memory)
    measure_fail("no memory for %zu bytes: choose smaller --bytes", bytes);
  host_memory_fill(memory, bytes, 0);
  return memory;
}

static void make_events(void) {
  CUevent *events[] = {&origin_event, &kernel_began, &kernel_ended, &copy_began, &copy_ended};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    CHECK(cuEventCreate, events[i], CU_EVENT_DEFAULT);
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  bytes = (size_t)copy_bytes / 4096 * 4096;
  if (!bytes) {
    fprintf(stderr, "%s: --bytes must be 4096 or more\n", program.name);
    return 2;
  }
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  /* Else a helper thread may have to create a stream in the timed part. */
  measure_require(argv, "LIBOMPTARGET_NUM_INITIAL_STREAMS", "32");
  driver_open();
  if (!omp_get_num_devices())
    measure_fail("the OpenMP run time finds no device for this program's images");
  CHECK(cuStreamCreate, &kernel_stream, CU_STREAM_NON_BLOCKING);
  CHECK(cuStreamCreate, &copy_stream, CU_STREAM_NON_BLOCKING);
  make_events();
  void *locked;
  CHECK(cuMemAllocHost, &locked, bytes);
  reference = locked;
  memset(reference, 0, bytes);
  char *pageable = touched_memory(), *registered = touched_memory();
  CHECK(cuMemHostRegister, registered, bytes, CU_MEMHOSTREGISTER_PORTABLE);
#pragma omp target enter data map(to : pageable[0 : bytes], registered[0 : bytes], note[0 : 1])

  /* Longer than any copy, so that a copy that overlaps fits in. */
  kernel_length = fmax(0.02, 0.004 + 1.5 * fmax(copy_seconds(pageable), copy_seconds(registered)));
  calibrate_kernel();
  compare_clocks();
  measure_plan(2 * VARIANTS);
  for (int i = 0; i < VARIANTS; i++) {
    if (variants[i].path == DRIVER && no_kernels)
      continue;
    /* Late: a driver without its compiler for PTX must not cost the other figures. */
    if (variants[i].path == DRIVER && !driver_kernel)
      load_driver_kernel();
    measure_variant(&variants[i], "pageable", pageable);
    measure_variant(&variants[i], "registered", registered);
  }

#pragma omp target exit data map(delete : pageable[0 : bytes], registered[0 : bytes], note[0 : 1])
  CHECK(cuMemHostUnregister, registered);
  CHECK(cuMemFreeHost, reference);
  host_memory_free(pageable, bytes, PAGES_DEFAULT);
  host_memory_free(registered, bytes, PAGES_DEFAULT);
  return 0;
}
