// Sums with the same bits for every number of teams and threads, on the host and on GPUs of several sizes, in all runs. Without the option the
// bits of the general version differ between numbers of threads.
// RUN: %cleave_cc -O2 -Wall %host_offload %s -o %t -fplugin-arg-cleave-reduction=reproducible -Rpass=cleave 2>&1 | FileCheck %s
// CHECK-COUNT-4: CLV051: the values of '{{[a-z, ]+}}' have the same bits on every device and grid
// RUN: env KMP_WARNINGS=0 %run %t >%t.expected
// RUN: env KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: env KMP_WARNINGS=0 OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_TEAMS=3 OMP_NUM_THREADS=1 OMP_TEAMS_THREAD_LIMIT=1 KMP_TEAMS_THREAD_LIMIT=3 %t | diff %t.expected -
// RUN: env KMP_WARNINGS=0 OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_TEAMS=1 OMP_NUM_THREADS=7 OMP_TEAMS_THREAD_LIMIT=7 KMP_TEAMS_THREAD_LIMIT=7 %t | diff %t.expected -
// RUN: env KMP_WARNINGS=0 OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_TEAMS=16 OMP_NUM_THREADS=2 OMP_TEAMS_THREAD_LIMIT=2 KMP_TEAMS_THREAD_LIMIT=32 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=off KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: env OMP_TARGET_OFFLOAD=DISABLED KMP_WARNINGS=0 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall %link_sm90 %s -o %t.gpu -fplugin-arg-cleave-reduction=reproducible
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SIMULATOR_PROFILE=%S/../../../lib/simulator_driver/devices/volta-2sm.profile CLEAVE_SIMULATOR_ARCHITECTURE=90 %gpu %t.gpu | diff %t.expected -
// RUN: %cleave_cc -O0 -ffp-contract=fast -Wall %host_offload %s -o %t.O0 -fplugin-arg-cleave-reduction=reproducible
// RUN: env KMP_WARNINGS=0 %run4 %t.O0 | diff %t.expected -

// The pragma does the same for one loop.
// RUN: sed 's/^#pragma omp target teams/#pragma cleave reduction(reproducible)\n&/' %s >%t.pragma.c
// RUN: %cleave_cc -O2 -Wall %host_offload %t.pragma.c -o %t.pragma
// RUN: env KMP_WARNINGS=0 %run4 %t.pragma | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall %host_offload %s -o %t.plain -fplugin-arg-cleave-reduction=off
// RUN: %run4 %t.plain | not diff -q %t.expected -
#include <stdio.h>

enum { MOST = 300000 };
static double x[MOST], y[MOST];
static float f[MOST];

int main(void) {
  unsigned random = 1;
  for (int i = 0; i < MOST; i++) {
    random = random * 1664525u + 1013904223u;
    x[i] = random / 3e9 - 0.3;
    random = random * 1664525u + 1013904223u;
    y[i] = random / 7e9;
    f[i] = (float)(random % 1000003) / 7;
  }
  for (int n = 1; n < MOST; n = n * 3 + 1) {
    double s = 0.1, norm = 0, product = 1;
    float t = 0.3f;
#pragma omp target teams distribute parallel for reduction(+ : s, norm) map(to : x, y)
    for (int i = 0; i < n; i++) {
      s += x[i] * y[i];
      norm += x[i] * x[i];
    }
#pragma omp target teams distribute parallel for reduction(+ : t) map(to : f)
    for (int i = 0; i < n; i++)
      t += f[i] * 0.7f + 1.1f;
#pragma omp target teams distribute parallel for reduction(* : product) map(to : x)
    for (int i = 0; i < n; i++)
      product *= 1 + x[i] * 1e-3;
    double rows = 0;
#pragma omp target teams distribute parallel for reduction(+ : rows) map(to : x, y)
    for (int i = 0; i < n / 100; i++) {
      double row = 0;
      for (int j = 0; j < 100; j++)
        row += x[i * 100 + j] * y[j];
      rows += row * row;
    }
    printf("%d %a %a %a %a %a\n", n, s, norm, (double)t, product, rows);
  }
}
