/* FILE: test/unit/pinning_test.c
 * WHAT: memory that is page-locked while a region copies it: who may use it, when it goes, and what becomes
 *       of memory that the driver refuses.
 */
#include "engine/cuda_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/options.h"

/* What the driver was asked for, with addresses as offsets from `memory`. */
static char calls[1024];
static char memory[4096];
static CUresult answer; /* of registrations */

static CUresult lock_pages(void *address, size_t bytes, unsigned flags) {
  char text[64];
  snprintf(text, sizeof text, "+%td:%zu%s ", (char *)address - memory, bytes, flags ? "!" : "");
  strcat(calls, text);
  return answer;
}

static CUresult unlock_pages(void *address) {
  char text[64];
  snprintf(text, sizeof text, "-%td ", (char *)address - memory);
  strcat(calls, text);
  return 0;
}

/* [100, 200) is page-locked by the program. */
static CUresult tell(void *value, int attribute, CUdeviceptr pointer) {
  assert_int_equal(attribute, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
  size_t offset = pointer - (uintptr_t)memory;
  *(unsigned *)value = CU_MEMORYTYPE_HOST;
  return offset >= 100 && offset < 200 ? 0 : CUDA_ERROR_INVALID_VALUE;
}

static const struct cleave_cuda cuda = {
    .cuMemHostRegister = lock_pages, .cuMemHostUnregister = unlock_pages, .cuPointerGetAttribute = tell};
static const uint64_t no_limit = UINT64_MAX;

static int begin(void **state) {
  (void)state;
  answer = 0;
  *calls = 0;
  return 0;
}

static int end(void **state) {
  (void)state;
  cleave_range_release(&cuda, memory, sizeof memory);
  return 0;
}

static void test_driver(void **state) {
  (void)state;
  assert_int_equal(cleave_locked_by_driver(&cuda, memory + 100, 100), CLEAVE_LOCKED_ALL);
  assert_int_equal(cleave_locked_by_driver(&cuda, memory + 99, 2), CLEAVE_LOCKED_PART);
  assert_int_equal(cleave_locked_by_driver(&cuda, memory + 199, 2), CLEAVE_LOCKED_PART);
  assert_int_equal(cleave_locked_by_driver(&cuda, memory + 200, 100), CLEAVE_LOCKED_NONE);
}

static void test_region(void **state) {
  (void)state;
  struct cleave_range *range = cleave_range_pin(&cuda, memory, 100, no_limit);
  assert_non_null(range);
  assert_string_equal(calls, "+0:100 ");
  /* Others use it as a whole or in part, but not more than it. */
  assert_ptr_equal(cleave_range_join(memory, 100), range);
  assert_ptr_equal(cleave_range_join(memory + 50, 50), range);
  assert_null(cleave_range_join(memory + 50, 51));
  for (int i = 0; i < 3; i++)
    cleave_range_leave(range);
  /* It stays until its region lets it go, and then the driver is told at once. */
  assert_ptr_equal(cleave_range_join(memory, 100), range);
  cleave_range_leave(range);
  assert_string_equal(calls, "+0:100 ");
  cleave_range_release(&cuda, memory, 100);
  assert_string_equal(calls, "+0:100 -0 ");
  assert_null(cleave_range_join(memory, 100));
  cleave_range_release(&cuda, memory, 100);
  assert_string_equal(calls, "+0:100 -0 ");
}

static void test_parts(void **state) {
  (void)state;
  /* Parts of an object, page-locked one by one, go with it; another object stays. */
  cleave_range_leave(cleave_range_pin(&cuda, memory, 10, no_limit));
  cleave_range_leave(cleave_range_pin(&cuda, memory + 10, 10, no_limit));
  cleave_range_leave(cleave_range_pin(&cuda, memory + 20, 10, no_limit));
  *calls = 0;
  cleave_range_release(&cuda, memory, 20);
  assert_string_equal(calls, "-10 -0 ");
  struct cleave_range *other = cleave_range_join(memory + 20, 10);
  assert_non_null(other);
  cleave_range_leave(other);
}

static void test_overlap(void **state) {
  (void)state;
  struct cleave_range *range = cleave_range_pin(&cuda, memory, 100, no_limit);
  /* Copies of memory that is page-locked in part would fail, so it is neither locked nor given as it is. */
  assert_false(cleave_range_may_pin(memory + 99, 10, no_limit));
  assert_null(cleave_range_pin(&cuda, memory + 99, 10, no_limit));
  assert_null(cleave_range_use(memory + 99, 10));
  assert_string_equal(calls, "+0:100 ");
  cleave_range_leave(range);
  assert_null(cleave_range_use(memory + 99, 10)); /* it is still page-locked */
  /* Nor is memory page-locked that the driver copies just now. */
  struct cleave_range *used = cleave_range_use(memory + 500, 100);
  assert_non_null(used);
  assert_false(cleave_range_may_pin(memory + 599, 10, no_limit));
  assert_null(cleave_range_pin(&cuda, memory + 599, 10, no_limit));
  assert_null(cleave_range_join(memory + 500, 100));
  struct cleave_range *again = cleave_range_use(memory + 500, 100);
  assert_non_null(again);
  cleave_range_leave(used);
  assert_false(cleave_range_may_pin(memory + 599, 10, no_limit));
  cleave_range_leave(again);
  assert_true(cleave_range_may_pin(memory + 599, 10, no_limit));
}

static void test_limit(void **state) {
  (void)state;
  struct cleave_range *first = cleave_range_pin(&cuda, memory, 100, 300);
  struct cleave_range *second = cleave_range_pin(&cuda, memory + 1000, 100, 300);
  struct cleave_range *third = cleave_range_pin(&cuda, memory + 2000, 100, 300);
  assert_true(first && second && third);
  /* All of it is in use. */
  assert_false(cleave_range_may_pin(memory + 3000, 1, 300));
  assert_null(cleave_range_pin(&cuda, memory + 3000, 1, 300));
  cleave_range_leave(second);
  cleave_range_leave(first);
  *calls = 0;
  /* Of two without users the one that was left first goes; then the other one; what is in use stays. */
  assert_true(cleave_range_may_pin(memory + 3000, 100, 300));
  struct cleave_range *fourth = cleave_range_pin(&cuda, memory + 3000, 100, 300);
  assert_string_equal(calls, "-1000 +3000:100 ");
  assert_false(cleave_range_may_pin(memory + 1000, 101, 300));
  assert_null(cleave_range_pin(&cuda, memory + 1000, 101, 300));
  assert_string_equal(calls, "-1000 +3000:100 -0 ");
  assert_null(cleave_range_pin(&cuda, memory, 100, 0));
  cleave_range_leave(third);
  cleave_range_leave(fourth);
  assert_true(cleave_pin_limit(77) == 77 && cleave_pin_limit(0) == 0);
  /* By default an eighth of a quarter of the memory: this is one of eight ranks on its machine. */
  const uint64_t memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  assert_true(cleave_pin_limit(CLEAVE_PIN_LIMIT_DEFAULT) == memory_bytes / 4 / 8);
}

static void test_refusal(void **state) {
  (void)state;
  answer = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  assert_true(cleave_range_may_pin(memory, 64, no_limit));
  assert_null(cleave_range_pin(&cuda, memory, 64, no_limit));
  answer = 0;
  /* Not again for this memory, but for other memory. */
  assert_false(cleave_range_may_pin(memory, 64, no_limit));
  assert_null(cleave_range_pin(&cuda, memory, 64, no_limit));
  assert_string_equal(calls, "+0:64 ");
  assert_true(cleave_range_may_pin(memory, 65, no_limit));
  /* It is given to the driver as it is. */
  struct cleave_range *range = cleave_range_use(memory, 64);
  assert_non_null(range);
  cleave_range_leave(range);
}

static void test_expectation(void **state) {
  (void)state;
  /* The first time nothing is known: as much is expected as there has been. */
  assert_true(cleave_range_expect(memory, 100, 100) == 1);
  assert_true(cleave_range_expect(memory, 100, 100) == 1);
  assert_true(cleave_range_expect(memory, 100, 100) == 2);
  assert_true(cleave_range_expect(memory, 100, 50) == 3);
  cleave_range_release(&cuda, memory, 100);
  /* Then: what is left of 350 bytes. */
  assert_true(cleave_range_expect(memory, 100, 100) == 3.5);
  assert_true(cleave_range_expect(memory, 100, 30) == 2.5);
  assert_true(cleave_range_expect(memory, 100, 20) == 2.2);
  cleave_range_release(&cuda, memory, 100);
  assert_true(cleave_range_expect(memory, 100, 100) == 1.5);
  /* In pieces it is as in one. */
  for (int i = 0; i < 10; i++)
    assert_true(cleave_range_expect(memory + 64, 100, 10) == 1);
  cleave_range_release(&cuda, memory + 64, 100);
  assert_true(cleave_range_expect(memory + 64, 100, 10) == 1);
}

int main(void) {
  setenv("OMPI_COMM_WORLD_RANK", "9", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "16", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "8", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_driver, begin, end),
      cmocka_unit_test_setup_teardown(test_region, begin, end),
      cmocka_unit_test_setup_teardown(test_parts, begin, end),
      cmocka_unit_test_setup_teardown(test_overlap, begin, end),
      cmocka_unit_test_setup_teardown(test_limit, begin, end),
      cmocka_unit_test_setup_teardown(test_refusal, begin, end),
      cmocka_unit_test_setup_teardown(test_expectation, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
