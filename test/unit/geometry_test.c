/* FILE: test/unit/geometry_test.c
 * WHAT: the grid of a launch: resident teams, the choice, and what uncoalesced streams leave of it.
 */
#include "device/profile.h"
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TITAN_X CLEAVE_SOURCE_DIR "/lib/device/devices/nvidia-titan-x-pascal.profile"

static void no_complaint(const char *line) { fail_msg("%s", line); }

static struct cleave_device_limits titan_x(void) {
  struct cleave_device device = {0};
  assert_true(cleave_profile_read(TITAN_X, &device, no_complaint));
  return device.limits;
}

static struct cleave_device_limits limits_of(uint32_t architecture) {
  struct cleave_device_limits limits;
  assert_true(cleave_device_limits_of(architecture, &limits));
  return limits;
}

/* ---- resident teams ---- */

static void test_resident_teams(void **state) {
  (void)state;
  static const struct {
    uint32_t architecture, threads, registers, shared, teams;
  } rows[] = {
      /* registers */
      {90, 128, 32, 0, 16},
      {90, 128, 39, 0, 12},
      {90, 128, 64, 0, 8},
      {90, 128, 255, 0, 2},
      {90, 1024, 64, 0, 1},
      {90, 1024, 65, 0, 0},
      {90, 128, 257, 0, 0},
      {90, 128, 0, 0, 16},
      {90, 320, 168, 0, 1}, /* 10 warps, counted as 12 */
      {90, 320, 176, 0, 0},
      /* threads and teams */
      {75, 128, 32, 0, 8},
      {86, 128, 32, 0, 12},
      {86, 64, 32, 0, 16},
      {89, 64, 32, 0, 24},
      {90, 32, 32, 0, 32},
      {90, 33, 32, 0, 32},
      {90, 1024, 32, 0, 2},
      {90, 1025, 32, 0, 0},
      {90, 0, 32, 0, 0},
      /* shared memory; 1 KiB of each team is the hardware's from 8.0 on */
      {61, 128, 32, 48 * 1024, 2},
      {61, 128, 32, 48 * 1024 + 1, 0},
      {90, 128, 32, 100 * 1024, 2},
      {90, 128, 32, 113 * 1024, 2},
      {90, 128, 32, 113 * 1024 + 1, 1},
      {90, 128, 32, 227 * 1024, 1},
      {90, 128, 32, 227 * 1024 + 1, 0},
      /* 6.0 would hold it, other chips of Pascal would not */
      {60, 320, 160, 0, 1},
      {60, 320, 176, 0, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_device_limits limits = limits_of(rows[i].architecture);
    struct cleave_kernel_resources resources = {.registers = rows[i].registers,
                                                .shared_bytes = rows[i].shared};
    uint32_t teams = cleave_resident_teams(&limits, &resources, rows[i].threads);
    if (teams != rows[i].teams)
      fail_msg("row %zu: %u teams instead of %u", i, teams, rows[i].teams);
  }
}

static void test_architectures(void **state) {
  (void)state;
  struct cleave_device_limits limits;
  assert_false(cleave_device_limits_of(52, &limits));
  assert_string_equal(limits_of(90).name, "sm_90");
  assert_int_equal(limits_of(88).architecture, 87);
  assert_int_equal(limits_of(121).architecture, 120);
  assert_int_equal(limits_of(999).architecture, 120);
}

/* ---- the choice ---- */

/* A loop of TRIP_COUNT iterations that reads in order, in 32 registers, for any number of threads. */
static struct cleave_launch loop(uint64_t trip_count) {
  return (struct cleave_launch){
      .trip_count = trip_count,
      .default_threads = 128,
      .resources = {.registers = 32},
      .demand = {.known = true, .coalesced = 1, .bytes = 8, .flops = 1, .inner_iterations = 1}};
}

/* The same where each of STREAMS streams is read along a row of LENGTH elements. */
static struct cleave_launch rows(uint64_t trip_count, uint32_t streams, double length) {
  struct cleave_launch launch = loop(trip_count);
  launch.compiled_threads = 128;
  launch.demand.uncoalesced = streams;
  launch.demand.bytes = 4.0 * streams;
  launch.demand.inner_iterations = length;
  return launch;
}

static struct cleave_geometry choose(struct cleave_device_limits limits, struct cleave_launch launch) {
  struct cleave_geometry geometry;
  cleave_geometry_choose(&limits, &launch, &geometry);
  return geometry;
}

static void assert_grid(struct cleave_geometry geometry, enum cleave_geometry_rule rule, uint32_t teams,
                        uint32_t threads) {
  if (geometry.rule != rule || geometry.teams != teams || geometry.threads != threads)
    fail_msg("rule %d, %u teams of %u (%s) instead of rule %d, %u teams of %u", (int)geometry.rule,
             geometry.teams, geometry.threads, geometry.reason, (int)rule, teams, threads);
}

/* A small loop is spread over the multiprocessors; a large one gets what is resident, never more. */
static void test_trip_counts(void **state) {
  (void)state;
  struct cleave_device_limits h200 = limits_of(90);
  assert_grid(choose(h200, loop(1)), CLEAVE_GEOMETRY_SMALL, 1, 32);
  assert_grid(choose(h200, loop(4000)), CLEAVE_GEOMETRY_SMALL, 125, 32);
  assert_grid(choose(h200, loop(4224)), CLEAVE_GEOMETRY_SMALL, 132, 32);
  /* 96 threads on the fullest multiprocessor, where teams of 64 would give it 128. */
  assert_grid(choose(h200, loop(10000)), CLEAVE_GEOMETRY_SMALL, 313, 32);
  assert_grid(choose(h200, loop(132 * 128)), CLEAVE_GEOMETRY_SMALL, 132, 128);
  assert_grid(choose(h200, loop(100000)), CLEAVE_GEOMETRY_SMALL, 782, 128);
  assert_grid(choose(h200, loop(132 * 2048)), CLEAVE_GEOMETRY_FULL, 2112, 128);
  assert_grid(choose(h200, loop(UINT64_MAX)), CLEAVE_GEOMETRY_FULL, 2112, 128);
  assert_string_equal(choose(h200, loop(1 << 30)).reason,
                      "all 16 teams of 128 that fit each of 132 multiprocessors");
  assert_string_equal(choose(h200, loop(10000)).reason,
                      "10000 iterations: 313 teams of 32 on 132 multiprocessors");
  assert_true(choose(h200, loop(1 << 30)).occupancy == 1);
}

/* Some iterations end early: more teams than are resident, so that the device starts the next as one ends. */
static void test_uneven_iterations(void **state) {
  (void)state;
  struct cleave_device_limits h200 = limits_of(90);
  struct cleave_launch launch = loop(1 << 20);
  launch.demand.uneven = true;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_UNEVEN, 8192, 128);
  assert_string_equal(
      choose(h200, launch).reason,
      "iterations of different length: 8192 teams of 128, 16 at a time on each of 132 multiprocessors");
  launch.trip_count = 1 << 30;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_UNEVEN, 32 * 2112, 128);
  /* A small loop has all its teams at once, and a reduction as few as possible. */
  launch.trip_count = 10000;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_SMALL, 313, 32);
  launch.trip_count = 1 << 26;
  launch.reduces = true;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 924, 256);
}

/* Results are combined once per team: few teams, in multiples of the multiprocessors, with enough to add up. */
static void test_reductions(void **state) {
  (void)state;
  struct cleave_device_limits h200 = limits_of(90);
  struct cleave_launch launch = loop(1 << 26);
  launch.reduces = true;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 924, 256); /* 7 * 132 of 1024 */
  assert_string_equal(choose(h200, launch).reason,
                      "a reduction of 67108864 iterations: 924 teams of 256 on 132 multiprocessors");
  launch.resources.registers = 78;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 3 * 132, 256);
  launch.compiled_threads = 128;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 6 * 132, 128);
  launch.compiled_threads = 0;
  launch.trip_count = 100 * 1024;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 100, 256);
  launch.trip_count = 1000;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 2, 256);
  launch.trip_count = 140 * 1024;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 132, 256);
  /* Walks through elements of a thread's own take longer than the combination: one iteration for each thread. */
  launch.demand.inner_iterations = 100;
  launch.demand.irregular = 1;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_REDUCTION, 280, 256); /* 3 * 132 would have two as well */
}

/* Few iterations of much work are on all multiprocessors that the OpenMP run time would use: those of teams of 32. */
static void test_long_reductions(void **state) {
  (void)state;
  static const struct {
    double iterations, flops;
    uint32_t uncoalesced, irregular;
  } rows[] = {{512, 5, 0, 0}, {100, 20, 0, 0}, {128, 2, 1, 0}, {128, 0, 0, 1}, {4096, 1, 0, 0}};
  static const uint32_t architectures[] = {61, 75, 80, 90};
  for (size_t a = 0; a < sizeof architectures / sizeof *architectures; a++)
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
      for (uint64_t trip_count = 1; trip_count < 1 << 20; trip_count = trip_count * 5 / 4 + 1) {
        struct cleave_device_limits limits = limits_of(architectures[a]);
        struct cleave_launch launch = loop(trip_count);
        launch.reduces = true;
        launch.demand.inner_iterations = rows[r].iterations;
        launch.demand.flops = rows[r].flops;
        launch.demand.uncoalesced = rows[r].uncoalesced;
        launch.demand.irregular = rows[r].irregular;
        const struct cleave_geometry grid = choose(limits, launch);
        const uint64_t busy = (trip_count + 31) / 32;
        const uint64_t least = busy < limits.multiprocessors ? busy : limits.multiprocessors;
        if (grid.teams < least || grid.teams > 1024)
          fail_msg("row %zu, sm_%u, %lu iterations: %u teams of %u", r, architectures[a],
                   (unsigned long)trip_count, grid.teams, grid.threads);
      }
}

/* Code that was compiled for 128 threads deals out portions of 128 iterations: smaller teams would
 * not spread it. */
static void test_compiled_threads(void **state) {
  (void)state;
  struct cleave_launch launch = loop(10000);
  launch.compiled_threads = 128;
  assert_grid(choose(limits_of(90), launch), CLEAVE_GEOMETRY_SMALL, 79, 128);
  launch.trip_count = 1 << 30;
  launch.compiled_threads = 96;
  assert_grid(choose(limits_of(90), launch), CLEAVE_GEOMETRY_FULL, 132 * 21, 96);
}

/* Larger teams share their shared memory: 2 teams of 1024 threads where 2 of 128 fit. */
static void test_larger_teams(void **state) {
  (void)state;
  struct cleave_launch launch = loop(1 << 30);
  launch.resources.shared_bytes = 100 * 1024;
  assert_grid(choose(limits_of(90), launch), CLEAVE_GEOMETRY_FULL, 264, 1024);
  launch.compiled_threads = 128;
  assert_grid(choose(limits_of(90), launch), CLEAVE_GEOMETRY_FULL, 264, 128);
}

static void test_registers_and_shared_memory(void **state) {
  (void)state;
  struct cleave_launch launch = loop(1 << 30);
  launch.resources.registers = 39;
  struct cleave_geometry geometry = choose(limits_of(90), launch);
  assert_grid(geometry, CLEAVE_GEOMETRY_FULL, 12 * 132, 128);
  assert_true(geometry.occupancy == 0.75);
  launch.compiled_threads = 1024;
  launch.resources.registers = 65;
  geometry = choose(limits_of(90), launch);
  assert_grid(geometry, CLEAVE_GEOMETRY_LEFT, 0, 0);
  assert_string_equal(geometry.reason, "no team of 1024 threads with 65 registers and 0 bytes of "
                                       "shared memory fits a multiprocessor");
}

static void test_user(void **state) {
  (void)state;
  struct cleave_launch launch = rows(25000000, 2, 5000);
  launch.user_teams = 7;
  struct cleave_geometry geometry = choose(titan_x(), launch);
  assert_grid(geometry, CLEAVE_GEOMETRY_USER, 7, 0);
  assert_string_equal(geometry.reason, "num_teams(7) in the program");
  launch.user_threads = 96;
  assert_grid(choose(titan_x(), launch), CLEAVE_GEOMETRY_USER, 7, 96);
  launch = loop(10000);
  launch.user_threads = 256;
  assert_grid(choose(limits_of(90), launch), CLEAVE_GEOMETRY_SMALL, 40, 256);
}

static void test_unknown(void **state) {
  (void)state;
  struct cleave_device_limits none = {0};
  assert_grid(choose(limits_of(90), loop(0)), CLEAVE_GEOMETRY_LEFT, 0, 0);
  assert_grid(choose(none, loop(1000)), CLEAVE_GEOMETRY_LEFT, 0, 0);
  assert_string_equal(choose(limits_of(90), loop(0)).reason, "the trip count is unknown");
}

/* ---- saturation ---- */

/* An occupancy as it is printed in per cent, halves rounded up. */
static int tenths(double occupancy) { return (int)(occupancy * 1000 + 0.5); }

/* The published table for this device: k matrices of 5000 x 5000, each read along its rows. */
static void test_published_table(void **state) {
  (void)state;
  static const int published[] = {250, 125, 63, 63, 63, 63, 63, 40, 40, 31};
  for (uint32_t k = 1; k <= 10; k++) {
    struct cleave_geometry geometry = choose(titan_x(), rows(25000000, k, 5000));
    assert_int_equal(geometry.rule, CLEAVE_GEOMETRY_SATURATION);
    assert_int_equal(geometry.possible, 16);
    assert_int_equal(tenths(geometry.occupancy), published[k - 1]);
  }
  assert_string_equal(choose(titan_x(), rows(25000000, 2, 5000)).reason,
                      "2 uncoalesced streams: 2 teams per multiprocessor of 16");
  assert_string_equal(choose(titan_x(), rows(25000000, 9, 5000)).reason,
                      "9 uncoalesced streams: 18 teams on 28 multiprocessors");
}

/* The one number alone gives the table as far as a multiprocessor has a team, and never less. */
static void test_fitted_number(void **state) {
  (void)state;
  static const int expected[] = {250, 125, 63, 63, 63, 63, 63, 63, 63, 63};
  struct cleave_device_limits limits = titan_x();
  assert_true(cleave_saturation_fit(limits.saturation_table, 28) == 4);
  memset(limits.saturation_table, 0, sizeof limits.saturation_table);
  assert_true(cleave_saturation_fit(limits.saturation_table, 28) == 0);
  for (uint32_t k = 1; k <= 10; k++)
    assert_int_equal(tenths(choose(limits, rows(25000000, k, 5000)).occupancy), expected[k - 1]);
}

/* The best occupancies published for programs: SYRK 25 % at 4000, 18.75 % at higher trip counts;
 * COVAR 12.5 % from 12000 on, the usual choice below; ATAX 18.75 %, GESUMMV 12.5 %. */
static void test_published_programs(void **state) {
  (void)state;
  struct cleave_device_limits limits = titan_x();
  assert_int_equal(tenths(choose(limits, rows(4000 * 4000, 1, 4000)).occupancy), 250);
  assert_int_equal(tenths(choose(limits, rows(9600 * 9600, 1, 9600)).occupancy), 188);
  assert_int_equal(tenths(choose(limits, rows(12000, 2, 12000)).occupancy), 125);
  assert_int_equal(tenths(choose(limits, rows(15000, 2, 15000)).occupancy), 125);
  assert_int_equal(choose(limits, rows(9600, 2, 9600)).rule, CLEAVE_GEOMETRY_SMALL);
  /* 56 teams of 128 threads with one and a half iterations each, and one iteration less. */
  assert_int_equal(choose(limits, rows(10752, 2, 10752)).rule, CLEAVE_GEOMETRY_SATURATION);
  assert_int_equal(choose(limits, rows(10751, 2, 10751)).rule, CLEAVE_GEOMETRY_SMALL);
  assert_int_equal(tenths(choose(limits, rows(20000, 1, 20000)).occupancy), 188);
  assert_int_equal(tenths(choose(limits, rows(20000, 2, 20000)).occupancy), 125);
}

/* The level 1 cache bounds what was measured, in loops longer than those it was measured with: 256 KiB, of which a
 * line of 128 bytes for each of 128 lanes and stream, and 1 KiB of shared memory for each team. Alone it reduces
 * nothing. */
static void test_level_1_model(void **state) {
  (void)state;
  struct cleave_device_limits h200 = limits_of(90);
  assert_grid(choose(h200, rows(1 << 26, 2, 9600)), CLEAVE_GEOMETRY_FULL, 16 * 132, 128);
  h200.saturation_teams = 16;
  h200.saturation_iterations = 5000;
  assert_grid(choose(h200, rows(1 << 26, 1, 9600)), CLEAVE_GEOMETRY_SATURATION, 15 * 132, 128);
  assert_grid(choose(h200, rows(1 << 26, 2, 9600)), CLEAVE_GEOMETRY_SATURATION, 8 * 132, 128);
  assert_grid(choose(h200, rows(1 << 26, 100, 9600)), CLEAVE_GEOMETRY_SATURATION, 132, 128);
  struct cleave_launch launch = rows(1 << 26, 2, 9600);
  launch.resources.shared_bytes = 10 * 1024;
  assert_grid(choose(h200, launch), CLEAVE_GEOMETRY_SATURATION, 6 * 132, 128);
}

/* What keeps the rule away. */
static void test_no_saturation(void **state) {
  (void)state;
  struct cleave_device_limits limits = titan_x();
  struct cleave_launch launch = rows(25000000, 1, 5000);
  launch.demand.known = false;
  assert_int_equal(choose(limits, launch).rule, CLEAVE_GEOMETRY_FULL);
  launch = rows(25000000, 0, 5000);
  launch.demand.irregular = 3;
  assert_int_equal(choose(limits, launch).rule, CLEAVE_GEOMETRY_FULL);
  launch = rows(25000000, 1, 31);
  assert_int_equal(choose(limits, launch).rule, CLEAVE_GEOMETRY_FULL);
  launch = rows(25000000, 1, 5000);
  launch.demand.flops = 65;
  assert_int_equal(choose(limits, launch).rule, CLEAVE_GEOMETRY_FULL);
  launch.resources.registers = 255; /* two teams fit, fewer than the four it bears */
  launch.demand.flops = 1;
  assert_int_equal(choose(limits, launch).rule, CLEAVE_GEOMETRY_FULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_resident_teams),
                                     cmocka_unit_test(test_architectures),
                                     cmocka_unit_test(test_trip_counts),
                                     cmocka_unit_test(test_uneven_iterations),
                                     cmocka_unit_test(test_reductions),
                                     cmocka_unit_test(test_long_reductions),
                                     cmocka_unit_test(test_compiled_threads),
                                     cmocka_unit_test(test_larger_teams),
                                     cmocka_unit_test(test_registers_and_shared_memory),
                                     cmocka_unit_test(test_user),
                                     cmocka_unit_test(test_unknown),
                                     cmocka_unit_test(test_published_table),
                                     cmocka_unit_test(test_fitted_number),
                                     cmocka_unit_test(test_published_programs),
                                     cmocka_unit_test(test_level_1_model),
                                     cmocka_unit_test(test_no_saturation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
