/* FILE: test/simulator_driver/start.h
 * WHAT: for tests of the simulated driver: resets it, with the settings of one test.
 */
#ifndef CLEAVE_SIMULATOR_DRIVER_START_H
#define CLEAVE_SIMULATOR_DRIVER_START_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulator_driver/simulator_driver.h"

static const char *const settings[] = {
    "CLEAVE_SIMULATOR_PROFILE", "CLEAVE_SIMULATOR_DEVICES", "CLEAVE_SIMULATOR_ARCHITECTURE",
    "CLEAVE_SIMULATOR_KERNELS", "CLEAVE_SIMULATOR_FAULTS",  "CLEAVE_SIMULATOR_COPY_LIMIT",
    "CLEAVE_SIMULATOR_FILL",    "CLEAVE_SIMULATOR_MODULES", "CLEAVE_SIMULATOR_STAGING_THREADS",
    "CLEAVE_SIMULATOR_THREADS", "CLEAVE_SIMULATOR_EXECUTE", "CLEAVE_SIMULATOR_CHECKS",
    "CLEAVE_SIMULATOR_BLOCKS",  "CLEAVE_SIMULATOR_COUNTS",  "CLEAVE_SIMULATOR_HOST_THREADS",
    "CLEAVE_SIMULATOR_SITES",   "CLEAVE_SIMULATOR_UNKNOWN", "CLEAVE_SIMULATOR_VISIBLE_DEVICES"};

/* The state of a new process, without settings. */
static inline int forget(void **state) {
  (void)state;
  driver_forget();
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    unsetenv(settings[i]);
  return 0;
}

/* Initialises the driver and makes the context of device ORDINAL current. */
static inline void start(int ordinal) {
  CUdevice device;
  CUcontext context;
  assert_int_equal(cuInit(0), CUDA_SUCCESS);
  assert_int_equal(cuDeviceGet(&device, ordinal), CUDA_SUCCESS);
  assert_int_equal(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
  assert_int_equal(cuCtxSetCurrent(context), CUDA_SUCCESS);
}

/* Writes TEXT to a new file; its path, until the next call. */
static inline const char *file_with(const char *text) {
  static char path[64];
  strcpy(path, "/tmp/cleave-simulator-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  FILE *file = fdopen(descriptor, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  return path;
}

#endif
