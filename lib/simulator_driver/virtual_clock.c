/* FILE: lib/simulator_driver/virtual_clock.c
 * WHAT: virtual time: streams and engines have a completion time, threads have a clock.
 *
 * Work is ordered at submission, as in the driver's queues: later work never starts earlier on the same stream or engine.
 */
#include "simulator_driver/simulator_driver.h"

enum {
  PATIENT_QUERIES = 16, /* with more unsuccessful queries in a row, a thread is polling */
  QUERY_STEPS = 4       /* each further query advances the thread by this part of the remaining time */
};

static nanoseconds last_seen; /* the latest time at which a thread found a stream complete */

static nanoseconds later(nanoseconds a, nanoseconds b) { return a > b ? a : b; }

nanoseconds stream_done(const struct CUstream_st *stream) {
  nanoseconds done = stream->free;
  if (stream->number) /* the default stream is number 0 */
    return done;
  for (const struct CUstream_st *other = stream->device->streams; other; other = other->next)
    if (!other->non_blocking)
      done = later(done, other->free);
  return done;
}

nanoseconds device_done(const struct device *device) {
  nanoseconds done = device->default_stream.free;
  /* Work of a destroyed stream may be pending. */
  done = later(done, device->compute.free);
  done = later(done, device->to_device.free);
  done = later(done, device->from_device.free);
  for (const struct CUstream_st *stream = device->streams; stream; stream = stream->next)
    done = later(done, stream->free);
  return done;
}

struct span stream_work(struct CUstream_st *stream, struct engine *engine, struct thread *thread,
                        nanoseconds latency, nanoseconds duration) {
  struct span span = {later(thread->now + latency, stream_done(stream)), 0};
  if (stream->number && !stream->non_blocking)
    span.start = later(span.start, stream->device->default_stream.free);
  if (engine)
    span.start = later(span.start, engine->free);
  span.end = span.start + duration;
  stream->free = span.end;
  stream->busy += duration;
  driver.totals.longest_stream = later(driver.totals.longest_stream, stream->busy);
  if (engine)
    engine->free = span.end;
  thread->busy = true;
  return span;
}

bool thread_query(struct thread *thread, nanoseconds done, nanoseconds cost) {
  thread->busy = false; /* it may continue with other work */
  if (done <= thread->now) {
    thread->idle_queries = 0;
    thread->now += cost;
    thread_saw_completion(thread);
    return true;
  }
  nanoseconds step = cost;
  if (++thread->idle_queries > PATIENT_QUERIES)
    step = later(step, (done - thread->now) / QUERY_STEPS);
  thread->now += later(step, 1);
  return false;
}

void thread_saw_completion(struct thread *thread) {
  thread->busy = false;
  last_seen = later(last_seen, thread->now);
}

void thread_catch_up(struct thread *thread) {
  if (!driver.in_order && !thread->busy)
    thread->now = later(thread->now, last_seen);
}

void clock_forget(void) { last_seen = 0; }
