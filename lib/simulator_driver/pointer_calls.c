/* FILE: lib/simulator_driver/pointer_calls.c
 * WHAT: the driver's functions for attributes of pointers.
 */
#include "simulator_driver/simulator_driver.h"

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer) {
  struct call call;
  call_open(&call, FUNCTION_cuPointerGetAttribute, NEEDS_DRIVER);
  call_note(&call, "attribute=%d", attribute);
  call_address(&call, "pointer", pointer);
  const struct allocation *found = memory_find(pointer);
  /* For memory that it did not allocate or register, the driver returns an error. */
  if (!call.result && (!value || attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE || !found))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *(unsigned *)value = memory_is_device(pointer, 1) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  call_busy(&call, driver.profile.other_call);
  return call_close(&call);
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address) {
  struct call call;
  call_open(&call, FUNCTION_cuMemGetAddressRange, NEEDS_CONTEXT);
  call_address(&call, "address", address);
  const struct allocation *found = memory_find(address);
  if (!call.result && (!found || !found->device))
    call.result = CUDA_ERROR_NOT_FOUND;
  if (!call.result && base)
    *base = found->address;
  if (!call.result && bytes)
    *bytes = found->bytes;
  return call_close(&call);
}

/* Pinned memory has the same address on the device. */
CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *host, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuMemHostGetDevicePointer, NEEDS_CONTEXT);
  call_address(&call, "host", (uintptr_t)host);
  call_note(&call, "flags=%u", flags);
  if (!call.result && (!address || flags || !memory_is_pinned((uintptr_t)host, 1)))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *address = (uintptr_t)host;
  return call_close(&call);
}
