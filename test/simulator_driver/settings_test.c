/* FILE: test/simulator_driver/settings_test.c
 * WHAT: profiles, formulas, faults; and the order of the driver's errors.
 */
#include "start.h"

static void values_have_units(void **state) {
  (void)state;
  static const struct {
    const char *kind, *text;
    double value; /* negative: refused */
  } cases[] = {
      {"count", "132", 132},        {"count", "132 MHz", -1},   {"time", "2.5 us", 2500},
      {"time", "2.5us", 2500},      {"time", "1 ms", 1e6},      {"time", "7", -1},
      {"rate", "55.4 GB/s", 55.4},  {"rate", "4.8 TB/s", 4800}, {"rate", "5 GB", -1},
      {"size", "50 MiB", 52428800}, {"size", "64 KB", -1},      {"clock", "1980 MHz", 1980000},
      {"time", "-3 us", -1},        {"time", "us", -1},         {"count", "", -1},
      {"count", "nan", -1},         {"size", "1e99 GiB", -1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = -1;
    bool good = profile_value(cases[i].kind, cases[i].text, &value);
    assert_int_equal(good, cases[i].value >= 0);
    if (good)
      assert_true(value > cases[i].value * 0.999999 && value < cases[i].value * 1.000001);
  }
}

static void profiles_are_complete(void **state) {
  (void)state;
  static const char *const names[] = {"h200", "a100", "titan-x", "power8", "volta-2sm"};
  static const int multiprocessors[] = {132, 108, 28, 56, 2}, reported[] = {90, 80, 75, 75, 70};
  for (int i = 0; i < 5; i++) {
    char name[64];
    int value;
    forget(NULL);
    setenv("CLEAVE_SIMULATOR_PROFILE", names[i], 1);
    start(0);
    assert_int_equal(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0), 0);
    assert_int_equal(value, multiprocessors[i]);
    int major, minor;
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
    assert_int_equal(major * 10 + minor, reported[i]);
    assert_int_equal(cuDeviceGetName(name, sizeof name, 0), 0);
    assert_int_equal(strncmp(name, "NVIDIA ", 7), 0);
    assert_int_equal(cuDeviceGetAttribute(&value, 12345, 0), CUDA_ERROR_INVALID_VALUE);
  }
}

/* As with CUDA_VISIBLE_DEVICES: only these, in this order, up to the first one that is missing. */
static void devices_may_be_invisible(void **state) {
  (void)state;
  static const struct {
    const char *visible;
    int count, numbers[4];
  } cases[] = {{"2,0", 2, {2, 0}}, {"1", 1, {1}}, {"1,5,0", 1, {1}}, {"0,1,2,3", 4, {0, 1, 2, 3}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int count;
    unsigned char uuid[CLEAVE_CUDA_UUID_BYTES];
    forget(NULL);
    setenv("CLEAVE_SIMULATOR_DEVICES", "4", 1);
    setenv("CLEAVE_SIMULATOR_VISIBLE_DEVICES", cases[i].visible, 1);
    assert_int_equal(cuInit(0), 0);
    assert_int_equal(cuDeviceGetCount(&count), 0);
    assert_int_equal(count, cases[i].count);
    for (int k = 0; k < count; k++) {
      assert_int_equal(cuDeviceGetUuid_v2(uuid, k), 0);
      assert_int_equal(uuid[sizeof uuid - 1], cases[i].numbers[k]);
    }
    assert_int_equal(cuDeviceGetUuid_v2(uuid, count), CUDA_ERROR_INVALID_DEVICE);
  }
  forget(NULL);
  setenv("CLEAVE_SIMULATOR_VISIBLE_DEVICES", "NoDevFiles", 1);
  assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
}

/* The error of the profile TEXT. */
static const char *profile_error(const char *text) {
  static char error[1024];
  struct profile profile;
  const char *path = file_with(text);
  *error = 0;
  assert_false(profile_read(path, &profile, error, sizeof error));
  remove(path);
  assert_int_equal(strncmp(error, path, strlen(path)), 0);
  return error + strlen(path);
}

static void bad_profiles_are_reported(void **state) {
  (void)state;
  char error[1024];
  struct profile profile;
  assert_string_equal(profile_error("# nothing\n"), ": no value for architecture");
  assert_string_equal(profile_error("name = x\n\nclok = 1 MHz\n"), ":3: unknown key clok");
  assert_string_equal(profile_error("memory = 1 GiB\nmemory = 2 GiB\n"), ":2: duplicate value for memory");
  assert_string_equal(profile_error("memory: 1 GiB\n"), ":1: expected KEY = VALUE: memory: 1 GiB");
  assert_string_equal(profile_error("query = 1 sec # how long\n"),
                      ":1: query = 1 sec: the value must be a number with a unit: ns, us, ms, s");
  assert_string_equal(profile_error("architecture = nine\n"),
                      ":1: architecture = nine: the value must be a number");
  assert_string_equal(profile_error("kernel_duration = 2us * teams\n"),
                      ":1: 2us * teams: unknown name; a formula has blocks, threads, multiprocessors, "
                      "p0..., min(a, b), ns, us, ms, s");
  assert_false(profile_read("none", &profile, error, sizeof error));
  assert_non_null(strstr(error, "none.profile: No such file"));
}

static void formulas_are_computed(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value; /* negative: refused */
  } cases[] = {
      {"12us + 3ns*blocks", 12300},
      {"2 * (1us + 1us)", 4000},
      {"1ms - 1us", 999000},
      {"10us / 4", 2500},
      {"blocks * threads / multiprocessors", 320},
      {"1us - 2us", -1},
      {"1us / 0", -1},
      {"1us +", -1},
      {"(1us", -1},
      {"1us)", -1},
      {"1min", -1},
      {"2us + 3ns * min(blocks, threads / 2) * 2", 2096},
      {"min(min(3us, 2us), 1us + 1us)", 2000},
      {"min(1us)", -1},
      {"min(1us, 2us", -1},
      {"min(1us, 2us) 3", -1},
      {"min 1us", -1},
      {"2us + 10 * (p1 - p0)", 2050},
      {"2us + p7", 2000},
      {"1us * p", -1},
      {"", -1},
      {"1us 2us", -1},
  };
  const uint64_t parameters[] = {7, 12};
  const struct kernel_shape shape = {100, 32, 10, parameters, 2};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char error[256] = "";
    double value = -1;
    bool good = formula_value(cases[i].text, &shape, &value, error, sizeof error);
    assert_int_equal(good, cases[i].value >= 0);
    if (good)
      assert_true(value > cases[i].value - 0.001 && value < cases[i].value + 0.001);
    else
      assert_true(*error);
  }
}

static void the_first_pattern_counts(void **state) {
  (void)state;
  const struct kernel_shape shape = {.blocks = 1, .threads = 1, .multiprocessors = 1};
  const struct profile profile = {.kernel_duration = "9us"};
  char error[256];
  const char *path = file_with("*_l4 = 1us\n*main* = 2us\n");
  assert_true(kernels_read(path, error, sizeof error));
  remove(path);
  assert_true(kernel_duration("x_main_l4", &shape, &profile, NULL) == 1000);
  assert_true(kernel_duration("x_main_l5", &shape, &profile, NULL) == 2000);
  assert_true(kernel_duration("x_l5", &shape, &profile, NULL) == 9000);
  /* The time model applies where no pattern does. */
  const struct gpu_time modeled = {.duration = 1234};
  assert_true(kernel_duration("x_main_l4", &shape, &profile, &modeled) == 1000);
  assert_true(kernel_duration("x_l5", &shape, &profile, &modeled) == 1234);
  path = file_with("\n*_l4 1us\n");
  assert_false(kernels_read(path, error, sizeof error));
  remove(path);
  assert_non_null(strstr(error, ":2: expected PATTERN = FORMULA"));
}

static void faults_come_when_asked(void **state) {
  (void)state;
  CUdeviceptr device;
  char host[8];
  setenv("CLEAVE_SIMULATOR_FAULTS",
         "cuMemAlloc:3=2,cuMemcpyHtoD_v2=719,cuStreamSynchronize:1=700,cuMemsetD8:2+=1", 1);
  start(0);
  for (int call = 1; call <= 4; call++)
    assert_int_equal(cuMemAlloc_v2(&device, 64), call == 3 ? CUDA_ERROR_OUT_OF_MEMORY : 0);
  for (int call = 1; call <= 2; call++)
    assert_int_equal(cuMemcpyHtoD_v2(device, host, 8), CUDA_ERROR_LAUNCH_FAILED);
  assert_int_equal(driver.totals.bytes_to, 0);
  assert_int_equal(cuMemcpyDtoH_v2(host, device, 8), 0);
  assert_int_equal(cuStreamSynchronize(NULL), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(cuStreamSynchronize(NULL), 0);
  for (int call = 1; call <= 4; call++)
    assert_int_equal(cuMemsetD8_v2(device, 0, 8), call >= 2 ? CUDA_ERROR_INVALID_VALUE : 0);
}

static void cuInit_can_fail(void **state) {
  (void)state;
  int count;
  setenv("CLEAVE_SIMULATOR_FAULTS", "cuInit=100", 1);
  assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
  assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  forget(NULL);
  setenv("CLEAVE_SIMULATOR_DEVICES", "0", 1);
  assert_int_equal(cuInit(0), CUDA_ERROR_NO_DEVICE);
}

static void bad_faults_are_reported(void **state) {
  (void)state;
  static const struct {
    const char *spec, *error;
  } cases[] = {
      {"cuMemAllok=2", "CLEAVE_SIMULATOR_FAULTS: cuMemAllok=2: unknown function"},
      {"cuInit=100,cuMemAlloc",
       "CLEAVE_SIMULATOR_FAULTS: cuMemAlloc: expected =ERROR or :CALL=ERROR after the function"},
      {"cuMemAlloc:0=2", "CLEAVE_SIMULATOR_FAULTS: cuMemAlloc:0=2: the number of a call is at least 1"},
      {"cuMemAlloc:-1=2", "CLEAVE_SIMULATOR_FAULTS: cuMemAlloc:-1=2: the number of a call is at least 1"},
      {"cuMemAlloc=two",
       "CLEAVE_SIMULATOR_FAULTS: cuMemAlloc=two: expected an error number of CUDA, such as 2"},
      {"cuMemAlloc=0", "CLEAVE_SIMULATOR_FAULTS: cuMemAlloc=0: expected an error number of CUDA, such as 2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char error[256] = "";
    assert_false(faults_read(cases[i].spec, error, sizeof error));
    assert_string_equal(error, cases[i].error);
    assert_int_equal(fault_of(FUNCTION_cuInit, 1), 0); /* all or none */
  }
}

static void bad_settings_fail_cuInit(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"CLEAVE_SIMULATOR_PROFILE", "none"},     {"CLEAVE_SIMULATOR_DEVICES", "17"},
      {"CLEAVE_SIMULATOR_DEVICES", "one"},      {"CLEAVE_SIMULATOR_ARCHITECTURE", "sm_90"},
      {"CLEAVE_SIMULATOR_COPY_LIMIT", "-1"},    {"CLEAVE_SIMULATOR_FILL", "256"},
      {"CLEAVE_SIMULATOR_KERNELS", "/nowhere"}, {"CLEAVE_SIMULATOR_FAULTS", "cuIniit=1"},
      {"CLEAVE_SIMULATOR_EXECUTE", "on"},       {"CLEAVE_SIMULATOR_CHECKS", "races,raced"},
      {"CLEAVE_SIMULATOR_SITES", "yes"},        {"CLEAVE_SIMULATOR_BLOCKS", "all"},
      {"CLEAVE_SIMULATOR_HOST_THREADS", "-1"},  {"CLEAVE_SIMULATOR_COUNTS", "/nowhere/counts"},
      {"CLEAVE_SIMULATOR_UNKNOWN", "1"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int count;
    forget(NULL);
    setenv(bad[i][0], bad[i][1], 1);
    assert_int_equal(cuInit(0), CUDA_ERROR_UNKNOWN);
    assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  }
}

static void errors_come_in_order(void **state) {
  (void)state;
  CUdeviceptr device;
  CUcontext context;
  int count;
  assert_int_equal(cuMemAlloc_v2(&device, 64), CUDA_ERROR_NOT_INITIALIZED);
  assert_int_equal(cuMemAlloc_v2(NULL, 0), CUDA_ERROR_NOT_INITIALIZED);
  assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  assert_int_equal(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuInit(0), 0);
  assert_int_equal(cuInit(0), 0);
  assert_int_equal(cuMemAlloc_v2(NULL, 0), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cuStreamSynchronize(NULL), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cuDeviceGet(&count, 1), CUDA_ERROR_INVALID_DEVICE);
  assert_int_equal(cuDevicePrimaryCtxRetain(&context, 1), CUDA_ERROR_INVALID_DEVICE);
  assert_int_equal(cuDevicePrimaryCtxRetain(&context, 0), 0);
  assert_int_equal(cuCtxSetCurrent(context), 0);
  assert_int_equal(cuMemAlloc_v2(NULL, 64), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuMemAlloc_v2(&device, 64), 0);
  assert_int_equal(cuDevicePrimaryCtxRelease_v2(0), 0);
  assert_int_equal(cuMemAlloc_v2(&device, 64), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cuDevicePrimaryCtxRelease_v2(0), CUDA_ERROR_INVALID_CONTEXT);
}

static void unknown_handles_are_refused(void **state) {
  (void)state;
  CUstream stream;
  CUevent event;
  start(0);
  cuStreamCreate(&stream, 0);
  cuEventCreate(&event, 0);
  assert_int_equal(cuStreamDestroy_v2(stream), 0);
  assert_int_equal(cuStreamDestroy_v2(stream), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuStreamDestroy_v2(NULL), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuEventDestroy_v2(event), 0);
  assert_int_equal(cuEventDestroy_v2(event), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cuEventRecord(event, NULL), CUDA_ERROR_INVALID_HANDLE);
}

static void errors_have_names(void **state) {
  (void)state;
  const char *text = NULL;
  assert_int_equal(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text), 0);
  assert_string_equal(text, "CUDA_ERROR_OUT_OF_MEMORY");
  assert_int_equal(cuGetErrorString(CUDA_ERROR_LAUNCH_FAILED, &text), 0);
  assert_string_equal(text, "unspecified launch failure");
  assert_int_equal(cuGetErrorString(12345, &text), CUDA_ERROR_INVALID_VALUE);
  assert_null(text);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, forget)
  const struct CMUnitTest tests[] = {
      TEST(devices_may_be_invisible),  TEST(values_have_units),     TEST(profiles_are_complete),
      TEST(bad_profiles_are_reported), TEST(formulas_are_computed), TEST(the_first_pattern_counts),
      TEST(faults_come_when_asked),    TEST(cuInit_can_fail),       TEST(bad_faults_are_reported),
      TEST(bad_settings_fail_cuInit),  TEST(errors_come_in_order),  TEST(unknown_handles_are_refused),
      TEST(errors_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
