/* FILE: lib/runtime/buffers.c
 * WHAT: a second environment that contains LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD.
 *
 * A library may be loaded while other threads call getenv, and setenv may free the array that they read. So the array is
 * exchanged, and neither one changes.
 */
#include "runtime/buffers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **before, **ours; /* `ours` is never freed: another thread may be reading it */

void cleave_buffers_begin(void) {
  static char variable[] = "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=1048576";
  before = NULL;
  if (getenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD"))
    return;
  size_t count = 0;
  while (environ && environ[count])
    count++;
  ours = malloc((count + 2) * sizeof *ours);
  if (!ours)
    return; /* launches allocate; nothing else changes */
  ours[0] = variable;
  if (count)
    memcpy(ours + 1, environ, count * sizeof *ours);
  ours[count + 1] = NULL;
  before = environ;
  environ = ours;
}

void cleave_buffers_end(void) {
  /* If another thread has set a variable meanwhile, the new array is in use, and stays. */
  if (before && environ == ours)
    environ = before;
}
