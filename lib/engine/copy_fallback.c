/* FILE: lib/engine/copy_fallback.c
 * WHAT: see copy_fallback.h.
 */
#include "engine/copy_fallback.h"

#include "abi/offload.h"
#include "engine/transfer_chunks.h"
#include "process/omptarget.h"

/* Has libomptarget copy OBJECT from BEGIN on, with the lock released. */
static void update(const struct cleave_engine_object *object, size_t begin, int64_t type) {
  const struct cleave_region *region = object->region;
  void *base = object->base, *host = object->host + begin;
  int64_t size = (int64_t)(object->bytes - begin);
  struct cleave_engine_call call;
  pthread_mutex_unlock(&cleave_engine_lock);
  cleave_engine_begin_call(&call);
  cleave_omptarget()->data_update(region->location, region->number, 1, &base, &host, &size, &type, NULL,
                                  NULL);
  cleave_engine_end_call(&call);
  pthread_mutex_lock(&cleave_engine_lock);
}

bool cleave_fallback_to_device(struct cleave_engine_object *object) {
  if (!object->to || object->arrived == object->bytes || object->repairing || cleave_chunks_open_to(object))
    return false;
  object->repairing = true;
  /* The rest alone: kernels may have written bytes that have arrived. */
  update(object, object->arrived, CLEAVE_ARGUMENT_IS_TO);
  object->repairing = false;
  object->arrived = object->bytes;
  pthread_cond_broadcast(&cleave_engine_changed);
  return true;
}

void cleave_fallback_from_device(struct cleave_engine_object *object) {
  for (const struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->direction == CLEAVE_FROM_DEVICE && chunk->state == CLEAVE_CHUNK_FAILED && chunk->begun) {
      update(object, 0, CLEAVE_ARGUMENT_IS_FROM);
      object->back_begin = 0;
      object->back_end = object->bytes;
      return;
    }
}
