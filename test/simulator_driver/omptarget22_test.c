/* FILE: test/simulator_driver/omptarget22_test.c
 * WHAT: the driver's functions that libomptarget 22 looks up.
 */
#include "start.h"

#include <string.h>

static void memory_is_set(void **state) {
  (void)state;
  start(0);
  CUdeviceptr device;
  unsigned short shorts[8];
  unsigned ints[4];
  unsigned char bytes[16];
  assert_int_equal(cuMemAlloc_v2(&device, sizeof bytes), 0);
  assert_int_equal(cuMemsetD32Async(device, 0x01020304, 4, NULL), 0);
  assert_int_equal(cuMemcpyDtoH_v2(ints, device, sizeof ints), 0);
  assert_int_equal(ints[0], 0x01020304);
  assert_int_equal(ints[3], 0x01020304);
  assert_int_equal(cuMemsetD16Async(device + 4, 0x0506, 2, NULL), 0);
  assert_int_equal(cuMemcpyDtoH_v2(shorts, device, sizeof shorts), 0);
  assert_int_equal(shorts[1], 0x0102);
  assert_int_equal(shorts[2], 0x0506);
  assert_int_equal(shorts[3], 0x0506);
  assert_int_equal(shorts[4], 0x0304);
  /* Three rows of two bytes, five bytes apart. */
  assert_int_equal(cuMemsetD8Async(device, 0, sizeof bytes, NULL), 0);
  assert_int_equal(cuMemsetD2D8Async(device, 5, 7, 2, 3, NULL), 0);
  assert_int_equal(cuMemcpyDtoH_v2(bytes, device, sizeof bytes), 0);
  assert_memory_equal(bytes, "\7\7\0\0\0\7\7\0\0\0\7\7\0\0\0\0", sizeof bytes);
  assert_int_equal(cuMemsetD2D32Async(device, 8, 1, 2, 3, NULL), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemsetD32Async(device, 1, 5, NULL), CUDA_ERROR_INVALID_VALUE);
}

static void note(void *data) { ++*(int *)data; }

static void the_host_is_called(void **state) {
  (void)state;
  start(0);
  int calls = 0;
  assert_int_equal(cuLaunchHostFunc(NULL, note, &calls), 0);
  assert_int_equal(calls, 1);
  assert_int_equal(cuLaunchHostFunc(NULL, NULL, &calls), CUDA_ERROR_INVALID_VALUE);
}

static void functions_must_exist(void **state) {
  (void)state;
  start(0);
  size_t offset, bytes;
  int grid, block;
  assert_int_equal(cuFuncGetParamInfo(NULL, 0, &offset, &bytes), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuFuncSetAttribute(NULL, 8, 0), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuOccupancyMaxPotentialBlockSize(&grid, &block, NULL, NULL, 0, 0),
                   CUDA_ERROR_INVALID_HANDLE);
}

#define TEST(name) cmocka_unit_test_setup(name, forget)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(memory_is_set),
      TEST(the_host_is_called),
      TEST(functions_must_exist),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
