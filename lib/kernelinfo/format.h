/* FILE: lib/kernelinfo/format.h
 * WHAT: the layout of kernel information in the device image: little-endian 32-bit words.
 *
 *   head         CLEAVE_WORD_HEAD words, in the order of enum cleave_head_word
 *   file name    number of bytes, then the bytes, the last word filled up with zeros
 *   each loop    parent, depth, flags, flops, trip count
 *   each stream  class, flags, loop, element bytes, sites, line, stride, row extent
 *   expression   number of instructions, then per instruction its operation and, if it has one, its
 *                value: low word, high word
 */
#ifndef CLEAVE_KERNELINFO_FORMAT_H
#define CLEAVE_KERNELINFO_FORMAT_H

#include "kernelinfo/kernelinfo.h"

enum cleave_head_word {
  CLEAVE_WORD_MAGIC,
  CLEAVE_WORD_VERSION,
  CLEAVE_WORD_TOTAL, /* number of words, including the head */
  CLEAVE_WORD_ARGUMENTS,
  CLEAVE_WORD_FLOPS,
  CLEAVE_WORD_FLAGS,
  CLEAVE_WORD_LOOPS,
  CLEAVE_WORD_STREAMS,
  CLEAVE_WORD_HEAD
};

enum { CLEAVE_KERNEL_INFORMATION_MAGIC = 0x4b56434c /* "LCVK" */ };

/* A version that does not support KEEPS_GRID rejects the constant, and therefore also keeps the grid. */
enum {
  CLEAVE_INFORMATION_UNKNOWN_ACCESSES = 1,
  CLEAVE_INFORMATION_KEEPS_GRID = 2,
  CLEAVE_INFORMATION_UNEVEN = 4,
  CLEAVE_INFORMATION_FLAGS = 7
};
enum { CLEAVE_LOOP_VARIES = 1, CLEAVE_LOOP_FLAGS = 1 };
enum {
  CLEAVE_STREAM_READS = 1,
  CLEAVE_STREAM_WRITES = 2,
  CLEAVE_STREAM_ROW_BREAK = 4,
  CLEAVE_STREAM_FLAGS = 7
};

static inline bool cleave_kernel_operation_has_value(enum cleave_kernel_operation operation) {
  return operation == CLEAVE_KERNEL_CONSTANT || operation == CLEAVE_KERNEL_ARGUMENT ||
         operation == CLEAVE_KERNEL_SIGN_EXTEND || operation == CLEAVE_KERNEL_ZERO_EXTEND;
}

#endif
