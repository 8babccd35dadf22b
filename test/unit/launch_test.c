/* FILE: test/unit/launch_test.c
 * WHAT: tests of libcleave's launches: which get a grid, and that all others go through untouched. Between
 *       a stand-in for libomptarget and the simulated CUDA driver, whose device is an H200.
 */
#define _GNU_SOURCE /* memfd_create */
#include "launch_sample.h"

#include <pthread.h>

#include "geometry/geometry.h"
#include "omptarget/omptarget.h"

static struct program program;

static int set_up(void **state) {
  (void)state;
  make_program(&program);
  stand_in_set_devices(1);
  __tgt_register_lib(&program.descriptor);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  __tgt_unregister_lib(&program.descriptor);
  free(program.bytes.at);
  return 0;
}

/* The resident teams of THREADS threads of a kernel on the device. */
static uint32_t resident(uint32_t registers, uint32_t threads) {
  struct cleave_device_limits limits;
  assert_true(cleave_device_limits_of(90, &limits));
  return cleave_resident_teams(&limits, &(struct cleave_kernel_resources){.registers = registers}, threads);
}

static void *address_of(size_t kernel) { return &program.bytes_of_kernels[kernel]; }

/* Launches KERNEL and returns what arrived. */
static const struct launched *launch(size_t kernel, int64_t device, int32_t teams,
                                     struct cleave_launch_arguments *arguments) {
  __tgt_target_kernel(NULL, device, teams, 0, address_of(kernel), arguments);
  return stand_in_launched();
}

static void a_known_kernel_gets_a_grid(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(100000000), original = given;
  stand_in_set_result(0);
  const struct launched *launched = launch(FREE, -1, 0, &given);
  /* libomptarget changed a copy. */
  assert_ptr_not_equal(launched->at, &given);
  assert_memory_equal(&given, &original, sizeof given);
  const uint32_t teams = launched->arguments.teams[0], threads = launched->arguments.thread_limit[0];
  assert_true(threads >= 128 && threads % 32 == 0);
  assert_int_equal(teams, 132 * resident(32, threads));
  assert_int_equal(launched->teams, teams);
  assert_int_equal(launched->thread_limit, threads);
  assert_int_equal(launched->device, -1);
  assert_ptr_equal(launched->host_pointer, address_of(FREE));
  /* Nothing else differs. */
  struct cleave_launch_arguments rest = launched->arguments;
  rest.teams[0] = rest.thread_limit[0] = 0;
  assert_memory_equal(&rest, &original, sizeof rest);
}

static void results_are_passed_on(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(1000000);
  stand_in_set_result(7);
  assert_int_equal(__tgt_target_kernel(NULL, 0, 0, 0, address_of(FREE), &given), 7);
  given = launch_of(1000000);
  assert_int_equal(__tgt_target_kernel(NULL, 0, 0, 0, address_of(PLAIN), &given), 7);
  stand_in_set_result(0);
}

static void a_small_loop_is_spread(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(132 * 32);
  const struct launched *launched = launch(FREE, 0, 0, &given);
  assert_int_equal(launched->arguments.teams[0], 132);
  assert_int_equal(launched->arguments.thread_limit[0], 32);
}

static void compiled_threads_are_kept(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(100000000);
  const struct launched *launched = launch(COMPILED_128, 0, 0, &given);
  assert_int_equal(launched->arguments.teams[0], 132 * resident(32, 128));
  assert_true(launched->arguments.thread_limit[0] == 0 || launched->arguments.thread_limit[0] == 128);
}

static void threads_fit_the_registers(void **state) {
  (void)state;
  assert_int_equal(resident(255, 512), 0);
  struct cleave_launch_arguments given = launch_of(100000000);
  const struct launched *launched = launch(MANY_REGISTERS, 0, 0, &given);
  const uint32_t threads = launched->arguments.thread_limit[0];
  assert_true(threads > 0 && threads <= 256);
  assert_int_equal(launched->arguments.teams[0], 132 * resident(255, threads));
}

static void the_users_thread_limit_stays(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(100000000);
  given.thread_limit[0] = 64;
  const struct launched *launched = launch(FREE, 0, 0, &given);
  assert_int_equal(launched->arguments.thread_limit[0], 64);
  assert_int_equal(launched->arguments.teams[0], 132 * resident(32, 64));
}

/* Launches GIVEN, which must arrive as it is. */
static void expect_untouched(size_t kernel, int64_t device, int32_t teams,
                             struct cleave_launch_arguments given) {
  const struct cleave_launch_arguments original = given;
  const struct launched *launched = launch(kernel, device, teams, &given);
  assert_ptr_equal(launched->at, &given);
  assert_int_equal(launched->teams, teams);
  assert_int_equal(launched->thread_limit, 0);
  assert_memory_equal(&launched->arguments, &original, sizeof original);
}

static void all_else_goes_through(void **state) {
  (void)state;
  const struct cleave_launch_arguments given = launch_of(100000000);
  struct cleave_launch_arguments other = given;
  expect_untouched(FREE, 0, -1, given); /* no teams construct */
  other.teams[0] = 7;
  expect_untouched(FREE, 0, 7, other); /* num_teams */
  expect_untouched(FREE, 0, 0, other);
  other = given;
  for (uint32_t version = 0; version < 6; version++) {
    other.version = version;
    if (version != 3)
      expect_untouched(FREE, 0, 0, other);
  }
  other = given;
  other.thread_limit[1] = 2; /* more than one dimension */
  expect_untouched(FREE, 0, 0, other);
  expect_untouched(FREE, 1, 0, given); /* no such device */
  expect_untouched(FREE, INT64_MAX, 0, given);
  expect_untouched(FREE, -2, 0, given);
  expect_untouched(GENERIC, 0, 0, given);
  expect_untouched(PLAIN, 0, 0, given);
  expect_untouched(CORRUPT, 0, 0, given);
  expect_untouched(KEPT, 0, 0, given);
  expect_untouched(KERNELS, 0, 0, given); /* not in the image */
  other = given;
  __tgt_target_kernel(NULL, 0, 0, 0, &other, &other); /* a kernel that nobody registered */
  assert_ptr_equal(stand_in_launched()->at, &other);
}

static void unregistered_kernels_go_through(void **state) {
  (void)state;
  struct program second;
  make_program(&second);
  __tgt_register_lib(&second.descriptor);
  /* A kernel that never said how many iterations it has says nothing by 0; from then on 0 means none. */
  struct cleave_launch_arguments given = launch_of(0);
  __tgt_target_kernel(NULL, 0, 0, 0, &second.bytes_of_kernels[FREE], &given);
  assert_ptr_equal(stand_in_launched()->at, &given);
  given = launch_of(1000000);
  __tgt_target_kernel(NULL, 0, 0, 0, &second.bytes_of_kernels[FREE], &given);
  assert_ptr_not_equal(stand_in_launched()->at, &given);
  given = launch_of(0);
  __tgt_target_kernel(NULL, 0, 0, 0, &second.bytes_of_kernels[FREE], &given);
  assert_int_equal(stand_in_launched()->arguments.teams[0], 1);
  given = launch_of(1000000);
  __tgt_target_kernel(NULL, 0, 0, 0, &second.bytes_of_kernels[FREE], &given);
  assert_ptr_not_equal(stand_in_launched()->at, &given);
  __tgt_unregister_lib(&second.descriptor);
  given = launch_of(1000000);
  __tgt_target_kernel(NULL, 0, 0, 0, &second.bytes_of_kernels[FREE], &given);
  assert_ptr_equal(stand_in_launched()->at, &given);
  /* The first program's are still there. */
  given = launch_of(1000000);
  assert_ptr_not_equal(launch(FREE, 0, 0, &given)->at, &given);
  free(second.bytes.at);
}

static void *launch_many(void *failures) {
  for (int i = 0; i < 20000; i++) {
    struct cleave_launch_arguments given = launch_of(1000000);
    if (launch(FREE, 0, 0, &given)->at == &given)
      ++*(int *)failures;
  }
  return NULL;
}

static void threads_launch_while_libraries_come_and_go(void **state) {
  (void)state;
  pthread_t threads[4];
  int failures[4] = {0};
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, launch_many, &failures[i]), 0);
  struct program second;
  make_program(&second);
  for (int i = 0; i < 200; i++) {
    __tgt_register_lib(&second.descriptor);
    __tgt_unregister_lib(&second.descriptor);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    assert_int_equal(failures[i], 0);
  }
  free(second.bytes.at);
}

int main(void) {
  clear_environment();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_known_kernel_gets_a_grid),
      cmocka_unit_test(results_are_passed_on),
      cmocka_unit_test(a_small_loop_is_spread),
      cmocka_unit_test(compiled_threads_are_kept),
      cmocka_unit_test(threads_fit_the_registers),
      cmocka_unit_test(the_users_thread_limit_stays),
      cmocka_unit_test(all_else_goes_through),
      cmocka_unit_test(unregistered_kernels_go_through),
      cmocka_unit_test(threads_launch_while_libraries_come_and_go),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
