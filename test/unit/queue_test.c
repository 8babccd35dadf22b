/* FILE: test/unit/queue_test.c
 * WHAT: lib/driverfront/queue.c between a test and a driver that writes down what it is asked for.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driverfront/driverfront.h"

/* ---- A driver ------------------------------------------------------------------------------------ */

struct CUstream_st {
  const char *name;
};
struct CUevent_st {
  int number;
};
static struct CUstream_st a = {"A"}, b = {"B"}, unknown = {"?"};

struct driver driver;
static char said[4096];
static CUresult fault;      /* what the next call of the kind FAULTY returns */
static const char *faulty = "";
static int events;

__attribute__((format(printf, 2, 3))) static CUresult say(const char *call, const char *format, ...) {
  va_list values;
  size_t used = strlen(said);
  used += (size_t)snprintf(said + used, sizeof said - used, "%s%s ", used ? ", " : "", call);
  va_start(values, format);
  vsnprintf(said + used, sizeof said - used, format, values);
  va_end(values);
  return strcmp(call, faulty) ? CUDA_SUCCESS : fault;
}

static CUresult create_event(CUevent *event, unsigned flags) {
  assert_int_equal(flags, CU_EVENT_DISABLE_TIMING);
  *event = malloc(sizeof **event);
  (*event)->number = ++events;
  return CUDA_SUCCESS;
}

static CUresult destroy_event(CUevent event) {
  free(event);
  return CUDA_SUCCESS;
}

static _Thread_local bool slow_record; /* until nobody wants it any more */
static atomic_int records;

static CUresult record(CUevent event, CUstream stream) {
  if (slow_record)
    for (atomic_store(&records, 1); atomic_load(&records);)
      usleep(100);
  return say("record", "%d %s", event->number, stream->name);
}

static CUresult wait_event(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  return say("behind", "%s %d", stream->name, event->number);
}

CUresult wait_for(CUstream stream) {
  return say("wait", "%s", stream->name);
}

/* Event 1 is that of stream A, 2 that of B. */
static int prepare(void **state) {
  (void)state;
  driver.cuda.cuEventCreate = create_event;
  driver.cuda.cuEventDestroy = destroy_event;
  driver.cuda.cuEventRecord = record;
  driver.cuda.cuStreamWaitEvent = wait_event;
  driver.queues = true;
  unsetenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD");
  queue_start();
  return queue_stream(&a) || queue_stream(&b);
}

static int clear(void **state) {
  (void)state;
  *said = 0;
  faulty = "";
  return 0;
}

/* What the driver was asked for since the last time. */
#define assert_said(text)                                                                          \
  do {                                                                                             \
    assert_string_equal(said, text);                                                               \
    *said = 0;                                                                                     \
  } while (0)

/* ---- One thread ---------------------------------------------------------------------------------- */

static void launch(CUstream stream) {
  assert_int_equal(queue_work(stream, false, 0), CUDA_SUCCESS);
}

/* As the run time waits for a construct. Returns whether the wait was held back. */
static bool waits_not(CUstream stream) {
  CUresult result;
  if (queue_holds_back(stream, &result)) {
    assert_int_equal(result, CUDA_SUCCESS);
    return true;
  }
  queue_waited(stream);
  return false;
}

static void kernels_of_a_region_follow_each_other(void **state) {
  (void)state;
  queue_begin();
  for (int i = 0; i < 3; i++) {
    launch(&a);
    assert_true(waits_not(&a));
  }
  assert_said("");
  assert_true(queue_end());
  assert_said("wait A");
}

static void another_stream_comes_behind(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  launch(&b);
  assert_said("record 1 A, behind B 1");
  assert_true(waits_not(&b));
  launch(&b);
  assert_said("");
  launch(&a);
  assert_said("record 2 B, behind A 2");
  assert_true(queue_end());
  assert_said("wait A");
}

static void what_the_host_needs_is_waited_for(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  assert_int_equal(queue_work(&a, true, 4), CUDA_SUCCESS);
  assert_false(waits_not(&a));
  /* All is done. */
  assert_true(queue_end());
  assert_said("");
}

static void outside_of_a_region_every_wait_is_real(void **state) {
  (void)state;
  launch(&a);
  assert_false(waits_not(&a));
  queue_begin();
  assert_true(queue_end());
  launch(&a);
  assert_false(waits_not(&a));
  assert_int_equal(queue_empty(), CUDA_SUCCESS);
  assert_said("");
}

static void nothing_was_given_to_the_stream(void **state) {
  (void)state;
  queue_begin();
  assert_false(waits_not(&a));
  launch(&a);
  assert_false(waits_not(&b));
  assert_true(waits_not(&a));
  assert_true(queue_end());
  assert_said("wait A");
}

static void a_stream_that_was_there_before(void **state) {
  (void)state;
  char source[8] = "text";
  const void *from = source;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  launch(&unknown);
  assert_false(waits_not(&unknown));
  assert_said("record 1 A, behind ? 1");
  assert_int_equal(queue_copy(&unknown, &from, sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from, source);
  assert_said("record 1 A, behind ? 1");
  assert_true(queue_end());
  assert_said("wait A");
}

static void regions_nest(void **state) {
  (void)state;
  queue_begin();
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  assert_true(queue_end());
  assert_said("wait A");
  launch(&a);
  assert_true(waits_not(&a));
  assert_true(queue_end());
  assert_said("wait A");
  launch(&a);
  assert_false(waits_not(&a));
}

/* ---- Copies to the device -------------------------------------------------------------------------- */

static void small_copies_outlive_their_source(void **state) {
  (void)state;
  char source[1000];
  const void *from[3];
  queue_begin();
  for (int i = 0; i < 3; i++) {
    memset(source, 'x' + i, sizeof source);
    from[i] = source;
    assert_int_equal(queue_copy(&a, &from[i], sizeof source), CUDA_SUCCESS);
    assert_true(waits_not(&a));
  }
  for (int i = 0; i < 3; i++)
    for (size_t j = 0; j < sizeof source; j++)
      assert_int_equal(((const char *)from[i])[j], 'x' + i);
  assert_true(queue_end());
  assert_said("wait A");
  /* Outside of regions they are left alone. */
  from[0] = source;
  assert_int_equal(queue_copy(&a, &from[0], sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from[0], source);
}

static void large_copies_are_waited_for(void **state) {
  (void)state;
  static char source[(64 << 10) + 1];
  const void *from = source;
  queue_begin();
  assert_int_equal(queue_copy(&a, &from, sizeof source - 1), CUDA_SUCCESS);
  assert_ptr_not_equal(from, source);
  assert_true(waits_not(&a));
  from = source;
  assert_int_equal(queue_copy(&a, &from, sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from, source);
  assert_false(waits_not(&a));
  assert_true(queue_end());
  assert_said("");
}

static void many_copies_wait_once_in_a_while(void **state) {
  (void)state;
  static char source[64 << 10];
  const void *first = NULL, *from;
  queue_begin();
  for (int i = 0; i < 17; i++) {
    from = source;
    assert_int_equal(queue_copy(&a, &from, sizeof source), CUDA_SUCCESS);
    assert_true(waits_not(&a));
    first = first ? first : from;
    assert_string_equal(said, i < 16 ? "" : "wait A");
  }
  assert_ptr_equal(from, first);
  *said = 0;
  assert_true(queue_end());
  assert_said("wait A");
}

/* ---- Other threads --------------------------------------------------------------------------------- */

/* Runs CALL in a thread of its own, and waits for it. */
static void elsewhere(void *(*call)(void *), void *argument) {
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, call, argument), 0);
  pthread_join(thread, NULL);
}

static void *work_small(void *stream) {
  launch(stream);
  assert_false(waits_not(stream));
  assert_int_equal(queue_work(stream, true, 8 << 10), CUDA_SUCCESS);
  return NULL;
}

static void *work_large(void *stream) {
  assert_int_equal(queue_work(stream, true, (8 << 10) + 1), CUDA_SUCCESS);
  return NULL;
}

static void *work_independent(void *stream) {
  queue_set_independent();
  launch(stream);
  assert_int_equal(queue_event(stream), CUDA_SUCCESS);
  assert_int_equal(queue_empty(), CUDA_SUCCESS);
  return NULL;
}

static void *empty(void *unused) {
  (void)unused;
  assert_int_equal(queue_empty(), CUDA_SUCCESS);
  return NULL;
}

static void *region_elsewhere(void *stream) {
  queue_begin();
  launch(stream);
  assert_true(waits_not(stream));
  assert_true(queue_end());
  return NULL;
}

static void others_come_behind_waits_held_back(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  /* Nobody believes yet that it is done. */
  elsewhere(work_small, &b);
  assert_said("");
  assert_true(waits_not(&a));
  elsewhere(work_small, &b);
  assert_said("record 1 A, behind B 1");
  /* The stream is behind it already, until the next. */
  elsewhere(work_small, &b);
  assert_said("");
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_small, &b);
  assert_said("record 1 A, behind B 1");
  /* The run time's pool has given the stream itself to another thread. */
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_small, &a);
  assert_said("");
  /* In the pool there are no such pieces of memory. */
  elsewhere(work_large, &b);
  assert_said("");
  elsewhere(work_small, &unknown);
  assert_said("record 1 A, behind ? 1, record 1 A, behind ? 1");
  elsewhere(region_elsewhere, &b);
  assert_said("record 1 A, behind B 1, wait B");
  assert_true(queue_end());
  assert_said("wait A");
  elsewhere(work_small, &b);
  assert_said("");
}

static void the_pool_may_hold_larger_pieces(void **state) {
  (void)state;
  setenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "1000000", 1);
  queue_start();
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_large, &b);
  assert_said("record 1 A, behind B 1");
  assert_true(queue_end());
  unsetenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD");
  queue_start();
}

static void a_thread_that_orders_its_own_work(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_independent, &b);
  assert_said("");
  assert_true(queue_end());
}

static void memory_goes_when_all_is_done(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  elsewhere(empty, NULL);
  assert_said("");
  assert_true(waits_not(&a));
  elsewhere(empty, NULL);
  assert_said("wait A");
  assert_int_equal(queue_empty(), CUDA_SUCCESS);
  assert_said("wait A");
  assert_int_equal(queue_empty(), CUDA_SUCCESS);
  elsewhere(empty, NULL);
  assert_true(queue_end());
  assert_said("");
}

/* ---- Events ---------------------------------------------------------------------------------------- */

static void an_event_is_behind_all(void **state) {
  (void)state;
  assert_int_equal(queue_event(&b), CUDA_SUCCESS);
  queue_begin();
  assert_int_equal(queue_event(&b), CUDA_SUCCESS);
  assert_said("");
  launch(&a);
  assert_int_equal(queue_event(&a), CUDA_SUCCESS);
  assert_said("");
  assert_true(waits_not(&a));
  assert_int_equal(queue_event(&b), CUDA_SUCCESS);
  assert_said("record 1 A, behind B 1");
  /* What comes next need not be behind the event. */
  launch(&a);
  assert_said("");
  queue_settle();
  assert_said("wait A");
  assert_int_equal(queue_event(&b), CUDA_SUCCESS);
  assert_true(queue_end());
  assert_said("");
}

/* ---- Errors: each in a thread of its own, which nothing succeeds in any more ------------------------- */

static void *fail_at_the_end(void *unused) {
  (void)unused;
  char source[8];
  const void *from = source;
  CUresult result;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  faulty = "wait";
  fault = CUDA_ERROR_ILLEGAL_ADDRESS;
  assert_false(queue_end());
  faulty = "";
  *said = 0;
  assert_int_equal(queue_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(queue_copy(&a, &from, sizeof source), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(queue_empty(), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_true(queue_holds_back(&a, &result));
  assert_int_equal(result, CUDA_ERROR_ILLEGAL_ADDRESS);
  queue_begin();
  assert_int_equal(queue_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_false(queue_end());
  assert_said("");
  return NULL;
}

static void *fail_before_memory_goes(void *unused) {
  (void)unused;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  faulty = "wait";
  fault = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(queue_empty(), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "";
  assert_false(queue_end());
  return NULL;
}

static void *fail_in_order(void *unused) {
  (void)unused;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  fault = CUDA_ERROR_LAUNCH_FAILED;
  faulty = "record";
  assert_int_equal(queue_work(&b, false, 0), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "behind";
  assert_int_equal(queue_work(&b, false, 0), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "";
  /* B got nothing. */
  *said = 0;
  assert_true(queue_end());
  assert_said("wait A");
  return NULL;
}

static void an_error_stays(void **state) {
  (void)state;
  elsewhere(fail_at_the_end, NULL);
  elsewhere(fail_before_memory_goes, NULL);
  elsewhere(fail_in_order, NULL);
  /* It is that thread's. */
  *said = 0;
  kernels_of_a_region_follow_each_other(state);
}

/* Copies that fail leave the place for staged bytes as it was. */
static void *fail_to_copy(void *unused) {
  (void)unused;
  static char source[8 << 10];
  const void *from;
  queue_begin();
  faulty = "record";
  fault = CUDA_ERROR_LAUNCH_FAILED;
  for (int i = 0; i < 400; i++) {
    from = source;
    assert_int_equal(queue_copy(&b, &from, sizeof source), CUDA_ERROR_LAUNCH_FAILED);
    assert_ptr_equal(from, source);
    *said = 0;
  }
  faulty = "";
  const void *first = NULL;
  for (int i = 0; i < 129; i++) {
    from = source;
    assert_int_equal(queue_copy(&b, &from, sizeof source), CUDA_SUCCESS);
    first = first ? first : from;
  }
  assert_ptr_equal(from, first);
  assert_true(queue_end());
  return NULL;
}

static void failed_copies_stage_nothing(void **state) {
  (void)state;
  queue_begin();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(fail_to_copy, NULL);
  assert_true(queue_end());
}

/* Pages of address space that the process has. */
static long pages(void) {
  long count = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%ld", &count), 1);
  fclose(file);
  return count;
}

static void *fail_again_and_again(void *unused) {
  enum { REGIONS = 200 };
  fail_at_the_end(unused);
  const long before = pages();
  for (int i = 0; i < REGIONS; i++) {
    queue_begin();
    assert_int_equal(queue_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_false(queue_end());
  }
  assert_true(pages() - before < REGIONS * (1 << 20) / sysconf(_SC_PAGESIZE) / 10);
  return NULL;
}

static void what_fails_takes_no_more_memory(void **state) {
  (void)state;
  elsewhere(fail_again_and_again, NULL);
}

/* ---- Forks ----------------------------------------------------------------------------------------- */

static void *record_slowly(void *unused) {
  (void)unused;
  slow_record = true;
  queue_begin();
  assert_int_equal(queue_work(&a, false, 0), CUDA_SUCCESS);
  assert_int_equal(queue_work(&b, false, 0), CUDA_SUCCESS);
  assert_true(queue_end());
  slow_record = false;
  return NULL;
}

/* The lock is held by another thread when this one forks: the child has its own. */
static void a_child_has_its_own_lock(void **state) {
  (void)state;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, record_slowly, NULL), 0);
  while (!atomic_load(&records))
    usleep(100);
  const pid_t child = fork();
  if (!child) {
    CUresult result;
    alarm(20);
    queue_begin();
    const bool good = !queue_work(&a, false, 0) && queue_holds_back(&a, &result) && !queue_empty() && queue_end();
    _exit(!good);
  }
  atomic_store(&records, 0);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  pthread_join(thread, NULL);
  assert_int_equal(status, 0);
}

static void a_stream_goes(void **state) {
  (void)state;
  queue_forget_stream(&b);
  queue_begin();
  launch(&b);
  assert_false(waits_not(&b));
  assert_true(queue_end());
  assert_said("");
}

#define TEST(name) cmocka_unit_test_setup(name, clear)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(kernels_of_a_region_follow_each_other),
      TEST(another_stream_comes_behind),
      TEST(what_the_host_needs_is_waited_for),
      TEST(outside_of_a_region_every_wait_is_real),
      TEST(nothing_was_given_to_the_stream),
      TEST(a_stream_that_was_there_before),
      TEST(regions_nest),
      TEST(small_copies_outlive_their_source),
      TEST(large_copies_are_waited_for),
      TEST(many_copies_wait_once_in_a_while),
      TEST(others_come_behind_waits_held_back),
      TEST(the_pool_may_hold_larger_pieces),
      TEST(a_thread_that_orders_its_own_work),
      TEST(memory_goes_when_all_is_done),
      TEST(an_event_is_behind_all),
      TEST(an_error_stays),
      TEST(failed_copies_stage_nothing),
      TEST(what_fails_takes_no_more_memory),
      TEST(a_child_has_its_own_lock),
      TEST(a_stream_goes),
  };
  return cmocka_run_group_tests(tests, prepare, NULL);
}
