/* FILE: test/unit/text_search_test.c
 * WHAT: planning reads meaning from facts, not from source text: no file of these folders calls a function that
 *       searches text.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const folders[] = {"planner", "polyhedral", "transfers", "fission"};
static const char *const searches[] = {"strstr(",
                                       "strchr(",
                                       "strrchr(",
                                       "strncmp(",
                                       "strpbrk(",
                                       "strspn(",
                                       "strcspn(",
                                       "memchr(",
                                       "memmem(",
                                       "strcasecmp(",
                                       "cleave_text_has_word("};

static unsigned count_in(const char *path) {
  char line[512];
  unsigned count = 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file))
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
      for (const char *at = line; (at = strstr(at, searches[i])); at++)
        count++;
  fclose(file);
  return count;
}

static void planning_searches_no_text(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[4096], name[512];
    snprintf(path, sizeof path, "%s/lib/%s", CLEAVE_SOURCE_DIR, folders[i]);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
      if (*entry->d_name == '.')
        continue;
      snprintf(name, sizeof name, "%s/%s", folders[i], entry->d_name);
      snprintf(path, sizeof path, "%s/lib/%s", CLEAVE_SOURCE_DIR, name);
      if (count_in(path))
        fail_msg("lib/%s has %u calls that search text", name, count_in(path));
    }
    closedir(folder);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(planning_searches_no_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
