/* FILE: lib/kernelinfo/loop_unrolling.h
 * WHAT: how many iterations of a loop in device code are executed together, so that their loads are in flight together.
 * WHO:  passes/device/loads_in_flight.cpp reads the facts from LLVM's loops.
 */
#ifndef CLEAVE_KERNELINFO_LOOP_UNROLLING_H
#define CLEAVE_KERNELINFO_LOOP_UNROLLING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An innermost loop whose only exit is its last block. */
struct cleave_loop_facts {
  uint32_t instructions; /* of an iteration */
  uint32_t
      loads; /* of memory that all threads share, with addresses that do not wait for the iteration before */
  uint32_t loaded_words; /* 32-bit registers that these loads fill */
  uint64_t trip_count;   /* 0: not known when the program is compiled */
  bool count_varies; /* it depends on an element of an array, so neighboring threads may have other counts */
};

/* Returns the number of iterations to execute together; 1 if the loop should stay as it is. */
uint32_t cleave_unroll_factor(const struct cleave_loop_facts *loop);

/* Registers that loads may fill which are moved to the first block of a loop. */
enum { CLEAVE_MOST_WORDS_IN_FLIGHT = 32 };

#ifdef __cplusplus
}
#endif
#endif
