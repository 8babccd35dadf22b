/* FILE: test/unit/simulator_atomic_test.c
 * WHAT: atom and red of the simulator with all operations and types, in global, shared and generic memory: the new value
 *       and the old one; contention of lanes, warps and blocks.
 */
#include <fenv.h>

#include "simulator_forms.h"
#include "simulator_half.h"

/* v[0] is the old value in memory, v[1] and v[2] the operands. */
EXPECTED(and_any, v[0] & v[1])
EXPECTED(or_any, v[0] | v[1])
EXPECTED(xor_any, v[0] ^ v[1])
EXPECTED(exchanged, v[1])
EXPECTED(swapped, v[0] == v[1] ? v[2] : v[0])
EXPECTED(sum, v[0] + v[1])
EXPECTED(incremented, U32(0) >= U32(1) ? 0 : U32(0) + 1)
EXPECTED(decremented, U32(0) == 0 || U32(0) > U32(1) ? U32(1) : U32(0) - 1)
EXPECTED(min_u32, U32(0) < U32(1) ? U32(0) : U32(1))
EXPECTED(min_s32, S32(0) < S32(1) ? S32(0) : S32(1))
EXPECTED(min_u64, U64(0) < U64(1) ? U64(0) : U64(1))
EXPECTED(min_s64, S64(0) < S64(1) ? S64(0) : S64(1))
EXPECTED(max_u32, U32(0) > U32(1) ? U32(0) : U32(1))
EXPECTED(max_s32, S32(0) > S32(1) ? S32(0) : S32(1))
EXPECTED(max_u64, U64(0) > U64(1) ? U64(0) : U64(1))
EXPECTED(max_s64, S64(0) > S64(1) ? S64(0) : S64(1))
EXPECTED(sum_f64, form_double_bits(F64(0) + F64(1)))

/* Global memory flushes subnormal values, shared memory does not. */
static bool is_global;
static float flushed(float value) {
  return is_global && fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}
EXPECTED(sum_f32, form_bits(flushed(flushed(F32(0)) + flushed(F32(1)))))

static uint64_t half_sum(uint64_t a, uint64_t b, bool bfloat) {
  return half_nearest(half_number((uint16_t)a, bfloat) + half_number((uint16_t)b, bfloat), bfloat,
                      FE_TONEAREST);
}
EXPECTED(sum_f16, half_sum(v[0], v[1], false))
EXPECTED(sum_bf16, half_sum(v[0], v[1], true))
EXPECTED(sum_f16x2, half_sum(v[0], v[1], false) | half_sum(v[0] >> 16, v[1] >> 16, false) << 16)
EXPECTED(sum_bf16x2, half_sum(v[0], v[1], true) | half_sum(v[0] >> 16, v[1] >> 16, true) << 16)

static const struct {
  const char *name;
  char kind;
  expected_value *expected;
  bool reduces; /* red has it as well */
} rows[] = {
    {"and.b32", 'r', and_any, true},
    {"and.b64", 'l', and_any, true},
    {"or.b32", 'r', or_any, true},
    {"or.b64", 'l', or_any, true},
    {"xor.b32", 'r', xor_any, true},
    {"xor.b64", 'l', xor_any, true},
    {"exch.b32", 'r', exchanged, false},
    {"exch.b64", 'l', exchanged, false},
    {"cas.b16", 'h', swapped, false},
    {"cas.b32", 'r', swapped, false},
    {"cas.b64", 'l', swapped, false},
    {"add.u32", 'r', sum, true},
    {"add.s32", 'r', sum, true},
    {"add.u64", 'l', sum, true},
    {"add.f32", 'f', sum_f32, true},
    {"add.f64", 'd', sum_f64, true},
    {"add.noftz.f16", 'x', sum_f16, true},
    {"add.noftz.f16x2", 'X', sum_f16x2, true},
    {"add.noftz.bf16", 'y', sum_bf16, true},
    {"add.noftz.bf16x2", 'Y', sum_bf16x2, true},
    {"inc.u32", 'r', incremented, true},
    {"dec.u32", 'r', decremented, true},
    {"min.u32", 'r', min_u32, true},
    {"min.s32", 'r', min_s32, true},
    {"min.u64", 'l', min_u64, true},
    {"min.s64", 'l', min_s64, true},
    {"max.u32", 'r', max_u32, true},
    {"max.s32", 'r', max_s32, true},
    {"max.u64", 'l', max_u64, true},
    {"max.s64", 'l', max_s64, true},
};

/* Stores the old value, updates it, and loads the new one; a wrong old value inverts the result. */
static bool check_row(size_t row, const char *order, const char *space, bool reduces) {
  const char kind = rows[row].kind;
  const unsigned bits = 8 * form_bytes(kind);
  const bool swaps = !strncmp(rows[row].name, "cas", 3), shared = !strcmp(space, ".shared");
  char text[1024], name[64], reg[5][8];
  const char operands[] = {kind, '=', kind, kind, swaps ? kind : 0, 0};
  for (unsigned i = 0; i < 5; i++)
    form_register(kind, i, reg[i]);
  char old[8];
  form_register(kind, 5, old);
  snprintf(name, sizeof name, "%s%s%s.%s", reduces ? "red" : "atom", order, space, rows[row].name);
  int used =
      shared
          ? snprintf(text, sizeof text,
                     ".shared .align 8 .b8 slots[1024]; mov.u64 %%l12, slots; mul.wide.u32 %%l13, %%r12, 8; "
                     "add.u64 %%l12, %%l12, %%l13; ")
          : snprintf(text, sizeof text, "ld.param.u64 %%l12, [pd]; add.u64 %%l12, %%l12, %%l10; ");
  snprintf(text + used, sizeof text - (size_t)used,
           "st%s.b%u [%%l12], %s; %s %s%s[%%l12], %s%s%s; ld%s.b%u %s, [%%l12]; "
           "setp.ne.b%u %%p5, %s, %s; @%%p5 not.b%u %s, %s",
           space, bits, reg[1], name, reduces ? "" : old, reduces ? "" : ", ", reg[2], swaps ? ", " : "",
           swaps ? reg[3] : "", space, bits, reg[0], bits, reduces ? reg[1] : old, reg[1], bits, reg[0],
           reg[0]);
  is_global = !shared;
  return form_check(&(struct form){text, operands, rows[row].expected}, 0);
}

static void all_operations(void **state) {
  (void)state;
  size_t wrong = 0;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    wrong += !check_row(i, "", ".global", false);
    wrong += !check_row(i, "", ".shared", false);
    wrong += !check_row(i, ".relaxed.gpu", "", false);
    if (rows[i].reduces) {
      wrong += !check_row(i, ".release.sys", ".global", true);
      wrong += !check_row(i, "", ".shared", true);
    }
  }
  assert_int_equal(wrong, 0);
}

/* ---- Contention ---- */

enum { BLOCKS = 8, THREADS = 96 };

/* All threads of the grid update the same words: sums, a counter that wraps at 9, an exchange loop, a sum of floats. */
static void all_threads_update_the_same_words(void **state) {
  (void)state;
  static const char text[] =
      ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
      ".reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %l<8>; .reg .f32 %f<4>;\n"
      "ld.param.u64 %l1, [out]; ld.param.u64 %l2, [in]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
      "mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1;\n"
      "atom.global.add.u32 %r4, [%l1], 1; red.global.add.u64 [%l1+8], 3; atom.global.inc.u32 %r5, [%l1+16], 8;\n"
      "red.global.max.u32 [%l1+20], %r1; mov.f32 %f1, 0f3F000000; atom.global.add.f32 %f2, [%l1+24], %f1;\n"
      "ld.relaxed.gpu.global.u32 %r6, [%l1+28];\n"
      "AGAIN: mov.u32 %r7, %r6; mul.lo.u32 %r8, %r7, 5; add.u32 %r8, %r8, 1;\n"
      "atom.global.cas.b32 %r6, [%l1+28], %r7, %r8; setp.ne.u32 %p1, %r6, %r7; @%p1 bra AGAIN;\n"
      "mul.wide.u32 %l3, %r4, 4; add.u64 %l3, %l2, %l3; red.global.add.u32 [%l3], 1; ret; }\n";
  static _Alignas(8) uint32_t words[8], taken[BLOCKS * THREADS];
  memset(words, 0, sizeof words);
  struct gpu_program *program = program_load(text);
  const uint64_t parameters[] = {(uint64_t)(uintptr_t)words, (uint64_t)(uintptr_t)taken};
  const struct gpu_launch launch = {.kernel = gpu_program_kernel(program, 0),
                                    .grid = {BLOCKS, 1, 1},
                                    .block = {THREADS, 1, 1},
                                    .parameters = parameters,
                                    .parameter_bytes = sizeof parameters,
                                    .host_threads = 3};
  char error[256] = "";
  assert_int_equal(gpu_execute(program, &launch, NULL, error, sizeof error), GPU_DONE);
  gpu_program_unload(program);
  uint32_t chain = 0;
  for (unsigned i = 0; i < BLOCKS * THREADS; i++) {
    assert_int_equal(taken[i], 1); /* each old value was returned once */
    chain = chain * 5 + 1;
  }
  assert_int_equal(words[0], BLOCKS * THREADS);
  assert_int_equal(words[2], 3 * BLOCKS * THREADS);
  assert_int_equal(words[4], BLOCKS * THREADS % 9);
  assert_int_equal(words[5], BLOCKS * THREADS - 1);
  assert_true(form_float(words[6]) == BLOCKS * THREADS / 2);
  assert_int_equal(words[7], chain);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_operations),
                                     cmocka_unit_test(all_threads_update_the_same_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
