/* FILE: lib/device/rates.c
 * WHAT: the rates and names of devices that are known by name, from the files in devices/.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/device_facts.h"

static const struct {
  const char *name; /* as the driver reports it */
  const char
      *short_name; /* as users write it; the simulator has a device of the same name if it is one of NVIDIA */
  uint32_t architecture;
  uint32_t multiprocessors;                       /* 0: as of the architecture */
  double saturation_teams, saturation_iterations; /* see struct cleave_device_limits */
  uint32_t saturation_table[CLEAVE_SATURATION_STREAMS];
  struct cleave_transfer_rates rates;
} devices[] = {
    {
#include "device/devices/nvidia-h200.def"
    },
    {
#include "device/devices/nvidia-a100.def"
    },
    {
#include "device/devices/nvidia-titan-x-pascal.def"
    },
    {
#include "device/devices/amd-mi210.def"
    },
    {
#include "device/devices/amd-mi250x.def"
    },
    {
#include "device/devices/amd-mi300x.def"
    },
};

struct cleave_transfer_rates cleave_device_rates_of(const char *name) {
  struct cleave_transfer_rates rates = {0};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    if (!strcmp(devices[i].name, name))
      rates = devices[i].rates;
  /* The cost of a page depends on its size. */
  const double page = (double)sysconf(_SC_PAGESIZE);
  if (rates.page_size != page)
    rates.registration_per_page = 0;
  rates.page_size = page;
  return rates;
}

bool cleave_device_named(const char *name, struct cleave_device *device) {
  size_t i = 0;
  while (i < sizeof devices / sizeof *devices && strcmp(devices[i].short_name, name))
    i++;
  if (i == sizeof devices / sizeof *devices)
    return false;
  struct cleave_device_limits *limits = &device->limits;
  cleave_device_limits_of(devices[i].architecture, limits);
  snprintf(limits->name, sizeof limits->name, "%s", devices[i].name);
  if (devices[i].multiprocessors)
    limits->multiprocessors = devices[i].multiprocessors;
  limits->saturation_teams = devices[i].saturation_teams;
  limits->saturation_iterations = devices[i].saturation_iterations;
  memcpy(limits->saturation_table, devices[i].saturation_table, sizeof limits->saturation_table);
  device->rates = cleave_device_rates_of(devices[i].name);
  return true;
}

struct cleave_transfer_rates cleave_device_rates_of_host(void) {
  /* All assumed: one thread copies. */
  return (struct cleave_transfer_rates){.pageable_to_device = 5,
                                        .pageable_from_device = 5,
                                        .copy_latency = 200,
                                        .handover = 20e3,
                                        .page_size = (double)sysconf(_SC_PAGESIZE),
                                        .kernel_launch = 5e3,
                                        .memory_bandwidth = 10};
}
