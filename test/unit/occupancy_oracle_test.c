/* FILE: test/unit/occupancy_oracle_test.c
 * WHAT: resident teams, and the limits of the architectures, against NVIDIA's own occupancy calculator,
 *       the header cuda_occupancy.h. Skips itself where there is no CUDA toolkit.
 */
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>

static const uint32_t architectures[] = {60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 103, 120};
enum { ARCHITECTURES = sizeof architectures / sizeof *architectures };

/* The limits that are inputs to the calculator come from ours. */
static struct cudaOccDeviceProp properties_of(const struct cleave_device_limits *limits) {
  return (struct cudaOccDeviceProp){.computeMajor = (int)(limits->architecture / 10),
                                    .computeMinor = (int)(limits->architecture % 10),
                                    .maxThreadsPerBlock = (int)limits->threads_per_team,
                                    .maxThreadsPerMultiprocessor = (int)limits->threads_per_multiprocessor,
                                    .regsPerBlock = (int)limits->registers_per_team,
                                    .regsPerMultiprocessor = (int)limits->registers_per_multiprocessor,
                                    .warpSize = (int)limits->warp_threads,
                                    .sharedMemPerBlock = 48 * 1024,
                                    .sharedMemPerMultiprocessor = limits->shared_per_multiprocessor,
                                    .numSms = (int)limits->multiprocessors,
                                    .sharedMemPerBlockOptin = limits->shared_per_team,
                                    .reservedSharedMemPerBlock = limits->shared_reserved};
}

static void read_limits(uint32_t architecture, struct cleave_device_limits *limits,
                        struct cudaOccDeviceProp *properties) {
  assert_true(cleave_device_limits_of(architecture, limits));
  assert_int_equal(limits->architecture, architecture);
  *properties = properties_of(limits);
}

static void test_limits(void **state) {
  (void)state;
  for (int i = 0; i < ARCHITECTURES; i++) {
    struct cleave_device_limits limits;
    struct cudaOccDeviceProp properties;
    int value;
    read_limits(architectures[i], &limits, &properties);
    assert_int_equal(cudaOccSMemAllocationGranularity(&value, &properties), CUDA_OCC_SUCCESS);
    assert_int_equal(limits.shared_granularity, value);
    assert_int_equal(cudaOccRegAllocationGranularity(&value, &properties), CUDA_OCC_SUCCESS);
    assert_int_equal(limits.register_granularity, value);
    assert_int_equal(cudaOccRegAllocationMaxPerThread(&value, &properties), CUDA_OCC_SUCCESS);
    assert_int_equal(limits.registers_per_thread, value);
    assert_int_equal(cudaOccSubPartitionsPerMultiprocessor(&value, &properties), CUDA_OCC_SUCCESS);
    assert_int_equal(limits.sub_partitions, value);
    assert_int_equal(cudaOccMaxBlocksPerMultiprocessor(&value, &properties), CUDA_OCC_SUCCESS);
    assert_int_equal(limits.teams_per_multiprocessor, value);
  }
}

static long compare(const struct cleave_device_limits *limits, const struct cudaOccDeviceProp *properties,
                    uint32_t threads, uint32_t registers, uint32_t shared) {
  const struct cudaOccFuncAttributes function = {.maxThreadsPerBlock = INT_MAX,
                                                 .numRegs = (int)registers,
                                                 .numBlockBarriers = 1,
                                                 .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                                                 .maxDynamicSharedSizeBytes = shared};
  const struct cudaOccDeviceState device = {.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED};
  const struct cleave_kernel_resources resources = {.registers = registers, .shared_bytes = shared};
  struct cudaOccResult result = {0};
  cudaOccError error =
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, &function, &device, (int)threads, shared);
  uint32_t ours = cleave_resident_teams(limits, &resources, threads);
  if (error == CUDA_OCC_SUCCESS && result.activeBlocksPerMultiprocessor == (int)ours)
    return 0;
  fprintf(stderr, "sm_%u, %u threads, %u registers, %u bytes: %u here, %d there (error %d)\n",
          limits->architecture, threads, registers, shared, ours, result.activeBlocksPerMultiprocessor,
          (int)error);
  return 1;
}

static void test_resident_teams(void **state) {
  (void)state;
  long count = 0, wrong = 0;
  for (int i = 0; i < ARCHITECTURES; i++) {
    struct cleave_device_limits limits;
    struct cudaOccDeviceProp properties;
    read_limits(architectures[i], &limits, &properties);
    for (uint32_t threads = 16; threads <= 1056; threads += threads % 32 ? 1 : 15)
      for (uint32_t registers = 0; registers <= 257; registers += 1 + (threads % 32 != 0) * 7)
        for (uint32_t shared = 0; shared <= limits.shared_per_team + 2048;
             shared += shared < 2048 ? 640 : limits.shared_per_team / 5 + 37) {
          wrong += compare(&limits, &properties, threads, registers, shared);
          count++;
          assert_true(wrong < 10);
        }
  }
  printf("%ld configurations of %d architectures, %ld differences\n", count, ARCHITECTURES, wrong);
  assert_true(count >= 1000000);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_limits), cmocka_unit_test(test_resident_teams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void test_resident_teams(void **state) {
  (void)state;
  puts("there is no CUDA toolkit, and so no cuda_occupancy.h");
  skip();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_resident_teams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
