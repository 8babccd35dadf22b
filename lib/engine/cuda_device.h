/* FILE: lib/engine/cuda_device.h
 * WHAT: the parts of the device kind "cuda".
 *
 *   cuda_device.c  chooses how each copy is made, and makes direct copies
 *   staging.c      copies through a ring of page-locked buffers
 *   pinning.c      memory of the program that is page-locked while a region copies it: docs/design/pinning.md
 */
#ifndef CLEAVE_ENGINE_CUDA_DEVICE_H
#define CLEAVE_ENGINE_CUDA_DEVICE_H

#include "cuda/cuda.h"
#include "engine/engine_device.h"

/* The host waits for these events without spinning. */
enum { CLEAVE_EVENT_FLAGS = CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC };

/* ---- staging.c ---------------------------------------------------------------------------------- */

struct cleave_ring;

/* A ring whose buffers are filled and emptied by THREADS threads, including the caller of cleave_ring_copy. SHARERS processes have
 * one for the same device: up to four of them share the memory that one would have. The device's
 * context is current. NULL if there is no memory for it. */
struct cleave_ring *cleave_ring_new(const struct cleave_cuda *cuda, unsigned threads, unsigned sharers);

/* Ends the threads of RING and frees it; no copy is in progress. NULL is allowed. */
void cleave_ring_free(struct cleave_ring *ring);

/* Copies in STREAM. One call at a time; the context is current. If CUDA reports an error, returns false, and no part of the copy
 * is pending. */
bool cleave_ring_copy(struct cleave_ring *ring, CUstream stream, const struct cleave_copy *copy);

/* ---- pinning.c: thread-safe; the device's context is current --------------------------------------- */

/* Memory of the program that a copy of the engine passes to CUDA. */
struct cleave_range;

/* Whether CUDA reports host memory as page-locked: all of it, part of it (one copy must not contain it), or none. */
enum cleave_locked { CLEAVE_LOCKED_NONE, CLEAVE_LOCKED_PART, CLEAVE_LOCKED_ALL };
enum cleave_locked cleave_locked_by_driver(const struct cleave_cuda *cuda, const void *host, size_t bytes);

/* The range that the engine has page-locked and that contains this memory, with its number of users incremented; NULL:
 * none. */
struct cleave_range *cleave_range_join(const void *host, size_t bytes);

/* A range for memory that CUDA copies as it is. NULL if the engine has page-locked part of it. */
struct cleave_range *cleave_range_use(const void *host, size_t bytes);

/* Whether memory may be page-locked: no byte of it is in a range, CUDA has not refused it before, and the total in use stays
 * within LIMIT. */
bool cleave_range_may_pin(const void *host, size_t bytes, uint64_t limit);

/* Page-locks a range. To stay within LIMIT, unlocks ranges without users, the least recently used first. NULL if it may not be
 * page-locked, or CUDA refuses; then this memory is not tried again. */
struct cleave_range *cleave_range_pin(const struct cleave_cuda *cuda, const void *host, size_t bytes,
                                      uint64_t limit);

/* Decrements the number of users. The memory stays page-locked until its release. NULL is allowed. */
void cleave_range_leave(struct cleave_range *range);

/* The region no longer uses this memory: unlocks it. */
void cleave_range_release(const struct cleave_cuda *cuda, const void *host, size_t bytes);

/* The device is about to be closed: unlocks all ranges without users. */
void cleave_ranges_unlock(const struct cleave_cuda *cuda);

/* A copy of COPIED bytes of an object begins. Returns the expected number of copies of the object until its release, this one
 * included, at least 1: if the object was released before, the number of its copies until then that remain; else the
 * number of its copies so far. By the latter, memory is page-locked once copies without page locks have cost as much. */
double cleave_range_expect(const void *object, size_t bytes, size_t copied);

/* The limit in bytes: OPTION (CLEAVE_PIN_LIMIT), or by default a quarter of the machine's memory, which the ranks of a job on this
 * machine share equally. */
uint64_t cleave_pin_limit(uint64_t option);

#endif
