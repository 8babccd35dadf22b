/* FILE: test/simulator_driver/link_test.c
 * WHAT: PTX that a program links or loads at run time, contexts that it creates, and the other calls of GCC's OpenMP run time.
 */
#include "start.h"

enum { INPUT_PTX = 1, INPUT_CUBIN = 0 };

static char kernel_text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".extern .func (.param .u32 r) twice(.param .u32 x);\n"
    ".visible .entry store(.param .u64 to)\n{\n.reg .u32 %r<2>;\n.reg .u64 %R0;\n"
    "ld.param.u64 %R0, [to];\n{\n.param .u32 x;\n.param .u32 r;\nst.param.u32 [x], 21;\n"
    "call (r), twice, (x);\nld.param.u32 %r0, [r];\n}\nst.global.u32 [%R0], %r0;\nret;\n}\n";
static char function_text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .func (.param .u32 r) twice(.param .u32 x)\n{\n.reg .u32 %r0;\n"
    "ld.param.u32 %r0, [x];\nadd.u32 %r0, %r0, %r0;\nst.param.u32 [r], %r0;\nret;\n}\n";

/* What the kernel of MODULE stores. */
static unsigned stored(CUmodule module) {
  CUfunction function;
  CUdeviceptr memory;
  unsigned value = 0;
  assert_int_equal(cuModuleGetFunction(&function, module, "store"), 0);
  assert_int_equal(cuMemAlloc_v2(&memory, sizeof value), 0);
  void *parameters[] = {&memory};
  assert_int_equal(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL), 0);
  assert_int_equal(cuMemcpy((uintptr_t)&value, memory, sizeof value), 0);
  assert_int_equal(cuMemFree_v2(memory), 0);
  return value;
}

static void texts_are_linked(void **state) {
  (void)state;
  CUlinkState link;
  CUmodule module;
  void *image;
  size_t size;
  start(0);
  assert_int_equal(cuLinkCreate_v2(0, NULL, NULL, &link), 0);
  assert_int_equal(
      cuLinkAddData_v2(link, INPUT_PTX, kernel_text, sizeof kernel_text, "kernel", 0, NULL, NULL), 0);
  assert_int_equal(cuLinkComplete(link, &image, &size), 0);
  assert_int_equal(cuModuleLoadData(&module, image), CUDA_ERROR_INVALID_PTX); /* `twice` is not defined */
  assert_int_equal(
      cuLinkAddData_v2(link, INPUT_PTX, function_text, sizeof function_text - 1, NULL, 0, NULL, NULL), 0);
  assert_int_equal(cuLinkComplete(link, &image, &size), 0);
  assert_int_equal(cuModuleLoadData(&module, image), 0);
  assert_int_equal(cuLinkDestroy(link), 0); /* the driver has a copy */
  assert_int_equal(stored(module), 42);
  assert_int_equal(cuModuleUnload(module), 0);
  assert_int_equal(cuLinkDestroy(link), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuLinkComplete(link, &image, &size), CUDA_ERROR_INVALID_HANDLE);
}

static void other_inputs_are_refused(void **state) {
  (void)state;
  CUlinkState link;
  CUmodule module;
  void *image;
  start(0);
  assert_int_equal(cuLinkCreate_v2(0, NULL, NULL, &link), 0);
  assert_int_equal(
      cuLinkAddData_v2(link, INPUT_CUBIN, function_text, sizeof function_text, "", 0, NULL, NULL),
      CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuLinkComplete(link, &image, NULL), 0);
  assert_int_equal(cuModuleLoadData(&module, image), CUDA_ERROR_INVALID_IMAGE); /* nothing was linked */
  assert_int_equal(cuLinkDestroy(link), 0);
}

static void text_and_files_are_loaded(void **state) {
  (void)state;
  CUmodule module;
  char whole[sizeof function_text + sizeof kernel_text];
  start(0);
  snprintf(whole, sizeof whole, "%s%s", function_text, strstr(kernel_text, ".visible"));
  assert_int_equal(cuModuleLoadData(&module, whole), 0);
  assert_int_equal(stored(module), 42);
  const char *path = file_with(whole);
  assert_int_equal(cuModuleLoad(&module, path), 0);
  remove(path);
  assert_int_equal(stored(module), 42);
  assert_int_equal(cuModuleLoad(&module, path), CUDA_ERROR_FILE_NOT_FOUND);
}

static void contexts_are_a_stack(void **state) {
  (void)state;
  CUcontext made, primary, current;
  start(0);
  assert_int_equal(cuCtxGetCurrent(&primary), 0);
  assert_int_equal(cuCtxCreate_v2(&made, 0, 7), CUDA_ERROR_INVALID_DEVICE);
  assert_int_equal(cuCtxCreate_v2(&made, 0, 0), 0);
  assert_int_equal(cuCtxPopCurrent_v2(&current), 0);
  assert_ptr_equal(current, made);
  assert_int_equal(cuCtxGetCurrent(&current), 0);
  assert_ptr_equal(current, primary);
  assert_int_equal(cuCtxPopCurrent_v2(NULL), 0);
  assert_int_equal(cuCtxPopCurrent_v2(NULL), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cuCtxPushCurrent_v2(made), 0);
  assert_int_equal(cuCtxSynchronize(), 0);
  assert_int_equal(cuCtxDestroy_v2(made), 0);
  assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
}

static void addresses_have_ranges(void **state) {
  (void)state;
  CUdeviceptr memory, base;
  size_t bytes;
  void *pinned;
  start(0);
  assert_int_equal(cuMemAlloc_v2(&memory, 100), 0);
  assert_int_equal(cuMemGetAddressRange_v2(&base, &bytes, memory + 99), 0);
  assert_int_equal(base, memory);
  assert_int_equal(bytes, 100);
  assert_int_equal(cuMemGetAddressRange_v2(&base, &bytes, (uintptr_t)&bytes), CUDA_ERROR_NOT_FOUND);
  assert_int_equal(cuMemAllocHost_v2(&pinned, 64), 0);
  assert_int_equal(cuMemHostGetDevicePointer_v2(&base, pinned, 0), 0);
  assert_int_equal(base, (uintptr_t)pinned);
  assert_int_equal(cuMemHostGetDevicePointer_v2(&base, &bytes, 0), CUDA_ERROR_INVALID_VALUE);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(texts_are_linked),     TEST(other_inputs_are_refused), TEST(text_and_files_are_loaded),
      TEST(contexts_are_a_stack), TEST(addresses_have_ranges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
