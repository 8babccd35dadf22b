/* FILE: lib/interposer/complete_events.h
 * WHAT: which events are complete. A wait of a stream for such an event has no effect. All functions are thread-safe.
 */
#ifndef CLEAVE_INTERPOSER_COMPLETE_EVENTS_H
#define CLEAVE_INTERPOSER_COMPLETE_EVENTS_H

#include <stdbool.h>

#include "cuda/cuda.h"

/* Whether all work before the last record of EVENT is complete. False also means: not known. */
bool event_is_complete(CUevent event);

/* To be called after EVENT has been recorded. */
void event_recorded(CUevent event);

#endif
