/* FILE: lib/process/settings.c
 * WHAT: reads the CLEAVE_* variables, once.
 */
#include "process/settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "process/message.h"

static struct cleave_run_time_options settings;

static void warn(const char *line) { cleave_warn("%s", line); }

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value;
}

static void read_settings(void) {
  cleave_options_from_environment(&settings, (const char *const *)environ, warn);
  /* By these the OpenMP run time cuts off what it is asked for: the user's own choice of a grid. */
  const char *user = is_set("OMP_NUM_TEAMS")            ? "OMP_NUM_TEAMS"
                     : is_set("OMP_TEAMS_THREAD_LIMIT") ? "OMP_TEAMS_THREAD_LIMIT"
                                                        : NULL;
  if (user && settings.geometry && settings.verbose)
    cleave_say("the OpenMP run time chooses teams and threads: %s is set", user);
  settings.geometry &= !user;
  /* The check follows the copies of the OpenMP run time, and compares memory after each kernel. */
  if (settings.check != CLEAVE_CHECK_OFF) {
    settings.transfers = CLEAVE_TRANSFERS_OFF;
    settings.waits_for_regions = settings.graphs = false;
  }
}

const struct cleave_run_time_options *cleave_settings(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_settings);
  return &settings;
}
