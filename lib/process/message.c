/* FILE: lib/process/message.c
 * WHAT: prints lines for the user.
 */
#include "process/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "process/job.h"

static void print(const char *kind, bool with_rank, const char *format, va_list arguments) {
  const struct cleave_job *job = cleave_job();
  char line[1024];
  size_t used = (size_t)snprintf(line, sizeof line, "cleave: ");
  if (with_rank && cleave_job_is_parallel(job))
    used += (size_t)snprintf(line + used, sizeof line - used, "rank %d: ", job->rank);
  used += (size_t)snprintf(line + used, sizeof line - used, "%s", kind);
  vsnprintf(line + used, sizeof line - used - 1, format, arguments);
  used = strlen(line);
  line[used] = '\n';
  /* Not through stdio: the program may have closed or redirected its stream. */
  ssize_t written = write(STDERR_FILENO, line, used + 1);
  (void)written; /* the failure cannot be reported */
}

void cleave_warn(const char *format, ...) {
  if (cleave_job()->rank)
    return;
  va_list arguments;
  va_start(arguments, format);
  print("warning: ", false, format, arguments);
  va_end(arguments);
}

void cleave_warn_machine(const char *format, ...) {
  const struct cleave_job *job = cleave_job();
  if (job->local_rank)
    return;
  char on_machine[288] = "warning: ";
  if (job->ranks > job->local_ranks)
    snprintf(on_machine, sizeof on_machine, "warning: on %s: ", job->host);
  va_list arguments;
  va_start(arguments, format);
  print(on_machine, false, format, arguments);
  va_end(arguments);
}

void cleave_warn_rank(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("warning: ", true, format, arguments);
  va_end(arguments);
}

void cleave_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("", true, format, arguments);
  va_end(arguments);
}
