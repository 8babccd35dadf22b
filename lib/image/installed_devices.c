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

/* A driver that lacks functions: its version. */
static void read_old_version(struct cleave_devices *devices) {
  int (*get_version)(int *version) = NULL;
  void *library = dlopen("libcuda.so", RTLD_LAZY | RTLD_LOCAL);
  void *address = library ? dlsym(library, "cuDriverGetVersion") : NULL;
  memcpy(&get_version, &address, sizeof address);
  if (get_version)
    get_version(&devices->driver_version);
  devices->driver_is_old = library;
  if (library)
    dlclose(library);
}

void cleave_devices_probe(struct cleave_devices *devices) {
  memset(devices, 0, sizeof *devices);
  struct cleave_cuda cuda;
  if (cleave_cuda_open(&cuda, false)) {
    read_old_version(devices);
    devices->driver_linked_as_1_only = !devices->driver_is_old && opens("libcuda.so.1");
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
