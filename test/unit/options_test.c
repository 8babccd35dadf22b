/* FILE: test/unit/options_test.c
 * WHAT: tests of the options table: decoding, error messages, and the page docs/options.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/options.h"

static struct cleave_options parsed(const char *argument) {
  struct cleave_options options;
  char error[512] = "";
  cleave_options_defaults(&options);
  if (!cleave_options_parse(&options, argument, error, sizeof error))
    fail_msg("%s: %s", argument, error);
  assert_string_equal(error, "");
  return options;
}

/* The message for ARGUMENT, which must be refused and must change nothing. */
static const char *refused(const char *argument) {
  static char error[512];
  struct cleave_options options, before;
  cleave_options_defaults(&options);
  before = options;
  *error = 0;
  if (cleave_options_parse(&options, argument, error, sizeof error))
    fail_msg("'%s' is accepted", argument);
  assert_memory_equal(&options, &before, sizeof options);
  assert_null(strchr(error, '\n'));
  return error;
}

static void defaults(void **state) {
  (void)state;
  struct cleave_options options;
  memset(&options, 0xff, sizeof options);
  cleave_options_defaults(&options);
  assert_int_equal(options.mode, CLEAVE_MODE_COMPILE);
  assert_string_equal(options.output, "");
  assert_true(options.split);
  assert_true(options.widen);
  assert_true(options.geometry);
  assert_true(options.single_kernel_fallback);
  assert_int_equal(options.bisect, -1);
  assert_int_equal(options.skip_count, 0);
}

static void every_default_in_the_table_is_the_default(void **state) {
  (void)state;
  struct cleave_options defaults_only;
  cleave_options_defaults(&defaults_only);
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    if (row->time != CLEAVE_COMPILE_TIME || !*row->default_value)
      continue;
    char argument[128];
    snprintf(argument, sizeof argument, "%s=%s", row->name, row->default_value);
    struct cleave_options options = parsed(argument);
    options.given = 0;
    assert_memory_equal(&options, &defaults_only, sizeof options);
  }
}

static void every_choice_is_decoded(void **state) {
  (void)state;
  assert_int_equal(parsed("mode=compile").mode, CLEAVE_MODE_COMPILE);
  assert_int_equal(parsed("mode=rewrite").mode, CLEAVE_MODE_REWRITE);
  assert_int_equal(parsed("mode=explain").mode, CLEAVE_MODE_EXPLAIN);
  assert_int_equal(parsed("mode=dump").mode, CLEAVE_MODE_DUMP);
  assert_int_equal(parsed("form=compiled").form, CLEAVE_FORM_COMPILED);
  assert_true(parsed("summary=on").summary);
  assert_false(parsed("split=off").split);
  assert_true(parsed("split=off").no_alias);
  assert_false(parsed("no-alias=off").no_alias);
  assert_true(parsed("no-alias=off").single_kernel_fallback);
  assert_false(parsed("single-kernel-fallback=off").single_kernel_fallback);
  assert_false(parsed("as-written=off").single_kernel_fallback); /* the former name */
  assert_false(parsed("widen=off").widen);
  assert_true(parsed("widen=on").widen);
  assert_false(parsed("geometry=off").geometry);
  assert_int_equal(parsed("bisect=0").bisect, 0);
  assert_int_equal(parsed("bisect=12").bisect, 12);
  assert_string_equal(parsed("output=a b=c/d.txt").output, "a b=c/d.txt");
  assert_string_equal(parsed("file=./a b.h").file, "./a b.h");
}

static void skip_holds_lines(void **state) {
  (void)state;
  struct cleave_options options = parsed("skip=7:12:4294967295");
  assert_int_equal(options.skip_count, 3);
  assert_true(cleave_options_skips(&options, 7));
  assert_true(cleave_options_skips(&options, 12));
  assert_true(cleave_options_skips(&options, UINT32_MAX));
  assert_false(cleave_options_skips(&options, 1));
  assert_false(cleave_options_skips(&options, 8));
}

static void the_last_one_counts(void **state) {
  (void)state;
  static const char *const arguments[] = {"skip=1:2", "skip=3", "split=off", "split=on"};
  struct cleave_options options;
  char error[512];
  cleave_options_defaults(&options);
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    assert_true(cleave_options_parse(&options, arguments[i], error, sizeof error));
  assert_true(cleave_options_skips(&options, 3));
  assert_false(cleave_options_skips(&options, 1));
  assert_true(options.split);
}

static struct cleave_options parsed_all(const char *const *arguments, size_t count) {
  struct cleave_options options;
  char error[512];
  cleave_options_defaults(&options);
  for (size_t i = 0; i < count; i++)
    assert_true(cleave_options_parse(&options, arguments[i], error, sizeof error));
  return options;
}

static void safe_changes_defaults(void **state) {
  (void)state;
  static const char *const orders[][3] = {{"safe=on", "map=on", "transfers=reduced"},
                                          {"map=on", "safe=on", "transfers=reduced"},
                                          {"map=on", "transfers=reduced", "safe=on"}};
  for (size_t i = 0; i < 3; i++) {
    const struct cleave_options options = parsed_all(orders[i], 3);
    assert_true(options.safe && options.split && options.widen && options.map);
    assert_false(options.fuse || options.geometry || options.no_alias || options.environments ||
                 options.dist_schedule || options.single_kernel_fallback || options.kernel_information ||
                 options.openmp_opt || options.runtime_elision || options.reassociate);
    assert_int_equal(options.transfers, CLEAVE_COPIES_REDUCED);
    assert_int_equal(options.shared_tiles, CLEAVE_TILES_OFF);
    assert_int_equal(options.reduction, CLEAVE_REDUCTION_OFF);
  }
  static const char *const both[] = {"safe=on", "map=on", "safe=off"};
  struct cleave_options options = parsed_all(both, 3);
  const struct cleave_options plain = parsed("map=on");
  options.given = plain.given;
  assert_memory_equal(&options, &plain, sizeof options);
}

/* Each row but those that say what is done or shown, or that split, widen or repair, has a safe value: a new transformation must not be
 * forgotten. */
static void every_transformation_has_a_safe_value(void **state) {
  (void)state;
  static const char *const others[] = {
      "mode",        "output",  "file",   "form",   "summary",         "split",     "widen",
      "reassociate", "skip",    "bisect", "safe",   "CLANG",           "CUDA_PATH", "DEVICE_MEMORY",
      "PIN_LIMIT",   "PROFILE", "QUIET",  "REPAIR", "STAGING_THREADS", "TRACE",     "TRACE_CONTENT",
      "VERBOSE",     "SAFE",    "NVTX",   "CHECK"};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  cleave_options_print_page(out);
  fclose(out);
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    bool is_other = false;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
      is_other |= !strcmp(row->name, others[k]);
    char start[64], cell[32];
    snprintf(start, sizeof start, "\n| `%s%s` |", row->time == CLEAVE_RUN_TIME ? "CLEAVE_" : "", row->name);
    const char *line = strstr(text, start);
    assert_non_null(line);
    const char *at = strstr(line, "` | "); /* after the name */
    at = strstr(at + 4, "` | ");           /* after the values */
    at = strstr(at + 4, " | ") + 3;        /* after the default */
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(at, " |"), at);
    if (is_other != !*cell)
      fail_msg("%s: the safe value is '%s'", row->name, cell);
  }
  free(text);
}

static void the_environment_may_be_safe(void **state) {
  (void)state;
  static const char *const environment[] = {"CLEAVE_MAP=always", "CLEAVE_SAFE=1", "CLEAVE_PIN=always", NULL};
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, environment, NULL);
  assert_true(options.safe && options.repair && options.nvtx);
  assert_false(options.geometry || options.no_alias || options.measure || options.spin || options.graphs ||
               options.waits_for_regions);
  assert_int_equal(options.map, CLEAVE_MAPPING_ALWAYS);
  assert_int_equal(options.pin, CLEAVE_PIN_ALWAYS);
  assert_int_equal(options.split, CLEAVE_SPLIT_ALWAYS);
  assert_int_equal(options.transfers, CLEAVE_TRANSFERS_OFF);
  assert_int_equal(options.tiles, 1);
  static const char *const off[] = {"CLEAVE_SAFE=off", NULL};
  assert_false(cleave_options_ask_for_safe(off));
  assert_false(cleave_options_ask_for_safe(NULL));
}

static void bad_values_are_refused(void **state) {
  (void)state;
  static const char *const arguments[] = {
      "mode",      "mode=",     "mode=Compile",    "mode=compile|rewrite",
      "split=1",   "split=o",   "widen=offf",      "bisect=",
      "bisect=-1", "bisect= 1", "bisect=1x",       "bisect=99999999999999999999",
      "skip=",     "skip=0",    "skip=1:",         "skip=:1",
      "skip=1,2",  "skip=1::2", "skip=4294967296", "skip=1:x",
      "output=",   "file=",     "form=text",       "summary=maybe"};
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    assert_non_null(strstr(refused(arguments[i]), arguments[i]));
  assert_string_equal(refused("split=maybe"), "invalid value in option 'split=maybe': use split=on|off");
}

static void too_long_values_are_refused(void **state) {
  (void)state;
  char *argument = malloc(CLEAVE_MAX_PATH + 16);
  memset(argument, 'x', CLEAVE_MAX_PATH + 15);
  argument[CLEAVE_MAX_PATH + 15] = 0;
  memcpy(argument, "output=", 7);
  assert_non_null(strstr(refused(argument), "output="));
  free(argument);

  char lines[5 + 2 * CLEAVE_MAX_SKIPS + 2] = "skip=1";
  for (int i = 0; i < CLEAVE_MAX_SKIPS - 1; i++)
    strcat(lines, ":1");
  assert_int_equal(parsed(lines).skip_count, CLEAVE_MAX_SKIPS);
  strcat(lines, ":1");
  refused(lines);
}

static void an_unknown_option_names_the_right_one(void **state) {
  (void)state;
  assert_string_equal(refused("spilt=off"), "unknown option 'spilt': did you mean 'split'?");
  assert_string_equal(refused("skips=3"), "unknown option 'skips': did you mean 'skip'?");
  assert_string_equal(refused("as-written=yes"),
                      "invalid value in option 'as-written=yes': use single-kernel-fallback=on|off");
  assert_string_equal(
      refused("vectorize=on"),
      "unknown option 'vectorize'; the options are "
      "mode output file form summary split widen transfers environments geometry "
      "no-alias map fuse shared-tiles team-memory reassociate reduction dist-schedule single-kernel-fallback skip bisect "
      "kernel-information openmp-opt "
      "runtime-elision safe");
  assert_string_equal(refused("kernel-informatoin=off"),
                      "unknown option 'kernel-informatoin': did you mean 'kernel-information'?");
  assert_non_null(strstr(refused(""), "the options are mode"));
  /* A run-time option is no argument of the plugin. */
  assert_non_null(strstr(refused("CLANG=/bin/clang"), "unknown option 'CLANG'"));
}

static void a_short_error_buffer_is_not_overrun(void **state) {
  (void)state;
  struct cleave_options options;
  char error[16];
  cleave_options_defaults(&options);
  for (size_t size = 1; size < sizeof error; size++) {
    memset(error, '#', sizeof error);
    assert_false(cleave_options_parse(&options, "vectorize=on", error, size));
    assert_int_equal(strlen(error), size - 1);
    assert_int_equal(error[size], '#');
  }
}

static char complaints[1024];

static void collect(const char *line) {
  strncat(complaints, line, sizeof complaints - strlen(complaints) - 2);
  strcat(complaints, "\n");
}

/* What is said about ENVIRONMENT. */
static const char *complaints_about(struct cleave_run_time_options *options, const char *const *environment) {
  *complaints = '\0';
  cleave_options_from_environment(options, environment, collect);
  return complaints;
}

static void variables_are_read(void **state) {
  (void)state;
  struct cleave_run_time_options options;
  const char *none[] = {"PATH=/bin", "CLEAVE_CLANG=x", "CLEAVER=1", "CLEAVE_QUIET=", NULL};
  assert_string_equal(complaints_about(&options, none), "");
  assert_false(options.quiet);
  assert_true(options.repair);
  assert_true(options.no_alias);
  assert_false(options.verbose);
  assert_true(options.geometry && options.measure);
  assert_null(options.profile);
  assert_null(options.trace);
  assert_false(options.trace_content);
  const char *words[] = {"CLEAVE_QUIET=on",         "CLEAVE_REPAIR=off",
                         "CLEAVE_VERBOSE=on",       "CLEAVE_GEOMETRY=off",
                         "CLEAVE_PROFILE=a/b",      "CLEAVE_NO_ALIAS=off",
                         "CLEAVE_TRACE=a-%p.json",  "CLEAVE_MEASURE=off",
                         "CLEAVE_TRACE_CONTENT=on", NULL};
  assert_string_equal(complaints_about(&options, words), "");
  assert_false(options.geometry || options.measure);
  assert_string_equal(options.profile, "a/b");
  assert_string_equal(options.trace, "a-%p.json");
  assert_true(options.trace_content);
  assert_true(options.quiet);
  assert_false(options.no_alias);
  assert_false(options.repair);
  assert_true(options.verbose);
  const char *digits[] = {"CLEAVE_QUIET=1", "CLEAVE_REPAIR=0", "CLEAVE_VERBOSE=0", NULL};
  assert_string_equal(complaints_about(&options, digits), "");
  assert_true(options.quiet);
  assert_false(options.repair);
  assert_false(options.verbose);
  assert_string_equal(complaints_about(&options, NULL), "");
  assert_int_equal(options.pin, CLEAVE_PIN_AUTO);
  assert_true(options.pin_limit == CLEAVE_PIN_LIMIT_DEFAULT);
  const char *pins[] = {"CLEAVE_PIN=off", "CLEAVE_PIN_LIMIT=3G", "CLEAVE_STAGING_THREADS=8", NULL};
  assert_string_equal(complaints_about(&options, pins), "");
  assert_int_equal(options.pin, CLEAVE_PIN_OFF);
  assert_true(options.pin_limit == (uint64_t)3 << 30 && options.staging_threads == 8);
  const char *bytes[] = {"CLEAVE_PIN=always", "CLEAVE_PIN_LIMIT=0", NULL};
  assert_string_equal(complaints_about(&options, bytes), "");
  assert_int_equal(options.pin, CLEAVE_PIN_ALWAYS);
  assert_true(options.pin_limit == 0);
  assert_true(options.waits_for_regions);
  assert_true(options.spin);
  const char *sleeps[] = {"CLEAVE_SPIN=off", NULL};
  assert_string_equal(complaints_about(&options, sleeps), "");
  assert_false(options.spin || options.graphs);
  const char *graphs[] = {"CLEAVE_GRAPHS=on", NULL};
  assert_string_equal(complaints_about(&options, graphs), "");
  assert_true(options.graphs);
  const char *waits[] = {"CLEAVE_WAITS=kernel", NULL}, *no_waits[] = {"CLEAVE_WAITS=never", NULL};
  assert_string_equal(complaints_about(&options, waits), "");
  assert_false(options.waits_for_regions);
  assert_string_equal(complaints_about(&options, no_waits),
                      "invalid value in CLEAVE_WAITS=never: use kernel|region; using the default, region\n");
  assert_true(options.waits_for_regions);
}

static void wrong_variables_are_named(void **state) {
  (void)state;
  struct cleave_run_time_options options;
  /* A compile-time option is no variable. */
  const char *unknown[] = {"CLEAVE_CLANGS=y", "CLEAVE_split=off", "CLEAVE_=", NULL};
  assert_string_equal(complaints_about(&options, unknown),
                      "unknown option CLEAVE_CLANGS: did you mean CLEAVE_CLANG?\n"
                      "unknown option CLEAVE_split; see 'cleave help options'\n"
                      "unknown option CLEAVE_; see 'cleave help options'\n");
  const char *bad[] = {"CLEAVE_REPAIR=maybe", "CLEAVE_QUIET=2", NULL};
  assert_string_equal(complaints_about(&options, bad),
                      "invalid value in CLEAVE_REPAIR=maybe: use on|off; using the default, on\n"
                      "invalid value in CLEAVE_QUIET=2: use on|off; using the default, off\n");
  assert_true(options.repair);
  assert_false(options.quiet);
  const char *counts[] = {"CLEAVE_PIN_LIMIT=3T",       "CLEAVE_PIN_LIMIT=1GB",
                          "CLEAVE_PIN_LIMIT=-1",       "CLEAVE_PIN_LIMIT=99999999999999G",
                          "CLEAVE_STAGING_THREADS=65", "CLEAVE_STAGING_THREADS=1K",
                          "CLEAVE_STAGING_THREADS=0",  NULL};
  assert_string_equal(
      complaints_about(&options, counts),
      "invalid value in CLEAVE_PIN_LIMIT=3T: use BYTES; using the default, a quarter of the memory\n"
      "invalid value in CLEAVE_PIN_LIMIT=1GB: use BYTES; using the default, a quarter of the memory\n"
      "invalid value in CLEAVE_PIN_LIMIT=-1: use BYTES; using the default, a quarter of the memory\n"
      "invalid value in CLEAVE_PIN_LIMIT=99999999999999G: use BYTES; using the default, a quarter of the memory\n"
      "invalid value in CLEAVE_STAGING_THREADS=65: use N from 1 to 64; using the default, half the processors, at most 8\n"
      "invalid value in CLEAVE_STAGING_THREADS=1K: use N from 1 to 64; using the default, half the processors, at most 8\n"
      "invalid value in CLEAVE_STAGING_THREADS=0: use N from 1 to 64; using the default, half the processors, at most 8\n");
  assert_true(options.pin_limit == CLEAVE_PIN_LIMIT_DEFAULT && options.staging_threads == 0);
}

static void the_help_names_every_option(void **state) {
  (void)state;
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  cleave_options_print(out);
  fclose(out);
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    assert_non_null(strstr(text, cleave_option_rows[i].name));
    assert_non_null(strstr(text, cleave_option_rows[i].help));
  }
  free(text);
}

static void the_page_is_up_to_date(void **state) {
  (void)state;
  char *page, text[65536];
  size_t length;
  FILE *out = open_memstream(&page, &length);
  cleave_options_print_page(out);
  fclose(out);
  FILE *in = fopen(CLEAVE_SOURCE_DIR "/docs/options.md", "r");
  if (!in)
    fail_msg("docs/options.md is missing: make it with 'cleave help options --page'");
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  /* If this fails: build/bin/cleave help options --page >docs/options.md */
  assert_string_equal(text, page);
  free(page);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults),
      cmocka_unit_test(every_default_in_the_table_is_the_default),
      cmocka_unit_test(every_choice_is_decoded),
      cmocka_unit_test(skip_holds_lines),
      cmocka_unit_test(the_last_one_counts),
      cmocka_unit_test(safe_changes_defaults),
      cmocka_unit_test(every_transformation_has_a_safe_value),
      cmocka_unit_test(the_environment_may_be_safe),
      cmocka_unit_test(bad_values_are_refused),
      cmocka_unit_test(too_long_values_are_refused),
      cmocka_unit_test(an_unknown_option_names_the_right_one),
      cmocka_unit_test(a_short_error_buffer_is_not_overrun),
      cmocka_unit_test(variables_are_read),
      cmocka_unit_test(wrong_variables_are_named),
      cmocka_unit_test(the_help_names_every_option),
      cmocka_unit_test(the_page_is_up_to_date),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
