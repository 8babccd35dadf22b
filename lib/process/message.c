/* FILE: lib/process/message.c
 * WHAT: prints lines for the user.
 */
#include "process/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print(const char *prefix, const char *format, va_list arguments) {
  char line[1024];
  size_t used = (size_t)snprintf(line, sizeof line, "%s", prefix);
  vsnprintf(line + used, sizeof line - used - 1, format, arguments);
  used = strlen(line);
  line[used] = '\n';
  /* Not through stdio: the program may have closed or redirected its stream. */
  ssize_t written = write(STDERR_FILENO, line, used + 1);
  (void)written; /* the failure cannot be reported */
}

void cleave_warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("cleave: warning: ", format, arguments);
  va_end(arguments);
}

void cleave_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("cleave: ", format, arguments);
  va_end(arguments);
}
