/* FILE: lib/runtime/settings.c
 * WHAT: reads the CLEAVE_* variables, once.
 */
#include "runtime/settings.h"

#include <pthread.h>
#include <unistd.h>

#include "runtime/message.h"

static struct cleave_run_time_options settings;

static void warn(const char *line) {
  cleave_warn("%s", line);
}

static void read_settings(void) {
  cleave_options_from_environment(&settings, (const char *const *)environ, warn);
}

const struct cleave_run_time_options *cleave_settings(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_settings);
  return &settings;
}
