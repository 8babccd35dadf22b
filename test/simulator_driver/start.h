/* FILE: test/simulator_driver/start.h
 * WHAT: for the stand-in driver's own tests: starts it anew, with the settings of one test.
 */
#ifndef STAND_IN_UNIT_START_H
#define STAND_IN_UNIT_START_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulator_driver/simulator_driver.h"

static const char *const settings[] = {"STAND_IN_PROFILE",        "STAND_IN_DEVICES", "STAND_IN_ARCHITECTURE",
                                       "STAND_IN_KERNELS",        "STAND_IN_FAULTS",  "STAND_IN_COPY_LIMIT",
                                       "STAND_IN_FILL",           "STAND_IN_MODULES", "STAND_IN_THREADS",
                                       "STAND_IN_STAGING_THREADS"};

/* A process that has just begun, without settings. */
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
  strcpy(path, "/tmp/stand-in-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  FILE *file = fdopen(descriptor, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  return path;
}

#endif
