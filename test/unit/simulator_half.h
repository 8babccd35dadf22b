/* FILE: test/unit/simulator_half.h
 * WHAT: values of f16 and bf16 for tests: a half is found by searching among all halves, in order.
 */
#ifndef CLEAVE_TEST_SIMULATOR_HALF_H
#define CLEAVE_TEST_SIMULATOR_HALF_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline long double half_number(uint16_t bits, bool bfloat) {
  if (bfloat) {
    const uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return (long double)value;
  }
  _Float16 value;
  memcpy(&value, &bits, sizeof value);
  return (long double)value;
}

/* VALUE rounded to a half in the mode ROUNDING. */
static inline uint64_t half_nearest(long double value, bool bfloat, int rounding) {
  const uint16_t infinity = bfloat ? 0x7f80 : 0x7c00, sign = signbit(value) ? 0x8000 : 0;
  if (isnan(value))
    return 0x7fff;
  const long double magnitude = fabsl(value);
  if (isinf(value))
    return sign | infinity;
  uint16_t low = 0, high = infinity; /* low <= magnitude < high */
  while (high - low > 1) {
    const uint16_t middle = (uint16_t)((low + high) / 2);
    if (half_number(middle, bfloat) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  const long double below = half_number(low, bfloat);
  const long double above = high == infinity ? (bfloat ? 0x1p128L : 0x1p16L) : half_number(high, bfloat);
  if (below == magnitude)
    return sign | low;
  bool up = rounding == (sign ? FE_DOWNWARD : FE_UPWARD);
  if (rounding == FE_TONEAREST) {
    const long double to_low = magnitude - below, to_high = above - magnitude;
    up = to_high < to_low || (to_high == to_low && low & 1);
  }
  return sign | (up ? high : low);
}

#endif
