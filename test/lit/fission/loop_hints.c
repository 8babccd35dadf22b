// Pragmas about a loop do not stand in the way of its other versions. In these a hint stays in front of its loop, and goes if
// another loop takes the place of that one. A loop with a hint gets none of cleave's.
// RUN: %clang -O1 -Wno-unknown-pragmas %host_offload %s -o %t.plain
// RUN: %cleave_cc -O2 -Wall -Wextra -Werror -Wno-unknown-pragmas %host_offload %s -o %t
// RUN: %cleave explain --all %s -- -Wno-unknown-pragmas | FileCheck %s
// RUN: %cleave rewrite --compiled %s -- -Wno-unknown-pragmas | FileCheck %s --check-prefix=TEXT
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -Wextra -Werror -Wno-unknown-pragmas %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
#include <stdio.h>

enum { N = 64 };
double a[N][N], b[N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * j % 7;
  // CHECK: CLV046: sums staged in shared memory
#pragma omp target teams distribute parallel for map(to: a) map(from: b)
  for (int i = 0; i < N; i++) {
    double s = 0;
#pragma unroll 4 /* by four */
    for (int j = 0; j < N; j++) s += a[i][j];
    b[i] = s;
  }
  double t=0;
  // CHECK: CLV050: teams combine the values of 't'
#pragma omp target teams distribute parallel for reduction(+:t) map(to: a)
  for (int i = 0; i < N; i++) {
#pragma clang loop unroll(full)
    for (int j = 0; j < 4; j++) t += a[i][j];
  }
#pragma omp target map(tofrom: a, b)
  {
#pragma unroll
    for (int i = 0; i < N; i++) b[i] += 1;
    for (int i = 0; i < N; i++) {
      _Pragma("unroll(2)")
      for (int j = 0; j < N; j++) a[i][j] += b[j];
    }
  }
  // CHECK: CLV043: loop nest mapped to the grid: {{.*}}in tiles
#pragma omp target teams distribute parallel for map(to: a) map(from: c)
  for (int i = 0; i < N; i++) {
#pragma GCC unroll 2
    for (int j = 0; j < N; j++) {
      double s = 0;
#pragma ivdep
#pragma unroll
      for (int k = 0; k < N; k++) s += a[i][k] * a[k][j];
      c[i][j] = s;
    }
  }
  // CHECK: CLV013: kept the original single-kernel form
  // TEXT: _Pragma("nounroll") for (int j = 0; j < 3; j++)
#pragma omp target map(tofrom: b)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++) b[i] += 1;
    for (int k = 0; k < 3; k++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++) {
#pragma nounroll
        for (int j = 0; j < 3; j++) b[i] += j * k;
      }
    }
  }
  printf("%g %g %g %g %g\n", t, b[3], a[5][6], c[3][4], c[63][62]);
}
