/* FILE: bench/synthetic/driver.c
 * WHAT: see driver.h.
 */
#include "driver.h"

#include "measure.h"

#include <stdio.h>

struct cleave_cuda cuda;
static CUcontext context;
static CUdevice device;

void driver_check(CUresult result, const char *call) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = "unknown error", *text = "no text";
  cuda.cuGetErrorName(result, &name);
  cuda.cuGetErrorString(result, &text);
  measure_fail("%s failed with %d, %s: %s", call, result, name, text);
}

static void find_device(void) {
  const char *why = cleave_cuda_open(&cuda, true);
  if (why)
    measure_fail("needs the CUDA driver of a machine with an NVIDIA GPU: %s", why);
  CHECK(cuInit, 0);
  int count;
  CHECK(cuDeviceGetCount, &count);
  if (!count)
    measure_fail("the CUDA driver finds no GPU");
  CHECK(cuDeviceGet, &device, 0);
}

static void enter_primary_context(void) {
  CHECK(cuDevicePrimaryCtxRetain, &context, device);
  driver_enter();
}

void driver_open(void) {
  find_device();
  enter_primary_context();
}

void driver_open_waiting(unsigned flags) {
  find_device();
  CHECK(cuDevicePrimaryCtxSetFlags, device, flags);
  enter_primary_context();
}

void driver_enter(void) { CHECK(cuCtxSetCurrent, context); }

void driver_describe(void) {
  char name[256];
  int version;
  CHECK(cuDeviceGetName, name, sizeof name, device);
  CHECK(cuDriverGetVersion, &version);
  measure_text("gpu", name);
  measure_number("driver_version", version);
}
