/* FILE: lib/simulator_driver/driver_settings.c
 * WHAT: the CLEAVE_SIMULATOR_... variables: see simulator_driver.h.
 */
#include "simulator_driver/simulator_driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simulator/simulator.h"

static const char PREFIX[] = "CLEAVE_SIMULATOR_";

/* The value of a variable; NULL if it is unset or empty. */
static const char *value_of(const char *variable) {
  char name[64];
  snprintf(name, sizeof name, "%s%s", PREFIX, variable);
  const char *text = getenv(name);
  return text && *text ? text : NULL;
}

/* Reads a variable that is a whole number from MINIMUM to MAXIMUM; leaves *VALUE unchanged if it is not set. */
static bool read_number(const char *variable, long long minimum, long long maximum, long long *value,
                        char *error, size_t size) {
  const char *text = value_of(variable);
  if (!text)
    return true;
  char *end;
  long long number = strtoll(text, &end, 10);
  if (end == text || *end || number < minimum || number > maximum) {
    snprintf(error, size, "%s%s=%s is not a whole number from %lld to %lld", PREFIX, variable, text, minimum,
             maximum);
    return false;
  }
  *value = number;
  return true;
}

/* Sets *CHOICE to the index of the variable's value among WORDS, which end with NULL; 0 if it is not set. */
static bool read_word(const char *variable, const char *const *words, int *choice, char *error, size_t size) {
  const char *text = value_of(variable);
  *choice = 0;
  if (!text)
    return true;
  while (words[*choice] && strcmp(words[*choice], text))
    ++*choice;
  if (words[*choice])
    return true;
  size_t used = (size_t)snprintf(error, size, "%s%s=%s is not one of", PREFIX, variable, text);
  for (size_t i = 0; words[i] && used < size; i++)
    used += (size_t)snprintf(error + used, size - used, " %s", words[i]);
  return false;
}

/* Reads a list of checks: "all", or names separated by commas. */
static bool read_checks(unsigned *checks, char *error, size_t size) {
  static const struct {
    const char *name;
    unsigned check;
  } names[] = {{"initialized", GPU_CHECK_INITIALIZED},
               {"races", GPU_CHECK_RACES},
               {"barriers", GPU_CHECK_BARRIERS},
               {"all", GPU_CHECK_ALL}};
  enum { NAMES = sizeof names / sizeof *names };
  *checks = 0;
  for (const char *text = value_of("CHECKS"); text && *text;) {
    const size_t length = strcspn(text, ",");
    size_t i = 0;
    while (i < NAMES && (strlen(names[i].name) != length || strncmp(names[i].name, text, length)))
      i++;
    if (i == NAMES) {
      snprintf(error, size,
               "%sCHECKS: unknown check '%.*s'; the checks are initialized, races, barriers, all", PREFIX,
               (int)length, text);
      return false;
    }
    *checks |= names[i].check;
    text += length + (text[length] == ',');
  }
  return true;
}

/* Returns false with one line in ERROR if the environment has an unknown variable of the simulator. */
static bool check_names(char *error, size_t size) {
  static const char *const names[] = {
      "PROFILE", "DEVICES", "ARCHITECTURE", "LOG",     "SUMMARY",         "KERNELS",         "FAULTS",
      "FILL",    "THREADS", "MODULES",      "EXECUTE", "STAGING_THREADS", "CHECKS",          "COPY_LIMIT",
      "BLOCKS",  "COUNTS",  "HOST_THREADS", "SITES",   "HOST_MEMORY",     "VISIBLE_DEVICES",
  };
  for (char **variable = environ; variable && *variable; variable++) {
    if (strncmp(*variable, PREFIX, sizeof PREFIX - 1))
      continue;
    const char *name = *variable + sizeof PREFIX - 1;
    const size_t length = strcspn(name, "=");
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      known |= strlen(names[i]) == length && !strncmp(names[i], name, length);
    if (!known) {
      snprintf(error, size, "unknown variable %s%.*s", PREFIX, (int)length, name);
      return false;
    }
  }
  return true;
}

static void add_device(int number) {
  struct device *device = &driver.devices[driver.device_count];
  *device =
      (struct device){.ordinal = driver.device_count++, .number = number, .limits = {1024, 1048576, 8388608}};
  device->context.device = device;
  device->default_stream.device = device;
}

/* Sets up COUNT devices, or those of them that VISIBLE lists: up to the first number that is none, as the real driver does. */
static void set_up_devices(int count, const char *visible) {
  driver.device_count = 0;
  for (int i = 0; i < count && !visible; i++)
    add_device(i);
  while (visible && driver.device_count < MAX_DEVICES) {
    char *end;
    const long number = strtol(visible, &end, 10);
    if (end == visible || number < 0 || number >= count)
      return;
    add_device((int)number);
    visible = *end == ',' ? end + 1 : end;
  }
}

bool settings_read(char *error, size_t size) {
  static const char *const orders[] = {"guess", "ordered", NULL};
  static const char *const switches[] = {"off", "on", NULL};
  static const char *const executions[] = {"yes", "no", "require", NULL};
  const char *profile = value_of("PROFILE"), *kernels = value_of("KERNELS"), *modules = value_of("MODULES");
  long long devices = 1, architecture = 0, limit = INT64_MAX, fill = 0, staging = 4, blocks = 0, threads = 0;
  int order, execution, sites, host_memory;
  if (!check_names(error, size) || !profile_read(profile ? profile : "h200", &driver.profile, error, size) ||
      !read_number("DEVICES", 0, MAX_DEVICES, &devices, error, size) ||
      !read_number("ARCHITECTURE", 10, 999, &architecture, error, size) ||
      !read_number("COPY_LIMIT", 0, INT64_MAX, &limit, error, size) ||
      !read_number("FILL", 0, 255, &fill, error, size) ||
      !read_number("STAGING_THREADS", 1, 1024, &staging, error, size) ||
      !read_number("BLOCKS", 0, INT64_MAX, &blocks, error, size) ||
      !read_number("HOST_THREADS", 0, 1024, &threads, error, size) ||
      !read_word("THREADS", orders, &order, error, size) ||
      !read_word("SITES", switches, &sites, error, size) ||
      !read_word("HOST_MEMORY", switches, &host_memory, error, size) ||
      !read_word("EXECUTE", executions, &execution, error, size) ||
      !read_checks(&driver.checks, error, size) || (kernels && !kernels_read(kernels, error, size)))
    return false;
  if (architecture)
    driver.profile.reported_architecture = (double)architecture;
  driver.profile.memory = (double)((uint64_t)driver.profile.memory >> 21 << 21); /* whole pages */
  driver.in_order = order == 1;
  driver.execution = (enum execution)execution;
  if (limit != INT64_MAX) /* arrays are missing */
    driver.execution = EXECUTE_NO;
  driver.copy_limit = (size_t)limit;
  driver.fill = (int)fill;
  driver.staging_threads = (int)staging;
  driver.sampled_blocks = (uint64_t)blocks;
  driver.host_threads = (unsigned)threads;
  driver.sites = sites;
  driver.host_memory = host_memory;
  snprintf(driver.modules, sizeof driver.modules, "%s", modules ? modules : "");
  set_up_devices((int)devices, value_of("VISIBLE_DEVICES"));
  return true;
}
