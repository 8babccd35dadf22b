/* FILE: lib/polyhedral/dependence.h
 * WHAT: the dependence test for the iterations of a parallel loop.
 */
#ifndef CLEAVE_POLYHEDRAL_DEPENDENCE_H
#define CLEAVE_POLYHEDRAL_DEPENDENCE_H

#include "polyhedral/loop_model.h"

/* Whether it is proved that no iteration of the loop touches memory that another iteration writes. If not,
 * *OBSTACLE gives the reason in words, in the model's arena. *OFFSET is the source location that it refers
 * to. */
bool cleave_loop_is_independent(const struct cleave_loop_model *model, const char **obstacle,
                                uint32_t *offset);

#endif
