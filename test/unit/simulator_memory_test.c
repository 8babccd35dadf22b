/* FILE: test/unit/simulator_memory_test.c
 * WHAT: loads and stores of the simulator: all types and vectors, all state spaces and generic addresses, initialized
 *       variables, dynamic local memory, one case per form.
 */
#include "simulator_threads.h"

/* ---- Types: loads extend, stores truncate ---- */

VALUE_OF(u8, in[t] & 0xff)
VALUE_OF(s8, (int64_t)(int8_t)in[t])
VALUE_OF(s8_32, (uint32_t)(int8_t)in[t])
VALUE_OF(s8_16, (uint16_t)(int8_t)in[t])
VALUE_OF(u16, in[t] & 0xffff)
VALUE_OF(s16, (int64_t)(int16_t)in[t])
VALUE_OF(s16_32, (uint32_t)(int16_t)in[t])
VALUE_OF(u32, in[t] & 0xffffffff)
VALUE_OF(s32, (int64_t)(int32_t)in[t])
VALUE_OF(same, in[t])
VALUE_OF(second_half, in[t] >> 32)
VALUE_OF(before, in[t ? t - 1 : 0])
VALUE_OF(swapped, in[t] << 32 | in[t] >> 32)
VALUE_OF(swapped_shorts,
         (in[t] & 0xffff) << 48 | (in[t] & 0xffff0000) << 16 | (in[t] >> 16 & 0xffff0000) | in[t] >> 48)
VALUE_OF(swapped_bytes, __builtin_bswap32((uint32_t)in[t]))
VALUE_OF(pair_sum, in[t & ~1u] + in[t | 1])
VALUE_OF(quad_sum, (uint32_t)((in[t & ~1u] & 0xffffffff) + (in[t & ~1u] >> 32) + (in[t | 1] & 0xffffffff) +
                              (in[t | 1] >> 32)))
VALUE_OF(constant_stored, 0xffffffffffffff05)
VALUE_OF(byte_over_ones, (~0ull & ~0xffull) | (in[t] & 0xff))
VALUE_OF(short_over_ones, (~0ull & ~0xffffull) | (in[t] & 0xffff))

#define STORE_R "cvt.u64.u32 %l10, %r10; st.global.u64 [%l1], %l10;"
#define STORE_L "st.global.u64 [%l1], %l10;"
#define STORE_H "cvt.u64.u16 %l10, %h10; st.global.u64 [%l1], %l10;"
static const struct threads_case types[] = {
    {"ld.u8 to 64", "", "ld.global.u8 %l10, [%l2];" STORE_L, u8},
    {"ld.s8 to 64", "", "ld.global.s8 %l10, [%l2];" STORE_L, s8},
    {"ld.s8 to 32", "", "ld.global.s8 %r10, [%l2];" STORE_R, s8_32},
    {"ld.s8 to 16", "", "ld.global.s8 %h10, [%l2];" STORE_H, s8_16},
    {"ld.b8 to 16", "", "ld.global.b8 %h10, [%l2];" STORE_H, u8},
    {"ld.u16 to 16", "", "ld.global.u16 %h10, [%l2];" STORE_H, u16},
    {"ld.s16 to 32", "", "ld.global.s16 %r10, [%l2];" STORE_R, s16_32},
    {"ld.s16 to 64", "", "ld.global.s16 %l10, [%l2];" STORE_L, s16},
    {"ld.u32 to 64", "", "ld.global.u32 %l10, [%l2];" STORE_L, u32},
    {"ld.s32 to 64", "", "ld.global.s32 %l10, [%l2];" STORE_L, s32},
    {"ld.b64", "", "ld.global.b64 %l10, [%l2];" STORE_L, same},
    {"ld.f64", "", "ld.global.f64 %d10, [%l2]; st.global.f64 [%l1], %d10;", same},
    {"ld.f32", "", "ld.global.f32 %f10, [%l2+4]; st.global.f32 [%l1], %f10;", second_half},
    {"generic", "", "ld.u64 %l10, [%l2]; st.u64 [%l1], %l10;", same},
    {"volatile", "", "ld.volatile.global.u64 %l10, [%l2]; st.volatile.global.u64 [%l1], %l10;", same},
    {"relaxed", "", "ld.relaxed.gpu.global.u64 %l10, [%l2]; st.relaxed.sys.global.u64 [%l1], %l10;", same},
    {"acquire", "", "ld.acquire.gpu.u64 %l10, [%l2]; st.release.gpu.u64 [%l1], %l10;", same},
    {"nc", "", "ld.global.nc.u64 %l10, [%l2]; st.global.wt.u64 [%l1], %l10;", same},
    {"cache hints", "", "ld.global.cg.u64 %l10, [%l2]; st.global.cs.u64 [%l1], %l10;", same},
    {"ldu", "", "ldu.global.u64 %l10, [%l2];" STORE_L, same},
    {"negative offset", "",
     "setp.eq.u32 %p5, %r1, 0; @%p5 add.u64 %l2, %l2, 8; ld.global.u64 %l10, [%l2+-8];" STORE_L, before},
    {"ld.v2.u32", "", "ld.global.v2.u32 {%r10, %r11}, [%l2]; st.global.v2.u32 [%l1], {%r11, %r10};", swapped},
    {"ld.v2.f32", "", "ld.global.v2.f32 {%f10, %f11}, [%l2]; st.global.v2.f32 [%l1], {%f11, %f10};", swapped},
    {"ld.v4.u16", "",
     "ld.global.v4.u16 {%h10, %h11, %h12, %h13}, [%l2]; st.global.v4.u16 [%l1], {%h13, %h12, %h11, %h10};",
     swapped_shorts},
    {"ld.v4.u8", "",
     "ld.global.v4.u8 {%h10, %h11, %h12, %h13}, [%l2]; st.global.v4.u8 [%l1], {%h13, %h12, %h11, %h10};",
     swapped_bytes},
    {"ld.v4.u8 to 32", "",
     "ld.global.v4.u8 {%r10, %r11, %r12, %r13}, [%l2]; st.global.v4.b8 [%l1], {%r13, %r12, %r11, %r10};",
     swapped_bytes},
    {"ld.v2.u64", "",
     "and.b64 %l11, %l2, -16; ld.global.v2.u64 {%l10, %l12}, [%l11]; add.u64 %l10, %l10, %l12;" STORE_L,
     pair_sum},
    {"ld.v2.f64", "",
     "and.b64 %l11, %l2, -16; ld.global.v2.f64 {%d10, %d11}, [%l11]; mov.b64 %l10, %d10; mov.b64 %l12, %d11;"
     "add.u64 %l10, %l10, %l12;" STORE_L,
     pair_sum},
    {"ld.v4.u32", "",
     "and.b64 %l11, %l2, -16; ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%l11]; add.u32 %r10, %r10, %r11;"
     "add.u32 %r12, %r12, %r13; add.u32 %r10, %r10, %r12;" STORE_R,
     quad_sum},
    {"ld.v2 with a discarded element", "", "ld.global.v2.u32 {_, %r10}, [%l2];" STORE_R, second_half},
    {"st.u8", "", "mov.u64 %l10, -1;" STORE_L "cvt.u32.u64 %r10, %l3; st.global.u8 [%l1], %r10;",
     byte_over_ones},
    {"st.b8 of 64", "", "mov.u64 %l10, -1;" STORE_L "st.global.b8 [%l1], %l3;", byte_over_ones},
    {"st.u16", "", "mov.u64 %l10, -1;" STORE_L "cvt.u16.u64 %h10, %l3; st.global.u16 [%l1], %h10;",
     short_over_ones},
    {"st of a constant", "", "st.global.u64 [%l1], -1; st.global.u8 [%l1], 5;", constant_stored},
};

static void types_and_vectors(void **state) {
  (void)state;
  CHECK_CASES(types);
}

/* ---- State spaces ---- */

VALUE_OF(neighbour, in[t / 128 * 128 + 127 - t % 128])
VALUE_OF(rotated, in[t] + in[t / 128 * 128 + (t + 1) % 128])
VALUE_OF(table, "\3\1\4\1"[t % 4])
VALUE_OF(short_table, (t % 4 + 1) * (t % 2 ? 1 : -1ull))
VALUE_OF(three_spaces, in[t] + (t % 3))
VALUE_OF(spaces_bits, 0x211)
VALUE_OF(parameters, (uint64_t)1)
VALUE_OF(floats, 0x3fc000003fc00000)
VALUE_OF(pointers, 42 + 43)

#define SHARED_64 ".shared .align 8 .b8 buffer[1024];"
#define OWN_SLOT "mov.u32 %r11, buffer; mad.lo.u32 %r12, %r2, 8, %r11;"
static const struct threads_case spaces[] = {
    {"shared, 32-bit address", SHARED_64,
     OWN_SLOT "st.shared.u64 [%r12], %l3; bar.sync 0; sub.u32 %r13, 127, %r2; mad.lo.u32 %r12, %r13, 8, %r11;"
              "ld.shared.u64 %l10, [%r12];" STORE_L,
     neighbour},
    {"shared, generic address", SHARED_64,
     "mov.u64 %l11, buffer; cvta.shared.u64 %l11, %l11; mul.wide.u32 %l12, %r2, 8; add.u64 %l12, %l11, %l12;"
     "st.u64 [%l12], %l3; barrier.sync 0; sub.u32 %r13, 127, %r2; mul.wide.u32 %l12, %r13, 8;"
     "add.u64 %l12, %l11, %l12; cvta.to.shared.u64 %l13, %l12; ld.shared.u64 %l10, [%l13];" STORE_L,
     neighbour},
    {"shared variable by name", ".shared .u64 first; .shared .align 16 .b32 other[4];",
     "setp.eq.u32 %p5, %r2, 0; @%p5 st.shared.u64 [first], 41; @%p5 st.shared.v2.u32 [other+8], {1, 2}; bar.sync 0;"
     "ld.shared.u64 %l10, [first]; ld.shared.u32 %r10, [other+12]; cvt.u64.u32 %l11, %r10;"
     "add.u64 %l10, %l10, %l11; add.u64 %l10, %l10, 42;" STORE_L,
     pointers},
    {"local, per thread", "",
     ".local .align 8 .b8 frame[64]; mov.u64 %l11, frame; cvta.local.u64 %l12, %l11; st.local.u64 [%l11+16], %l3;"
     "st.u64 [%l12+24], %l3; ld.u64 %l10, [%l12+16]; ld.local.u64 %l13, [%l11+24]; setp.ne.u64 %p5, %l10, %l13;"
     "@%p5 mov.u64 %l10, 0;" STORE_L,
     same},
    {"local, indexed by thread", "",
     ".local .align 4 .b8 frame[64]; and.b32 %r10, %r2, 7; mul.wide.u32 %l11, %r10, 8; mov.u64 %l12, frame;"
     "add.u64 %l11, %l12, %l11; st.local.u64 [%l11], %l3; ld.local.u64 %l10, [%l11];" STORE_L,
     same},
    {"const", ".const .align 4 .u32 digits[4] = {3, 1, 4, 1};",
     "and.b32 %r10, %r1, 3; mul.wide.u32 %l11, %r10, 4; mov.u64 %l12, digits; add.u64 %l11, %l12, %l11;"
     "ld.const.u32 %r10, [%l11];" STORE_R,
     table},
    {"const, generic", ".const .align 2 .s16 digits[4] = {-1, 2, -3, 4};",
     "and.b32 %r10, %r1, 3; mul.wide.u32 %l11, %r10, 2; mov.u64 %l12, digits; cvta.const.u64 %l12, %l12;"
     "add.u64 %l11, %l12, %l11; ld.s16 %l10, [%l11];" STORE_L,
     short_table},
    {"global, initialized", ".global .align 4 .f32 numbers[2] = {0f3FC00000, 1.5};",
     "ld.global.v2.u32 {%r10, %r11}, [numbers]; mov.b64 %l10, {%r10, %r11};" STORE_L, floats},
    {"pointers in initializers",
     ".global .align 8 .u64 values[2] = {42, 43}; .global .align 8 .u64 second = values+8;"
     ".global .align 8 .u64 first[1] = {generic(values)};",
     "ld.global.u64 %l11, [second]; ld.global.u64 %l12, [%l11]; ld.global.u64 %l11, [first];"
     "ld.u64 %l13, [%l11]; add.u64 %l10, %l12, %l13;" STORE_L,
     pointers},
    {"three spaces in one access", SHARED_64,
     ".local .align 8 .b8 frame[8]; " OWN_SLOT
     "add.u64 %l10, %l3, 1; st.shared.u64 [%r12], %l10; add.u64 %l10, %l3, 2;"
     "st.local.u64 [frame], %l10; cvt.u64.u32 %l11, %r12; cvta.shared.u64 %l11, %l11; mov.u64 %l12, frame;"
     "cvta.local.u64 %l12, %l12; rem.u32 %r13, %r1, 3; setp.eq.u32 %p5, %r13, 1; setp.eq.u32 %p6, %r13, 2;"
     "mov.u64 %l13, %l2; @%p5 mov.u64 %l13, %l11; @%p6 mov.u64 %l13, %l12; ld.u64 %l10, [%l13];" STORE_L,
     three_spaces},
    {"isspacep", SHARED_64,
     ".local .align 8 .b8 frame[8]; mov.u64 %l11, buffer; cvta.shared.u64 %l11, %l11; mov.u64 %l12, frame;"
     "cvta.local.u64 %l12, %l12; mov.u32 %r10, 0;"
     "isspacep.global %p5, %l2; @%p5 or.b32 %r10, %r10, 0x1; isspacep.shared %p5, %l2; @%p5 or.b32 %r10, %r10, 0x2;"
     "isspacep.local %p5, %l2; @%p5 or.b32 %r10, %r10, 0x4; isspacep.shared %p5, %l11; @%p5 or.b32 %r10, %r10, 0x10;"
     "isspacep.global %p5, %l11; @%p5 or.b32 %r10, %r10, 0x20; isspacep.local %p5, %l12; @%p5 or.b32 %r10, %r10, 0x200;"
     "isspacep.shared::cta %p5, %l12; @%p5 or.b32 %r10, %r10, 0x100;" STORE_R,
     spaces_bits},
    {"a kernel's parameter by address", "",
     "mov.u64 %l11, out; ld.param.u64 %l12, [%l11+8]; setp.eq.u64 %p5, %l12, %l9; cvta.param.u64 %l13, %l11;"
     "ld.u64 %l14, [%l13]; setp.eq.and.u64 %p5, %l14, %l4, %p5; selp.u64 %l10, 1, 0, %p5;" STORE_L,
     parameters},
    {"exchange by barriers", SHARED_64,
     OWN_SLOT
     "st.shared.u64 [%r12], %l3; bar.sync 0; add.u32 %r13, %r2, 1; and.b32 %r13, %r13, 127;"
     "mad.lo.u32 %r13, %r13, 8, %r11; ld.shared.u64 %l10, [%r13]; bar.sync 0; add.u64 %l10, %l10, %l3;" STORE_L,
     rotated},
};

static void state_spaces(void **state) {
  (void)state;
  CHECK_CASES(spaces);
}

/* ---- Dynamic local memory ---- */

VALUE_OF(sum_below, (uint64_t)(t % 13) * (t % 13 + 1) / 2)
VALUE_OF(one, 1)
static const struct threads_case stacks[] = {
    /* An array of as many elements as the thread's number modulo 13, plus 1: i at place i. */
    {"alloca", "",
     "rem.u32 %r10, %r1, 13; add.u32 %r11, %r10, 1; mul.wide.u32 %l11, %r11, 8; stacksave.u64 %l20;"
     "alloca.u64 %l12, %l11, 8; cvta.local.u64 %l12, %l12; mov.u32 %r12, 0;\n"
     "FILL: mul.wide.u32 %l13, %r12, 8; add.u64 %l13, %l12, %l13; cvt.u64.u32 %l14, %r12; st.u64 [%l13], %l14;"
     "add.u32 %r12, %r12, 1; setp.le.u32 %p5, %r12, %r10; @%p5 bra FILL;\n"
     "mov.u64 %l10, 0; mov.u32 %r12, 0;\n"
     "SUM: mul.wide.u32 %l13, %r12, 8; add.u64 %l13, %l12, %l13; ld.u64 %l14, [%l13]; add.u64 %l10, %l10, %l14;"
     "add.u32 %r12, %r12, 1; setp.le.u32 %p5, %r12, %r10; @%p5 bra SUM; stackrestore.u64 %l20;" STORE_L,
     sum_below},
    {"stackrestore", "",
     "stacksave.u64 %l20; alloca.u64 %l11, 64, 8; stackrestore.u64 %l20; alloca.u64 %l12, 64, 8;"
     "setp.eq.u64 %p5, %l11, %l12; selp.u64 %l10, 1, 0, %p5;" STORE_L,
     one},
};

static void dynamic_local_memory(void **state) {
  (void)state;
  CHECK_CASES(stacks);
}

/* ---- Faults ---- */

static const struct {
  const char *body;
  enum gpu_status status;
} faults[] = {
    {"mov.u64 %l10, 16; ld.global.u64 %l11, [%l10];", GPU_ILLEGAL_ADDRESS},
    {"mov.u64 %l10, 0; ld.u32 %r10, [%l10];", GPU_ILLEGAL_ADDRESS},
    {"ld.global.u32 %r10, [%l2+2];", GPU_MISALIGNED_ADDRESS},
    {"ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%l2];", GPU_MISALIGNED_ADDRESS},
    {"mov.u32 %r10, 100000; ld.shared.u32 %r11, [%r10];", GPU_ILLEGAL_ADDRESS},
    {"mov.u64 %l10, -8; st.global.u64 [%l10], %l3;", GPU_ILLEGAL_ADDRESS},
    {"atom.global.add.u32 %r10, [%l2+1], 1;", GPU_MISALIGNED_ADDRESS},
};

static void wrong_addresses(void **state) {
  (void)state;
  static uint64_t results[THREADS_ALL], in[THREADS_ALL];
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    char error[512] = "";
    const struct threads_case test = {"fault", "", faults[i].body, NULL};
    const enum gpu_status status = threads_execute(&test, results, in, error, sizeof error);
    if (status != faults[i].status || !strstr(error, "kernel k"))
      fail_msg("%s: status %d: %s", faults[i].body, (int)status, error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(types_and_vectors), cmocka_unit_test(state_spaces),
                                     cmocka_unit_test(dynamic_local_memory),
                                     cmocka_unit_test(wrong_addresses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
