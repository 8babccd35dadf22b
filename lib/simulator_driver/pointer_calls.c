/* FILE: lib/simulator_driver/pointer_calls.c
 * WHAT: the driver's function that tells what a pointer points to.
 */
#include "simulator_driver/simulator_driver.h"

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer) {
  struct call call;
  call_open(&call, FUNCTION_cuPointerGetAttribute, NEEDS_DRIVER);
  call_note(&call, "attribute=%d", attribute);
  call_address(&call, "pointer", pointer);
  const struct allocation *found = memory_find(pointer);
  /* Of memory that it has never seen the driver says that the argument is wrong. */
  if (!call.result && (!value || attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE || !found))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result)
    *(unsigned *)value = memory_is_device(pointer, 1) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  call_busy(&call, driver.profile.other_call);
  return call_close(&call);
}
