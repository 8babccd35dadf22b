/* harness.h: what the files of the harness share. The programs see bench.h only. */
#ifndef HARNESS_H
#define HARNESS_H

#include "bench.h"

enum { BENCH_BLOCKS_MAX = 16 };

struct bench_block {
  void *address;
  size_t bytes;
  size_t elements; /* compared ones; 0: scratch */
  bool integers;   /* the elements are of type int; else of REAL */
};

struct bench_memory {
  struct bench_block block[BENCH_BLOCKS_MAX];
  int blocks;
};

/* One problem: what the command line asks for. */
struct bench_problem_size {
  int size, steps; /* steps: 0 where the program has no time steps */
};

struct bench_comparison {
  double checksum;         /* sum of the actual elements, the same for the same elements */
  double error;            /* largest relative error; infinite where a side is not finite */
  size_t elements, wrong;  /* elements compared, and those beyond the tolerance */
  int array;               /* the first wrong element: number of its array, index in it, values */
  size_t element;
  double expected, actual;
};

/* "float" or "double". */
extern const char *const bench_real_name;

/* Seconds of a clock that only runs forward. */
double bench_now(void);

/* The input as `KIND,NUMBER` or `KIND`; empty for a program without kinds. Static memory. */
const char *bench_input_name(void);

/* The largest relative error that this version may have: 0 unless it reassociates a sum. */
double bench_tolerance(void);

/* Compares the compared blocks of ACTUAL with those of EXPECTED, which has the same shape. */
struct bench_comparison bench_compare(const struct bench_memory *expected,
                                      const struct bench_memory *actual, double tolerance);

/* Makes COPY, which is empty, a copy of MEMORY. The caller frees it. */
void bench_memory_copy(struct bench_memory *copy, const struct bench_memory *memory);

/* Makes the bytes of MEMORY those of COPY again. */
void bench_memory_restore(struct bench_memory *memory, const struct bench_memory *copy);

void bench_memory_free(struct bench_memory *memory);

/* A number that differs when the bytes differ, for files that may be damaged. */
unsigned long long bench_hash(const void *bytes, size_t count);

/* The reference result of a problem: EXPECTED gets the compared blocks in the order of SHAPE, from
 * the file PATH if that holds this very result, else computed, and then stored in PATH. A PATH of
 * NULL stores nothing. The memory stays until the program ends. */
void bench_reference(struct bench_memory *expected, const struct bench_memory *shape,
                     struct bench_problem_size problem, const char *path);

struct bench_request {
  struct bench_problem_size problem;
  int warm_up, repeats;
  double seconds;        /* no run of a kind starts after half of this */
  const char *reference; /* file for the reference's result, or NULL */
};

/* The measuring mode: prints one line of JSON. Returns the exit status. */
int bench_measure(const struct bench_request *request);

/* Makes the run time open the device now, so that no timed kernel pays for it. */
void bench_open_device(void);

#endif
