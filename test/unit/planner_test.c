/* FILE: test/unit/planner_test.c
 * WHAT: words and lines of a text.
 */
#include <sys/mman.h>

#include "sample.h"

/* The words of a range and of the macros invoked in it, whole, and no others. */
static void words_of_a_range(void **state) {
  (void)state;
  static const char text[] = "int first; { second = third2 + fourth; } tail";
  struct sample *sample = sample_new(text, "int first", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_unit *unit = &sample->unit;
  static const struct {
    uint32_t offset;
    const char *name;
  } expanded[] = {{2, "before"}, {12, "within"}, {20, "within_too"}, {45, "behind"}};
  for (size_t i = 0; i < sizeof expanded / sizeof *expanded; i++)
    sample_token(unit, CLEAVE_TOKEN_WORD, (struct cleave_range){expanded[i].offset, expanded[i].offset},
                 expanded[i].name);
  const struct cleave_range block = {11, 40}, all = {0, sizeof text - 1};
  static const char *const found[] = {"second", "fourth", "within", "within_too"}, *const others[] = {
                                                                                       "first",  "third",
                                                                                       "hird2",  "tail",
                                                                                       "before", "behind"};
  for (size_t i = 0; i < sizeof found / sizeof *found; i++)
    assert_true(cleave_mentions(&unit->tokens, block, found[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(cleave_mentions(&unit->tokens, block, others[i]));
  assert_false(cleave_mentions(&unit->tokens, all, "fifth"));
  assert_true(cleave_mentions(&unit->tokens, all, "before"));
  assert_false(cleave_mentions(&unit->tokens, all, "behind"));
  sample_free(sample);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_of_a_range), cmocka_unit_test(lines_in_any_order),
                                     cmocka_unit_test(lines_are_counted_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
