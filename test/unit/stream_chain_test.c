/* FILE: test/unit/stream_chain_test.c
 * WHAT: lib/interposer/stream_chain.c between a test and a driver that writes down what it is asked for: the order of work,
 *       copies, threads and events. stream_chain_failures_test.c has errors and forks.
 */
#include "stream_chain_cuda.h"

static struct CUstream_st unknown = {"?"};

/* ---- One thread ---------------------------------------------------------------------------------- */

static void another_stream_comes_behind(void **state) {
  (void)state;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  launch(&b);
  assert_said("record 1 A, behind B 1");
  assert_true(waits_not(&b));
  launch(&b);
  assert_said("");
  launch(&a);
  assert_said("record 2 B, behind A 2");
  assert_true(chain_end_region());
  assert_said("wait A");
}

static void what_the_host_needs_is_waited_for(void **state) {
  (void)state;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  assert_int_equal(chain_work(&a, true, 4), CUDA_SUCCESS);
  assert_false(waits_not(&a));
  /* All is done. */
  assert_true(chain_end_region());
  assert_said("");
}

static void outside_of_a_region_every_wait_is_real(void **state) {
  (void)state;
  launch(&a);
  assert_false(waits_not(&a));
  chain_begin_region();
  assert_true(chain_end_region());
  launch(&a);
  assert_false(waits_not(&a));
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  assert_said("");
}

static void nothing_was_given_to_the_stream(void **state) {
  (void)state;
  chain_begin_region();
  assert_false(waits_not(&a));
  launch(&a);
  assert_false(waits_not(&b));
  assert_true(waits_not(&a));
  assert_true(chain_end_region());
  assert_said("wait A");
}

static void a_stream_that_was_there_before(void **state) {
  (void)state;
  char source[8] = "text";
  const void *from = source;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  launch(&unknown);
  assert_false(waits_not(&unknown));
  assert_said("record 1 A, behind ? 1");
  assert_int_equal(chain_copy(&unknown, &from, sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from, source);
  assert_said("record 1 A, behind ? 1");
  assert_true(chain_end_region());
  assert_said("wait A");
}

static void regions_nest(void **state) {
  (void)state;
  chain_begin_region();
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  assert_true(chain_end_region());
  assert_said("wait A");
  launch(&a);
  assert_true(waits_not(&a));
  assert_true(chain_end_region());
  assert_said("wait A");
  launch(&a);
  assert_false(waits_not(&a));
}

/* ---- Copies to the device -------------------------------------------------------------------------- */

static void small_copies_outlive_their_source(void **state) {
  (void)state;
  char source[1000];
  const void *from[3];
  chain_begin_region();
  for (int i = 0; i < 3; i++) {
    memset(source, 'x' + i, sizeof source);
    from[i] = source;
    assert_int_equal(chain_copy(&a, &from[i], sizeof source), CUDA_SUCCESS);
    assert_true(waits_not(&a));
  }
  for (int i = 0; i < 3; i++)
    for (size_t j = 0; j < sizeof source; j++)
      assert_int_equal(((const char *)from[i])[j], 'x' + i);
  assert_true(chain_end_region());
  assert_said("wait A");
  /* Outside of regions they are left alone. */
  from[0] = source;
  assert_int_equal(chain_copy(&a, &from[0], sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from[0], source);
}

static void large_copies_are_waited_for(void **state) {
  (void)state;
  static char source[(64 << 10) + 1];
  const void *from = source;
  chain_begin_region();
  assert_int_equal(chain_copy(&a, &from, sizeof source - 1), CUDA_SUCCESS);
  assert_ptr_not_equal(from, source);
  assert_true(waits_not(&a));
  from = source;
  assert_int_equal(chain_copy(&a, &from, sizeof source), CUDA_SUCCESS);
  assert_ptr_equal(from, source);
  assert_false(waits_not(&a));
  assert_true(chain_end_region());
  assert_said("");
}

static void many_copies_wait_once_in_a_while(void **state) {
  (void)state;
  static char source[64 << 10];
  const void *first = NULL, *from;
  chain_begin_region();
  for (int i = 0; i < 17; i++) {
    from = source;
    assert_int_equal(chain_copy(&a, &from, sizeof source), CUDA_SUCCESS);
    assert_true(waits_not(&a));
    first = first ? first : from;
    assert_string_equal(said, i < 16 ? "" : "wait A");
  }
  assert_ptr_equal(from, first);
  *said = 0;
  assert_true(chain_end_region());
  assert_said("wait A");
}

/* ---- Other threads --------------------------------------------------------------------------------- */

static void *work_small(void *stream) {
  launch(stream);
  assert_false(waits_not(stream));
  assert_int_equal(chain_work(stream, true, 1 << 20), CUDA_SUCCESS);
  return NULL;
}

static void *work_large(void *stream) {
  assert_int_equal(chain_work(stream, true, (1 << 20) + 1), CUDA_SUCCESS);
  return NULL;
}

static void *work_independent(void *stream) {
  chain_set_independent();
  launch(stream);
  assert_int_equal(chain_event(stream), CUDA_SUCCESS);
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  return NULL;
}

static void *empty(void *unused) {
  (void)unused;
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  return NULL;
}

/* The regions of two threads run side by side: a deferred wait would order the kernels of one after those of the other. */
static void *region_elsewhere(void *stream) {
  chain_begin_region();
  launch(stream);
  assert_false(waits_not(stream));
  assert_true(chain_end_region());
  return NULL;
}

static void others_come_behind_waits_held_back(void **state) {
  (void)state;
  chain_begin_region();
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
  assert_said("record 1 A, behind B 1");
  launch(&a);
  assert_true(waits_not(&a));
  assert_true(chain_end_region());
  assert_said("wait A");
  elsewhere(work_small, &b);
  assert_said("");
}

static void the_pool_may_hold_larger_pieces(void **state) {
  (void)state;
  setenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "1000000", 1);
  chain_start();
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_large, &b);
  assert_said("record 1 A, behind B 1");
  assert_true(chain_end_region());
  unsetenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD");
  chain_start();
}

static void a_thread_that_orders_its_own_work(void **state) {
  (void)state;
  chain_begin_region();
  launch(&a);
  assert_true(waits_not(&a));
  elsewhere(work_independent, &b);
  assert_said("");
  assert_true(chain_end_region());
}

static void memory_goes_when_all_is_done(void **state) {
  (void)state;
  chain_begin_region();
  launch(&a);
  elsewhere(empty, NULL);
  assert_said("");
  assert_true(waits_not(&a));
  elsewhere(empty, NULL);
  assert_said("wait A");
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  assert_said("wait A");
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  elsewhere(empty, NULL);
  assert_true(chain_end_region());
  assert_said("");
}

/* ---- Events ---------------------------------------------------------------------------------------- */

static void an_event_is_behind_all(void **state) {
  (void)state;
  assert_int_equal(chain_event(&b), CUDA_SUCCESS);
  chain_begin_region();
  assert_int_equal(chain_event(&b), CUDA_SUCCESS);
  assert_said("");
  launch(&a);
  assert_int_equal(chain_event(&a), CUDA_SUCCESS);
  assert_said("");
  assert_true(waits_not(&a));
  assert_int_equal(chain_event(&b), CUDA_SUCCESS);
  assert_said("record 1 A, behind B 1");
  /* What comes next need not be behind the event. */
  launch(&a);
  assert_said("");
  chain_synchronize();
  assert_said("wait A");
  assert_int_equal(chain_event(&b), CUDA_SUCCESS);
  assert_true(chain_end_region());
  assert_said("");
}

static void a_stream_goes(void **state) {
  (void)state;
  chain_forget_stream(&b);
  chain_begin_region();
  launch(&b);
  assert_false(waits_not(&b));
  assert_true(chain_end_region());
  assert_said("");
}

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
      TEST(a_stream_goes),
  };
  return cmocka_run_group_tests(tests, prepare, NULL);
}
