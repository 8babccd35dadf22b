/* FILE: lib/image/installed_devices.h
 * WHAT: which NVIDIA devices this machine has.
 */
#ifndef CLEAVE_IMAGE_INSTALLED_DEVICES_H
#define CLEAVE_IMAGE_INSTALLED_DEVICES_H

#include "image/acceptance.h"

/* Asks the CUDA driver, as the OpenMP run time would find it; opens and starts it for that, which
 * takes up to some tenths of a second in a process that has not used it yet. Makes no context.
 * Thread-safe. */
void cleave_devices_probe(struct cleave_devices *devices);

#endif
