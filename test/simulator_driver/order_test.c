/* FILE: test/simulator_driver/order_test.c
 * WHAT: CLEAVE_SIMULATOR_THREADS=ordered: several threads have the same times in every run, at any real speed.
 */
#define _GNU_SOURCE
#include "start.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { RUNS = 20, THREADS = 3, COPIES = 12, BYTES = 1024 * 1024 };

static nanoseconds now(void) {
  struct call call;
  call_open(&call, FUNCTION_cuDriverGetVersion, NEEDS_NOTHING);
  nanoseconds time = call.start;
  call_close(&call);
  return time;
}

/* Spends a random real time. */
static void dawdle(unsigned *seed) {
  unsigned choice = (unsigned)rand_r(seed) % 3;
  for (volatile unsigned i = (unsigned)rand_r(seed) % 300000; choice == 1 && i > 0; i--)
    ;
  for (unsigned i = (unsigned)rand_r(seed) % 20; choice == 2 && i > 0; i--)
    sched_yield();
}

struct worker {
  unsigned number, seed;
  CUcontext context;
  CUdeviceptr device;
  char *pinned;
  CUevent begin;
  nanoseconds ends[COPIES];
};

/* Copies that compete with those of the other workers. */
static void *work(void *argument) {
  struct worker *worker = argument;
  CUstream stream;
  dawdle(&worker->seed);
  assert_int_equal(cuCtxSetCurrent(worker->context), 0);
  assert_int_equal(cuEventSynchronize(worker->begin), 0);
  assert_int_equal(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), 0);
  for (unsigned i = 0; i < COPIES; i++) {
    size_t bytes = BYTES / (1 + (i * 7 + worker->number * 3) % 5);
    dawdle(&worker->seed);
    assert_int_equal(cuMemcpyHtoDAsync_v2(worker->device, worker->pinned, bytes, stream), 0);
    dawdle(&worker->seed);
    assert_int_equal(cuStreamSynchronize(stream), 0);
    worker->ends[i] = now();
  }
  return NULL;
}

/* One run; stores its times in ENDS. */
static void run(unsigned seed, nanoseconds ends[THREADS][COPIES]) {
  struct worker workers[THREADS] = {0};
  pthread_t threads[THREADS];
  void *pinned;
  driver_forget();
  setenv("CLEAVE_SIMULATOR_THREADS", "ordered", 1);
  start(0);
  assert_int_equal(cuMemAllocHost_v2(&pinned, BYTES), 0);
  for (unsigned i = 0; i < THREADS; i++) {
    workers[i] = (struct worker){.number = i, .seed = seed * THREADS + i, .pinned = pinned};
    assert_int_equal(cuCtxGetCurrent(&workers[i].context), 0);
    assert_int_equal(cuMemAlloc_v2(&workers[i].device, BYTES), 0);
    assert_int_equal(cuEventCreate(&workers[i].begin, CU_EVENT_DEFAULT), 0);
    assert_int_equal(cuEventRecord(workers[i].begin, NULL), 0);
  }
  for (unsigned i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  for (unsigned i = 0; i < THREADS; i++) {
    assert_int_equal(pthread_join(threads[i], NULL), 0);
    memcpy(ends[i], workers[i].ends, sizeof workers[i].ends);
  }
  assert_int_equal(driver.totals.loops, 0);
}

static void runs_are_equal(void **state) {
  (void)state;
  nanoseconds first[THREADS][COPIES], again[THREADS][COPIES];
  run(1, first);
  for (unsigned seed = 2; seed <= RUNS; seed++) {
    run(seed, again);
    assert_memory_equal(first, again, sizeof first);
  }
  /* They did compete: all copies used one engine. */
  const struct engine *engine = &driver.devices[0].to_device;
  nanoseconds alone = 0;
  for (unsigned i = 0; i < COPIES; i++)
    alone += (nanoseconds)(BYTES / (1 + i * 7 % 5) / driver.profile.pinned_to_device);
  assert_true(first[0][COPIES - 1] > alone * 2);
  assert_true(engine->free <= driver.totals.end);
}

/* A thread that hands work over by a condition variable and an event, as a transfer engine does. */
struct exchange {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int given, done;
  CUevent ready[COPIES], finished[COPIES];
  struct worker worker;
};

static void *serve(void *argument) {
  struct exchange *exchange = argument;
  struct worker *worker = &exchange->worker;
  unsigned seed = worker->seed;
  CUstream stream = NULL;
  for (int i = 0; i < COPIES; i++) {
    pthread_mutex_lock(&exchange->mutex);
    while (exchange->given <= i)
      pthread_cond_wait(&exchange->changed, &exchange->mutex);
    pthread_mutex_unlock(&exchange->mutex);
    dawdle(&seed);
    assert_int_equal(cuCtxSetCurrent(worker->context), 0);
    assert_int_equal(cuEventSynchronize(exchange->ready[i]), 0);
    if (!stream)
      assert_int_equal(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), 0);
    assert_int_equal(cuMemcpyHtoDAsync_v2(worker->device, worker->pinned, BYTES, stream), 0);
    assert_int_equal(cuEventRecord(exchange->finished[i], stream), 0);
    assert_int_equal(cuStreamSynchronize(stream), 0);
    worker->ends[i] = now();
    pthread_mutex_lock(&exchange->mutex);
    exchange->done = i + 1;
    pthread_cond_broadcast(&exchange->changed);
    pthread_mutex_unlock(&exchange->mutex);
  }
  return NULL;
}

/* The first thread copies at the same time, and waits for every second of its copies. */
static void give(unsigned seed, nanoseconds times[2 * COPIES]) {
  struct exchange exchange = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                              .changed = PTHREAD_COND_INITIALIZER,
                              .worker = {.seed = seed + 1000}};
  struct worker *worker = &exchange.worker;
  CUdeviceptr own;
  CUstream stream;
  pthread_t thread;
  driver_forget();
  setenv("CLEAVE_SIMULATOR_THREADS", "ordered", 1);
  start(0);
  assert_int_equal(cuCtxGetCurrent(&worker->context), 0);
  assert_int_equal(cuMemAllocHost_v2((void **)&worker->pinned, BYTES), 0);
  assert_int_equal(cuMemAlloc_v2(&worker->device, BYTES), 0);
  assert_int_equal(cuMemAlloc_v2(&own, BYTES), 0);
  assert_int_equal(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), 0);
  for (int i = 0; i < COPIES; i++) {
    assert_int_equal(cuEventCreate(&exchange.ready[i], CU_EVENT_DEFAULT), 0);
    assert_int_equal(cuEventCreate(&exchange.finished[i], CU_EVENT_DEFAULT), 0);
  }
  assert_int_equal(pthread_create(&thread, NULL, serve, &exchange), 0);
  for (int i = 0; i < COPIES; i++) {
    assert_int_equal(cuEventRecord(exchange.ready[i], stream), 0);
    pthread_mutex_lock(&exchange.mutex);
    exchange.given = i + 1;
    pthread_cond_broadcast(&exchange.changed);
    pthread_mutex_unlock(&exchange.mutex);
    dawdle(&seed);
    assert_int_equal(cuMemcpyHtoDAsync_v2(own, worker->pinned, BYTES / 3, stream), 0);
    assert_int_equal(cuStreamSynchronize(stream), 0);
    pthread_mutex_lock(&exchange.mutex);
    while (i % 2 && exchange.done <= i)
      pthread_cond_wait(&exchange.changed, &exchange.mutex);
    pthread_mutex_unlock(&exchange.mutex);
    if (i % 2)
      assert_int_equal(cuEventSynchronize(exchange.finished[i]), 0);
    times[i] = now();
  }
  assert_int_equal(pthread_join(thread, NULL), 0);
  memcpy(times + COPIES, worker->ends, sizeof worker->ends);
  assert_int_equal(driver.totals.loops, 0);
}

static void work_is_handed_over(void **state) {
  (void)state;
  nanoseconds first[2 * COPIES], again[2 * COPIES];
  give(1, first);
  for (int i = 1; i < COPIES; i += 2) /* a thread that waited for a copy is not before its end */
    assert_true(first[i] >= first[COPIES + i] - (nanoseconds)driver.profile.synchronization);
  for (unsigned seed = 2; seed <= RUNS; seed++) {
    give(seed, again);
    assert_memory_equal(first, again, sizeof first);
  }
}

/* A thread that waits without the driver is woken by the system. */
struct bell {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool rung;
  atomic_bool flag;
  CUstream stream;
  nanoseconds begin, end;
};

static void *copies_and_rings(void *argument) {
  struct bell *bell = argument;
  bell->begin = now();
  assert_int_equal(cuStreamSynchronize(bell->stream), 0);
  bell->end = now();
  pthread_mutex_lock(&bell->mutex);
  bell->rung = true;
  pthread_cond_signal(&bell->changed);
  pthread_mutex_unlock(&bell->mutex);
  atomic_store(&bell->flag, true);
  return NULL;
}

static struct bell bell_of_a_millisecond(void) {
  struct bell bell = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  setenv("CLEAVE_SIMULATOR_THREADS", "ordered", 1);
  start(0);
  assert_int_equal(cuStreamCreate(&bell.stream, CU_STREAM_NON_BLOCKING), 0);
  bell.stream->free = now() + 1000000;
  return bell;
}

static void a_woken_thread_continues_at_that_time(void **state) {
  (void)state;
  struct bell bell = bell_of_a_millisecond();
  pthread_t thread;
  nanoseconds before = now();
  assert_int_equal(pthread_create(&thread, NULL, copies_and_rings, &bell), 0);
  pthread_mutex_lock(&bell.mutex);
  while (!bell.rung)
    pthread_cond_wait(&bell.changed, &bell.mutex);
  pthread_mutex_unlock(&bell.mutex);
  assert_int_equal(now(), bell.end);
  assert_int_equal(bell.begin, before); /* a new thread starts at its creator's time */
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(driver.totals.loops, 0);
}

/* A thread that does not wait keeps its time. */
static void clocks_are_apart(void **state) {
  (void)state;
  struct bell bell = bell_of_a_millisecond();
  pthread_t thread;
  nanoseconds before = now();
  assert_int_equal(pthread_create(&thread, NULL, copies_and_rings, &bell), 0);
  for (int i = 0; i < 1000; i++)
    assert_int_equal(now(), before);
  assert_false(bell.rung);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(now(), bell.end);
}

/* The OpenMP run time spins while it waits for tasks: that is detected and counted. */
static void a_loop_does_not_stop_the_others(void **state) {
  (void)state;
  struct bell bell = bell_of_a_millisecond();
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, copies_and_rings, &bell), 0);
  while (!atomic_load(&bell.flag))
    sched_yield();
  assert_int_equal(now(), bell.end);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(driver.totals.loops, 1);
}

static void the_setting_is_checked(void **state) {
  (void)state;
  setenv("CLEAVE_SIMULATOR_THREADS", "events", 1);
  assert_int_equal(cuInit(0), CUDA_ERROR_UNKNOWN);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(runs_are_equal),
      TEST(work_is_handed_over),
      TEST(a_woken_thread_continues_at_that_time),
      TEST(clocks_are_apart),
      TEST(a_loop_does_not_stop_the_others),
      TEST(the_setting_is_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
