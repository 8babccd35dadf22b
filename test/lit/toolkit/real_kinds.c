// Further programs with an installed CUDA toolkit and --cleave-keep-ptx: almost all of the shared memory, large constants and
// variables, output and recursion, mathematics with debug information, two architectures, several files and an archive.
// REQUIRES: cuda-toolkit
// LABEL: slow
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_90 -DSHARED %s -o shared
// RUN: %gpu ./shared | FileCheck %s
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O2 -g -fopenmp --offload-arch=sm_90 -DLARGE %s -o large
// RUN: %gpu ./large | FileCheck %s
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O1 -gline-tables-only -fopenmp --offload-arch=sm_90 -DCALLS %s -o calls
// RUN: %gpu ./calls | FileCheck %s --check-prefixes=SAYS,CHECK
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O3 -ffast-math -fopenmp --offload-arch=sm_90 -DMATHS %s -lm -o maths
// RUN: %gpu ./maths | FileCheck %s
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O1 -gdwarf-5 -fopenmp --offload-arch=sm_90 -DTYPES %s -lm -o types
// RUN: %gpu ./types | FileCheck %s
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_80,sm_90 -DOTHER -c %s -o other.o
// RUN: llvm-ar rc libother.a other.o
// RUN: %real_cuda %cleave_cc --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_80,sm_90 -DFIRST %s libother.a -o units
// RUN: %gpu ./units | FileCheck %s
// SAYS: kernel 9: and 55 2.25
// CHECK: {{^}}0 wrong{{$}}
//
// RUN: %cleave inspect --json shared large calls maths types units | jq -c '.[].images[] | [.ptx_bytes > 1000, .estimates, ([.kernels[].shared_bytes] | max > 47000)]' > facts
// RUN: FileCheck %s --check-prefix=FACTS --match-full-lines < facts
// FACTS: [true,false,true]
// FACTS-COUNT-6: [true,false,false]
// FACTS-NOT: {{.}}
#include <complex.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

enum { N = 64, ROOM = 11776, MILLION = 1 << 18 };

#pragma omp begin declare target
#if defined SHARED
static void fill(long *o) {
#pragma omp target teams num_teams(2) thread_limit(64) map(from : o[0 : 2])
  {
    int room[ROOM];
#pragma omp allocate(room) allocator(omp_pteam_mem_alloc)
    const int team = omp_get_team_num();
#pragma omp parallel for
    for (int i = 0; i < ROOM; i++)
      room[i] = i + team;
    long s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < ROOM; i++)
      s += room[ROOM - 1 - i];
    o[team] = s;
  }
}
static long expected(int team) { return team < 2 ? (ROOM - 1L) * ROOM / 2 + (long)team * ROOM : 0; }
#elif defined LARGE
#define R4(x) x, x + 1, x + 2, x + 3
#define R16(x) R4(x), R4(x + 4), R4(x + 8), R4(x + 12)
#define R64(x) R16(x), R16(x + 16), R16(x + 32), R16(x + 48)
#define R256(x) R64(x), R64(x + 64), R64(x + 128), R64(x + 192)
#define R1K(x) R256(x), R256(x + 256), R256(x + 512), R256(x + 768)
#define R4K(x) R1K(x), R1K(x + 1024), R1K(x + 2048), R1K(x + 3072)
static const int table[8192] = {R4K(3), R4K(5)};
int million[MILLION];
int *const at = &million[77];
double started[2] = {2.5, -7};
static void fill(long *o) {
#pragma omp target map(from : o[0 : N])
  {
#pragma omp parallel for
    for (int i = 0; i < MILLION; i += 64)
      million[i] = table[i % 8192] ^ i;
    started[1] += 1;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      o[i] = million[i * 4032] + (long)(started[0] * started[1]) + (at == &million[77]);
  }
}
static long expected(int i) { return (table[i * 4032 % 8192] ^ (i * 4032)) - 15 + 1; }
#elif defined CALLS
static __attribute__((noinline)) long expected(int n) {
  volatile int local[4] = {n, 1, 2, 3};
  n = local[0] % 10;
  return n < 2 ? local[1] : expected(n - 1) + expected(n - 2);
}
static void fill(long *o) {
#pragma omp target teams distribute parallel for map(from : o[0 : N])
  for (int i = 0; i < N; i++) {
    o[i] = expected(i);
    if (i == 9)
      printf("kernel %d: %s %ld %.2f\n", i, "and", o[i], 0.25 * i);
  }
}
#elif defined MATHS
// Remainders are computed with subnormal numbers, which -ffast-math flushes on the host alone.
static long expected(int i) {
  const double x = 0.1 * i + 0.03;
  const float f = 0.25f * (float)i;
  const _Float16 h = (_Float16)(f * 0.5f);
  const long long q = (long long)i * 0x123456789LL / (i + 1) % 1000003;
  const __int128 w = (__int128)q * ((long long)q << 20 | i);
  return lround(1000 * (sin(x) + pow(x, 1.5) + log1p(x) + tgamma(1 + x / 9) + fmod(x, 0.7) + cbrt(x) + erf(x))) +
         lroundf(8 * fabsf(f)) + (long)(float)(h * h) + (long)q + (long)(w >> 20) % 977;
}
static void fill(long *o) {
#pragma omp target teams distribute parallel for map(from : o[0 : N])
  for (int i = 0; i < N; i++)
    o[i] = expected(i);
}
#elif defined TYPES
static const short powers[3000] = {[0] = 1, [2999] = 7};
_Alignas(256) char aligned[300] = "far";
static long expected(int i) {
  const double complex z = i + 2.0 + 3.0 * I, w = z * z / (z + 1);
  return lround(64 * creal(w) + cimag(w)) + powers[2999] + aligned[i % 3];
}
static void fill(long *o) {
  static char bytes[70000];
#pragma omp target teams distribute parallel for map(from : o[0 : N]) map(to : bytes)
  for (int i = 0; i < N; i++) {
    char frame[20000];
    for (int k = 0; k < 20000; k += 400)
      frame[k + i] = (char)(k / 400 + i);
    int lane = 0;
#ifdef __NVPTX__
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
#endif
    o[i] = expected(i) + frame[800 + i] - 2 - i + (lane > 31) + bytes[i * 1000];
  }
}
#elif defined OTHER
long value_of_other = 1L << 40;
static int even(int i) { return i / 2; }
static int odd(int i) { return 3 * i + 1; }
long of_other(int i) {
  int (*function)(int) = i % 2 ? odd : even;
  return function(i) + (value_of_other >> 38);
}
#else
extern long value_of_other;
long of_other(int i);
static long expected(int i) { return of_other(i) + value_of_other; }
static void fill(long *o) {
#pragma omp target teams distribute parallel for map(from : o[0 : N])
  for (int i = 0; i < N; i++)
    o[i] = expected(i);
}
#endif
#pragma omp end declare target

#ifndef OTHER
int main(void) {
  static long o[N];
  fill(o);
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += o[i] != expected(i);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif
