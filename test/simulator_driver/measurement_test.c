/* FILE: test/simulator_driver/measurement_test.c
 * WHAT: the measurement of lib/device finds the rates of the simulated devices, and releases all its resources.
 */
#include "device/transfer_measurement.h"
#include "start.h"

enum { BYTES = 8 << 20, REPEATS = 3 };

#define FUNCTION(symbol, name, parameters) .name = symbol,
static const struct cleave_cuda cuda = {CLEAVE_CUDA_FUNCTIONS(FUNCTION)};
#undef FUNCTION

static void assert_near(double measured, double expected) {
  if (!(measured > 0.9 * expected && measured < 1.02 * expected))
    fail_msg("measured %g, expected %g", measured, expected);
}

static size_t free_memory(void) {
  size_t available, total;
  assert_int_equal(cuMemGetInfo_v2(&available, &total), CUDA_SUCCESS);
  return available;
}

static void rates_are_those_of_the_device(void **state) {
  static const char *const devices[] = {"h200", "a100", "titan-x", "power8"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    struct cleave_transfer_bench bench;
    struct cleave_transfer_rates rates = {.handover = 7};
    forget(state);
    setenv("CLEAVE_SIMULATOR_PROFILE", devices[i], 1);
    start(0);
    const size_t before = free_memory();
    assert_true(cleave_transfer_bench_open(&bench, &cuda, BYTES, REPEATS));
    cleave_transfer_bench_measure(&bench, &rates);
    cleave_transfer_bench_close(&bench);
    assert_near(rates.pageable_to_device, driver.profile.pageable_to_device);
    assert_near(rates.pageable_from_device, driver.profile.pageable_from_device);
    assert_near(rates.pinned_to_device, driver.profile.pinned_to_device);
    assert_near(rates.pinned_from_device, driver.profile.pinned_from_device);
    assert_true(rates.copy_latency > 0 && rates.copy_latency < 1e5);
    assert_true(rates.registration_per_page > 0 && rates.handover == 7);
    assert_int_equal(free_memory(), before);
  }
}

/* If memory or a stream is missing, nothing is measured and nothing stays allocated. */
static void failures_measure_nothing(void **state) {
  static const char *const faults[] = {"cuMemAllocHost=2", "cuMemAlloc=2", "cuStreamCreate=2"};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct cleave_transfer_bench bench;
    forget(state);
    setenv("CLEAVE_SIMULATOR_FAULTS", faults[i], 1);
    start(0);
    const size_t before = free_memory();
    assert_false(cleave_transfer_bench_open(&bench, &cuda, BYTES, REPEATS));
    assert_int_equal(free_memory(), before);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(rates_are_those_of_the_device, forget),
      cmocka_unit_test_setup(failures_measure_nothing, forget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
