/* FILE: lib/simulator_driver/context_calls.c
 * WHAT: the driver's functions that create contexts, and the stack of current contexts of a thread.
 *
 * A device has one context: one that a program creates is another user of the primary context. So a program that uses both
 * sees the memory of the one in the other, which a real driver forbids.
 */
#include "simulator_driver/simulator_driver.h"

static void push(struct call *call, struct CUctx_st *context) {
  struct thread *thread = call->thread;
  if (thread->context_depth == CONTEXT_STACK) {
    call->result = CUDA_ERROR_OUT_OF_MEMORY;
    return;
  }
  thread->contexts_below[thread->context_depth++] = thread->context;
  thread->context = context;
}

static struct CUctx_st *pop(struct thread *thread) {
  struct CUctx_st *context = thread->context;
  thread->context = thread->context_depth ? thread->contexts_below[--thread->context_depth] : NULL;
  return context;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice ordinal) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxCreate, NEEDS_DRIVER);
  call_note(&call, "device=%d flags=%u", ordinal, flags);
  if (!call.result && !context)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && (ordinal < 0 || ordinal >= driver.device_count))
    call.result = CUDA_ERROR_INVALID_DEVICE;
  if (!call.result)
    push(&call, &driver.devices[ordinal].context);
  if (!call.result) {
    driver.devices[ordinal].context_users++;
    *context = &driver.devices[ordinal].context;
  }
  return call_close(&call);
}

CUresult cuCtxDestroy_v2(CUcontext context) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxDestroy, NEEDS_DRIVER);
  call_note(&call, "device=%d", context ? context->device->ordinal : -1);
  if (!call.result && (!context || !context->device->context_users))
    call.result = CUDA_ERROR_INVALID_CONTEXT;
  if (!call.result) {
    if (call.thread->context == context)
      pop(call.thread);
    if (!--context->device->context_users)
      context->device->fault = CUDA_SUCCESS; /* the error ends with the context */
  }
  return call_close(&call);
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxPushCurrent, NEEDS_DRIVER);
  call_note(&call, "device=%d", context ? context->device->ordinal : -1);
  if (!call.result && !context)
    call.result = CUDA_ERROR_INVALID_CONTEXT;
  if (!call.result)
    push(&call, context);
  return call_close(&call);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxPopCurrent, NEEDS_DRIVER);
  if (!call.result && !call.thread->context)
    call.result = CUDA_ERROR_INVALID_CONTEXT;
  if (!call.result) {
    struct CUctx_st *popped = pop(call.thread);
    if (context)
      *context = popped;
  }
  return call_close(&call);
}
