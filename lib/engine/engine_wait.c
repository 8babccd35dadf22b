/* FILE: lib/engine/engine_wait.c
 * WHAT: see engine_wait.h.
 */
#include "engine/engine_wait.h"

#include "trace/trace_construct.h"

void cleave_engine_wait(const struct cleave_engine_object *object, struct cleave_trace_event **wait) {
  if (!*wait && cleave_trace_is_on())
    *wait = object
                ? cleave_trace_begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_WAIT,
                                                                  .name = "wait",
                                                                  .file = object->file,
                                                                  .line = object->line,
                                                                  .device = (int32_t)object->region->number})
                : cleave_construct_begin_wait();
  pthread_cond_wait(&cleave_engine_changed, &cleave_engine_lock);
}
