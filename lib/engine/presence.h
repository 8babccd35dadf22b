/* FILE: lib/engine/presence.h
 * WHAT: which constructs of other threads touch the objects of a region, and the waits of these constructs.
 *       The lock is held.
 */
#ifndef CLEAVE_ENGINE_PRESENCE_H
#define CLEAVE_ENGINE_PRESENCE_H

#include "engine/state.h"

/* CALL, on DEVICE, is about to be executed. Waits until no object that it touches is in transition, and marks these
 * objects. Ignores the objects of EXCEPT, the region that the construct belongs to. */
void cleave_presence_touch(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call,
                           int64_t device, const struct cleave_region *except);

/* Lists the managed objects of REGION, whose data environment is about to begin with CALL. Objects that a construct of
 * another thread may be mapping are no longer managed then. */
void cleave_presence_list(struct cleave_region *region, const struct cleave_engine_call *call);

/* REGION manages no objects any more. */
void cleave_presence_unlist(struct cleave_region *region);

/* In the child of a fork: all pending transfers have failed. */
void cleave_presence_forked(void);

#endif
