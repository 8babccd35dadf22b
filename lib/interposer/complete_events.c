/* FILE: lib/interposer/complete_events.c
 * WHAT: asks CUDA once whether an event is complete.
 *
 * LLVM's run time makes each launch wait for the events of all its arrays, also long after their first copy. An event that is
 * complete stays so until it is recorded again. If an event is destroyed and another one gets its address, that one has not
 * been recorded yet, and such an event is complete as well.
 */
#include "interposer/complete_events.h"

#include <pthread.h>
#include <stdint.h>

#include "interposer/cuda_table.h"
#include "process/fork.h"

enum { PLACES = 256 }; /* a power of 2 */

CLEAVE_LOCK(lock);
static CUevent complete[PLACES]; /* known to be so */

static CUevent *place_of(CUevent event) {
  const uint64_t number = (uint64_t)(uintptr_t)event * 0x9e3779b97f4a7c15u;
  return &complete[number >> 32 & (PLACES - 1)];
}

bool event_is_complete(CUevent event) {
  /* CUDA is asked under the lock, so that a record that ends later removes the event again. */
  pthread_mutex_lock(&lock);
  CUevent *place = place_of(event);
  const bool is_complete = *place == event || !interposer.cuda.cuEventQuery(event);
  if (is_complete)
    *place = event;
  pthread_mutex_unlock(&lock);
  return is_complete;
}

void event_recorded(CUevent event) {
  pthread_mutex_lock(&lock);
  CUevent *place = place_of(event);
  if (*place == event)
    *place = NULL;
  pthread_mutex_unlock(&lock);
}
