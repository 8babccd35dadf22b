/* FILE: lib/geometry/limits.c
 * WHAT: the limits of the architectures, from the files in devices/.
 */
#include "geometry/geometry.h"

/* In ascending order. */
static const struct cleave_device_limits architectures[] = {
    {
#include "geometry/devices/sm_60.def"
    },
    {
#include "geometry/devices/sm_61.def"
    },
    {
#include "geometry/devices/sm_62.def"
    },
    {
#include "geometry/devices/sm_70.def"
    },
    {
#include "geometry/devices/sm_72.def"
    },
    {
#include "geometry/devices/sm_75.def"
    },
    {
#include "geometry/devices/sm_80.def"
    },
    {
#include "geometry/devices/sm_86.def"
    },
    {
#include "geometry/devices/sm_87.def"
    },
    {
#include "geometry/devices/sm_89.def"
    },
    {
#include "geometry/devices/sm_90.def"
    },
    {
#include "geometry/devices/sm_100.def"
    },
    {
#include "geometry/devices/sm_103.def"
    },
    {
#include "geometry/devices/sm_120.def"
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
