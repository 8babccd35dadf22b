/* FILE: lib/simulator/floating.h
 * WHAT: small functions on floating-point values that several files of handlers share.
 */
#ifndef CLEAVE_SIMULATOR_FLOATING_H
#define CLEAVE_SIMULATOR_FLOATING_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline uint64_t bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* A subnormal value becomes a zero of its sign. */
static inline float flush_float(float value) {
  const uint32_t bits = bits_of(value);
  return float_of(bits & 0x7f800000 ? bits : bits & 0x80000000);
}
static inline float canonical_float(float value) {
  const uint32_t bits = bits_of(value);
  return float_of((bits & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : bits);
}
/* f16, or bf16 if BFLOAT. */
static inline uint16_t flush_half(uint16_t bits, bool bfloat) {
  return bits & (bfloat ? 0x7f80 : 0x7c00) ? bits : bits & 0x8000;
}
/* half.c. ROUNDING: FE_...; a NaN becomes 0x7fff. The host must round to nearest or as ROUNDING says. */
double half_value(uint16_t bits, bool bfloat);
uint16_t half_of(double value, bool bfloat, int rounding);

/* Clamps to [0, 1]; NaN and -0 become +0. */
static inline float saturate_float(float value) { return value > 0 ? (value < 1 ? value : 1) : 0; }

/* -0 is less than +0. A NaN operand gives the other one, with KEEPS a NaN. */
static inline float least_float(float a, float b, bool keeps) {
  if (a != a || b != b)
    return keeps || (a != a && b != b) ? float_of(0x7fffffff) : a != a ? b : a;
  return a < b || (a == b && bits_of(a) >> 31) ? a : b;
}
static inline float greatest_float(float a, float b, bool keeps) {
  if (a != a || b != b)
    return keeps || (a != a && b != b) ? float_of(0x7fffffff) : a != a ? b : a;
  return a > b || (a == b && bits_of(b) >> 31) ? a : b;
}
static inline double least_double(double a, double b) {
  if (a != a || b != b)
    return a != a ? b : a;
  return a < b || (a == b && bits_of_double(a) >> 63) ? a : b;
}
static inline double greatest_double(double a, double b) {
  if (a != a || b != b)
    return a != a ? b : a;
  return a > b || (a == b && bits_of_double(b) >> 63) ? a : b;
}

/* FE_... values need more than 8 bits on some hosts. */
static inline int float_rounding(uint8_t number) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  return modes[number];
}
static inline uint8_t float_rounding_number(int mode) {
  return mode == FE_TOWARDZERO ? 1 : mode == FE_DOWNWARD ? 2 : mode == FE_UPWARD ? 3 : 0;
}

#endif
