/* FILE: lib/simulator/checks.c
 * WHAT: checks on request. */
#include "simulator/machine.h"
struct shared_shadow *check_new(const struct block *block) {
  (void)block;
  return NULL;
}
void check_free(struct shared_shadow *shadow) { (void)shadow; }
void check_block_start(struct block *block) { (void)block; }
void check_barrier(struct block *block) { (void)block; }
void check_shared(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind) {
  (void)warp, (void)operation, (void)mask, (void)addresses, (void)bytes, (void)kind;
}
