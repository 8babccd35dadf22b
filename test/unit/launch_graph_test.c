/* FILE: test/unit/launch_graph_test.c
 * WHAT: launches of a time loop as CUDA graphs (docs/design/graphs.md): lib/interposer/stream_chain.c and launch_graph.c find
 *       periods, and release what is held before each call that could show it.
 */
#include "launch_graph_cuda.h"

/* ---- Graphs ---------------------------------------------------------------------------------------- */

static void only_changed_arguments_are_set(void **state) {
  (void)state;
  chain_begin_region();
  for (int i = 0; i < 160; i++)
    kernel(i % 2 ? &g : &f, 8, i == 159 ? 5 : 4, &a);
  assert_int_equal(graph_launches, 3);
  assert_int_equal(updates, 1);
  assert_true(driver_has(160));
  assert_true(chain_end_region());
}

static void any_period_is_found(void **state) {
  (void)state;
  for (int period = 1; period <= 70; period++) {
    chain_begin_region();
    const int before = graph_launches, built = instantiations;
    /* Launches that are equal within the period do not mislead. */
    for (int i = 0; i < 8 * 70; i++)
      kernel(i % period == period - 1 ? &h : &f, i % period < 3 ? 1 : 2, i, &a);
    assert_int_equal(graph_launches > before, period <= 64);
    assert_int_equal(instantiations - built, period <= 64); /* batches are whole periods */
    assert_true(chain_end_region());
    assert_true(driver_has(8 * 70));
    program_count = driver_count = 0;
  }
}

static void a_graph_is_used_again_in_the_next_region(void **state) {
  (void)state;
  for (int region = 1; region <= 3; region++) {
    chain_begin_region();
    steps(100);
    assert_true(chain_end_region());
    assert_true(driver_has(200 * (size_t)region));
    assert_int_equal(instantiations, region < 3 ? 1 : 2);
    if (region == 2) {
      /* A module is unloaded. */
      chain_forget_graphs();
      assert_int_equal(destroyed, 1);
    }
  }
}

static void another_sequence_is_another_graph(void **state) {
  (void)state;
  chain_begin_region();
  steps(64);
  for (int t = 0; t < 64; t++) {
    kernel(&f, 8, t, &a);
    kernel(&h, 9, 7, &a);
  }
  assert_true(chain_end_region());
  assert_true(driver_has(256));
  assert_int_equal(instantiations, 2);
  assert_int_equal(destroyed, 1);
}

static void a_part_of_a_graph_is_another_graph(void **state) {
  (void)state;
  chain_begin_region();
  for (int i = 0; i < 4 * 33; i++)
    kernel(i % 33 == 32 ? &g : &f, 8, 0, &a);
  assert_int_equal(graph_launches, 2); /* of 33 kernels */
  assert_true(chain_end_region());
  chain_begin_region();
  for (int i = 0; i < 96; i++)
    kernel(&f, 8, 0, &a);
  assert_int_equal(graph_launches, 3); /* of 32 kernels */
  assert_true(driver_has(4 * 33 + 96));
  assert_true(chain_end_region());
}

/* ---- What releases --------------------------------------------------------------------------------- */

static CUresult work(void) { return chain_work(&a, false, 4); }
static CUresult work_elsewhere(void) { return chain_work(&b, false, SIZE_MAX); }
static CUresult record_event(void) { return chain_event(&a); }
static CUresult record_elsewhere(void) { return chain_event(&b); }
static CUresult wait_for_event(void) { return chain_wait_event(&a, &event, 0, &dropped); }
static CUresult wait_with_flags(void) {
  events_are_complete = true;
  return chain_wait_event(&a, &event, 1, &dropped);
}
static CUresult copy(void) {
  const void *from = "text";
  return chain_copy(&a, &from, 4);
}
static CUresult copy_much(void) {
  static char source[1 << 17];
  const void *from = source;
  return chain_copy(&a, &from, sizeof source);
}
static CUresult query(void) { return chain_before_look(&a); }
static CUresult synchronize(void) {
  chain_synchronize();
  return CUDA_SUCCESS;
}
static CUresult wait_elsewhere(void) {
  CUresult result;
  assert_false(chain_defers_wait(&b, &result));
  return result;
}
static CUresult inner_region(void) {
  chain_begin_region();
  return chain_end_region() ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_FAILED;
}
static CUresult other_stream(void) {
  /* The launch itself is not held either. */
  const CUresult result = try_kernel(&f, 8, 16, &b);
  assert_int_equal(driver[driver_count - 1].stream == &b, true);
  return result;
}
static CUresult other_grid(void) { return try_kernel(&f, 7, 16, &a); }
static CUresult other_function(void) { return try_kernel(&h, 8, 16, &a); }
static CUresult list_of_parameters(void) {
  int value = 1;
  void *parameters[] = {&value};
  bool held = true;
  const struct launch launch = {&f, {8, 1, 1}, {128, 1, 1}, 16, &a, parameters, NULL};
  const CUresult result = chain_launch(&launch, &held);
  assert_false(held);
  return result;
}
static CUresult buffer_of(size_t bytes, void *key, void **parameters) {
  char buffer[1024] = "";
  bool held = true;
  void *extra[] = {(void *)CU_LAUNCH_PARAM_BUFFER_POINTER,
                   buffer,
                   (void *)CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &bytes,
                   key,
                   NULL,
                   NULL};
  const struct launch launch = {&f, {8, 1, 1}, {128, 1, 1}, 16, &a, parameters, extra};
  const CUresult result = chain_launch(&launch, &held);
  assert_false(held);
  return result;
}
static CUresult unknown_extra(void) { return buffer_of(8, (void *)3, NULL); }
static CUresult no_arguments(void) { return buffer_of(0, NULL, NULL); }
static CUresult list_and_buffer(void) { return buffer_of(8, NULL, (void *[]){NULL}); }
static CUresult large_arguments(void) {
  CUresult result = CUDA_SUCCESS;
  for (int i = 0; i < 100 && !result; i++)
    result = buffer_of(513, NULL, NULL);
  return result;
}

static void each_call_that_could_see_releases(void **state) {
  (void)state;
  static const struct {
    const char *name;
    CUresult (*call)(void);
  } calls[] = {
#define CALL(name) {#name, name}
      CALL(work),
      CALL(work_elsewhere),
      CALL(record_event),
      CALL(record_elsewhere),
      CALL(wait_for_event),
      CALL(wait_with_flags),
      CALL(copy),
      CALL(copy_much),
      CALL(query),
      CALL(synchronize),
      CALL(wait_elsewhere),
      CALL(inner_region),
      CALL(other_stream),
      CALL(other_grid),
      CALL(other_function),
      CALL(list_of_parameters),
      CALL(unknown_extra),
      CALL(chain_drain),
      CALL(chain_release_all),
      CALL(no_arguments),
      CALL(list_and_buffer),
      CALL(large_arguments),
#undef CALL
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    chain_begin_region();
    steps(40);
    assert_true(driver_has(64));
    assert_int_equal(calls[i].call(), CUDA_SUCCESS);
    if (!driver_has(program_count))
      fail_msg("%s does not release: %zu of %zu", calls[i].name, driver_count, program_count);
    /* What comes next is in order as well; some of these waits are performed. */
    for (int k = 0; k < 4; k++) {
      assert_int_equal(try_kernel(&f, 8, k, &a), CUDA_SUCCESS);
      (void)waits_not(&a);
    }
    assert_true(chain_end_region());
    assert_true(driver_has(program_count));
  }
}

static void a_wait_for_a_complete_event_is_dropped(void **state) {
  (void)state;
  events_are_complete = true;
  chain_begin_region();
  for (int t = 0; t < 60; t++) {
    assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
    assert_true(dropped);
    steps(1);
  }
  assert_int_equal(queries, 1);
  assert_int_equal(graph_launches, 1);
  assert_int_equal(driver_count, 96);
  /* The event is recorded again, and its work is not complete. */
  event_recorded(&event);
  events_are_complete = false;
  assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
  assert_false(dropped);
  assert_true(driver_has(120));
  assert_true(chain_end_region());
  /* Outside of regions no wait is dropped. */
  events_are_complete = true;
  assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
  assert_false(dropped);
}

static void a_wait_that_is_performed_releases(void **state) {
  (void)state;
  chain_begin_region();
  steps(40);
  assert_int_equal(chain_work(&a, true, 4), CUDA_SUCCESS);
  assert_false(waits_not(&a));
  assert_true(driver_has(80));
  steps(40);
  assert_true(driver_has(80 + 64)); /* another sequence */
  assert_true(chain_end_region());
}

/* ---- Other threads --------------------------------------------------------------------------------- */

static void *small_work(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&b, true, 4), CUDA_SUCCESS);
  return NULL;
}
static void *same_stream(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&a, true, 4), CUDA_SUCCESS);
  return NULL;
}
static void *drain(void *unused) {
  (void)unused;
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  return NULL;
}
static void *independent_drain(void *unused) {
  chain_set_independent();
  return drain(unused);
}
static void *look(void *unused) {
  (void)unused;
  current = &second_context;
  assert_int_equal(chain_before_look(&a), CUDA_SUCCESS);
  assert_ptr_equal(current, &second_context);
  return NULL;
}
static void *wait_for_a(void *unused) {
  (void)unused;
  assert_false(waits_not(&a));
  return NULL;
}
static void *record_in_a(void *unused) {
  (void)unused;
  assert_int_equal(chain_event(&a), CUDA_SUCCESS);
  return NULL;
}

static void calls_of_other_threads_release(void **state) {
  void *(*const calls[])(void *) = {small_work, same_stream, drain,      independent_drain,
                                    look,       wait_for_a,  record_in_a};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    chain_begin_region();
    steps(40);
    assert_true(driver_has(64));
    elsewhere(calls[i], NULL);
    if (!driver_has(80))
      fail_msg("call %zu does not release: %zu", i, driver_count);
    steps(30);
    assert_true(chain_end_region());
    assert_true(driver_has(140));
  }
}

/* A copy of more than 1 MiB is not ordered after the region: its memory is not from the pool. */
static void *large_work(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&b, true, (1 << 20) + 1), CUDA_SUCCESS);
  return NULL;
}

static void independent_work_does_not_release(void **state) {
  (void)state;
  chain_begin_region();
  steps(40);
  elsewhere(large_work, NULL);
  assert_true(driver_has(64));
  assert_true(chain_end_region());
  assert_true(driver_has(80));
}

static atomic_int stage;
static void *region_meanwhile(void *unused) {
  (void)unused;
  chain_begin_region();
  for (atomic_store(&stage, 1); atomic_load(&stage) != 2;)
    usleep(100);
  assert_true(chain_end_region());
  return NULL;
}

static void nothing_is_held_beside_another_region(void **state) {
  (void)state;
  pthread_t thread;
  chain_begin_region();
  steps(40);
  assert_true(driver_has(64));
  atomic_store(&stage, 0);
  assert_int_equal(pthread_create(&thread, NULL, region_meanwhile, NULL), 0);
  while (atomic_load(&stage) != 1)
    usleep(100);
  for (int i = 0; i < 80; i++) {
    assert_int_equal(try_kernel(&f, 8, i, &a), CUDA_SUCCESS);
    assert_true(driver_has(81 + (size_t)i));
    assert_false(waits_not(&a));
  }
  atomic_store(&stage, 2);
  pthread_join(thread, NULL);
  assert_true(chain_end_region());
  assert_int_equal(graph_launches, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_time_loop_is_launched_as_graphs),
      TEST(only_changed_arguments_are_set),
      TEST(any_period_is_found),
      TEST(a_graph_is_used_again_in_the_next_region),
      TEST(another_sequence_is_another_graph),
      TEST(a_part_of_a_graph_is_another_graph),
      TEST(each_call_that_could_see_releases),
      TEST(a_wait_for_a_complete_event_is_dropped),
      TEST(a_wait_that_is_performed_releases),
      TEST(calls_of_other_threads_release),
      TEST(independent_work_does_not_release),
      TEST(nothing_is_held_beside_another_region),
  };
  return cmocka_run_group_tests(tests, prepare_graphs, NULL);
}
