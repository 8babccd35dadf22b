/* FILE: lib/device/device_kind.h
 * WHAT: the kind of device that an OpenMP device number denotes.
 *
 * libomptarget does not report it. It counts the devices of every plugin that accepted an image, one plugin after the other, and a
 * plugin accepts only images in its own format. The kind follows from the kinds of images, and from the drivers of this machine.
 */
#ifndef CLEAVE_DEVICE_DEVICE_KIND_H
#define CLEAVE_DEVICE_DEVICE_KIND_H

#include <stdbool.h>

#include "device/device_facts.h"

enum cleave_device_kind {
  CLEAVE_DEVICE_UNKNOWN, /* nothing may be assumed of the device */
  CLEAVE_DEVICE_HOST,    /* the host's processors: libomptarget's plugin for the host */
  CLEAVE_DEVICE_NVIDIA,
  CLEAVE_DEVICE_AMD
};

struct cleave_device_evidence {
  unsigned images;     /* one bit, 1 << KIND, for each kind that there are images for */
  int devices;         /* that OpenMP counts */
  int cuda_devices;    /* that the CUDA driver counts; 0: there is no driver */
  bool has_amd_driver; /* the kernel's driver of AMD GPUs is loaded */
};

/* The kind of all devices of the process. If they may be of different kinds, CLEAVE_DEVICE_UNKNOWN. */
enum cleave_device_kind cleave_device_kind_of(const struct cleave_device_evidence *evidence);

/* Reads the limits of the AMD GPUs of this machine from FOLDER, the nodes of the driver's topology in sysfs. Returns false if there are
 * none, if they differ, or if their architecture is not known. */
bool cleave_amd_devices_read(const char *folder, struct cleave_device_limits *limits);

/* Where the driver of AMD GPUs describes them, and its device file. */
#define CLEAVE_AMD_TOPOLOGY "/sys/class/kfd/kfd/topology/nodes"
#define CLEAVE_AMD_DRIVER "/dev/kfd"

#endif
