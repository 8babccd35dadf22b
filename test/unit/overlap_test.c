/* FILE: test/unit/overlap_test.c
 * WHAT: tests of cleave_disjoint and cleave_unshared, against a stand-in for libomptarget.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "omptarget/omptarget.h"
#include "runtime/runtime.h"

static char host[1000], memory[1000], more[1000];

/* One device, with COUNT mappings. */
static void set_up(const struct stand_in_mapping *mappings, int count) {
  struct cleave_descriptor none = {0};
  stand_in_set_devices(1);
  __tgt_register_lib(&none);
  stand_in_set_offloading(1);
  stand_in_set_mappings(mappings, count);
}

static const size_t ten = 10;

static void host_sections_are_compared(void **state) {
  (void)state;
  set_up(NULL, 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 10, ten), 1);
  assert_int_equal(cleave_disjoint(0, 1, 2, host + 10, ten, host, ten), 1);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 9, ten), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host, (size_t)1), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host + 5, (size_t)1, host, ten), 0);
}

static void only_pairs_with_a_written_one_count(void **state) {
  (void)state;
  set_up(NULL, 0);
  assert_int_equal(cleave_disjoint(-1, 1, 3, host, ten, host + 50, ten, host + 55, ten), 1);
  assert_int_equal(cleave_disjoint(-1, 2, 3, host, ten, host + 50, ten, host + 55, ten), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 3, host, ten, host + 50, ten, host + 9, ten), 0);
}

static void what_is_not_known_overlaps(void **state) {
  (void)state;
  set_up(NULL, 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, (size_t)0, host + 50, ten), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, SIZE_MAX, host + 50, ten), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, (char *)NULL, ten, host, ten), 0);
  assert_int_equal(cleave_disjoint(-1, 1, 33, host, ten), 0);
}

static void device_memory_is_compared(void **state) {
  (void)state;
  const struct stand_in_mapping apart[] = {{host, 10, memory}, {host + 100, 10, memory + 10}};
  set_up(apart, 2);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 100, ten), 1);
  const struct stand_in_mapping shared[] = {{host, 10, memory}, {host + 100, 10, memory + 9}};
  set_up(shared, 2);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 100, ten), 0);
  /* What is not mapped will have memory of its own. */
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 200, ten), 1);
}

static void parts_of_one_mapping_overlap(void **state) {
  (void)state;
  const struct stand_in_mapping one[] = {{host, 300, memory}};
  set_up(one, 1);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 200, ten), 0);
  const struct stand_in_mapping two[] = {{host, 150, memory}, {host + 150, 150, more}};
  set_up(two, 2);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 200, ten), more - memory == 150 ? 0 : 1);
}

static void on_the_host_the_answer_is_no(void **state) {
  (void)state;
  set_up(NULL, 0);
  assert_int_equal(cleave_disjoint(1, 1, 2, host, ten, host + 200, ten), 0);
  assert_int_equal(cleave_disjoint(-5, 1, 2, host, ten, host + 200, ten), 0);
  stand_in_set_offloading(0);
  assert_int_equal(cleave_disjoint(-1, 1, 2, host, ten, host + 200, ten), 0);
}

/* Bounds 0 and LAST of elements of one byte at BASE. */
#define INTERVAL(base, kind, last) base, (size_t)1, kind, 2, 0, 1, (double)(last)

static void intervals_are_compared(void **state) {
  (void)state;
  const struct stand_in_mapping one[] = {{host, 300, memory}};
  set_up(one, 1);
  /* In one mapping, and next to each other. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9),
                                            INTERVAL(host + 10, CLEAVE_OBJECT_PRESENT, 9)),
                   1);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(host, CLEAVE_OBJECT_PRESENT, 10),
                                            INTERVAL(host + 10, CLEAVE_OBJECT_PRESENT, 9)),
                   0);
  /* A section may be exceeded within its mapping. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9), host + 50,
                                            ten, CLEAVE_OBJECT_SECTION, 0),
                   0);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9), host + 400,
                                            ten, CLEAVE_OBJECT_SECTION, 0),
                   1);
  /* Not present. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9),
                                            INTERVAL(host + 400, CLEAVE_OBJECT_PRESENT, 9)),
                   0);
  /* The device address of a mapped object. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(memory + 5, CLEAVE_OBJECT_OF_DEVICE, 9),
                                            INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9)),
                   0);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, INTERVAL(memory + 10, CLEAVE_OBJECT_OF_DEVICE, 9),
                                            INTERVAL(host, CLEAVE_OBJECT_PRESENT, 9)),
                   1);
}

static void bounds_are_exact(void **state) {
  (void)state;
  set_up(NULL, 0);
  /* Bounds 3 - 5 and 4, in any order: elements -2 to 4. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host + 10, (size_t)4, CLEAVE_OBJECT_OF_DEVICE, 2, 1,
                                            4.0, 2, 3.0, -5.0, INTERVAL(host, CLEAVE_OBJECT_OF_DEVICE, 1)),
                   1);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host + 10, (size_t)4, CLEAVE_OBJECT_OF_DEVICE, 2, 1,
                                            4.0, 2, 3.0, -5.0, INTERVAL(host, CLEAVE_OBJECT_OF_DEVICE, 2)),
                   0);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host + 10, (size_t)4, CLEAVE_OBJECT_OF_DEVICE, 2, 1,
                                            4.0, 2, 3.0, -5.0,
                                            INTERVAL(host + 30, CLEAVE_OBJECT_OF_DEVICE, 2)),
                   1);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host + 10, (size_t)4, CLEAVE_OBJECT_OF_DEVICE, 2, 1,
                                            4.0, 2, 3.0, -5.0,
                                            INTERVAL(host + 29, CLEAVE_OBJECT_OF_DEVICE, 2)),
                   0);
  /* Terms that are not exact cancel out. */
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host, (size_t)1, CLEAVE_OBJECT_OF_DEVICE, 1, 2,
                                            9007199254740992.0, -9007199254740992.0,
                                            INTERVAL(host + 100, CLEAVE_OBJECT_OF_DEVICE, 2)),
                   0);
  assert_int_equal(cleave_disjoint_accesses(-1, 1, 2, host, (size_t)4096, CLEAVE_OBJECT_OF_DEVICE, 1, 1,
                                            9007199254740991.0,
                                            INTERVAL(host + 100, CLEAVE_OBJECT_OF_DEVICE, 2)),
                   0);
}

#define SECTION(address, bytes) address, (size_t)(bytes), CLEAVE_OBJECT_SECTION, 0

static void windows_end_before_other_objects(void **state) {
  (void)state;
  set_up(NULL, 0);
  assert_int_equal(cleave_unshared(-1, host, 100, 64, 0), 64);
  assert_int_equal(cleave_unshared(-1, host, 40, 64, 0), 40);
  assert_int_equal(cleave_unshared(-1, host, 0, 64, 0), 64);
  assert_int_equal(cleave_unshared(-1, host, 40, 64, 1, SECTION(host + 30, 4)), 30);
  assert_int_equal(cleave_unshared(-1, host, 40, 64, 2, SECTION(host + 30, 4), SECTION(host + 20, 1)), 20);
  assert_int_equal(cleave_unshared(-1, host + 50, 40, 64, 1, SECTION(host + 30, 20)), 40);
  assert_int_equal(cleave_unshared(-1, host + 50, 40, 64, 1, SECTION(host + 30, 21)), 0);
  assert_int_equal(cleave_unshared(-1, host + 50, 40, 64, 1, SECTION(host, 1000)), 0);
}

static void windows_end_before_other_objects_of_the_device(void **state) {
  (void)state;
  /* In another order on the device than on the host. */
  const struct stand_in_mapping mappings[] = {{host, 40, memory + 100}, {host + 500, 10, memory + 120}};
  set_up(mappings, 2);
  assert_int_equal(cleave_unshared(-1, host, 0, 64, 1, INTERVAL(host + 500, CLEAVE_OBJECT_PRESENT, 9)), 20);
  assert_int_equal(cleave_unshared(-1, host, 0, 64, 1, INTERVAL(memory + 110, CLEAVE_OBJECT_OF_DEVICE, 9)),
                   10);
  assert_int_equal(cleave_unshared(-1, host, 0, 64, 1, INTERVAL(memory + 95, CLEAVE_OBJECT_OF_DEVICE, 9)), 0);
  /* It is not known where the kernel finds what is not present. */
  assert_int_equal(cleave_unshared(-1, host, 0, 64, 1, INTERVAL(host + 700, CLEAVE_OBJECT_PRESENT, 9)), 0);
  assert_int_equal(cleave_unshared(-1, host + 700, 0, 64, 1, INTERVAL(host + 500, CLEAVE_OBJECT_PRESENT, 9)),
                   0);
  /* Sections of one mapping, beyond which the program may read. */
  const struct stand_in_mapping one[] = {{host, 300, memory}};
  set_up(one, 1);
  assert_int_equal(cleave_unshared(-1, host, 10, 64, 1, SECTION(host + 200, 10)), 0);
  assert_int_equal(cleave_unshared(1, host, 10, 64, 1, SECTION(host + 500, 10)), 0);
  assert_int_equal(cleave_unshared(-1, host, 10, 64, 1, SECTION(host + 500, 10)), 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(host_sections_are_compared),
      cmocka_unit_test(only_pairs_with_a_written_one_count),
      cmocka_unit_test(what_is_not_known_overlaps),
      cmocka_unit_test(device_memory_is_compared),
      cmocka_unit_test(parts_of_one_mapping_overlap),
      cmocka_unit_test(on_the_host_the_answer_is_no),
      cmocka_unit_test(intervals_are_compared),
      cmocka_unit_test(bounds_are_exact),
      cmocka_unit_test(windows_end_before_other_objects),
      cmocka_unit_test(windows_end_before_other_objects_of_the_device),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
