/* FILE: test/unit/geometry_properties_test.c
 * WHAT: what holds for every grid, whatever the device, the launch and the profile say: random and
 *       absurd ones, the same in every run.
 */
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint64_t generator = 0x9e3779b97f4a7c15;

static uint64_t any(void) {
  generator ^= generator << 13;
  generator ^= generator >> 7;
  generator ^= generator << 17;
  return generator;
}

/* A number of any size: small ones, 0 and the largest are as likely as middling ones. */
static uint64_t any_size(unsigned bits) {
  uint64_t number = any() >> (64 - bits);
  switch (any() % 8) {
  case 0:
    return 0;
  case 1:
    return UINT64_MAX >> (64 - bits);
  default:
    return number >> any() % bits;
  }
}

static uint32_t absurd(void) { return (uint32_t)any_size(32); }

static struct cleave_launch any_launch(void) {
  return (struct cleave_launch){
      .trip_count = any_size(64),
      .user_teams = any() % 4 ? 0 : absurd(),
      .user_threads = any() % 4 ? 0 : absurd(),
      .compiled_threads = any() % 2   ? 0
                          : any() % 2 ? 128
                                      : absurd(),
      .default_threads = any() % 4 ? 128 : absurd(),
      .reduces = any() % 4 == 0,
      .resources = {.registers = (uint32_t)(any() % 2 ? any() % 256 : absurd()),
                    .shared_bytes = (uint32_t)(any() % 2 ? any() % 4096 : absurd())},
      .demand = {.known = any() % 4 != 0,
                 .uneven = any() % 4 == 0,
                 .uncoalesced = any() % 2 ? any() % 12 : absurd(),
                 .bytes = (double)any_size(20),
                 .flops = (double)any_size(20),
                 .inner_iterations = (double)any_size(40)}};
}

static struct cleave_device_limits any_known_device(void) {
  static const uint32_t known[] = {60, 61, 75, 80, 86, 89, 90, 100, 120};
  struct cleave_device_limits limits;
  assert_true(cleave_device_limits_of(known[any() % (sizeof known / sizeof *known)], &limits));
  if (any() % 2)
    limits.saturation_teams = (double)any_size(10) / 4;
  for (int i = 0; any() % 2 && i < CLEAVE_SATURATION_STREAMS; i++)
    limits.saturation_table[i] = (uint32_t)any_size(12);
  limits.saturation_iterations = (double)any_size(16);
  return limits;
}

/* Bytes at random, with some members left as they are on a real device. */
static struct cleave_device_limits any_absurd_device(void) {
  struct cleave_device_limits limits = any_known_device();
  uint32_t *const members[] = {&limits.multiprocessors,
                               &limits.warp_threads,
                               &limits.threads_per_multiprocessor,
                               &limits.teams_per_multiprocessor,
                               &limits.threads_per_team,
                               &limits.registers_per_multiprocessor,
                               &limits.registers_per_team,
                               &limits.registers_per_thread,
                               &limits.register_granularity,
                               &limits.sub_partitions,
                               &limits.shared_per_multiprocessor,
                               &limits.shared_per_team,
                               &limits.shared_granularity,
                               &limits.shared_reserved,
                               &limits.level_1_bytes,
                               &limits.launch_sub_partitions};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (any() % 3 == 0)
      *members[i] = absurd();
  if (any() % 4 == 0)
    limits.saturation_teams = any() % 2 ? -1 : 1e300;
  return limits;
}

static void check(const struct cleave_device_limits *limits, const struct cleave_launch *launch,
                  const struct cleave_geometry *geometry) {
  assert_true(geometry->occupancy >= 0 && geometry->occupancy <= 1);
  assert_true(memchr(geometry->reason, 0, sizeof geometry->reason) != NULL);
  assert_true(*geometry->reason);
  assert_true(geometry->resident <= geometry->possible);
  if (geometry->rule == CLEAVE_GEOMETRY_LEFT) {
    assert_int_equal(geometry->teams, 0);
    assert_int_equal(geometry->threads, 0);
    return;
  }
  assert_true(geometry->teams >= 1 && geometry->teams <= INT32_MAX);
  assert_int_equal(geometry->rule == CLEAVE_GEOMETRY_USER, launch->user_teams != 0);
  if (geometry->rule == CLEAVE_GEOMETRY_USER) {
    assert_true(geometry->teams == launch->user_teams || launch->user_teams > INT32_MAX);
    assert_int_equal(geometry->threads, launch->user_threads);
    return;
  }
  assert_true(geometry->threads >= 1 && geometry->threads <= limits->threads_per_team);
  assert_true(!launch->compiled_threads || geometry->threads <= launch->compiled_threads);
  assert_true(!launch->user_threads || geometry->threads <= launch->user_threads);
  if (!launch->user_threads && !launch->compiled_threads && launch->default_threads >= 32 &&
      limits->warp_threads == 32 && limits->threads_per_team >= 32)
    assert_int_equal(geometry->threads % 32, 0);
  /* Never more teams than the device holds at a time, or 32 times as many if some of them end early. */
  const uint64_t rounds = geometry->rule == CLEAVE_GEOMETRY_UNEVEN ? 32 : 1;
  assert_true(geometry->teams <= rounds * geometry->possible * limits->multiprocessors);
  assert_true(geometry->rule != CLEAVE_GEOMETRY_UNEVEN || launch->demand.uneven);
}

static void test_every_grid(void **state) {
  (void)state;
  enum { LAUNCHES = 1000000 };
  long rules[CLEAVE_GEOMETRY_SATURATION + 1] = {0};
  for (int i = 0; i < LAUNCHES; i++) {
    struct cleave_device_limits limits = i % 2 ? any_known_device() : any_absurd_device();
    struct cleave_launch launch = any_launch();
    struct cleave_geometry geometry;
    cleave_geometry_choose(&limits, &launch, &geometry);
    check(&limits, &launch, &geometry);
    rules[geometry.rule]++;
  }
  /* All rules were tried. */
  for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++)
    assert_true(rules[rule] > 1000);
}

/* More registers or shared memory never make room for more teams, nor do more threads of one. */
static void test_resident_teams_fall(void **state) {
  (void)state;
  for (int i = 0; i < 20000; i++) {
    struct cleave_device_limits limits = any_known_device();
    struct cleave_kernel_resources resources = {.shared_bytes = (uint32_t)(any() % 50000)};
    uint32_t threads = 1 + (uint32_t)(any() % 1024), last = UINT32_MAX;
    for (; resources.registers <= 256; resources.registers++) {
      uint32_t teams = cleave_resident_teams(&limits, &resources, threads);
      assert_true(teams <= last);
      last = teams;
    }
    resources.registers = (uint32_t)(any() % 256);
    last = UINT32_MAX;
    for (resources.shared_bytes = 0; resources.shared_bytes < 300000; resources.shared_bytes += 997) {
      uint32_t teams = cleave_resident_teams(&limits, &resources, threads);
      assert_true(teams <= last);
      last = teams;
    }
  }
}

/* Where nothing is uncoalesced, more iterations never mean fewer resident threads. */
static void test_occupancy_grows(void **state) {
  (void)state;
  for (int i = 0; i < 2000; i++) {
    struct cleave_device_limits limits = any_known_device();
    struct cleave_launch launch = {.default_threads = 128,
                                   .resources = {.registers = 1 + (uint32_t)(any() % 64)}};
    double last = 0;
    for (uint64_t trip_count = 32; trip_count < 1 << 24; trip_count += trip_count / 3) {
      struct cleave_geometry geometry;
      launch.trip_count = trip_count;
      cleave_geometry_choose(&limits, &launch, &geometry);
      assert_true(geometry.occupancy >= last);
      last = geometry.occupancy;
    }
    launch.trip_count = UINT64_MAX;
    struct cleave_geometry full;
    cleave_geometry_choose(&limits, &launch, &full);
    assert_int_equal(full.rule, CLEAVE_GEOMETRY_FULL);
    assert_true(full.occupancy >= last);
  }
}

/* More streams never bear more teams. */
static void test_saturation_falls(void **state) {
  (void)state;
  for (int i = 0; i < 20000; i++) {
    struct cleave_device_limits limits = any_known_device();
    memset(limits.saturation_table, 0, sizeof limits.saturation_table);
    struct cleave_kernel_resources resources = {.registers = 32, .shared_bytes = (uint32_t)(any() % 4096)};
    uint32_t threads = 32 << any() % 6;
    double last = 1e300, iterations = (double)any_size(16);
    for (uint32_t streams = 1; streams < 40; streams++) {
      double teams = cleave_saturated_teams(&limits, &resources, streams, iterations, threads);
      assert_true(teams <= last && (!teams || teams >= limits.multiprocessors));
      last = teams;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_grid), cmocka_unit_test(test_resident_teams_fall),
      cmocka_unit_test(test_occupancy_grows), cmocka_unit_test(test_saturation_falls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
