/* FILE: lib/simulator_driver/device_calls.c
 * WHAT: the driver's functions for initialization, devices and contexts.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The valid flags of cuDevicePrimaryCtxSetFlags. They have no effect. */
enum { CONTEXT_FLAGS = 0xff };

void driver_forget(void) {
  unsigned generation = driver.generation + 1;
  modules_forget();
  links_forget();
  graphs_forget();
  streams_forget();
  memory_forget();
  faults_forget();
  kernels_forget();
  summary_forget();
  records_forget();
  clock_forget();
  order_forget();
  driver = (struct driver){.generation = generation};
}

static struct device *device_of(CUdevice ordinal) {
  return ordinal >= 0 && ordinal < driver.device_count ? &driver.devices[ordinal] : NULL;
}

CUresult cuInit(unsigned flags) {
  char error[2 * PATH_LENGTH] = "";
  /* Faults and log first: they apply to cuInit itself. */
  const char *faults = getenv("CLEAVE_SIMULATOR_FAULTS");
  bool ready = driver.initialized || (faults_read(faults ? faults : "", error, sizeof error) &&
                                      log_start(getenv("CLEAVE_SIMULATOR_LOG"), error, sizeof error));
  summary_start(getenv("CLEAVE_SIMULATOR_SUMMARY"));
  struct call call;
  call_open(&call, FUNCTION_cuInit, NEEDS_NOTHING);
  call_note(&call, "flags=%u", flags);
  if (!call.result && flags)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && !driver.initialized) {
    driver.initialized = ready && settings_read(error, sizeof error) &&
                         records_start(getenv("CLEAVE_SIMULATOR_COUNTS"), error, sizeof error);
    if (!driver.initialized)
      call.result = CUDA_ERROR_UNKNOWN;
    else if (!driver.device_count)
      call.result = CUDA_ERROR_NO_DEVICE;
  }
  if (*error)
    fprintf(stderr, "cleave simulator: %s\n", error);
  return call_close(&call);
}

CUresult cuDriverGetVersion(int *version) {
  struct call call;
  call_open(&call, FUNCTION_cuDriverGetVersion, NEEDS_NOTHING);
  if (!call.result && !version)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *version = (int)driver.profile.driver_version;
  return call_close(&call);
}

CUresult cuDeviceGetCount(int *count) {
  struct call call;
  call_open(&call, FUNCTION_cuDeviceGetCount, NEEDS_DRIVER);
  if (!call.result && !count)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *count = driver.device_count;
    call_note(&call, "count=%d", *count);
  }
  return call_close(&call);
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  struct call call;
  call_open(&call, FUNCTION_cuDeviceGet, NEEDS_DRIVER);
  call_note(&call, "ordinal=%d", ordinal);
  if (!call.result && !device)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && !device_of(ordinal))
    call.result = CUDA_ERROR_INVALID_DEVICE;
  if (!call.result)
    *device = ordinal;
  return call_close(&call);
}

/* Opens a call with a device as argument. The result is not 0 if there is no such device. */
static struct device *device_call(struct call *call, enum function function, CUdevice ordinal) {
  call_open(call, function, NEEDS_DRIVER);
  call_note(call, "device=%d", ordinal);
  struct device *device = device_of(ordinal);
  if (!call->result && !device)
    call->result = CUDA_ERROR_INVALID_DEVICE;
  return device;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice ordinal) {
  struct call call;
  device_call(&call, FUNCTION_cuDeviceGetName, ordinal);
  if (!call.result && (!name || size <= 0))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    snprintf(name, (size_t)size, "%s", driver.profile.name);
  return call_close(&call);
}

CUresult cuDeviceGetUuid_v2(unsigned char *uuid, CUdevice ordinal) {
  struct call call;
  const struct device *device = device_call(&call, FUNCTION_cuDeviceGetUuid, ordinal);
  if (!call.result && !uuid)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    memcpy(uuid, "cleave simulator", CLEAVE_CUDA_UUID_BYTES);
    uuid[CLEAVE_CUDA_UUID_BYTES - 1] = (unsigned char)device->number;
  }
  return call_close(&call);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice ordinal) {
  struct call call;
  device_call(&call, FUNCTION_cuDeviceTotalMem, ordinal);
  if (!call.result && !bytes)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *bytes = (size_t)driver.profile.memory;
  return call_close(&call);
}

/* Sets *VALUE to a device attribute. Returns false if it is unknown. */
static bool attribute_value(int attribute, int *value) {
  const struct profile *p = &driver.profile;
  const struct {
    int attribute;
    double value;
  } values[] = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {2 /* block, x */, 1024},
      {3 /* block, y */, 1024},
      {4 /* block, z */, 64},
      {5 /* grid, x */, 2147483647},
      {6 /* grid, y */, 65535},
      {7 /* grid, z */, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, p->shared_memory_per_block},
      {9 /* constant memory */, 65536},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
      {11 /* pitch */, 2147483647},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, p->registers_per_block},
      {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, p->clock},
      {14 /* texture alignment */, 512},
      {15 /* concurrent copies and kernels */, 1},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, p->multiprocessors},
      {17 /* time limit for kernels */, 0},
      {18 /* integrated */, 0},
      {19 /* maps host memory */, 1},
      {20 /* compute mode */, 0},
      {31 /* concurrent kernels */, 1},
      {32 /* ECC */, 0},
      {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, p->memory_clock},
      {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, p->memory_bus_width},
      {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, p->level_2_cache},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, p->threads_per_multiprocessor},
      {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, p->copy_engines},
      {41 /* unified addresses */, 1},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, (int)p->reported_architecture / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, (int)p->reported_architecture % 10},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, p->shared_memory_per_multiprocessor},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, p->registers_per_multiprocessor},
      {83 /* managed memory */, 1},
      {84 /* one of several on a board */, 0},
      {89 /* managed memory used by both sides at once */, 0},
      {90 /* preemption */, 1},
      {95 /* cooperative launch */, 1},
      {99 /* host memory can be registered */, 1},
      {106 /* blocks of a multiprocessor */, p->blocks_per_multiprocessor},
  };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i].attribute == attribute) {
      *value = (int)values[i].value;
      return true;
    }
  return false;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice ordinal) {
  struct call call;
  device_call(&call, FUNCTION_cuDeviceGetAttribute, ordinal);
  call_note(&call, "attribute=%d", attribute);
  if (!call.result && (!value || !attribute_value(attribute, value)))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    call_note(&call, "value=%d", *value);
  return call_close(&call);
}

CUresult cuDeviceCanAccessPeer(int *can_access, CUdevice ordinal, CUdevice peer) {
  struct call call;
  device_call(&call, FUNCTION_cuDeviceCanAccessPeer, ordinal);
  call_note(&call, "peer=%d", peer);
  if (!call.result && !device_of(peer))
    call.result = CUDA_ERROR_INVALID_DEVICE;
  if (!call.result && !can_access)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *can_access = 0;
  return call_close(&call);
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxEnablePeerAccess, NEEDS_CONTEXT);
  call_note(&call, "peer=%d flags=%u", peer ? peer->device->ordinal : -1, flags);
  if (!call.result)
    call.result = CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return call_close(&call);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice ordinal, unsigned *flags, int *active) {
  struct call call;
  struct device *device = device_call(&call, FUNCTION_cuDevicePrimaryCtxGetState, ordinal);
  if (!call.result && (!flags || !active))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *flags = device->context_flags;
    *active = device->context_users > 0;
    call_note(&call, "flags=%u active=%d", *flags, *active);
  }
  return call_close(&call);
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice ordinal, unsigned flags) {
  struct call call;
  struct device *device = device_call(&call, FUNCTION_cuDevicePrimaryCtxSetFlags, ordinal);
  call_note(&call, "flags=%u", flags);
  if (!call.result && flags > CONTEXT_FLAGS)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    device->context_flags = flags;
  return call_close(&call);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice ordinal) {
  struct call call;
  struct device *device = device_call(&call, FUNCTION_cuDevicePrimaryCtxRetain, ordinal);
  if (!call.result && !context)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    device->context_users++;
    *context = &device->context;
  }
  return call_close(&call);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice ordinal) {
  struct call call;
  struct device *device = device_call(&call, FUNCTION_cuDevicePrimaryCtxRelease, ordinal);
  if (!call.result && !device->context_users)
    call.result = CUDA_ERROR_INVALID_CONTEXT;
  if (!call.result && !--device->context_users)
    device->fault = CUDA_SUCCESS; /* the error ends with the context */
  return call_close(&call);
}

CUresult cuCtxSetCurrent(CUcontext context) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxSetCurrent, NEEDS_DRIVER);
  call_note(&call, "device=%d", context ? context->device->ordinal : -1);
  if (!call.result)
    call.thread->context = context;
  return call_close(&call);
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxGetCurrent, NEEDS_DRIVER);
  if (!call.result && !context)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *context = call.thread->context;
  return call_close(&call);
}

CUresult cuCtxGetDevice(CUdevice *device) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxGetDevice, NEEDS_CONTEXT);
  if (!call.result && !device)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *device = current_device(call.thread)->ordinal;
  return call_close(&call);
}

/* The limit with number LIMIT; NULL if there is none. */
static size_t *limit_of(struct call *call, int limit) {
  struct device *device = call->result ? NULL : current_device(call->thread);
  size_t count = sizeof device->limits / sizeof *device->limits;
  call_note(call, "limit=%d", limit);
  if (!call->result && (limit < 0 || (size_t)limit >= count))
    call->result = CUDA_ERROR_INVALID_VALUE;
  return call->result ? NULL : &device->limits[limit];
}

CUresult cuCtxGetLimit(size_t *value, int limit) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxGetLimit, NEEDS_CONTEXT);
  if (!call.result && !value)
    call.result = CUDA_ERROR_INVALID_VALUE;
  const size_t *found = limit_of(&call, limit);
  if (found)
    *value = *found;
  return call_close(&call);
}

CUresult cuCtxSetLimit(int limit, size_t value) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxSetLimit, NEEDS_CONTEXT);
  size_t *found = limit_of(&call, limit);
  call_note(&call, "value=%zu", value);
  if (found)
    *found = value;
  return call_close(&call);
}
