/* FILE: test/simulator_driver/module_test.c
 * WHAT: modules, their kernels and variables, and launches, with genuine cubins of both layouts.
 */
#include "start.h"

#include <elf.h>

/* The image of test/unit/data/NAME; the caller frees it. */
static unsigned char *image(const char *name, size_t *size) {
  char path[512];
  snprintf(path, sizeof path, "%s/test/unit/data/%s", CLEAVE_SOURCE_DIR, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

static CUresult load(const char *name, CUmodule *module) {
  size_t size;
  unsigned char *bytes = image(name, &size);
  CUresult result = cuModuleLoadDataEx(module, bytes, 0, NULL, NULL);
  free(bytes); /* the driver has a copy */
  return result;
}

static const char kernel_l4[] = "__omp_offloading_fe00_a906e0_scale_l4";

static void both_layouts_load(void **state) {
  (void)state;
  CUmodule module;
  start(0);
  assert_int_equal(load("scale-sm_90.cubin", &module), 0);
  assert_int_equal(cuModuleUnload(module), 0);
  assert_int_equal(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  forget(NULL);
  setenv("CLEAVE_SIMULATOR_PROFILE", "a100", 1);
  start(0);
  assert_int_equal(load("scale-sm_80.cubin", &module), 0);
  assert_int_equal(driver.totals.modules, 1);
}

static void the_header_must_fit_the_device(void **state) {
  (void)state;
  static const struct {
    const char *device, *cubin;
    CUresult result;
  } cases[] = {
      {"90", "scale-sm_80.cubin", CUDA_ERROR_NO_BINARY_FOR_GPU},
      {"80", "scale-sm_90.cubin", CUDA_ERROR_NO_BINARY_FOR_GPU},
      {"86", "scale-sm_80.cubin", 0}, /* the same major one, a higher minor one */
      {"75", "scale-sm_80.cubin", CUDA_ERROR_NO_BINARY_FOR_GPU},
      {"100", "scale-sm_90.cubin", CUDA_ERROR_NO_BINARY_FOR_GPU},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CUmodule module;
    forget(NULL);
    setenv("CLEAVE_SIMULATOR_ARCHITECTURE", cases[i].device, 1);
    start(0);
    assert_int_equal(load(cases[i].cubin, &module), cases[i].result);
  }
}

/* An image that libcleave changed for the run time must never reach the driver. */
static void a_header_of_two_minds_is_refused(void **state) {
  (void)state;
  size_t size;
  CUmodule module;
  start(0);
  unsigned char *bytes = image("scale-sm_90.cubin", &size);
  bytes[EI_OSABI] = 0x33;
  assert_int_equal(cuModuleLoadData(&module, bytes), CUDA_ERROR_INVALID_IMAGE);
  bytes[EI_OSABI] = 0x41;
  bytes[EI_ABIVERSION] = 9;
  assert_int_equal(cuModuleLoadData(&module, bytes), CUDA_ERROR_INVALID_IMAGE);
  bytes[EI_ABIVERSION] = 8;
  assert_int_equal(cuModuleLoadData(&module, bytes), 0);
  free(bytes);
  assert_int_equal(cuModuleLoadData(&module, "#include <stdio.h>"), CUDA_ERROR_INVALID_IMAGE);
  assert_int_equal(cuModuleLoadData(&module, NULL), CUDA_ERROR_INVALID_VALUE);
}

static void objects_are_no_modules(void **state) {
  (void)state;
  size_t size;
  CUmodule module;
  start(0);
  unsigned char *bytes = image("scale-sm_90.cubin", &size);
  bytes[offsetof(Elf64_Ehdr, e_type)] = ET_REL;
  assert_int_equal(cuModuleLoadData(&module, bytes), CUDA_ERROR_INVALID_IMAGE);
  free(bytes);
}

static void modules_are_written_as_received(void **state) {
  (void)state;
  char folder[] = "/tmp/cleave-simulator-modules-XXXXXX", path[64];
  size_t size;
  CUmodule module;
  assert_non_null(mkdtemp(folder));
  setenv("CLEAVE_SIMULATOR_MODULES", folder, 1);
  start(0);
  unsigned char *bytes = image("scale-sm_90.cubin", &size), *kept = malloc(size + 1);
  assert_int_equal(cuModuleLoadData(&module, bytes), 0);
  snprintf(path, sizeof path, "%s/module-1", folder);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fread(kept, 1, size + 1, file), size);
  assert_memory_equal(kept, bytes, size);
  fclose(file);
  remove(path);
  remove(folder);
  free(bytes);
  free(kept);
}

static void kernels_have_attributes(void **state) {
  (void)state;
  CUmodule module;
  CUfunction function;
  int value;
  start(0);
  assert_int_equal(load("scale-sm_90.cubin", &module), 0);
  assert_int_equal(cuModuleGetFunction(&function, module, "none"), CUDA_ERROR_NOT_FOUND);
  /* A function that kernels call is no kernel. */
  assert_int_equal(cuModuleGetFunction(&function, module, "__kmpc_get_hardware_thread_id_in_block"),
                   CUDA_ERROR_NOT_FOUND);
  assert_int_equal(cuModuleGetFunction(&function, module, kernel_l4), 0);
  assert_int_equal(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function), 0);
  assert_int_equal(value, 256); /* thread_limit(256) in the source */
  assert_int_equal(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function), 0);
  assert_in_range(value, 8, 255);
  assert_int_equal(cuFuncGetAttribute(&value, 99, function), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL), CUDA_ERROR_INVALID_HANDLE);
  cuModuleUnload(module);
  assert_int_equal(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                   CUDA_ERROR_INVALID_HANDLE);
}

static void registers_limit_threads(void **state) {
  (void)state;
  start(0);
  assert_int_equal(kernel_threads(0, 0), 1024);
  assert_int_equal(kernel_threads(128, 32), 128);
  assert_int_equal(kernel_threads(0, 64), 1024);
  assert_int_equal(kernel_threads(0, 128), 512);
  assert_int_equal(kernel_threads(0, 255), 256);
  assert_int_equal(kernel_threads(2000, 16), 1024);
}

static void variables_hold_their_initial_values(void **state) {
  (void)state;
  CUmodule module;
  CUdeviceptr address;
  size_t size;
  unsigned char environment[48];
  char name[sizeof kernel_l4 + 32];
  start(0);
  assert_int_equal(load("scale-sm_90.cubin", &module), 0);
  snprintf(name, sizeof name, "%s_kernel_environment", kernel_l4);
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, module, name), 0);
  assert_int_equal(size, sizeof environment);
  assert_int_equal(cuMemcpyDtoH_v2(environment, address, size), 0);
  int maximum_threads;
  memcpy(&maximum_threads, environment + 8, sizeof maximum_threads);
  assert_int_equal(maximum_threads, 256);

  /* One without initial value, and one of constant memory. */
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, module, "__omp_rtl_debug_kind"), 0);
  assert_int_equal(size, 4);
  assert_int_equal(cuMemsetD8_v2(address, 1, 4), 0);
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, module, "__omp_rtl_device_environment"), 0);
  assert_int_equal(size, 48);
  assert_int_equal(cuMemcpyHtoD_v2(address, environment, size), 0);
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, module, "none"), CUDA_ERROR_NOT_FOUND);
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, module, kernel_l4), CUDA_ERROR_NOT_FOUND);
}

static void launches_are_checked(void **state) {
  (void)state;
  static const struct {
    unsigned grid[3], block[3], shared;
    CUresult result;
  } cases[] = {
      {{1, 1, 1}, {256, 1, 1}, 0, 0},
      {{2147483647, 65535, 65535}, {1, 1, 64}, 0, 0},
      {{2147483648u, 1, 1}, {1, 1, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 65536, 1}, {1, 1, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{0, 1, 1}, {1, 1, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 1, 1}, {0, 1, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 1, 1}, {1025, 1, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 1, 1}, {32, 33, 1}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 1, 1}, {1, 1, 65}, 0, CUDA_ERROR_INVALID_VALUE},
      {{1, 1, 1}, {257, 1, 1}, 0, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES}, /* thread_limit(256) */
      {{1, 1, 1}, {32, 1, 1}, 40960, 0},
      {{1, 1, 1}, {32, 1, 1}, 49153, CUDA_ERROR_INVALID_VALUE},
  };
  CUmodule module;
  CUfunction function;
  start(0);
  assert_int_equal(load("scale-sm_90.cubin", &module), 0);
  assert_int_equal(cuModuleGetFunction(&function, module, kernel_l4), 0);
  uint64_t launches = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const unsigned *grid = cases[i].grid, *block = cases[i].block;
    assert_int_equal(cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                    cases[i].shared, NULL, NULL, NULL),
                     cases[i].result);
    launches += cases[i].result == 0;
    assert_int_equal(driver.totals.launches, launches);
  }
  assert_int_equal(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_HANDLE);
}

static void durations_are_those_asked_for(void **state) {
  (void)state;
  CUmodule module;
  CUfunction function;
  CUstream stream;
  setenv("CLEAVE_SIMULATOR_KERNELS", file_with("# one kernel\n*_l4 = 5us + 2ns * blocks # and its time\n"),
         1);
  start(0);
  remove(getenv("CLEAVE_SIMULATOR_KERNELS"));
  load("scale-sm_90.cubin", &module);
  cuModuleGetFunction(&function, module, kernel_l4);
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  cuLaunchKernel(function, 1000, 1, 1, 64, 1, 1, 0, stream, NULL, NULL);
  assert_int_equal(driver.totals.kernel_time, 7000);
  nanoseconds first = stream->free;
  cuLaunchKernel(function, 1000, 1, 1, 64, 1, 1, 0, stream, NULL, NULL);
  assert_int_equal(stream->free, first + 7000);
}

static void occupancy_follows_the_scarcest(void **state) {
  (void)state;
  CUmodule module;
  CUfunction function;
  int blocks;
  start(0);
  load("scale-sm_90.cubin", &module);
  cuModuleGetFunction(&function, module, kernel_l4);
  function->registers = 32;
  function->shared_bytes = 0;
  assert_int_equal(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0), 0);
  assert_int_equal(blocks, 16); /* 2048 threads */
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 0);
  assert_int_equal(blocks, 32); /* that many blocks */
  function->registers = 64;
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0);
  assert_int_equal(blocks, 8); /* registers */
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 100 * 1024);
  assert_int_equal(blocks, 2); /* shared memory */
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 512, 0);
  assert_int_equal(blocks, 0); /* larger than it was compiled for */
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(both_layouts_load),
      TEST(the_header_must_fit_the_device),
      TEST(a_header_of_two_minds_is_refused),
      TEST(objects_are_no_modules),
      TEST(modules_are_written_as_received),
      TEST(kernels_have_attributes),
      TEST(registers_limit_threads),
      TEST(variables_hold_their_initial_values),
      TEST(launches_are_checked),
      TEST(durations_are_those_asked_for),
      TEST(occupancy_follows_the_scarcest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
