/* FILE: lib/image/installed_devices.h
 * WHAT: which NVIDIA devices this machine has.
 */
#ifndef CLEAVE_IMAGE_INSTALLED_DEVICES_H
#define CLEAVE_IMAGE_INSTALLED_DEVICES_H

#include "image/acceptance.h"

/* Queries the CUDA driver, by the name with which the OpenMP run time opens it. Opens and initializes the
 * driver, which takes up to some tenths of a second in a process that has not used it yet. Creates no
 * context. Thread-safe. */
void cleave_devices_probe(struct cleave_devices *devices);

#endif
