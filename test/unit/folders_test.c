/* FILE: test/unit/folders_test.c
 * WHAT: the order of the folders of lib: no folder includes a header of a later one. In lib, passes and tools, no files
 *       include each other in a circle, and no two files of different folders have the same name.
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

/* Each folder may include those before it in its chain. All chains begin with what crosses from compile time to run
 * time. */
static const char *const compile_time[] = {"model",        "analysis", "abi",       "kernelinfo",
                                           "polyhedral",   "planner",  "transfers", "fission",
                                           "environments", "print",    "compile",   NULL};
static const char *const run_time[] = {
    "model",         "abi",   "kernelinfo", "cuda",  "process",    "data_check", "device",  "geometry",
    "transfermodel", "image", "timeline",   "trace", "interposer", "engine",     "runtime", NULL};
static const char *const simulator[] = {"model",   "abi",       "kernelinfo",       "cuda",
                                        "process", "device",    "geometry",         "image",
                                        "ptx",     "simulator", "simulator_driver", NULL};
static const char *const device_code[] = {"segmented", NULL};
static const char *const *const chains[] = {compile_time, run_time, simulator, device_code};
enum { CHAINS = sizeof chains / sizeof *chains };

/* Folders with sources: those of lib, and others. */
static const char *const others[] = {"passes/device", "passes/frontend", "tools", "tools/toolkit"};
enum { OTHERS = sizeof others / sizeof *others };

enum { MOST_UNITS = 1024, MOST_INCLUDES = 64, PATH_BYTES = 512 };

/* The files of a folder with the same name but for the extension. */
static struct unit {
  char folder[64], name[128];
  size_t includes[MOST_INCLUDES]; /* units */
  size_t include_count;
  bool is_done;
} units[MOST_UNITS];
static size_t unit_count;

static int position(const char *const *chain, const char *folder) {
  for (int i = 0; chain[i]; i++)
    if (!strcmp(chain[i], folder))
      return i;
  return -1;
}

static bool is_source(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".cpp"));
}

/* The unit of FILE in FOLDER, added if ADDS; else NULL. */
static struct unit *find_unit(const char *folder, const char *file, bool adds) {
  const int length = (int)strcspn(file, ".");
  for (size_t i = 0; i < unit_count; i++)
    if (!strcmp(units[i].folder, folder) && !strncmp(units[i].name, file, (size_t)length) &&
        !units[i].name[length])
      return &units[i];
  if (!adds)
    return NULL;
  assert_true(unit_count < MOST_UNITS);
  struct unit *unit = &units[unit_count++];
  snprintf(unit->folder, sizeof unit->folder, "%s", folder);
  snprintf(unit->name, sizeof unit->name, "%.*s", length, file);
  return unit;
}

/* Calls CALL for each source file of FOLDER. Returns their number. */
static size_t visit_files(const char *folder, void (*call)(const char *folder, const char *file)) {
  char path[PATH_BYTES];
  snprintf(path, sizeof path, "%s/%s", CLEAVE_SOURCE_DIR, folder);
  DIR *listing = opendir(path);
  size_t count = 0;
  assert_non_null(listing);
  for (const struct dirent *entry; (entry = readdir(listing));)
    if (is_source(entry->d_name)) {
      call(folder, entry->d_name);
      count++;
    }
  closedir(listing);
  return count;
}

/* Calls CALL for all source files. */
static void visit_all(void (*call)(const char *folder, const char *file)) {
  char path[PATH_BYTES];
  DIR *lib = opendir(CLEAVE_SOURCE_DIR "/lib");
  assert_non_null(lib);
  for (const struct dirent *entry; (entry = readdir(lib));)
    if (!strchr(entry->d_name, '.')) {
      snprintf(path, sizeof path, "lib/%.100s", entry->d_name);
      visit_files(path, call);
    }
  closedir(lib);
  for (size_t i = 0; i < OTHERS; i++)
    assert_true(visit_files(others[i], call) > 0);
}

static void add_unit(const char *folder, const char *file) { find_unit(folder, file, true); }

/* The unit that "NAME" includes, from a file of FOLDER; NULL: none of ours. */
static struct unit *included_unit(const char *folder, const char *name) {
  char path[PATH_BYTES];
  const char *slash = strrchr(name, '/');
  if (!slash)
    return find_unit(folder, name, false);
  if (!strncmp(name, "../", 3) && slash > name + 2) { /* another folder of the same parent */
    snprintf(path, sizeof path, "%.*s%.*s", (int)(strrchr(folder, '/') + 1 - folder), folder,
             (int)(slash - name - 3), name + 3);
    return find_unit(path, slash + 1, false);
  }
  snprintf(path, sizeof path, "lib/%.*s", (int)(slash - name), name);
  struct unit *unit = find_unit(path, slash + 1, false);
  snprintf(path, sizeof path, "passes/%.*s", (int)(slash - name), name);
  return unit ? unit : find_unit(path, slash + 1, false);
}

/* A file of lib/FROM includes one of lib/TO. */
static void check_order(const char *from, const char *to, const char *file, const char *line) {
  for (size_t i = 0; i < CHAINS; i++) {
    const int place = position(chains[i], from);
    if (place < 0)
      continue;
    const int included = position(chains[i], to);
    if (included < 0 || included > place)
      fail_msg("lib/%s/%s is before what it includes: %s", from, file, line);
  }
}

static void read_includes(const char *folder, const char *file) {
  static const char include[] = "#include \"";
  char path[PATH_BYTES], line[512], name[PATH_BYTES];
  struct unit *unit = find_unit(folder, file, false);
  snprintf(path, sizeof path, "%s/%s/%s", CLEAVE_SOURCE_DIR, folder, file);
  FILE *stream = fopen(path, "r");
  assert_non_null(stream);
  while (fgets(line, sizeof line, stream)) {
    if (strncmp(line, include, sizeof include - 1))
      continue;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line + sizeof include - 1, "\""),
             line + sizeof include - 1);
    struct unit *other = included_unit(folder, name);
    if (!other || other == unit)
      continue;
    assert_true(unit->include_count < MOST_INCLUDES);
    unit->includes[unit->include_count++] = (size_t)(other - units);
    if (!strncmp(folder, "lib/", 4))
      check_order(folder + 4, other->folder + (strncmp(other->folder, "lib/", 4) ? 0 : 4), file, line);
  }
  fclose(stream);
}

static int set_up(void **state) {
  (void)state;
  visit_all(add_unit);
  return 0;
}

static void each_folder_has_a_place(void **state) {
  (void)state;
  for (size_t i = 0; i < unit_count; i++) {
    bool has_place = strncmp(units[i].folder, "lib/", 4);
    for (size_t chain = 0; chain < CHAINS; chain++)
      has_place |= !has_place && position(chains[chain], units[i].folder + 4) >= 0;
    if (!has_place)
      fail_msg("%s is in no chain of this test", units[i].folder);
  }
}

static void no_include_runs_up(void **state) {
  (void)state;
  visit_all(read_includes);
  size_t count = 0;
  for (size_t i = 0; i < unit_count; i++)
    count += units[i].include_count;
  assert_true(count > unit_count); /* includes were found */
}

/* Removes units whose includes have all been removed, until none or only circles are left. */
static void no_files_include_each_other(void **state) {
  (void)state;
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < unit_count; i++) {
      bool waits = false;
      for (size_t j = 0; j < units[i].include_count; j++)
        waits |= !units[units[i].includes[j]].is_done;
      any |= !waits && !units[i].is_done;
      units[i].is_done |= !waits;
    }
  }
  for (size_t i = 0; i < unit_count; i++)
    if (!units[i].is_done)
      fail_msg("%s/%s is part of a circle of includes, or includes one", units[i].folder, units[i].name);
}

static void no_two_folders_share_a_name(void **state) {
  (void)state;
  for (size_t i = 0; i < unit_count; i++)
    for (size_t j = 0; j < i; j++)
      if (!strcmp(units[i].name, units[j].name))
        fail_msg("%s and %s both have a file named %s", units[i].folder, units[j].folder, units[i].name);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_folder_has_a_place), cmocka_unit_test(no_include_runs_up),
      cmocka_unit_test(no_files_include_each_other), cmocka_unit_test(no_two_folders_share_a_name)};
  return cmocka_run_group_tests(tests, set_up, NULL);
}
