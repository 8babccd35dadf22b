/* FILE: lib/interposer/interposed_functions.c
 * WHAT: the functions of CUDA that libcleave-cuda.so interposes. Each calls CUDA's own function, unless it is a wait that
 *       is deferred.
 *
 * The functions that are not here neither give a device work nor free anything that such work may use, nor show the host
 * what work has done. So they affect no stream chain.
 */
#include <pthread.h>
#include <stdio.h>

#include "interposer/complete_events.h"
#include "interposer/cuda_table.h"
#include "interposer/interposer.h"
#include "interposer/measurement.h"
#include "interposer/pinned_memory.h"
#include "interposer/stream_chain.h"
#include "interposer/stream_wait.h"

/* Defines and exports the function NAME. (A macro, so that an index of the sources does not take the calls of CUDA's own
 * functions of these names for calls of this file.) */
#define INTERPOSE(name) __attribute__((visibility("default"))) CUresult name

/* Calls CUDA, unless the stream chain refuses. */
#define AFTER(chain, call)                                                                                   \
  const CUresult refusal = chain;                                                                            \
  return refusal ? refusal : interposer.cuda.call

/* ---- Streams ------------------------------------------------------------------------------------- */

INTERPOSE(cuStreamCreate)(CUstream *stream, unsigned flags) {
  CUresult result = interposer.cuda.cuStreamCreate(stream, flags);
  if (result)
    return result;
  if ((result = chain_add_stream(*stream))) {
    interposer.cuda.cuStreamDestroy(*stream);
    return result;
  }
  measure_stream(*stream);
  return CUDA_SUCCESS;
}

INTERPOSE(cuStreamDestroy_v2)(CUstream stream) {
  const CUresult refusal = chain_drain();
  if (refusal)
    return refusal;
  forget_stream(stream);
  chain_forget_stream(stream);
  return interposer.cuda.cuStreamDestroy(stream);
}

INTERPOSE(cuStreamSynchronize)(CUstream stream) {
  CUresult result;
  if (chain_defers_wait(stream, &result)) {
    if (interposer.records)
      interposer.recorder.no_wait();
    return result;
  }
  result = wait_for_stream(stream);
  if (!result)
    chain_waited(stream);
  return result;
}

INTERPOSE(cuStreamQuery)(CUstream stream) {
  CUresult result = chain_before_look(stream);
  if (result)
    return result;
  result = interposer.cuda.cuStreamQuery(stream);
  if (!result)
    measurements_done(stream);
  return result;
}

INTERPOSE(cuCtxSynchronize)(void) { AFTER(chain_drain(), cuCtxSynchronize()); }

INTERPOSE(cuEventRecord)(CUevent event, CUstream stream) {
  CUresult result = chain_event(stream);
  if (!result)
    result = interposer.cuda.cuEventRecord(event, stream);
  event_recorded(event);
  return result;
}

/* Work that uses no memory. */
INTERPOSE(cuStreamWaitEvent)(CUstream stream, CUevent event, unsigned flags) {
  bool dropped;
  const CUresult result = chain_wait_event(stream, event, flags, &dropped);
  return result || dropped ? result : interposer.cuda.cuStreamWaitEvent(stream, event, flags);
}

/* ---- Work ---------------------------------------------------------------------------------------- */

INTERPOSE(cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  const void *at = from;
  CUresult result = chain_copy(stream, &at, bytes);
  if (result)
    return result;
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_TO_DEVICE, stream, from, bytes);
  result = interposer.cuda.cuMemcpyHtoDAsync(to, at, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

INTERPOSE(cuMemcpyDtoHAsync_v2)(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  CUresult result = chain_work(stream, true, bytes);
  if (result)
    return result;
  struct measurement *copy = measurement_begin(CLEAVE_TRACE_FROM_DEVICE, stream, to, bytes);
  result = interposer.cuda.cuMemcpyDtoHAsync(to, from, bytes, stream);
  measurement_end(copy, !result);
  return result;
}

INTERPOSE(cuLaunchKernel)(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                          CUstream stream, void **parameters, void **extra) {
  const struct launch launch = {.function = function,
                                .grid = {grid_x, grid_y, grid_z},
                                .block = {block_x, block_y, block_z},
                                .shared_bytes = shared_bytes,
                                .stream = stream,
                                .parameters = parameters,
                                .extra = extra};
  bool held;
  CUresult result = chain_launch(&launch, &held);
  if (result || held)
    return result;
  struct measurement *kernel = measurement_begin(CLEAVE_TRACE_KERNEL, stream, NULL, 0);
  result = interposer.cuda.cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z,
                                          shared_bytes, stream, parameters, extra);
  measurement_end(kernel, !result);
  return result;
}

INTERPOSE(cuMemcpyDtoDAsync_v2)(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  const CUresult refusal = chain_work(stream, true, bytes);
  return refusal ? refusal : interposer.further.cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

INTERPOSE(cuMemcpyPeerAsync)(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                             size_t bytes, CUstream stream) {
  const CUresult refusal = chain_work(stream, true, bytes);
  return refusal ? refusal
                 : interposer.further.cuMemcpyPeerAsync(to, to_context, from, from_context, bytes, stream);
}

INTERPOSE(cuMemAllocAsync)(CUdeviceptr *address, size_t bytes, CUstream stream) {
  const CUresult refusal = chain_work(stream, true, bytes);
  return refusal ? refusal : interposer.further.cuMemAllocAsync(address, bytes, stream);
}

/* ---- Calls that only the run time of LLVM 22 makes ------------------------------------------------- */

/* Limits of a function apply to launches after the call. */
INTERPOSE(cuFuncSetAttribute)(CUfunction function, int attribute, int value) {
  const CUresult refusal = chain_release_all();
  return refusal ? refusal : interposer.further.cuFuncSetAttribute(function, attribute, value);
}

/* Defines NAME. The host may need the outcome after its next wait. */
#define INTERPOSE_WORK(name, parameters, ...)                                                                \
  INTERPOSE(name) parameters {                                                                               \
    const CUresult refusal = chain_work(stream, true, 0);                                                    \
    return refusal ? refusal : interposer.further.name(__VA_ARGS__);                                         \
  }

INTERPOSE_WORK(cuLaunchHostFunc, (CUstream stream, void (*function)(void *), void *data), stream, function,
               data)
INTERPOSE_WORK(cuStreamAddCallback,
               (CUstream stream, void (*callback)(CUstream, CUresult, void *), void *data, unsigned flags),
               stream, callback, data, flags)
INTERPOSE_WORK(cuMemsetD8Async, (CUdeviceptr address, unsigned char value, size_t count, CUstream stream),
               address, value, count, stream)
INTERPOSE_WORK(cuMemsetD16Async, (CUdeviceptr address, unsigned short value, size_t count, CUstream stream),
               address, value, count, stream)
INTERPOSE_WORK(cuMemsetD32Async, (CUdeviceptr address, unsigned value, size_t count, CUstream stream),
               address, value, count, stream)
INTERPOSE_WORK(cuMemsetD2D8Async,
               (CUdeviceptr address, size_t pitch, unsigned char value, size_t width, size_t height,
                CUstream stream),
               address, pitch, value, width, height, stream)
INTERPOSE_WORK(cuMemsetD2D16Async,
               (CUdeviceptr address, size_t pitch, unsigned short value, size_t width, size_t height,
                CUstream stream),
               address, pitch, value, width, height, stream)
INTERPOSE_WORK(cuMemsetD2D32Async,
               (CUdeviceptr address, size_t pitch, unsigned value, size_t width, size_t height,
                CUstream stream),
               address, pitch, value, width, height, stream)

/* ---- What happens at once, in no stream or in the default one --------------------------------------- */

INTERPOSE(cuMemcpyHtoD_v2)(CUdeviceptr to, const void *from, size_t bytes) {
  AFTER(chain_drain(), cuMemcpyHtoD(to, from, bytes));
}

INTERPOSE(cuMemcpyDtoH_v2)(void *to, CUdeviceptr from, size_t bytes) {
  AFTER(chain_drain(), cuMemcpyDtoH(to, from, bytes));
}

INTERPOSE(cuMemsetD8_v2)(CUdeviceptr address, unsigned char value, size_t bytes) {
  AFTER(chain_drain(), cuMemsetD8(address, value, bytes));
}

INTERPOSE(cuMemFree_v2)(CUdeviceptr address) { AFTER(chain_drain(), cuMemFree(address)); }

INTERPOSE(cuMemFreeAsync)(CUdeviceptr address, CUstream stream) {
  const CUresult refusal = chain_drain();
  return refusal ? refusal : interposer.further.cuMemFreeAsync(address, stream);
}

/* The OpenMP run time prints CUDA's error, which says nothing of the remedy. */
INTERPOSE(cuModuleLoadDataEx)(CUmodule *module, const void *image, unsigned count, int *options,
                              void **values) {
  const CUresult result = interposer.further.cuModuleLoadDataEx(module, image, count, options, values);
  int version = 0;
  if (result && result != CUDA_ERROR_OUT_OF_MEMORY) {
    interposer.cuda.cuDriverGetVersion(&version);
    interposer.image_refused(result, version);
  }
  return result;
}

/* Waits for all pending work, before functions or a context become invalid. */
static CUresult drain_and_forget_graphs(void) {
  const CUresult result = chain_drain();
  chain_forget_graphs();
  return result;
}

INTERPOSE(cuModuleUnload)(CUmodule module) { AFTER(drain_and_forget_graphs(), cuModuleUnload(module)); }

/* The OpenMP run time sets how its threads wait before it makes the context: they sleep, and wake up 13 to 100 us after the device
 * has finished. CUDA's own default is to poll while there are more processors than contexts. Threads of the transfer engine wait
 * for events that say themselves that the thread sleeps. */
INTERPOSE(cuDevicePrimaryCtxSetFlags_v2)(CUdevice device, unsigned flags) {
  if (interposer.spins && (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_BLOCKING_SYNC)
    flags = (flags & ~(unsigned)CU_CTX_SCHED_MASK) | CU_CTX_SCHED_AUTO;
  return interposer.cuda.cuDevicePrimaryCtxSetFlags(device, flags);
}

INTERPOSE(cuDevicePrimaryCtxRelease_v2)(CUdevice device) {
  AFTER(drain_and_forget_graphs(), cuDevicePrimaryCtxRelease(device));
}

/* ---- Page-locked memory ---------------------------------------------------------------------------- */

/* Begins the event VERB, for the variable NAME at FILE:LINE if that is known. */
static struct cleave_trace_event *begin_pin(const char *verb, const char *name, const char *file,
                                            uint32_t line, const void *address, size_t bytes) {
  if (!interposer.records)
    return NULL;
  char text[256];
  snprintf(text, sizeof text, "%s%s%s", verb, name ? " " : "", name ? name : "");
  return interposer.recorder.begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_PIN,
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
  const struct cleave_trace_event *operation = interposer.records ? interposer.recorder.operation() : NULL;
  return begin_pin(verb, operation ? operation->name : NULL, operation ? operation->file : NULL,
                   operation ? operation->line : 0, address, bytes);
}

static void end_pin(struct cleave_trace_event *pin) {
  if (interposer.records)
    interposer.recorder.end(pin);
}

INTERPOSE(cuMemHostRegister_v2)(void *address, size_t bytes, unsigned flags) {
  struct cleave_trace_event *pin = begin_pin_of_operation("pin", address, bytes);
  const CUresult result = interposer.cuda.cuMemHostRegister(address, bytes, flags);
  end_pin(pin);
  if (!result)
    remember_pin(address, bytes, interposer.records ? interposer.recorder.operation() : NULL);
  return result;
}

INTERPOSE(cuMemHostUnregister)(void *address) {
  const CUresult refusal = chain_release_all();
  if (refusal)
    return refusal;
  /* Before the call: after it, another thread may page-lock the same memory. */
  struct pinned *known = take_pin(address);
  struct cleave_trace_event *pin =
      known ? begin_pin("unpin", known->name, known->file, known->line, address, known->bytes)
            : begin_pin("unpin", NULL, NULL, 0, address, 0);
  const CUresult result = interposer.cuda.cuMemHostUnregister(address);
  end_pin(pin);
  if (result)
    add_pin(known);
  else
    free_pin(known);
  return result;
}

INTERPOSE(cuMemAllocHost_v2)(void **address, size_t bytes) {
  struct cleave_trace_event *pin = begin_pin_of_operation("allocate pinned", NULL, bytes);
  const CUresult result = interposer.cuda.cuMemAllocHost(address, bytes);
  end_pin(pin);
  return result;
}

INTERPOSE(cuMemFreeHost)(void *address) {
  const CUresult refusal = chain_drain();
  if (refusal)
    return refusal;
  struct cleave_trace_event *pin = begin_pin_of_operation("free pinned", address, 0);
  const CUresult result = interposer.cuda.cuMemFreeHost(address);
  end_pin(pin);
  return result;
}

/* ---- The start --------------------------------------------------------------------------------------- */

bool cleave_interposer_start(const struct cleave_interposer_recorder *recorder,
                             struct cleave_deferred_waits *waits, bool spins, bool graphs,
                             void (*image_refused)(CUresult error, int version)) {
  if (!interposer_find_cuda())
    return false;
  if (recorder)
    interposer.recorder = *recorder;
  interposer.records = recorder;
  interposer.defers = waits;
  interposer.spins = spins;
  /* The trace has the times of single kernels. */
  atomic_store(&interposer.holds, graphs && waits && !recorder && interposer_find_graphs());
  interposer.image_refused = image_refused;
  chain_start();
  if (waits)
    *waits = (struct cleave_deferred_waits){chain_begin_region, chain_end_region, chain_synchronize,
                                            chain_set_independent};
  return true;
}
