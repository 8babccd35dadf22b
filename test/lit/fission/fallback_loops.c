// Regions with kernels in loops and branches of the host are there as they are written, too: one launch instead of one for
// each kernel of each iteration, and the same results.
// RUN: %clang -O2 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 -Weverything -Werror -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-vla -Wno-pre-openmp-51-compat %host_offload %s -o %t.both -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=auto %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=auto %run4 %t.both | diff %t.expected -
// The launches of each function: kernels are named after it.
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | grep -o '__omp_offloading_[^ ]*' | sed 's/.*_\(in_[a-z]*\)_l[0-9]*/\1/' | sort | uniq -c | FileCheck %s --check-prefix=SPLIT
// RUN: env CLEAVE_SPLIT=never LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | grep -o '__omp_offloading_[^ ]*' | sed 's/.*_\(in_[a-z]*\)_l[0-9]*/\1/' | sort | uniq -c | FileCheck %s --check-prefix=ONCE
// RUN: env CLEAVE_SPLIT=auto LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | grep -o '__omp_offloading_[^ ]*' | sed 's/.*_\(in_[a-z]*\)_l[0-9]*/\1/' | sort | uniq -c | FileCheck %s --check-prefix=ONCE
#include <stdio.h>

enum { N = 24 };

// SPLIT: 3 in_blocks
// ONCE: 1 in_blocks
static void in_blocks(int n, double *a) {
// REMARKS: [[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n])
  for (int block = n - 5; block >= 0; block -= 5) {
    if (block == 14)
      continue;
#pragma omp parallel for
    for (int i = block; i < block + 5; i++)
      a[i] += a[i] * 0.5 + block;
  }
}

// SPLIT: 11 in_branches
// ONCE: 3 in_branches
static void in_branches(int n, int which, double *a, double *b) {
// REMARKS: [[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
    if (which > 0) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += which;
      if (which > 1) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          b[i] -= a[n - 1 - i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          a[i] = b[i] * 2;
      }
    } else
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] += 3;
    b[0] = a[n - 1];
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] -= b[0];
  }
}

// The number of iterations of an inner loop falls with each step of the host's.
// SPLIT: 48 in_steps
// ONCE: 1 in_steps
static void in_steps(int n, double *a) {
  int i, j, k;
// REMARKS: [[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n * n])
  for (k = 0; k < n; k++) {
#pragma omp parallel for
    for (i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
#pragma omp parallel for private(j)
    for (i = k + 1; i < n; i++)
      for (j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

// The device computes when the loop ends. Each of the four iterations launches two kernels, and one for the condition.
// SPLIT: 13 in_until
// ONCE: 1 in_until
static void in_until(int n, double *a) {
// REMARKS: [[#@LINE+1]]:1: remark: CLV013
#pragma omp target map(tofrom : a[0 : n])
  {
    while (a[0] > 1) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        a[i] += a[0];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] /= 2;
    }
  }
}

// How many iterations the loop has, the host cannot tell in front of the region: there is the split form alone.
// SPLIT: 5 in_vain
// ONCE: 5 in_vain
static void in_vain(int n, double *a) {
// REMARKS-NOT: CLV013
#pragma omp target map(tofrom : a[0 : n])
  for (int step = 0, left = n; step < 5; step++, left /= 2) {
#pragma omp parallel for
    for (int i = 0; i < left; i++)
      a[i] = a[i] / 4 + step;
  }
}

int main(void) {
  static double a[N * N], b[N];
  for (int i = 0; i < N * N; i++)
    a[i] = 1 + (i * 7) % 13 + (i % (N + 1) ? 0 : 100);
  for (int i = 0; i < N; i++)
    b[i] = i;
  in_steps(N, a);
  in_blocks(N, a);
  for (int which = 0; which < 3; which++)
    in_branches(N, which, a + N, b);
  a[2 * N] = 16;
  in_until(N, a + 2 * N);
  in_vain(N, a + 3 * N);
  for (int i = 0; i < N * N; i++)
    printf("%.9g\n", a[i]);
  for (int i = 0; i < N; i++)
    printf("%.9g\n", b[i]);
  return 0;
}
