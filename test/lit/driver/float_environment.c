// The simulator computes like a GPU, whatever the host program's rounding mode, traps and treatment of subnormal numbers, and
// leaves these as they are. -ffast-math links code that lets the host flush subnormal numbers.
// RUN: %cleave_cc -O2 %link_sm90 %s -lm -o %t
// RUN: %gpu %t | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_HOST_THREADS=1 %gpu %t | FileCheck %s
// RUN: %cleave_cc -O2 %link_sm90 -c %s -o %t.o
// RUN: %cleave_cc %link_sm90 -ffast-math %t.o -lm -o %t.fast
// RUN: %gpu %t.fast | FileCheck %s
// CHECK: {{^}}0 wrong{{$}}
#define _GNU_SOURCE
#include <fenv.h>
#include <stdio.h>
#include <string.h>

enum { N = 640 };
static double x[N];
static float y[N];

// Subnormal numbers, rounded quotients, a zero as the divisor.
static void run(double *o, float *p, double zero) {
#pragma omp target teams distribute parallel for map(to : x, y) map(from : o[0 : N], p[0 : N])
  for (int i = 0; i < N; i++) {
    o[i] = i % 3 == 0 ? x[i] * 0.5 : i % 3 == 1 ? x[i] / 3 : x[i] / zero;
    p[i] = i % 3 == 0 ? y[i] * 0.5f : i % 3 == 1 ? y[i] / 3 : (float)x[i];
  }
}

// Each third number is subnormal.
static unsigned long number_of(unsigned long bits) {
  return bits % 3 ? bits << 40 | 0x3ff0000000000000 : bits << 20;
}

int main(void) {
  static double first[N], o[N], exact;
  static float second[N], p[N];
  for (int i = 0; i < N; i++) {
    const unsigned long bits = number_of((unsigned long)i);
    const unsigned narrow = i % 3 ? 0x3f800000u + (unsigned)i : (unsigned)i;
    memcpy(&x[i], &bits, sizeof bits);
    memcpy(&y[i], &narrow, sizeof narrow);
  }
  int wrong = 0;
  run(first, second, 0);
  for (int i = 0; i < N; i += 3) { // half of a subnormal number is exact
    const unsigned long bits = number_of((unsigned long)i) / 2;
    memcpy(&exact, &bits, sizeof bits);
    wrong += memcmp(&exact, &first[i], sizeof exact) != 0;
  }
  const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int k = 0; k < 4; k++) {
    if (k < 3)
      fesetround(modes[k]);
    else
      feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    run(o, p, 0);
    wrong += fegetround() != modes[k < 3 ? k : 2];
    wrong += memcmp(o, first, sizeof o) != 0;
    wrong += memcmp(p, second, sizeof p) != 0;
  }
  wrong += fegetexcept() != (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
