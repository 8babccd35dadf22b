/* FILE: test/unit/amd_launch_test.c
 * WHAT: tests of libcleave's decisions for a program with images for AMD GPUs only, on a machine whose CUDA driver (the simulated one)
 *       has as many devices as OpenMP counts. No decision may be one for CUDA's device. With a profile, decisions are for the device that it
 *       describes. The first argument is "none" or the name of the profile.
 */
#define _GNU_SOURCE /* memfd_create */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "abi/entry_points.h"
#include "geometry/geometry.h"
#include "image/image.h"
#include "launch_sample.h"
#include "omptarget/omptarget.h"

#define ENTRY_POINT(result, name, parameters) extern result name parameters;
CLEAVE_ENTRY_POINTS(ENTRY_POINT)
#undef ENTRY_POINT

static struct cleave_device profile; /* all 0: none */
static struct bytes bytes;
static char region;
static struct cleave_entry entry;
static struct cleave_device_image image;
static struct cleave_descriptor descriptor;

static int set_up(void **state) {
  (void)state;
  char block[4096];
  FILE *file = fopen(CLEAVE_SOURCE_DIR "/test/unit/data/scale-gfx90a.co", "rb");
  assert_non_null(file);
  for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;)
    bytes_add(&bytes, block, size);
  fclose(file);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image read;
  assert_null(cleave_image_read(bytes.at, bytes.size, arena, &read));
  for (size_t i = 0; i < read.kernel_count; i++)
    if (!strcmp(read.kernels[i].function, "scale"))
      entry = (struct cleave_entry){.address = &region, .name = strdup(read.kernels[i].name)};
  cleave_arena_free(arena);
  assert_non_null(entry.name);
  image = (struct cleave_device_image){bytes.at, bytes.at + bytes.size, &entry, &entry + 1};
  descriptor = (struct cleave_descriptor){1, &image, &entry, &entry + 1};
  stand_in_set_devices(1);
  __tgt_register_lib(&descriptor);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  __tgt_unregister_lib(&descriptor);
  free(bytes.at);
  free(entry.name);
  return 0;
}

static void grids_are_of_the_profile(void **state) {
  (void)state;
  struct cleave_launch_arguments given = launch_of(100000000);
  __tgt_target_kernel(NULL, 0, 0, 0, &region, &given);
  const struct launched *launched = stand_in_launched();
  if (profile.limits.architecture != 0x90a) { /* none, or the image is for another device */
    assert_ptr_equal(launched->at, &given);
    return;
  }
  const struct cleave_kernel_resources resources = {.registers = 6, .scalar_registers = 24};
  assert_int_equal(launched->arguments.teams[0],
                   profile.limits.multiprocessors * cleave_resident_teams(&profile.limits, &resources, 256));
}

/* A nest of one million iterations, of which the outermost loop has 1000. On a device of which nothing is known, the plain loop runs. */
static void mappings_are_of_the_profile(void **state) {
  (void)state;
  const int span = cleave_mapping_span(0, 0, 0, 2, 1000L, 1000L);
  if (profile.limits.architecture)
    assert_true(span > 0);
  else
    assert_int_equal(span, 0);
}

/* With a few more iterations than eight for each of the threads that a nest needs, a second turn would be nearly empty: each thread executes five. */
static void the_last_turn_is_not_nearly_empty(void **state) {
  (void)state;
  const double threads = 0.4 * profile.limits.multiprocessors * profile.limits.threads_per_multiprocessor;
  if (!profile.limits.architecture)
    return;
  assert_int_equal(cleave_mapping_span(0, 0, 0, 2, 1000L, (long)(threads * 7.9 / 1000)), 7);
  assert_int_equal(cleave_mapping_span(0, 0, 0, 2, 1000L, (long)(threads * 8.5 / 1000)), 5);
  assert_int_equal(cleave_mapping_span(0, 0, 0, 2, 1000L, (long)(threads * 15.5 / 1000)), 8);
  assert_int_equal(cleave_mapping_span(0, 0, 0, 2, 1000L, (long)(threads * 16.5 / 1000)), 8);
}

/* On a device of which nothing is known, a region of few iterations runs split, as it does without libcleave. */
static void unknown_devices_run_split_regions(void **state) {
  (void)state;
  assert_int_equal(cleave_split_pays(0, 2, 4096.0, 2, 64.0, 1.0, 64.0, 1.0), !profile.limits.architecture);
}

/* The free memory of an AMD GPU is not known. That of CUDA's device would be enough. */
static void the_free_memory_is_not_that_of_cuda(void **state) {
  (void)state;
  assert_int_equal(cleave_environment_fits(0, 1, (void *)NULL, (size_t)1 << 30), 0);
  assert_int_equal(cleave_environment_fits(0, 1, (void *)NULL, (size_t)1 << 20), 1);
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(grids_are_of_the_profile),
                                     cmocka_unit_test(mappings_are_of_the_profile),
                                     cmocka_unit_test(the_last_turn_is_not_nearly_empty),
                                     cmocka_unit_test(unknown_devices_run_split_regions),
                                     cmocka_unit_test(the_free_memory_is_not_that_of_cuda)};
  const char *name = count > 1 ? words[1] : "none";
  if (strcmp(name, "none") && !cleave_device_named(name, &profile))
    return 2;
  /* libcleave has read the environment when it was loaded. */
  if (!getenv("AMD_TEST_RESTARTED")) {
    clear_environment();
    setenv("AMD_TEST_RESTARTED", "1", 1);
    if (*profile.limits.name)
      setenv("CLEAVE_PROFILE", name, 1);
    execv("/proc/self/exe", words);
    return 2;
  }
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
