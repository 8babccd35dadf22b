/* FILE: lib/simulator_driver/memory_calls.c
 * WHAT: the driver's functions that allocate, free and pin memory.
 */
#include "simulator_driver/simulator_driver.h"

#include <string.h>

static const double MEBIBYTE = 1024 * 1024;

static void allocate_device(struct call *call, CUdeviceptr *address, size_t bytes) {
  call_note(call, "bytes=%zu", bytes);
  if (call->result)
    return;
  if (!address || !bytes) {
    call->result = CUDA_ERROR_INVALID_VALUE;
    return;
  }
  call_busy(call, driver.profile.allocation);
  struct allocation *made = memory_allocate(current_device(call->thread), MEMORY_DEVICE, bytes);
  if (!made) {
    call->result = CUDA_ERROR_OUT_OF_MEMORY;
    return;
  }
  *address = made->address;
  driver.totals.allocations++;
  call_address(call, "address", made->address);
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuMemAlloc, NEEDS_CONTEXT);
  allocate_device(&call, address, bytes);
  return call_close(&call);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuMemAllocAsync, NEEDS_CONTEXT);
  call_stream(&call, stream);
  allocate_device(&call, address, bytes);
  return call_close(&call);
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuMemAllocManaged, NEEDS_CONTEXT);
  call_note(&call, "flags=%u", flags);
  allocate_device(&call, address, bytes);
  return call_close(&call);
}

/* Frees the allocation of KIND that begins at ADDRESS. */
static void free_memory(struct call *call, uint64_t address, enum memory_kind kind) {
  call_address(call, "address", address);
  if (call->result || !address)
    return;
  struct allocation *found = memory_find(address);
  if (!found || found->address != address || found->kind != kind) {
    call->result = CUDA_ERROR_INVALID_VALUE;
    return;
  }
  call_note(call, "bytes=%zu", found->bytes);
  call_busy(call, driver.profile.release);
  memory_free(found);
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  struct call call;
  call_open(&call, FUNCTION_cuMemFree, NEEDS_CONTEXT);
  if (!call.result && memory_is_device(address, 1)) /* waits for all work of the device */
    call_wait(&call, device_done(memory_find(address)->device));
  free_memory(&call, address, MEMORY_DEVICE);
  return call_close(&call);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuMemFreeAsync, NEEDS_CONTEXT);
  call_stream(&call, stream);
  free_memory(&call, address, MEMORY_DEVICE);
  return call_close(&call);
}

CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuMemAllocHost, NEEDS_CONTEXT);
  call_note(&call, "bytes=%zu", bytes);
  if (!call.result && (!address || !bytes))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    call_busy(&call, driver.profile.registration +
                         driver.profile.registration_per_mebibyte * ((double)bytes / MEBIBYTE));
    struct allocation *made = memory_allocate(NULL, MEMORY_PINNED, bytes);
    if (made) {
      *address = (void *)(uintptr_t)made->address;
      call_address(&call, "address", made->address);
    } else {
      call.result = CUDA_ERROR_OUT_OF_MEMORY;
    }
  }
  return call_close(&call);
}

CUresult cuMemFreeHost(void *address) {
  struct call call;
  call_open(&call, FUNCTION_cuMemFreeHost, NEEDS_CONTEXT);
  free_memory(&call, (uintptr_t)address, MEMORY_PINNED);
  return call_close(&call);
}

CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuMemHostRegister, NEEDS_CONTEXT);
  call_note(&call, "bytes=%zu flags=%u", bytes, flags);
  if (!call.result && (!address || !bytes))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    call_busy(&call, driver.profile.registration +
                         driver.profile.registration_per_mebibyte * ((double)bytes / MEBIBYTE));
    if (!memory_register((uintptr_t)address, bytes))
      call.result = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  }
  call_address(&call, "address", (uintptr_t)address);
  return call_close(&call);
}

CUresult cuMemHostUnregister(void *address) {
  struct call call;
  call_open(&call, FUNCTION_cuMemHostUnregister, NEEDS_CONTEXT);
  struct allocation *found = memory_find((uintptr_t)address);
  if (found && (found->kind != MEMORY_REGISTERED || found->address != (uintptr_t)address))
    found = NULL;
  /* Waits for copies that use the pages. */
  for (int i = 0; !call.result && i < driver.device_count; i++)
    call_wait(&call, device_done(&driver.devices[i]));
  if (found) {
    free_memory(&call, (uintptr_t)address, MEMORY_REGISTERED);
  } else {
    call_address(&call, "address", (uintptr_t)address);
    if (!call.result)
      call.result = address ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : CUDA_ERROR_INVALID_VALUE;
  }
  return call_close(&call);
}

CUresult cuMemGetInfo_v2(size_t *available, size_t *total) {
  struct call call;
  call_open(&call, FUNCTION_cuMemGetInfo, NEEDS_CONTEXT);
  if (!call.result && (!available || !total))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *total = (size_t)driver.profile.memory;
    *available = *total - current_device(call.thread)->memory_used;
    call_note(&call, "available=%zu total=%zu", *available, *total);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}
