/* FILE: test/simulator_driver/execution_test.c
 * WHAT: kernels that execute: parameters, memory, errors of kernels, records.
 */
#include "start.h"

#include <elf.h>

static const char ptx[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n"
    ".visible .global .align 4 .u32 counter = 7;\n"
    /* element i = i + start */
    ".visible .entry fill(.param .u64 fill_0, .param .u32 fill_1) {\n"
    "  .reg .b32 %r<7>; .reg .b64 %rd<4>;\n"
    "  ld.param.u64 %rd1, [fill_0];\n  ld.param.u32 %r1, [fill_1];\n"
    "  mov.u32 %r2, %tid.x;\n  mov.u32 %r3, %ctaid.x;\n  mov.u32 %r4, %ntid.x;\n"
    "  mad.lo.s32 %r5, %r3, %r4, %r2;\n  mul.wide.u32 %rd2, %r5, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
    "  add.s32 %r6, %r5, %r1;\n  st.global.u32 [%rd3], %r6;\n  ret;\n}\n"
    ".visible .entry stop() {\n  trap;\n  ret;\n}\n";

enum { COUNT = 256, LENGTH_BYTES = 8 };

/* An image for sm_90 whose section .cleave.ptx has SIZE bytes of TEXT after a length; without the section if TEXT is NULL. The
 * caller frees it. */
static unsigned char *image_of(const char *text, size_t size, uint64_t length) {
  static const char names[] = "\0.shstrtab\0.cleave.ptx";
  const size_t sections = sizeof(Elf64_Ehdr), strings = sections + 3 * sizeof(Elf64_Shdr);
  const size_t section = strings + sizeof names;
  unsigned char *image = calloc(1, section + LENGTH_BYTES + size);
  assert_non_null(image);
  Elf64_Ehdr header = {.e_type = ET_EXEC,
                       .e_machine = 190,
                       .e_version = EV_CURRENT,
                       .e_shoff = sections,
                       .e_flags = 90 << 8,
                       .e_ehsize = sizeof header,
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = text ? 3 : 2,
                       .e_shstrndx = 1};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = 0x41;
  header.e_ident[EI_ABIVERSION] = 8;
  const Elf64_Shdr rows[] = {
      {0},
      {.sh_name = 1, .sh_type = SHT_STRTAB, .sh_offset = strings, .sh_size = sizeof names},
      {.sh_name = 11, .sh_type = SHT_PROGBITS, .sh_offset = section, .sh_size = LENGTH_BYTES + size}};
  memcpy(image, &header, sizeof header);
  memcpy(image + sections, rows, sizeof rows);
  memcpy(image + strings, names, sizeof names);
  memcpy(image + section, &length, sizeof length);
  memcpy(image + section + LENGTH_BYTES, text ? text : "", size);
  return image;
}

static CUresult load_text(CUmodule *module, const char *text, size_t size, uint64_t length) {
  unsigned char *image = image_of(text, size, length);
  const CUresult result = cuModuleLoadData(module, image);
  free(image); /* the driver has a copy */
  return result;
}

/* The device, with the module above, and memory for COUNT numbers. */
struct things {
  CUmodule module;
  CUfunction fill, stop;
  CUdeviceptr memory;
};

static struct things things(void) {
  struct things made;
  start(0);
  assert_int_equal(load_text(&made.module, ptx, strlen(ptx), strlen(ptx)), 0);
  assert_int_equal(cuModuleGetFunction(&made.fill, made.module, "fill"), 0);
  assert_int_equal(cuModuleGetFunction(&made.stop, made.module, "stop"), 0);
  assert_int_equal(cuMemAlloc_v2(&made.memory, COUNT * sizeof(uint32_t)), 0);
  return made;
}

/* Launches `fill` with 4 teams of 64 threads on STREAM. */
static CUresult fill(const struct things *t, CUdeviceptr memory, uint32_t first, CUstream stream) {
  struct {
    uint64_t memory;
    uint32_t first;
  } values = {memory, first};
  size_t size = 12;
  void *extra[] = {(void *)1, &values, (void *)2, &size, NULL};
  return cuLaunchKernel(t->fill, 4, 1, 1, 64, 1, 1, 0, stream, NULL, extra);
}

static void check_numbers(CUdeviceptr memory, uint32_t first) {
  uint32_t numbers[COUNT];
  assert_int_equal(cuMemcpyDtoH_v2(numbers, memory, sizeof numbers), 0);
  for (uint32_t i = 0; i < COUNT; i++)
    assert_int_equal(numbers[i], first + i);
}

static void kernels_compute(void **state) {
  (void)state;
  struct things t = things();
  assert_int_equal(fill(&t, t.memory, 5, NULL), 0);
  check_numbers(t.memory, 5);
  /* The same with a list of pointers to the parameters. */
  uint32_t first = 9;
  void *list[] = {&t.memory, &first};
  assert_int_equal(cuLaunchKernel(t.fill, 4, 1, 1, 64, 1, 1, 0, NULL, list, NULL), 0);
  check_numbers(t.memory, 9);
  /* Pinned host memory is memory of the device as well. */
  void *pinned;
  assert_int_equal(cuMemAllocHost_v2(&pinned, COUNT * sizeof(uint32_t)), 0);
  assert_int_equal(fill(&t, (uintptr_t)pinned, 3, NULL), 0);
  assert_int_equal(cuCtxSynchronize(), 0);
  assert_int_equal(((uint32_t *)pinned)[COUNT - 1], COUNT + 2);
}

static void short_parameters_are_refused(void **state) {
  (void)state;
  struct things t = things();
  size_t size = 8;
  void *extra[] = {(void *)1, &t.memory, (void *)2, &size, NULL};
  assert_int_equal(cuLaunchKernel(t.fill, 4, 1, 1, 64, 1, 1, 0, NULL, NULL, extra), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuLaunchKernel(t.fill, 4, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuCtxSynchronize(), 0); /* no error of the context */
}

static void variables_are_those_of_the_program(void **state) {
  (void)state;
  struct things t = things();
  CUdeviceptr address;
  size_t size;
  uint32_t value;
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, t.module, "counter"), 0);
  assert_int_equal(size, sizeof value);
  assert_int_equal(cuMemcpyDtoH_v2(&value, address, sizeof value), 0);
  assert_int_equal(value, 7);
  assert_int_equal(cuModuleGetGlobal_v2(&address, &size, t.module, "other"), CUDA_ERROR_NOT_FOUND);
  assert_int_equal(cuModuleUnload(t.module), 0);
  assert_int_equal(cuMemcpyDtoH_v2(&value, address, sizeof value), CUDA_ERROR_INVALID_VALUE);
}

/* After an error of a kernel all calls of its context return it. */
static void check_fault(CUresult error) {
  CUdeviceptr memory;
  int count;
  assert_int_equal(cuStreamQuery(NULL), error);
  assert_int_equal(cuCtxSynchronize(), error);
  assert_int_equal(cuMemAlloc_v2(&memory, 64), error);
  assert_int_equal(cuDeviceGetCount(&count), 0);
  /* It ends with the context. */
  CUcontext context;
  assert_int_equal(cuDevicePrimaryCtxRelease_v2(0), 0);
  assert_int_equal(cuDevicePrimaryCtxRetain(&context, 0), 0);
  assert_int_equal(cuCtxSynchronize(), 0);
}

static void errors_of_kernels_stay(void **state) {
  (void)state;
  struct things t = things();
  assert_int_equal(fill(&t, t.memory + 4, 0, NULL), 0); /* asynchronous: found later */
  check_fault(CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(fill(&t, t.memory - 2, 0, NULL), 0);
  check_fault(CUDA_ERROR_MISALIGNED_ADDRESS);
  assert_int_equal(cuLaunchKernel(t.stop, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL), 0);
  check_fault(CUDA_ERROR_LAUNCH_FAILED);
  assert_int_equal(fill(&t, t.memory, 1, NULL), 0);
  check_numbers(t.memory, 1);
}

static void freed_memory_is_no_memory(void **state) {
  (void)state;
  struct things t = things();
  CUdeviceptr more;
  assert_int_equal(cuMemFree_v2(t.memory), 0);
  /* Memory of the same size does not get the same address. */
  assert_int_equal(cuMemAlloc_v2(&more, COUNT * sizeof(uint32_t)), 0);
  assert_true(more != t.memory);
  assert_int_equal(fill(&t, t.memory, 0, NULL), 0);
  check_fault(CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void devices_have_separate_memory(void **state) {
  (void)state;
  CUdeviceptr other;
  setenv("CLEAVE_SIMULATOR_DEVICES", "2", 1);
  struct things t = things();
  start(1);
  assert_int_equal(cuMemAlloc_v2(&other, COUNT * sizeof(uint32_t)), 0);
  start(0);
  assert_int_equal(fill(&t, other, 0, NULL), 0);
  assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  start(1);
  assert_int_equal(cuCtxSynchronize(), 0); /* the error is that of device 0 */
}

static void execution_can_be_off(void **state) {
  (void)state;
  static const char *const settings_off[][2] = {{"CLEAVE_SIMULATOR_EXECUTE", "no"},
                                                {"CLEAVE_SIMULATOR_COPY_LIMIT", "65536"}};
  for (int i = 0; i < 2; i++) {
    uint32_t number = 1;
    forget(NULL);
    setenv(settings_off[i][0], settings_off[i][1], 1);
    struct things t = things();
    assert_int_equal(fill(&t, t.memory, 5, NULL), 0);
    assert_int_equal(cuMemcpyDtoH_v2(&number, t.memory, sizeof number), 0);
    assert_int_equal(number, 0);
    assert_int_equal(driver.totals.launches, 1);
  }
}

static void images_are_checked(void **state) {
  (void)state;
  static const char unknown[] =
      ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k() {\n  frobnicate;\n}\n";
  CUmodule module;
  start(0);
  assert_int_equal(load_text(&module, NULL, 0, 0), 0);
  assert_int_equal(load_text(&module, ptx, strlen(ptx), strlen(ptx) + 1), CUDA_ERROR_INVALID_PTX);
  assert_int_equal(load_text(&module, ptx, strlen(ptx), UINT64_MAX), CUDA_ERROR_INVALID_PTX);
  assert_int_equal(load_text(&module, ptx, 100, 100), CUDA_ERROR_INVALID_PTX);
  assert_int_equal(load_text(&module, unknown, strlen(unknown), strlen(unknown)), CUDA_ERROR_INVALID_PTX);
  forget(NULL);
  setenv("CLEAVE_SIMULATOR_EXECUTE", "require", 1);
  start(0);
  assert_int_equal(load_text(&module, NULL, 0, 0), CUDA_ERROR_NO_BINARY_FOR_GPU);
  assert_int_equal(load_text(&module, ptx, strlen(ptx), strlen(ptx)), 0);
}

/* Whether a line of TEXT has all of PARTS. */
static bool has_line(const char *text, const char *const *parts, size_t count) {
  for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
    char copy[4096];
    size_t found = 0;
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
    for (size_t i = 0; i < count; i++)
      found += strstr(copy, parts[i]) != NULL;
    if (found == count)
      return true;
  }
  return false;
}

static void launches_and_copies_are_recorded(void **state) {
  (void)state;
  static const char *const device[] = {"\"type\": \"device\"", "\"name\": \"NVIDIA H200\"",
                                       "\"multiprocessors\": 132"};
  static const char *const launch[] = {"\"type\": \"launch\"",  "\"kernel\": \"fill\"", "\"grid\": [4, 1, 1]",
                                       "\"block\": [64, 1, 1]", "\"status\": \"done\"", "\"threads\": 256",
                                       "\"blocks\": 4",         "\"store.global\": 8"};
  static const char *const copy[] = {"\"type\": \"copy\"", "\"direction\": \"from device\"",
                                     "\"bytes\": 1024", "\"pinned\": false"};
  static char text[65536];
  char path[64];
  strcpy(path, file_with(""));
  setenv("CLEAVE_SIMULATOR_COUNTS", path, 1);
  struct things t = things();
  assert_int_equal(fill(&t, t.memory, 5, NULL), 0);
  check_numbers(t.memory, 5);
  forget(NULL); /* closes the file */
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  remove(path);
  assert_true(has_line(text, device, sizeof device / sizeof *device));
  assert_true(has_line(text, launch, sizeof launch / sizeof *launch));
  assert_true(has_line(text, copy, sizeof copy / sizeof *copy));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(kernels_compute),
      TEST(short_parameters_are_refused),
      TEST(variables_are_those_of_the_program),
      TEST(errors_of_kernels_stay),
      TEST(freed_memory_is_no_memory),
      TEST(devices_have_separate_memory),
      TEST(execution_can_be_off),
      TEST(images_are_checked),
      TEST(launches_and_copies_are_recorded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
