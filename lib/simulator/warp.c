/* FILE: lib/simulator/warp.c
 * WHAT: executes one warp: groups of lanes, divergence and reconvergence, calls and returns.
 *
 * A divergent branch splits its group. Both parts meet again at the branch's immediate post-dominator: a part that
 * arrives there waits for the others. Lanes that wait must not stop a program that needs them: if a group executes long
 * in a loop that may wait for another thread, all waiting lanes of its warp continue alone (warp_release). So each thread makes
 * progress, as on devices of compute capability 7.0 and later.
 */
#include "simulator/machine.h"
#include "simulator/pool.h"

enum {
  TURN = 32,     /* operations that a group executes before others have their turn: warps share a cache */
  SLICE = 20000, /* operations of a group, until it is asked whether it waits for another thread */
  SPINS_OF_SLICE = SLICE / 64, /* so many operations that spin, and this share of all: a loop that waits */
  SPINS_SHARE = 6,
  PATIENCE = 50,       /* slices without an operation that spins, until waiting lanes continue alone */
  SPINS_OF_YIELD = 256 /* a nanosleep counts as so many spinning operations */
};

/* ---- Groups and reconvergence ---------------------------------------------------------------- */

static struct group *add_group(struct warp *warp, lane_mask mask, uint32_t pc, struct frame *frame,
                               struct reconvergence *meets) {
  unsigned at = 0;
  while (at < warp->group_count && warp->groups[at].mask)
    at++;
  if (at == warp->group_count)
    warp->group_count++;
  warp->groups[at] =
      (struct group){.mask = mask, .pc = pc, .frame = frame, .meets = meets, .state = GROUP_READY};
  return &warp->groups[at];
}

/* Splits off the lanes PART of GROUP; they continue at PC. All meet at RECONVERGE. */
static void diverge(struct warp *warp, struct group *group, lane_mask part, uint32_t pc,
                    uint32_t reconverge) {
  struct reconvergence *meets = group->meets;
  if (!meets || meets->frame != group->frame || meets->target != reconverge) {
    meets = pool_take(warp->worker, sizeof *meets);
    *meets = (struct reconvergence){
        .outer = group->meets, .frame = group->frame, .target = reconverge, .expected = group->mask};
  }
  group->mask &= ~part;
  group->meets = meets;
  add_group(warp, part, pc, group->frame, meets);
}

/* The target as an index: a return is the operation after the last one. */
static uint32_t target_index(const struct reconvergence *meets) {
  return meets->target == EXIT_TARGET ? (uint32_t)meets->frame->code->count : meets->target;
}

/* GROUP is at a place where lanes may meet. Returns false if it now waits there, as part of a reconvergence. */
static bool arrive(struct warp *warp, struct group *group, uint32_t target) {
  for (;;) {
    struct reconvergence *meets = group->meets;
    if (!meets || meets->frame != group->frame || meets->target != target)
      return true;
    meets->arrived |= group->mask;
    if (meets->arrived != meets->expected) {
      group->mask = 0;
      return false;
    }
    group->mask = meets->arrived;
    group->meets = meets->outer;
    pool_give(warp->worker, meets, sizeof *meets);
  }
}

/* The lanes of MASK will not arrive at MEETS. */
static void leave(struct warp *warp, struct reconvergence *meets, lane_mask mask) {
  meets->expected &= ~mask;
  if (!meets->expected) {
    pool_give(warp->worker, meets, sizeof *meets);
  } else if (meets->arrived == meets->expected) {
    add_group(warp, meets->arrived, target_index(meets), meets->frame, meets->outer);
    pool_give(warp->worker, meets, sizeof *meets);
  }
}

static void leave_all(struct warp *warp, struct reconvergence *meets, lane_mask mask) {
  while (meets) {
    struct reconvergence *outer = meets->outer;
    leave(warp, meets, mask);
    meets = outer;
  }
}

/* Releases the lanes that wait in MEETS and those around it. */
static bool release_chain(struct warp *warp, struct reconvergence *meets) {
  bool released = false;
  for (; meets; meets = meets->outer) {
    if (!meets->arrived)
      continue;
    add_group(warp, meets->arrived, target_index(meets), meets->frame, meets->outer);
    meets->expected &= ~meets->arrived; /* groups that are on their way remain expected */
    meets->arrived = 0;
    released = true;
  }
  return released;
}

bool warp_release(struct warp *warp) {
  bool released = false;
  const unsigned count = warp->group_count;
  for (unsigned i = 0; i < count; i++)
    if (warp->groups[i].mask)
      released |= release_chain(warp, warp->groups[i].meets);
  return released;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static size_t frame_size(const struct code *code) {
  return sizeof(struct frame) + 64 + code->frame_bytes + LANES * code->parameter_bytes;
}

static struct frame *frame_new(struct worker *worker, const struct code *code, struct frame *caller,
                               lane_mask lanes) {
  unsigned char *memory = pool_take(worker, frame_size(code));
  struct frame *frame = (struct frame *)memory;
  const size_t base = caller ? caller->local_top : 0;
  *frame = (struct frame){.code = code,
                          .caller = caller,
                          .lanes = lanes,
                          .local_base = base,
                          .local_top = base + code->local_bytes,
                          .registers = memory + (sizeof *frame + 63) / 64 * 64};
  frame->parameters = frame->registers + code->frame_bytes;
  for (size_t i = 0; i < code->cleared_count; i++)
    memset(frame->registers + code->cleared[i].offset, 0, code->cleared[i].bytes);
  return frame;
}

static void frame_free(struct worker *worker, struct frame *frame) {
  pool_give(worker, frame, frame_size(frame->code));
}

static void copy_parameters(unsigned char *to, size_t to_stride, const struct parameter_place *to_places,
                            const unsigned char *from, size_t from_stride,
                            const struct parameter_place *from_places, size_t count, lane_mask mask) {
  for (size_t i = 0; i < count; i++) {
    const size_t bytes =
        to_places[i].bytes < from_places[i].bytes ? to_places[i].bytes : from_places[i].bytes;
    for (lane_mask rest = mask; rest; rest &= rest - 1) {
      const unsigned lane = (unsigned)__builtin_ctz(rest);
      memcpy(to + lane * to_stride + to_places[i].offset, from + lane * from_stride + from_places[i].offset,
             bytes);
    }
  }
}

static size_t fewer(size_t a, size_t b) { return a < b ? a : b; }

static void call(struct warp *warp, struct group *group, const struct operation *operation,
                 const struct code *code) {
  struct frame *caller = group->frame;
  const struct call_site *site = operation->call;
  if (caller->local_top + code->local_bytes > LOCAL_MOST) {
    warp_fault(warp, operation, (unsigned)__builtin_ctz(group->mask), GPU_ILLEGAL_ADDRESS,
               "the stack of the thread exceeds %u bytes", LOCAL_MOST);
    return;
  }
  struct frame *frame = frame_new(warp->worker, code, caller, group->mask);
  frame->return_to = group->pc + 1;
  frame->site = site;
  copy_parameters(frame->parameters, code->parameter_bytes, code->formals, caller->parameters,
                  caller->code->parameter_bytes, site->arguments,
                  fewer(site->argument_count, code->function->parameter_count), group->mask);
  group->frame = frame;
  group->pc = 0;
  warp_enter(warp, group);
}

/* ---- Exits and returns ----------------------------------------------------------------------- */

static void exit_lanes(struct warp *warp, struct group *group) {
  const lane_mask mask = group->mask;
  group->mask = 0;
  for (struct frame *frame = group->frame; frame;) {
    struct frame *caller = frame->caller;
    frame->lanes &= ~mask;
    if (!frame->lanes)
      frame_free(warp->worker, frame);
    frame = caller;
  }
  warp->exited |= mask;
  leave_all(warp, group->meets, mask);
  barriers_update(warp->block);
}

/* Joins GROUP with another one that is at the same place, if there is one. */
static void join(struct warp *warp, struct group *group) {
  for (unsigned i = 0; i < warp->group_count; i++) {
    struct group *other = &warp->groups[i];
    if (other == group || !other->mask || other->state != GROUP_READY || other->pc != group->pc ||
        other->frame != group->frame || other->meets != group->meets)
      continue;
    group->mask |= other->mask;
    other->mask = 0;
  }
}

static void return_group(struct warp *warp, struct group *group) {
  struct frame *frame = group->frame;
  while (group->meets && group->meets->frame == frame) {
    struct reconvergence *meets = group->meets;
    if (meets->target == EXIT_TARGET) {
      if (!arrive(warp, group, EXIT_TARGET))
        return;
      continue;
    }
    group->meets = meets->outer;
    leave(warp, meets, group->mask);
  }
  struct frame *caller = frame->caller;
  if (!caller) {
    exit_lanes(warp, group);
    return;
  }
  const struct code *code = frame->code;
  copy_parameters(caller->parameters, caller->code->parameter_bytes, frame->site->results, frame->parameters,
                  code->parameter_bytes, code->results,
                  fewer(frame->site->result_count, code->function->result_count), group->mask);
  group->pc = frame->return_to;
  group->frame = caller;
  frame->lanes &= ~group->mask;
  if (!frame->lanes)
    frame_free(warp->worker, frame);
  join(warp, group);
}

/* ---- Operations that the scheduler executes --------------------------------------------------- */

static void branch(struct warp *warp, struct group *group, const struct operation *operation,
                   lane_mask taken) {
  warp->worker->counts.branches++;
  if (taken == group->mask) {
    group->pc = operation->target;
  } else if (!taken) {
    group->pc++;
  } else {
    warp->worker->counts.divergent_branches++;
    group->pc++;
    diverge(warp, group, taken, operation->target, operation->reconverge);
  }
}

/* One target after the other: the lanes with the first lane's target continue, the others are split off. */
static void branch_indexed(struct warp *warp, struct group *group, const struct operation *operation) {
  const uint32_t *index = slot_pointer(warp, operation->a);
  const struct call_site *site = operation->call;
  const unsigned first = (unsigned)__builtin_ctz(group->mask);
  lane_mask same = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    if (group->mask >> lane & 1 && index[lane] == index[first])
      same |= 1u << lane;
  warp->worker->counts.branches++;
  if (index[first] >= site->target_count) {
    warp_fault(warp, operation, first, GPU_ILLEGAL_INSTRUCTION, "brx.idx with index %u of %zu targets",
               index[first], site->target_count);
    return;
  }
  if (same != group->mask) {
    warp->worker->counts.divergent_branches++;
    diverge(warp, group, group->mask & ~same, group->pc, operation->reconverge);
  }
  group->pc = site->targets[index[first]];
}

static void call_indirect(struct warp *warp, struct group *group, const struct operation *operation) {
  const uint64_t *address = slot_pointer(warp, operation->a);
  const struct gpu_program *program = warp->block->launch->program;
  const unsigned first = (unsigned)__builtin_ctz(group->mask);
  const uint64_t offset = address[first] - FUNCTION_BASE, number = offset / FUNCTION_STRIDE;
  lane_mask same = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    if (group->mask >> lane & 1 && address[lane] == address[first])
      same |= 1u << lane;
  if (number >= program->code_count || offset % FUNCTION_STRIDE) {
    warp_fault(warp, operation, first, GPU_ILLEGAL_ADDRESS, "a call of 0x%llx, which is no function",
               (unsigned long long)address[first]);
    return;
  }
  if (same != group->mask)
    diverge(warp, group, group->mask & ~same, group->pc, operation->reconverge);
  call(warp, group, operation, &program->codes[number]);
}

/* Lanes whose guard is false skip an operation that is no branch. */
static void skip_lanes(struct warp *warp, struct group *group, const struct operation *operation,
                       lane_mask skipped) {
  if (operation->kind == KIND_RETURN || operation->kind == KIND_EXIT || operation->kind == KIND_TRAP) {
    group->mask &= ~skipped;
    add_group(warp, skipped, group->pc + 1, group->frame, group->meets);
  } else {
    diverge(warp, group, skipped, group->pc + 1, group->pc + 1);
  }
}

static void yield(struct warp *warp, struct group *group, unsigned *budget) {
  group->pc++;
  group->spins += SPINS_OF_YIELD;
  *budget = 0;
  (void)warp;
}

static void execute(struct warp *warp, struct group *group, const struct operation *operation, lane_mask mask,
                    unsigned *budget) {
  if (operation->kind == KIND_BRANCH) {
    branch(warp, group, operation, mask);
    return;
  }
  if (!mask) {
    group->pc++;
    return;
  }
  if (mask != group->mask)
    skip_lanes(warp, group, operation, group->mask & ~mask);
  switch ((enum operation_kind)operation->kind) {
  case KIND_BRANCH_INDEXED:
    branch_indexed(warp, group, operation);
    break;
  case KIND_CALL:
    if (operation->call->library) {
      operation->call->library(warp, operation->call, group->mask);
      group->pc++;
      *budget = 0; /* these functions take long on a device: other warps run meanwhile */
    } else {
      call(warp, group, operation, operation->call->code);
    }
    break;
  case KIND_CALL_INDIRECT:
    call_indirect(warp, group, operation);
    break;
  case KIND_RETURN:
    return_group(warp, group);
    break;
  case KIND_EXIT:
    exit_lanes(warp, group);
    break;
  case KIND_TRAP:
    warp_fault(warp, operation, (unsigned)__builtin_ctz(group->mask), GPU_TRAP, "trap");
    break;
  case KIND_BLOCK_BARRIER:
    barrier_arrive(warp, group, operation);
    *budget = 0; /* the last group to arrive does not run ahead of the others */
    break;
  case KIND_COLLECTIVE:
    collective_try(warp, group, operation);
    break;
  case KIND_YIELD:
    yield(warp, group, budget);
    break;
  case KIND_SIMPLE:
  case KIND_BRANCH:
    break;
  }
}

static lane_mask guarded(const struct warp *warp, const struct operation *operation, lane_mask mask) {
  if (operation->guard == NO_GUARD)
    return mask;
  const lane_mask guard = *(const lane_mask *)slot_pointer(warp, operation->guard);
  return mask & (operation->flags & FLAG_NEGATED_GUARD ? ~guard : guard);
}

/* Executes GROUP until it waits or ends, or BUDGET is used up. */
static void run_group(struct warp *warp, struct group *group, unsigned *budget) {
  struct gpu_counts *counts = &warp->worker->counts;
  unsigned left = *budget;
  warp->current = group;
  warp_enter(warp, group);
  while (left && group->mask && group->state == GROUP_READY && !warp->stopped) {
    const struct operation *operation = &warp->operations[group->pc];
    if (operation->flags & FLAG_TARGET && !arrive(warp, group, group->pc))
      break;
    const lane_mask mask = guarded(warp, operation, group->mask);
    counts->warp_instructions[operation->class]++;
    counts->lane_instructions[operation->class] += (unsigned)__builtin_popcount(mask);
    counts->expansion += operation->expansion;
    left--;
    warp->executed++;
    if (operation->kind == KIND_SIMPLE) {
      if (mask)
        operation->run(warp, operation, mask);
      if (warp->timing)
        timeline_issue(warp, group->frame->code, operation);
      group->pc++;
      group->spins += (operation->flags & FLAG_SPIN) != 0;
      continue;
    }
    if (warp->timing)
      timeline_issue(warp, group->frame->code, operation);
    unsigned after = left;
    execute(warp, group, operation, mask, &after);
    left = after;
    if (group->mask && group->frame != warp->frame)
      warp_enter(warp, group);
  }
  *budget = left;
}

static bool finish_lanes(const struct warp *warp) { return warp->exited == warp_lanes(warp); }

enum warp_result warp_run(struct warp *warp) {
  bool spins = false, runs = false;
  for (unsigned i = 0; i < warp->group_count; i++) {
    struct group *group = &warp->groups[i];
    if (!group->mask || group->state != GROUP_READY)
      continue;
    unsigned budget = TURN;
    const uint64_t before = warp->executed;
    run_group(warp, group, &budget);
    warp->block->executed += warp->executed - before;
    if (warp->stopped || atomic_load_explicit(&warp->block->launch->stop, memory_order_relaxed))
      return WARP_STOPPED;
    if (budget || !group->mask || group->state != GROUP_READY)
      continue;
    runs = true;
    group->used += TURN;
    /* A loop that waits executes few other operations. */
    const bool waits = group->spins >= SPINS_OF_SLICE && group->spins * SPINS_SHARE >= group->used;
    if (group->used < SLICE && !waits)
      continue;
    spins = true;
    group->slices++;
    if (waits || group->slices >= PATIENCE) {
      warp_release(warp);
      group->slices = 0;
    }
    group->used = group->spins = 0;
  }
  if (finish_lanes(warp))
    return WARP_DONE;
  for (unsigned i = 0; !runs && i < warp->group_count; i++)
    runs = warp->groups[i].mask && warp->groups[i].state == GROUP_READY;
  return spins ? WARP_SPINS : runs ? WARP_RUNS : WARP_WAITS;
}

/* ---- Start and end ---------------------------------------------------------------------------- */

static void set_specials(struct warp *warp) {
  const struct block *block = warp->block;
  const struct launch_state *launch = block->launch;
  const uint32_t *size = launch->launch->block, *grid = launch->launch->grid;
  const uint32_t dynamic = launch->launch->dynamic_shared_bytes;
  const uint32_t uniform[SPECIAL_COUNT] = {
      [SPECIAL_NTID_X] = size[0],
      [SPECIAL_NTID_Y] = size[1],
      [SPECIAL_NTID_Z] = size[2],
      [SPECIAL_CTAID_X] = block->index[0],
      [SPECIAL_CTAID_Y] = block->index[1],
      [SPECIAL_CTAID_Z] = block->index[2],
      [SPECIAL_NCTAID_X] = grid[0],
      [SPECIAL_NCTAID_Y] = grid[1],
      [SPECIAL_NCTAID_Z] = grid[2],
      [SPECIAL_WARPID] = warp->number,
      [SPECIAL_NWARPID] = block->warp_count,
      [SPECIAL_NSMID] = launch->launch->multiprocessors,
      [SPECIAL_TOTAL_SHARED] = (uint32_t)block->shared_bytes,
      [SPECIAL_DYNAMIC_SHARED] = dynamic,
      [SPECIAL_WARP_SIZE] = LANES,
      [SPECIAL_SMID] =
          launch->launch->multiprocessors ? (uint32_t)(block->number % launch->launch->multiprocessors) : 0};
  for (unsigned lane = 0; lane < LANES; lane++) {
    const uint32_t thread = warp->number * LANES + lane;
    for (unsigned i = 0; i < SPECIAL_COUNT; i++)
      warp->specials[i][lane] = uniform[i];
    warp->specials[SPECIAL_TID_X][lane] = thread % size[0];
    warp->specials[SPECIAL_TID_Y][lane] = thread / size[0] % size[1];
    warp->specials[SPECIAL_TID_Z][lane] = thread / size[0] / size[1];
    warp->specials[SPECIAL_LANEID][lane] = lane;
    warp->specials[SPECIAL_LANEMASK_EQ][lane] = 1u << lane;
    warp->specials[SPECIAL_LANEMASK_LT][lane] = (1u << lane) - 1;
    warp->specials[SPECIAL_LANEMASK_LE][lane] = (2u << lane) - 1;
    warp->specials[SPECIAL_LANEMASK_GE][lane] = ~((1u << lane) - 1);
    warp->specials[SPECIAL_LANEMASK_GT][lane] = ~((2u << lane) - 1);
  }
}

void warp_start(struct warp *warp, struct block *block, unsigned number) {
  warp->block = block;
  warp->worker = block->worker;
  warp->number = number;
  warp->exited = warp->carry = 0;
  warp->executed = 0;
  warp->stopped = false;
  warp->group_count = 0;
  set_specials(warp);
  warp->banks[BANK_SPECIALS] = (unsigned char *)warp->specials;
  warp->banks[BANKS] = (unsigned char *)warp->discarded;
  const struct code *code = block->launch->kernel->code;
  struct frame *frame = frame_new(block->worker, code, NULL, warp_lanes(warp));
  const struct gpu_launch *launch = block->launch->launch;
  for (unsigned lane = 0; lane < LANES; lane++)
    memcpy(frame->parameters + lane * code->parameter_bytes, launch->parameters,
           fewer(launch->parameter_bytes, code->function->parameter_bytes));
  add_group(warp, warp_lanes(warp), 0, frame, NULL);
}

/* After a fault: releases what the warp still holds. Lanes that waited for others become groups meanwhile. */
void warp_finish(struct warp *warp) {
  for (unsigned i = 0; i < warp->group_count; i++)
    if (warp->groups[i].mask) {
      exit_lanes(warp, &warp->groups[i]);
      i = UINT32_MAX; /* from the first one again */
    }
}
