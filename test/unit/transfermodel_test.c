/* FILE: test/unit/transfermodel_test.c
 * WHAT: what transfers cost, which way is taken, into how many tiles a loop is cut, and profiles.
 */
#include "transfermodel/transfermodel.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/profile.h"
#include "geometry/geometry.h"

static const double MIB = 1 << 20;

/* Round numbers: 1 MB takes 100 us as it is, 20 us page-locked, 25 us staged. A page of 4 KiB costs 400 ns,
 * which is 97.7 us for each MB. */
static const struct cleave_transfer_rates model = {.pageable_to_device = 10,
                                                   .pageable_from_device = 20,
                                                   .pinned_to_device = 50,
                                                   .pinned_from_device = 50,
                                                   .staged_to_device = 40,
                                                   .staged_from_device = 40,
                                                   .copy_latency = 2e3,
                                                   .handover = 20e3,
                                                   .staging_threads = 4,
                                                   .staging_setup = 4e6,
                                                   .registration = 10e3,
                                                   .registration_per_page = 400,
                                                   .page_size = 4096,
                                                   .kernel_launch = 10e3,
                                                   .memory_bandwidth = 4000};

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)); }

static void test_costs(void **state) {
  (void)state;
  struct cleave_transfer_answer answer = cleave_transfer_choose(
      &model, &(struct cleave_transfer_question){
                  .to_device = true, .bytes = 40960000, .transfers = 1, .ring_exists = true});
  assert_true(near(answer.cost[CLEAVE_WAY_PLAIN], 2e3 + 4096e3));
  assert_true(near(answer.cost[CLEAVE_WAY_PAGEABLE], 20e3 + 2e3 + 4096e3));
  assert_true(near(answer.cost[CLEAVE_WAY_STAGED], 20e3 + 2e3 + 1024e3));
  assert_true(near(answer.cost[CLEAVE_WAY_PINNED], 20e3 + 2e3 + 819.2e3 + 10e3 + 10000 * 400.0));
  assert_int_equal(answer.way, CLEAVE_WAY_STAGED);
  /* The ring has to be made, and that is waited for once. */
  answer = cleave_transfer_choose(
      &model, &(struct cleave_transfer_question){.to_device = true, .bytes = 40960000, .transfers = 2});
  assert_true(near(answer.cost[CLEAVE_WAY_STAGED], 20e3 + 2e3 + 1024e3 + 4e6 / 2));
  /* Hidden behind a kernel: the handover is left. */
  answer = cleave_transfer_choose(&model,
                                  &(struct cleave_transfer_question){
                                      .to_device = true, .bytes = 40960000, .transfers = 1, .hidden = 1e9});
  for (int way = CLEAVE_WAY_PAGEABLE; way < CLEAVE_WAY_COUNT; way++)
    assert_true(near(answer.cost[way], 20e3));
  assert_int_equal(answer.way, CLEAVE_WAY_PAGEABLE); /* the first among equals */
  /* The other direction has rates of its own. */
  answer = cleave_transfer_choose(&model, &(struct cleave_transfer_question){.bytes = 40960000});
  assert_true(near(answer.cost[CLEAVE_WAY_PLAIN], 2e3 + 2048e3));
}

/* How often bytes must move before page-locking beats the ways that need none. */
static double break_even(double page_size, double per_page, bool staged) {
  struct cleave_transfer_rates rates = model;
  rates.page_size = page_size;
  rates.registration_per_page = per_page;
  if (!staged)
    rates.staged_to_device = 0;
  for (double transfers = 1; transfers < 1000; transfers++) {
    struct cleave_transfer_answer answer = cleave_transfer_choose(
        &rates, &(struct cleave_transfer_question){
                    .to_device = true, .bytes = 512 << 20, .transfers = transfers, .ring_exists = true});
    if (answer.way == CLEAVE_WAY_PINNED)
      return transfers;
  }
  return INFINITY;
}

static void test_break_even(void **state) {
  (void)state;
  /* 512 MiB: pageable 53.7 ms, page-locked 10.7 ms, staged 13.4 ms. Locking 131072 pages of 4 KiB takes
   * 52.4 ms, which one transfer does not save (43 ms) and two do. */
  assert_true(break_even(4096, 400, false) == 2);
  /* Ten times less for the same bytes, as on machines with pages of 64 KiB: 5.2 ms, and it pays at once. */
  assert_true(break_even(65536, 640, false) == 1);
  assert_true(break_even(2 * MIB, 2000, false) == 1);
  /* Staging takes 2.7 ms longer than page-locked memory: 20 times as many transfers to save 52.4 ms, two
   * for 5.2 ms, and with large pages (0.5 ms) it pays at once. */
  assert_true(break_even(4096, 400, true) == 20);
  assert_true(break_even(65536, 640, true) == 2);
  assert_true(break_even(2 * MIB, 2000, true) == 1);
}

static void test_plain(void **state) {
  (void)state;
  const struct cleave_transfer_rates nothing = {.page_size = 4096};
  struct cleave_transfer_question question = {
      .to_device = true, .bytes = 1 << 30, .transfers = 1000, .hidden = 1e12};
  /* What is not known is not done, however long kernels run. */
  assert_int_equal(cleave_transfer_choose(&nothing, &question).way, CLEAVE_WAY_PLAIN);
  struct cleave_transfer_rates rates = model;
  rates.handover = 0;
  assert_int_equal(cleave_transfer_choose(&rates, &question).way, CLEAVE_WAY_PLAIN);
  rates = model;
  rates.pageable_to_device = 0;
  assert_int_equal(cleave_transfer_choose(&rates, &question).way, CLEAVE_WAY_PLAIN);
  /* Without the cost of a page there is no page-locking, but of what is page-locked already. */
  rates = model;
  rates.registration_per_page = 0;
  assert_true(isinf(cleave_transfer_choose(&rates, &question).cost[CLEAVE_WAY_PINNED]));
  question.is_pinned = true;
  assert_false(isinf(cleave_transfer_choose(&rates, &question).cost[CLEAVE_WAY_PINNED]));
  /* The same where it is not wanted, whatever it would save. */
  rates.registration_per_page = 1;
  question = (struct cleave_transfer_question){.to_device = true, .bytes = 1 << 30, .transfers = 1000};
  assert_int_equal(cleave_transfer_choose(&rates, &question).way, CLEAVE_WAY_PINNED);
  question.no_page_locks = true;
  assert_int_equal(cleave_transfer_choose(&rates, &question).way, CLEAVE_WAY_STAGED);
  assert_true(isinf(cleave_transfer_choose(&rates, &question).cost[CLEAVE_WAY_PINNED]));
  question.is_pinned = true;
  assert_false(isinf(cleave_transfer_choose(&rates, &question).cost[CLEAVE_WAY_PINNED]));
  /* The smallest copies, and what nothing hides, are best left alone: no way is better by 5 %. */
  for (size_t bytes = 0; bytes < 200000; bytes = 2 * bytes + 1)
    assert_int_equal(
        cleave_transfer_choose(
            &model, &(struct cleave_transfer_question){.to_device = true, .bytes = bytes, .transfers = 1e6})
            .way,
        CLEAVE_WAY_PLAIN);
}

/* Whatever is asked: a way that is taken is better than the plain one by the margin, and none is better
 * still. */
static void test_never_slower(void **state) {
  (void)state;
  for (size_t bytes = 1; bytes < (size_t)1 << 34; bytes *= 3)
    for (double hidden = 0; hidden < 1e10; hidden = 10 * hidden + 1e4)
      for (int kind = 0; kind < 8; kind++)
        for (double transfers = 1; transfers < 100; transfers *= 3) {
          struct cleave_transfer_answer answer =
              cleave_transfer_choose(&model, &(struct cleave_transfer_question){.to_device = kind & 1,
                                                                                .bytes = bytes,
                                                                                .hidden = hidden,
                                                                                .transfers = transfers,
                                                                                .is_pinned = kind & 2,
                                                                                .ring_exists = kind & 4});
          double cost = answer.cost[answer.way];
          if (answer.way != CLEAVE_WAY_PLAIN) {
            assert_true(cost < 0.95 * answer.cost[CLEAVE_WAY_PLAIN]);
            for (int way = CLEAVE_WAY_PAGEABLE; way < CLEAVE_WAY_COUNT; way++)
              assert_true(cost <= answer.cost[way]);
          }
        }
}

static void test_tile_time(void **state) {
  (void)state;
  const struct cleave_tile_question question = {
      .transfer_to = 1000, .transfer_from = 200, .kernel = 600, .per_tile = 10, .most = 100};
  assert_true(near(cleave_tile_time(&question, 1), 1000 + 600 + 200 + 10));
  /* x/n + (n-1) max/n + k/n + y/n + n per_tile, by hand for four tiles. */
  assert_true(near(cleave_tile_time(&question, 4), 250 + 750 + 150 + 50 + 40));
  assert_int_equal(cleave_tile_count(&question), 9); /* the best place is sqrt(800/10) = 8.94 */
  /* A loop that does not fill the device takes as long for each part as for all of it. So only the way back
   * can be hidden: 1000/n + (n-1) 1000/n + 600 + 200/n + 11 n, while a part of the transfer takes longer. */
  const struct cleave_tile_question short_of_threads = {.transfer_to = 1000,
                                                        .transfer_from = 200,
                                                        .kernel = 100,
                                                        .least_kernel = 100,
                                                        .per_tile = 11,
                                                        .most = 100};
  assert_true(near(cleave_tile_time(&short_of_threads, 1), 1000 + 100 + 200 + 11));
  assert_true(near(cleave_tile_time(&short_of_threads, 4), 1000 + 100 + 50 + 44));
  assert_true(near(cleave_tile_time(&short_of_threads, 20), 50 + 19 * 100 + 100 + 10 + 220));
  assert_int_equal(cleave_tile_count(&short_of_threads), 4); /* sqrt(200/11) = 4.26 */
  struct cleave_tile_question nothing_back = short_of_threads;
  nothing_back.transfer_from = 0;
  assert_int_equal(cleave_tile_count(&nothing_back), 1);
}

/* The count is the best of all that there are. */
static void test_tile_count(void **state) {
  (void)state;
  static const double times[] = {0, 1, 30, 1e3, 5e4, 1e6};
  enum { TIMES = sizeof times / sizeof *times };
  for (int i = 0; i < TIMES * TIMES * TIMES; i++)
    for (int j = 0; j < TIMES * 4; j++) {
      struct cleave_tile_question question = {.transfer_to = times[i % TIMES],
                                              .kernel = times[i / TIMES % TIMES],
                                              .transfer_from = times[i / TIMES / TIMES],
                                              .per_tile = times[j / 4],
                                              .least_kernel = times[i / TIMES % TIMES] * (j % 4) / 7,
                                              .most = 300};
      uint64_t best = 1;
      for (uint64_t tiles = 2; tiles <= question.most; tiles++)
        if (cleave_tile_time(&question, tiles) < cleave_tile_time(&question, best))
          best = tiles;
      double found = cleave_tile_time(&question, cleave_tile_count(&question));
      assert_true(found <= cleave_tile_time(&question, best) * (1 + 1e-12));
      assert_true(found <= cleave_tile_time(&question, 1));
    }
  /* One transfer and nothing to hide it behind: as a whole. */
  assert_int_equal(
      cleave_tile_count(&(struct cleave_tile_question){.transfer_to = 1e6, .per_tile = 1, .most = 100}), 1);
  assert_int_equal(cleave_tile_count(&(struct cleave_tile_question){
                       .transfer_to = 1e6, .kernel = 1e6, .per_tile = 1e7, .most = 100}),
                   1);
  assert_int_equal(
      cleave_tile_count(&(struct cleave_tile_question){.transfer_to = 1e6, .kernel = 1e6, .most = 100}), 100);
  assert_int_equal(
      cleave_tile_count(&(struct cleave_tile_question){.transfer_to = 1e6, .kernel = 1e6, .most = 0}), 1);
}

/* ---- profiles ---------------------------------------------------------------------------------- */

static char complaints[4096];

static void complain(const char *line) {
  const char *name = strstr(line, "/profile:");
  strncat(complaints, name ? name + 1 : line, sizeof complaints - strlen(complaints) - 2);
  strcat(complaints, "\n");
}

static struct cleave_device h200(void) {
  struct cleave_device device = {.rates = cleave_device_rates_of("NVIDIA H200")};
  assert_true(cleave_device_limits_of(90, &device.limits));
  return device;
}

/* Reads the profile TEXT over DEVICE. */
static void read_text(const char *text, struct cleave_device *device) {
  char folder[] = "/tmp/cleave-profile-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/profile", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  *complaints = 0;
  cleave_profile_read(path, device, complain);
  remove(path);
  rmdir(folder);
}

static void test_defaults(void **state) {
  (void)state;
  struct cleave_transfer_rates rates = cleave_device_rates_of("NVIDIA H200");
  assert_true(rates.pinned_to_device > 50 && rates.pageable_to_device < 20);
  assert_true(rates.page_size == (double)sysconf(_SC_PAGESIZE));
  /* Of any other device nothing is known, not even where its architecture is the same. */
  rates = cleave_device_rates_of("NVIDIA GH200 480GB");
  assert_true(rates.pinned_to_device == 0 && rates.registration_per_page == 0);
  assert_int_equal(
      cleave_transfer_choose(
          &rates, &(struct cleave_transfer_question){.bytes = 1 << 30, .hidden = 1e9, .transfers = 9})
          .way,
      CLEAVE_WAY_PLAIN);
}

static void test_profile(void **state) {
  (void)state;
  const struct cleave_device usual = h200();
  struct cleave_device device = usual;
  read_text("architecture = 90\n"
            "pinned_to_device = 44.5 GB/s # ours\n"
            "copy_latency = 1.5us\nregistration = 7 \npage_size = 2 MiB\n"
            "saturation_teams = 3\n",
            &device);
  assert_string_equal(complaints, "");
  const struct cleave_transfer_rates *rates = &device.rates;
  assert_true(rates->pinned_to_device == 44.5 && rates->copy_latency == 1500);
  assert_true(rates->registration == 7 && rates->page_size == 2 * MIB);
  assert_true(rates->pinned_from_device == usual.rates.pinned_from_device);
  assert_true(device.limits.saturation_teams == 3);
  /* A profile for another architecture changes nothing. */
  device = usual;
  read_text("architecture = 80\npinned_to_device = 44.5\n", &device);
  assert_string_equal(complaints, "profile: it is for sm_80, and the device is sm_90\n");
  assert_memory_equal(&device, &usual, sizeof device);
  /* Neither does a profile with a mistake. */
  read_text("pinned_to_device = fast\npinned_from_device = 3\ncopy_latency = 3 GB/s\n"
            "page_size = 4 KiB\npage_size = 4 KiB\nsaturation_teams = 3\npinned = 3\n",
            &device);
  assert_string_equal(complaints,
                      "profile:1: pinned_to_device = fast: the value must be a rate in GB/s\n"
                      "profile:3: copy_latency = 3 GB/s: the value must be a time in ns, us or ms\n"
                      "profile:5: duplicate value for page_size\n"
                      "profile:7: unknown key 'pinned'\n");
  assert_memory_equal(&device, &usual, sizeof device);
}

/* What is written is read again. */
static void test_shared(void **state) {
  (void)state;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  struct cleave_device device = h200(), again = {0};
  device.rates = model;
  cleave_profile_write(&device, out);
  fclose(out);
  read_text(text, &again);
  assert_string_equal(complaints, "");
  assert_memory_equal(&again, &device, sizeof device);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_costs),     cmocka_unit_test(test_break_even),
      cmocka_unit_test(test_plain),     cmocka_unit_test(test_never_slower),
      cmocka_unit_test(test_tile_time), cmocka_unit_test(test_tile_count),
      cmocka_unit_test(test_defaults),  cmocka_unit_test(test_profile),
      cmocka_unit_test(test_shared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
