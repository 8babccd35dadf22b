/* FILE: lib/polyhedral/dependence.h
 * WHAT: the dependence test for the iterations of a parallel loop and of a perfect nest.
 */
#ifndef CLEAVE_POLYHEDRAL_DEPENDENCE_H
#define CLEAVE_POLYHEDRAL_DEPENDENCE_H

#include "polyhedral/loop_model.h"

/* Whether it is proved that no iteration of the loop touches memory that another iteration writes. If not,
 * *OBSTACLE gives the reason in words, in the model's arena. *OFFSET is the source location that it refers
 * to. */
bool cleave_loop_is_independent(const struct cleave_loop_model *model, const char **obstacle,
                                uint32_t *offset);

/* The same for the iterations of the outermost DEPTH loops of its perfect nest, at least the associated ones. The proof may
 * need that objects of two names do not overlap where one of them is written; then it sets *ASSUMES_DISJOINT. */
bool cleave_nest_is_independent(const struct cleave_loop_model *model, unsigned depth, bool *assumes_disjoint,
                                const char **obstacle, uint32_t *offset);

#endif
