/* FILE: test/simulator_driver/memory_test.c
 * WHAT: allocations and their bounds, pinned ranges, copies too large to perform.
 */
#include "start.h"

#include <sys/mman.h>

static void bytes_arrive(void **state) {
  (void)state;
  start(0);
  char out[] = "abcdefgh", back[sizeof out] = "";
  CUdeviceptr device;
  assert_int_equal(cuMemAlloc_v2(&device, sizeof out), 0);
  assert_int_equal(cuMemcpyHtoD_v2(device, out, sizeof out), 0);
  assert_int_equal(cuMemsetD8_v2(device + 2, 'x', 3), 0);
  assert_int_equal(cuMemcpyDtoH_v2(back, device, sizeof back), 0);
  assert_string_equal(back, "abxxxfgh");
  assert_int_equal(driver.totals.bytes_to, sizeof out);
  assert_int_equal(driver.totals.bytes_from, sizeof out);
}

static void bounds_are_exact(void **state) {
  (void)state;
  start(0);
  char host[200] = "";
  CUdeviceptr device;
  assert_int_equal(cuMemAlloc_v2(&device, 100), 0);
  assert_int_equal(cuMemcpyHtoD_v2(device, host, 100), 0);
  assert_int_equal(cuMemcpyHtoD_v2(device, host, 101), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyHtoD_v2(device + 99, host, 1), 0);
  assert_int_equal(cuMemcpyHtoD_v2(device + 100, host, 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyHtoD_v2(device - 1, host, 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyDtoH_v2(host, device + 50, 51), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyDtoH_v2(host, device, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyHtoD_v2((uintptr_t)host, host, 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemsetD8_v2(device + 90, 0, 11), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyHtoD_v2(device, host, 0), 0); /* nothing is nowhere wrong */
}

static void only_the_beginning_can_be_freed(void **state) {
  (void)state;
  start(0);
  CUdeviceptr device;
  char host[8];
  assert_int_equal(cuMemAlloc_v2(&device, 100), 0);
  assert_int_equal(cuMemFree_v2(device + 8), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemFreeHost((void *)(uintptr_t)device), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemFree_v2(device), 0);
  assert_int_equal(cuMemFree_v2(device), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemcpyDtoH_v2(host, device, 8), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemFree_v2((uintptr_t)host), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemFree_v2(0), 0);
}

static void names_tell_what_was_freed(void **state) {
  (void)state;
  start(0);
  CUdeviceptr first, second;
  char name[64];
  cuMemAlloc_v2(&first, 100);
  cuMemAlloc_v2(&second, 100);
  memory_name(second + 16, name, sizeof name);
  assert_string_equal(name, "D2+16");
  cuMemFree_v2(second);
  memory_name(second + 16, name, sizeof name);
  assert_string_equal(name, "freed-D2+16");
  memory_name((uintptr_t)name, name, sizeof name);
  assert_string_equal(name, "H");
  memory_name(0, name, sizeof name);
  assert_string_equal(name, "0");
}

static void memory_ends(void **state) {
  (void)state;
  start(0);
  size_t available, total, before;
  CUdeviceptr device, more;
  assert_int_equal(cuMemGetInfo_v2(&before, &total), 0);
  assert_int_equal(before, total);
  assert_int_equal(cuMemAlloc_v2(&device, total + 1), CUDA_ERROR_OUT_OF_MEMORY);
  assert_int_equal(cuMemAlloc_v2(&device, SIZE_MAX), CUDA_ERROR_OUT_OF_MEMORY);
  assert_int_equal(cuMemAlloc_v2(&device, total / 2), 0);
  assert_int_equal(cuMemAlloc_v2(&more, total / 2 + 4096), CUDA_ERROR_OUT_OF_MEMORY);
  assert_int_equal(cuMemGetInfo_v2(&available, &total), 0);
  assert_in_range(before - available, total / 2, total / 2 + 4096);
  assert_int_equal(cuMemFree_v2(device), 0);
  assert_int_equal(cuMemGetInfo_v2(&available, &total), 0);
  assert_int_equal(available, before);
  assert_int_equal(cuMemAlloc_v2(&device, 0), CUDA_ERROR_INVALID_VALUE);
}

static void devices_have_their_own_memory(void **state) {
  (void)state;
  setenv("CLEAVE_SIMULATOR_DEVICES", "2", 1);
  setenv("CLEAVE_SIMULATOR_COPY_LIMIT", "1024", 1);
  start(0);
  size_t available, total;
  CUdeviceptr device;
  cuMemGetInfo_v2(&available, &total);
  assert_int_equal(cuMemAlloc_v2(&device, total), 0);
  assert_int_equal(cuMemAlloc_v2(&device, 4096), CUDA_ERROR_OUT_OF_MEMORY);
  start(1);
  assert_int_equal(cuMemAlloc_v2(&device, 4096), 0);
}

static void ranges_register_once(void **state) {
  (void)state;
  start(0);
  char *host = malloc(4096);
  assert_non_null(host);
  assert_int_equal(cuMemHostRegister_v2(host + 100, 1000, 0), 0);
  assert_int_equal(cuMemHostRegister_v2(host + 100, 1000, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cuMemHostRegister_v2(host, 101, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cuMemHostRegister_v2(host + 1099, 10, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cuMemHostRegister_v2(host, 100, 0), 0);
  assert_int_equal(cuMemHostRegister_v2(host + 1100, 10, 0), 0);
  assert_true(memory_is_pinned((uintptr_t)host + 100, 1000));
  assert_false(memory_is_pinned((uintptr_t)host + 100, 1001));
  assert_false(memory_is_device((uintptr_t)host + 100, 1000));
  assert_int_equal(cuMemHostUnregister(host + 101), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  assert_int_equal(cuMemHostUnregister(host + 100), 0);
  assert_int_equal(cuMemHostUnregister(host + 100), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  assert_false(memory_is_pinned((uintptr_t)host + 100, 1));
  assert_int_equal(cuMemHostRegister_v2(host, 0, 0), CUDA_ERROR_INVALID_VALUE);
  driver_forget();
  free(host);
}

static void terabytes_are_recorded(void **state) {
  (void)state;
  setenv("CLEAVE_SIMULATOR_COPY_LIMIT", "4096", 1);
  start(0);
  const size_t huge = (size_t)100 << 30;
  CUdeviceptr device;
  void *host;
  char small[4096];
  assert_int_equal(cuMemAlloc_v2(&device, huge), 0);
  assert_int_equal(cuMemAllocHost_v2(&host, huge), 0);
  for (int i = 0; i < 100; i++)
    assert_int_equal(cuMemcpyHtoD_v2(device, host, huge), 0);
  assert_int_equal(driver.totals.bytes_to, 100 * huge);
  double seconds = 100 * (double)huge / driver.profile.pinned_to_device / 1e9;
  assert_true((double)driver.totals.end / 1e9 > seconds);
  assert_int_equal(cuMemcpyHtoD_v2(device + 8, small, sizeof small), 0); /* to nowhere */
  assert_int_equal(cuMemcpyHtoD_v2(device + 8, host, huge), CUDA_ERROR_INVALID_VALUE);
}

/* Addresses of freed memory stay reserved, up to a limit of 1 TiB. */
static void freed_addresses_are_kept(void **state) {
  (void)state;
  enum { COUNT = 12 };
  const size_t huge = (size_t)100 << 30;
  CUdeviceptr devices[COUNT];
  setenv("CLEAVE_SIMULATOR_COPY_LIMIT", "4096", 1);
  start(0);
  for (int i = 0; i < COUNT; i++) {
    assert_int_equal(cuMemAlloc_v2(&devices[i], huge), 0);
    assert_int_equal(cuMemFree_v2(devices[i]), 0);
    for (int j = 0; j < i && i < 10; j++)
      assert_true(devices[j] != devices[i]);
  }
  assert_int_equal(msync((void *)(uintptr_t)devices[COUNT - 1], 4096, MS_ASYNC), 0);
  assert_int_equal(msync((void *)(uintptr_t)devices[0], 4096, MS_ASYNC), -1);
}

static void new_memory_holds_what_is_asked(void **state) {
  (void)state;
  unsigned char host[4] = {1, 2, 3, 4};
  CUdeviceptr device;
  start(0);
  cuMemAlloc_v2(&device, sizeof host);
  cuMemcpyDtoH_v2(host, device, sizeof host);
  assert_int_equal(host[0] | host[3], 0);
  forget(NULL);
  setenv("CLEAVE_SIMULATOR_FILL", "255", 1);
  start(0);
  cuMemAlloc_v2(&device, sizeof host);
  cuMemcpyDtoH_v2(host, device, sizeof host);
  assert_int_equal(host[0] & host[3], 255);
}

static void many_allocations(void **state) {
  (void)state;
  enum { COUNT = 1000 };
  static CUdeviceptr devices[COUNT];
  start(0);
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(cuMemAlloc_v2(&devices[i], (size_t)i + 1), 0);
  for (int i = 0; i < COUNT; i++) {
    const struct allocation *found = memory_find(devices[i] + (uint64_t)i);
    assert_non_null(found);
    assert_int_equal(found->address, devices[i]);
    assert_null(memory_find(devices[i] + (uint64_t)i + 1));
  }
  for (int i = 0; i < COUNT; i += 2)
    assert_int_equal(cuMemFree_v2(devices[i]), 0);
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(memory_is_device(devices[i], 1), i % 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(bytes_arrive),
      TEST(bounds_are_exact),
      TEST(only_the_beginning_can_be_freed),
      TEST(names_tell_what_was_freed),
      TEST(memory_ends),
      TEST(devices_have_their_own_memory),
      TEST(ranges_register_once),
      TEST(terabytes_are_recorded),
      TEST(freed_addresses_are_kept),
      TEST(new_memory_holds_what_is_asked),
      TEST(many_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
