/* FILE: test/unit/stream_chain_failures_test.c
 * WHAT: lib/interposer/stream_chain.c when the driver reports errors, and when the process forks.
 */
#include <sys/wait.h>

#include "stream_chain_cuda.h"

/* ---- Errors: each in a thread of its own, which nothing succeeds in any more ------------------------- */

static void *fail_at_the_end(void *unused) {
  (void)unused;
  char source[8];
  const void *from = source;
  CUresult result;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  faulty = "wait";
  fault = CUDA_ERROR_ILLEGAL_ADDRESS;
  assert_false(chain_end_region());
  faulty = "";
  *said = 0;
  assert_int_equal(chain_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(chain_copy(&a, &from, sizeof source), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(chain_drain(), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_true(chain_defers_wait(&a, &result));
  assert_int_equal(result, CUDA_ERROR_ILLEGAL_ADDRESS);
  chain_begin_region();
  assert_int_equal(chain_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_false(chain_end_region());
  assert_said("");
  return NULL;
}

static void *fail_before_memory_goes(void *unused) {
  (void)unused;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  faulty = "wait";
  fault = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(chain_drain(), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "";
  assert_false(chain_end_region());
  return NULL;
}

static void *fail_in_order(void *unused) {
  (void)unused;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  fault = CUDA_ERROR_LAUNCH_FAILED;
  faulty = "record";
  assert_int_equal(chain_work(&b, false, 0), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "behind";
  assert_int_equal(chain_work(&b, false, 0), CUDA_ERROR_LAUNCH_FAILED);
  faulty = "";
  /* B got nothing. */
  *said = 0;
  assert_true(chain_end_region());
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
  chain_begin_region();
  faulty = "record";
  fault = CUDA_ERROR_LAUNCH_FAILED;
  for (int i = 0; i < 400; i++) {
    from = source;
    assert_int_equal(chain_copy(&b, &from, sizeof source), CUDA_ERROR_LAUNCH_FAILED);
    assert_ptr_equal(from, source);
    *said = 0;
  }
  faulty = "";
  const void *first = NULL;
  for (int i = 0; i < 129; i++) {
    from = source;
    assert_int_equal(chain_copy(&b, &from, sizeof source), CUDA_SUCCESS);
    first = first ? first : from;
  }
  assert_ptr_equal(from, first);
  assert_true(chain_end_region());
  return NULL;
}

static void failed_copies_stage_nothing(void **state) {
  (void)state;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(fail_to_copy, NULL);
  assert_true(chain_end_region());
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
    chain_begin_region();
    assert_int_equal(chain_work(&a, false, 0), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_false(chain_end_region());
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
  chain_begin_region();
  assert_int_equal(chain_work(&a, false, 0), CUDA_SUCCESS);
  assert_int_equal(chain_work(&b, false, 0), CUDA_SUCCESS);
  assert_true(chain_end_region());
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
    chain_begin_region();
    const bool good =
        !chain_work(&a, false, 0) && chain_defers_wait(&a, &result) && !chain_drain() && chain_end_region();
    _exit(!good);
  }
  atomic_store(&records, 0);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  pthread_join(thread, NULL);
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(an_error_stays),
      TEST(failed_copies_stage_nothing),
      TEST(what_fails_takes_no_more_memory),
      TEST(a_child_has_its_own_lock),
  };
  return cmocka_run_group_tests(tests, prepare, NULL);
}
