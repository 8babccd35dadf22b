/* FILE: test/unit/launch_graph_failures_test.c
 * WHAT: launches of a time loop as CUDA graphs: a driver without graphs, failing functions for graphs, and errors of held launches.
 */
#include "launch_graph_cuda.h"

static void without_working_graphs_nothing_is_lost(void **state) {
  static const struct {
    const char *function;
    int call, graphs;
  } faults[] = {{"create", 1, 0}, {"add", 1, 0},    {"add", 20, 0},   {"instantiate", 1, 0},
                {"graph", 1, 0},  {"update", 1, 1}, {"update", 9, 1}, {"graph", 2, 1}};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    clear_graphs(state);
    failing = faults[i].function;
    failing_call = faults[i].call;
    chain_begin_region();
    for (int t = 0; t < 200; t++) {
      kernel(&f, 8, t, &a);
      kernel(&g, 9, 7, &a);
    }
    assert_true(driver_has(400)); /* from the failure on, nothing is held */
    assert_false(atomic_load(&interposer.holds));
    assert_int_equal(launches, 400 - 32 * faults[i].graphs);
    assert_true(chain_end_region());
  }
}

static void without_graphs_nothing_is_held(void **state) {
  (void)state;
  atomic_store(&interposer.holds, false);
  events_are_complete = true;
  chain_begin_region();
  for (int t = 0; t < 100; t++) {
    assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
    assert_false(dropped);
    steps(1);
    assert_true(driver_has(program_count));
  }
  assert_true(chain_end_region());
  assert_int_equal(queries, 0);
}

static void *fail_at_release(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  launch_error = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(chain_work(&a, true, 4), CUDA_ERROR_LAUNCH_FAILED);
  assert_int_equal(launches, 65); /* the others would fail as well */
  launch_error = CUDA_SUCCESS;
  assert_int_equal(try_kernel(&f, 8, 1, &a), CUDA_ERROR_LAUNCH_FAILED);
  assert_false(chain_end_region());
  return NULL;
}

static void *fail_in_the_batch(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(47);
  kernel(&f, 8, 1, &a);
  failing = "graph";
  launch_error = CUDA_ERROR_ILLEGAL_ADDRESS; /* as of an earlier kernel: all calls return it */
  assert_int_equal(try_kernel(&g, 9, 7, &a), CUDA_ERROR_ILLEGAL_ADDRESS);
  launch_error = CUDA_SUCCESS;
  assert_false(chain_end_region());
  return NULL;
}

static void *fail_for_another(void *unused) {
  (void)unused;
  launch_error = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(chain_drain(), CUDA_ERROR_LAUNCH_FAILED);
  launch_error = CUDA_SUCCESS;
  return NULL;
}

static void *another_releases_before_a_launch(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  elsewhere(fail_for_another, NULL);
  assert_int_equal(try_kernel(&f, 8, 40, &a), CUDA_ERROR_LAUNCH_FAILED);
  assert_false(chain_end_region());
  return NULL;
}

static void *another_releases(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  elsewhere(fail_for_another, NULL);
  assert_false(chain_end_region());
  assert_int_equal(chain_work(&a, true, 4), CUDA_ERROR_LAUNCH_FAILED);
  return NULL;
}

/* Each in a thread of its own, in which all later calls fail. */
static void the_error_of_a_held_launch_is_reported(void **state) {
  void *(*const calls[])(void *) = {fail_at_release, fail_in_the_batch, another_releases,
                                    another_releases_before_a_launch};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    elsewhere(calls[i], NULL);
  }
  clear_graphs(state);
  a_time_loop_is_launched_as_graphs(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(without_working_graphs_nothing_is_lost),
      TEST(without_graphs_nothing_is_held),
      TEST(the_error_of_a_held_launch_is_reported),
  };
  return cmocka_run_group_tests(tests, prepare_graphs, NULL);
}
