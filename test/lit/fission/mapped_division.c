// The divisions of a mapped nest, as they are printed: exact for all numbers of threads, up to the greatest int.
// RUN: %cleave rewrite --compiled %s -o %t.text -- -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// RUN: sed -nE '/RUN:/d; s/.*(const int cleave_lanes_shift = .* cleave_lanes_shift : 0;).*/#define DIVISOR \1/p' %t.text >%t.h
// RUN: sed -nE '/RUN:/d; s/.*(const int cleave_thread_row = [^;]*;).*/#define QUOTIENT \1/p' %t.text >>%t.h
// RUN: %clang -O1 -include %t.h -DCHECK %s -o %t
// RUN: %t | FileCheck %s
// CHECK: {{[1-9][0-9]+}} quotients, 0 wrong
#ifdef CHECK
#include <limits.h>
#include <stdio.h>

static long count, wrong;

static void check(int cleave_thread, int cleave_lanes) {
  DIVISOR QUOTIENT count++;
  wrong += cleave_thread_row != cleave_thread / cleave_lanes;
}

// All numbers around the multiples of D near N.
static void check_around(unsigned n, unsigned d) {
  for (long at = (long)(n / d) * d - 2; at < (long)(n / d) * d + 3; at++)
    if (at >= 0 && at <= INT_MAX)
      check((int)at, (int)d);
}

int main(void) {
  unsigned random = 1;
  for (unsigned d = 1; d <= INT_MAX; d += d < 3000 ? 1 : d / 900)
    for (unsigned i = 0; i < 40; i++) {
      random = random * 1664525 + 1013904223;
      check_around(i ? random >> (1 + i % 31) : INT_MAX, d);
    }
  for (unsigned bit = 0; bit < 31; bit++)
    for (int i = -1; i < 2; i++)
      for (unsigned other = 0; other < 31; other++)
        if ((1u << bit) + i >= 1 && (1u << bit) + i <= INT_MAX)
          check_around(1u << other, (1u << bit) + i);
  printf("%ld quotients, %ld wrong\n", count, wrong);
}
#else
void scale(int n, int m, double *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] *= 2;
}
#endif
