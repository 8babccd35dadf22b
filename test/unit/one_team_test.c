/* FILE: test/unit/one_team_test.c
 * WHAT: when a region runs as it is written, in one team, and not split.
 */
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Of an H200: a wait for memory takes 112.64 ns. */
static const struct cleave_pace h200 = {
    .kernel_launch = 8e3, .memory_bandwidth = 4800, .threads = 132 * 2048, .copies = 10};
/* Of one that nothing is known of. */
static const struct cleave_pace unknown;

static bool pays(const struct cleave_pace *pace, unsigned kernels, double bytes, double trip_count,
                 double round_trips) {
  const struct cleave_split_loop loops[] = {{1, 1}, {trip_count, round_trips}};
  return cleave_one_team_is_profitable(
      pace,
      &(struct cleave_split_region){.kernels = kernels, .bytes = bytes, .loops = loops, .loop_count = 2});
}

static void what_fits_one_team(void **state) {
  (void)state;
  assert_true(cleave_fits_one_team(-5)); /* bounds of a loop that does nothing */
  assert_true(cleave_fits_one_team(0));
  assert_true(cleave_fits_one_team(128));
  assert_false(cleave_fits_one_team(129));
  assert_false(cleave_fits_one_team(1e30));
}

static void one_kernel_has_nothing_to_save(void **state) {
  (void)state;
  assert_false(pays(&h200, 0, 0, 1, 1));
  assert_false(pays(&h200, 1, 0, 1, 1));
  assert_true(pays(&h200, 2, 0, 1, 1));
}

static void unknown_round_trips_must_fit_one_team(void **state) {
  (void)state;
  assert_true(pays(&h200, 2, 0, 128, 0));
  assert_false(pays(&h200, 2, 0, 129, 0));
  assert_true(pays(&h200, 2, 0, 129, 1));
  /* ... and so must all loops on a device whose memory is not known */
  assert_true(pays(&unknown, 2, 0, 128, 1));
  assert_false(pays(&unknown, 2, 0, 129, 1));
}

/* lost = (n / 128 - 1) * round_trips * 112.64 ns, saved = kernels * 8 us */
static void what_is_lost_is_weighed_against_launches(void **state) {
  (void)state;
  assert_true(pays(&h200, 2, 0, 256, 142)); /* 15995 ns */
  assert_false(pays(&h200, 2, 0, 256, 143));
  assert_true(pays(&h200, 3, 0, 256, 213));
  assert_false(pays(&h200, 3, 0, 256, 214));
  assert_true(pays(&h200, 2, 0, 18300, 1)); /* many short iterations are few waits */
  assert_false(pays(&h200, 2, 0, 18400, 1));
  /* A device whose launches are not known: 15 us. */
  struct cleave_pace other = h200;
  other.kernel_launch = 0;
  assert_true(pays(&other, 2, 0, 256, 266));
  assert_false(pays(&other, 2, 0, 256, 267));
}

/* Two loops lose together what neither would alone. */
static void the_losses_of_all_loops_count(void **state) {
  (void)state;
  const struct cleave_split_loop loops[] = {{256, 100}, {256, 100}};
  struct cleave_split_region region = {.kernels = 2, .loops = loops, .loop_count = 1};
  assert_true(cleave_one_team_is_profitable(&h200, &region));
  region.loop_count = 2;
  assert_false(cleave_one_team_is_profitable(&h200, &region));
}

/* Whatever the estimate of a part of a round says: full ones may not lose more than four times what is saved. */
static void what_a_wrong_estimate_costs_is_limited(void **state) {
  (void)state;
  assert_true(pays(&h200, 2, 0, 129, 568)); /* one more round of 63980 ns; saved are 16000 */
  assert_false(pays(&h200, 2, 0, 129, 569));
  for (double trip_count = 1; trip_count < 5000; trip_count += 1)
    for (double round_trips = 1; round_trips < 1e6; round_trips *= 1.3) {
      if (cleave_fits_one_team(trip_count) || !pays(&h200, 2, 0, trip_count, round_trips))
        continue;
      const double rounds = (double)((long)(trip_count + 127) / 128);
      assert_true((rounds - 1) * round_trips * 112.64 <= 4 * 16000.0 + 1);
      /* More launches never speak against one team, nor do fewer iterations. */
      assert_true(pays(&h200, 3, 0, trip_count, round_trips));
      assert_true(pays(&h200, 2, 0, trip_count - 1, round_trips));
    }
}

/* Where launches are below 2 % of what the region takes, it is split: what it copies, it may copy beside kernels. */
static void long_regions_are_split(void **state) {
  (void)state;
  assert_true(pays(&h200, 2, 7.9e6, 100, 1)); /* 790 us for the copies */
  assert_false(pays(&h200, 2, 8e6, 100, 1));
  assert_true(pays(&h200, 2, 0, 100, 7100)); /* 799744 ns in the kernel */
  assert_false(pays(&h200, 2, 0, 100, 7110));
  assert_false(pays(&h200, 2, 4e6, 100, 3600)); /* both together */
  assert_false(pays(&h200, 2, 1e300, 1, 1));    /* what a negative length becomes */
  /* A loop that does nothing takes no time. */
  assert_true(pays(&h200, 2, 0, 0, 1e9));
  assert_true(pays(&h200, 2, 0, -5, 1e9));
}

/* What is no number decides nothing against the split form. */
static void what_is_no_number_is_not_known(void **state) {
  (void)state;
  const double not_a_number = __builtin_nan("");
  assert_false(pays(&h200, 2, 0, not_a_number, 1));
  assert_false(pays(&h200, 2, 0, 200, not_a_number));
  assert_false(pays(&h200, 2, not_a_number, 1, 1));
  assert_false(pays(&h200, 2, 0, 200, -3));
}

/* saved = kernels * 5 us, at least 2 % of ceil(n / 2) * round_trips * 0.5 ns and of the copies */
static void on_the_host_nothing_is_lost(void **state) {
  (void)state;
  static const struct cleave_pace host = {.kernel_launch = 5e3, .threads = 2, .copies = 5, .is_host = true};
  assert_false(pays(&host, 1, 0, 1, 1));
  assert_true(pays(&host, 2, 0, 100000, 19)); /* 475 us */
  assert_false(pays(&host, 2, 0, 100000, 21));
  assert_true(pays(&host, 3, 0, 100000, 29));
  assert_true(pays(&host, 2, 0, 10000, 199)); /* far more than 128 iterations */
  assert_true(pays(&host, 2, 2.4e6, 100, 1));
  assert_false(pays(&host, 2, 2.6e6, 100, 1));
  assert_true(pays(&host, 2, 0, 1000000, 0)); /* unknown round_trips: as one */
  assert_false(pays(&host, 2, 0, 3000000, 0));
  const double not_a_number = __builtin_nan("");
  assert_true(pays(&host, 2, 0, not_a_number, 1));
  assert_false(pays(&host, 2, not_a_number, 1, 1));
}

/* ---- Kernels in loops and branches of the host --------------------------------------------------- */

/* Two groups: one of FIRST kernels and a loop of 100 iterations of one plan node, one of a loop as told and two kernels. */
static bool nested_pays(const struct cleave_pace *pace, unsigned first, double bytes, double trip_count,
                        double round_trips) {
  const struct cleave_split_loop loops[] = {{100, 1}, {trip_count, round_trips}};
  const struct cleave_split_group groups[] = {{first, &loops[0], 1}, {2, &loops[1], 1}};
  return cleave_one_team_is_profitable_nested(
      pace, &(struct cleave_nested_split){.bytes = bytes, .groups = groups, .group_count = 2});
}

/* Each group is weighed against its own launches: it may be launched far more often than the others. */
static void each_group_must_pay(void **state) {
  (void)state;
  assert_true(nested_pays(&h200, 1, 0, 256, 142)); /* lost: 15995 ns; saved by its own kernels: 16000 */
  assert_false(nested_pays(&h200, 1, 0, 256, 143));
  assert_false(nested_pays(&h200, 100, 0, 256, 143));
  assert_true(nested_pays(&h200, 1, 0, 128, 0));
  assert_false(nested_pays(&h200, 1, 0, 129, 0));
  assert_false(nested_pays(&h200, 1, 0, 100, 7110)); /* 800863 ns, of which 16000 is below 2 % */
  assert_false(nested_pays(&h200, 100, 0, 100, 7110));
}

/* Copies are weighed against one launch of each kernel, since one at least is likely. */
static void copies_count_once(void **state) {
  (void)state;
  assert_true(nested_pays(&h200, 1, 11.9e6, 100, 1)); /* 1190 us; 2 % are 23.8 us, three kernels 24 us */
  assert_false(nested_pays(&h200, 1, 12.1e6, 100, 1));
  assert_true(nested_pays(&h200, 2, 12.1e6, 100, 1));
  assert_false(nested_pays(&h200, 1, 1e300, 1, 1));
  assert_false(nested_pays(&h200, 1, __builtin_nan(""), 1, 1));
}

static void one_kernel_in_a_loop_saves_its_launches(void **state) {
  (void)state;
  const struct cleave_split_loop loop = {100, 1};
  const struct cleave_split_group group = {1, &loop, 1};
  struct cleave_nested_split region = {.groups = &group, .group_count = 1};
  assert_true(cleave_one_team_is_profitable_nested(&h200, &region));
  region.group_count = 0;
  assert_false(cleave_one_team_is_profitable_nested(&h200, &region));
}

/* Whatever the numbers of launches: if each group pays, all of them together do. */
static void weights_change_nothing(void **state) {
  (void)state;
  for (double round_trips = 1; round_trips < 1e4; round_trips *= 1.7)
    for (double trip_count = 1; trip_count < 2000; trip_count *= 1.3) {
      if (!nested_pays(&h200, 1, 0, trip_count, round_trips))
        continue;
      for (unsigned times = 1; times < 1000; times *= 7) {
        /* The second group TIMES times, in a row. */
        struct cleave_split_loop loops[1000] = {{100, 1}};
        for (unsigned i = 1; i <= times; i++)
          loops[i] = (struct cleave_split_loop){trip_count, round_trips};
        assert_true(cleave_one_team_is_profitable(
            &h200, &(struct cleave_split_region){
                       .kernels = 1 + 2 * times, .loops = loops, .loop_count = 1 + times}));
      }
    }
}

static void nested_on_the_host(void **state) {
  (void)state;
  static const struct cleave_pace host = {.kernel_launch = 5e3, .threads = 2, .copies = 5, .is_host = true};
  assert_true(nested_pays(&host, 1, 0, 100000, 19)); /* 475 us, of which 10 us are more than 2 % */
  assert_false(nested_pays(&host, 1, 0, 100000, 21));
  assert_true(nested_pays(&host, 1, 3.7e6, 100, 1)); /* 740 us, of which 15 us are more than 2 % */
  assert_false(nested_pays(&host, 1, 3.8e6, 100, 1));
}

/* The original form has 256 teams of 128 threads, an eighth of the device: of 768 iterations each team has 6 rounds, the split form one. */
static void teams_of_a_distribute_loop(void **state) {
  (void)state;
  static const struct {
    double teams, trip_count, round_trips;
    bool pays;
  } rows[] = {
      {256, 768, 56, true},                            /* 5 * 56 * 112.64 ns are at most 4 * 8 us */
      {256, 768, 57, false},   {256, 128, 1e4, false}, /* 1.1 ms: a launch is less than 2 % */
      {256, 128, 1e3, true},   {256, 64, 0, true},     /* nothing is lost, however long an iteration takes */
      {256, 256, 0, false},    {4096, 8, 1, true},     /* 2 waves */
      {1e6, 1, 3, false},                              /* 474 waves where the split form has 4 rounds */
      {2112, 4096, 1e3, true},                         /* the teams use all threads of the device */
      {1, 128, 0, true},       {1, 129, 0, false},     {0, 1e9, 1, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct cleave_split_loop loop = {rows[i].trip_count, rows[i].round_trips};
    const struct cleave_split_group group = {1, &loop, 1};
    const struct cleave_nested_split region = {.teams = rows[i].teams, .groups = &group, .group_count = 1};
    if (cleave_one_team_is_profitable_nested(&h200, &region) != rows[i].pays)
      fail_msg("row %zu", i);
    /* On the host, the split form creates its threads once. */
    const struct cleave_pace host = {.kernel_launch = 5e3, .threads = 2, .is_host = true};
    assert_false(rows[i].teams > 0 && cleave_one_team_is_profitable_nested(&host, &region));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_fits_one_team),
      cmocka_unit_test(one_kernel_has_nothing_to_save),
      cmocka_unit_test(unknown_round_trips_must_fit_one_team),
      cmocka_unit_test(what_is_lost_is_weighed_against_launches),
      cmocka_unit_test(the_losses_of_all_loops_count),
      cmocka_unit_test(what_a_wrong_estimate_costs_is_limited),
      cmocka_unit_test(long_regions_are_split),
      cmocka_unit_test(what_is_no_number_is_not_known),
      cmocka_unit_test(on_the_host_nothing_is_lost),
      cmocka_unit_test(each_group_must_pay),
      cmocka_unit_test(copies_count_once),
      cmocka_unit_test(one_kernel_in_a_loop_saves_its_launches),
      cmocka_unit_test(weights_change_nothing),
      cmocka_unit_test(nested_on_the_host),
      cmocka_unit_test(teams_of_a_distribute_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
