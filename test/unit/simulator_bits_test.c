/* FILE: test/unit/simulator_bits_test.c
 * WHAT: logic, shifts beyond the width, bit fields out of range, counts of bits, byte permutation and funnel shifts of the
 *       simulator, one row per instruction form; packing and unpacking.
 */
#include "simulator_forms.h"

EXPECTED(and_any, v[0] & v[1])
EXPECTED(or_any, v[0] | v[1])
EXPECTED(xor_any, v[0] ^ v[1])
EXPECTED(not_any, ~v[0])
EXPECTED(not_pred, !v[0])
EXPECTED(cnot16, U16(0) == 0)
EXPECTED(cnot32, U32(0) == 0)
EXPECTED(cnot64, U64(0) == 0)

#define SHIFTS(BITS)                                                                                         \
  EXPECTED(shl##BITS, U32(1) >= BITS ? 0 : U64(0) << U32(1))                                                 \
  EXPECTED(shru##BITS, U32(1) >= BITS ? 0 : U##BITS(0) >> U32(1))                                            \
  EXPECTED(shrs##BITS, (int64_t)S##BITS(0) >> (U32(1) >= BITS ? BITS - 1 : U32(1)))
SHIFTS(16)
SHIFTS(32)
SHIFTS(64)

/* The manual's definitions of the fields, bit by bit. */
static uint64_t field_of(uint64_t a, uint32_t b, uint32_t c, unsigned bits, bool is_signed) {
  const uint32_t at = b & 255, length = c & 255, top = bits - 1;
  const uint32_t last = at + length - 1 < top ? at + length - 1 : top;
  const bool sign = is_signed && length && a >> last & 1;
  uint64_t d = 0;
  for (uint32_t i = 0; i < bits; i++)
    d |= (uint64_t)(i < length && at + i <= top ? a >> (at + i) & 1 : sign) << i;
  return d;
}
EXPECTED(bfe_u32, field_of(U32(0), U32(1), U32(2), 32, false))
EXPECTED(bfe_s32, field_of(U32(0), U32(1), U32(2), 32, true))
EXPECTED(bfe_u64, field_of(U64(0), U32(1), U32(2), 64, false))
EXPECTED(bfe_s64, field_of(U64(0), U32(1), U32(2), 64, true))

static uint64_t inserted(uint64_t a, uint64_t b, uint32_t c, uint32_t e, unsigned bits) {
  const uint32_t at = c & 255, length = e & 255;
  for (uint32_t i = 0; i < length && at + i < bits; i++)
    b = (b & ~(1ull << (at + i))) | (a >> i & 1) << (at + i);
  return b;
}
EXPECTED(bfi_b32, inserted(v[0], v[1], U32(2), U32(3), 32))
EXPECTED(bfi_b64, inserted(v[0], v[1], U32(2), U32(3), 64))

static uint64_t ones(uint64_t value) {
  uint64_t count = 0;
  for (; value; value >>= 1)
    count += value & 1;
  return count;
}
static uint64_t leading(uint64_t value, unsigned bits) {
  uint64_t count = 0;
  while (count < bits && !(value >> (bits - 1 - count) & 1))
    count++;
  return count;
}
static uint64_t reversed(uint64_t value, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; i++)
    result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}
static uint64_t found(uint64_t value, unsigned bits, bool is_signed, bool amount) {
  const bool sign = is_signed && value >> (bits - 1) & 1;
  for (unsigned i = bits; i-- > 0;)
    if ((value >> i & 1) != sign)
      return amount ? bits - 1 - i : i;
  return 0xffffffff;
}
EXPECTED(popc32, ones(U32(0)))
EXPECTED(popc64, ones(U64(0)))
EXPECTED(clz32, leading(U32(0), 32))
EXPECTED(clz64, leading(U64(0), 64))
EXPECTED(brev32, reversed(U32(0), 32))
EXPECTED(brev64, reversed(U64(0), 64))
EXPECTED(bfind_u32, found(U32(0), 32, false, false))
EXPECTED(bfind_s32, found(U32(0), 32, true, false))
EXPECTED(bfind_u64, found(U64(0), 64, false, false))
EXPECTED(bfind_s64, found(U64(0), 64, true, false))
EXPECTED(bfind_au32, found(U32(0), 32, false, true))
EXPECTED(bfind_as32, found(U32(0), 32, true, true))
EXPECTED(bfind_au64, found(U64(0), 64, false, true))
EXPECTED(bfind_as64, found(U64(0), 64, true, true))

/* Bytes are numbered from the low end of a to the high end of b; ROWS are the manual's tables. */
static uint64_t permuted(const uint64_t *v, const char *const rows[4]) {
  const uint64_t both = U64(0) | U64(1) << 32;
  uint64_t result = 0;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned which = rows ? (unsigned)(rows[v[2] & 3][3 - i] - '0') : U32(2) >> 4 * i & 15;
    uint8_t byte = (uint8_t)(both >> 8 * (which & 7));
    if (which & 8)
      byte = byte >> 7 ? 0xff : 0;
    result |= (uint64_t)byte << 8 * i;
  }
  return result;
}
static const char
    *const f4e[] = {"3210", "4321", "5432", "6543"},
           *const b4e[] = {"5670", "6701", "7012", "0123"}, *const rc8[] = {"0000", "1111", "2222", "3333"},
           *const ecl[] = {"3210", "3211", "3222", "3333"}, *const ecr[] = {"0000", "1110", "2210", "3210"},
           *const rc16[] = {"1010", "3232", "1010", "3232"};
EXPECTED(prmt, permuted(v, NULL))
EXPECTED(prmt_f4e, permuted(v, f4e))
EXPECTED(prmt_b4e, permuted(v, b4e))
EXPECTED(prmt_rc8, permuted(v, rc8))
EXPECTED(prmt_ecl, permuted(v, ecl))
EXPECTED(prmt_ecr, permuted(v, ecr))
EXPECTED(prmt_rc16, permuted(v, rc16))

static uint64_t funnel(const uint64_t *v, bool left, bool clamps) {
  const unsigned by = clamps ? (U32(2) < 32 ? U32(2) : 32) : U32(2) % 32;
  const uint64_t both = U64(1) << 32 | U32(0);
  return left ? both >> (32 - by) : both >> by;
}
EXPECTED(shf_l_wrap, funnel(v, true, false))
EXPECTED(shf_r_wrap, funnel(v, false, false))
EXPECTED(shf_l_clamp, funnel(v, true, true))
EXPECTED(shf_r_clamp, funnel(v, false, true))

EXPECTED(lop3_and, v[0] & v[1] & v[2])
EXPECTED(lop3_xor, v[0] ^ v[1] ^ v[2])
EXPECTED(lop3_select, (v[0] & v[1]) | (~v[0] & v[2]))
EXPECTED(lop3_majority, (v[0] & v[1]) | (v[0] & v[2]) | (v[1] & v[2]))
EXPECTED(lop3_and_not, v[0] & ~v[1])
EXPECTED(lop3_zero, 0)
EXPECTED(lop3_one, ~0ull)

static const struct form forms[] = {
    {"and.b16", "h=hh", and_any},
    {"and.b32", "r=rr", and_any},
    {"and.b64", "l=ll", and_any},
    {"and.pred", "p=pp", and_any},
    {"or.b16", "h=hh", or_any},
    {"or.b32", "r=rr", or_any},
    {"or.b64", "l=ll", or_any},
    {"or.pred", "p=pp", or_any},
    {"xor.b16", "h=hh", xor_any},
    {"xor.b32", "r=rr", xor_any},
    {"xor.b64", "l=ll", xor_any},
    {"xor.pred", "p=pp", xor_any},
    {"not.b16", "h=h", not_any},
    {"not.b32", "r=r", not_any},
    {"not.b64", "l=l", not_any},
    {"not.pred", "p=p", not_pred},
    {"cnot.b16", "h=h", cnot16},
    {"cnot.b32", "r=r", cnot32},
    {"cnot.b64", "l=l", cnot64},
    {"shl.b16", "h=hs", shl16},
    {"shl.b32", "r=rs", shl32},
    {"shl.b64", "l=ls", shl64},
    {"shr.u16", "h=hs", shru16},
    {"shr.u32", "r=rs", shru32},
    {"shr.u64", "l=ls", shru64},
    {"shr.b16", "h=hs", shru16},
    {"shr.b32", "r=rs", shru32},
    {"shr.b64", "l=ls", shru64},
    {"shr.s16", "h=hs", shrs16},
    {"shr.s32", "r=rs", shrs32},
    {"shr.s64", "l=ls", shrs64},
    {"bfe.u32", "r=rss", bfe_u32},
    {"bfe.s32", "r=rss", bfe_s32},
    {"bfe.u64", "l=lss", bfe_u64},
    {"bfe.s64", "l=lss", bfe_s64},
    {"bfi.b32", "r=rrss", bfi_b32},
    {"bfi.b64", "l=llss", bfi_b64},
    {"popc.b32", "r=r", popc32},
    {"popc.b64", "r=l", popc64},
    {"clz.b32", "r=r", clz32},
    {"clz.b64", "r=l", clz64},
    {"brev.b32", "r=r", brev32},
    {"brev.b64", "l=l", brev64},
    {"bfind.u32", "r=r", bfind_u32},
    {"bfind.s32", "r=r", bfind_s32},
    {"bfind.u64", "r=l", bfind_u64},
    {"bfind.s64", "r=l", bfind_s64},
    {"bfind.shiftamt.u32", "r=r", bfind_au32},
    {"bfind.shiftamt.s32", "r=r", bfind_as32},
    {"bfind.shiftamt.u64", "r=l", bfind_au64},
    {"bfind.shiftamt.s64", "r=l", bfind_as64},
    {"prmt.b32", "r=rrr", prmt},
    {"prmt.b32.f4e", "r=rrs", prmt_f4e},
    {"prmt.b32.b4e", "r=rrs", prmt_b4e},
    {"prmt.b32.rc8", "r=rrs", prmt_rc8},
    {"prmt.b32.ecl", "r=rrs", prmt_ecl},
    {"prmt.b32.ecr", "r=rrs", prmt_ecr},
    {"prmt.b32.rc16", "r=rrs", prmt_rc16},
    {"shf.l.wrap.b32", "r=rrs", shf_l_wrap},
    {"shf.r.wrap.b32", "r=rrs", shf_r_wrap},
    {"shf.l.clamp.b32", "r=rrs", shf_l_clamp},
    {"shf.r.clamp.b32", "r=rrs", shf_r_clamp},
    {"lop3.b32 $, 0x80", "r=rrr", lop3_and},
    {"lop3.b32 $, 0x96", "r=rrr", lop3_xor},
    {"lop3.b32 $, 0xCA", "r=rrr", lop3_select},
    {"lop3.b32 $, 0xE8", "r=rrr", lop3_majority},
    {"lop3.b32 $, 0x30", "r=rrr", lop3_and_not},
    {"lop3.b32 $, 0", "r=rrr", lop3_zero},
    {"lop3.b32 $, 0xFF", "r=rrr", lop3_one},
};

static void logic_shifts_and_fields(void **state) {
  (void)state;
  CHECK_FORMS(forms);
}

/* ---- mov ---- */

EXPECTED(same, v[0])
EXPECTED(low16, v[0] & 0xffff)
EXPECTED(third16, v[0] >> 32 & 0xffff)
EXPECTED(high32, v[0] >> 32)
EXPECTED(pack2h, U16(0) | (uint64_t)U16(1) << 16)
EXPECTED(pack4h, U16(0) | (uint64_t)U16(1) << 16 | (uint64_t)U16(2) << 32 | (uint64_t)U16(3) << 48)
EXPECTED(pack2r, U32(0) | (uint64_t)U32(1) << 32)
EXPECTED(minus_two, 0xfffffffffffffffe)
EXPECTED(one_and_half, 0x3fc00000)
EXPECTED(one_and_half_double, 0x3ff8000000000000)
EXPECTED(warp_size, 32)
EXPECTED(swapped, v[0] << 32 | v[0] >> 32)

static const struct form moves[] = {
    {"mov.b16", "h=h", same},
    {"mov.u16", "h=h", same},
    {"mov.b32", "r=r", same},
    {"mov.f32", "r=r", same},
    {"mov.b64", "l=l", same},
    {"mov.f64", "l=l", same},
    {"mov.pred", "p=p", same},
    {"mov.b32 {%h0, _}, %r1", "h=r", low16},
    {"mov.b64 {%h1, %h2, %h0, %h3}, %l1", "h=l", third16},
    {"mov.b64 {_, %r0}, %l1", "r=l", high32},
    {"mov.b32 %r0, {%h1, %h2}", "r=hh", pack2h},
    {"mov.b64 %l0, {%h1, %h2, %h3, %h4}", "l=hhhh", pack4h},
    {"mov.b64 %l0, {%r1, %r2}", "l=rr", pack2r},
    {"mov.b64 {%r1, %r2}, %l1; mov.b64 %l0, {%r2, %r1}", "l=l", swapped},
    {"mov.s32 %r0, -2", "r=r", minus_two},
    {"mov.s64 %l0, -2", "l=l", minus_two},
    {"mov.b16 %h0, -2", "h=h", minus_two},
    {"mov.f32 %r0, 0f3FC00000", "r=r", one_and_half},
    {"mov.f32 %r0, 1.5", "r=r", one_and_half},
    {"mov.f64 %l0, 0d3FF8000000000000", "l=l", one_and_half_double},
    {"mov.u32 %r0, WARP_SZ", "r=r", warp_size},
};

static void moves_and_packing(void **state) {
  (void)state;
  CHECK_FORMS(moves);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(logic_shifts_and_fields),
                                     cmocka_unit_test(moves_and_packing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
