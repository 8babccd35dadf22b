/* FILE: lib/device/rates.c
 * WHAT: the rates of devices that are known by name, from the files in devices/.
 */
#include <string.h>
#include <unistd.h>

#include "device/device_facts.h"

static const struct {
  const char *name; /* as CUDA reports it */
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
