/* FILE: bench/synthetic/wait.c
 * WHAT: micro-wait: what a short synchronous region costs when the host's thread sleeps until the
 *       device is done, and what when it spins.
 * USE:  micro-wait [--seconds S] [--no-kernels]
 *
 * How the primary context waits has to be said before anything uses it, and the OpenMP run time
 * does so before main. So there is one process for each way of waiting; its constructor runs before
 * the one that registers the program's images, sets the context's flags and makes the context. The
 * ways:
 *   run time   nothing set by us: what libomptarget chooses
 *   blocking   CU_CTX_SCHED_BLOCKING_SYNC, the thread sleeps
 *   spinning   CU_CTX_SCHED_SPIN, the thread asks until the answer comes
 *   automatic  CU_CTX_SCHED_AUTO, the driver chooses
 * The flags that the context really has are asked for and checked: key flags.
 * Figures: microseconds of host time from before to after a construct. Regions with an empty
 * kernel, and with kernels of about 10, 100 and 1000 us (a chain of dependent steps whose count is
 * found once and is the same for every way), and `target update` of 8 bytes each way, from pageable
 * memory. All arrays are present; 20 runs go before. Key processor_us: processor time of the whole
 * process for each construct.
 * --no-kernels is for a driver that runs no kernels: no calibration, no results of kernels.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT and friends */
#include "driver.h"
#include "measure.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 20 };

static bool no_kernels;
static double steps_per_microsecond; /* 0: not known yet, this is the parent */

static const struct measure_option options[] = {
    {"--no-kernels", "the driver runs no kernels: do not check what they compute", NULL,
     &no_kernels},
    {"--part-steps", "used by the program itself: steps of a kernel per us; one way of waiting",
     &steps_per_microsecond, NULL},
    {0}};
static const struct measure_program program = {
    .name = "micro-wait",
    .measures = "what a short region costs with a blocking and with a spinning wait",
    .question = 9,
    .seconds = 20,
    .options = options};

/* The variable by which the parent tells a child what its constructor has to set. */
#define VARIABLE "MICRO_WAIT_FLAGS"
enum { NOTHING_SET = -1, SCHEDULE_MASK = 7 };

static const struct way {
  const char *name;
  int flags;
} ways[] = {{"run time", NOTHING_SET},
            {"blocking", CU_CTX_SCHED_BLOCKING_SYNC},
            {"spinning", CU_CTX_SCHED_SPIN},
            {"automatic", CU_CTX_SCHED_AUTO}};
enum { WAYS = sizeof ways / sizeof *ways };

static int wanted_flags(void) {
  const char *text = getenv(VARIABLE);
  return text ? atoi(text) : NOTHING_SET;
}

/* Priority 0 is before the constructor that registers the images. */
__attribute__((constructor(0))) static void set_flags(void) {
  setenv("CLEAVE_SPIN", "off", 1); /* libcleave would set the flags too */
  if (wanted_flags() != NOTHING_SET)
    driver_open_waiting((unsigned)wanted_flags());
}

/* The flags that the primary context has; ends the process where it does not exist. */
static int context_flags(void) {
  CUresult (*get_state)(CUdevice device, unsigned *flags, int *active);
  void *library = dlopen("libcuda.so", RTLD_NOW | RTLD_NOLOAD);
  void *address = library ? dlsym(library, "cuDevicePrimaryCtxGetState") : NULL;
  if (!address)
    measure_fail("the CUDA driver has no function cuDevicePrimaryCtxGetState");
  memcpy(&get_state, &address, sizeof address);
  unsigned flags;
  int active;
  driver_check(get_state(0, &flags, &active), "cuDevicePrimaryCtxGetState");
  if (!active)
    measure_fail("the primary context is not in use after a region ran");
  return (int)(flags & SCHEDULE_MASK);
}

/* ---- what is measured ---- */

static uint64_t state[1];

static uint64_t steps_on_host(uint64_t value, long count) {
  for (long i = 0; i < count; i++) {
    value ^= value << 13;
    value ^= value >> 7;
    value ^= value << 17;
  }
  return value;
}

static void region_empty(long count) {
  (void)count;
#pragma omp target
  {}
}

static void region_steps(long count) {
#pragma omp target map(tofrom : state[0 : 1]) firstprivate(count)
  {
    uint64_t value = state[0];
    for (long i = 0; i < count; i++) {
      value ^= value << 13;
      value ^= value >> 7;
      value ^= value << 17;
    }
    state[0] = value;
  }
}

static void update_to(long count) {
  (void)count;
#pragma omp target update to(state[0 : 1])
}

static void update_from(long count) {
  (void)count;
#pragma omp target update from(state[0 : 1])
}

static const struct construct {
  const char *name;
  void (*run)(long count);
  int microseconds; /* of its kernel */
} constructs[] = {{"region with an empty kernel", region_empty, 0},
                  {"region with a kernel of 10 us", region_steps, 10},
                  {"region with a kernel of 100 us", region_steps, 100},
                  {"region with a kernel of 1000 us", region_steps, 1000},
                  {"update of 8 bytes to the device", update_to, 0},
                  {"update of 8 bytes to the host", update_from, 0}};
enum { CONSTRUCTS = sizeof constructs / sizeof *constructs };

static void check_kernel(void) {
  enum { STEPS = 1000 };
  state[0] = 1;
  update_to(0);
  region_steps(STEPS);
  update_from(0);
  if (!no_kernels && state[0] != steps_on_host(1, STEPS))
    measure_fail("the kernel's result is wrong: it did not run, or not right");
  state[0] = 1;
  update_to(0);
}

static void measure_construct(const struct construct *construct, const char *way, int flags) {
  long count = (long)(construct->microseconds * steps_per_microsecond);
  for (int i = 0; i < WARM_UP; i++)
    construct->run(count);
  struct measure_sample sample;
  measure_begin(&sample, 20, 20000);
  double processor = measure_processor_time();
  while (measure_again(&sample)) {
    double start = measure_now();
    construct->run(count);
    measure_add(&sample, (measure_now() - start) * 1e6);
  }
  processor = measure_processor_time() - processor;
  char name[128];
  snprintf(name, sizeof name, "%s, wait: %s", construct->name, way);
  measure_open(name);
  measure_sample("us", &sample);
  measure_text("wait", way);
  measure_number("flags", flags);
  measure_number("kernel_us", construct->microseconds);
  measure_number("processor_us", processor * 1e6 / (double)sample.count);
  measure_close();
  measure_end(&sample);
}

/* In a child: one way of waiting. */
static void measure_way(void) {
  int wanted = wanted_flags();
  const char *name = ways[0].name;
  for (int i = 0; i < WAYS; i++)
    if (ways[i].flags == wanted)
      name = ways[i].name;
  check_kernel();
  if (wanted == NOTHING_SET)
    driver_open();
  int flags = context_flags();
  /* For automatic the driver may name what it has chosen. */
  if (wanted != NOTHING_SET && wanted != CU_CTX_SCHED_AUTO && flags != wanted)
    measure_fail("the context waits with flags %d and should with %d", flags, wanted);
  measure_plan(CONSTRUCTS);
  for (int i = 0; i < CONSTRUCTS; i++)
    measure_construct(&constructs[i], name, flags);
}

/* Finds how many steps take a microsecond: from the difference of two long kernels, so that launch
 * and wait do not count. */
static double calibrate(void) {
  if (no_kernels)
    return 1;
  check_kernel();
  for (long count = 1 << 16; count < 1L << 40; count *= 2) {
    double start = measure_now();
    region_steps(count);
    double half = measure_now();
    region_steps(2 * count);
    double end = measure_now();
    double difference = (end - half) - (half - start);
    if (difference > 0.02)
      return (double)count / (difference * 1e6);
  }
  measure_fail("the kernel takes no time: it does not run");
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  if (!omp_get_num_devices())
    measure_fail("the OpenMP run time finds no device for this program's images");
#pragma omp target enter data map(to : state[0 : 1])
  if (steps_per_microsecond > 0) {
    measure_way();
  } else {
    driver_open();
    char rate[64];
    snprintf(rate, sizeof rate, "%.9g", calibrate());
    for (int i = 0; i < WAYS; i++) {
      char variable[64], seconds[64];
      snprintf(variable, sizeof variable, VARIABLE "=%d", ways[i].flags);
      double left = measure_left() > 0 ? measure_left() : 0;
      snprintf(seconds, sizeof seconds, "%.3f", left / (WAYS - i));
      const char *const arguments[] = {"--part-steps", rate, "--seconds", seconds,
                                       no_kernels ? "--no-kernels" : NULL, NULL};
      const char *const variables[] = {variable, NULL};
      measure_child(arguments, variables, NULL, 0);
    }
  }
#pragma omp target exit data map(delete : state[0 : 1])
  return 0;
}
