/* FILE: lib/engine/state.c
 * WHAT: the variables that all files of the engine share.
 */
#include "engine/state.h"

pthread_mutex_t cleave_engine_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cleave_engine_changed = PTHREAD_COND_INITIALIZER;
atomic_bool cleave_engine_on, cleave_engine_stopping;

bool cleave_engine_is_stopping(void) { return atomic_load(&cleave_engine_stopping); }
