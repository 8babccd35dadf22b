/* FILE: lib/engine/engine_wait.h
 * WHAT: waits of a thread for a change of the engine's state.
 */
#ifndef CLEAVE_ENGINE_ENGINE_WAIT_H
#define CLEAVE_ENGINE_ENGINE_WAIT_H

#include "engine/state.h"
#include "trace/recorder.h"

/* Waits for cleave_engine_changed. The lock is held. The first call of a wait begins *WAIT in the trace, for the caller to
 * end: for the region of OBJECT, or for this thread's construct if OBJECT is NULL. */
void cleave_engine_wait(const struct cleave_engine_object *object, struct cleave_trace_event **wait);

#endif
