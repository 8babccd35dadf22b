/* FILE: test/unit/hints_test.c
 * WHAT: the grammar of `#pragma cleave`: what each line means, and what is said of wrong ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/hints.h"

static void words_are_understood(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t set;
  } rows[] = {
      {"split(off)", CLEAVE_HINT_SPLIT_OFF},
      {"widen(off)", CLEAVE_HINT_WIDEN_OFF},
      {"widen(assume)", CLEAVE_HINT_WIDEN_ASSUME},
      {"serial(host)", CLEAVE_HINT_SERIAL_HOST},
      {"serial(device)", CLEAVE_HINT_SERIAL_DEVICE},
      {"transfers(off)", CLEAVE_HINT_TRANSFERS_OFF},
      {"pin(off)", CLEAVE_HINT_PIN_OFF},
      {"pipeline(off)", CLEAVE_HINT_PIPELINE_OFF},
      {"pipeline(devices)", CLEAVE_HINT_PIPELINE_DEVICES},
      {"geometry(off)", CLEAVE_HINT_GEOMETRY_OFF},
      {"no_alias(off)", CLEAVE_HINT_NO_ALIAS_OFF},
      {"map(off)", CLEAVE_HINT_MAP_OFF},
      {"reduction(off)", CLEAVE_HINT_REDUCTION_OFF},
      {"reduction(reproducible)", CLEAVE_HINT_REDUCTION_REPRODUCIBLE},
      {"  widen ( off )\tpin\n(off) ", CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_PIN_OFF},
      {"widen(off),serial(host)", CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_SERIAL_HOST},
      {"widen(off)pin(off)", CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_PIN_OFF},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_hint_error error;
    uint32_t set = 0;
    if (!cleave_hints_add(&set, rows[i].text, &error))
      fail_msg("'%s' is refused: %s", rows[i].text, error.message);
    if (set != rows[i].set)
      fail_msg("'%s' means %x instead of %x", rows[i].text, set, rows[i].set);
  }
}

static void lines_add_up(void **state) {
  (void)state;
  struct cleave_hint_error error;
  uint32_t set = 0;
  assert_true(cleave_hints_add(&set, "widen(off)", &error));
  assert_true(cleave_hints_add(&set, "serial(host)", &error));
  assert_int_equal(set, CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_SERIAL_HOST);
  /* A line that is wrong adds nothing, not even the words in front of the wrong one. */
  assert_false(cleave_hints_add(&set, "pin(off) widen(assume)", &error));
  assert_int_equal(set, CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_SERIAL_HOST);
  assert_int_equal(error.offset, 9);
  assert_string_equal(error.message, "'widen(assume)' contradicts 'widen(off)'; remove one");
  assert_false(cleave_hints_add(&set, "serial(host)", &error));
  assert_string_equal(error.message, "'serial(host)' is repeated; remove one");
}

static void errors_say_where_and_what(void **state) {
  (void)state;
  static const struct {
    const char *text, *wrong, *replacement, *message;
  } rows[] = {
      {"splt(off)", "splt", "split", "has no word 'splt'; did you mean 'split'?"},
      {"Widen(off)", "Widen", "widen", "has no word 'Widen'; did you mean 'widen'?"},
      {"widen(of)", "of", "off", "'widen' has no value 'of'; did you mean 'off'?"},
      {"widen(host)", "host", NULL, "'widen' has no value 'host'; it can be off or assume"},
      {"serial(off)", "off", NULL, "'serial' has no value 'off'; it can be host or device"},
      {"pipeline(devics)", "devics", "devices", "did you mean 'devices'?"},
      {"tile(4)", "tile", NULL,
       "it can be split, widen, no_alias, map, reassociate, reduction, serial, transfers, pin, pipeline, geometry, environment or callee"},
      {"", "", NULL, "a word is missing at the end of '#pragma cleave'"},
      {"split", "", NULL, "'(' is missing: write 'split' with a value in parentheses"},
      {"split off", "o", NULL, "'(' is missing"},
      {"split()", ")", NULL, "'split' has no value ')'; it can be off"},
      {"split(", "", NULL, "a value is missing at the end"},
      {"split(off", "", NULL, "')' is missing"},
      {"split(off) ;", ";", NULL, "has no word ';'"},
      {"split(off),", "", NULL, "a word is missing at the end"},
      {"split(off),,pin(off)", ",", NULL, "has no word ','"},
      {"pin(off) pin(off)", "pin(off)", NULL, "'pin(off)' is repeated"},
      {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(off)", "aaaa",
       NULL, "has no word 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; it can be split"},
      {"split(offoffoffoffoffoffoffoffoffoffoffoffoffoff)", "offoff", NULL, "it can be off"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_hint_error error;
    uint32_t set = 0;
    if (cleave_hints_add(&set, rows[i].text, &error))
      fail_msg("'%s' is accepted", rows[i].text);
    assert_int_equal(set, 0);
    if (!strstr(error.message, rows[i].message))
      fail_msg("of '%s' is said: %s", rows[i].text, error.message);
    assert_true(error.offset + error.length <= strlen(rows[i].text));
    if (strncmp(rows[i].text + error.offset, rows[i].wrong, *rows[i].wrong ? strlen(rows[i].wrong) : 1) ||
        (error.length == 0) != !*rows[i].wrong)
      fail_msg("of '%s' the part '%s' is blamed", rows[i].text, rows[i].text + error.offset);
    if (rows[i].replacement)
      assert_string_equal(error.replacement, rows[i].replacement);
    else
      assert_null(error.replacement);
  }
}

static void words_know_their_place(void **state) {
  (void)state;
  assert_null(cleave_hints_not_for_loop(0));
  assert_null(cleave_hints_not_for_loop(CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_GEOMETRY_OFF));
  assert_null(cleave_hints_not_for_loop(CLEAVE_HINT_WIDEN_ASSUME | CLEAVE_HINT_PIPELINE_DEVICES));
  assert_string_equal(cleave_hints_not_for_loop(CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_SPLIT_OFF), "split(off)");
  assert_string_equal(cleave_hints_not_for_loop(CLEAVE_HINT_SERIAL_HOST), "serial(host)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_understood),
      cmocka_unit_test(lines_add_up),
      cmocka_unit_test(errors_say_where_and_what),
      cmocka_unit_test(words_know_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
