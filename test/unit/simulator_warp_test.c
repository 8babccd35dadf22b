/* FILE: test/unit/simulator_warp_test.c
 * WHAT: operations that the lanes of a warp perform together in the simulator: shfl in all modes with segments and clamps,
 *       vote, match, redux, elect, activemask, bar.warp, with all lanes and with some.
 */
#include "simulator_forms.h"
#include "simulator_threads.h"

/* ---- shfl: each lane has its own operands b and c ---- */

enum { WARPS = 64, LANE_COUNT = 32 };

struct shuffled {
  uint32_t value, predicate;
};

/* The manual's definition. */
static struct shuffled shuffled_of(const char *mode, const uint32_t (*in)[4], unsigned lane) {
  const unsigned by = in[lane][1] & 31, clamp = in[lane][2] & 31, segment = in[lane][2] >> 8 & 31;
  const int most = (int)((lane & segment) | (clamp & ~segment)), least = (int)(lane & segment);
  int from;
  bool valid;
  if (!strcmp(mode, "up")) {
    from = (int)lane - (int)by;
    valid = from >= most;
  } else if (!strcmp(mode, "down")) {
    from = (int)(lane + by);
    valid = from <= most;
  } else if (!strcmp(mode, "bfly")) {
    from = (int)(lane ^ by);
    valid = from <= most;
  } else {
    from = least | (int)(by & ~segment);
    valid = from <= most;
  }
  return (struct shuffled){in[valid ? (unsigned)from : lane][0], valid};
}

static unsigned source_of(const char *mode, const uint32_t (*in)[4], unsigned lane) {
  uint32_t numbers[LANE_COUNT][4];
  memcpy(numbers, in, sizeof numbers);
  for (unsigned i = 0; i < LANE_COUNT; i++)
    numbers[i][0] = i;
  return shuffled_of(mode, (const uint32_t(*)[4])numbers, lane).value;
}

/* Lanes outside of MEMBERS take another way. */
static void check_shuffle(const char *mode, uint32_t members, bool with_predicate) {
  static uint32_t in[WARPS][LANE_COUNT][4];
  static struct shuffled out[WARPS][LANE_COUNT];
  static const uint32_t controls[] = {0x001f, 0x0000, 0x181f, 0x1800, 0x1c03,
                                      0x1e01, 0x1f1f, 0x100f, 0x0c1f, 0xffff};
  for (unsigned w = 0; w < WARPS; w++)
    for (unsigned i = 0; i < LANE_COUNT; i++) {
      in[w][i][0] = (uint32_t)form_random();
      in[w][i][1] = (uint32_t)(w < 32 ? w : form_random() % 64);
      in[w][i][2] = controls[w % 2 ? w / 2 % COUNT_OF(controls) : form_random() % COUNT_OF(controls)];
    }
  memset(out, 0, sizeof out);
  char text[1024];
  snprintf(
      text, sizeof text,
      ".visible .entry k(.param .u64 out, .param .u64 in) {\n.reg .pred %%p<4>; .reg .b32 %%r<16>; .reg .b64 "
      "%%l<8>;\n"
      "ld.param.u64 %%l1,[out]; ld.param.u64 %%l2,[in]; mov.u32 %%r1,%%tid.x; mov.u32 %%r2,%%ctaid.x;\n"
      "mad.lo.u32 %%r1,%%r2,128,%%r1; mul.wide.u32 %%l3,%%r1,8; add.u64 %%l1,%%l1,%%l3; shl.b64 %%l3,%%l3,1;\n"
      "add.u64 %%l2,%%l2,%%l3; ld.global.v4.u32 {%%r3,%%r4,%%r5,%%r6},[%%l2]; mov.u32 %%r10,%%laneid;\n"
      "mov.u32 %%r9,1; shl.b32 %%r9,%%r9,%%r10; and.b32 %%r9,%%r9,%u; setp.eq.u32 %%p1,%%r9,0; @%%p1 bra END;\n"
      "setp.eq.u32 %%p2,0,0; shfl.sync.%s.b32 %%r7%s,%%r3,%%r4,%%r5,%u; selp.u32 %%r8,1,0,%%p2;\n"
      "st.global.v2.u32 [%%l1],{%%r7,%%r8};\nEND: ret; }\n",
      members, mode, with_predicate ? "|%p2" : "", members);
  program_run(text, WARPS * LANE_COUNT / 128, 128, out, in);
  for (unsigned w = 0; w < WARPS; w++)
    for (unsigned i = 0; i < LANE_COUNT; i++) {
      const struct shuffled expected = shuffled_of(mode, (const uint32_t(*)[4])in[w], i);
      if (!(members >> i & 1) || !(members >> source_of(mode, (const uint32_t(*)[4])in[w], i) & 1))
        continue; /* no result, or an undefined one */
      if (out[w][i].value != expected.value || (with_predicate && out[w][i].predicate != expected.predicate))
        fail_msg("shfl.%s, members 0x%x: lane %u of warp %u, b %u, c 0x%x", mode, members, i, w, in[w][i][1],
                 in[w][i][2]);
    }
}

static void shuffles(void **state) {
  (void)state;
  static const char *const modes[] = {"up", "down", "bfly", "idx"};
  static const uint32_t members[] = {0xffffffff, 0x55555555, 0x0000ffff, 0x80000001, 0x00ff00f0};
  for (size_t m = 0; m < COUNT_OF(modes); m++)
    for (size_t k = 0; k < COUNT_OF(members); k++) {
      check_shuffle(modes[m], members[k], true);
      check_shuffle(modes[m], members[k], false);
    }
}

/* ---- Votes, matches, reductions ---- */

/* The combination of the values of the thread's warp: those with the member bit in MEMBERS. */
static uint32_t warp_ballot(unsigned t, const uint64_t *in, uint64_t bit, uint32_t members) {
  uint32_t ballot = 0;
  for (unsigned i = 0; i < 32; i++)
    ballot |= (uint32_t)(in[t / 32 * 32 + i] >> bit & 1) << i;
  return ballot & members;
}
static uint32_t warp_same(unsigned t, const uint64_t *in, uint64_t mask, uint32_t members) {
  uint32_t same = 0;
  for (unsigned i = 0; i < 32; i++)
    same |= (uint32_t)((in[t / 32 * 32 + i] & mask) == (in[t] & mask)) << i;
  return same & members;
}
static uint64_t reduced(unsigned t, const uint64_t *in, char operation, uint32_t members) {
  uint32_t value = 0;
  bool first = true;
  for (unsigned i = 0; i < 32; i++) {
    const uint32_t next = (uint32_t)in[t / 32 * 32 + i];
    if (!(members >> i & 1))
      continue;
    switch (first ? '=' : operation) {
    case '=':
      value = next;
      break;
    case '+':
      value += next;
      break;
    case '<':
      value = next < value ? next : value;
      break;
    case '>':
      value = next > value ? next : value;
      break;
    case 'l':
      value = (int32_t)next < (int32_t)value ? next : value;
      break;
    case 'g':
      value = (int32_t)next > (int32_t)value ? next : value;
      break;
    case '&':
      value &= next;
      break;
    case '|':
      value |= next;
      break;
    default:
      value ^= next;
    }
    first = false;
  }
  return value;
}
#define EVEN 0x55555555u
VALUE_OF(ballot, warp_ballot(t, in, 9, ~0u))
VALUE_OF(ballot_not, warp_ballot(t, in, 9, ~0u) ^ ~0u)
VALUE_OF(ballot_even, t % 2 ? 7 : warp_ballot(t, in, 9, EVEN))
VALUE_OF(any, warp_ballot(t, in, 9, ~0u) != 0)
VALUE_OF(none, 0)
VALUE_OF(one, 1)
VALUE_OF(all_of_warp_1, t / 32 % 4 == 1)
VALUE_OF(uniform, t / 32 % 4 != 3)
VALUE_OF(match2, warp_same(t, in, 3, ~0u))
VALUE_OF(match_wide, warp_same(t, in, 7ull << 33, ~0u))
VALUE_OF(match_even, t % 2 ? 7 : warp_same(t, in, 3, EVEN))
VALUE_OF(match_all, t / 32 % 2 ? 0x2ull << 32 : 0x1ffffffffull)
VALUE_OF(redux_add, reduced(t, in, '+', ~0u))
VALUE_OF(redux_min, reduced(t, in, '<', ~0u))
VALUE_OF(redux_max, reduced(t, in, '>', ~0u))
VALUE_OF(redux_smin, reduced(t, in, 'l', ~0u))
VALUE_OF(redux_smax, reduced(t, in, 'g', ~0u))
VALUE_OF(redux_and, reduced(t, in, '&', ~0u))
VALUE_OF(redux_or, reduced(t, in, '|', ~0u))
VALUE_OF(redux_xor, reduced(t, in, '^', ~0u))
VALUE_OF(redux_even, t % 2 ? 7 : reduced(t, in, '+', EVEN))
VALUE_OF(active, t % 2 ? 0xaaaaaaaa : 0x55555555)
VALUE_OF(elected, t % 32 < 5 ? 0 : t % 32 == 5 ? 0x10005 : 0x00005)
VALUE_OF(next_value, in[t / 32 * 32 + (t + 1) % 32])
VALUE_OF(bits_of_lane, (1u << t % 32) ^ ((2u << t % 32) - 1) ^ ((1u << t % 32) - 1) * 3 ^
                           (~((1u << t % 32) - 1)) * 5 ^ (~((2u << t % 32) - 1)) * 7)

#define STORE_R "cvt.u64.u32 %l10, %r10; st.global.u64 [%l1], %l10;"
#define STORE_P "selp.u64 %l10, 1, 0, %p6; st.global.u64 [%l1], %l10;"
#define BIT_9 "and.b64 %l10, %l3, 512; setp.ne.u64 %p5, %l10, 0; cvt.u32.u64 %r11, %l3; "
/* Lanes of odd number store 7 and leave. */
#define EVEN_ONLY                                                                                            \
  "and.b32 %r20, %r2, 1; setp.ne.u32 %p20, %r20, 0; @%p20 st.global.u64 [%l1], 7; @%p20 bra END;"
#define WARP_NUMBER "shr.u32 %r12, %r2, 5; "
static const struct threads_case cases[] = {
    {"vote.ballot", "", BIT_9 "vote.sync.ballot.b32 %r10, %p5, -1;" STORE_R, ballot},
    {"vote.ballot, negated", "", BIT_9 "vote.sync.ballot.b32 %r10, !%p5, 0xffffffff;" STORE_R, ballot_not},
    {"vote.ballot of some lanes", "",
     BIT_9 EVEN_ONLY "vote.sync.ballot.b32 %r10, %p5, 0x55555555;" STORE_R "END:", ballot_even},
    {"vote.any", "", BIT_9 "vote.sync.any.pred %p6, %p5, -1;" STORE_P, any},
    {"vote.any, none", "", "setp.ne.u32 %p5, 0, 0; vote.sync.any.pred %p6, %p5, -1;" STORE_P, none},
    {"vote.all", "", "setp.eq.u32 %p5, 0, 0; vote.sync.all.pred %p6, %p5, -1;" STORE_P, one},
    {"vote.all of one warp", "",
     "and.b32 %r10, %r2, 0x60; setp.eq.u32 %p5, %r10, 0x20; vote.sync.all.pred %p6, %p5, -1;" STORE_P,
     all_of_warp_1},
    {"vote.uni", "", "setp.lt.u32 %p5, %r2, 100; vote.sync.uni.pred %p6, %p5, -1;" STORE_P, uniform},
    {"match.any.b32", "",
     "cvt.u32.u64 %r11, %l3; and.b32 %r11, %r11, 3; match.any.sync.b32 %r10, %r11, -1;" STORE_R, match2},
    {"match.any.b64", "", "and.b64 %l11, %l3, 60129542144; match.any.sync.b64 %r10, %l11, -1;" STORE_R,
     match_wide},
    {"match.any of some lanes", "",
     "cvt.u32.u64 %r11, %l3; and.b32 %r11, %r11, 3;" EVEN_ONLY
     "match.any.sync.b32 %r10, %r11, 0x55555555;" STORE_R "END:",
     match_even},
    {"match.all", "",
     WARP_NUMBER "and.b32 %r13, %r12, 1; and.b32 %r14, %r13, %r2; match.all.sync.b32 %r10|%p5, %r14, -1;"
                 "selp.u32 %r15, 1, 2, %p5; mov.b64 %l10, {%r10, %r15}; st.global.u64 [%l1], %l10;",
     match_all},
    {"redux.add", "", BIT_9 "redux.sync.add.u32 %r10, %r11, -1;" STORE_R, redux_add},
    {"redux.add.s32", "", BIT_9 "redux.sync.add.s32 %r10, %r11, -1;" STORE_R, redux_add},
    {"redux.min.u32", "", BIT_9 "redux.sync.min.u32 %r10, %r11, -1;" STORE_R, redux_min},
    {"redux.max.u32", "", BIT_9 "redux.sync.max.u32 %r10, %r11, -1;" STORE_R, redux_max},
    {"redux.min.s32", "", BIT_9 "redux.sync.min.s32 %r10, %r11, -1;" STORE_R, redux_smin},
    {"redux.max.s32", "", BIT_9 "redux.sync.max.s32 %r10, %r11, -1;" STORE_R, redux_smax},
    {"redux.and", "", BIT_9 "redux.sync.and.b32 %r10, %r11, -1;" STORE_R, redux_and},
    {"redux.or", "", BIT_9 "redux.sync.or.b32 %r10, %r11, -1;" STORE_R, redux_or},
    {"redux.xor", "", BIT_9 "redux.sync.xor.b32 %r10, %r11, -1;" STORE_R, redux_xor},
    {"redux of some lanes", "",
     BIT_9 EVEN_ONLY "redux.sync.add.u32 %r10, %r11, 0x55555555;" STORE_R "END:", redux_even},
    {"activemask", "",
     "and.b32 %r11, %r2, 1; setp.eq.u32 %p5, %r11, 0; @%p5 bra EVEN_LANES; activemask.b32 %r10; bra STORE;\n"
     "EVEN_LANES: activemask.b32 %r10;\nSTORE: " STORE_R,
     active},
    {"elect", "",
     "and.b32 %r12, %r2, 31; setp.lt.u32 %p5, %r12, 5; @%p5 bra END; elect.sync %r10|%p6, 0xffffffe0;"
     "@%p6 or.b32 %r10, %r10, 0x10000;" STORE_R "END:",
     elected},
    /* Lanes diverge and exchange values through shared memory, in order of bar.warp. */
    {"bar.warp", ".shared .align 8 .b8 buffer[1024];",
     "mov.u32 %r10, buffer; mad.lo.u32 %r11, %r2, 8, %r10; and.b32 %r12, %r2, 1; setp.eq.u32 %p5, %r12, 0;"
     "@%p5 bra FIRST; st.shared.u64 [%r11], %l3; bar.warp.sync 0xffffffff; bra READ;\n"
     "FIRST: st.shared.u64 [%r11], %l3; bar.warp.sync -1;\n"
     "READ: add.u32 %r13, %r2, 1; and.b32 %r13, %r13, 31; and.b32 %r14, %r2, 0xffffffe0; or.b32 %r13, %r13, %r14;"
     "mad.lo.u32 %r11, %r13, 8, %r10; ld.shared.u64 %l10, [%r11]; st.global.u64 [%l1], %l10;",
     next_value},
    {"masks of lanes", "",
     "mov.u32 %r10, %lanemask_eq; mov.u32 %r11, %lanemask_le; xor.b32 %r10, %r10, %r11; mov.u32 %r11, %lanemask_lt;"
     "mul.lo.u32 %r11, %r11, 3; xor.b32 %r10, %r10, %r11; mov.u32 %r11, %lanemask_ge; mul.lo.u32 %r11, %r11, 5;"
     "xor.b32 %r10, %r10, %r11; mov.u32 %r11, %lanemask_gt; mul.lo.u32 %r11, %r11, 7; xor.b32 %r10, %r10, %r11;" STORE_R,
     bits_of_lane},
};

static void votes_matches_and_reductions(void **state) {
  (void)state;
  CHECK_CASES(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shuffles),
                                     cmocka_unit_test(votes_matches_and_reductions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
