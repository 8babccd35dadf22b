/* FILE: test/simulator_driver/clock_test.c
 * WHAT: virtual time: the order of work, and the waits of the host.
 */
#include "start.h"

#include <pthread.h>

enum { BYTES = 8 * 1024 * 1024 };

/* Device memory and pinned host memory of BYTES, and two streams. */
struct things {
  CUdeviceptr device, other;
  void *pinned;
  char *pageable;
  CUstream first, second;
};

static struct things things(unsigned stream_flags) {
  struct things made;
  start(0);
  assert_int_equal(cuMemAlloc_v2(&made.device, BYTES), 0);
  assert_int_equal(cuMemAlloc_v2(&made.other, BYTES), 0);
  assert_int_equal(cuMemAllocHost_v2(&made.pinned, BYTES), 0);
  assert_int_equal(cuStreamCreate(&made.first, stream_flags), 0);
  assert_int_equal(cuStreamCreate(&made.second, stream_flags), 0);
  made.pageable = malloc(BYTES);
  assert_non_null(made.pageable);
  return made;
}

/* The time of the calling thread: that of the next call. */
static nanoseconds now(void) {
  struct call call;
  call_open(&call, FUNCTION_cuDriverGetVersion, NEEDS_NOTHING);
  nanoseconds time = call.start;
  call_close(&call);
  return time;
}

static nanoseconds transfer(double rate) { return (nanoseconds)(BYTES / rate + 0.5); }

static void pinned_copies_do_not_block(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  nanoseconds before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first), 0);
  assert_int_equal(now() - before, (nanoseconds)driver.profile.copy_submission);
  assert_int_equal(t.first->free, now() + (nanoseconds)driver.profile.copy_latency +
                                      transfer(driver.profile.pinned_to_device));
  nanoseconds done = t.first->free;
  assert_int_equal(cuStreamSynchronize(t.first), 0);
  assert_int_equal(now(), done + (nanoseconds)driver.profile.synchronization);
  free(t.pageable);
}

static void registered_memory_is_pinned(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  nanoseconds before = now();
  assert_int_equal(cuMemHostRegister_v2(t.pageable, BYTES, CU_MEMHOSTREGISTER_PORTABLE), 0);
  assert_int_equal(now() - before,
                   (nanoseconds)(driver.profile.registration + 8 * driver.profile.registration_per_mebibyte));
  before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pageable, BYTES, t.first), 0);
  assert_int_equal(now() - before, (nanoseconds)driver.profile.copy_submission);
  /* Unregistering waits for the copy. */
  nanoseconds done = t.first->free;
  assert_int_equal(cuMemHostUnregister(t.pageable), 0);
  assert_true(now() >= done);
  assert_int_equal(driver.totals.pinned_bytes_to, BYTES);
  free(t.pageable);
}

static void pageable_copies_block(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  assert_int_equal(cuMemcpyDtoHAsync_v2(t.pageable, t.device, BYTES, t.first), 0);
  assert_int_equal(now(), t.first->free); /* from the device: until all is there */
  nanoseconds before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pageable, BYTES, t.first), 0);
  assert_true(now() < t.first->free); /* to the device: until all is staged */
  assert_true(now() - before > transfer(driver.profile.pageable_to_device) * 9 / 10);
  before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pageable, 1024, t.second), 0);
  assert_true(now() - before < 2 * driver.profile.copy_submission); /* small copies return once staged */
  free(t.pageable);
}

static void each_way_has_its_engine(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  char *pinned = t.pinned;
  cuMemcpyHtoDAsync_v2(t.device, pinned, BYTES / 2, t.first);
  nanoseconds to = t.first->free;
  cuMemcpyDtoHAsync_v2(pinned + BYTES / 2, t.other, BYTES / 2, t.second);
  assert_true(t.second->free < to + transfer(driver.profile.pinned_from_device) / 2);
  cuMemcpyHtoDAsync_v2(t.other, pinned, BYTES / 2, t.second);
  nanoseconds both = t.second->free;
  assert_true(both >= to + transfer(driver.profile.pinned_to_device) / 2); /* one after the other */
  free(t.pageable);
}

/* Host threads fill the driver's own buffers. */
static void staging_takes_time(void **state) {
  (void)state;
  setenv("CLEAVE_SIMULATOR_THREADS", "ordered", 1);
  setenv("CLEAVE_SIMULATOR_STAGING_THREADS", "3", 1);
  struct things t = things(CU_STREAM_NON_BLOCKING);
  const struct profile *profile = &driver.profile;
  assert_true(3 * profile->host_copy < profile->host_copy_most);
  nanoseconds before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first), 0);
  assert_int_equal(now() - before,
                   (nanoseconds)(profile->copy_submission + BYTES / (3 * profile->host_copy) + 0.5));
  driver.staging_threads = 100;
  before = now();
  assert_int_equal(cuMemcpyDtoHAsync_v2(t.pinned, t.device, BYTES, t.first), 0);
  assert_int_equal(now() - before,
                   (nanoseconds)(profile->copy_submission + BYTES / profile->host_copy_most + 0.5));
  assert_int_equal(cuMemHostRegister_v2(t.pageable, BYTES, 0), 0); /* the program's own memory */
  before = now();
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pageable, BYTES, t.first), 0);
  assert_int_equal(now() - before, (nanoseconds)profile->copy_submission);
  assert_int_equal(cuMemHostUnregister(t.pageable), 0);
  free(t.pageable);
}

static void one_engine_serves_both_ways(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  char *pinned = t.pinned;
  driver.profile.copy_engines = 1;
  cuMemcpyHtoDAsync_v2(t.device, pinned, BYTES / 2, t.first);
  cuMemcpyDtoHAsync_v2(pinned + BYTES / 2, t.other, BYTES / 2, t.second);
  assert_true(t.second->free >= t.first->free + transfer(driver.profile.pinned_from_device) / 2);
  free(t.pageable);
}

static void streams_wait_for_events(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  CUevent event, never;
  assert_int_equal(cuEventCreate(&event, CU_EVENT_DEFAULT), 0);
  assert_int_equal(cuEventCreate(&never, CU_EVENT_DEFAULT), 0);
  assert_int_equal(cuStreamWaitEvent(t.second, never, 0), 0);
  assert_int_equal(cuStreamQuery(t.second), 0); /* never recorded: nothing to wait for */
  assert_int_equal(cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first), 0);
  assert_int_equal(cuEventRecord(event, t.first), 0);
  assert_int_equal(cuEventQuery(event), CUDA_ERROR_NOT_READY);
  assert_int_equal(cuStreamWaitEvent(t.second, event, 0), 0);
  assert_int_equal(cuMemcpyDtoHAsync_v2(t.pinned, t.device, 1024, t.second), 0);
  assert_true(t.second->free > t.first->free);
  assert_int_equal(cuEventSynchronize(event), 0);
  assert_true(now() >= t.first->free && now() < t.second->free + 10000);
  free(t.pageable);
}

static void events_measure(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  CUevent start, end, silent;
  float milliseconds = -1;
  cuEventCreate(&start, CU_EVENT_DEFAULT);
  cuEventCreate(&end, CU_EVENT_DEFAULT);
  cuEventCreate(&silent, CU_EVENT_DISABLE_TIMING);
  assert_int_equal(cuEventElapsedTime(&milliseconds, start, end), CUDA_ERROR_INVALID_HANDLE);
  cuEventRecord(start, t.first);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first);
  cuEventRecord(end, t.first);
  cuEventRecord(silent, t.first);
  assert_int_equal(cuEventElapsedTime(&milliseconds, start, end), CUDA_ERROR_NOT_READY);
  cuStreamSynchronize(t.first);
  assert_int_equal(cuEventElapsedTime(&milliseconds, start, end), 0);
  double copy = BYTES / driver.profile.pinned_to_device / 1e6;
  assert_true(milliseconds >= copy && milliseconds < copy + 0.01);
  assert_int_equal(cuEventElapsedTime(&milliseconds, start, silent), CUDA_ERROR_INVALID_HANDLE);
  free(t.pageable);
}

static void default_stream_waits_for_blocking_ones(void **state) {
  (void)state;
  struct things t = things(0);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first);
  nanoseconds blocking = t.first->free;
  cuMemcpyDtoHAsync_v2(t.pinned, t.other, 1024, NULL);
  nanoseconds standard = driver.devices[0].default_stream.free;
  assert_true(standard > blocking);
  cuMemcpyDtoHAsync_v2(t.pinned, t.other, 1024, t.second);
  assert_true(t.second->free > standard); /* and they for it */

  CUstream free_one;
  cuStreamCreate(&free_one, CU_STREAM_NON_BLOCKING);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, free_one);
  nanoseconds before = driver.devices[0].default_stream.free;
  cuMemcpyDtoHAsync_v2(t.pinned, t.other, 1024, NULL);
  assert_true(driver.devices[0].default_stream.free < free_one->free); /* non-blocking ones not */
  assert_true(driver.devices[0].default_stream.free > before);
  free(t.pageable);
}

static void synchronizing_the_context_waits_for_all(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first);
  cuMemcpyDtoHAsync_v2(t.pinned, t.other, BYTES, t.second);
  nanoseconds done = t.first->free > t.second->free ? t.first->free : t.second->free;
  assert_int_equal(cuCtxSynchronize(), 0);
  assert_int_equal(now(), done + (nanoseconds)driver.profile.synchronization);
  free(t.pageable);
}

static void freeing_waits_for_the_device(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first);
  nanoseconds done = t.first->free;
  assert_int_equal(cuMemFree_v2(t.other), 0);
  assert_int_equal(now(), done + (nanoseconds)driver.profile.release);
  free(t.pageable);
}

static void polling_ends(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  t.first->free = now() + (nanoseconds)3600e9; /* work for an hour */
  nanoseconds before = now();
  assert_int_equal(cuStreamQuery(t.first), CUDA_ERROR_NOT_READY);
  assert_int_equal(now() - before, (nanoseconds)driver.profile.query); /* one query is cheap */
  unsigned questions = 1;
  while (cuStreamQuery(t.first) == CUDA_ERROR_NOT_READY && questions < 1000)
    questions++;
  assert_in_range(questions, 20, 200);
  assert_true(now() >= t.first->free && now() < t.first->free + 10000); /* and not much later */
  free(t.pageable);
}

static void *waits_elsewhere(void *argument) {
  assert_int_equal(cuStreamSynchronize(argument), 0);
  return NULL;
}

/* In the OpenMP run time one thread may wait and another continue, which must not act in the past. */
static void idle_threads_catch_up(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  cuStreamSynchronize(t.first);
  t.first->free = now() + 1000000;
  nanoseconds done = t.first->free;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, waits_elsewhere, t.first), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_true(now() >= done);
  free(t.pageable);
}

/* A thread with pending work was not waiting. */
static void busy_threads_keep_their_time(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.second);
  t.first->free = now() + 1000000;
  nanoseconds done = t.first->free;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, waits_elsewhere, t.first), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_true(now() < done);
  free(t.pageable);
}

/* After a query it may continue with work that depends on what other threads found complete. */
static void asking_threads_catch_up(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.second);
  t.first->free = now() + 1000000;
  nanoseconds done = t.first->free;
  t.second->free = 2 * done;
  assert_int_equal(cuStreamQuery(t.second), CUDA_ERROR_NOT_READY);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, waits_elsewhere, t.first), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_true(now() >= done);
  free(t.pageable);
}

static void the_longest_stream_is_reported(void **state) {
  (void)state;
  struct things t = things(CU_STREAM_NON_BLOCKING);
  for (int i = 0; i < 3; i++)
    cuMemcpyHtoDAsync_v2(t.device, t.pinned, BYTES, t.first);
  cuMemcpyDtoHAsync_v2(t.pinned, t.other, BYTES, t.second);
  assert_int_equal(driver.totals.longest_stream, 3 * transfer(driver.profile.pinned_to_device));
  free(t.pageable);
}

static void overlap_is_counted_once(void **state) {
  (void)state;
  summary_kernel((struct span){0, 100});
  summary_kernel((struct span){50, 120});
  summary_kernel((struct span){300, 400});
  summary_copy((struct span){90, 200});
  summary_copy((struct span){95, 110});
  summary_copy((struct span){350, 360});
  assert_int_equal(summary_overlap(), 30 + 10);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(pinned_copies_do_not_block),
      TEST(registered_memory_is_pinned),
      TEST(pageable_copies_block),
      TEST(each_way_has_its_engine),
      TEST(staging_takes_time),
      TEST(one_engine_serves_both_ways),
      TEST(streams_wait_for_events),
      TEST(events_measure),
      TEST(default_stream_waits_for_blocking_ones),
      TEST(synchronizing_the_context_waits_for_all),
      TEST(freeing_waits_for_the_device),
      TEST(polling_ends),
      TEST(idle_threads_catch_up),
      TEST(busy_threads_keep_their_time),
      TEST(asking_threads_catch_up),
      TEST(the_longest_stream_is_reported),
      TEST(overlap_is_counted_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
