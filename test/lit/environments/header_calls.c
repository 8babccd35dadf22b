// Conditions of loops and branches call functions of the file. The body of a called function is neither the body of the loop nor a
// branch: what the host accesses in the body has its updates.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | FileCheck %s --check-prefix=TEXT
// CHECK: remark: CLV014: data environment: {{.*}}'b' kept on the device
// TEXT: omp target update from(b[0:{{.*}}
// TEXT: found +=
// TEXT: b[5] = 40;
// TEXT-NEXT: omp target update to(b[0:{{.*}}
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
struct clock { int now, end; };
static int now(const struct clock *clock) { return clock->now; }
static int last(const struct clock *clock) { return clock->end; }

static int total(double *a, double *b, struct clock *clock) {
  int found = 0;
  while (now(clock) < last(clock)) {
    clock->now++;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
    for (int i = 0; i < N; i++) {
      a[i] += i;
      b[i] = a[i] + 1;
    }
    found += b[3] > 0;
    if (now(clock) == last(clock))
      b[5] = 40;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  return found;
}

static int step(double *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
  for (int i = 0; i < N; i++)
    a[i] += 2;
  return 1;
}

static double called(double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
  for (int i = 0; i < N; i++)
    a[i] -= b[i];
  if (step(a))
    sum += a[7];
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
  for (int i = 0; i < N; i++)
    b[i] += a[i];
  return sum + b[7];
}

int main(int argc, char **argv) {
  (void)argv;
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  for (int i = 0; i < N; i++)
    b[i] = -1;
  struct clock clock = {0, 2 + argc};
  const int found = total(a, b, &clock);
  printf("%d %g %g\n", found, a[5], b[5]);
  const double sum = called(a, b);
  printf("%g %g %g\n", sum, a[9], b[9]);
  free(a);
  free(b);
}
