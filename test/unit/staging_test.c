/* FILE: test/unit/staging_test.c
 * WHAT: copies through the ring: every byte arrives, in order, whatever the size and the number of threads,
 *       and a driver that fails leaves nothing under way.
 *
 * The driver of the test copies when a piece is waited for, at the last moment that a real one might.
 */
#include "engine/cuda_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool stops;

bool cleave_engine_is_stopping(void) { return stops; }

enum { QUEUE = 64, MIB = 1 << 20 };

static struct order {
  void *to;
  const void *from;
  size_t bytes;
} queue[QUEUE];
static size_t given, done;
static unsigned calls, fails_at; /* 0: never */
static unsigned allocations;
static size_t allocated; /* bytes */

static bool fails(void) { return ++calls == fails_at; }

/* An event is the number of orders before it. */
static struct event {
  size_t orders;
} events[QUEUE];
static size_t event_count;

static CUresult allocate(void **address, size_t bytes) {
  if (fails())
    return CUDA_ERROR_OUT_OF_MEMORY;
  allocations++;
  allocated += bytes;
  *address = malloc(bytes);
  return 0;
}

static CUresult release(void *address) {
  allocations--;
  free(address);
  return 0;
}

static CUresult make_event(CUevent *event, unsigned flags) {
  (void)flags;
  if (fails())
    return CUDA_ERROR_OUT_OF_MEMORY;
  assert_true(event_count < QUEUE);
  *event = (CUevent)&events[event_count++];
  return 0;
}

static CUresult forget_event(CUevent event) {
  (void)event;
  return 0;
}

static CUresult order(void *to, const void *from, size_t bytes) {
  if (fails())
    return CUDA_ERROR_LAUNCH_FAILED;
  assert_true(given - done < QUEUE);
  queue[given++ % QUEUE] = (struct order){to, from, bytes};
  return 0;
}

static CUresult send(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  (void)stream;
  return order((void *)to, from, bytes);
}

static CUresult fetch(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  (void)stream;
  return order(to, (const void *)from, bytes);
}

static void finish(size_t orders) {
  for (; done < orders; done++)
    memcpy(queue[done % QUEUE].to, queue[done % QUEUE].from, queue[done % QUEUE].bytes);
}

static CUresult record(CUevent event, CUstream stream) {
  (void)stream;
  if (fails())
    return CUDA_ERROR_LAUNCH_FAILED;
  ((struct event *)event)->orders = given;
  return 0;
}

static CUresult await(CUevent event) {
  if (fails())
    return CUDA_ERROR_LAUNCH_FAILED;
  finish(((struct event *)event)->orders);
  return 0;
}

static CUresult await_all(CUstream stream) {
  (void)stream;
  finish(given);
  return 0;
}

static const struct cleave_cuda cuda = {.cuMemAllocHost = allocate,
                                        .cuMemFreeHost = release,
                                        .cuEventCreate = make_event,
                                        .cuEventDestroy = forget_event,
                                        .cuMemcpyHtoDAsync = send,
                                        .cuMemcpyDtoHAsync = fetch,
                                        .cuEventRecord = record,
                                        .cuEventSynchronize = await,
                                        .cuStreamSynchronize = await_all};

/* ---- */

static struct cleave_copy copy;
static size_t last;

/* All that is said to have arrived is there. */
static void arrived(void *context, size_t bytes) {
  assert_null(context);
  assert_true(bytes > last && bytes <= copy.bytes);
  assert_memory_equal((char *)copy.host + last, (char *)copy.device + last, bytes - last);
  last = bytes;
}

static void start(size_t bytes, enum cleave_direction direction) {
  char *host = malloc(bytes), *device = malloc(bytes);
  char *source = direction == CLEAVE_TO_DEVICE ? host : device;
  char *target = direction == CLEAVE_TO_DEVICE ? device : host;
  for (size_t i = 0; i < bytes; i++)
    source[i] = (char)(i * 2654435761u >> 13 ^ i);
  memset(target, 0, bytes);
  copy = (struct cleave_copy){
      .direction = direction, .host = host, .device = device, .bytes = bytes, .arrived = arrived};
  last = 0;
}

static void stop(void) {
  free(copy.host);
  free(copy.device);
}

static void test_copies(void **state) {
  (void)state;
  static const size_t sizes[] = {1,           4095,        4 * MIB - 1,  4 * MIB,  4 * MIB + 1,
                                 7 * MIB + 3, 8 * MIB + 1, 12 * MIB + 5, 16 * MIB, 33 * MIB + 7};
  static const unsigned threads[] = {1, 2, 4, 2, 2, 2}, sharers[] = {1, 1, 1, 2, 3, 64};
  static const size_t memory[] = {16 * MIB, 16 * MIB, 16 * MIB, 8 * MIB, 5 * MIB, 4 * MIB};
  for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
    event_count = 0;
    allocated = 0;
    struct cleave_ring *ring = cleave_ring_new(&cuda, threads[t], sharers[t]);
    assert_non_null(ring);
    assert_int_equal(allocated, memory[t]);
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i += sharers[t] > 1 ? 3 : 1) {
      start(sizes[i / 2], i % 2 ? CLEAVE_FROM_DEVICE : CLEAVE_TO_DEVICE);
      assert_true(cleave_ring_copy(ring, NULL, &copy));
      assert_true(last == copy.bytes && done == given);
      assert_memory_equal(copy.host, copy.device, copy.bytes);
      stop();
    }
  }
}

/* Whichever call fails: the copy says so, and the driver uses neither memory any more. */
static void test_failures(void **state) {
  (void)state;
  event_count = 0;
  struct cleave_ring *ring = cleave_ring_new(&cuda, 2, 1);
  for (int direction = CLEAVE_TO_DEVICE; direction <= CLEAVE_FROM_DEVICE; direction++) {
    unsigned failures = 0;
    for (bool good = false; !good; failures++) {
      start(26 * MIB, (enum cleave_direction)direction);
      calls = 0;
      fails_at = failures + 1;
      good = cleave_ring_copy(ring, NULL, &copy);
      assert_true(good == (last == copy.bytes && calls < fails_at));
      assert_true(done == given);
      fails_at = 0;
      stop();
    }
    assert_true(failures == 3 * 7 + 1); /* a copy, a record and a wait for each piece */
  }
}

static void test_end(void **state) {
  (void)state;
  event_count = 0;
  struct cleave_ring *ring = cleave_ring_new(&cuda, 2, 1);
  for (int direction = CLEAVE_TO_DEVICE; direction <= CLEAVE_FROM_DEVICE; direction++) {
    start(26 * MIB, (enum cleave_direction)direction);
    stops = true;
    assert_false(cleave_ring_copy(ring, NULL, &copy));
    assert_true(done == given && last == 0);
    stops = false;
    stop();
  }
}

/* If a ring cannot be made, all its resources are released. */
static void test_no_ring(void **state) {
  (void)state;
  unsigned before = allocations;
  struct cleave_ring *ring = NULL;
  for (fails_at = 1; !ring; fails_at++) {
    event_count = 0;
    calls = 0;
    ring = cleave_ring_new(&cuda, 1, 1);
    assert_true(ring || allocations == before);
  }
  assert_true(fails_at == 2 * 4 + 2);
  fails_at = 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_copies), cmocka_unit_test(test_failures),
                                     cmocka_unit_test(test_end), cmocka_unit_test(test_no_ring)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
