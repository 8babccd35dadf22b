/* FILE: lib/driverfront/entry.c
 * WHAT: the driver's functions that a trace or a queue wants to know about; each passes its call on,
 *       unless it is a wait that is held back.
 *
 * The functions that are not here neither give a device work nor take anything away that its work
 * might use: a queue need not know them.
 */
#include "driverfront/driverfront.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct driver driver;

/* What cleave itself does not call. */
#define FURTHER_FUNCTIONS(X)                                                                                 \
  X(cuMemFreeAsync, (CUdeviceptr address, CUstream stream))                                                  \
  X(cuMemAllocAsync, (CUdeviceptr * address, size_t bytes, CUstream stream))                                 \
  X(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))                 \
  X(cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,      \
                        size_t bytes, CUstream stream))

static struct {
#define MEMBER(name, parameters) CUresult(*name) parameters;
  FURTHER_FUNCTIONS(MEMBER)
#undef MEMBER
} further;

/* The rest of a function, if the queue has no objection. */
#define AFTER(queue, call)                                                                                   \
  const CUresult refusal = queue;                                                                            \
  return refusal ? refusal : driver.cuda.call

/* ---- Streams ------------------------------------------------------------------------------------- */

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  CUresult result = driver.cuda.cuStreamCreate(stream, flags);
  if (result)
    return result;
  if ((result = queue_stream(*stream))) {
    driver.cuda.cuStreamDestroy(*stream);
    return result;
  }
  measure_stream(*stream);
  return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  const CUresult refusal = queue_empty();
  if (refusal)
    return refusal;
  forget_stream(stream);
  queue_forget_stream(stream);
  return driver.cuda.cuStreamDestroy(stream);
}

CUresult wait_for(CUstream stream) {
  struct cleave_trace_event *wait = driver.traces ? driver.recorder.begin_wait() : NULL;
  const CUresult result = driver.cuda.cuStreamSynchronize(stream);
  if (driver.traces)
    driver.recorder.end(wait);
  if (!result)
    measurements_done(driver.queues ? NULL : stream);
  return result;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  CUresult result;
  if (queue_holds_back(stream, &result)) {
    if (driver.traces)
      driver.recorder.no_wait();
    return result;
  }
  result = wait_for(stream);
  if (!result)
    queue_waited(stream);
  return result;
}

EXPORT CUresult cuStreamQuery(CUstream stream) {
  const CUresult result = driver.cuda.cuStreamQuery(stream);
  if (!result)
    measurements_done(stream);
  return result;
}

EXPORT CUresult cuCtxSynchronize(void) { AFTER(queue_empty(), cuCtxSynchronize()); }

EXPORT CUresult cuEventRecord(CUevent event, CUstream stream) {
  AFTER(queue_event(stream), cuEventRecord(event, stream));
}

/* Work that uses no memory. */
EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  AFTER(queue_work(stream, false, SIZE_MAX), cuStreamWaitEvent(stream, event, flags));
}

/* ---- Work ---------------------------------------------------------------------------------------- */

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  const void *at = from;
  CUresult result = queue_copy(stream, &at, bytes);
  if (result)
    return result;
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_TO_DEVICE, stream, from, bytes);
  result = driver.cuda.cuMemcpyHtoDAsync(to, at, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  CUresult result = queue_work(stream, true, bytes);
  if (result)
    return result;
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_FROM_DEVICE, stream, to, bytes);
  result = driver.cuda.cuMemcpyDtoHAsync(to, from, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                               CUstream stream, void **parameters, void **extra) {
  CUresult result = queue_work(stream, false, 0);
  if (result)
    return result;
  struct measurement *kernel = measurement_begin(CLEAVE_TRACE_KERNEL, stream, NULL, 0);
  result = driver.cuda.cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z,
                                      shared_bytes, stream, parameters, extra);
  measurement_end(kernel, !result);
  return result;
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  const CUresult refusal = queue_work(stream, true, bytes);
  return refusal ? refusal : further.cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                  CUcontext from_context, size_t bytes, CUstream stream) {
  const CUresult refusal = queue_work(stream, true, bytes);
  return refusal ? refusal : further.cuMemcpyPeerAsync(to, to_context, from, from_context, bytes, stream);
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream) {
  const CUresult refusal = queue_work(stream, true, bytes);
  return refusal ? refusal : further.cuMemAllocAsync(address, bytes, stream);
}

/* ---- What happens at once, in no stream or in the default one --------------------------------------- */

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  AFTER(queue_empty(), cuMemcpyHtoD(to, from, bytes));
}

EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  AFTER(queue_empty(), cuMemcpyDtoH(to, from, bytes));
}

EXPORT CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t bytes) {
  AFTER(queue_empty(), cuMemsetD8(address, value, bytes));
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr address) { AFTER(queue_empty(), cuMemFree(address)); }

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  const CUresult refusal = queue_empty();
  return refusal ? refusal : further.cuMemFreeAsync(address, stream);
}

EXPORT CUresult cuModuleUnload(CUmodule module) { AFTER(queue_empty(), cuModuleUnload(module)); }

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  AFTER(queue_empty(), cuDevicePrimaryCtxRelease(device));
}

/* ---- Page-locked memory ---------------------------------------------------------------------------- */

/* Begins VERB, for the sake of the variable NAME at FILE:LINE if that is known. */
static struct cleave_trace_event *begin_pin(const char *verb, const char *name, const char *file,
                                            uint32_t line, const void *address, size_t bytes) {
  if (!driver.traces)
    return NULL;
  char text[256];
  snprintf(text, sizeof text, "%s%s%s", verb, name ? " " : "", name ? name : "");
  return driver.recorder.begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_PIN,
                                                            .name = text,
                                                            .file = file,
                                                            .line = line,
                                                            .device = -1,
                                                            .bytes = bytes,
                                                            .address = (uint64_t)(uintptr_t)address});
}

/* The same for the operation of this thread. */
static struct cleave_trace_event *begin_pin_of_operation(const char *verb, const void *address,
                                                         size_t bytes) {
  const struct cleave_trace_event *operation = driver.traces ? driver.recorder.operation() : NULL;
  return begin_pin(verb, operation ? operation->name : NULL, operation ? operation->file : NULL,
                   operation ? operation->line : 0, address, bytes);
}

static void end_pin(struct cleave_trace_event *pin) {
  if (driver.traces)
    driver.recorder.end(pin);
}

EXPORT CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
  struct cleave_trace_event *pin = begin_pin_of_operation("pin", address, bytes);
  const CUresult result = driver.cuda.cuMemHostRegister(address, bytes, flags);
  end_pin(pin);
  if (!result)
    remember_pin(address, bytes, driver.traces ? driver.recorder.operation() : NULL);
  return result;
}

EXPORT CUresult cuMemHostUnregister(void *address) {
  /* Before the call: after it, another thread may page-lock the same memory. */
  struct pinned *known = take_pin(address);
  struct cleave_trace_event *pin =
      known ? begin_pin("unpin", known->name, known->file, known->line, address, known->bytes)
            : begin_pin("unpin", NULL, NULL, 0, address, 0);
  const CUresult result = driver.cuda.cuMemHostUnregister(address);
  end_pin(pin);
  if (result)
    add_pin(known);
  else
    free_pin(known);
  return result;
}

EXPORT CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
  struct cleave_trace_event *pin = begin_pin_of_operation("allocate pinned", NULL, bytes);
  const CUresult result = driver.cuda.cuMemAllocHost(address, bytes);
  end_pin(pin);
  return result;
}

EXPORT CUresult cuMemFreeHost(void *address) {
  const CUresult refusal = queue_empty();
  if (refusal)
    return refusal;
  struct cleave_trace_event *pin = begin_pin_of_operation("free pinned", address, 0);
  const CUresult result = driver.cuda.cuMemFreeHost(address);
  end_pin(pin);
  return result;
}

/* ---- The beginning ----------------------------------------------------------------------------------- */

/* The trace is the parent's. */
static void stop_in_child(void) { driver.traces = false; }

bool cleave_driver_front_start(const struct cleave_driver_recorder *recorder,
                               struct cleave_driver_queue *queue) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD), *address;
  if (!library)
    return false;
#define LOAD_INTO(place, symbol)                                                                             \
  address = dlsym(library, #symbol);                                                                         \
  if (!address)                                                                                              \
    return false;                                                                                            \
  memcpy(&place, &address, sizeof address);
#define LOAD(symbol, name, parameters) LOAD_INTO(driver.cuda.name, symbol)
#define LOAD_FURTHER(name, parameters) LOAD_INTO(further.name, name)
  CLEAVE_CUDA_FUNCTIONS(LOAD)
  FURTHER_FUNCTIONS(LOAD_FURTHER)
#undef LOAD_FURTHER
#undef LOAD
#undef LOAD_INTO
  if (recorder)
    driver.recorder = *recorder;
  driver.traces = recorder;
  driver.queues = queue;
  pthread_atfork(NULL, NULL, stop_in_child);
  queue_start();
  if (queue)
    *queue = (struct cleave_driver_queue){queue_begin, queue_end, queue_settle, queue_set_independent};
  return true;
}
