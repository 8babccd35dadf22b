/* bench.h: what a benchmark program gives the harness, and what the harness gives it.
 *
 * A program is one folder of three parts, compiled together with all C files of common:
 *   reference.c    defines `benchmark`, problem_create, problem_reference and problem_kernel
 *   VERSION.c      defines `bench_version` and the kernel function with the target region
 *   PROGRAM.h      struct problem (the program's arrays) and the kernel function's prototype
 *
 * The element type is REAL, chosen on the command line (-DREAL=float or -DREAL=double).
 * Everything is compiled with -ffp-contract=off: a reference and a kernel that add in the same
 * order then give the same bits, so a wrong result can never hide behind a tolerance.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>

#ifndef REAL
#define REAL double
#endif

/* The largest size: BENCH_SIZE_MAX squared still fits in an int, which the kernels index with. */
#define BENCH_SIZE_MAX 46340
/* The largest number of rows, if the work grows with it. The programs check the number of elements themselves. */
#define BENCH_ROWS_MAX (1 << 22)

/* One program; each program's reference.c defines `benchmark`. */
struct benchmark {
  const char *name;
  int default_steps; /* time steps without argv[2]; 0: the program has no time steps */
  int growth;        /* the work grows with the size to this power */
  double tolerance;  /* largest relative error allowed to a version that reassociates a sum */
  const char *const *kinds; /* the kinds of input of --input, the default first, then NULL; NULL: one input */
  int default_number;       /* of --input without a number; reference.c states its meaning. 0: it has no number */
};
extern const struct benchmark benchmark;

/* The input that the command line selects, for programs with kinds. Set before problem_create is called. */
struct bench_input {
  int kind;   /* index in benchmark.kinds */
  int number; /* from 1 to BENCH_SIZE_MAX: for example the mean length of a row; 0: benchmark.default_number is 0 */
};
extern struct bench_input bench_input;

/* -DBENCH_REASSOCIATES=true: the compiler may reassociate the serial sums of a naive version. */
#ifndef BENCH_REASSOCIATES
#define BENCH_REASSOCIATES false
#endif

/* One version of a program; each VERSION.c defines `bench_version`. */
struct bench_version {
  const char *name;
  bool reassociates; /* false: every element must equal the reference exactly */
  bool copies;       /* its kernel function always copies: there is no time with arrays on the device */
};
extern const struct bench_version bench_version;

/* The memory of one problem. The harness creates it, frees it and compares its arrays. */
struct bench_memory;

/* Returns an array that the harness compares with the reference after the run: a result, or an
 * input, which must come back unchanged. Every element starts as NaN, so that one nobody wrote is
 * found. Never NULL: too little memory ends the program with a message. The harness owns it. */
REAL *bench_array(struct bench_memory *memory, size_t elements);

/* Like bench_array, for integers. They must be equal, in every version. Every element starts as -1. */
int *bench_integers(struct bench_memory *memory, size_t elements);

/* Returns `bytes` of memory that is not compared: a temporary, an index array, struct problem.
 * Never NULL, owned by the harness. */
void *bench_scratch(struct bench_memory *memory, size_t bytes);

/* Fills an array with values from 1/1024 to 1, the same in every run. Different seeds give
 * different arrays. All values are exact in float as well as in double. */
void bench_fill(REAL *array, size_t elements, unsigned seed);

/* Ends the program with status 2 and a message that starts with the program's name. */
#ifndef __cplusplus
_Noreturn void bench_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif

/* The program's own arrays; each program defines its own struct problem. */
struct problem;

/* Allocates and initialises a problem. Called once for the reference and once for the kernel. */
struct problem *problem_create(struct bench_memory *memory, int size, int steps);

/* The sequential computation. */
void problem_reference(struct problem *problem);

/* Calls the version's kernel function. */
void problem_kernel(struct problem *problem);

#endif
