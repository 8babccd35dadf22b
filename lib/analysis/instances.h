/* FILE: lib/analysis/instances.h
 * WHAT: one description for all instances of a template.
 */
#ifndef CLEAVE_ANALYSIS_INSTANCES_H
#define CLEAVE_ANALYSIS_INSTANCES_H

#include "analysis/polynomial.h"

/* Adds what the instance OTHER accesses to LOOP, the description of another instance of the same text. False: their loops differ; LOOP is
 * as before. */
bool unite_descriptions(struct cleave_arena *arena, struct cleave_loop_accesses *loop,
                        const struct cleave_loop_accesses *other);

#endif
