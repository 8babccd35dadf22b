// thread_limit of `target teams num_teams(1)`, for a loop with a mapped bound that stays in one team: target has the clause, because
// the loop has a separate directive without teams.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %cleave rewrite %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// CHECK-COUNT-2: #pragma omp target map({{.*}}) thread_limit(3)
#include <stdio.h>
enum { N = 100 };
int main(void) {
  int n = N;
  double a[N], s = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target teams num_teams(1) thread_limit(3) map(tofrom : a, s, n)
  {
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < n; i++)
      a[i] += a[i - 1];
    s = a[0];
#pragma omp parallel for schedule(static, N)
    for (int i = 1; i < n; i++)
      a[i] += a[i - 1];
  }
  printf("%g %g\n", a[N - 1], s);
}
