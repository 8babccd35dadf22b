/* FILE: test/unit/folders_test.c
 * WHAT: no folder on the way from region to text includes a header of one that comes later, so that what it
 *       decides does not depend on that.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* In the order of the table in CONTRIBUTING.md. */
static const char *const folders[] = {"model",   "polyhedral", "planner", "transfers",
                                      "fission", "print",      "compile"};
enum { FOLDERS = sizeof folders / sizeof *folders };

/* The number of the folder that LINE includes a header of; FOLDERS if it is none of these. */
static size_t included_folder(const char *line) {
  static const char include[] = "#include \"";
  if (strncmp(line, include, sizeof include - 1))
    return FOLDERS;
  const char *name = line + sizeof include - 1;
  for (size_t i = 0; i < FOLDERS; i++)
    if (!strncmp(name, folders[i], strlen(folders[i])) && name[strlen(folders[i])] == '/')
      return i;
  return FOLDERS;
}

/* How many headers of the folders the file PATH of folder number FOLDER includes. */
static unsigned check_file(const char *path, size_t folder) {
  char line[512];
  unsigned count = 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    const size_t included = included_folder(line);
    if (included == FOLDERS)
      continue;
    count++;
    if (included > folder)
      fail_msg("%s is before what it includes: %s", path, line);
  }
  fclose(file);
  return count;
}

static void headers_of_folders_before(void **state) {
  (void)state;
  for (size_t i = 0; i < FOLDERS; i++) {
    char path[4096];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/lib/%s", CLEAVE_SOURCE_DIR, folders[i]);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
      const char *dot = strrchr(entry->d_name, '.');
      if (!dot || (strcmp(dot, ".c") && strcmp(dot, ".h")))
        continue;
      snprintf(path, sizeof path, "%s/lib/%s/%s", CLEAVE_SOURCE_DIR, folders[i], entry->d_name);
      count += check_file(path, i);
    }
    closedir(folder);
    assert_true(count > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(headers_of_folders_before)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
