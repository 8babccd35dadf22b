/* main.c: the harness of every benchmark program. See bench.h.
 *
 * Usage: PROGRAM SIZE [STEPS]
 * Runs the sequential reference and the kernel on two copies of the same problem, compares every
 * element and prints one line:
 *   NAME VERSION REAL size=N checksum=... elements=N max_error=... seconds=... OK|WRONG
 * `seconds` is the time of the kernel function with its transfers, without opening the device.
 * Exit status: 0 OK, 1 WRONG, 2 a bad argument or too little memory.
 */
#include "bench.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCKS_MAX = 16 };

struct block {
  void *address;
  size_t elements; /* of REAL; 0: scratch, not compared */
};

struct bench_memory {
  struct block block[BLOCKS_MAX];
  int blocks;
};

struct comparison {
  double checksum; /* sum of the kernel's elements */
  double error;    /* largest relative error, infinite where either side is not a finite number */
  size_t elements;
};

static void *add_block(struct bench_memory *memory, size_t bytes, size_t elements)
{
  if (memory->blocks == BLOCKS_MAX) {
    fprintf(stderr, "%s: more than %d arrays: raise BLOCKS_MAX in main.c\n", benchmark.name,
            BLOCKS_MAX);
    exit(2);
  }
  void *address = malloc(bytes);
  if (!address) {
    fprintf(stderr, "%s: no memory for %zu bytes: choose a smaller size\n", benchmark.name, bytes);
    exit(2);
  }
  memory->block[memory->blocks++] = (struct block){address, elements};
  return address;
}

REAL *bench_array(struct bench_memory *memory, size_t elements)
{
  REAL *array = add_block(memory, elements * sizeof *array, elements);
  for (size_t i = 0; i < elements; i++)
    array[i] = (REAL)NAN;
  return array;
}

void *bench_scratch(struct bench_memory *memory, size_t bytes)
{
  return add_block(memory, bytes, 0);
}

void bench_fill(REAL *array, size_t elements, unsigned seed)
{
  for (size_t i = 0; i < elements; i++) {
    uint32_t hash = (uint32_t)i * 2654435761u + seed * 40503u;
    hash ^= hash >> 15;
    hash *= 2246822519u;
    array[i] = (REAL)(1 + (hash >> 22)) / 1024;
  }
}

static void free_memory(struct bench_memory *memory)
{
  for (int i = 0; i < memory->blocks; i++)
    free(memory->block[i].address);
}

static double relative_error(double expected, double actual)
{
  if (!isfinite(expected) || !isfinite(actual))
    return INFINITY;
  if (expected == actual)
    return 0;
  return fabs(actual - expected) / fmax(fabs(expected), fabs(actual));
}

static struct comparison compare(const struct bench_memory *expected,
                                 const struct bench_memory *actual)
{
  struct comparison result = {0};
  for (int b = 0; b < expected->blocks; b++) {
    const REAL *e = expected->block[b].address;
    const REAL *a = actual->block[b].address;
    size_t elements = expected->block[b].elements;
    for (size_t i = 0; i < elements; i++) {
      result.error = fmax(result.error, relative_error(e[i], a[i]));
      result.checksum += a[i];
    }
    result.elements += elements;
  }
  return result;
}

static int parse_count(const char *what, const char *text, int maximum)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < 1 || value > maximum) {
    fprintf(stderr, "%s: %s '%s' is not a whole number from 1 to %d\n", benchmark.name, what, text,
            maximum);
    exit(2);
  }
  return (int)value;
}

static double now(void)
{
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Makes the run time open the device now, so that the timed kernel does not pay for it. */
static void open_device(void)
{
  char byte = 0;
#pragma omp target data map(to: byte)
  (void)byte;
}

int main(int argc, char **argv)
{
  bool has_steps = benchmark.default_steps > 0;
  if (argc < 2 || argc > (has_steps ? 3 : 2)) {
    fprintf(stderr, "usage: %s SIZE%s\n", argv[0], has_steps ? " [STEPS]" : "");
    return 2;
  }
  int size = parse_count("size", argv[1], BENCH_SIZE_MAX);
  int steps = argc > 2 ? parse_count("steps", argv[2], INT_MAX) : benchmark.default_steps;

  struct bench_memory expected = {0}, actual = {0};
  struct problem *reference = problem_create(&expected, size, steps);
  struct problem *problem = problem_create(&actual, size, steps);

  problem_reference(reference);
  open_device();
  double start = now();
  problem_kernel(problem);
  double seconds = now() - start;

  struct comparison result = compare(&expected, &actual);
  bool ok = result.error <= (bench_version.reassociates ? benchmark.tolerance : 0);
  printf("%s %s %s size=%d checksum=%.10e elements=%zu max_error=%.3e seconds=%.6f %s\n",
         benchmark.name, bench_version.name, sizeof(REAL) == sizeof(float) ? "float" : "double",
         size, result.checksum, result.elements, result.error, seconds, ok ? "OK" : "WRONG");
  free_memory(&expected);
  free_memory(&actual);
  return ok ? 0 : 1;
}
