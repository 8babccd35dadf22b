/* FILE: lib/engine/cuda_device.h
 * WHAT: what the parts of the device kind "cuda" share.
 *
 *   cuda_device.c      the kind: which way a copy goes, and the copies by the driver
 *   staging.c   copies through a ring of page-locked buffers
 *   pinning.c   memory of the program that is page-locked while a region copies it
 *
 * docs/design/pinning.md says why it is only then.
 */
#ifndef CLEAVE_ENGINE_CUDA_DEVICE_H
#define CLEAVE_ENGINE_CUDA_DEVICE_H

#include "cuda/cuda.h"
#include "engine/engine_device.h"

/* A wait of these costs no processor. */
enum { CLEAVE_EVENT_FLAGS = CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC };

/* ---- staging.c ---------------------------------------------------------------------------------- */

struct cleave_ring;

/* A ring whose buffers THREADS threads fill or empty, the caller of cleave_ring_copy among them. It lives as
 * long as the process. The device's context is current. NULL if there is no memory for it. */
struct cleave_ring *cleave_ring_new(const struct cleave_cuda *cuda, unsigned threads);

/* Copies by STREAM. One call at a time; the context is current. Returns false if the driver fails, and
 * then nothing is under way any more. */
bool cleave_ring_copy(struct cleave_ring *ring, CUstream stream, const struct cleave_copy *copy);

/* ---- pinning.c: thread-safe; the device's context is current --------------------------------------- */

/* Memory of the program that a copy of the engine's hands to the driver. */
struct cleave_range;

/* What the driver knows of memory of the host: that it is page-locked as a whole, in part (it must not be
 * given that in one copy), or not at all. */
enum cleave_locked { CLEAVE_LOCKED_NONE, CLEAVE_LOCKED_PART, CLEAVE_LOCKED_ALL };
enum cleave_locked cleave_locked_by_driver(const struct cleave_cuda *cuda, const void *host, size_t bytes);

/* The range that was page-locked here and holds all of this memory, with one user more; NULL: none. */
struct cleave_range *cleave_range_join(const void *host, size_t bytes);

/* A range of memory that is given to the driver as it is. NULL if part of it is page-locked here. */
struct cleave_range *cleave_range_use(const void *host, size_t bytes);

/* Whether memory may be page-locked: no byte of it is in a range, the driver has not refused it before, and
 * with it no more than LIMIT is in use. */
bool cleave_range_may_pin(const void *host, size_t bytes, uint64_t limit);

/* A range that is page-locked now; NULL if it must not be, or the driver refuses: then it is never asked
 * again for this memory. Where LIMIT wants it, what has no user must go, the least recently used first. */
struct cleave_range *cleave_range_pin(const struct cleave_cuda *cuda, const void *host, size_t bytes,
                                      uint64_t limit);

/* One user less: of memory that stays page-locked until its release. NULL is allowed. */
void cleave_range_leave(struct cleave_range *range);

/* The region is through with this memory: it is page-locked no longer. */
void cleave_range_release(const struct cleave_cuda *cuda, const void *host, size_t bytes);

/* A copy of COPIED bytes of an object begins. Returns how often the whole of it is expected to be copied until
 * its release, this time included, at least once: as often as is left of what was copied before its last
 * release; or else as often as it was copied until now, which buys page locks when going without them has
 * cost as much. */
double cleave_range_expect(const void *object, size_t bytes, size_t copied);

/* In bytes: what CLEAVE_PIN_LIMIT says, or a quarter of the machine's memory. */
uint64_t cleave_pin_limit(uint64_t option);

#endif
