/* FILE: lib/fission/independence.h
 * WHAT: the proof that the iterations of a parallel loop do not depend on each other. Not for use
 *       outside of lib/fission, except by its tests.
 */
#ifndef CLEAVE_FISSION_INDEPENDENCE_H
#define CLEAVE_FISSION_INDEPENDENCE_H

#include "fission/planner.h"

/* Whether it is proved that no iteration of LOOP, a LOOP node, touches memory that another one writes.
 * If not, *OBSTACLE says what stands in the way, and *OFFSET where. Nothing is noted. */
bool iterations_are_independent(const struct planner *planner, uint32_t loop, const char **obstacle,
                                uint32_t *offset);

#endif
