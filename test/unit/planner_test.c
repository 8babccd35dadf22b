/* FILE: test/unit/planner_test.c
 * WHAT: small questions about a text, and that no more of it is read than they need.
 */
#include "guarded.h"
#include "sample.h"

#include "planner/planner.h"

/* A range is looked at, and not the rest of its file: after this one is memory that may not be read. */
static void range_is_all_that_is_read(void **state) {
  (void)state;
  static const char text[] = "int first; { second = third2 + fourth; } tail";
  struct guarded guarded = guarded_new(sizeof text);
  struct cleave_expansion expansions[] = {{2, "before"}, {12, "within"}, {20, "within_too"}, {45, "behind"}};
  struct cleave_unit unit = {.text = guarded_put(&guarded, text, sizeof text - 1),
                             .length = sizeof text - 1,
                             .expansions = expansions,
                             .expansion_count = 4};
  struct planner planner = {.unit = &unit};
  const struct cleave_range block = {11, 40}, all = {0, sizeof text - 1};
  assert_true(range_mentions(&planner, block, "second"));
  assert_true(range_mentions(&planner, block, "fourth"));
  assert_false(range_mentions(&planner, block, "first"));
  assert_false(range_mentions(&planner, block, "third"));
  assert_false(range_mentions(&planner, block, "hird2"));
  assert_false(range_mentions(&planner, block, "tail"));
  assert_false(range_mentions(&planner, all, "fifth"));
  assert_false(range_mentions(&planner, block, "before"));
  assert_true(range_mentions(&planner, block, "within"));
  assert_true(range_mentions(&planner, block, "within_too"));
  assert_false(range_mentions(&planner, block, "behind"));
  guarded_free(&guarded);
}

/* Lines are counted from the last question on: in any order the answers are the same. */
static void lines_in_any_order(void **state) {
  (void)state;
  static const char text[] = "\none\n\ntwo three\nfour";
  struct cleave_unit unit = {.text = text, .length = sizeof text - 1};
  for (uint32_t i = 0; i < 400; i++) {
    const uint32_t offset = i * 7 % (sizeof text + 3);
    uint32_t line = 1;
    for (uint32_t at = 0; at < offset && at < unit.length; at++)
      line += text[at] == '\n';
    assert_int_equal(cleave_unit_line(&unit, offset), line);
  }
}

/* The counting goes on, and does not begin again: what is before the last place is out of reach by then. */
static void lines_are_counted_once(void **state) {
  (void)state;
  enum { PAGE = 1 << 16 };
  char *text = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(text != MAP_FAILED);
  memset(text, '\n', 2 * PAGE);
  struct cleave_unit unit = {.text = text, .length = 2 * PAGE};
  assert_int_equal(cleave_unit_line(&unit, PAGE + 5), PAGE + 6);
  assert_int_equal(mprotect(text, PAGE, PROT_NONE), 0);
  assert_int_equal(cleave_unit_line(&unit, PAGE + 9), PAGE + 10);
  assert_int_equal(cleave_unit_line(&unit, PAGE + 1), PAGE + 2);
  munmap(text, 2 * PAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(range_is_all_that_is_read),
                                     cmocka_unit_test(lines_in_any_order),
                                     cmocka_unit_test(lines_are_counted_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
