/* FILE: lib/simulator/block.c
 * WHAT: executes one block: its warps in turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "simulator/machine.h"

enum { ROUNDS = 4 /* of spinning warps, until another block has its turn */ };

/* ---- Deadlocks ------------------------------------------------------------------------------- */

/* No warp can continue. Lanes that wait at reconvergence points may help; if there are none, nothing does. */
static bool resolve_deadlock(struct block *block) {
  bool released = false;
  for (unsigned i = 0; i < block->warp_count; i++)
    released |= warp_release(&block->warps[i]);
  if (released)
    return true;
  for (unsigned i = 0; i < block->warp_count; i++) {
    struct warp *warp = &block->warps[i];
    for (unsigned g = 0; g < warp->group_count; g++) {
      struct group *group = &warp->groups[g];
      if (!group->mask)
        continue;
      warp_enter(warp, group);
      const bool at_barrier = group->state == GROUP_AT_BARRIER;
      const struct operation *operation = &group->frame->code->operations[group->pc - (at_barrier ? 1 : 0)];
      warp_fault(warp, operation, (unsigned)__builtin_ctz(group->mask), GPU_DEADLOCK,
                 at_barrier
                     ? "deadlock: threads wait at a barrier that the other threads of the block do not reach"
                     : "deadlock: lanes wait for members of a warp operation that do not reach it");
      return false;
    }
  }
  return false;
}

/* ---- Execution ------------------------------------------------------------------------------- */

static enum block_result stop(struct block *block) {
  for (unsigned i = 0; i < block->warp_count; i++)
    warp_finish(&block->warps[i]);
  block->live_warps = 0;
  return BLOCK_STOPPED;
}

enum block_result block_run(struct block *block) {
  for (unsigned round = 0; block->live_warps;) {
    bool spins = false;
    const uint64_t before = block->executed;
    for (unsigned i = 0; i < block->warp_count; i++) {
      struct warp *warp = &block->warps[i];
      if (warp->done)
        continue;
      switch (warp_run(warp)) {
      case WARP_DONE:
        warp->done = true;
        block->live_warps--;
        break;
      case WARP_SPINS:
        spins = true;
        break;
      case WARP_RUNS:
        break;
      case WARP_STOPPED:
        return stop(block);
      case WARP_WAITS:
        break;
      }
    }
    if (spins && ++round == ROUNDS)
      return BLOCK_SPINS;
    if (block->live_warps && !spins && block->executed == before && !resolve_deadlock(block))
      return stop(block);
  }
  return BLOCK_DONE;
}

void block_start(struct block *block, uint64_t ordinal) {
  struct launch_state *launch = block->launch;
  const uint32_t *grid = launch->launch->grid;
  const uint64_t number = sample_block(launch, ordinal);
  block->ordinal = ordinal;
  block->number = number;
  block->index[0] = (uint32_t)(number % grid[0]);
  block->index[1] = (uint32_t)(number / grid[0] % grid[1]);
  block->index[2] = (uint32_t)(number / grid[0] / grid[1]);
  block->live_warps = block->warp_count;
  block->executed = 0;
  memset(block->barriers, 0, sizeof block->barriers);
  memset(block->shared, 0xa5, block->shared_bytes); /* its contents are undefined; never zero by chance */
  if (block->shadow)
    check_block_start(block);
  for (unsigned i = 0; i < block->warp_count; i++) {
    block->warps[i].done = false;
    warp_start(&block->warps[i], block, i);
  }
  timeline_start_block(block);
}

struct block *block_new(struct worker *worker) {
  struct launch_state *launch = worker->launch;
  struct block *block = calloc(1, sizeof *block);
  block->launch = launch;
  block->worker = worker;
  block->warp_count = launch->warps;
  block->shared_bytes = launch->shared_bytes;
  block->shared_offsets = launch->kernel->shared_offsets;
  block->shared = aligned_alloc(128, (launch->shared_bytes + 255) / 128 * 128);
  block->warps = aligned_alloc(64, launch->warps * ((sizeof(struct warp) + 63) / 64 * 64));
  memset(block->warps, 0, launch->warps * sizeof(struct warp));
  const size_t local = (size_t)LANES * LOCAL_MOST;
  for (unsigned i = 0; i < launch->warps; i++)
    block->warps[i].local =
        mmap(NULL, local, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (launch->memory_use)
    block->caches = caches_new(launch);
  if (launch->launch->checks)
    block->shadow = check_new(block);
  return block;
}

void block_free(struct block *block) {
  for (unsigned i = 0; i < block->warp_count; i++)
    munmap(block->warps[i].local, (size_t)LANES * LOCAL_MOST);
  check_free(block->shadow);
  caches_free(block->caches);
  timeline_free(block);
  free(block->shared);
  free(block->warps);
  free(block);
}
