/* FILE: lib/simulator_driver/omptarget22_calls.c
 * WHAT: the driver's functions that libomptarget 22 looks up and libomptarget 19 does not. It uses no device if one is missing.
 */
#include "simulator_driver/simulator_driver.h"

enum { MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 /* the function attribute that may be set */ };

/* libomptarget looks up the older name. */
__attribute__((visibility("default"))) CUresult cuDeviceGetUuid(unsigned char *uuid, CUdevice ordinal);
CUresult cuDeviceGetUuid(unsigned char *uuid, CUdevice ordinal) { return cuDeviceGetUuid_v2(uuid, ordinal); }

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuFuncGetParamInfo, NEEDS_CONTEXT);
  call_note(&call, "index=%zu", index);
  if (!call.result && (!function || !function_exists(function)))
    call.result = CUDA_ERROR_INVALID_HANDLE;
  const struct gpu_kernel *kernel = call.result ? NULL : function->kernel;
  if (!call.result && (!offset || !kernel || index >= kernel->parameter_count))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *offset = kernel->parameters[index].offset;
    if (bytes)
      *bytes = kernel->parameters[index].bytes;
  }
  return call_close(&call);
}

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  struct call call;
  call_open(&call, FUNCTION_cuFuncSetAttribute, NEEDS_CONTEXT);
  call_note(&call, "attribute=%d value=%d", attribute, value);
  if (!call.result && (!function || !function_exists(function)))
    call.result = CUDA_ERROR_INVALID_HANDLE;
  if (!call.result && (attribute != MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
                       function->shared_bytes + (double)value > driver.profile.shared_memory_per_block))
    call.result = CUDA_ERROR_INVALID_VALUE;
  return call_close(&call);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, size_t (*shared)(int),
                                          size_t shared_bytes, int limit) {
  struct call call;
  call_open(&call, FUNCTION_cuOccupancyMaxPotentialBlockSize, NEEDS_CONTEXT);
  if (!call.result && (!function || !function_exists(function)))
    call.result = CUDA_ERROR_INVALID_HANDLE;
  if (!call.result && (!grid || !block || shared))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    unsigned best = 0, threads = 0;
    const unsigned most = limit > 0 && (unsigned)limit < function->maximum_threads
                              ? (unsigned)limit
                              : function->maximum_threads;
    for (unsigned size = 32; size <= most; size += 32) {
      const unsigned resident = size * kernel_resident_blocks(function, size, shared_bytes);
      if (resident >= best) {
        best = resident;
        threads = size;
      }
    }
    *block = (int)threads;
    *grid = threads ? (int)(best / threads * (unsigned)driver.profile.multiprocessors) : 0;
  }
  return call_close(&call);
}

/* ---- Functions of the host in a stream. The work before them was executed when it was submitted. ------------------ */

CUresult cuLaunchHostFunc(CUstream stream, void (*function)(void *), void *data) {
  struct call call;
  call_open(&call, FUNCTION_cuLaunchHostFunc, NEEDS_CONTEXT);
  call_stream(&call, stream);
  if (!call.result && !function)
    call.result = CUDA_ERROR_INVALID_VALUE;
  const CUresult result = call_close(&call);
  if (!result)
    function(data);
  return result;
}
