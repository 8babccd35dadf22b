/* FILE: test/unit/stream_chain_cuda.h
 * WHAT: a driver that writes down what lib/interposer/stream_chain.c asks it for, and calls as the run time makes them.
 * WHO:  stream_chain_test.c and stream_chain_failures_test.c, each a program.
 */
#ifndef CLEAVE_TEST_QUEUE_DRIVER_H
#define CLEAVE_TEST_QUEUE_DRIVER_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "interposer/complete_events.h"
#include "interposer/cuda_table.h"
#include "interposer/stream_chain.h"
#include "interposer/stream_wait.h"

struct CUstream_st {
  const char *name;
};
struct CUevent_st {
  int number;
};
static struct CUstream_st a = {"A"}, b = {"B"};

struct interposer interposer;
static char said[4096];
static CUresult fault; /* what the next call of the kind FAULTY returns */
static const char *faulty = "";
static int events;

__attribute__((format(printf, 2, 3))) static inline CUresult say(const char *call, const char *format, ...) {
  va_list values;
  size_t used = strlen(said);
  used += (size_t)snprintf(said + used, sizeof said - used, "%s%s ", used ? ", " : "", call);
  va_start(values, format);
  vsnprintf(said + used, sizeof said - used, format, values);
  va_end(values);
  return strcmp(call, faulty) ? CUDA_SUCCESS : fault;
}

static inline CUresult create_event(CUevent *event, unsigned flags) {
  assert_int_equal(flags, CU_EVENT_DISABLE_TIMING);
  *event = malloc(sizeof **event);
  (*event)->number = ++events;
  return CUDA_SUCCESS;
}

static inline CUresult destroy_event(CUevent event) {
  free(event);
  return CUDA_SUCCESS;
}

static _Thread_local bool slow_record; /* until the test resets `records` */
static atomic_int records;

static inline CUresult record(CUevent event, CUstream stream) {
  if (slow_record)
    for (atomic_store(&records, 1); atomic_load(&records);)
      usleep(100);
  return say("record", "%d %s", event->number, stream->name);
}

static inline CUresult wait_event(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  return say("behind", "%s %d", stream->name, event->number);
}

CUresult wait_for_stream(CUstream stream) { return say("wait", "%s", stream->name); }

/* Event 1 is that of stream A, 2 that of B. */
static inline int prepare(void **state) {
  (void)state;
  interposer.cuda.cuEventCreate = create_event;
  interposer.cuda.cuEventDestroy = destroy_event;
  interposer.cuda.cuEventRecord = record;
  interposer.cuda.cuStreamWaitEvent = wait_event;
  interposer.defers = true;
  unsetenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD");
  chain_start();
  return chain_add_stream(&a) || chain_add_stream(&b);
}

static inline int clear(void **state) {
  (void)state;
  *said = 0;
  faulty = "";
  return 0;
}

/* What the driver was asked for since the last time. */
#define assert_said(text)                                                                                    \
  do {                                                                                                       \
    assert_string_equal(said, text);                                                                         \
    *said = 0;                                                                                               \
  } while (0)

static inline void launch(CUstream stream) { assert_int_equal(chain_work(stream, false, 0), CUDA_SUCCESS); }

/* As the run time waits for a construct. Returns whether the wait was held back. */
static inline bool waits_not(CUstream stream) {
  CUresult result;
  if (chain_defers_wait(stream, &result)) {
    assert_int_equal(result, CUDA_SUCCESS);
    return true;
  }
  chain_waited(stream);
  return false;
}

/* Runs CALL in a thread of its own, and waits for it. */
static inline void elsewhere(void *(*call)(void *), void *argument) {
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, call, argument), 0);
  pthread_join(thread, NULL);
}

/* A test of both programs: after an error in one thread, the others go on. */
static inline void kernels_of_a_region_follow_each_other(void **state) {
  (void)state;
  chain_begin_region();
  for (int i = 0; i < 3; i++) {
    launch(&a);
    assert_true(waits_not(&a));
  }
  assert_said("");
  assert_true(chain_end_region());
  assert_said("wait A");
}

#define TEST(name) cmocka_unit_test_setup(name, clear)

#endif
