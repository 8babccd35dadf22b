/* FILE: lib/engine/transfer_chunks.h
 * WHAT: the transfer chunks of an object, and which of its bytes have been copied. The lock is held.
 */
#ifndef CLEAVE_ENGINE_TRANSFER_CHUNKS_H
#define CLEAVE_ENGINE_TRANSFER_CHUNKS_H

#include "engine/state.h"

/* Whether bytes of OBJECT are in transfer in DIRECTION. To the device: until all bytes have arrived. From the device:
 * while a chunk is being copied; a chunk that is only queued is given up when OBJECT is touched. */
bool cleave_chunks_pending(struct cleave_engine_object *object, enum cleave_direction direction);

/* Whether some but not all bytes of OBJECT have been copied back. */
bool cleave_chunks_partly_back(const struct cleave_engine_object *object);

/* Whether a chunk is queued or being copied: any, or one to the device. */
bool cleave_chunks_open(const struct cleave_engine_object *object);
bool cleave_chunks_open_to(const struct cleave_engine_object *object);

/* The bytes [BEGIN, END) have arrived on the device. Bytes after a chunk that has failed do not count. */
void cleave_chunks_note_arrived(struct cleave_engine_object *object, size_t begin, size_t end);

/* CHUNK has been copied. */
void cleave_chunks_note_done(const struct cleave_transfer_chunk *chunk);

/* All chunks that have not been copied fail. */
void cleave_chunks_fail(struct cleave_engine_object *object);

#endif
