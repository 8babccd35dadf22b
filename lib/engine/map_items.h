/* FILE: lib/engine/map_items.h
 * WHAT: which objects the list items of a construct concern. All functions work without the lock.
 */
#ifndef CLEAVE_ENGINE_MAP_ITEMS_H
#define CLEAVE_ENGINE_MAP_ITEMS_H

#include "engine/state.h"

/* Whether item I of ITEMS may concern OBJECT: its bytes, or its entry in the device's table of mapped objects. */
bool cleave_items_name(const struct cleave_engine_arguments *items, int32_t i,
                       const struct cleave_engine_object *object);

/* Whether CALL touches OBJECT. OWN: the thread of the call executes the region of OBJECT. */
bool cleave_items_touch(const struct cleave_engine_call *call, const struct cleave_engine_object *object,
                        bool own);

#endif
