// A region is there as it is written, too: the same results on both ways, on lines that exist, without a warning.
// RUN: %clang -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 -Weverything -Werror -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-vla -Wno-pre-openmp-51-compat %host_offload %s -o %t.both
// RUN: %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off -O2 %host_offload %s -o %t.split
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=auto %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | FileCheck %s --check-prefix=NEVER
// On the host one team has all threads, so the original region runs if it is this short.
// RUN: env CLEAVE_SPLIT=auto LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | FileCheck %s --check-prefix=NEVER
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | FileCheck %s --check-prefix=SPLIT
// The split kernels have the names that they have without it.
// RUN: env LIBOMPTARGET_INFO=16 %run %t.split 2>&1 >/dev/null | FileCheck %s --check-prefix=SPLIT
#include <stdio.h>

static void twice(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n]) /* continued */ \
    map(tofrom : b[0 : n])
  {
#pragma omp parallel for // first
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i] + '"' - '#'; // "
#pragma omp parallel for
    for (int i = n - 1; i >= 0; i -= 1)
      /* a line "of its own" */
      b[i] += a[i];
  }
}

// Clang alone loses the rows on a GPU: there is no such version, whatever is asked for.
static void rows(int n, double (*a)[n]) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i][0] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i][1] = a[n - 1 - i][0];
  }
}

// NEVER: twice_l[[@LINE-16]] with
// NEVER-NOT: twice
// NEVER: rows_l[[@LINE-11]] with
// NEVER: rows_l[[@LINE-9]] with
// SPLIT: twice_l[[@LINE-27]] with
// SPLIT: twice_l[[@LINE-25]] with
// SPLIT: rows_l[[@LINE-15]] with
int main(void) {
  enum { N = 50 };
  double a[N], b[N], c[N][N] = {{0}};
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  twice(N, a, b);
  rows(N, c);
  for (int i = 0; i < N; i++)
    printf("%g %g %g\n", a[i], b[i], c[i][1]);
  return 0;
}
