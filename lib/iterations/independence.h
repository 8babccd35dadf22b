/* FILE: lib/iterations/independence.h
 * WHAT: the proof that the iterations of a parallel loop do not depend on each other.
 */
#ifndef CLEAVE_ITERATIONS_INDEPENDENCE_H
#define CLEAVE_ITERATIONS_INDEPENDENCE_H

#include "model/arena.h"
#include "model/region.h"

/* Whether it is proved that no iteration of LOOP, a LOOP node of REGION, touches memory that another one
 * writes. If not, *OBSTACLE says what stands in the way, in words that ARENA owns, and *OFFSET where. */
bool cleave_iterations_are_independent(const struct cleave_region *region, struct cleave_arena *arena,
                                       uint32_t loop, const char **obstacle, uint32_t *offset);

#endif
