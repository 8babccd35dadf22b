/* FILE: lib/device/process_devices.h
 * WHAT: the devices of this process.
 */
#ifndef CLEAVE_DEVICE_PROCESS_DEVICES_H
#define CLEAVE_DEVICE_PROCESS_DEVICES_H

#include "device/device_facts.h"
#include "device/device_kind.h"

/* An image for devices of KIND was registered. */
void cleave_device_note_image(enum cleave_device_kind kind);

/* The kind of the OpenMP device NUMBER. Queries the drivers of this machine; NUMBER may be any. */
enum cleave_device_kind cleave_device_kind(int64_t number);

/* What is known of the OpenMP device NUMBER: attributes that CUDA or the driver of AMD GPUs reports, the rates of devices that are
 * known by name, and the user's profile, in ascending priority. NULL if it is no GPU, or not known which one. An AMD GPU that its
 * driver does not describe is described by the profile CLEAVE_PROFILE. The first call for a device queries the driver, and warns about mistakes in the profile; later calls take no lock. Valid as long as the process. */
const struct cleave_device *cleave_device_find(int64_t number);

/* All images are unregistered: the next ones may be for other devices. */
void cleave_devices_forget(void);

#endif
