/* FILE: test/unit/simulator_control_test.c
 * WHAT: branches, divergence, calls, barriers, locks, traps and refused instructions of the simulator.
 */
#include "simulator_threads.h"

#define STORE_R "cvt.u64.u32 %l10, %r10; st.global.u64 [%l1], %l10;"
#define STORE_L "st.global.u64 [%l1], %l10;"

/* ---- Branches and divergence ---- */

VALUE_OF(case_number, "\12\24\36\50\62"[in[t] % 5])
VALUE_OF(trips, in[t] % 37)

static uint64_t nested(unsigned t, const uint64_t *in) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < in[t] % 11; i++) {
    if (i % 3 == 1)
      continue;
    for (uint32_t k = 0; k < i + in[t] % 3; k++) {
      sum += k * 7 + i;
      if (sum % 13 == 0)
        break;
    }
  }
  return sum;
}
static uint64_t early(unsigned t, const uint64_t *in) {
  (void)in;
  for (unsigned i = 0;; i++)
    if (t % 32 == i)
      return i < 20 ? i + 100 : 77;
}
static uint64_t switched(unsigned t, const uint64_t *in) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < 6; i++) {
    const unsigned which = (unsigned)((in[t] >> 3 * i) & 3);
    sum = which == 0 ? sum + 1 : which == 1 ? sum * 3 : which == 2 ? sum ^ 0x55 : sum + t;
  }
  return sum;
}
VALUE_OF(collatz_steps, ({
           uint64_t n = in[t] % 97 + 1, steps = 0;
           for (; n != 1; steps++)
             n = n % 2 ? 3 * n + 1 : n / 2;
           steps;
         }))
VALUE_OF(met_again, 0xffffffff)
VALUE_OF(seven_or_zero, in[t] & 1 ? 7 : 0)

static const struct threads_case branches[] = {
    {"brx.idx", "",
     "rem.u64 %l11, %l3, 5; cvt.u32.u64 %r11, %l11;\n"
     "TARGETS: .branchtargets A, B, C, D, E;\nbrx.idx %r11, TARGETS;\n"
     "A: mov.u32 %r10, 10; bra DONE; B: mov.u32 %r10, 20; bra DONE; C: mov.u32 %r10, 30; bra DONE;\n"
     "D: mov.u32 %r10, 40; bra.uni DONE; E: mov.u32 %r10, 50;\nDONE: " STORE_R,
     case_number},
    {"brx.idx in a loop", "",
     "mov.u32 %r10, 0; mov.u32 %r11, 0;\nTARGETS: .branchtargets A, B, C, D;\n"
     "LOOP: mul.lo.u32 %r12, %r11, 3; shr.u64 %l11, %l3, %r12; cvt.u32.u64 %r13, %l11; and.b32 %r13, %r13, 3;\n"
     "brx.idx %r13, TARGETS;\nA: add.u32 %r10, %r10, 1; bra NEXT;\nB: mul.lo.u32 %r10, %r10, 3; bra NEXT;\n"
     "C: xor.b32 %r10, %r10, 0x55; bra NEXT;\nD: add.u32 %r10, %r10, %r1;\n"
     "NEXT: add.u32 %r11, %r11, 1; setp.lt.u32 %p5, %r11, 6; @%p5 bra LOOP;\n" STORE_R,
     switched},
    {"loop of different lengths", "",
     "rem.u64 %l11, %l3, 37; cvt.u32.u64 %r11, %l11; mov.u32 %r10, 0;\n"
     "HEAD: setp.ge.u32 %p5, %r10, %r11; @%p5 bra DONE; add.u32 %r10, %r10, 1; bra HEAD;\nDONE: " STORE_R,
     trips},
    {"lanes meet after a loop", "",
     "rem.u64 %l11, %l3, 37; cvt.u32.u64 %r11, %l11; mov.u32 %r10, 0;\n"
     "HEAD: setp.ge.u32 %p5, %r10, %r11; @%p5 bra DONE; add.u32 %r10, %r10, 1; bra HEAD;\n"
     "DONE: activemask.b32 %r10; " STORE_R,
     met_again},
    {"nested loops with break and continue", "",
     "rem.u64 %l11, %l3, 11; cvt.u32.u64 %r11, %l11; rem.u64 %l11, %l3, 3; cvt.u32.u64 %r12, %l11;\n"
     "mov.u32 %r10, 0; mov.u32 %r13, 0;\n"
     "OUTER: setp.ge.u32 %p5, %r13, %r11; @%p5 bra DONE; rem.u32 %r15, %r13, 3; setp.eq.u32 %p5, %r15, 1; @%p5 bra NEXT;\n"
     "mov.u32 %r14, 0; add.u32 %r16, %r13, %r12;\n"
     "INNER: setp.ge.u32 %p6, %r14, %r16; @%p6 bra NEXT; mad.lo.u32 %r17, %r14, 7, %r13; add.u32 %r10, %r10, %r17;\n"
     "rem.u32 %r15, %r10, 13; setp.eq.u32 %p7, %r15, 0; @%p7 bra NEXT; add.u32 %r14, %r14, 1; bra INNER;\n"
     "NEXT: add.u32 %r13, %r13, 1; bra OUTER;\nDONE: " STORE_R,
     nested},
    {"lanes exit one after the other", "",
     "and.b32 %r12, %r2, 31; mov.u32 %r10, 0;\n"
     "HEAD: setp.eq.u32 %p5, %r12, %r10; setp.ge.u32 %p6, %r10, 20; @%p6 bra REST; add.u32 %r11, %r10, 100;\n"
     "cvt.u64.u32 %l10, %r11; @%p5 st.global.u64 [%l1], %l10; @%p5 exit; add.u32 %r10, %r10, 1; bra HEAD;\n"
     "REST: mov.u64 %l10, 77; " STORE_L,
     early},
    {"guarded return", "",
     "and.b32 %r12, %r2, 31; mov.u32 %r10, 0;\n"
     "HEAD: setp.eq.u32 %p5, %r12, %r10; setp.ge.u32 %p6, %r10, 20; @%p6 bra REST; add.u32 %r11, %r10, 100;\n"
     "cvt.u64.u32 %l10, %r11; @%p5 st.global.u64 [%l1], %l10; @%p5 ret; add.u32 %r10, %r10, 1; bra HEAD;\n"
     "REST: mov.u64 %l10, 77; " STORE_L,
     early},
    {"3n+1", "",
     "rem.u64 %l11, %l3, 97; add.u64 %l11, %l11, 1; mov.u64 %l10, 0;\n"
     "HEAD: setp.eq.u64 %p5, %l11, 1; @%p5 bra DONE; add.u64 %l10, %l10, 1; and.b64 %l12, %l11, 1;\n"
     "setp.eq.u64 %p6, %l12, 0; @%p6 bra EVEN; mad.lo.u64 %l11, %l11, 3, 1; bra HEAD;\n"
     "EVEN: shr.u64 %l11, %l11, 1; bra HEAD;\nDONE: " STORE_L,
     collatz_steps},
    /* Registers that a lane has not written are 0, also after other blocks. */
    {"a path writes the register", "",
     "and.b64 %l11, %l3, 1; setp.eq.u64 %p5, %l11, 0; @%p5 bra DONE; mov.u32 %r10, 7;\nDONE: " STORE_R,
     seven_or_zero},
    {"a guarded operation writes the register", "",
     "and.b64 %l11, %l3, 1; setp.eq.u64 %p5, %l11, 1; @%p5 mov.u64 %l10, 7; " STORE_L, seven_or_zero},
    {"an iteration writes the register that a later one reads", "",
     "and.b64 %l11, %l3, 1; setp.eq.u64 %p6, %l11, 1; mov.u32 %r11, 0; mov.u32 %r12, 0;\n"
     "HEAD: mov.u32 %r12, %r10; @!%p6 bra NEXT; mov.u32 %r10, 7;\n"
     "NEXT: add.u32 %r11, %r11, 1; setp.lt.u32 %p5, %r11, 3; @%p5 bra HEAD; mov.u32 %r10, %r12;\n" STORE_R,
     seven_or_zero},
};

static void branches_and_divergence(void **state) {
  (void)state;
  CHECK_CASES(branches);
}

/* ---- Calls ---- */

#define FUNCTION_ADD                                                                                         \
  ".func (.param .b32 r) add(.param .b32 a, .param .b32 b) {\n.reg .b32 %r<4>; ld.param.u32 %r1,[a]; "       \
  "ld.param.u32 %r2,[b]; add.u32 %r3,%r1,%r2; st.param.b32 [r],%r3; ret; }\n"
#define FUNCTION_SUB                                                                                         \
  ".func (.param .b32 r) sub(.param .b32 a, .param .b32 b) {\n.reg .b32 %r<4>; ld.param.u32 %r1,[a]; "       \
  "ld.param.u32 %r2,[b]; sub.u32 %r3,%r1,%r2; st.param.b32 [r],%r3; ret; }\n"
#define FUNCTION_FIB                                                                                            \
  ".func (.param .b32 r) fib(.param .b32 n) {\n.reg .b32 %r<8>; .reg .pred %p<2>;\nld.param.u32 %r1,[n]; "      \
  "mov.u32 %r2,%r1; setp.lt.u32 %p1,%r1,2; @%p1 bra DONE;\n"                                                    \
  "{ .param .b32 x; st.param.b32 [x],%r3; }\nsub.u32 %r3,%r1,1;\n"                                              \
  "{ .param .b32 x; .param .b32 y; st.param.b32 [x+0],%r3; call.uni (y), fib, (x); ld.param.b32 %r4,[y+0]; }\n" \
  "sub.u32 %r3,%r1,2;\n"                                                                                        \
  "{ .param .b32 x; .param .b32 y; st.param.b32 [x],%r3; call (y), fib, (x); ld.param.b32 %r5,[y]; }\n"         \
  "add.u32 %r2,%r4,%r5;\nDONE: st.param.b32 [r],%r2; ret; }\n"
#define FUNCTION_STRUCT                                                                                      \
  ".func (.param .align 8 .b8 r[24]) turn(.param .align 8 .b8 s[24], .param .b64 plus) {\n.reg .b64 %l<8>; " \
  ".reg .b32 %r<4>; ld.param.u64 %l1,[s]; ld.param.u32 %r1,[s+8]; ld.param.u64 %l2,[s+16]; "                 \
  "ld.param.u64 %l3,[plus]; add.u64 %l1,%l1,%l3; st.param.b64 [r],%l2; st.param.b32 [r+8],%r1; "             \
  "st.param.b64 [r+16],%l1; ret; }\n"

VALUE_OF(sum_of_halves, (uint32_t)in[t] + (uint32_t)(in[t] >> 32))
static uint64_t fibonacci(unsigned t, const uint64_t *in) {
  uint64_t a = 0, b = 1;
  for (unsigned i = 0; i < in[t] % 9; i++) {
    const uint64_t c = a + b;
    a = b, b = c;
  }
  return a;
}
VALUE_OF(turned, (in[t] ^ 5) + (in[t] + 1000) * 3 + (uint32_t)in[t])
VALUE_OF(no_bits, 0)
VALUE_OF(chosen, t % 3 == 0   ? (uint32_t)((uint32_t)in[t] + t)
                 : t % 3 == 1 ? (uint32_t)((uint32_t)in[t] - t)
                              : (uint32_t)in[t])
VALUE_OF(called_or_not, t % 2 ? (uint32_t)((uint32_t)in[t] + 1) : 5)
VALUE_OF(in_place, in[t] + 3)
VALUE_OF(unchanged, in[t])

static const struct threads_case calls[] = {
    {"direct", FUNCTION_ADD,
     "mov.b64 {%r11, %r12}, %l3;\n{ .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %r11;"
     "st.param.b32 [y+0], %r12; call.uni (z), add, (x, y); ld.param.b32 %r10, [z+0]; }\n" STORE_R,
     sum_of_halves},
    {"recursive, of different depths", FUNCTION_FIB,
     "rem.u64 %l11, %l3, 9; cvt.u32.u64 %r11, %l11;\n{ .param .b32 x; .param .b32 z; st.param.b32 [x], %r11;"
     "call.uni (z), fib, (x); ld.param.b32 %r10, [z]; }\n" STORE_R,
     fibonacci},
    {"structs by value", FUNCTION_STRUCT,
     "cvt.u32.u64 %r11, %l3; xor.b64 %l11, %l3, 5; mov.u64 %l12, 1000;\n"
     "{ .param .align 8 .b8 x[24]; .param .b64 y; .param .align 8 .b8 z[24]; st.param.b64 [x], %l3;"
     "st.param.b32 [x+8], %r11; st.param.b64 [x+16], %l11; st.param.b64 [y], %l12; call.uni (z), turn, (x, y);"
     "ld.param.b64 %l13, [z]; ld.param.b32 %r12, [z+8]; ld.param.b64 %l14, [z+16]; }\n"
     "mad.lo.u64 %l10, %l14, 3, %l13; cvt.u64.u32 %l15, %r12; add.u64 %l10, %l10, %l15;" STORE_L,
     turned},
    {"indirect, different functions in one warp", FUNCTION_ADD FUNCTION_SUB,
     "cvt.u32.u64 %r11, %l3; rem.u32 %r12, %r1, 3; mov.u64 %l11, add; mov.u64 %l12, sub; setp.eq.u32 %p5, %r12, 1;\n"
     "@%p5 mov.u64 %l11, %l12; mov.u32 %r10, %r11; setp.eq.u32 %p6, %r12, 2; @%p6 bra SKIP;\n"
     "{ .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %r11; st.param.b32 [y], %r1;\n"
     "prototype: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
     "call (z), %l11, (x, y), prototype; ld.param.b32 %r10, [z]; }\nSKIP: " STORE_R,
     chosen},
    {"aligned addresses of functions", FUNCTION_ADD FUNCTION_SUB,
     "mov.u64 %l11, add; mov.u64 %l12, sub; or.b64 %l10, %l11, %l12; and.b64 %l10, %l10, 15;" STORE_L,
     no_bits},
    {"guarded call", FUNCTION_ADD,
     "cvt.u32.u64 %r11, %l3; mov.u32 %r12, 1; mov.u32 %r10, 5; and.b32 %r13, %r1, 1; setp.ne.u32 %p5, %r13, 0;\n"
     "{ .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %r11; st.param.b32 [y], %r12;"
     "@%p5 call (z), add, (x, y); ld.param.b32 %r14, [z]; }\n@%p5 mov.u32 %r10, %r14;" STORE_R,
     called_or_not},
    {"a pointer to the caller's local variable",
     ".func bump(.param .b64 p) {\n.reg .b64 %l<4>; .local .align 8 .b8 own[8]; ld.param.u64 %l1,[p]; "
     "st.local.u64 [own],99; ld.u64 %l2,[%l1]; add.u64 %l2,%l2,3; st.u64 [%l1],%l2; ret; }\n",
     ".local .align 8 .b8 frame[16]; mov.u64 %l11, frame; cvta.local.u64 %l11, %l11; st.local.u64 [frame], %l3;\n"
     "{ .param .b64 x; st.param.b64 [x], %l11; call.uni bump, (x); }\nld.local.u64 %l10, [frame];" STORE_L,
     in_place},
};

static void calls_of_functions(void **state) {
  (void)state;
  CHECK_CASES(calls);
}

/* Memory of malloc is each thread's own and is used again after free. */
#define MALLOC_AND_FREE                                                                                      \
  ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
static const struct threads_case heaps[] = {
    {"malloc and free", MALLOC_AND_FREE,
     "mov.u32 %r12, 0; mov.u64 %l10, 0; mov.u64 %l13, 8000;\n"
     "LOOP: { .param .b64 n; .param .b64 p; st.param.b64 [n], %l13; call.uni (p), malloc, (n);"
     "ld.param.b64 %l11, [p]; }\nsetp.eq.u64 %p5, %l11, 0; @%p5 trap; st.u64 [%l11], %l3; bar.warp.sync -1;"
     "ld.u64 %l12, [%l11]; max.u64 %l10, %l10, %l12;\n{ .param .b64 n; st.param.b64 [n], %l11; call.uni free, (n); }\n"
     "mov.u64 %l13, 24; add.u32 %r12, %r12, 1; setp.lt.u32 %p5, %r12, 20; @%p5 bra LOOP; " STORE_L,
     unchanged},
};

static void heap_of_device_code(void **state) {
  (void)state;
  CHECK_CASES(heaps);
}

/* ---- Barriers and locks ---- */

VALUE_OF(count_below_50, 50)
VALUE_OF(block_parity, 0x3)
VALUE_OF(producer, t % 128 < 64 ? 1 : in[t / 128 * 128 + t % 64] + 1)
VALUE_OF(pairs_of_warps, in[t / 64 * 64 + (63 - t % 64)])
VALUE_OF(in_lock, 128)
VALUE_OF(in_grid_lock, THREADS_ALL)
VALUE_OF(others, 96)

static const struct threads_case barriers[] = {
    {"bar.red.popc", "", "setp.lt.u32 %p5, %r2, 50; bar.red.popc.u32 %r10, 0, %p5;" STORE_R, count_below_50},
    {"barrier.red.popc with a count", "",
     "setp.lt.u32 %p5, %r2, 50; barrier.red.popc.u32 %r10, 3, 128, %p5;" STORE_R, count_below_50},
    {"bar.red.and, or", "",
     "setp.lt.u32 %p5, %r2, 128; bar.red.and.pred %p6, 0, %p5; selp.u32 %r10, 1, 0, %p6; setp.eq.u32 %p5, %r2, 70;"
     "bar.red.or.pred %p6, 0, %p5; @%p6 or.b32 %r10, %r10, 2; setp.lt.u32 %p5, %r2, 70; bar.red.and.pred %p6, 0, %p5;"
     "@%p6 or.b32 %r10, %r10, 4; setp.ne.u32 %p5, %r2, %r2; bar.red.or.pred %p6, 1, %p5; @%p6 or.b32 %r10, %r10, 8;" STORE_R,
     block_parity},
    {"bar.arrive and bar.sync", ".shared .align 8 .b8 buffer[1024];",
     "mov.u32 %r11, buffer; and.b32 %r12, %r2, 63; mad.lo.u32 %r11, %r12, 8, %r11; setp.ge.u32 %p5, %r2, 64;"
     "@%p5 bra CONSUMER; st.shared.u64 [%r11], %l3; bar.arrive 2, 128; mov.u64 %l10, 1; bra DONE;\n"
     "CONSUMER: bar.sync 2, 128; ld.shared.u64 %l10, [%r11]; add.u64 %l10, %l10, 1;\nDONE: " STORE_L,
     producer},
    {"barriers of pairs of warps", ".shared .align 8 .b8 buffer[1024];",
     "mov.u32 %r11, buffer; mad.lo.u32 %r12, %r2, 8, %r11; st.shared.u64 [%r12], %l3; shr.u32 %r13, %r2, 6;"
     "add.u32 %r13, %r13, 4; barrier.sync %r13, 64; xor.b32 %r14, %r2, 63; mad.lo.u32 %r12, %r14, 8, %r11;"
     "ld.shared.u64 %l10, [%r12];" STORE_L,
     pairs_of_warps},
    {"a barrier after some threads have exited", ".shared .u32 count;",
     "setp.eq.u32 %p5, %r2, 0; @%p5 st.shared.u32 [count], 0; bar.sync 0; mov.u64 %l10, 96; " STORE_L
     "setp.lt.u32 %p5, %r2, 32; @%p5 exit; atom.shared.add.u32 %r11, [count], 1; bar.sync 0;"
     "ld.shared.u32 %r10, [count];" STORE_R,
     others},
    /* Each thread of a block adds 1 under a lock that spins: lanes of a warp must make progress alone. */
    {"a lock between lanes and warps", ".shared .u32 lock; .shared .u32 count;",
     "setp.eq.u32 %p5, %r2, 0; @%p5 st.shared.u32 [count], 0; @%p5 st.shared.u32 [lock], 0; bar.sync 0;\n"
     "SPIN: atom.shared.cas.b32 %r11, [lock], 0, 1; setp.ne.u32 %p6, %r11, 0; @%p6 bra SPIN;\n"
     "ld.volatile.shared.u32 %r12, [count]; add.u32 %r12, %r12, 1; st.volatile.shared.u32 [count], %r12; membar.cta;\n"
     "atom.shared.exch.b32 %r11, [lock], 0; bar.sync 0; ld.shared.u32 %r10, [count];" STORE_R,
     in_lock},
    {"a lock between blocks, with nanosleep", ".global .u32 lock; .global .u32 count; .global .u32 ready;",
     "mov.u32 %r13, 8;\nSPIN: atom.global.acquire.gpu.cas.b32 %r11, [lock], 0, 1; setp.eq.u32 %p6, %r11, 0; @%p6 bra GOT;\n"
     "nanosleep.u32 %r13; bra SPIN;\nGOT: ld.volatile.global.u32 %r12, [count]; add.u32 %r12, %r12, 1;\n"
     "st.volatile.global.u32 [count], %r12; fence.acq_rel.gpu; atom.global.release.gpu.exch.b32 %r11, [lock], 0;\n"
     "red.global.add.u32 [ready], 1;\nWAIT: ld.acquire.gpu.global.u32 %r10, [ready]; setp.lt.u32 %p5, %r10, %r4;\n"
     "@%p5 bra WAIT; mul.lo.u32 %r14, %r4, 3;\nALL: ld.volatile.global.u32 %r10, [ready]; setp.lt.u32 %p5, %r10, %r14;\n"
     "@%p5 bra ALL; ld.volatile.global.u32 %r10, [count];" STORE_R,
     in_grid_lock},
};

static void barriers_and_locks(void **state) {
  (void)state;
  CHECK_CASES(barriers);
}

/* ---- Ends of a launch ---- */

static const struct {
  const char *name, *body;
  enum gpu_status status;
} ends[] = {
    {"trap", "setp.eq.u32 %p5, %r1, 200; @%p5 trap;", GPU_TRAP},
    {"brx.idx out of range",
     "TARGETS: .branchtargets A;\nmov.u32 %r10, 1; brx.idx %r10, TARGETS;\nA:", GPU_ILLEGAL_INSTRUCTION},
    {"call of no function", "prototype: .callprototype _ ();\ncall %l3, prototype;", GPU_ILLEGAL_ADDRESS},
    {"barrier 16", "mov.u32 %r10, 16; bar.sync %r10;", GPU_ILLEGAL_INSTRUCTION},
    {"a barrier that half of the threads do not reach",
     "setp.lt.u32 %p5, %r2, 64; @%p5 bra A;\nB: bar.sync 1; bra C;\nA: bar.sync 2;\nC:", GPU_DEADLOCK},
};

static void ends_of_a_launch(void **state) {
  (void)state;
  static uint64_t results[THREADS_ALL], in[THREADS_ALL];
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char error[512] = "";
    const struct threads_case test = {ends[i].name, "", ends[i].body, NULL};
    const enum gpu_status status = threads_execute(&test, results, in, error, sizeof error);
    if (status != ends[i].status || !strstr(error, "kernel k"))
      fail_msg("%s: status %d: %s", ends[i].name, (int)status, error);
  }
}

/* Instructions that the simulator does not execute are refused with their names. */
static void unknown_instructions_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *named;
  } unknown[] = {{"cp.async.ca.shared.global [%r1], [%l1], 16;", "cp.async.ca.shared.global"},
                 {"wgmma.fence.sync.aligned;", "wgmma.fence.sync.aligned"},
                 {"add.rn.relu.f32 %f1, %f2, %f3;", "relu"},
                 {"min.rz.f32 %f1, %f2, %f3;", "rz"},
                 {"add.u32 %l1, %r1, %r2;", "add.u32"},
                 {"add.f64 %d1, %d2, %f1;", "add.f64"},
                 {"mov.u32 %r1, %nosuchregister;", "%nosuchregister"},
                 {"tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%l1, {%r1, %r2}];", "tex.2d.v4.f32.s32"},
                 {"call nowhere;", "nowhere"}};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    char text[512], error[512] = "";
    snprintf(
        text, sizeof text,
        ".visible .entry k() {\n.reg .b32 %%r<4>; .reg .b64 %%l<4>; .reg .f32 %%f<8>; .reg .f64 %%d<4>;\n%s\nret; }\n",
        unknown[i].text);
    assert_null(program_try(text, error, sizeof error));
    if (!strstr(error, unknown[i].named))
      fail_msg("%s: %s", unknown[i].text, error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(branches_and_divergence), cmocka_unit_test(calls_of_functions),
      cmocka_unit_test(heap_of_device_code),     cmocka_unit_test(barriers_and_locks),
      cmocka_unit_test(ends_of_a_launch),        cmocka_unit_test(unknown_instructions_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
