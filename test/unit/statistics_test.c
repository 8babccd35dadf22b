/* FILE: test/unit/statistics_test.c
 * WHAT: the median and the quartiles that the benchmark programs report.
 */
#include "../../bench/common/statistics.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect(struct bench_statistics s, double minimum, double lower, double median, double upper,
                   double maximum) {
  assert_float_equal(s.minimum, minimum, 1e-12);
  assert_float_equal(s.lower_quartile, lower, 1e-12);
  assert_float_equal(s.median, median, 1e-12);
  assert_float_equal(s.upper_quartile, upper, 1e-12);
  assert_float_equal(s.maximum, maximum, 1e-12);
}

static void one_value_is_everything(void **state) {
  (void)state;
  double values[] = {7};
  expect(bench_statistics(values, 1), 7, 7, 7, 7, 7);
}

static void quartiles_between_two_values(void **state) {
  (void)state;
  double values[] = {2, 1};
  expect(bench_statistics(values, 2), 1, 1.25, 1.5, 1.75, 2);
}

static void odd_number_in_any_order(void **state) {
  (void)state;
  double values[] = {5, 1, 4, 2, 3};
  expect(bench_statistics(values, 5), 1, 2, 3, 4, 5);
}

static void even_number_with_an_outlier(void **state) {
  (void)state;
  double values[] = {1000, 3, 1, 2};
  expect(bench_statistics(values, 4), 1, 1.75, 2.5, 252.25, 1000);
}

static void equal_values(void **state) {
  (void)state;
  double values[] = {4, 4, 4, 4, 4, 4};
  expect(bench_statistics(values, 6), 4, 4, 4, 4, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_value_is_everything),
      cmocka_unit_test(quartiles_between_two_values),
      cmocka_unit_test(odd_number_in_any_order),
      cmocka_unit_test(even_number_with_an_outlier),
      cmocka_unit_test(equal_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
