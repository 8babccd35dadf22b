/* FILE: lib/runtime/limits.h
 * WHAT: what limits the grids of the devices of this process, and how fast they are.
 */
#ifndef CLEAVE_RUNTIME_LIMITS_H
#define CLEAVE_RUNTIME_LIMITS_H

#include "geometry/geometry.h"

/* The limits of DEVICE as OpenMP counts devices; NULL if it is no NVIDIA GPU, or not known which. The
 * driver is asked once for each device; after that no lock is taken. Valid as long as the process. */
const struct cleave_device_limits *cleave_limits_of_device(int64_t device);

struct cleave_transfer_rates;

/* What transfers and launches cost on DEVICE, as far as it is known (transfermodel/transfermodel.h), likewise. What is
 * wrong with the user's profile is said when the device is asked. */
const struct cleave_transfer_rates *cleave_rates_of_device(int64_t device);

/* Whether the user has a profile of the device that the driver calls NAME; its path. */
bool cleave_profile_find(const char *name, char *path, size_t size);

#endif
