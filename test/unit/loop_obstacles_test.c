/* FILE: test/unit/loop_obstacles_test.c
 * WHAT: each reason of lib/analysis has a row in the table of obstacles, and the table reads like other advice.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/arena.h"
#include "model/loop_obstacles.h"

#define ANALYSIS CLEAVE_SOURCE_DIR "/lib/analysis"

/* The reasons in the text of a file: the first literal after each `give_up(`, and those in `(struct cleave_obstacle){`. */
static unsigned check_reasons(const char *name, char *text) {
  static const char *const begins[] = {"give_up(", "(struct cleave_obstacle){"};
  unsigned count = 0;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    for (char *at = text; (at = strstr(at, begins[i])); at++) {
      char reason[256], *begin = strchr(at, '"'), *end = strchr(at, ';');
      if (!begin || !end || begin > end)
        continue;
      snprintf(reason, sizeof reason, "%.*s", (int)(strchr(begin + 1, '"') - begin - 1), begin + 1);
      const struct cleave_obstacle_row *row = cleave_obstacle_find(reason);
      if (!row || !*row->action)
        fail_msg("lib/analysis/%s: no action for '%s'", name, reason);
      count++;
    }
  return count;
}

static void reasons_have_rows(void **state) {
  (void)state;
  static char text[200000];
  unsigned count = 0;
  DIR *folder = opendir(ANALYSIS);
  assert_non_null(folder);
  for (const struct dirent *entry; (entry = readdir(folder));) {
    char path[4096];
    snprintf(path, sizeof path, ANALYSIS "/%s", entry->d_name);
    FILE *file = *entry->d_name == '.' ? NULL : fopen(path, "r");
    if (!file)
      continue;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    count += check_reasons(entry->d_name, text);
  }
  closedir(folder);
  assert_in_range(count, 20, 200);
}

static void rows_are_reachable_advice(void **state) {
  (void)state;
  for (size_t i = 0; i < cleave_obstacle_count; i++) {
    const struct cleave_obstacle_row *row = &cleave_obstacles[i];
    assert_ptr_equal(cleave_obstacle_find(row->reason), row); /* no earlier row hides it */
    if (strlen(row->action) > 120 || strlen(row->words) > 80 ||
        strchr(row->action, '.') == row->action + strlen(row->action) - 1)
      fail_msg("'%s': the action or the words are too long, or end with a period", row->reason);
  }
}

static void advice_names_its_object(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  assert_string_equal(cleave_obstacle_advice(arena, "the variable 'm' and 'y' may overlap", NULL),
                      "copy 'm' to a local variable before the region, and use the copy");
  assert_string_equal(cleave_obstacle_advice(arena, "it uses a pointer that is in a record", "g->u"),
                      "copy 'g->u' to a local variable before the region, and map and use that variable");
  assert_string_equal(cleave_obstacle_words("it contains code that cleave does not analyze (GotoStmt)"),
                      "a goto");
  assert_string_equal(cleave_obstacle_words("'x' and 'y' may overlap"), "'x' and 'y' may overlap");
  assert_string_equal(cleave_obstacle_advice(arena, "no such reason", NULL), "");
  cleave_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reasons_have_rows),
                                     cmocka_unit_test(rows_are_reachable_advice),
                                     cmocka_unit_test(advice_names_its_object)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
