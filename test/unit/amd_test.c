/* FILE: test/unit/amd_test.c
 * WHAT: tests of what is known of AMD GPUs: images, occupancy, profiles, the driver's topology, and the kind of a device.
 */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/device_kind.h"
#include "device/profile.h"
#include "elf_builder.h"
#include "geometry/geometry.h"
#include "guarded.h"
#include "image/acceptance.h"
#include "image/grid.h"

static struct bytes load(void) {
  struct bytes bytes = {0};
  char block[4096];
  FILE *file = fopen(CLEAVE_SOURCE_DIR "/test/unit/data/scale-gfx90a.co", "rb");
  assert_non_null(file);
  for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;)
    bytes_add(&bytes, block, size);
  fclose(file);
  return bytes;
}

static const struct cleave_kernel *find(const struct cleave_image *image, const char *function) {
  for (size_t i = 0; i < image->kernel_count; i++)
    if (!strcmp(image->kernels[i].function, function))
      return &image->kernels[i];
  fail_msg("no kernel of function %s", function);
  return NULL;
}

/* The numbers are those of `llvm-readelf --notes`. */
static void reads_the_kernels_of_an_image(void **state) {
  (void)state;
  struct bytes bytes = load();
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  assert_null(cleave_image_read(bytes.at, bytes.size, arena, &image));
  assert_int_equal(image.kind, CLEAVE_IMAGE_AMDGPU);
  assert_int_equal(image.architecture, 0x90a);
  assert_true(image.linked);
  assert_int_equal(image.kernel_count, 2);
  const struct cleave_kernel *scale = find(&image, "scale"), *serial = find(&image, "scale_l2");
  assert_int_equal(scale->line, 4);
  assert_int_equal(scale->mode, CLEAVE_EXECUTION_SPMD);
  assert_int_equal(scale->registers, 6);
  assert_int_equal(scale->scalar_registers, 24);
  assert_int_equal(scale->accumulation_registers, 0);
  assert_int_equal(scale->spilled_registers, 0);
  assert_int_equal(scale->spilled_scalar_registers, 0);
  assert_int_equal(scale->shared_bytes, 0);
  assert_int_equal(scale->frame_bytes, 0);
  assert_int_equal(scale->thread_limit, 256);
  assert_int_equal(scale->maximum_threads, 256);
  assert_int_equal(scale->argument_bytes, 296);
  assert_non_null(scale->information);
  assert_int_equal(serial->line, 10);
  assert_int_equal(serial->registers, 3);
  assert_int_equal(serial->shared_bytes, 0);
  cleave_arena_free(arena);
  free(bytes.at);
}

/* Whatever is cut off, or damaged, ends with an answer. Damaged metadata is an error. */
static void damaged_images_give_an_error(void **state) {
  (void)state;
  struct bytes bytes = load();
  struct guarded guarded = guarded_new(bytes.size);
  for (size_t size = 0; size < bytes.size; size += 7) {
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_image image;
    cleave_image_read(guarded_put(&guarded, bytes.at, size), size, arena, &image);
    cleave_arena_free(arena);
  }
  const unsigned char list[] = "amdhsa.kernels";
  unsigned char *metadata = memmem(bytes.at, bytes.size, list, sizeof list - 1);
  assert_non_null(metadata);
  for (unsigned value = 0; value < 256; value++) {
    metadata[sizeof list - 1] = (unsigned char)value; /* the type of the list, and its length */
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_image image;
    const char *error =
        cleave_image_read(guarded_put(&guarded, bytes.at, bytes.size), bytes.size, arena, &image);
    if (value == 0xc0) /* nil */
      assert_string_equal(error,
                          "the AMD code object cannot be read: its metadata (section 1, .note) is corrupt");
    if (error)
      assert_int_equal(image.kernel_count, 0);
    cleave_arena_free(arena);
  }
  free(bytes.at);
}

static void names_of_architectures(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint32_t architecture;
  } rows[] = {{"sm_90", 90}, {"sm_120", 120}, {"gfx90a", 0x90a}, {"gfx942", 0x942}};
  uint32_t architecture;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[CLEAVE_ARCHITECTURE_NAME];
    assert_string_equal(cleave_architecture_name(rows[i].architecture, name), rows[i].name);
    assert_true(cleave_architecture_read(rows[i].name, &architecture));
    assert_int_equal(architecture, rows[i].architecture);
  }
  assert_true(cleave_architecture_read("90", &architecture));
  assert_int_equal(architecture, 90);
  static const char *const wrong[] = {"",     "gfx", "gfx9", "sm_",      "sm_90a",
                                      "90.5", "-90", "2314", "gfx90a x", "h200"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(cleave_architecture_read(wrong[i], &architecture));
  struct cleave_device_limits limits;
  assert_false(cleave_device_limits_of(0x908, &limits)); /* no limits of other devices */
  assert_true(cleave_image_runs_on(0x90a, 0x90a));
  assert_false(cleave_image_runs_on(0x908, 0x90a));
  assert_false(cleave_image_runs_on(90, 0x90a));
  assert_false(cleave_image_runs_on(0x90a, 90));
}

/* Wavefronts of a SIMD as llc 19 prints them ("; Occupancy:") for kernels of these registers, LDS and team sizes; equal for gfx90a and
 * gfx942. AMD's table for the MI200 has the same numbers of vector registers. */
static void occupancy_is_that_of_llvm(void **state) {
  (void)state;
  static const struct {
    uint32_t registers, scalar, shared, threads, wavefronts;
  } rows[] = {{24, 0, 0, 64, 8},     {32, 0, 0, 64, 8},      {64, 0, 0, 64, 8},       {65, 0, 0, 64, 7},
              {72, 0, 0, 64, 7},     {73, 0, 0, 64, 6},      {80, 0, 0, 64, 6},       {81, 0, 0, 64, 5},
              {96, 0, 0, 64, 5},     {97, 0, 0, 64, 4},      {128, 0, 0, 64, 4},      {129, 0, 0, 64, 3},
              {168, 0, 0, 64, 3},    {169, 0, 0, 64, 2},     {256, 0, 0, 64, 2},      {257, 0, 0, 64, 1},
              {512, 0, 0, 64, 1},    {8, 84, 0, 64, 8},      {8, 94, 0, 64, 8},       {8, 100, 0, 64, 8},
              {8, 101, 0, 64, 7},    {8, 108, 0, 64, 7},     {2, 4, 4096, 256, 8},    {2, 4, 8192, 256, 8},
              {2, 4, 16384, 256, 4}, {2, 4, 32768, 256, 2},  {2, 4, 65536, 256, 1},   {128, 4, 0, 256, 4},
              {128, 4, 0, 1024, 4},  {64, 4, 20000, 512, 6}, {100, 4, 30000, 256, 2}, {129, 4, 0, 1024, 0},
              {513, 4, 0, 64, 0},    {8, 4, 65537, 64, 0},   {8, 4, 0, 1025, 0}};
  static const uint32_t architectures[] = {0x90a, 0x942};
  for (size_t a = 0; a < 2; a++) {
    struct cleave_device_limits limits;
    assert_true(cleave_device_limits_of(architectures[a], &limits));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct cleave_kernel_resources resources = {
          .registers = rows[i].registers, .scalar_registers = rows[i].scalar, .shared_bytes = rows[i].shared};
      const uint32_t teams = cleave_resident_teams(&limits, &resources, rows[i].threads);
      assert_int_equal(teams * ((rows[i].threads + 63) / 64) / 4, rows[i].wavefronts);
    }
    /* A compute unit has 16 barriers. */
    assert_int_equal(cleave_resident_teams(&limits, &(struct cleave_kernel_resources){.registers = 8}, 128),
                     16);
    assert_int_equal(cleave_resident_teams(&limits, &(struct cleave_kernel_resources){.registers = 8}, 64),
                     32);
  }
}

static void grids_are_of_whole_wavefronts(void **state) {
  (void)state;
  struct bytes bytes = load();
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  struct cleave_device device = {0};
  assert_true(cleave_device_named("mi300x", &device));
  assert_null(cleave_image_read(bytes.at, bytes.size, arena, &image));
  struct cleave_kernel kernel = *find(&image, "scale");
  struct cleave_grid_launch launch = {.trip_count = 100000000};
  struct cleave_geometry grid;
  cleave_grid_choose(&device.limits, &kernel, &launch, &grid);
  assert_int_equal(grid.rule, CLEAVE_GEOMETRY_FULL);
  assert_int_equal(grid.teams, 304 * 8); /* compiled for 256 threads: 4 wavefronts of 32 */
  kernel.thread_limit = 1024, kernel.maximum_threads = 0;
  launch.trip_count = 304 * 64;
  cleave_grid_choose(&device.limits, &kernel, &launch, &grid);
  assert_int_equal(grid.teams, 304);
  assert_int_equal(grid.threads, 64); /* not 32 */
  launch.trip_count = 304 * 2048;
  cleave_grid_choose(&device.limits, &kernel, &launch, &grid);
  assert_int_equal(grid.threads, 256); /* LLVM's default */
  cleave_arena_free(arena);
  free(bytes.at);
}

static char complaints[1024];

static void complain(const char *line) {
  strncat(complaints, line, sizeof complaints - strlen(complaints) - 1);
}

static void profiles_name_amd_devices(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint32_t architecture, multiprocessors;
  } rows[] = {{"mi210", 0x90a, 104}, {"mi250x", 0x90a, 110}, {"mi300x", 0x942, 304}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_device device = {0};
    assert_true(cleave_profile_read(rows[i].name, &device, complain));
    assert_int_equal(device.limits.architecture, rows[i].architecture);
    assert_int_equal(device.limits.multiprocessors, rows[i].multiprocessors);
    assert_int_equal(device.limits.warp_threads, 64);
    assert_true(device.rates.memory_bandwidth > 1000);
  }
  /* A profile that is written is read. */
  char path[] = "/tmp/cleave-amd-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  struct cleave_device device = {0}, read = {0}, nvidia = {0};
  assert_true(cleave_device_named("mi250x", &device));
  device.limits.multiprocessors = 104;
  cleave_profile_write(&device, file);
  fclose(file);
  assert_true(cleave_profile_read(path, &read, complain));
  assert_int_equal(read.limits.architecture, 0x90a);
  assert_int_equal(read.limits.multiprocessors, 104);
  assert_int_equal(read.limits.scalar_registers, 800);
  assert_string_equal(complaints, "");
  /* It is none of another device. */
  assert_true(cleave_device_named("h200", &nvidia));
  assert_false(cleave_profile_read(path, &nvidia, complain));
  assert_non_null(strstr(complaints, "it is for gfx90a, and the device is sm_90"));
  unlink(path);
}

static void the_kind_of_a_device(void **state) {
  (void)state;
  enum { HOST = 1 << CLEAVE_DEVICE_HOST, NVIDIA = 1 << CLEAVE_DEVICE_NVIDIA, AMD = 1 << CLEAVE_DEVICE_AMD };
  static const struct {
    struct cleave_device_evidence evidence;
    enum cleave_device_kind kind;
  } rows[] = {{{0, 0, 0, false}, CLEAVE_DEVICE_UNKNOWN},
              {{HOST, 4, 0, false}, CLEAVE_DEVICE_HOST},
              {{HOST, 1, 1, false}, CLEAVE_DEVICE_HOST},
              {{NVIDIA, 1, 1, false}, CLEAVE_DEVICE_NVIDIA},
              {{NVIDIA, 2, 1, false}, CLEAVE_DEVICE_UNKNOWN},
              {{NVIDIA, 0, 0, false}, CLEAVE_DEVICE_UNKNOWN},
              /* One GPU of each, and images for one: the other one's driver has as many devices. */
              {{AMD, 1, 1, true}, CLEAVE_DEVICE_AMD},
              {{NVIDIA, 1, 1, true}, CLEAVE_DEVICE_NVIDIA},
              /* Images for both. */
              {{NVIDIA | AMD, 1, 1, false}, CLEAVE_DEVICE_NVIDIA},
              {{NVIDIA | AMD, 1, 0, true}, CLEAVE_DEVICE_AMD},
              {{NVIDIA | AMD, 1, 1, true}, CLEAVE_DEVICE_UNKNOWN},
              {{NVIDIA | AMD, 2, 1, true}, CLEAVE_DEVICE_UNKNOWN},
              {{NVIDIA | HOST, 1, 1, false}, CLEAVE_DEVICE_UNKNOWN},
              {{AMD | HOST, 5, 0, true}, CLEAVE_DEVICE_UNKNOWN}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_int_equal(cleave_device_kind_of(&rows[i].evidence), rows[i].kind);
}

/* Writes the properties of node NUMBER in FOLDER. */
static void add_node(const char *folder, int number, const char *properties) {
  char path[256];
  snprintf(path, sizeof path, "%s/%d", folder, number);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(path, sizeof path, "%s/%d/properties", folder, number);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(properties, file);
  fclose(file);
}

static void remove_nodes(const char *folder, int count) {
  char path[256];
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/%d/properties", folder, i);
    unlink(path);
    snprintf(path, sizeof path, "%s/%d", folder, i);
    rmdir(path);
  }
  rmdir(folder);
}

static void reads_the_topology_of_the_driver(void **state) {
  (void)state;
  static const char cpu[] = "cpu_cores_count 64\nsimd_count 0\nsimd_per_cu 0\ngfx_target_version 0\n",
                    mi250x[] = "cpu_cores_count 0\nsimd_count 440\nsimd_per_cu 4\ngfx_target_version 90010\n",
                    mi300x[] = "simd_count 1216\nsimd_per_cu 4\ngfx_target_version 90402\n",
                    navi[] = "simd_count 120\nsimd_per_cu 2\ngfx_target_version 110000\n";
  static const struct {
    const char *nodes[3];
    uint32_t architecture, multiprocessors; /* 0: not read */
  } rows[] = {{{cpu, mi250x, mi250x}, 0x90a, 110},
              {{cpu, mi300x}, 0x942, 304},
              {{cpu}, 0, 0},
              {{cpu, mi250x, mi300x}, 0, 0},
              {{cpu, navi}, 0, 0},
              {{"", mi300x}, 0x942, 304},
              {{"simd_count"}, 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char folder[] = "/tmp/cleave-kfd-XXXXXX";
    assert_non_null(mkdtemp(folder));
    int count = 0;
    for (; count < 3 && rows[i].nodes[count]; count++)
      add_node(folder, count, rows[i].nodes[count]);
    struct cleave_device_limits limits = {0};
    assert_int_equal(cleave_amd_devices_read(folder, &limits), rows[i].architecture != 0);
    assert_int_equal(limits.architecture, rows[i].architecture);
    assert_int_equal(limits.multiprocessors, rows[i].multiprocessors);
    remove_nodes(folder, count);
  }
  struct cleave_device_limits limits;
  assert_false(cleave_amd_devices_read("/nowhere", &limits));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_the_kernels_of_an_image), cmocka_unit_test(damaged_images_give_an_error),
      cmocka_unit_test(names_of_architectures),        cmocka_unit_test(occupancy_is_that_of_llvm),
      cmocka_unit_test(grids_are_of_whole_wavefronts), cmocka_unit_test(profiles_name_amd_devices),
      cmocka_unit_test(the_kind_of_a_device),          cmocka_unit_test(reads_the_topology_of_the_driver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
