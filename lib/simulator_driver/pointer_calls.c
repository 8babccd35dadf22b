/* FILE: lib/simulator_driver/pointer_calls.c
 * WHAT: the driver's function for attributes of pointers.
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
