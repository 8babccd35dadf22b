/* FILE: test/unit/profile_test.c
 * WHAT: profiles of devices: reading, complaints, writing, and where they belong.
 */
#include "device/profile.h"
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DEVICES CLEAVE_SOURCE_DIR "/lib/device/devices/"

static char complaints[4096];

static void complain(const char *line) {
  const char *name = strrchr(line, '/');
  strncat(complaints, name ? name + 1 : line, sizeof complaints - strlen(complaints) - 2);
  strcat(complaints, "\n");
}

/* Reads TEXT as a profile over LIMITS. The complaints name it "profile". */
static bool read_text(const char *text, struct cleave_device *device) {
  char folder[] = "/tmp/cleave-profile-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/profile", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  *complaints = 0;
  bool good = cleave_profile_read(path, device, complain);
  remove(path);
  rmdir(folder);
  return good;
}

static void test_shipped(void **state) {
  (void)state;
  struct cleave_device device = {0}, architecture = {0};
  *complaints = 0;
  assert_true(cleave_profile_read(DEVICES "nvidia-titan-x-pascal.profile", &device, complain));
  assert_string_equal(device.limits.name, "NVIDIA TITAN X (Pascal)");
  assert_int_equal(device.limits.multiprocessors, 28);
  assert_int_equal(device.limits.saturation_table[0], 112);
  assert_int_equal(device.limits.saturation_table[9], 14);
  assert_true(device.limits.saturation_teams == 4);
  assert_int_equal(device.limits.sub_partitions, 4); /* the architecture's */
  /* The H200 is its architecture's model. */
  memset(&device, 0, sizeof device);
  assert_true(cleave_profile_read(DEVICES "nvidia-h200.profile", &device, complain));
  assert_true(cleave_device_limits_of(90, &architecture.limits));
  assert_string_equal(device.limits.name, "NVIDIA H200");
  memcpy(device.limits.name, architecture.limits.name, sizeof device.limits.name);
  assert_memory_equal(&device, &architecture, sizeof device);
  assert_string_equal(complaints, "");
}

static void test_values(void **state) {
  (void)state;
  struct cleave_device device = {0};
  assert_true(read_text("# a comment\n\n  architecture = 80 # another\nlevel_1_cache=64KiB\r\n"
                        "shared_memory_per_multiprocessor = 1 MiB\nsaturation_teams = 3.5\n"
                        "saturation_table = 9 8",
                        &device));
  assert_string_equal(device.limits.name, "sm_80");
  assert_int_equal(device.limits.multiprocessors, 108);
  assert_int_equal(device.limits.level_1_bytes, 65536);
  assert_int_equal(device.limits.shared_per_multiprocessor, 1048576);
  assert_true(device.limits.saturation_teams == 3.5);
  assert_int_equal(device.limits.saturation_table[1], 8);
  assert_int_equal(device.limits.saturation_table[2], 0);
  /* Over what is known of the device already. */
  device.limits.multiprocessors = 54;
  assert_true(read_text("level_1_cache = 32 B\n", &device));
  assert_int_equal(device.limits.multiprocessors, 54);
  assert_int_equal(device.limits.level_1_bytes, 32);
}

/* One line for each thing that is wrong, and nothing is taken over. */
static void test_errors(void **state) {
  (void)state;
  static const struct {
    const char *text, *complaint;
  } rows[] = {
      {"", "profile: it requires a value for architecture: 60 or more, gfx90a or gfx942\n"},
      {"architecture = 52\n",
       "profile: it requires a value for architecture: 60 or more, gfx90a or gfx942\n"},
      {"architecture 90\n", "profile:1: expected KEY = VALUE: architecture 90\n"},
      {"architecture = 90\nkernel_latency = 3 us\n", "profile:2: unknown key 'kernel_latency'\n"},
      {"architecture = 90\narchitecture = 90\n", "profile:2: duplicate value for architecture\n"},
      {"architecture = 90.5\n",
       "profile:1: architecture = 90.5: the value must be a name such as sm_90 or gfx90a, or a number such as 90\n"},
      {"architecture = -90\n",
       "profile:1: architecture = -90: the value must be a name such as sm_90 or gfx90a, or a number such as 90\n"},
      {"architecture = 90\nlevel_1_cache = 256 KB\n",
       "profile:2: level_1_cache = 256 KB: the value must be a size in B, KiB or MiB\n"},
      {"architecture = 90\nlevel_1_cache = 4096 MiB\n",
       "profile:2: level_1_cache = 4096 MiB: the value must be a size in B, KiB or MiB\n"},
      {"architecture = 90\nname =\n", "profile:2: name = : the value must be a name of at most 63 bytes\n"},
      {"architecture = 90\nsaturation_teams = four\n",
       "profile:2: saturation_teams = four: the value must be a number\n"},
      {"architecture = 90\nsaturation_table = 1 2 3 4 5 6 7 8 9 10 11\n",
       "profile:2: saturation_table = 1 2 3 4 5 6 7 8 9 10 11: the value must be up to 10 whole "
       "numbers\n"},
      {"architecture = 90\nsaturation_table = 4, 2\n",
       "profile:2: saturation_table = 4, 2: the value must be up to 10 whole numbers\n"},
      {"what\narchitecture = 90\nmultiprocessors = many\n",
       "profile:1: expected KEY = VALUE: what\n"
       "profile:3: multiprocessors = many: the value must be a whole number\n"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_device device = {0}, before = {0};
    assert_false(read_text(rows[i].text, &device));
    assert_string_equal(complaints, rows[i].complaint);
    assert_memory_equal(&device, &before, sizeof device);
  }
  struct cleave_device device = {0};
  char line[700];
  memset(line, 'x', sizeof line - 1);
  line[sizeof line - 1] = 0;
  assert_false(read_text(line, &device));
  assert_string_equal(complaints, "profile:1: the line is longer than 510 bytes\n");
  assert_true(cleave_device_limits_of(90, &device.limits));
  assert_false(read_text("architecture = 80\n", &device));
  assert_string_equal(complaints, "profile: it is for sm_80, and the device is sm_90\n");
  *complaints = 0;
  assert_false(cleave_profile_read("/nowhere", &device, complain));
  assert_string_equal(complaints, "nowhere: cannot read it: No such file or directory\n");
  *complaints = 0;
  assert_false(cleave_profile_read("/proc", &device, complain));
  assert_string_equal(complaints, "proc: cannot read it: Is a directory\n");
}

/* The titan's profile with bytes changed at random: it is read, or there are complaints. */
static void test_damaged(void **state) {
  (void)state;
  char whole[4096] = "", text[sizeof whole];
  FILE *file = fopen(DEVICES "nvidia-titan-x-pascal.profile", "r");
  assert_non_null(file);
  size_t length = fread(whole, 1, sizeof whole - 1, file);
  fclose(file);
  uint32_t random = 1;
  int good = 0;
  for (int i = 0; i < 3000; i++) {
    memcpy(text, whole, sizeof text);
    for (int change = 0; change < 4; change++) {
      random = random * 1664525 + 1013904223;
      text[(random >> 8) % length] = (char)(random >> 24);
    }
    struct cleave_device device = {0};
    bool read = read_text(text, &device);
    assert_int_equal(read, !*complaints);
    assert_int_equal(read, device.limits.architecture != 0);
    good += read;
  }
  assert_in_range(good, 1, 2999);
}

static void test_written(void **state) {
  (void)state;
  struct cleave_device device = {0}, again = {0};
  *complaints = 0;
  assert_true(cleave_profile_read(DEVICES "nvidia-titan-x-pascal.profile", &device, complain));
  device.limits.saturation_teams = 1.0 / 3;
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  cleave_profile_write(&device, out);
  fclose(out);
  assert_true(read_text(text, &again));
  assert_memory_equal(&device, &again, sizeof device);
  free(text);
}

static void test_path(void **state) {
  (void)state;
  char path[64];
  unsetenv("CLEAVE_PROFILE");
  unsetenv("XDG_CONFIG_HOME");
  setenv("HOME", "/home/ada", 1);
  assert_true(cleave_profile_path("NVIDIA TITAN X (Pascal)", path, sizeof path));
  assert_string_equal(path, "/home/ada/.config/cleave/nvidia-titan-x-pascal.profile");
  assert_true(cleave_profile_path("../../etc", path, sizeof path));
  assert_string_equal(path, "/home/ada/.config/cleave/etc.profile");
  setenv("XDG_CONFIG_HOME", "/etc/ada", 1);
  assert_true(cleave_profile_path("NVIDIA H200", path, sizeof path));
  assert_string_equal(path, "/etc/ada/cleave/nvidia-h200.profile");
  /* Exactly as long as there is room, and one byte longer. */
  size_t length = strlen(path);
  assert_true(cleave_profile_path("NVIDIA H200", path, length + 1));
  assert_false(cleave_profile_path("NVIDIA H200", path, length));
  assert_false(cleave_profile_path("NVIDIA H200", path, 3));
  assert_false(cleave_profile_path("", path, sizeof path));
  setenv("XDG_CONFIG_HOME", "relative", 1);
  assert_true(cleave_profile_path("H200", path, sizeof path));
  assert_string_equal(path, "/home/ada/.config/cleave/h200.profile");
  setenv("CLEAVE_PROFILE", "my.profile", 1);
  assert_true(cleave_profile_path("NVIDIA H200", path, sizeof path));
  assert_string_equal(path, "my.profile");
  assert_false(cleave_profile_path("NVIDIA H200", path, 10));
  unsetenv("CLEAVE_PROFILE");
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  assert_false(cleave_profile_path("NVIDIA H200", path, sizeof path));
}

/* A known device has the limits of its profile. */
static void devices_have_names(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"h200", DEVICES "nvidia-h200.profile"},
                                         {"titan-x", DEVICES "nvidia-titan-x-pascal.profile"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cleave_device named = {0}, device = {0};
    assert_true(cleave_profile_read(cases[i][0], &named, complain));
    assert_true(cleave_profile_read(cases[i][1], &device, complain));
    assert_memory_equal(&named.limits, &device.limits, sizeof device.limits);
    assert_true(named.rates.pinned_to_device > 0);
  }
  struct cleave_device device = {0};
  assert_true(cleave_profile_read("a100", &device, complain));
  assert_string_equal(device.limits.name, "NVIDIA A100-SXM4-80GB");
  assert_int_equal(device.limits.multiprocessors, 108);
  assert_false(cleave_profile_read("h200", &device, complain)); /* of another architecture */
  assert_int_equal(device.limits.multiprocessors, 108);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shipped),      cmocka_unit_test(test_values),
                                     cmocka_unit_test(test_errors),       cmocka_unit_test(test_damaged),
                                     cmocka_unit_test(test_written),      cmocka_unit_test(test_path),
                                     cmocka_unit_test(devices_have_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
