/* FILE: bench/transfers/region.c
 * WHAT: the virtual time of a benchmark program's kernel function on the simulated driver, with its
 *       transfers, at sizes that no memory holds: takes the place of bench/common.
 * USE:  PROGRAM SIZE CALLS [STEPS]
 *       Prints one line for each call: its time in ns, from the moment when the data are on the host
 *       until the results are.
 *
 * The arrays are addresses without memory of their own: the inputs are never written, and a page that is only read is the
 * system's page of zeros. With CLEAVE_SIMULATOR_COPY_LIMIT the simulated driver moves no larger arrays and runs no
 * kernels. So results are not checked; other tests do that.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The memory after the last byte keeps arrays apart, as the header of malloc does. cleave cannot distinguish two arrays without
 * a gap on the host and on the device from parts of one mapping. Then it runs the general version of a kernel, depending on
 * the addresses. */
enum { GAP = 1 };

static void *reserve(size_t bytes)
{
  void *memory = mmap(NULL, bytes + GAP, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "%s: no addresses for %zu bytes\n", benchmark.name, bytes);
    exit(2);
  }
  return memory;
}

REAL *bench_array(struct bench_memory *memory, size_t elements)
{
  (void)memory;
  return reserve(elements * sizeof(REAL));
}

void *bench_scratch(struct bench_memory *memory, size_t bytes)
{
  (void)memory;
  return reserve(bytes);
}

void bench_fill(REAL *array, size_t elements, unsigned seed)
{
  (void)array;
  (void)elements;
  (void)seed;
}

/* Opens the device, and returns the driver's function that tells the time of the calling thread. */
static long long (*open_device(void))(void)
{
  int number = 0;
#pragma omp target map(from : number)
  number = 1;
  void *driver = dlopen("libcuda.so", RTLD_NOW);
  long long (*time)(void) = NULL;
  if (driver) /* as POSIX has it: ISO C knows no way from void * to a function */
    *(void **)&time = dlsym(driver, "cleave_simulator_time");
  if (!time) {
    fprintf(stderr, "%s: this is not the simulated driver of lib/simulator_driver\n", benchmark.name);
    exit(2);
  }
  return time;
}

int main(int count, char **words)
{
  if (count < 3) {
    fprintf(stderr, "usage: %s SIZE CALLS [STEPS]\n", benchmark.name);
    return 2;
  }
  struct problem *problem =
      problem_create(NULL, atoi(words[1]), count > 3 ? atoi(words[3]) : benchmark.default_steps);
  long long (*time)(void) = open_device();
  for (int calls = atoi(words[2]); calls > 0; calls--) {
    long long before = time();
    problem_kernel(problem);
    printf("%lld\n", time() - before);
  }
  return 0;
}
