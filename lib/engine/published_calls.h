/* FILE: lib/engine/published_calls.h
 * WHAT: the constructs that threads execute, visible to other threads; and how they are stopped while the
 *       devices are closed.
 */
#ifndef CLEAVE_ENGINE_PUBLISHED_CALLS_H
#define CLEAVE_ENGINE_PUBLISHED_CALLS_H

#include "engine/state.h"

/* Makes CALL visible to readers; first waits while the devices are being closed. Returns whether there are
 * readers. Without the lock. */
bool cleave_calls_publish(struct cleave_engine_thread *thread, struct cleave_engine_call *call);
/* CALL has ended. Without the lock. */
void cleave_calls_withdraw(struct cleave_engine_thread *thread, struct cleave_engine_call *call);

/* A region begins or ends to read the calls of other threads. */
void cleave_calls_add_reader(void);
void cleave_calls_remove_reader(void);

/* Whether all calls are published: none is of a thread without a record. */
bool cleave_calls_are_complete(void);

/* The devices are about to be closed: waits at most one second for the calls of other threads. Returns whether
 * there are none. Without the lock. */
bool cleave_calls_stop(void);

#endif
