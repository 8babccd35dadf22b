/* FILE: lib/drivertrace/entry.c
 * WHAT: the driver's functions that a trace wants to know about; each passes its call on.
 */
#include "drivertrace/drivertrace.h"

#include <dlfcn.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct driver driver;

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  const CUresult result = driver.cuda.cuStreamCreate(stream, flags);
  if (!result)
    measure_stream(*stream);
  return result;
}

EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  forget_stream(stream);
  return driver.cuda.cuStreamDestroy(stream);
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_TO_DEVICE, stream, from, bytes);
  const CUresult result = driver.cuda.cuMemcpyHtoDAsync(to, from, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_FROM_DEVICE, stream, to, bytes);
  const CUresult result = driver.cuda.cuMemcpyDtoHAsync(to, from, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z,
                               unsigned shared_bytes, CUstream stream, void **parameters,
                               void **extra) {
  struct measurement *kernel = measurement_begin(CLEAVE_TRACE_KERNEL, stream, NULL, 0);
  const CUresult result = driver.cuda.cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y,
                                                     block_z, shared_bytes, stream, parameters, extra);
  measurement_end(kernel, !result);
  return result;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  struct cleave_trace_event *wait = driver.recorder.begin_wait();
  const CUresult result = driver.cuda.cuStreamSynchronize(stream);
  driver.recorder.end(wait);
  if (!result)
    measurements_done(stream);
  return result;
}

EXPORT CUresult cuStreamQuery(CUstream stream) {
  const CUresult result = driver.cuda.cuStreamQuery(stream);
  if (!result)
    measurements_done(stream);
  return result;
}

static struct cleave_trace_event *begin_pin(const char *name, const void *address, size_t bytes) {
  return driver.recorder.begin(&(struct cleave_trace_event){
      .kind = CLEAVE_TRACE_PIN, .name = name, .device = -1, .bytes = bytes,
      .address = (uint64_t)(uintptr_t)address});
}

EXPORT CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
  struct cleave_trace_event *pin = begin_pin("pin", address, bytes);
  const CUresult result = driver.cuda.cuMemHostRegister(address, bytes, flags);
  driver.recorder.end(pin);
  return result;
}

EXPORT CUresult cuMemHostUnregister(void *address) {
  struct cleave_trace_event *pin = begin_pin("unpin", address, 0);
  const CUresult result = driver.cuda.cuMemHostUnregister(address);
  driver.recorder.end(pin);
  return result;
}

EXPORT CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
  struct cleave_trace_event *pin = begin_pin("allocate pinned", NULL, bytes);
  const CUresult result = driver.cuda.cuMemAllocHost(address, bytes);
  driver.recorder.end(pin);
  return result;
}

EXPORT CUresult cuMemFreeHost(void *address) {
  struct cleave_trace_event *pin = begin_pin("free pinned", address, 0);
  const CUresult result = driver.cuda.cuMemFreeHost(address);
  driver.recorder.end(pin);
  return result;
}

bool cleave_driver_trace_start(const struct cleave_driver_recorder *recorder) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD), *address;
  if (!library)
    return false;
#define LOAD(symbol, name, parameters)                                                             \
  address = dlsym(library, #symbol);                                                               \
  if (!address)                                                                                    \
    return false;                                                                                  \
  memcpy(&driver.cuda.name, &address, sizeof address);
  CLEAVE_CUDA_FUNCTIONS(LOAD)
#undef LOAD
  driver.recorder = *recorder;
  return true;
}
