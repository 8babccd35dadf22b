/* FILE: lib/engine/profitability.h
 * WHAT: which transfers are large enough for the engine.
 */
#ifndef CLEAVE_ENGINE_PROFITABILITY_H
#define CLEAVE_ENGINE_PROFITABILITY_H

#include "engine/engine_device.h"

/* Transfers to or from DEVICE of fewer bytes are left to libomptarget. */
size_t cleave_engine_least_copy(const struct cleave_engine_device *device);

#endif
