/* FILE: lib/engine/transfer_chunks.c
 * WHAT: see transfer_chunks.h.
 */
#include "engine/transfer_chunks.h"

void cleave_chunks_note_arrived(struct cleave_engine_object *object, size_t begin, size_t end) {
  if (begin <= object->arrived && object->arrived < end)
    object->arrived = end;
}

/* CHUNK has been copied back. */
static void note_back(struct cleave_engine_object *object, const struct cleave_transfer_chunk *chunk) {
  if (object->back_begin == object->back_end) {
    object->back_begin = chunk->begin;
    object->back_end = chunk->end;
  } else if (chunk->begin == object->back_end) {
    object->back_end = chunk->end;
  } else if (chunk->end == object->back_begin) {
    object->back_begin = chunk->begin;
  }
}

void cleave_chunks_note_done(const struct cleave_transfer_chunk *chunk) {
  if (chunk->direction == CLEAVE_TO_DEVICE)
    cleave_chunks_note_arrived(chunk->object, chunk->begin, chunk->end);
  else
    note_back(chunk->object, chunk);
}

bool cleave_chunks_pending(struct cleave_engine_object *object, enum cleave_direction direction) {
  if (direction == CLEAVE_TO_DEVICE)
    return object->to && object->arrived < object->bytes;
  for (struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->direction == direction && chunk->state == CLEAVE_CHUNK_RUNNING)
      return true;
  return false;
}

bool cleave_chunks_partly_back(const struct cleave_engine_object *object) {
  if (object->back_begin == 0 && object->back_end == object->bytes)
    return false;
  for (const struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->direction == CLEAVE_FROM_DEVICE && chunk->begun)
      return true;
  return false;
}

bool cleave_chunks_open(const struct cleave_engine_object *object) {
  for (const struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->state == CLEAVE_CHUNK_QUEUED || chunk->state == CLEAVE_CHUNK_RUNNING)
      return true;
  return false;
}

bool cleave_chunks_open_to(const struct cleave_engine_object *object) {
  for (const struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->direction == CLEAVE_TO_DEVICE &&
        (chunk->state == CLEAVE_CHUNK_QUEUED || chunk->state == CLEAVE_CHUNK_RUNNING))
      return true;
  return false;
}

void cleave_chunks_fail(struct cleave_engine_object *object) {
  for (struct cleave_transfer_chunk *chunk = object->chunks; chunk; chunk = chunk->next)
    if (chunk->state != CLEAVE_CHUNK_DONE)
      chunk->state = CLEAVE_CHUNK_FAILED;
}
