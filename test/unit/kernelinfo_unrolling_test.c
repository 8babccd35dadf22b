/* FILE: test/unit/kernelinfo_unrolling_test.c
 * WHAT: tests of lib/kernelinfo/loop_unrolling.c: how many iterations of a loop are executed together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "kernelinfo/loop_unrolling.h"

static uint32_t factor_of(uint32_t instructions, uint32_t loads, uint32_t words, uint64_t trip_count) {
  const struct cleave_loop_facts loop = {
      .instructions = instructions, .loads = loads, .loaded_words = words, .trip_count = trip_count};
  return cleave_unroll_factor(&loop);
}

static void test_loops_that_wait(void **state) {
  (void)state;
  assert_int_equal(factor_of(30, 1, 1, 0), 4);
  assert_int_equal(factor_of(30, 4, 8, 0), 4);
  assert_int_equal(factor_of(30, 0, 0, 0), 1); /* nothing to wait for */
}

static void test_limits(void **state) {
  (void)state;
  assert_int_equal(factor_of(100, 1, 1, 0), 4);
  assert_int_equal(factor_of(101, 1, 1, 0), 2);
  assert_int_equal(factor_of(201, 1, 1, 0), 1);
  assert_int_equal(factor_of(30, 9, 9, 0), 2);
  assert_int_equal(factor_of(30, 17, 17, 0), 1);
}

/* A known number of iterations leaves no remainder. */
static void test_trip_counts(void **state) {
  (void)state;
  assert_int_equal(factor_of(30, 1, 1, 100), 4);
  assert_int_equal(factor_of(30, 1, 1, 102), 2);
  assert_int_equal(factor_of(30, 1, 1, 101), 1);
}

static void test_counts_that_vary(void **state) {
  (void)state;
  struct cleave_loop_facts loop = {.instructions = 30, .loads = 1, .loaded_words = 1, .count_varies = true};
  assert_int_equal(cleave_unroll_factor(&loop), 2);
  loop.instructions = 201;
  assert_int_equal(cleave_unroll_factor(&loop), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loops_that_wait),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_trip_counts),
      cmocka_unit_test(test_counts_that_vary),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
