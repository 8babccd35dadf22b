/* FILE: test/unit/simulator_integer_test.c
 * WHAT: integer arithmetic of the simulator, one row per instruction form: wrapping, division by 0 and -1, saturation,
 *       high and wide products, 24-bit products, dot products, and chains of carries.
 */
#include "simulator_forms.h"

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

#define MODULAR(BITS)                                                                                        \
  EXPECTED(add##BITS, U##BITS(0) + U##BITS(1))                                                               \
  EXPECTED(sub##BITS, U##BITS(0) - U##BITS(1))                                                               \
  EXPECTED(mul##BITS, U64(0) * U64(1))                                                                       \
  EXPECTED(mad##BITS, U64(0) * U64(1) + U64(2))                                                              \
  EXPECTED(neg##BITS, 0 - U64(0))                                                                            \
  EXPECTED(abs##BITS, S##BITS(0) < 0 ? 0 - U64(0) : U64(0))                                                  \
  EXPECTED(divu##BITS, U##BITS(1) ? U##BITS(0) / U##BITS(1) : ~0ull)                                         \
  EXPECTED(divs##BITS, S##BITS(1) ? (signed_wide)S##BITS(0) / S##BITS(1) : -1)                               \
  EXPECTED(remu##BITS, U##BITS(1) ? U##BITS(0) % U##BITS(1) : U##BITS(0))                                    \
  EXPECTED(rems##BITS, S##BITS(1) ? (signed_wide)S##BITS(0) % S##BITS(1) : S##BITS(0))                       \
  EXPECTED(minu##BITS, U##BITS(0) < U##BITS(1) ? U##BITS(0) : U##BITS(1))                                    \
  EXPECTED(mins##BITS, S##BITS(0) < S##BITS(1) ? S##BITS(0) : S##BITS(1))                                    \
  EXPECTED(maxu##BITS, U##BITS(0) > U##BITS(1) ? U##BITS(0) : U##BITS(1))                                    \
  EXPECTED(maxs##BITS, S##BITS(0) > S##BITS(1) ? S##BITS(0) : S##BITS(1))                                    \
  EXPECTED(sadu##BITS, U64(2) + (U##BITS(0) < U##BITS(1) ? U64(1) - U64(0) : U64(0) - U64(1)))               \
  EXPECTED(sads##BITS, U64(2) + (S##BITS(0) < S##BITS(1) ? U64(1) - U64(0) : U64(0) - U64(1)))               \
  EXPECTED(mulhiu##BITS, (wide)U##BITS(0) * U##BITS(1) >> BITS)                                              \
  EXPECTED(mulhis##BITS, (signed_wide)S##BITS(0) * S##BITS(1) >> BITS)                                       \
  EXPECTED(madhiu##BITS, (uint64_t)((wide)U##BITS(0) * U##BITS(1) >> BITS) + U64(2))                         \
  EXPECTED(madhis##BITS, (uint64_t)((signed_wide)S##BITS(0) * S##BITS(1) >> BITS) + U64(2))
MODULAR(16)
MODULAR(32)
MODULAR(64)

#define MODULAR_ROWS(BITS, L)                                                                                \
  {"add.u" #BITS, L "=" L L, add##BITS}, {"add.s" #BITS, L "=" L L, add##BITS},                              \
      {"sub.u" #BITS, L "=" L L, sub##BITS}, {"sub.s" #BITS, L "=" L L, sub##BITS},                          \
      {"mul.lo.u" #BITS, L "=" L L, mul##BITS}, {"mul.lo.s" #BITS, L "=" L L, mul##BITS},                    \
      {"mad.lo.u" #BITS, L "=" L L L, mad##BITS}, {"mad.lo.s" #BITS, L "=" L L L, mad##BITS},                \
      {"neg.s" #BITS, L "=" L, neg##BITS}, {"abs.s" #BITS, L "=" L, abs##BITS},                              \
      {"div.u" #BITS, L "=" L L, divu##BITS}, {"div.s" #BITS, L "=" L L, divs##BITS},                        \
      {"rem.u" #BITS, L "=" L L, remu##BITS}, {"rem.s" #BITS, L "=" L L, rems##BITS},                        \
      {"min.u" #BITS, L "=" L L, minu##BITS}, {"min.s" #BITS, L "=" L L, mins##BITS},                        \
      {"max.u" #BITS, L "=" L L, maxu##BITS}, {"max.s" #BITS, L "=" L L, maxs##BITS},                        \
      {"sad.u" #BITS, L "=" L L L, sadu##BITS}, {"sad.s" #BITS, L "=" L L L, sads##BITS},                    \
      {"mul.hi.u" #BITS, L "=" L L, mulhiu##BITS}, {"mul.hi.s" #BITS, L "=" L L, mulhis##BITS},              \
      {"mad.hi.u" #BITS, L "=" L L L, madhiu##BITS}, {                                                       \
    "mad.hi.s" #BITS, L "=" L L L, madhis##BITS                                                              \
  }
static const struct form modular[] = {MODULAR_ROWS(16, "h"), MODULAR_ROWS(32, "r"), MODULAR_ROWS(64, "l")};

static void arithmetic_of_three_widths(void **state) {
  (void)state;
  CHECK_FORMS(modular);
}

#define HALVES(low, high) (((uint64_t)(low) & 0xffff) | ((uint64_t)(high) & 0xffff) << 16)
#define HIGH(T, operand) ((T)(U32(operand) >> 16))
#define LOW(T, operand) ((T)U32(operand))
#define CHOOSE(T, less)                                                                                      \
  HALVES(LOW(T, 0) less LOW(T, 1) ? U32(0) : U32(1), HIGH(T, 0) less HIGH(T, 1) ? U32(0) >> 16 : U32(1) >> 16)
EXPECTED(add16x2, HALVES(U32(0) + U32(1), (U32(0) >> 16) + (U32(1) >> 16)))
EXPECTED(minu16x2, CHOOSE(uint16_t, <))
EXPECTED(mins16x2, CHOOSE(int16_t, <))
EXPECTED(maxu16x2, CHOOSE(uint16_t, >))
EXPECTED(maxs16x2, CHOOSE(int16_t, >))
static const struct form packed[] = {{"add.u16x2", "r=rr", add16x2},  {"add.s16x2", "r=rr", add16x2},
                                     {"min.u16x2", "r=rr", minu16x2}, {"min.s16x2", "r=rr", mins16x2},
                                     {"max.u16x2", "r=rr", maxu16x2}, {"max.s16x2", "r=rr", maxs16x2}};

static void pairs_of_16_bits(void **state) {
  (void)state;
  CHECK_FORMS(packed);
}

/* ---- Saturation, wide products, 24 bits, dot products ---- */

static int64_t clamp32(int64_t value) {
  return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value;
}
EXPECTED(add_sat, clamp32((int64_t)S32(0) + S32(1)))
EXPECTED(sub_sat, clamp32((int64_t)S32(0) - S32(1)))
EXPECTED(madhi_sat, clamp32(((int64_t)S32(0) * S32(1) >> 32) + S32(2)))
EXPECTED(wide_u16, (uint32_t)U16(0) * U16(1))
EXPECTED(wide_s16, (int32_t)S16(0) * S16(1))
EXPECTED(wide_u32, (uint64_t)U32(0) * U32(1))
EXPECTED(wide_s32, (int64_t)S32(0) * S32(1))
EXPECTED(madwide_u16, (uint32_t)U16(0) * U16(1) + U32(2))
EXPECTED(madwide_s16, (uint64_t)((int64_t)S16(0) * S16(1)) + U32(2))
EXPECTED(madwide_u32, (uint64_t)U32(0) * U32(1) + U64(2))
EXPECTED(madwide_s32, (uint64_t)((int64_t)S32(0) * S32(1)) + U64(2))

static int64_t part24(uint64_t value, bool is_signed) {
  const int64_t low = (int64_t)(value & 0xffffff);
  return is_signed && low & 0x800000 ? low - 0x1000000 : low;
}
EXPECTED(mul24u, part24(v[0], false) * part24(v[1], false))
EXPECTED(mul24s, part24(v[0], true) * part24(v[1], true))
EXPECTED(mul24hiu, part24(v[0], false) * part24(v[1], false) >> 16)
EXPECTED(mul24his, part24(v[0], true) * part24(v[1], true) >> 16)
EXPECTED(mad24u, part24(v[0], false) * part24(v[1], false) + S32(2))
EXPECTED(mad24s, part24(v[0], true) * part24(v[1], true) + S32(2))

static uint64_t dot4(const uint64_t *v, bool a_signed, bool b_signed) {
  int64_t sum = S32(2);
  for (unsigned i = 0; i < 4; i++) {
    const uint8_t a = (uint8_t)(v[0] >> 8 * i), b = (uint8_t)(v[1] >> 8 * i);
    sum += (a_signed ? (int64_t)(int8_t)a : a) * (b_signed ? (int64_t)(int8_t)b : b);
  }
  return (uint64_t)sum;
}
static uint64_t dot2(const uint64_t *v, bool a_signed, bool b_signed, bool high) {
  int64_t sum = S32(2);
  for (unsigned i = 0; i < 2; i++) {
    const uint16_t a = (uint16_t)(v[0] >> 16 * i);
    const uint8_t b = (uint8_t)(v[1] >> 8 * (i + (high ? 2 : 0)));
    sum += (a_signed ? (int64_t)(int16_t)a : a) * (b_signed ? (int64_t)(int8_t)b : b);
  }
  return (uint64_t)sum;
}
EXPECTED(vadd, U32(0) + U32(1) + U32(2))
EXPECTED(vsub, U32(0) - U32(1) + U32(2))
EXPECTED(dp4_uu, dot4(v, false, false))
EXPECTED(dp4_us, dot4(v, false, true))
EXPECTED(dp4_su, dot4(v, true, false))
EXPECTED(dp4_ss, dot4(v, true, true))
EXPECTED(dp2_lo_uu, dot2(v, false, false, false))
EXPECTED(dp2_lo_ss, dot2(v, true, true, false))
EXPECTED(dp2_hi_us, dot2(v, false, true, true))
EXPECTED(dp2_hi_su, dot2(v, true, false, true))

static const struct form products[] = {
    {"add.sat.s32", "r=rr", add_sat},        {"sub.sat.s32", "r=rr", sub_sat},
    {"mad.hi.sat.s32", "r=rrr", madhi_sat},  {"mul.wide.u16", "r=hh", wide_u16},
    {"mul.wide.s16", "r=hh", wide_s16},      {"mul.wide.u32", "l=rr", wide_u32},
    {"mul.wide.s32", "l=rr", wide_s32},      {"mad.wide.u16", "r=hhr", madwide_u16},
    {"mad.wide.s16", "r=hhr", madwide_s16},  {"mad.wide.u32", "l=rrl", madwide_u32},
    {"mad.wide.s32", "l=rrl", madwide_s32},  {"mul24.lo.u32", "r=rr", mul24u},
    {"mul24.lo.s32", "r=rr", mul24s},        {"mul24.hi.u32", "r=rr", mul24hiu},
    {"mul24.hi.s32", "r=rr", mul24his},      {"mad24.lo.u32", "r=rrr", mad24u},
    {"vadd.u32.u32.u32.add", "r=rrr", vadd}, {"vsub.u32.u32.u32.add", "r=rrr", vsub},
    {"mad24.lo.s32", "r=rrr", mad24s},       {"dp4a.u32.u32", "r=rrr", dp4_uu},
    {"dp4a.u32.s32", "r=rrr", dp4_us},       {"dp4a.s32.u32", "r=rrr", dp4_su},
    {"dp4a.s32.s32", "r=rrr", dp4_ss},       {"dp2a.lo.u32.u32", "r=rrr", dp2_lo_uu},
    {"dp2a.lo.s32.s32", "r=rrr", dp2_lo_ss}, {"dp2a.hi.u32.s32", "r=rrr", dp2_hi_us},
    {"dp2a.hi.s32.u32", "r=rrr", dp2_hi_su},
};

static void saturation_and_products(void **state) {
  (void)state;
  CHECK_FORMS(products);
}

/* ---- Immediate operands ---- */

EXPECTED(plus_minus_one, U32(0) - 1u)
EXPECTED(plus_large, U64(0) + 0x123456789abcdefull)
EXPECTED(subtracted_from, 5u - U32(0))
EXPECTED(short_and, U16(0) & 0xff80)

static const struct form immediates[] = {
    {"add.s32 %r0, %r1, -1", "r=r", plus_minus_one},
    {"add.s64 %l0, %l1, 81985529216486895", "l=l", plus_large},
    {"sub.s32 %r0, 5, %r1", "r=r", subtracted_from},
    {"and.b16 %h0, %h1, -128", "h=h", short_and},
};

static void immediate_operands(void **state) {
  (void)state;
  CHECK_FORMS(immediates);
}

/* ---- Carries: numbers of 128 bits in four 32-bit or two 64-bit registers ---- */

struct carry_row {
  const char *text; /* a in %r1-4 or %l1-2, b in %r5-8 or %l3-4, result in %r11-14 or %l5-6 */
  wide (*expected)(wide a, wide b);
  bool words; /* of 32 bits */
};

static wide sum_of(wide a, wide b) { return a + b; }
static wide difference_of(wide a, wide b) { return a - b; }
static wide product_of(wide a, wide b) { return (wide)(uint64_t)a * (uint64_t)b; }
static wide carry_of(wide a, wide b) {
  const uint64_t low = (uint64_t)a + (uint64_t)b;
  return low < (uint64_t)a ? 1 : 0;
}
static wide borrow_of(wide a, wide b) { return (uint64_t)a < (uint64_t)b ? ~(wide)0 >> 64 : 0; }

static const struct carry_row carries[] = {
    {"add.cc.u32 %r11,%r1,%r5; addc.cc.u32 %r12,%r2,%r6; addc.cc.u32 %r13,%r3,%r7; addc.u32 %r14,%r4,%r8;",
     sum_of, true},
    {"sub.cc.u32 %r11,%r1,%r5; subc.cc.u32 %r12,%r2,%r6; subc.cc.u32 %r13,%r3,%r7; subc.u32 %r14,%r4,%r8;",
     difference_of, true},
    {"add.cc.s64 %l5,%l1,%l3; addc.s64 %l6,%l2,%l4;", sum_of, false},
    {"sub.cc.s64 %l5,%l1,%l3; subc.s64 %l6,%l2,%l4;", difference_of, false},
    {"add.cc.u64 %l6,%l1,%l3; mov.u64 %l6,0; addc.u64 %l5,%l6,0;", carry_of, false},
    {"sub.cc.u64 %l6,%l1,%l3; mov.u64 %l6,0; subc.u64 %l5,%l6,0;", borrow_of, false},
    {"mul.lo.u64 %l5,%l1,%l3; mul.hi.u64 %l6,%l1,%l3;", product_of, false},
    /* 64 times 64 bits from products of 32 bits. */
    {"mul.lo.u32 %r11,%r1,%r5; mul.hi.u32 %r12,%r1,%r5; mad.lo.cc.u32 %r12,%r2,%r5,%r12; madc.hi.u32 %r13,%r2,%r5,0;"
     "mad.lo.cc.u32 %r12,%r1,%r6,%r12; madc.hi.cc.u32 %r13,%r1,%r6,%r13; addc.u32 %r14,0,0;"
     "mad.lo.cc.u32 %r13,%r2,%r6,%r13; madc.hi.u32 %r14,%r2,%r6,%r14;",
     product_of, true},
    {"mad.lo.cc.u64 %l5,%l1,%l3,0; madc.hi.u64 %l6,%l1,%l3,0;", product_of, false},
};

static void check_carries(const struct carry_row *row) {
  enum { COUNT = 1024 };
  static wide operands[COUNT][2], results[COUNT];
  char text[2048];
  for (size_t i = 0; i < COUNT; i++)
    for (size_t k = 0; k < 2; k++)
      operands[i][k] = (wide)form_value('l', 4000, 3, "l") << 64 | form_value('l', 4000, 3, "l");
  int used =
      snprintf(text, sizeof text,
               ".visible .entry k(.param .u64 d, .param .u64 a) {\n.reg .b32 %%r<32>; .reg .b64 %%l<32>;\n"
               "mov.u32 %%r21,%%tid.x; mov.u32 %%r22,%%ctaid.x; mad.lo.u32 %%r21,%%r22,128,%%r21;\n"
               "ld.param.u64 %%l21,[d]; ld.param.u64 %%l22,[a]; mul.wide.u32 %%l23,%%r21,16;\n"
               "add.u64 %%l21,%%l21,%%l23; shl.b64 %%l23,%%l23,1; add.u64 %%l22,%%l22,%%l23;\n");
  if (row->words)
    snprintf(
        text + used, sizeof text - (size_t)used,
        "ld.global.v4.u32 {%%r1,%%r2,%%r3,%%r4},[%%l22]; ld.global.v4.u32 {%%r5,%%r6,%%r7,%%r8},[%%l22+16];\n"
        "%s\nst.global.v4.u32 [%%l21],{%%r11,%%r12,%%r13,%%r14}; ret; }\n",
        row->text);
  else
    snprintf(text + used, sizeof text - (size_t)used,
             "ld.global.v2.u64 {%%l1,%%l2},[%%l22]; ld.global.v2.u64 {%%l3,%%l4},[%%l22+16];\n"
             "%s\nst.global.v2.u64 [%%l21],{%%l5,%%l6}; ret; }\n",
             row->text);
  program_run(text, COUNT / 128, 128, results, operands);
  for (size_t i = 0; i < COUNT; i++) {
    const wide expected = row->expected(operands[i][0], operands[i][1]);
    const bool low_only = row->expected == carry_of || row->expected == borrow_of;
    if (low_only ? (uint64_t)results[i] != (uint64_t)expected : results[i] != expected)
      fail_msg("sample %zu of %s", i, row->text);
  }
}

static void chains_of_carries(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(carries); i++)
    check_carries(&carries[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic_of_three_widths), cmocka_unit_test(pairs_of_16_bits),
      cmocka_unit_test(saturation_and_products), cmocka_unit_test(immediate_operands),
      cmocka_unit_test(chains_of_carries)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
