/* FILE: lib/runtime/launch_report.c
 * WHAT: prints each distinct launch once.
 */
#include "runtime/launch_report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "process/fork.h"
#include "process/message.h"
#include "runtime/device_state.h"

/* A launch that has been printed. Launches with the same grid for the same reason are the same. */
struct printed {
  struct printed *next;
  const struct cleave_kernel *kernel;
  int64_t device;
  enum cleave_geometry_rule rule;
  uint32_t teams, threads;
};

CLEAVE_LOCK(lock);
static struct printed *launches;

static bool is_new(const struct cleave_kernel *kernel, int64_t device, const struct cleave_geometry *grid) {
  struct printed *printed = launches;
  while (printed && (printed->kernel != kernel || printed->device != device || printed->rule != grid->rule ||
                     printed->teams != grid->teams || printed->threads != grid->threads))
    printed = printed->next;
  if (printed || !(printed = malloc(sizeof *printed)))
    return false;
  *printed = (struct printed){launches, kernel, device, grid->rule, grid->teams, grid->threads};
  launches = printed;
  return true;
}

void cleave_launches_note(const struct cleave_kernel *kernel, int64_t device, uint64_t trip_count,
                          const struct cleave_geometry *grid) {
  pthread_mutex_lock(&lock);
  const bool wanted = is_new(kernel, device, grid);
  pthread_mutex_unlock(&lock);
  if (!wanted)
    return;
  char threads[32] = "", teams[64] = "as the run time chooses";
  if (grid->threads)
    snprintf(threads, sizeof threads, " of %" PRIu32 " threads", grid->threads);
  if (grid->teams)
    snprintf(teams, sizeof teams, "%" PRIu32 " teams%s", grid->teams, threads);
  cleave_say("launch of line %" PRIu32 " %s on device %" PRId64 ", %" PRIu64 " iterations: %s: %s",
             kernel->line, kernel->function, device, trip_count, teams, grid->reason);
}

void cleave_launches_forget(void) {
  pthread_mutex_lock(&lock);
  while (launches) {
    struct printed *next = launches->next;
    free(launches);
    launches = next;
  }
  pthread_mutex_unlock(&lock);
}
