/* FILE: bench/synthetic/launch.c
 * WHAT: micro-launch: what it costs to start work on the device.
 * USE:  micro-launch [--seconds S] [--host-device | --no-kernels]
 *
 * Figures, all in microseconds of monotonic host time:
 *   synchronous region   From before the construct to after it, one region a value: mapping
 *                        look-ups, launch, kernel, wait. Warm: the same region ran 20 times before.
 *                        All arrays are present on the device, so that nothing is copied or
 *                        allocated.
 *   raw launch           cuLaunchKernel and cuStreamSynchronize of a kernel that returns at once,
 *                        on a stream of our own, in the context as the run time has set it up: what
 *                        the driver alone costs. Warm in the same way.
 *   chain                N regions `nowait depend(inout)` from the first construct to the end of
 *                        `taskwait`; every region's result depends on the one before and is
 *                        checked. Keys issue_us and taskwait_us: medians of its two parts. In a
 *                        process of its own for every number of hidden helper threads; three chains
 *                        of 100 go before, and the run time has 32 streams from the start.
 *   edge                 (chain of N - chain of 1) / (N - 1), both taken in turn, pair by pair.
 *   first offload        A fresh process each time, from the parent's request to start it:
 *                        loader (fork, exec, shared libraries and their constructors),
 *                        registration (the run time opens the driver, makes the device's context
 *                        and looks at the program's images: all of it before main),
 *                        first allocation (8 bytes), image load (the first mapped byte: modules are
 *                        loaded and their globals set up), first region (an empty kernel, with what
 *                        the driver does at a first launch), second region (the same, warm).
 *                        The operating system's file cache is warm from the process before, and the
 *                        parent keeps the device open, as persistence mode would.
 * --no-kernels is for a driver that runs no kernels: their results are not checked, and the raw
 * launch (whose kernel is PTX) is left out. --host-device is for trying this program without a GPU.
 */
#include "driver.h"
#include "measure.h"

#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 20, ARRAYS = 8, LONGEST_CHAIN = 100, LOOP = 1000000, FRESH_MOST = 20 };

static bool no_kernels, host_device, part_regions, part_chain, part_first;

static const struct measure_option options[] = {
    {"--no-kernels", "the driver runs no kernels: do not check what they compute", NULL,
     &no_kernels},
    {"--host-device", "compiled for the host as the device: leave the raw launch out", NULL,
     &host_device},
    {"--part-regions", "synchronous regions only", NULL, &part_regions},
    {"--part-chain", "chains only, in this process (the program starts itself so)", NULL,
     &part_chain},
    {"--part-first", "one first offload: the times (s) at which its stages end (in the same way)",
     NULL, &part_first},
    {0}};
static const struct measure_program program = {
    .name = "micro-launch",
    .measures = "what a target region, a chain of them and the first one cost",
    .question = 3,
    .seconds = 30,
    .options = options};

/* ---- synchronous regions ---- */

static double *array[ARRAYS];
static double *loop_array;

static void region_empty(void) {
#pragma omp target
  {}
}

/* The arrays are parameters of their own so that each is one mapped argument of the kernel. */
static void region_1(double *a) {
#pragma omp target map(tofrom : a[0 : 1])
  { a[0] += 1; }
}

static void region_4(double *a, double *b, double *c, double *d) {
#pragma omp target map(tofrom : a[0 : 1], b[0 : 1], c[0 : 1], d[0 : 1])
  {
    a[0] += 1;
    b[0] += 1;
    c[0] += 1;
    d[0] += 1;
  }
}

static void region_8(double *a, double *b, double *c, double *d, double *e, double *f, double *g,
                     double *h) {
#pragma omp target map(tofrom : a[0 : 1], b[0 : 1], c[0 : 1], d[0 : 1])                            \
    map(tofrom : e[0 : 1], f[0 : 1], g[0 : 1], h[0 : 1])
  {
    a[0] += 1;
    b[0] += 1;
    c[0] += 1;
    d[0] += 1;
    e[0] += 1;
    f[0] += 1;
    g[0] += 1;
    h[0] += 1;
  }
}

static void region_loop(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void run_empty(void) { region_empty(); }
static void run_1(void) { region_1(array[0]); }
static void run_4(void) { region_4(array[0], array[1], array[2], array[3]); }
static void run_8(void) {
  region_8(array[0], array[1], array[2], array[3], array[4], array[5], array[6], array[7]);
}
static void run_loop_1(void) { region_loop(loop_array, 1); }
static void run_loop_million(void) { region_loop(loop_array, LOOP); }

struct region {
  const char *name;
  void (*run)(void);
  int arrays; /* arrays present that it takes: every run adds 1 to the first element of each */
  int loop;   /* or iterations of a loop over loop_array */
};

static const struct region regions[] = {
    {"synchronous region, no array, empty kernel", run_empty, 0, 0},
    {"synchronous region, 1 array present", run_1, 1, 0},
    {"synchronous region, 4 arrays present", run_4, 4, 0},
    {"synchronous region, 8 arrays present", run_8, 8, 0},
    {"synchronous region, parallel loop of 1 iteration", run_loop_1, 0, 1},
    {"synchronous region, parallel loop of 1000000 iterations", run_loop_million, 0, LOOP},
};
enum { REGIONS = sizeof regions / sizeof *regions };

static double *zeroed(size_t elements) {
  double *values = calloc(elements, sizeof *values);
  if (!values)
    measure_fail("no memory");
  return values;
}

static void expect(const double *values, int elements, double expected, const char *name) {
  for (int i = 0; i < elements; i++)
    if (values[i] != expected)
      measure_fail("%s: element %d is %g and should be %g: the kernels did not run, or not right",
                   name, i, values[i], expected);
}

/* Measures one kind of region. Between the values nothing but the region touches the device. */
static void measure_region(const struct region *region) {
  for (int i = 0; i < ARRAYS; i++)
    array[i][0] = 0;
  memset(loop_array, 0, LOOP * sizeof *loop_array);
  struct measure_sample sample;
  /* Through local pointers: a pointer at file scope would be mapped, too. */
  for (int i = 0; i < ARRAYS; i++) {
    double *one = array[i];
#pragma omp target enter data map(to : one[0 : 1])
  }
  double *loop = loop_array;
#pragma omp target enter data map(to : loop[0 : LOOP])
  for (int i = 0; i < WARM_UP; i++)
    region->run();
  measure_begin(&sample, 20, 20000);
  while (measure_again(&sample)) {
    double start = measure_now();
    region->run();
    measure_add(&sample, (measure_now() - start) * 1e6);
  }
  for (int i = 0; i < ARRAYS; i++) {
    double *one = array[i];
#pragma omp target exit data map(from : one[0 : 1])
  }
#pragma omp target exit data map(from : loop[0 : LOOP])
  if (!no_kernels) {
    double runs = (double)(WARM_UP + sample.count);
    for (int i = 0; i < region->arrays; i++)
      expect(array[i], 1, runs, region->name);
    expect(loop_array, region->loop, runs, region->name);
  }
  measure_open(region->name);
  measure_sample("us", &sample);
  measure_number("arrays", region->arrays);
  measure_number("iterations", region->loop);
  measure_close();
  measure_end(&sample);
}

/* ---- the driver alone ---- */

static const char empty_kernel[] = ".version 6.0\n"
                                   ".target sm_50\n"
                                   ".address_size 64\n"
                                   ".visible .entry empty() { ret; }\n";

static void measure_raw_launch(void) {
  driver_open();
  CUmodule module;
  CUfunction function;
  CUstream stream;
  CHECK(cuModuleLoadData, &module, empty_kernel);
  CHECK(cuModuleGetFunction, &function, module, "empty");
  CHECK(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
  struct measure_sample sample;
  for (int i = 0; i < WARM_UP; i++) {
    CHECK(cuLaunchKernel, function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL);
    CHECK(cuStreamSynchronize, stream);
  }
  measure_begin(&sample, 20, 20000);
  while (measure_again(&sample)) {
    double start = measure_now();
    CHECK(cuLaunchKernel, function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL);
    CHECK(cuStreamSynchronize, stream);
    measure_add(&sample, (measure_now() - start) * 1e6);
  }
  CHECK(cuStreamDestroy, stream);
  CHECK(cuModuleUnload, module);
  measure_open("raw launch and stream synchronization, empty kernel");
  measure_sample("us", &sample);
  driver_describe();
  measure_close();
  measure_end(&sample);
}

/* ---- chains ---- */

struct chain {
  struct measure_sample whole, issue, taskwait;
};

/* The device's state after step I of a chain: it tells in which order the steps ran. */
static uint32_t step(uint32_t state, uint32_t i) { return state * 3 + i + 1; }

static void check_state(uint32_t *state, int steps) {
#pragma omp target update from(state[0 : 1])
  uint32_t expected = 0;
  for (uint32_t i = 0; i < (uint32_t)steps; i++)
    expected = step(expected, i);
  if (!no_kernels && state[0] != expected)
    measure_fail("a chain of %d regions ended with %u instead of %u: its regions did not run, or "
                 "not in order",
                 steps, state[0], expected);
  state[0] = 0;
#pragma omp target update to(state[0 : 1])
}

/* One chain; returns its time in us and adds to CHAIN where that is not NULL. */
static double run_chain(uint32_t *state, int steps, struct chain *chain) {
  double start = measure_now();
  for (uint32_t i = 0; i < (uint32_t)steps; i++) {
#pragma omp target nowait depend(inout : state[0]) map(tofrom : state[0 : 1]) firstprivate(i)
    { state[0] = state[0] * 3 + i + 1; }
  }
  double issued = measure_now();
#pragma omp taskwait
  double end = measure_now();
  if (chain) {
    measure_add(&chain->whole, (end - start) * 1e6);
    measure_add(&chain->issue, (issued - start) * 1e6);
    measure_add(&chain->taskwait, (end - issued) * 1e6);
  }
  check_state(state, steps);
  return (end - start) * 1e6;
}

/* As many regions without nowait: what a chain has to be compared with. */
static double run_synchronous(uint32_t *state, int steps) {
  double start = measure_now();
  for (uint32_t i = 0; i < (uint32_t)steps; i++) {
#pragma omp target map(tofrom : state[0 : 1]) firstprivate(i)
    { state[0] = state[0] * 3 + i + 1; }
  }
  double end = measure_now();
  check_state(state, steps);
  return (end - start) * 1e6;
}

static void print_chain(const char *name, int steps, const char *helpers,
                        const struct measure_sample *sample, const struct chain *chain) {
  measure_open(name);
  measure_sample("us", sample);
  measure_number("regions", steps);
  measure_number("helper_threads", atoi(helpers));
  if (chain) {
    measure_number("us_per_region", measure_median(sample) / steps);
    measure_number("issue_us", measure_median(&chain->issue));
    measure_number("taskwait_us", measure_median(&chain->taskwait));
  }
  measure_close();
}

static void measure_chains(void) {
  static const int lengths[] = {1, 10, LONGEST_CHAIN};
  enum { LENGTHS = sizeof lengths / sizeof *lengths };
  const char *helpers = getenv("LIBOMP_NUM_HIDDEN_HELPER_THREADS");
  if (!helpers)
    helpers = "8"; /* libomp's default, for whoever starts this part by hand */
  uint32_t state[1] = {0};
#pragma omp target enter data map(to : state[0 : 1])
  for (int i = 0; i < 3; i++)
    run_chain(state, LONGEST_CHAIN, NULL);
  run_synchronous(state, LONGEST_CHAIN);

  struct chain chain[LENGTHS] = {0};
  struct measure_sample edge[LENGTHS] = {0}, synchronous = {0}, rounds;
  measure_begin(&rounds, 5, 5000);
  while (measure_again(&rounds)) {
    double alone = 0;
    for (int k = 0; k < LENGTHS; k++) {
      double whole = run_chain(state, lengths[k], &chain[k]);
      if (k == 0)
        alone = whole;
      else
        measure_add(&edge[k], (whole - alone) / (lengths[k] - 1));
    }
    measure_add(&synchronous, run_synchronous(state, LONGEST_CHAIN) / LONGEST_CHAIN);
    measure_add(&rounds, 0);
  }
#pragma omp target exit data map(delete : state[0 : 1])

  for (int k = 0; k < LENGTHS; k++) {
    char name[80];
    snprintf(name, sizeof name, "chain of %d regions, nowait", lengths[k]);
    print_chain(name, lengths[k], helpers, &chain[k].whole, &chain[k]);
    if (k == 0)
      continue;
    snprintf(name, sizeof name, "edge of a chain of %d regions, nowait", lengths[k]);
    print_chain(name, lengths[k], helpers, &edge[k], NULL);
  }
  print_chain("one of 100 synchronous regions in a row", 1, helpers, &synchronous, NULL);
  for (int k = 0; k < LENGTHS; k++) {
    measure_end(&chain[k].whole);
    measure_end(&chain[k].issue);
    measure_end(&chain[k].taskwait);
    measure_end(&edge[k]);
  }
  measure_end(&synchronous);
  measure_end(&rounds);
}

/* ---- the first offload of a process ---- */

static const char *const stages[] = {"loader",     "registration", "first allocation",
                                     "image load", "first region", "second region"};
enum { STAGES = sizeof stages / sizeof *stages, FIRST_REGION = 4 };

/* When the program's own constructors began. Priority 0 comes before the one
 * that registers the images. */
static double loaded;
__attribute__((constructor(0))) static void note_loaded(void) { loaded = measure_now(); }

/* In a fresh process whose main began at BEGAN: prints the times at which the stages ended. */
static void first_offload(double began) {
  int device = omp_get_default_device();
  double ended[STAGES] = {loaded, began};
  void *memory = omp_target_alloc(8, device); /* loads no image */
  ended[2] = measure_now();
  if (!memory)
    measure_fail("the device gives no memory");
  char byte[1] = {0};
#pragma omp target enter data map(to : byte[0 : 1]) /* loads the image, launches nothing of ours */
  ended[3] = measure_now();
  run_empty();
  ended[4] = measure_now();
  run_empty();
  ended[5] = measure_now();
#pragma omp target exit data map(delete : byte[0 : 1])
  omp_target_free(memory, device);
  for (int i = 0; i < STAGES; i++)
    printf("%.9f ", ended[i]);
  putchar('\n');
}

static void measure_first_offload(void) {
  const char *const arguments[] = {"--part-first", no_kernels ? "--no-kernels" : NULL, NULL};
  struct measure_sample stage[STAGES] = {0}, all;
  measure_begin(&all, 3, FRESH_MOST);
  while (measure_again(&all)) {
    char answer[512];
    double start = measure_now();
    measure_child(arguments, NULL, answer, sizeof answer);
    char *at = answer;
    double before = start, ended = start;
    for (int i = 0; i < STAGES; i++) {
      char *end;
      ended = strtod(at, &end);
      if (end == at || ended < before)
        measure_fail("the child process answered '%s'", answer);
      at = end;
      measure_add(&stage[i], (ended - before) * 1e6);
      before = ended;
      if (i == FIRST_REGION)
        measure_add(&all, (ended - start) * 1e6);
    }
  }
  for (int i = 0; i < STAGES; i++) {
    char name[80];
    snprintf(name, sizeof name, "first offload: %s", stages[i]);
    measure_open(name);
    measure_sample("us", &stage[i]);
    measure_close();
    measure_end(&stage[i]);
  }
  measure_open("first offload: from process start to the end of the first region");
  measure_sample("us", &all);
  measure_close();
  measure_end(&all);
}

int main(int argc, char **argv) {
  double began = measure_now();
  measure_start(&program, argc, argv);
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  if (!omp_get_num_devices())
    measure_fail("the OpenMP run time finds no device for this program's images");
  if (part_first) {
    first_offload(began);
    return 0;
  }
  if (part_chain) {
    measure_chains();
    return 0;
  }

  static const char *const helpers[] = {"LIBOMP_NUM_HIDDEN_HELPER_THREADS=1",
                                        "LIBOMP_NUM_HIDDEN_HELPER_THREADS=8"};
  enum { HELPERS = sizeof helpers / sizeof *helpers, SHARES = REGIONS + 1 + 5 * HELPERS + STAGES };
  measure_plan(SHARES);
  for (int i = 0; i < ARRAYS; i++)
    array[i] = zeroed(1);
  loop_array = zeroed(LOOP);
  for (int i = 0; i < REGIONS; i++)
    measure_region(&regions[i]);
  for (int i = 0; i < ARRAYS; i++)
    free(array[i]);
  free(loop_array);

  if (part_regions)
    return 0;
  for (int i = 0; i < HELPERS; i++) {
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%.3f", measure_left() > 0 ? measure_left() / (4 - i) : 0);
    const char *const arguments[] = {"--part-chain", "--seconds", seconds,
                                     no_kernels ? "--no-kernels" : NULL, NULL};
    /* Else a helper thread may have to create a stream in the timed part. */
    const char *const variables[] = {helpers[i], "LIBOMPTARGET_NUM_INITIAL_STREAMS=32", NULL};
    measure_child(arguments, variables, NULL, 0);
  }
  bool raw = !no_kernels && !host_device;
  measure_plan(raw ? 2 : 1);
  measure_first_offload();
  /* Last: a driver without its compiler for PTX must not cost the other figures. */
  if (raw)
    measure_raw_launch();
  return 0;
}
