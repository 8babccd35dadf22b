/* FILE: lib/engine/copy_fallback.h
 * WHAT: copies by libomptarget in place of transfers that the engine could not make. The lock is held, and released
 *       during a copy.
 */
#ifndef CLEAVE_ENGINE_COPY_FALLBACK_H
#define CLEAVE_ENGINE_COPY_FALLBACK_H

#include "engine/state.h"

/* Copies OBJECT to the device if the engine could not. Returns whether it has copied. */
bool cleave_fallback_to_device(struct cleave_engine_object *object);

/* Copies OBJECT back if the engine has begun to and could not: part of the host's bytes may be overwritten. */
void cleave_fallback_from_device(struct cleave_engine_object *object);

#endif
