/* FILE: lib/engine/absence.h
 * WHAT: the test whether an object is absent from its device.
 */
#ifndef CLEAVE_ENGINE_ABSENCE_H
#define CLEAVE_ENGINE_ABSENCE_H

#include "engine/state.h"

/* Whether no byte of OBJECT is on its region's device. If part of it is, libomptarget ends the program, as it does without
 * the engine. Without the lock. */
bool cleave_engine_is_absent(const struct cleave_engine_object *object);

#endif
