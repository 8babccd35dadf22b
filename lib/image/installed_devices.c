/* FILE: lib/image/installed_devices.c
 * WHAT: queries the CUDA driver for its devices.
 */
#include "image/installed_devices.h"

#include <dlfcn.h>
#include <string.h>

#include "cuda/cuda.h"

static bool opens(const char *library) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle)
    dlclose(handle);
  return handle != NULL;
}

void cleave_devices_probe(struct cleave_devices *devices) {
  memset(devices, 0, sizeof *devices);
  struct cleave_cuda cuda;
  if (cleave_cuda_open(&cuda, false)) {
    devices->driver_linked_as_1_only = !opens("libcuda.so") && opens("libcuda.so.1");
    return;
  }
  devices->driver_opened = true;
  devices->driver_error = cuda.cuInit(0);
  int count = 0;
  if (!devices->driver_error) {
    cuda.cuDriverGetVersion(&devices->driver_version);
    devices->driver_error = cuda.cuDeviceGetCount(&count);
  }
  if (devices->driver_error == CUDA_ERROR_NO_DEVICE)
    devices->driver_error = 0;
  for (int i = 0; i < count && i < CLEAVE_MAX_DEVICES && !devices->driver_error; i++) {
    struct cleave_installed_device *device = &devices->devices[devices->count];
    CUdevice handle;
    int major, minor;
    if (cuda.cuDeviceGet(&handle, i) ||
        cuda.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, handle) ||
        cuda.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, handle) ||
        cuda.cuDeviceGetName(device->name, sizeof device->name, handle))
      continue; /* a device without an answer accepts no image either */
    device->architecture = (uint32_t)(major * 10 + minor);
    devices->count++;
  }
}
