/* FILE: lib/device/architectures.c
 * WHAT: the limits of the architectures, from the files in devices/.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    {
#include "device/devices/gfx90a.def"
    },
    {
#include "device/devices/gfx942.def"
    },
};

const char *cleave_architecture_name(uint32_t architecture, char name[CLEAVE_ARCHITECTURE_NAME]) {
  snprintf(name, CLEAVE_ARCHITECTURE_NAME, cleave_architecture_is_amd(architecture) ? "gfx%x" : "sm_%u",
           architecture);
  return name;
}

bool cleave_architecture_read(const char *text, uint32_t *architecture) {
  const bool is_amd = !strncmp(text, "gfx", 3);
  const char *digits = text + (is_amd || !strncmp(text, "sm_", 3) ? 3 : 0);
  char *end;
  if (!isxdigit((unsigned char)*digits))
    return false;
  const unsigned long number = strtoul(digits, &end, is_amd ? 16 : 10);
  if (end == digits || *end || number > UINT32_MAX || is_amd != cleave_architecture_is_amd((uint32_t)number))
    return false;
  *architecture = (uint32_t)number;
  return true;
}

bool cleave_device_limits_of(uint32_t architecture, struct cleave_device_limits *limits) {
  const struct cleave_device_limits *found = NULL;
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
    if (cleave_architecture_is_amd(architecture) ? architectures[i].architecture == architecture
                                                 : architectures[i].architecture <= architecture)
      found = &architectures[i];
  if (!found)
    return false;
  *limits = *found;
  return true;
}
