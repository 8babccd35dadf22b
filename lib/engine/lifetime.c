/* FILE: lib/engine/lifetime.c
 * WHAT: switches the engine on when images are registered, and cancels copies before the devices are closed.
 */
#include "engine/published_calls.h"
#include "engine/transfer_queue.h"
#include "process/settings.h"

bool cleave_engine_stop(void) {
  if (!cleave_engine_is_on())
    return cleave_settings()->transfers == CLEAVE_TRANSFERS_OFF;
  atomic_store(&cleave_engine_stopping, true);
  pthread_mutex_lock(&cleave_engine_lock);
  cleave_queue_stop();
  pthread_mutex_unlock(&cleave_engine_lock);
  return cleave_calls_stop();
}

void cleave_engine_start(void) {
  static bool started;
  if (!started && cleave_settings()->transfers != CLEAVE_TRANSFERS_OFF)
    atomic_store(&cleave_engine_on, true);
  started = true;
  if (!cleave_engine_is_stopping())
    return;
  pthread_mutex_lock(&cleave_engine_lock);
  atomic_store(&cleave_engine_stopping, false);
  pthread_cond_broadcast(&cleave_engine_changed);
  pthread_mutex_unlock(&cleave_engine_lock);
}
