/* FILE: lib/simulator_driver/stream_calls.c
 * WHAT: the driver's functions for streams and events.
 *
 * Streams and events identify their context, because helper threads of the OpenMP run time use them without a current
 * context.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdlib.h>

static struct CUevent_st *events;

/* Adds " KEY=E1". An unknown event is an error. */
static void note_event(struct call *call, const char *key, const struct CUevent_st *event) {
  const struct CUevent_st *found = events;
  while (found && found != event)
    found = found->next;
  call_note(call, "%s=E%u", key, found ? found->number : 0);
  if (!call->result)
    call->result = found ? found->device->fault : CUDA_ERROR_INVALID_HANDLE;
}

void streams_forget(void) {
  for (int i = 0; i < driver.device_count; i++)
    while (driver.devices[i].streams) {
      struct CUstream_st *next = driver.devices[i].streams->next;
      free(driver.devices[i].streams);
      driver.devices[i].streams = next;
    }
  while (events) {
    struct CUevent_st *next = events->next;
    free(events);
    events = next;
  }
}

/* Waits on the host until TIME; waking up costs a little more. */
static void synchronize(struct call *call, nanoseconds time) {
  driver.totals.synchronizations++;
  call->thread->idle_queries = 0;
  call_wait(call, time);
  call_busy(call, driver.profile.synchronization);
  thread_saw_completion(call->thread);
}

static void query(struct call *call, nanoseconds done) {
  driver.totals.queries++;
  if (!thread_query(call->thread, done, (nanoseconds)driver.profile.query))
    call->result = CUDA_ERROR_NOT_READY;
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuStreamCreate, NEEDS_CONTEXT);
  call_note(&call, "flags=%u", flags);
  if (!call.result && (!stream || flags > CU_STREAM_NON_BLOCKING))
    call.result = CUDA_ERROR_INVALID_VALUE;
  struct CUstream_st *made = call.result ? NULL : calloc(1, sizeof *made);
  if (made) {
    struct device *device = current_device(call.thread);
    *made = (struct CUstream_st){.number = ++driver.streams,
                                 .device = device,
                                 .non_blocking = flags & CU_STREAM_NON_BLOCKING,
                                 .next = device->streams};
    device->streams = *stream = made;
    call_busy(&call, driver.profile.other_call);
    call_stream(&call, made);
  }
  return call_close(&call);
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuStreamDestroy, NEEDS_DRIVER);
  if (!call.result && !stream) /* the default stream cannot be destroyed */
    call.result = CUDA_ERROR_INVALID_HANDLE;
  call_stream(&call, stream);
  if (!call.result) {
    struct CUstream_st **link = &stream->device->streams;
    while (*link != stream)
      link = &(*link)->next;
    *link = stream->next;
    free(stream);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

CUresult cuStreamSynchronize(CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuStreamSynchronize, NEEDS_DRIVER);
  const struct CUstream_st *found = call_stream(&call, stream);
  if (found)
    synchronize(&call, stream_done(found));
  return call_close(&call);
}

CUresult cuCtxSynchronize(void) {
  struct call call;
  call_open(&call, FUNCTION_cuCtxSynchronize, NEEDS_CONTEXT);
  if (!call.result)
    synchronize(&call, device_done(current_device(call.thread)));
  return call_close(&call);
}

CUresult cuStreamQuery(CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuStreamQuery, NEEDS_DRIVER);
  const struct CUstream_st *found = call_stream(&call, stream);
  if (found)
    query(&call, stream_done(found));
  return call_close(&call);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuStreamWaitEvent, NEEDS_DRIVER);
  struct CUstream_st *waiting = call_stream(&call, stream);
  note_event(&call, "event", event);
  call_note(&call, "flags=%u", flags);
  if (!call.result) {
    call_busy(&call, driver.profile.other_call);
    /* An event that was never recorded is complete. */
    if (event->recorded && event->time > waiting->free)
      waiting->free = event->time;
  }
  return call_close(&call);
}

/* The simulator has no thread that could call CALLBACK. */
CUresult cuStreamAddCallback(CUstream stream, void (*callback)(CUstream, CUresult, void *), void *data,
                             unsigned flags) {
  struct call call;
  (void)callback, (void)data;
  call_open(&call, FUNCTION_cuStreamAddCallback, NEEDS_DRIVER);
  call_stream(&call, stream);
  call_note(&call, "flags=%u", flags);
  if (!call.result)
    call.result = CUDA_ERROR_NOT_SUPPORTED;
  return call_close(&call);
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuEventCreate, NEEDS_CONTEXT);
  call_note(&call, "flags=%u", flags);
  if (!call.result && !event)
    call.result = CUDA_ERROR_INVALID_VALUE;
  struct CUevent_st *made = call.result ? NULL : calloc(1, sizeof *made);
  if (made) {
    *made = (struct CUevent_st){.number = ++driver.events,
                                .device = current_device(call.thread),
                                .timing = !(flags & CU_EVENT_DISABLE_TIMING),
                                .next = events};
    events = *event = made;
    call_busy(&call, driver.profile.other_call);
    call_note(&call, "event=E%u", made->number);
  }
  return call_close(&call);
}

CUresult cuEventDestroy_v2(CUevent event) {
  struct call call;
  call_open(&call, FUNCTION_cuEventDestroy, NEEDS_DRIVER);
  note_event(&call, "event", event);
  if (!call.result) {
    struct CUevent_st **link = &events;
    while (*link != event)
      link = &(*link)->next;
    *link = event->next;
    free(event);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

/* The run time looks up only this function under its first name. */
__attribute__((visibility("default"), alias("cuEventDestroy_v2"))) CUresult cuEventDestroy(CUevent event);

CUresult cuEventRecord(CUevent event, CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuEventRecord, NEEDS_DRIVER);
  note_event(&call, "event", event);
  struct CUstream_st *recording = call_stream(&call, stream);
  if (!call.result) {
    call_busy(&call, driver.profile.other_call);
    struct span span = stream_work(recording, NULL, call.thread, 0, 0);
    event->recorded = true;
    event->time = span.end;
    call_note(&call, "time=%lld", (long long)span.end);
  }
  return call_close(&call);
}

CUresult cuEventQuery(CUevent event) {
  struct call call;
  call_open(&call, FUNCTION_cuEventQuery, NEEDS_DRIVER);
  note_event(&call, "event", event);
  if (!call.result)
    query(&call, event->recorded ? event->time : 0);
  return call_close(&call);
}

CUresult cuEventSynchronize(CUevent event) {
  struct call call;
  call_open(&call, FUNCTION_cuEventSynchronize, NEEDS_DRIVER);
  note_event(&call, "event", event);
  if (!call.result)
    synchronize(&call, event->recorded ? event->time : 0);
  return call_close(&call);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  struct call call;
  call_open(&call, FUNCTION_cuEventElapsedTime, NEEDS_DRIVER);
  note_event(&call, "from", start);
  note_event(&call, "to", end);
  if (!call.result && !milliseconds)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && (!start->recorded || !end->recorded || !start->timing || !end->timing))
    call.result = CUDA_ERROR_INVALID_HANDLE;
  if (!call.result && (start->time > call.thread->now || end->time > call.thread->now))
    call.result = CUDA_ERROR_NOT_READY;
  if (!call.result) {
    *milliseconds = (float)((double)(end->time - start->time) / 1e6);
    call_note(&call, "milliseconds=%.6f", *milliseconds);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}
