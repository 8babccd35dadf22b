/* FILE: lib/interposer/pinned_memory.c
 * WHAT: records for which operation memory is page-locked. The operation is known at the begin of the page
 *       lock, because a copy needs it. At the end there is no current operation, or one of other memory that
 *       replaces it.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "interposer/cuda_table.h"
#include "interposer/pinned_memory.h"
#include "process/fork.h"

CLEAVE_LOCK(lock);
static struct pinned *all;

void add_pin(struct pinned *pin) {
  if (!pin)
    return;
  pthread_mutex_lock(&lock);
  pin->next = all;
  all = pin;
  pthread_mutex_unlock(&lock);
}

void remember_pin(const void *address, size_t bytes, const struct cleave_trace_event *operation) {
  struct pinned *pin = interposer.records ? malloc(sizeof *pin) : NULL;
  if (!pin)
    return;
  *pin = (struct pinned){
      .address = address,
      .bytes = bytes,
      .name = operation && operation->name ? strdup(operation->name) : NULL,
      .file = operation && operation->file ? strdup(operation->file) : NULL,
      .line = operation ? operation->line : 0,
  };
  add_pin(pin);
}

struct pinned *take_pin(const void *address) {
  pthread_mutex_lock(&lock);
  struct pinned **link = &all;
  while (*link && (*link)->address != address)
    link = &(*link)->next;
  struct pinned *found = *link;
  if (found)
    *link = found->next;
  pthread_mutex_unlock(&lock);
  return found;
}

void free_pin(struct pinned *pin) {
  if (!pin)
    return;
  free(pin->name);
  free(pin->file);
  free(pin);
}
