/* FILE: lib/runtime/image_acceptance.h
 * WHAT: what the OpenMP run time did with the device images of a program, for the user.
 */
#ifndef CLEAVE_RUNTIME_IMAGE_ACCEPTANCE_H
#define CLEAVE_RUNTIME_IMAGE_ACCEPTANCE_H

#include <stdbool.h>

#include "abi/offload.h"

/* To be called when DESCRIPTOR, as clang made it, has been registered. DEVICES_BEFORE and
 * DEVICES_AFTER are the numbers of devices that OpenMP saw then. Warns, once in a process, if no
 * device took one of its images: its target regions then run on the host, silently but for us.
 * REPAIRS: images of CUDA 13 were repaired. */
void cleave_judge(const struct cleave_descriptor *descriptor, int devices_before, int devices_after,
                  bool repairs);

#endif
