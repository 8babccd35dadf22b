/* FILE: lib/simulator_driver/copy_calls.c
 * WHAT: the driver's functions that copy and fill memory.
 *
 * The time of a copy follows the CUDA manuals. A copy engine copies pinned host memory while the host continues. Pageable
 * memory passes through a buffer of the driver: the host is busy until the last piece is in the buffer (to the device) or
 * out of it (from the device).
 */
#include "simulator_driver/simulator_driver.h"

#include <string.h>

enum { STAGING_BYTES = 64 * 1024 }; /* pageable copies up to this size return once staged */

enum direction { TO_DEVICE, FROM_DEVICE, BETWEEN };

struct copy {
  enum direction direction;
  uint64_t to, from;
  size_t bytes;
  CUstream stream;
  bool asynchronous;
};

static bool is_reserved(uint64_t address) {
  const struct allocation *found = memory_find(address);
  return found && found->reserved;
}

/* Moves the bytes at once. Kernels execute at their launch, so results follow the order of the calls. */
static void perform(const struct copy *copy, struct call *call) {
  if (copy->bytes > driver.copy_limit || is_reserved(copy->to) || is_reserved(copy->from))
    call_note(call, "recorded-only");
  else
    memmove((void *)(uintptr_t)copy->to, (const void *)(uintptr_t)copy->from, copy->bytes);
}

static void count(const struct copy *copy, const struct CUstream_st *stream, bool pinned, struct span span) {
  static const char *const directions[] = {"to device", "from device", "between"};
  struct totals *totals = &driver.totals;
  switch (copy->direction) {
  case TO_DEVICE:
    totals->copies_to++;
    totals->bytes_to += copy->bytes;
    totals->pinned_bytes_to += pinned ? copy->bytes : 0;
    break;
  case FROM_DEVICE:
    totals->copies_from++;
    totals->bytes_from += copy->bytes;
    totals->pinned_bytes_from += pinned ? copy->bytes : 0;
    break;
  case BETWEEN:
    totals->copies_between++;
    totals->bytes_between += copy->bytes;
    break;
  }
  summary_copy(span);
  record_copy(directions[copy->direction], stream, copy->bytes, pinned, span);
}

/* The device memory that the copy reads or writes must be within one allocation. */
static bool is_valid(const struct copy *copy) {
  bool to_device = copy->direction != FROM_DEVICE, from_device = copy->direction != TO_DEVICE;
  return copy->to && copy->from && (!to_device || memory_is_device(copy->to, copy->bytes)) &&
         (!from_device || memory_is_device(copy->from, copy->bytes));
}

/* Memory of cuMemAllocHost is assumed to be a staging buffer that host threads fill before a copy, or empty after it,
 * without driver calls. With CLEAVE_SIMULATOR_THREADS=ordered the thread of the copy is busy for that time. */
static double staging_time(const struct copy *copy, uint64_t host) {
  const struct profile *profile = &driver.profile;
  const struct allocation *found = copy->direction == BETWEEN ? NULL : memory_find(host);
  if (!driver.in_order || !found || found->kind != MEMORY_PINNED)
    return 0;
  double rate = driver.staging_threads * profile->host_copy;
  return (double)copy->bytes / (rate < profile->host_copy_most ? rate : profile->host_copy_most);
}

static void run_copy(struct call *call, const struct copy *copy) {
  const struct profile *profile = &driver.profile;
  bool to_device = copy->direction == TO_DEVICE;
  uint64_t host = to_device ? copy->from : copy->to;
  bool pinned = copy->direction == BETWEEN || memory_is_pinned(host, copy->bytes);

  call_address(call, "to", copy->to);
  call_address(call, "from", copy->from);
  call_note(call, "bytes=%zu", copy->bytes);
  struct CUstream_st *stream = call_stream(call, copy->stream);
  if (!stream || !copy->bytes)
    return;
  if (!is_valid(copy)) {
    call->result = CUDA_ERROR_INVALID_VALUE;
    return;
  }
  call_note(call, "pinned=%d", pinned);
  call_busy(call, profile->copy_submission + staging_time(copy, host));

  struct device *device = stream->device;
  struct engine *engine = &device->compute; /* between two places of a device */
  double rate = profile->memory_bandwidth / 2;
  if (copy->direction != BETWEEN) {
    /* One copy engine serves both directions. */
    engine = to_device || profile->copy_engines < 2 ? &device->to_device : &device->from_device;
    rate = to_device ? (pinned ? profile->pinned_to_device : profile->pageable_to_device)
                     : (pinned ? profile->pinned_from_device : profile->pageable_from_device);
  }
  nanoseconds duration = (nanoseconds)((double)copy->bytes / rate + 0.5);
  struct span span = stream_work(stream, engine, call->thread, (nanoseconds)profile->copy_latency, duration);
  call_span(call, span);
  perform(copy, call);
  if (to_device)
    modules_copied(device, copy->to, copy->bytes);
  count(copy, stream, pinned, span);

  if (pinned) {
    if (!copy->asynchronous)
      call_wait(call, span.end);
  } else if (!to_device) {
    call_wait(call, span.end);
  } else if (copy->bytes <= STAGING_BYTES) {
    call_busy(call, (double)copy->bytes / profile->pageable_to_device);
  } else { /* until all but the last piece has left the buffer */
    double last = STAGING_BYTES / profile->pinned_to_device;
    call_wait(call, span.end - (nanoseconds)last);
  }
}

static CUresult copy_call(enum function function, struct copy copy) {
  struct call call;
  call_open(&call, function, NEEDS_CONTEXT);
  run_copy(&call, &copy);
  return call_close(&call);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return copy_call(FUNCTION_cuMemcpyHtoD, (struct copy){TO_DEVICE, to, (uintptr_t)from, bytes, NULL, false});
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return copy_call(FUNCTION_cuMemcpyDtoH,
                   (struct copy){FROM_DEVICE, (uintptr_t)to, from, bytes, NULL, false});
}

/* The addresses tell the direction. */
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuMemcpy, NEEDS_CONTEXT);
  const bool to_device = memory_is_device(to, 1), from_device = memory_is_device(from, 1);
  const struct copy copy = {
      to_device && from_device ? BETWEEN : to_device ? TO_DEVICE : FROM_DEVICE, to, from, bytes, NULL, false};
  run_copy(&call, &copy);
  return call_close(&call);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  return copy_call(FUNCTION_cuMemcpyHtoDAsync,
                   (struct copy){TO_DEVICE, to, (uintptr_t)from, bytes, stream, true});
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return copy_call(FUNCTION_cuMemcpyDtoHAsync,
                   (struct copy){FROM_DEVICE, (uintptr_t)to, from, bytes, stream, true});
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return copy_call(FUNCTION_cuMemcpyDtoDAsync, (struct copy){BETWEEN, to, from, bytes, stream, true});
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                           size_t bytes, CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuMemcpyPeerAsync, NEEDS_CONTEXT);
  if (!call.result && (!to_context || !from_context))
    call.result = CUDA_ERROR_INVALID_CONTEXT;
  run_copy(&call, &(struct copy){BETWEEN, to, from, bytes, stream, true});
  return call_close(&call);
}

CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t bytes) {
  struct call call;
  call_open(&call, FUNCTION_cuMemsetD8, NEEDS_CONTEXT);
  call_address(&call, "address", address);
  call_note(&call, "value=%u bytes=%zu", value, bytes);
  if (!call.result && bytes && !memory_is_device(address, bytes))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && bytes) {
    struct device *device = current_device(call.thread);
    call_busy(&call, driver.profile.kernel_submission);
    call_span(&call, stream_work(&device->default_stream, &device->compute, call.thread,
                                 (nanoseconds)driver.profile.kernel_latency,
                                 (nanoseconds)((double)bytes / driver.profile.memory_bandwidth)));
    if (is_reserved(address))
      call_note(&call, "recorded-only");
    else
      memset((void *)(uintptr_t)address, value, bytes);
  }
  return call_close(&call);
}

/* ---- Memory is set by libomptarget 22 ------------------------------------------------------------------------------------------------- */

/* HEIGHT rows of WIDTH elements of ELEMENT bytes, PITCH bytes apart. */
struct area {
  CUdeviceptr address;
  size_t pitch, element, width, height;
};

static CUresult set(enum function number, struct area area, unsigned value, CUstream handle) {
  struct call call;
  call_open(&call, number, NEEDS_CONTEXT);
  struct CUstream_st *stream = call_stream(&call, handle);
  call_address(&call, "address", area.address);
  const size_t row = area.width * area.element;
  call_note(&call, "value=%u bytes=%zu", value, row * area.height);
  for (size_t y = 0; !call.result && row && y < area.height; y++)
    if (!memory_is_device(area.address + y * area.pitch, row))
      call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && row && area.height) {
    struct device *device = current_device(call.thread);
    call_busy(&call, driver.profile.kernel_submission);
    call_span(&call,
              stream_work(stream, &device->compute, call.thread, (nanoseconds)driver.profile.kernel_latency,
                          (nanoseconds)((double)(row * area.height) / driver.profile.memory_bandwidth)));
    if (is_reserved(area.address))
      call_note(&call, "recorded-only");
    else
      for (size_t y = 0; y < area.height; y++)
        for (size_t x = 0; x < row; x += area.element) /* x86_64 is little-endian */
          memcpy((char *)(uintptr_t)area.address + y * area.pitch + x, &value, area.element);
  }
  return call_close(&call);
}

#define SET(bits, type)                                                                                      \
  CUresult cuMemsetD##bits##Async(CUdeviceptr address, type value, size_t count, CUstream stream) {          \
    return set(FUNCTION_cuMemsetD##bits##Async, (struct area){address, 0, sizeof value, count, 1}, value,    \
               stream);                                                                                      \
  }                                                                                                          \
  CUresult cuMemsetD2D##bits##Async(CUdeviceptr address, size_t pitch, type value, size_t width,             \
                                    size_t height, CUstream stream) {                                        \
    return set(FUNCTION_cuMemsetD2D##bits##Async,                                                            \
               (struct area){address, pitch, sizeof value, width, height}, value, stream);                   \
  }
SET(8, unsigned char)
SET(16, unsigned short)
SET(32, unsigned)
