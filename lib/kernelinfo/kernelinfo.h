/* FILE: lib/kernelinfo/kernelinfo.h
 * WHAT: compile-time facts about a kernel's loop that the run time needs to choose a grid: memory access
 *       patterns across lanes, trip counts of inner loops, amount of arithmetic. passes/device fills it in,
 *       cleave_kernel_information_encode converts it to a constant of the device image, and
 *       cleave_kernel_information_decode reads it at run time.
 *
 * A lane is a thread's index in its warp; neighbouring lanes run neighbouring iterations of the kernel's
 * loop. Values that are unknown before the launch (the stride of a row, the trip count of an inner loop) are
 * expressions over the kernel's arguments.
 *
 * Encoded information is untrusted input. If it is truncated, corrupt, out of range or of another version, it
 * is ignored.
 */
#ifndef CLEAVE_KERNELINFO_KERNELINFO_H
#define CLEAVE_KERNELINFO_KERNELINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The constant of kernel K is the symbol CLEAVE_KERNEL_INFORMATION_PREFIX K of the device image. */
#define CLEAVE_KERNEL_INFORMATION_PREFIX "__cleave_kernel_information_"

enum { CLEAVE_KERNEL_INFORMATION_VERSION = 2 };

/* The change of an access's address between neighbouring lanes. */
enum cleave_access_class {
  CLEAVE_ACCESS_UNIFORM,         /* 0 bytes */
  CLEAVE_ACCESS_COALESCED,       /* at most the element size, in either direction */
  CLEAVE_ACCESS_CONSTANT_STRIDE, /* a larger constant number of bytes */
  CLEAVE_ACCESS_SYMBOLIC_STRIDE, /* a number of bytes that depends on kernel arguments */
  CLEAVE_ACCESS_IRREGULAR        /* unknown: indirect, or not analyzed */
};

/* A postfix program over 64-bit integers. Each operation pops its operands and pushes its result. */
enum cleave_kernel_operation {
  CLEAVE_KERNEL_CONSTANT, /* pushes `value` */
  CLEAVE_KERNEL_ARGUMENT, /* pushes the 64 bits of kernel argument `value`; argument 0 is the
                                   first that the host passes, after clang's own dyn_ptr */
  CLEAVE_KERNEL_ADD,
  CLEAVE_KERNEL_SUBTRACT,
  CLEAVE_KERNEL_MULTIPLY, /* wrapping */
  CLEAVE_KERNEL_DIVIDE_SIGNED,
  CLEAVE_KERNEL_DIVIDE_UNSIGNED, /* by 0: unknown result */
  CLEAVE_KERNEL_MINIMUM_SIGNED,
  CLEAVE_KERNEL_MAXIMUM_SIGNED,
  CLEAVE_KERNEL_MINIMUM_UNSIGNED,
  CLEAVE_KERNEL_MAXIMUM_UNSIGNED,
  CLEAVE_KERNEL_SIGN_EXTEND,
  CLEAVE_KERNEL_ZERO_EXTEND, /* the low `value` bits, 1 to 64 */
  CLEAVE_KERNEL_OPERATION_COUNT
};

struct cleave_kernel_instruction {
  enum cleave_kernel_operation operation;
  int64_t value; /* of CONSTANT, ARGUMENT and the extensions; otherwise 0 */
};

struct cleave_kernel_expression {
  const struct cleave_kernel_instruction *instructions;
  size_t count; /* 0: unknown */
};

/* Limits of the encoder and decoder. MAX_VALUES is the maximum depth of an expression's evaluation stack, so
 * that evaluation allocates no memory. */
enum {
  CLEAVE_KERNEL_MAX_ARGUMENTS = 1024,
  CLEAVE_KERNEL_MAX_LOOPS = 256,
  CLEAVE_KERNEL_MAX_STREAMS = 1024,
  CLEAVE_KERNEL_MAX_INSTRUCTIONS = 64,
  CLEAVE_KERNEL_MAX_VALUES = 16,
  CLEAVE_KERNEL_MAX_FILE = 255 /* bytes of a file name */
};

/* Whether EXPRESSION is unknown or can be evaluated: every operation has its operands, one value remains, all
 * arguments are below ARGUMENT_COUNT, and the limits above hold. */
bool cleave_kernel_expression_is_valid(const struct cleave_kernel_expression *expression,
                                       uint32_t argument_count);

/* A sequential loop inside the kernel's parallel loop. */
struct cleave_kernel_loop {
  int32_t parent; /* index of the enclosing loop, smaller than its own; -1: the parallel loop */
  uint32_t depth; /* 1 directly in the parallel loop */
  bool varies; /* its trip count differs between lanes; `trip_count` is then unknown, or the mean of those in
                  the first and last iteration of the parallel loop */
  uint32_t flops; /* floating-point operations of one iteration, without inner loops; fma counts two */
  struct cleave_kernel_expression trip_count;
};

/* A stream: the accesses of one loop whose addresses differ by constants of less than 32 bytes. */
struct cleave_kernel_stream {
  enum cleave_access_class access;
  bool reads, writes;
  bool row_break; /* the class holds only within a row, see `row_extent` */
  int32_t loop;   /* index of the innermost enclosing loop; -1: the parallel loop */
  uint32_t element_bytes;
  uint32_t sites;                             /* number of load and store instructions */
  uint32_t line;                              /* source line of the first of them, 0 if unknown */
  struct cleave_kernel_expression stride;     /* bytes between lanes; unknown if IRREGULAR */
  struct cleave_kernel_expression row_extent; /* lanes per row, if row_break; may be unknown */
};

struct cleave_kernel_information {
  uint32_t argument_count; /* number of arguments from the host */
  uint32_t flops;          /* per iteration of the parallel loop, without inner loops */
  bool unknown_accesses;   /* it calls unknown code, so streams may be missing */
  bool keeps_grid;         /* geometry(off): the OpenMP run time chooses the grid */
  bool uneven;             /* some iterations of the parallel loop do nothing */
  const char *file;        /* name of the source file, without folders; NULL: unknown */
  const struct cleave_kernel_loop *loops;
  size_t loop_count;
  const struct cleave_kernel_stream *streams;
  size_t stream_count;
};

/* Encodes INFORMATION as *COUNT words in ARENA. Returns NULL if a limit above is exceeded or an index is
 * invalid; invalid expressions become unknown. */
const int32_t *cleave_kernel_information_encode(const struct cleave_kernel_information *information,
                                                struct cleave_arena *arena, size_t *count);

/* Decodes SIZE bytes of any alignment into INFORMATION, which points into ARENA. Returns NULL on success: all
 * indices are valid, and all expressions can be evaluated. Otherwise returns an error message of one line,
 * and INFORMATION is zero. */
const char *cleave_kernel_information_decode(const void *bytes, size_t size, struct cleave_arena *arena,
                                             struct cleave_kernel_information *information);

/* The arguments of a launch. */
struct cleave_kernel_arguments {
  const uint64_t *values;
  const bool *known; /* the argument is passed by value, not the address of mapped data */
  size_t count;
};

/* Evaluates EXPRESSION. Returns false without changing *VALUE if it is unknown, needs an unknown argument, or
 * divides by zero. Allocates nothing; thread-safe. */
bool cleave_kernel_expression_evaluate(const struct cleave_kernel_expression *expression,
                                       const struct cleave_kernel_arguments *arguments, int64_t *value);

const char *cleave_access_class_name(enum cleave_access_class access); /* "coalesced", ... */

#ifdef __cplusplus
}
#endif
#endif
