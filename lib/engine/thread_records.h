/* FILE: lib/engine/thread_records.h
 * WHAT: a record for each thread that calls the engine: its constructs and its regions.
 */
#ifndef CLEAVE_ENGINE_THREAD_RECORDS_H
#define CLEAVE_ENGINE_THREAD_RECORDS_H

#include "engine/state.h"

/* The record of this thread, or NULL without memory. */
struct cleave_engine_thread *cleave_engine_this_thread(void);

/* The first record; the others follow by `next`. The lock is held. */
struct cleave_engine_thread *cleave_engine_threads(void);

#endif
