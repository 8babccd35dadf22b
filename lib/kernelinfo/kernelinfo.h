/* FILE: lib/kernelinfo/kernelinfo.h
 * WHAT: what the compiler knows about the loop of one kernel and the run time needs to choose its
 *       grid: how its memory accesses behave from lane to lane, how often its inner loops run, how much
 *       it computes. passes/device fills it in, cleave_kernel_information_encode makes it one constant
 *       of the device image, cleave_kernel_information_decode gets it back at run time.
 *
 * A lane is a thread's place in its warp; neighbouring lanes run neighbouring iterations of the
 * kernel's loop. What the compiler does not know until the launch (the stride of a row, the trip count
 * of an inner loop) is an expression over the kernel's arguments.
 *
 * Encoded information comes from programs that others made, so nothing in it is trusted: what is
 * truncated, corrupt, absurd or of another version is no information, never a crash.
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

enum { CLEAVE_KERNEL_INFORMATION_VERSION = 1 };

/* How the address of an access changes from one lane to the next. */
enum cleave_access_class {
  CLEAVE_ACCESS_UNIFORM,         /* not at all */
  CLEAVE_ACCESS_COALESCED,       /* by no more than the size of the element, up or down */
  CLEAVE_ACCESS_CONSTANT_STRIDE, /* by a constant number of bytes that is larger */
  CLEAVE_ACCESS_SYMBOLIC_STRIDE, /* by a number of bytes that only the launch tells */
  CLEAVE_ACCESS_IRREGULAR        /* unknown: indirect, or not understood */
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
  CLEAVE_KERNEL_DIVIDE_UNSIGNED, /* by 0: the value is unknown */
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
  int64_t value; /* of CONSTANT, ARGUMENT and the extensions; else 0 */
};

struct cleave_kernel_expression {
  const struct cleave_kernel_instruction *instructions;
  size_t count; /* 0: unknown */
};

/* What is larger is not encoded and not decoded. VALUES: how many values of an expression wait for
 * their operation at a time, so that evaluation needs no memory of its own. */
enum {
  CLEAVE_KERNEL_MAX_ARGUMENTS = 1024,
  CLEAVE_KERNEL_MAX_LOOPS = 256,
  CLEAVE_KERNEL_MAX_STREAMS = 1024,
  CLEAVE_KERNEL_MAX_INSTRUCTIONS = 64,
  CLEAVE_KERNEL_MAX_VALUES = 16
};

/* Whether EXPRESSION is unknown or can be evaluated: every operation finds its operands, one value is
 * left, all arguments are below ARGUMENT_COUNT, and it is within the limits above. */
bool cleave_kernel_expression_is_valid(const struct cleave_kernel_expression *expression,
                                       uint32_t argument_count);

/* A sequential loop inside the kernel's parallel loop. */
struct cleave_kernel_loop {
  int32_t parent; /* index of the loop around it, always smaller than its own; -1: the parallel loop */
  uint32_t depth; /* 1 directly in the parallel loop */
  bool varies;    /* its trip count differs from lane to lane; `trip_count` then is the mean of those
                      in the first and the last iteration of the parallel loop, or is unknown */
  uint32_t flops; /* floating-point operations of one iteration, without inner loops; fma counts two */
  struct cleave_kernel_expression trip_count;
};

/* A stream: the accesses of one loop to one place that moves from iteration to iteration. Accesses
 * whose addresses differ by a constant of less than 32 bytes are one stream. */
struct cleave_kernel_stream {
  enum cleave_access_class access;
  bool reads, writes;
  bool row_break; /* the class holds only inside of a row, see `row_extent` */
  int32_t loop;   /* index of the innermost loop it stands in; -1: the parallel loop alone */
  uint32_t element_bytes;
  uint32_t sites;                             /* load and store instructions that belong to it */
  uint32_t line;                              /* source line of the first of them, 0 if unknown */
  struct cleave_kernel_expression stride;     /* bytes from lane to lane; of IRREGULAR unknown */
  struct cleave_kernel_expression row_extent; /* lanes that a row has, if row_break; may be unknown */
};

struct cleave_kernel_information {
  uint32_t argument_count; /* that the host passes */
  uint32_t flops;          /* per iteration of the parallel loop, without inner loops */
  bool unknown_accesses;   /* it calls code that was not seen, so streams may be missing */
  bool keeps_grid;         /* the program wants the grid that the OpenMP run time chooses */
  const struct cleave_kernel_loop *loops;
  size_t loop_count;
  const struct cleave_kernel_stream *streams;
  size_t stream_count;
};

/* The words of the constant that holds INFORMATION, in ARENA; *COUNT is their number. NULL if it is
 * beyond the limits above, or an index in it is wrong; invalid expressions are made unknown. */
const int32_t *cleave_kernel_information_encode(const struct cleave_kernel_information *information,
                                                struct cleave_arena *arena, size_t *count);

/* The way back, from SIZE bytes of any alignment. Returns NULL; or, when they hold no information this
 * version understands, one line that says why, and INFORMATION is zero. It lives in ARENA. Every index
 * in it is valid and every expression can be evaluated. */
const char *cleave_kernel_information_decode(const void *bytes, size_t size, struct cleave_arena *arena,
                                             struct cleave_kernel_information *information);

/* The arguments of a launch. */
struct cleave_kernel_arguments {
  const uint64_t *values;
  const bool *known; /* a value that was passed itself, not the address of mapped data */
  size_t count;
};

/* Evaluates EXPRESSION. Returns false, and leaves *VALUE alone, if it is unknown, needs an argument
 * that is not known, or divides by zero. Allocates nothing; thread-safe. */
bool cleave_kernel_expression_evaluate(const struct cleave_kernel_expression *expression,
                                       const struct cleave_kernel_arguments *arguments, int64_t *value);

const char *cleave_access_class_name(enum cleave_access_class access); /* "coalesced", ... */

#ifdef __cplusplus
}
#endif
#endif
