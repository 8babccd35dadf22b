/* FILE: lib/simulator_driver/simulated_device.c
 * WHAT: reads a profile: lines "key = value", "#" begins a comment. Every key is required once;
 *       reported_architecture is optional.
 */
#include "simulator_driver/simulator_driver.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/profile_line.h"

static const struct unit {
  const char *kind, *name;
  double factor;
} units[] = {
    {"count", "", 1},
    {"time", "ns", 1},
    {"time", "us", 1e3},
    {"time", "ms", 1e6},
    {"time", "s", 1e9},
    {"rate", "GB/s", 1}, /* bytes per ns */
    {"rate", "MB/s", 1e-3},
    {"rate", "TB/s", 1e3},
    {"size", "B", 1},
    {"size", "KiB", 1024},
    {"size", "MiB", 1024 * 1024},
    {"size", "GiB", 1024.0 * 1024 * 1024},
    {"clock", "kHz", 1},
    {"clock", "MHz", 1e3},
    {"clock", "GHz", 1e6},
};

static const struct key {
  const char *name, *kind;
  size_t offset;
} keys[] = {
#define PROFILE_KEY(key, kind) {#key, #kind, offsetof(struct profile, key)},
    PROFILE_NUMBERS(PROFILE_KEY)
#undef PROFILE_KEY
};
enum { KEY_COUNT = sizeof keys / sizeof *keys, KEY_NAME = KEY_COUNT, KEY_DURATION, KEYS };

static bool is_kind_of_unit(const struct unit *unit, const char *kind) {
  return strcmp(unit->kind, kind) == 0;
}

bool profile_value(const char *kind, const char *text, double *value) {
  char *unit;
  double number = strtod(text, &unit);
  if (unit == text || !(number >= 0) || number > 1e18)
    return false;
  while (isspace((unsigned char)*unit))
    unit++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (is_kind_of_unit(&units[i], kind) && strcmp(units[i].name, unit) == 0) {
      *value = number * units[i].factor;
      return true;
    }
  return false;
}

static size_t key_of(const char *name) {
  for (size_t i = 0; i < KEY_COUNT; i++)
    if (strcmp(keys[i].name, name) == 0)
      return i;
  if (strcmp(name, "name") == 0)
    return KEY_NAME;
  return strcmp(name, "kernel_duration") == 0 ? KEY_DURATION : KEYS;
}

/* Writes the values that KIND allows, for messages. */
static void expected(const char *kind, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "a number");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (is_kind_of_unit(&units[i], kind) && *units[i].name && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s",
                               used > sizeof "a number" ? ", " : " with a unit: ", units[i].name);
}

/* Reads one line that is not empty. */
static bool read_line(char *line, struct profile *profile, bool *seen, char *problem, size_t size) {
  char *text;
  const char *name = cleave_profile_key(line, &text);
  if (!name) {
    snprintf(problem, size, "expected KEY = VALUE: %.40s", line);
    return false;
  }
  size_t key = key_of(name);
  if (key == KEYS || seen[key]) {
    snprintf(problem, size, "%s %.40s", key == KEYS ? "unknown key" : "duplicate value for", name);
    return false;
  }
  seen[key] = true;
  if (key == KEY_NAME) {
    snprintf(profile->name, sizeof profile->name, "%s", text);
    return true;
  }
  if (key == KEY_DURATION) {
    const struct kernel_shape shape = {.blocks = 1, .threads = 1, .multiprocessors = 1};
    double ignored;
    snprintf(profile->kernel_duration, sizeof profile->kernel_duration, "%s", text);
    return formula_value(text, &shape, &ignored, problem, size);
  }
  double *value = (double *)((char *)profile + keys[key].offset);
  char wanted[NAME_LENGTH];
  if (profile_value(keys[key].kind, text, value))
    return true;
  expected(keys[key].kind, wanted, sizeof wanted);
  snprintf(problem, size, "%s = %.40s: the value must be %s", name, text, wanted);
  return false;
}

/* Sets PATH to the profile NAME: a file, or one of the installed devices, or without installation those of the source. */
static void find_profile(const char *name, char *path, size_t size) {
  Dl_info library;
  snprintf(path, size, "%s", name);
  if (strchr(name, '/') || strchr(name, '.'))
    return;
  if (dladdr(&keys, &library) && library.dli_fname) {
    const char *slash = strrchr(library.dli_fname, '/');
    snprintf(path, size, "%.*s%s/%s.profile", slash ? (int)(slash + 1 - library.dli_fname) : 0,
             library.dli_fname, CLEAVE_INSTALLED_SIMULATED_DEVICES, name);
    if (!access(path, R_OK))
      return;
  }
  snprintf(path, size, "%s/%s.profile", CLEAVE_SIMULATED_DEVICES, name);
}

bool profile_read(const char *name, struct profile *profile, char *error, size_t size) {
  char path[PATH_LENGTH], line[PATH_LENGTH], problem[PATH_LENGTH];
  find_profile(name, path, sizeof path);
  FILE *file = fopen(path, "r");
  if (!file) {
    snprintf(error, size, "cannot read the profile %s: %s", path, strerror(errno));
    return false;
  }
  *profile = (struct profile){0};
  bool seen[KEYS] = {false}, good = true;
  for (int number = 1; good && fgets(line, sizeof line, file); number++) {
    char *text = cleave_profile_trim(line);
    good = !*text || read_line(text, profile, seen, problem, sizeof problem);
    if (!good)
      snprintf(error, size, "%s:%d: %s", path, number, problem);
  }
  fclose(file);
  seen[key_of("reported_architecture")] = true;
  for (size_t key = 0; good && key < KEYS; key++) {
    good = seen[key];
    if (!good)
      snprintf(error, size, "%s: no value for %s", path,
               key < KEY_COUNT   ? keys[key].name
               : key == KEY_NAME ? "name"
                                 : "kernel_duration");
  }
  if (!profile->reported_architecture)
    profile->reported_architecture = profile->architecture;
  return good;
}
