/* FILE: lib/kernelinfo/loop_unrolling.c
 * WHAT: the choice of an unroll factor for loops that wait for memory.
 *
 * A thread of a GPU executes its instructions in order, and a branch waits until all instructions before it have started. So each
 * iteration of a loop waits for its own loads, unless several iterations are between two branches. LLVM unrolls loops of few
 * instructions by itself. Larger loops stay as they are, because on a processor the overhead of a loop is all that unrolling saves.
 */
#include "kernelinfo/loop_unrolling.h"

/* More iterations of a loop with few of them would often be left to the remainder loop, one by one. */
enum { LARGEST_FACTOR = 4 };

/* The threads of a warp that have no iteration wait for those that have. With a larger factor, each count has a remainder of its own. */
enum { FACTOR_OF_VARYING = 2 };

/* Instructions in an unrolled loop; the instruction cache of a multiprocessor holds a few thousand. */
enum { MOST_INSTRUCTIONS = 400 };

uint32_t cleave_unroll_factor(const struct cleave_loop_facts *loop) {
  if (!loop->loads)
    return 1;
  uint32_t factor = loop->count_varies ? FACTOR_OF_VARYING : LARGEST_FACTOR;
  while (factor > 1 && (factor * loop->instructions > MOST_INSTRUCTIONS ||
                        factor * loop->loaded_words > CLEAVE_MOST_WORDS_IN_FLIGHT ||
                        (loop->trip_count && loop->trip_count % factor)))
    factor /= 2;
  return factor;
}
