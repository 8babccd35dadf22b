/* FILE: lib/simulator/barrier.c
 * WHAT: barriers of blocks.
 *
 * A barrier counts threads, as devices of compute capability 7.0 and later do. Threads that have exited count as arrived. A
 * barrier with a thread count counts whole warps: lanes that exited, or do not exist, arrive with their warp. PTX requires
 * such a count to be a multiple of the warp size. LLVM's run time breaks that rule in serialized parallel regions, so the
 * count is rounded up; GPU_CHECK_BARRIERS reports it.
 */
#include "simulator/machine.h"

static bool is_complete(const struct block *block, const struct barrier *barrier) {
  uint32_t arrived = 0, all = 0;
  for (unsigned i = 0; i < block->warp_count; i++) {
    const struct warp *warp = &block->warps[i];
    const lane_mask here = barrier->arrived[i] | warp->exited, lanes = warp_lanes(warp);
    all += (here & lanes) == lanes;
    if (barrier->arrived[i])
      arrived += (uint32_t)__builtin_popcount(here | ~lanes);
  }
  return barrier->threads ? arrived >= barrier->threads : all == block->warp_count;
}

static uint32_t votes_of(const struct block *block, const struct barrier *barrier) {
  uint32_t count = 0;
  for (unsigned i = 0; i < block->warp_count; i++)
    count += (uint32_t)__builtin_popcount(barrier->votes[i]);
  return count;
}

static uint32_t arrivals_of(const struct block *block, const struct barrier *barrier) {
  uint32_t count = 0;
  for (unsigned i = 0; i < block->warp_count; i++)
    count += (uint32_t)__builtin_popcount(barrier->arrived[i]);
  return count;
}

static void store_result(struct warp *warp, const struct group *group, const struct operation *operation,
                         uint32_t votes, uint32_t arrivals) {
  if (operation->mode <= BARRIER_ARRIVE)
    return;
  warp_enter(warp, group);
  const bool truth = operation->mode == BARRIER_AND ? votes == arrivals : votes != 0;
  if (operation->d2 != NO_SLOT) {
    lane_mask *to = slot_pointer(warp, operation->d2);
    *to = (*to & ~group->mask) | (truth ? group->mask : 0);
  }
  if (operation->d != NO_SLOT) {
    uint32_t *to = slot_pointer(warp, operation->d);
    for (unsigned lane = 0; lane < LANES; lane++)
      to[lane] = group->mask >> lane & 1 ? votes : to[lane];
  }
}

static void complete(struct block *block, unsigned number) {
  struct barrier *barrier = &block->barriers[number];
  const uint32_t votes = votes_of(block, barrier), arrivals = arrivals_of(block, barrier);
  struct worker *worker = block->worker;
  if (block->shadow)
    check_barrier(block, number);
  worker->counts.block_barriers++;
  for (unsigned i = 0; i < block->warp_count; i++) {
    struct warp *warp = &block->warps[i];
    for (unsigned g = 0; g < warp->group_count; g++) {
      struct group *group = &warp->groups[g];
      if (!group->mask || group->state != GROUP_AT_BARRIER || group->barrier != number)
        continue;
      store_result(warp, group, &group->frame->code->operations[group->pc - 1], votes, arrivals);
      group->state = GROUP_READY;
      worker->counts.barrier_wait += block->executed - group->waiting_since;
    }
  }
  if (block->timing)
    timeline_barrier(block, barrier->arrived);
  *barrier = (struct barrier){0};
}

void barrier_arrive(struct warp *warp, struct group *group, const struct operation *operation) {
  struct block *block = warp->block;
  const unsigned first = (unsigned)__builtin_ctz(group->mask);
  const uint32_t number = ((const uint32_t *)slot_pointer(warp, operation->a))[first];
  const uint32_t wanted =
      operation->b == NO_SLOT ? 0 : ((const uint32_t *)slot_pointer(warp, operation->b))[first];
  const uint32_t threads = (wanted + LANES - 1) / LANES * LANES;
  if (number >= BARRIERS) {
    warp_fault(warp, operation, first, GPU_ILLEGAL_INSTRUCTION, "a barrier with number %u", number);
    return;
  }
  struct barrier *barrier = &block->barriers[number];
  if (barrier->active && barrier->threads != threads) {
    warp_fault(warp, operation, first, GPU_ILLEGAL_INSTRUCTION,
               "barrier %u with %u threads, and others wait there for %u", number, threads, barrier->threads);
    return;
  }
  barrier->active = true;
  barrier->threads = threads;
  barrier->arrived[warp->number] |= group->mask;
  if (operation->e != NO_SLOT) {
    const lane_mask votes = *(const lane_mask *)slot_pointer(warp, operation->e);
    barrier->votes[warp->number] |= group->mask & (operation->extra_mode ? ~votes : votes);
  }
  if (block->shadow)
    check_arrive(warp, group, operation, number, wanted);
  group->pc++;
  if (operation->mode != BARRIER_ARRIVE) {
    group->state = GROUP_AT_BARRIER;
    group->barrier = number;
    group->waiting_since = block->executed;
  }
  if (is_complete(block, barrier))
    complete(block, number);
  warp_enter(warp, group);
}

void barriers_update(struct block *block) {
  for (unsigned i = 0; i < BARRIERS; i++)
    if (block->barriers[i].active && is_complete(block, &block->barriers[i]))
      complete(block, i);
}
