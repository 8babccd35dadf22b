/* FILE: test/unit/planner_test.c
 * WHAT: the small questions of lib/planner.
 */
#include "guarded.h"
#include "sample.h"

#include "planner/planner.h"

/* A range is looked at, and not the rest of its file: behind this one is memory that nobody may read. */
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(range_is_all_that_is_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
