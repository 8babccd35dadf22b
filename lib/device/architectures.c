/* FILE: lib/device/architectures.c
 * WHAT: the limits of the architectures, from the files in devices/.
 */
#include <stddef.h>

#include "device/device_facts.h"

/* In ascending order. */
static const struct cleave_device_limits architectures[] = {
    {
#include "device/devices/sm_60.def"
    },
    {
#include "device/devices/sm_61.def"
    },
    {
#include "device/devices/sm_62.def"
    },
    {
#include "device/devices/sm_70.def"
    },
    {
#include "device/devices/sm_72.def"
    },
    {
#include "device/devices/sm_75.def"
    },
    {
#include "device/devices/sm_80.def"
    },
    {
#include "device/devices/sm_86.def"
    },
    {
#include "device/devices/sm_87.def"
    },
    {
#include "device/devices/sm_89.def"
    },
    {
#include "device/devices/sm_90.def"
    },
    {
#include "device/devices/sm_100.def"
    },
    {
#include "device/devices/sm_103.def"
    },
    {
#include "device/devices/sm_120.def"
    },
};

bool cleave_device_limits_of(uint32_t architecture, struct cleave_device_limits *limits) {
  const struct cleave_device_limits *found = NULL;
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
    if (architectures[i].architecture <= architecture)
      found = &architectures[i];
  if (!found)
    return false;
  *limits = *found;
  return true;
}
