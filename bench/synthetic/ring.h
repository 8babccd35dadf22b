/* FILE: bench/synthetic/ring.h
 * WHAT: copies pageable memory to the device and back through a ring of page-locked slots that
 *       several host threads fill or empty while the copy engine works on the other slots.
 */
#ifndef CLEAVE_SYNTHETIC_RING_H
#define CLEAVE_SYNTHETIC_RING_H

#include "driver.h"

#include <stdbool.h>
#include <stddef.h>

struct ring;

/* A ring of SLOTS slots of SLOT_BYTES each and THREADS threads (the caller of ring_copy is one of
 * them), in the primary context. The caller deletes it. Ends the process with 1 on failure. */
struct ring *ring_new(size_t slot_bytes, int slots, int threads);

/* Copies BYTES between HOST and DEVICE and returns when all of it has arrived. One call at a
 * time. */
void ring_copy(struct ring *ring, bool to_device, CUdeviceptr device, void *host, size_t bytes);

void ring_delete(struct ring *ring);

#endif
