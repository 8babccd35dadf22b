/* FILE: lib/cuda/cuda.c
 * WHAT: opens the CUDA driver.
 */
#include "cuda/cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const char *cleave_cuda_open(struct cleave_cuda *cuda, bool loose) {
  static _Thread_local char why[512];
  void *library = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(why, sizeof why, "%s", dlerror());
    if (loose)
      library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return why;
  }
#define LOAD(symbol, name, parameters)                                                                       \
  {                                                                                                          \
    void *address = dlsym(library, #symbol);                                                                 \
    if (!address) {                                                                                          \
      snprintf(why, sizeof why, "the CUDA driver has no function %s", #symbol);                              \
      dlclose(library);                                                                                      \
      return why;                                                                                            \
    }                                                                                                        \
    /* Not an assignment: ISO C has no conversion from an object pointer to a function pointer. */           \
    memcpy(&cuda->name, &address, sizeof address);                                                           \
  }
  CLEAVE_CUDA_FUNCTIONS(LOAD)
#undef LOAD
  return NULL;
}

bool cleave_cuda_device_uuid(CUdevice device, unsigned char *uuid) {
  CUresult (*get)(void *uuid, CUdevice device) = NULL;
  void *library = dlopen("libcuda.so", RTLD_NOW | RTLD_NOLOAD);
  void *address = library ? dlsym(library, "cuDeviceGetUuid_v2") : NULL; /* since CUDA 11.4 */
  if (library)
    dlclose(library);
  memcpy(&get, &address, sizeof address);
  return get && !get(uuid, device);
}
