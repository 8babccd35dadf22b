/* FILE: lib/simulator/collective.c
 * WHAT: operations that lanes of a warp perform together: shfl, vote, match, redux, elect, bar.warp, activemask.
 *
 * A .sync operation names its members. A group waits until groups that hold all members, exited lanes excepted, wait at
 * the same operation (bar.warp: at any bar.warp). Then the values of all members are gathered, whatever frames they are
 * in, and each group receives its results.
 */
#include "simulator/lanes.h"

enum collective {
  SHUFFLE_UP,
  SHUFFLE_DOWN,
  SHUFFLE_BUTTERFLY,
  SHUFFLE_INDEX,
  VOTE_ALL,
  VOTE_ANY,
  VOTE_UNI,
  VOTE_BALLOT,
  MATCH_ANY,
  MATCH_ALL,
  REDUX_ADD,
  REDUX_MIN,
  REDUX_MAX,
  REDUX_AND,
  REDUX_OR,
  REDUX_XOR,
  ELECT,
  WARP_BARRIER
};

/* Values of all members of one collective operation. */
struct gathered {
  lane_mask members;
  uint64_t a[LANES];
  uint32_t b[LANES], c[LANES];
  lane_mask predicate;
  uint64_t result[LANES];
  lane_mask truth; /* result predicate */
};

static void gather(struct warp *warp, const struct operation *operation, lane_mask mask,
                   struct gathered *all) {
  const unsigned char *a = slot_pointer(warp, operation->a);
  const uint32_t *b = slot_pointer(warp, operation->b), *c = slot_pointer(warp, operation->c);
  const unsigned width = operation->width;
  lane_mask predicate = operation->e != NO_SLOT ? *(const lane_mask *)slot_pointer(warp, operation->e) : 0;
  if (operation->extra_mode) /* a negated predicate */
    predicate = ~predicate;
  all->predicate |= predicate & mask;
  all->members |= mask;
  EACH_LANE {
    if (!(mask >> lane & 1))
      continue;
    if (operation->a != NO_SLOT)
      memcpy(&all->a[lane], a + (size_t)lane * width, width);
    if (operation->b != NO_SLOT)
      all->b[lane] = b[lane];
    if (operation->c != NO_SLOT)
      all->c[lane] = c[lane];
  }
}

/* c holds the clamp in bits 0 to 4 and the mask of a segment in bits 8 to 12. */
static void shuffle(enum collective kind, struct gathered *all) {
  EACH_LANE {
    const unsigned segment = all->c[lane] >> 8 & 31, clamp = all->c[lane] & 31, by = all->b[lane] & 31;
    const unsigned highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
    int from;
    bool valid;
    switch (kind) {
    case SHUFFLE_UP:
      from = (int)lane - (int)by;
      valid = from >= (int)highest; /* the clamp is the lowest lane here */
      break;
    case SHUFFLE_DOWN:
      from = (int)(lane + by);
      valid = from <= (int)highest;
      break;
    case SHUFFLE_BUTTERFLY:
      from = (int)(lane ^ by);
      valid = from <= (int)highest;
      break;
    default:
      from = (int)(lowest | (by & ~segment & 31));
      valid = from <= (int)highest;
    }
    if (!valid)
      from = (int)lane;
    /* The value of a lane that does not take part is undefined; here it is the lane's own one. */
    const unsigned source = all->members >> from & 1 ? (unsigned)from : lane;
    all->result[lane] = all->a[source];
    all->truth |= (lane_mask)valid << lane;
  }
}

static void vote(enum collective kind, struct gathered *all) {
  const lane_mask yes = all->predicate & all->members;
  const bool truth = kind == VOTE_ALL   ? yes == all->members
                     : kind == VOTE_ANY ? yes != 0
                                        : yes == all->members || !yes;
  all->truth = truth ? ALL_LANES : 0;
  EACH_LANE all->result[lane] = yes;
}

static void match(enum collective kind, struct gathered *all) {
  lane_mask same_as_all = 0;
  EACH_LANE {
    lane_mask same = 0;
    for (unsigned other = 0; other < LANES; other++)
      if (all->members >> other & 1 && all->a[other] == all->a[lane])
        same |= 1u << other;
    all->result[lane] = same;
    if (all->members >> lane & 1 && same == all->members)
      same_as_all = all->members;
  }
  if (kind != MATCH_ALL)
    return;
  all->truth = same_as_all ? ALL_LANES : 0;
  EACH_LANE all->result[lane] = same_as_all;
}

static void reduce(enum collective kind, bool is_signed, struct gathered *all) {
  uint32_t value = 0;
  bool first = true;
  EACH_LANE {
    if (!(all->members >> lane & 1))
      continue;
    const uint32_t next = (uint32_t)all->a[lane];
    const bool less = is_signed ? (int32_t)next < (int32_t)value : next < value;
    value = first               ? next
            : kind == REDUX_ADD ? value + next
            : kind == REDUX_MIN ? (less ? next : value)
            : kind == REDUX_MAX ? (less ? value : next)
            : kind == REDUX_AND ? value & next
            : kind == REDUX_OR  ? value | next
                                : value ^ next;
    first = false;
  }
  EACH_LANE all->result[lane] = value;
}

static void compute(const struct operation *operation, struct gathered *all) {
  const enum collective kind = (enum collective)operation->mode;
  if (kind <= SHUFFLE_INDEX) {
    shuffle(kind, all);
  } else if (kind <= VOTE_BALLOT) {
    vote(kind, all);
  } else if (kind <= MATCH_ALL) {
    match(kind, all);
  } else if (kind <= REDUX_XOR) {
    reduce(kind, ptx_type_class((enum ptx_type)operation->type) == 's', all);
  } else if (kind == ELECT) {
    const unsigned leader = (unsigned)__builtin_ctz(all->members);
    all->truth = 1u << leader;
    EACH_LANE all->result[lane] = leader;
  }
}

static void scatter(struct warp *warp, const struct operation *operation, lane_mask mask,
                    const struct gathered *all) {
  unsigned char *d = slot_pointer(warp, operation->d);
  const unsigned width = operation->mode <= SHUFFLE_INDEX ? operation->width : 4;
  if (operation->d != NO_SLOT)
    EACH_LANE {
      if (mask >> lane & 1)
        memcpy(d + (size_t)lane * width, &all->result[lane], width);
    }
  if (operation->d2 != NO_SLOT) {
    lane_mask *truth = slot_pointer(warp, operation->d2);
    *truth = (*truth & ~mask) | (all->truth & mask);
  }
}

/* The member mask of GROUP's operation: lanes of a group must agree; the first one's counts. */
static lane_mask members_of(struct warp *warp, const struct group *group, const struct operation *operation) {
  const uint32_t *masks = slot_pointer(warp, operation->vector[0]);
  return masks[__builtin_ctz(group->mask)] & warp_lanes(warp) & ~warp->exited;
}

static bool waits_for_same(const struct group *other, const struct operation *operation) {
  if (other->state != GROUP_AT_COLLECTIVE)
    return false;
  const struct operation *theirs = &other->frame->code->operations[other->pc];
  return theirs == operation || (theirs->mode == WARP_BARRIER && operation->mode == WARP_BARRIER);
}

bool collective_try(struct warp *warp, struct group *group, const struct operation *operation) {
  warp_enter(warp, group);
  const lane_mask members = members_of(warp, group, operation) | group->mask;
  group->state = GROUP_AT_COLLECTIVE;
  lane_mask present = 0;
  for (unsigned i = 0; i < warp->group_count; i++)
    if (waits_for_same(&warp->groups[i], operation))
      present |= warp->groups[i].mask;
  group->members = members;
  if (members & ~present)
    return false;
  struct gathered all = {0};
  for (unsigned i = 0; i < warp->group_count; i++) {
    struct group *other = &warp->groups[i];
    if (!waits_for_same(other, operation) || !(other->mask & members))
      continue;
    warp_enter(warp, other);
    gather(warp, &other->frame->code->operations[other->pc], other->mask, &all);
  }
  compute(operation, &all);
  for (unsigned i = 0; i < warp->group_count; i++) {
    struct group *other = &warp->groups[i];
    if (!waits_for_same(other, operation) || !(other->mask & members))
      continue;
    warp_enter(warp, other);
    scatter(warp, &other->frame->code->operations[other->pc], other->mask, &all);
    other->state = GROUP_READY;
    other->pc++;
  }
  warp_enter(warp, group);
  return true;
}

static void run_activemask(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint32_t result[LANES];
  EACH_LANE result[lane] = mask;
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}

/* ---- Decoding -------------------------------------------------------------------------------- */

static bool finish(struct decoder *decoder, struct operation *operation, const struct ptx_operand *members) {
  operation->kind = KIND_COLLECTIVE;
  operation->class = GPU_COLLECTIVE;
  operation->vector[0] = members ? decoder_slot(decoder, members, PTX_B32) : NO_SLOT;
  return true;
}

static bool decode_shuffle(struct decoder *decoder, const struct ptx_instruction *instruction,
                           struct operation *operation) {
  static const char *const modes[] = {"up", "down", "bfly", "idx"};
  const struct ptx_operand *operands = instruction->operands;
  const size_t first = instruction->pair ? 2 : 1;
  if (!decoder_take(decoder, "sync") || instruction->operand_count != first + 4)
    return false;
  for (uint8_t i = 0; i < 4; i++)
    if (decoder_take(decoder, modes[i]))
      operation->mode = i;
  enum ptx_type type = decoder_type(decoder);
  if (ptx_type_bytes(type) != 4)
    return false;
  operation->width = 4;
  operation->type = (uint8_t)type;
  operation->d = decoder_destination(decoder, &operands[0], type);
  if (instruction->pair)
    operation->d2 = decoder_destination(decoder, &operands[1], PTX_PRED);
  operation->a = decoder_slot(decoder, &operands[first], type);
  operation->b = decoder_slot(decoder, &operands[first + 1], PTX_U32);
  operation->c = decoder_slot(decoder, &operands[first + 2], PTX_U32);
  return finish(decoder, operation, &operands[first + 3]);
}

static bool decode_vote(struct decoder *decoder, const struct ptx_instruction *instruction,
                        struct operation *operation) {
  const struct ptx_operand *operands = instruction->operands;
  if (!decoder_take(decoder, "sync") || instruction->operand_count != 3)
    return false;
  const bool ballot = decoder_take(decoder, "ballot");
  operation->mode = ballot                         ? VOTE_BALLOT
                    : decoder_take(decoder, "all") ? VOTE_ALL
                    : decoder_take(decoder, "any") ? VOTE_ANY
                                                   : VOTE_UNI;
  decoder_take(decoder, "uni");
  decoder_type(decoder);
  if (ballot)
    operation->d = decoder_destination(decoder, &operands[0], PTX_B32);
  else
    operation->d2 = decoder_destination(decoder, &operands[0], PTX_PRED);
  operation->e = decoder_slot(decoder, &operands[1], PTX_PRED);
  operation->extra_mode = operands[1].negated;
  return finish(decoder, operation, &operands[2]);
}

static bool decode_match(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  const size_t first = instruction->pair ? 2 : 1;
  if (!decoder_take(decoder, "sync") || instruction->operand_count != first + 2)
    return false;
  operation->mode = decoder_take(decoder, "all") ? MATCH_ALL : MATCH_ANY;
  decoder_take(decoder, "any");
  enum ptx_type type = decoder_type(decoder);
  operation->width = (uint8_t)ptx_type_bytes(type);
  operation->d = decoder_destination(decoder, &instruction->operands[0], PTX_B32);
  if (instruction->pair)
    operation->d2 = decoder_destination(decoder, &instruction->operands[1], PTX_PRED);
  operation->a = decoder_slot(decoder, &instruction->operands[first], type);
  return finish(decoder, operation, &instruction->operands[first + 1]);
}

static bool decode_redux(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
  if (!decoder_take(decoder, "sync") || instruction->operand_count != 3)
    return false;
  for (uint8_t i = 0; i < 6; i++)
    if (decoder_take(decoder, names[i]))
      operation->mode = (uint8_t)(REDUX_ADD + i);
  enum ptx_type type = decoder_type(decoder);
  if (ptx_type_bytes(type) != 4 || ptx_type_class(type) == 'f')
    return false;
  operation->type = (uint8_t)type;
  operation->width = 4;
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  return finish(decoder, operation, &instruction->operands[2]);
}

bool decode_collective(struct decoder *decoder, const struct ptx_instruction *instruction,
                       struct operation *operation) {
  const struct ptx_operand *operands = instruction->operands;
  if (is_opcode(instruction, "shfl"))
    return decode_shuffle(decoder, instruction, operation);
  if (is_opcode(instruction, "vote"))
    return decode_vote(decoder, instruction, operation);
  if (is_opcode(instruction, "match"))
    return decode_match(decoder, instruction, operation);
  if (is_opcode(instruction, "redux"))
    return decode_redux(decoder, instruction, operation);
  if (is_opcode(instruction, "elect") && decoder_take(decoder, "sync") && instruction->operand_count == 3) {
    operation->mode = ELECT;
    operation->d = decoder_destination(decoder, &operands[0], PTX_B32);
    operation->d2 = decoder_destination(decoder, &operands[1], PTX_PRED);
    return finish(decoder, operation, &operands[2]);
  }
  if (is_opcode(instruction, "bar") && instruction->operand_count == 1 && decoder_take(decoder, "warp")) {
    decoder_take(decoder, "sync");
    operation->mode = WARP_BARRIER;
    finish(decoder, operation, &operands[0]);
    operation->class = GPU_BARRIER;
    return true;
  }
  if (is_opcode(instruction, "activemask") && instruction->operand_count == 1) {
    decoder_type(decoder);
    operation->class = GPU_COLLECTIVE;
    operation->run = run_activemask;
    operation->d = decoder_destination(decoder, &operands[0], PTX_B32);
    return true;
  }
  return false;
}
