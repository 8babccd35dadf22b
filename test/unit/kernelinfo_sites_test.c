/* FILE: test/unit/kernelinfo_sites_test.c
 * WHAT: tests of lib/kernelinfo/sites.c: the class of an access, and which accesses are one stream.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "kernelinfo/sites.h"

static enum cleave_access_class class_of(int64_t bytes, uint32_t element) {
  const struct cleave_site site = {
      .difference = CLEAVE_DIFFERENCE_CONSTANT, .bytes = bytes, .element_bytes = element};
  return cleave_site_class(&site);
}

static void test_classes(void **state) {
  (void)state;
  assert_int_equal(class_of(0, 8), CLEAVE_ACCESS_UNIFORM);
  assert_int_equal(class_of(8, 8), CLEAVE_ACCESS_COALESCED);
  assert_int_equal(class_of(-8, 8), CLEAVE_ACCESS_COALESCED);
  assert_int_equal(class_of(4, 8), CLEAVE_ACCESS_COALESCED);
  assert_int_equal(class_of(9, 8), CLEAVE_ACCESS_CONSTANT_STRIDE);
  assert_int_equal(class_of(-16, 8), CLEAVE_ACCESS_CONSTANT_STRIDE);
  assert_int_equal(class_of(INT64_MIN, 8), CLEAVE_ACCESS_CONSTANT_STRIDE);
  struct cleave_site site = {.difference = CLEAVE_DIFFERENCE_SYMBOLIC};
  assert_int_equal(cleave_site_class(&site), CLEAVE_ACCESS_SYMBOLIC_STRIDE);
  site.difference = CLEAVE_DIFFERENCE_UNKNOWN;
  assert_int_equal(cleave_site_class(&site), CLEAVE_ACCESS_IRREGULAR);
}

static struct cleave_site site_at(uint32_t base, int64_t offset, int32_t loop, uint32_t line) {
  return (struct cleave_site){.reads = true,
                              .element_bytes = 8,
                              .line = line,
                              .loop = loop,
                              .difference = CLEAVE_DIFFERENCE_CONSTANT,
                              .bytes = 8,
                              .base = base,
                              .offset = offset};
}

static void test_streams(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_site sites[] = {site_at(0, 0, 0, 7),  /* a stream ... */
                                site_at(0, 24, 0, 8), /* ... with this */
                                site_at(0, 32, 0, 9), /* too far */
                                site_at(1, 0, 0, 6),  /* elsewhere */
                                site_at(0, 0, -1, 5), /* in another loop */
                                site_at(0, 0, 0, 4),  /* the same once more, written */
                                site_at(0, INT64_MIN, 0, 3)};
  sites[5].reads = false;
  sites[5].writes = true;
  sites[5].element_bytes = 16;
  struct cleave_kernel_information information = {.loop_count = 1};
  cleave_kernel_information_add_sites(&information, sites, 7, arena);
  assert_int_equal(information.stream_count, 5);
  /* By loop, then by line. */
  const struct cleave_kernel_stream *streams = information.streams;
  assert_int_equal(streams[0].loop, -1);
  assert_int_equal(streams[1].line, 3);
  assert_int_equal(streams[2].line, 6);
  assert_int_equal(streams[3].line, 7);
  assert_int_equal(streams[4].line, 9);
  assert_int_equal(streams[3].sites, 3);
  assert_true(streams[3].reads && streams[3].writes);
  assert_int_equal(streams[3].element_bytes, 16);
  assert_int_equal(streams[3].stride.count, 1);
  assert_int_equal(streams[3].stride.instructions[0].value, 8);
  assert_false(streams[4].writes);
  assert_false(information.unknown_accesses);
  cleave_arena_free(arena);
}

static void test_too_many(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  static struct cleave_site sites[CLEAVE_KERNEL_MAX_STREAMS + 2];
  for (uint32_t i = 0; i < CLEAVE_KERNEL_MAX_STREAMS + 1; i++)
    sites[i] = site_at(i, 0, -1, 1);
  sites[CLEAVE_KERNEL_MAX_STREAMS + 1] = site_at(0, 0, -1, 1);
  struct cleave_kernel_information information = {0};
  cleave_kernel_information_add_sites(&information, sites, CLEAVE_KERNEL_MAX_STREAMS, arena);
  assert_false(information.unknown_accesses);
  cleave_kernel_information_add_sites(&information, sites, CLEAVE_KERNEL_MAX_STREAMS + 2, arena);
  assert_true(information.unknown_accesses);
  assert_int_equal(information.stream_count, CLEAVE_KERNEL_MAX_STREAMS);
  assert_int_equal(information.streams[0].sites, 2);
  cleave_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_streams),
      cmocka_unit_test(test_too_many),
  };
  return cmocka_run_group_tests_name("kernelinfo_sites", tests, NULL, NULL);
}
