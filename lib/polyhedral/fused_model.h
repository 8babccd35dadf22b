/* FILE: lib/polyhedral/fused_model.h
 * WHAT: the model of several loops, one after the other, as a single piece of code.
 *
 * Each loop keeps its counters and accesses, and all of them share their symbols. No loop of the model is a parallel one: the
 * counters around an access are those of its own loop, outermost first. So cleave_nest_is_independent compares the iterations of all
 * loops by the values of their outermost counters.
 */
#ifndef CLEAVE_POLYHEDRAL_FUSED_MODEL_H
#define CLEAVE_POLYHEDRAL_FUSED_MODEL_H

#include "polyhedral/loop_model.h"

struct cleave_fused_model {
  const struct cleave_loop_model *model;
  uint32_t **dimensions; /* per loop, and per dimension of that loop: the dimension of the model */
};

/* Makes the model of the COUNT nodes LOOPS; MODELS owns it. The loops are siblings, and nothing is executed between them. Returns false
 * if one of them has no model, or if they have more than CLEAVE_MOST_ACCESSES different accesses. */
bool cleave_fused_model_make(struct cleave_loop_models *models, const uint32_t *loops, size_t count,
                             struct cleave_fused_model *fused);

#endif
