/* FILE: lib/runtime/image_acceptance.h
 * WHAT: which device images of a program the OpenMP run time has accepted.
 */
#ifndef CLEAVE_RUNTIME_IMAGE_ACCEPTANCE_H
#define CLEAVE_RUNTIME_IMAGE_ACCEPTANCE_H

#include <stdbool.h>

#include "abi/offload.h"

/* To be called after DESCRIPTOR has been registered. DEVICES_BEFORE and DEVICES_AFTER are OpenMP's numbers of devices before
 * and after. Warns once in a process if no device has accepted an image, since the target regions then run on the host
 * without another message. REPAIRS: images of CUDA 13 were repaired. */
void cleave_images_report(const struct cleave_descriptor *descriptor, int devices_before, int devices_after,
                          bool repairs);

#endif
