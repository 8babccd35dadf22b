/* FILE: lib/device/process_devices.h
 * WHAT: the devices of this process.
 */
#ifndef CLEAVE_DEVICE_PROCESS_DEVICES_H
#define CLEAVE_DEVICE_PROCESS_DEVICES_H

#include "device/device_facts.h"

/* What is known of the OpenMP device NUMBER: attributes that CUDA reports, the rates of devices that are known by name,
 * and the user's profile, in ascending priority. NULL if it is no NVIDIA GPU, or not known which one. The first call for a
 * device queries CUDA, and warns about mistakes in the profile; later calls take no lock. Valid as long as the process. */
const struct cleave_device *cleave_device_find(int64_t number);

#endif
