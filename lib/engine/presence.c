/* FILE: lib/engine/presence.c
 * WHAT: see presence.h.
 *
 * A construct is published before it asks whether any region manages objects (published_calls.c). So of a construct and a
 * region that begin at the same time, at least one sees the other:
 *
 *   - the region sees the construct: objects that both name are left to libomptarget
 *   - the construct sees the region: it waits while these objects are in transition (their data environment begins or
 *     ends, or bytes of them are being copied), and marks them as touched
 */
#include "engine/presence.h"

#include "engine/copy_fallback.h"
#include "engine/engine_wait.h"
#include "engine/map_items.h"
#include "engine/published_calls.h"
#include "engine/thread_records.h"
#include "engine/transfer_chunks.h"

static struct cleave_region *managing; /* regions that manage objects */

/* Whether THREAD executes a region that manages objects, so that other threads may wait for it. */
static bool holds_objects(const struct cleave_engine_thread *thread) {
  for (const struct cleave_region *region = thread ? thread->innermost : NULL; region; region = region->outer)
    if (region->listed)
      return true;
  return false;
}

/* Whether a construct that touches OBJECT must wait now. An object that is partly copied back has neither its
 * old nor its new value until the region has ended. */
static bool is_in_between(struct cleave_engine_object *object, bool own, bool holds) {
  return (object->region->changing && !own) || cleave_chunks_pending(object, CLEAVE_TO_DEVICE) ||
         cleave_chunks_pending(object, CLEAVE_FROM_DEVICE) ||
         (!own && !holds && cleave_chunks_partly_back(object));
}

/* Marks the objects of other regions that CALL touches. Returns the first one that it must wait for, or
 * NULL. */
static struct cleave_engine_object *touch(const struct cleave_engine_thread *thread,
                                          const struct cleave_engine_call *call, int64_t device,
                                          const struct cleave_region *except) {
  struct cleave_engine_object *first = NULL;
  const bool holds = holds_objects(thread);
  for (struct cleave_region *region = managing; region; region = region->next) {
    const bool own = thread && region->thread == thread;
    if (region->number != device || region == except)
      continue;
    for (int i = 0; i < region->object_count; i++) {
      struct cleave_engine_object *object = &region->objects[i];
      if (!object->managed || !cleave_items_touch(call, object, own))
        continue;
      /* An object with a streaming buffer is not on the device as a whole. */
      if (object->streaming) {
        first = (first || own) ? first : object;
        continue;
      }
      object->touched = true;
      if (!first && is_in_between(object, own, holds))
        first = object;
    }
  }
  return first;
}

void cleave_presence_touch(const struct cleave_engine_thread *thread, const struct cleave_engine_call *call,
                           int64_t device, const struct cleave_region *except) {
  struct cleave_engine_object *object;
  struct cleave_trace_event *wait = NULL;
  while ((object = touch(thread, call, device, except)))
    if (object->region->changing || !cleave_fallback_to_device(object))
      cleave_engine_wait(NULL, &wait);
  cleave_trace_end(wait);
}

/* ---- regions --------------------------------------------------------------------------------------- */

static bool is_named(const struct cleave_engine_object *object, const struct cleave_engine_call *except) {
  for (struct cleave_engine_thread *thread = cleave_engine_threads(); thread; thread = thread->next)
    for (struct cleave_engine_call *call = atomic_load(&thread->calls); call; call = call->outer)
      if (call != except && cleave_items_touch(call, object, false))
        return true;
  return false;
}

void cleave_presence_list(struct cleave_region *region, const struct cleave_engine_call *call) {
  cleave_calls_add_reader();
  region->listed = true;
  region->next = managing;
  managing = region;
  const bool blind = !cleave_calls_are_complete();
  for (int i = 0; i < region->object_count; i++)
    if (region->objects[i].managed && (blind || is_named(&region->objects[i], call)))
      region->objects[i].managed = false;
}

void cleave_presence_unlist(struct cleave_region *region) {
  struct cleave_region **link = &managing;
  while (*link != region)
    link = &(*link)->next;
  *link = region->next;
  region->listed = region->changing = false;
  for (int i = 0; i < region->object_count; i++)
    region->objects[i].managed = false;
  cleave_calls_remove_reader();
  pthread_cond_broadcast(&cleave_engine_changed);
}

void cleave_presence_forked(void) {
  for (struct cleave_region *region = managing; region; region = region->next)
    for (int i = 0; i < region->object_count; i++)
      cleave_chunks_fail(&region->objects[i]);
}
