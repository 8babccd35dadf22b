/* FILE: test/unit/reasons_test.c
 * WHAT: the table of numbered remarks, its pages in docs/remarks and its tests in test/lit/remarks
 *       belong together: none of them has an entry that the others lack.
 */
#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/reasons.h"

#define PAGES CLEAVE_SOURCE_DIR "/docs/remarks"
#define TESTS CLEAVE_SOURCE_DIR "/test/lit/remarks"

static DIR *open_folder(const char *path) {
  DIR *folder = opendir(path);
  if (!folder)
    fail_msg("cannot open the folder %s", path);
  return folder;
}

/* The number N of a name that begins with PREFIX and three digits; 0 if it does not. */
static unsigned code_of(const char *name, const char *prefix) {
  size_t length = strlen(prefix);
  if (strncmp(name, prefix, length) || strspn(name + length, "0123456789") != 3)
    return 0;
  return (unsigned)strtoul(name + length, NULL, 10);
}

static void codes_ascend(void **state) {
  (void)state;
  assert_true(cleave_reason_count > 0);
  for (size_t i = 1; i < cleave_reason_count; i++)
    if (cleave_reasons[i].code <= cleave_reasons[i - 1].code)
      fail_msg("CLV%03u stands behind CLV%03u", cleave_reasons[i].code, cleave_reasons[i - 1].code);
  for (size_t i = 0; i < cleave_reason_count; i++)
    assert_in_range(cleave_reasons[i].code, 1, 999);
}

/* The kind of a remark decides which flag shows it, and the hundreds of its number tell the reader
 * the same. */
static void kinds_match_codes(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_reason_count; i++) {
    const struct cleave_reason *reason = &cleave_reasons[i];
    bool fits =
        reason->code < 100    ? reason->kind == CLEAVE_REMARK_PASSED || reason->kind == CLEAVE_REMARK_ANALYSIS
        : reason->code < 300  ? reason->kind == CLEAVE_REMARK_MISSED
        : reason->code < 400  ? reason->kind == CLEAVE_REMARK_WARNING
        : reason->code < 900  ? reason->kind == CLEAVE_REMARK_MISSED
        : reason->code == 901 ? reason->kind == CLEAVE_REMARK_MISSED /* an error only without the driver */
                              : reason->kind == CLEAVE_REMARK_ERROR;
    if (!fits)
      fail_msg("the kind of CLV%03u does not match its number", reason->code);
  }
}

static void codes_are_found(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_reason_count; i++)
    assert_ptr_equal(cleave_reason_find(cleave_reasons[i].code), &cleave_reasons[i]);
  assert_null(cleave_reason_find(0));
  assert_null(cleave_reason_find(1000));
}

/* Clang's form of a message: lower case, no final period, short; the page has the details. */
static void texts_read_as_diagnostics(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_reason_count; i++) {
    const char *what = cleave_reasons[i].what, *advice = cleave_reasons[i].advice;
    if (strlen(what) > 120 || strlen(advice) > 120)
      fail_msg("the text of CLV%03u has more than 120 characters", cleave_reasons[i].code);
    if (isupper((unsigned char)*what) || isupper((unsigned char)*advice))
      fail_msg("the text of CLV%03u begins with a capital letter", cleave_reasons[i].code);
    if (what[strlen(what) - 1] == '.' || (*advice && advice[strlen(advice) - 1] == '.'))
      fail_msg("the text of CLV%03u ends in a period", cleave_reasons[i].code);
  }
}

/* The texts are filled in by looking for one %s; a second one, or another %, would be shown. */
static void texts_have_one_slot(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_reason_count; i++) {
    const char *slot = strchr(cleave_reasons[i].what, '%');
    assert_string_not_equal(cleave_reasons[i].what, "");
    if (slot && (slot[1] != 's' || strchr(slot + 1, '%')))
      fail_msg("the text of CLV%03u holds more than one %%s", cleave_reasons[i].code);
    assert_null(strchr(cleave_reasons[i].advice, '%'));
  }
}

/* The first line of a file of the folder PAGES, without its line end. The caller frees it. */
static char *first_line(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", PAGES, name);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("cannot open the page %s", path);
  char *line = NULL;
  size_t size = 0;
  if (getline(&line, &size, file) < 0)
    fail_msg("the page %s is empty", path);
  fclose(file);
  line[strcspn(line, "\n")] = '\0';
  return line;
}

static void each_row_has_a_page(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_reason_count; i++) {
    char name[32], title[32];
    snprintf(name, sizeof name, "CLV%03u.md", cleave_reasons[i].code);
    snprintf(title, sizeof title, "# CLV%03u: ", cleave_reasons[i].code);
    char *line = first_line(name);
    if (strncmp(line, title, strlen(title)) || !line[strlen(title)])
      fail_msg("%s does not begin with '%s' and a title", name, title);
    free(line);
  }
}

static void each_page_has_a_row(void **state) {
  (void)state;
  DIR *folder = open_folder(PAGES);
  for (struct dirent *entry; (entry = readdir(folder));) {
    unsigned code = code_of(entry->d_name, "CLV");
    if (strcmp(entry->d_name, "README.md") && entry->d_name[0] != '.' &&
        !(code && !strcmp(entry->d_name + 6, ".md") && cleave_reason_find(code)))
      fail_msg("docs/remarks/%s is the page of no remark", entry->d_name);
  }
  closedir(folder);
}

/* The index names every page, with the title the page has. */
static void index_lists_each_page(void **state) {
  (void)state;
  FILE *file = fopen(PAGES "/README.md", "r");
  assert_non_null(file);
  static char text[1 << 16];
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  assert_true(length < sizeof text - 1);
  text[length] = '\0';
  size_t links = 0;
  for (const char *at = text; (at = strstr(at, "(CLV")); at++)
    links++;
  assert_int_equal(links, cleave_reason_count);
  for (size_t i = 0; i < cleave_reason_count; i++) {
    char name[32];
    snprintf(name, sizeof name, "CLV%03u.md", cleave_reasons[i].code);
    char *line = first_line(name);
    char row[1024];
    snprintf(row, sizeof row, "| [CLV%03u](%s) | %s |\n", cleave_reasons[i].code, name,
             line + strlen("# CLV000: "));
    if (!strstr(text, row))
      fail_msg("docs/remarks/README.md lacks the line %s", row);
    free(line);
  }
}

/* A remark that no test can bring about is a remark that is never given. */
static void each_row_has_a_test(void **state) {
  (void)state;
  bool tested[1000] = {false};
  DIR *folder = open_folder(TESTS);
  for (struct dirent *entry; (entry = readdir(folder));) {
    unsigned code = code_of(entry->d_name, "clv");
    if (!code)
      continue;
    if (!cleave_reason_find(code))
      fail_msg("test/lit/remarks/%s is the test of no remark", entry->d_name);
    tested[code] = true;
  }
  closedir(folder);
  for (size_t i = 0; i < cleave_reason_count; i++)
    if (!tested[cleave_reasons[i].code])
      fail_msg("test/lit/remarks has no test clv%03u-*", cleave_reasons[i].code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(codes_ascend),        cmocka_unit_test(kinds_match_codes),
      cmocka_unit_test(codes_are_found),     cmocka_unit_test(texts_read_as_diagnostics),
      cmocka_unit_test(texts_have_one_slot), cmocka_unit_test(each_row_has_a_page),
      cmocka_unit_test(each_page_has_a_row), cmocka_unit_test(index_lists_each_page),
      cmocka_unit_test(each_row_has_a_test),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
