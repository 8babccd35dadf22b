/* FILE: test/lit/device/Inputs/operations.c
 * WHAT: functions that use many operations of the language, each executed for many values by the device and by the host;
 *       every result must have the same bits.
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 1024 };

#pragma omp begin declare target
typedef unsigned __int128 wide;

static double as_double(uint64_t bits) { /* moderate values, zeros, infinities */
  if (bits % 17 == 0)
    return bits & 32 ? -0.0 : __builtin_inf();
  return (double)(int64_t)bits / (double)(1ull << (bits % 60));
}
static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return value != value ? 0 : bits;
}

static uint64_t wide_arithmetic(uint64_t x, uint64_t y) {
  wide a = (wide)x << 64 | y, b = (wide)y * y + x;
  __int128 c = (__int128)a;
  a = a * b - (a >> (x % 128)) + (b << (y % 128));
  a ^= (wide)(c >> (y % 127)) + (a < b) + (c < (__int128)b) * 2;
  return (uint64_t)(a >> 64) ^ (uint64_t)a;
}
static uint64_t divisions(uint64_t x, uint64_t y) {
  const int64_t a = (int64_t)x, b = (int64_t)(y >> (x % 50)) | 1;
  const int32_t c = (int32_t)x, d = (int32_t)(y >> 40) | 1;
  const int16_t e = (int16_t)x, f = (int16_t)(y | 1);
  return (uint64_t)(b == -1 ? 0 : a / b) ^ (uint64_t)(b == -1 ? 0 : a % b) ^ x / (y | 1) ^ x % (y | 1) ^
         (uint64_t)(d == -1 ? 0 : c / d + c % d * 7) ^ (uint32_t)x / ((uint32_t)y | 1) ^ (uint64_t)(e / f + e % f) ^
         x / 10 ^ (uint64_t)(a % 1000003) ^ (uint32_t)x / 7;
}
static uint64_t bits_and_shifts(uint64_t x, uint64_t y) {
  uint64_t r = (uint64_t)__builtin_popcountll(x) + ((uint64_t)__builtin_clzll(x | 1) << 8) +
               ((uint64_t)__builtin_ctz((uint32_t)y | 1u << 31) << 16);
  r ^= __builtin_bswap64(y) ^ __builtin_bswap32((uint32_t)x) ^ __builtin_bitreverse64(x);
  r += (x << (y % 64)) | (x >> (-y % 64));
  r ^= (uint32_t)(((uint32_t)x << (y % 32)) | ((uint32_t)x >> (-y % 32)));
  return r + (uint64_t)((int32_t)x >> (y % 32)) + (uint64_t)((int8_t)x * (int16_t)y) + (x >> 13 & 0x7ff);
}
static uint64_t switched(uint64_t x, uint64_t y) {
  uint64_t r = y;
  for (unsigned i = 0; i < 20; i++) {
    switch ((x >> 3 * i) % 9) {
    case 0: r += 3; break;
    case 1: r *= 5; break;
    case 2: r ^= x; /* fall through */
    case 3: r = r << 7 | r >> 57; break;
    case 4: if (r & 1) continue; r >>= 1; break;
    case 5: r -= i; break;
    case 7: r = ~r; break;
    default: if (r % 5 == 4) return r; r += x;
    }
  }
  return r;
}
static uint64_t doubles(uint64_t x, uint64_t y) {
  const double a = as_double(x), b = as_double(y);
  double c = a * b + a / (b + 1) - __builtin_sqrt(__builtin_fabs(b)), d = __builtin_fma(a, b, 0.1);
  c = __builtin_floor(c) + __builtin_trunc(d) - __builtin_ceil(a) + __builtin_rint(b);
  return bits_of(c) ^ bits_of(d) + bits_of(__builtin_fmin(a, b)) * 3 + bits_of(__builtin_fmax(a, b) * 5) +
         (uint64_t)(a < b) + (uint64_t)(a != b) * 2 + bits_of(__builtin_copysign(a, b));
}
static uint64_t floats(uint64_t x, uint64_t y) {
  const float a = (float)as_double(x), b = (float)as_double(y);
  const float c = a * b - b / (a + 3.0f) + __builtin_sqrtf(__builtin_fabsf(a)), d = __builtin_fmaf(a, a, b);
  const float e = c * 1e-38f, f = e * 1e-5f; /* subnormal values */
  return bits_of((double)c) ^ bits_of((double)d) * 3 ^ bits_of((double)f) ^ (uint64_t)(a >= b) << 5;
}
static uint64_t conversions(uint64_t x, uint64_t y) {
  const double a = (double)(int64_t)x, b = (double)y, c = (double)(float)x + (double)(float)(int64_t)y;
  const double small = (double)(int32_t)x / 3;
  return (uint64_t)(int64_t)(a / 5) ^ (uint64_t)(b / 7) ^ (uint64_t)(int64_t)(int32_t)small ^
         (uint64_t)(uint8_t)(int)(small / 1e8) ^ bits_of(c) ^ (uint64_t)(int64_t)(short)(int)(float)(small / 1e5) ^
         (uint64_t)(float)(uint32_t)y;
}
static uint64_t halves(uint64_t x, uint64_t y) {
  _Float16 a = (_Float16)(float)((int)(x % 4001) - 2000), b = (_Float16)((float)(y % 977) / 64);
  _Float16 sum = (_Float16)(a + b), product = (_Float16)(a * b), quotient = (_Float16)(a / (_Float16)(b + 1));
  _Float16 other = (_Float16)((float)x * 1e-12f);
  return bits_of((double)sum) ^ bits_of((double)product) * 3 ^ bits_of((double)quotient) * 5 ^
         bits_of((double)(_Float16)(other - quotient)) ^ (uint64_t)(a < b) ^ (uint64_t)(int)product;
}
struct parts {
  uint64_t a;
  uint32_t b[3];
  int8_t c;
  double d;
};
__attribute__((noinline)) static struct parts turned(struct parts p, int by) {
  struct parts q = p;
  q.a = p.a * 3 + (uint64_t)by;
  q.b[0] = p.b[by % 3], q.b[1] = p.b[(by + 1) % 3], q.b[2] = p.b[(by + 2) % 3];
  q.c = (int8_t)(p.c - by), q.d = p.d * 0.5 + by;
  return q;
}
static uint64_t structs(uint64_t x, uint64_t y) {
  struct parts p = {x, {(uint32_t)y, (uint32_t)(y >> 32), (uint32_t)x}, (int8_t)y, (double)(x % 1000)};
  for (int i = 0; i < (int)(y % 5); i++)
    p = turned(p, i + 1);
  return p.a ^ p.b[0] ^ (uint64_t)p.b[1] << 20 ^ (uint64_t)p.b[2] << 32 ^ (uint64_t)p.c ^ bits_of(p.d);
}
typedef uint64_t function(uint64_t x, uint64_t y);
static function *const table[] = {wide_arithmetic, divisions, bits_and_shifts, switched, structs};
static uint64_t indirect(uint64_t x, uint64_t y) { return table[x % 5](y, x) + table[y % 5](x, y); }
__attribute__((noinline)) static uint64_t ackermann(uint64_t m, uint64_t n) {
  return !m ? n + 1 : ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}
static uint64_t recursion(uint64_t x, uint64_t y) { return ackermann(x % 3, y % 5); }
__attribute__((noinline)) static uint64_t sorted(uint64_t x, unsigned count) {
  uint32_t *values = __builtin_alloca_with_align(count * sizeof *values, 64);
  uint64_t r = 0;
  for (unsigned i = 0; i < count; i++)
    values[i] = (uint32_t)((x >> i) * (2 * i + 1));
  for (unsigned i = 1; i < count; i++)
    for (unsigned k = i; k && values[k - 1] > values[k]; k--) {
      const uint32_t v = values[k];
      values[k] = values[k - 1], values[k - 1] = v;
    }
  for (unsigned i = 0; i < count; i++)
    r = r * 31 + values[i];
  return r;
}
static uint64_t arrays(uint64_t x, uint64_t y) { return sorted(x, (unsigned)(y % 12)) + sorted(y, (unsigned)(x % 7)); }
static uint64_t text(uint64_t x, uint64_t y) {
  char line[40];
  unsigned n = 0;
  for (uint64_t v = x ^ y; v; v /= 13)
    line[n++] = "0123456789abc"[v % 13];
  uint64_t hash = n;
  while (n)
    hash = (hash ^ (unsigned char)line[--n]) * 0x100000001b3;
  return hash;
}

static uint64_t compute(int which, uint64_t x, uint64_t y) {
  switch (which) {
  case 0: return wide_arithmetic(x, y);
  case 1: return divisions(x, y);
  case 2: return bits_and_shifts(x, y);
  case 3: return switched(x, y);
  case 4: return doubles(x, y);
  case 5: return floats(x, y);
  case 6: return conversions(x, y);
  case 7: return halves(x, y);
  case 8: return structs(x, y);
  case 9: return indirect(x, y);
  case 10: return recursion(x, y);
  case 11: return arrays(x, y);
  default: return text(x, y);
  }
}
#pragma omp end declare target

int main(void) {
  static const char *const names[] = {"wide_arithmetic", "divisions", "bits_and_shifts", "switched", "doubles",
                                      "floats", "conversions", "halves", "structs", "indirect", "recursion",
                                      "arrays", "text"};
  static uint64_t in[2 * COUNT], out[COUNT];
  int wrong = 0, host = 1;
  uint64_t state = 88172645463325252ull;
  for (int i = 0; i < 2 * COUNT; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    in[i] = i % 9 ? state >> (i % 5 * 13) : (uint64_t)(i % 4) - 2;
  }
#pragma omp target map(from : host)
  host = omp_is_initial_device();
  for (int which = 0; which < (int)(sizeof names / sizeof *names); which++) {
#pragma omp target teams distribute parallel for map(to : in) map(from : out)
    for (int i = 0; i < COUNT; i++)
      out[i] = compute(which, in[2 * i], in[2 * i + 1]);
    int bad = 0;
    for (int i = 0; i < COUNT; i++)
      if (out[i] != compute(which, in[2 * i], in[2 * i + 1]) && !bad++)
        printf("%s(0x%llx, 0x%llx): 0x%llx, expected 0x%llx\n", names[which], (unsigned long long)in[2 * i],
               (unsigned long long)in[2 * i + 1], (unsigned long long)out[i],
               (unsigned long long)compute(which, in[2 * i], in[2 * i + 1]));
    wrong += bad != 0;
  }
  printf("on the %s: %zu functions, %d wrong\n", host ? "host" : "device", sizeof names / sizeof *names, wrong);
  return wrong != 0 || host;
}
