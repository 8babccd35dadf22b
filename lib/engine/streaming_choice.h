/* FILE: lib/engine/streaming_choice.h
 * WHAT: which objects of a region are streamed, and which devices share its loops.
 */
#ifndef CLEAVE_ENGINE_STREAMING_CHOICE_H
#define CLEAVE_ENGINE_STREAMING_CHOICE_H

#include "engine/state.h"

/* ITEMS is the list of the data environment of REGION. If it does not fit into the device's memory, gives streaming
 * buffers to all objects that can have one, provided that the list fits then. If the region's loops may be shared by several
 * devices, sets the devices, and gives streaming buffers to the objects of these loops. Returns whether an object has a
 * streaming buffer; it is managed then. Without the lock. */
bool cleave_streaming_choose(struct cleave_region *region, const struct cleave_engine_arguments *items);

#endif
