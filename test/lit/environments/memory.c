// An environment is used if its objects fit into the device's memory, and else each region copies its objects.
// RUN: %cleave_cc %host_offload -O2 -Wall -Werror %s -o %t
// RUN: %clang %host_offload -O2 -Wall -Werror %s -o %t.plain
//
// Two arrays of 8000 bytes in one environment.
// RUN: %run %t.plain local > %t.local
// RUN: env CLEAVE_DEVICE_MEMORY=16000 %run %t local | cmp %t.local
// RUN: env CLEAVE_DEVICE_MEMORY=15999 %run4 %t local | cmp %t.local
// RUN: bash %S/Inputs/bytes.sh "%t.plain local" | FileCheck %s --check-prefix=LOCAL-EACH
// RUN: bash %S/Inputs/bytes.sh "%t local" | FileCheck %s --check-prefix=LOCAL-ONCE
// RUN: env CLEAVE_DEVICE_MEMORY=16000 bash %S/Inputs/bytes.sh "%t local" | FileCheck %s --check-prefix=LOCAL-ONCE
// RUN: env CLEAVE_DEVICE_MEMORY=15999 bash %S/Inputs/bytes.sh "%t local" | FileCheck %s --check-prefix=LOCAL-EACH
// RUN: env OMP_DEFAULT_DEVICE=2 CLEAVE_DEVICE_MEMORY=16000 bash %S/Inputs/bytes.sh "%t local" | FileCheck %s --check-prefix=LOCAL-ONCE
// RUN: env OMP_DEFAULT_DEVICE=2 CLEAVE_DEVICE_MEMORY=15999 bash %S/Inputs/bytes.sh "%t local" | FileCheck %s --check-prefix=LOCAL-EACH
// RUN: env OMP_TARGET_OFFLOAD=DISABLED CLEAVE_DEVICE_MEMORY=1 %t local | cmp %t.local
//
// The same for arrays from outside, whose environment has a guard.
// RUN: %run %t.plain outside > %t.outside
// RUN: env CLEAVE_DEVICE_MEMORY=15999 %run4 %t outside | cmp %t.outside
// RUN: env CLEAVE_DEVICE_MEMORY=16000 bash %S/Inputs/bytes.sh "%t outside" | FileCheck %s --check-prefix=OUTSIDE-ONCE
// RUN: env CLEAVE_DEVICE_MEMORY=15999 bash %S/Inputs/bytes.sh "%t outside" | FileCheck %s --check-prefix=OUTSIDE-EACH
//
// A region in the environment maps a third array of 8000 bytes, which is not part of the environment.
// RUN: %run %t.plain third > %t.third
// RUN: env CLEAVE_DEVICE_MEMORY=24000 %run4 %t third | cmp %t.third
// RUN: env CLEAVE_DEVICE_MEMORY=24000 bash %S/Inputs/bytes.sh "%t third" | FileCheck %s --check-prefix=THIRD-ONCE
// RUN: env CLEAVE_DEVICE_MEMORY=23999 bash %S/Inputs/bytes.sh "%t third" | FileCheck %s --check-prefix=THIRD-EACH
//
// The function called in the environment has another one, of 24000 bytes that the caller cannot name.
// RUN: %run %t.plain nested > %t.nested
// RUN: env CLEAVE_DEVICE_MEMORY=39999 %run4 %t nested | cmp %t.nested
// RUN: env CLEAVE_DEVICE_MEMORY=40000 bash %S/Inputs/bytes.sh "%t nested" | FileCheck %s --check-prefix=NESTED-BOTH
// RUN: env CLEAVE_DEVICE_MEMORY=39999 bash %S/Inputs/bytes.sh "%t nested" | FileCheck %s --check-prefix=NESTED-OUTER
// RUN: env CLEAVE_DEVICE_MEMORY=31999 bash %S/Inputs/bytes.sh "%t nested" | FileCheck %s --check-prefix=NESTED-INNER
//
// LOCAL-EACH: to device 80000 in 10, from device 80000 in 10
// LOCAL-ONCE: to device 16000 in 2, from device 16000 in 2
// OUTSIDE-EACH: to device 80000 in 10, from device 80000 in 10
// OUTSIDE-ONCE: to device 16000 in 2, from device 16000 in 2
// THIRD-EACH: to device 96000 in 12, from device 96000 in 12
// THIRD-ONCE: to device 24000 in 3, from device 24000 in 3
// NESTED-BOTH: to device 136000 in 7, from device 136000 in 7
// NESTED-OUTER: to device 376000 in 17, from device 376000 in 17
// NESTED-INNER: to device 200000 in 15, from device 200000 in 15
//
// Without libcleave nothing is checked, and no environment is used.
// RUN: %plugin_cc %host_offload -O2 %s -o %t.without
// RUN: %run %t.without local | cmp %t.local
// RUN: bash %S/Inputs/bytes.sh "%t.without local" | FileCheck %s --check-prefix=LOCAL-EACH
//
// The text for a reader is plain OpenMP without the check.
// RUN: %cleave rewrite %s | FileCheck %s --check-prefix=TEXT --implicit-check-not='cleave_{{environment_fits|fits}}'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void step(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
  for (int i = 0; i < n; i++) { a[i] += 1; b[i] += a[i]; }
}
// TEXT: static double local(
// TEXT: #pragma omp target data map(tofrom: a[0:n], b[0:n])
static double local(int n, int steps) {
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
  for (int t = 0; t < steps; t++)
    step(n, a, b);
  double result = b[n - 1];
  free(a); free(b);
  return result;
}
void outside(int n, int steps, double *a, double *b);
void outside(int n, int steps, double *a, double *b) {
  for (int t = 0; t < steps; t++)
    step(n, a, b);
}
static double third(int n, int steps) {
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c);
  for (int t = 0; t < steps; t++)
    step(n, a, b);
#pragma omp target teams distribute parallel for map(from: a[0:n]) map(to: b[0:n]) map(tofrom: c[0:n])
  for (int i = 0; i < n; i++) { a[i] = 2 * b[i]; c[i] += b[i]; }
  double result = b[n - 1] + c[n - 1] + a[n - 1];
  free(a); free(b); free(c);
  return result;
}
static double inner(int n) {
  double *c = calloc(n, sizeof *c);
  for (int t = 0; t < 3; t++) {
#pragma omp target teams distribute parallel for map(tofrom: c[0:n])
    for (int i = 0; i < n; i++) c[i] += i;
  }
  double result = c[n - 1];
  free(c);
  return result;
}
static double nested(int n, int steps) {
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    sum += inner(3 * n);
  }
  sum += b[n - 1];
  free(a); free(b);
  return sum;
}
int main(int count, char **arguments) {
  enum { N = 1000, STEPS = 5 };
  const char *which = count > 1 ? arguments[1] : "local";
  if (!strcmp(which, "local"))
    printf("%g\n", local(N, STEPS));
  if (!strcmp(which, "third"))
    printf("%g\n", third(N, STEPS));
  if (!strcmp(which, "nested"))
    printf("%g\n", nested(N, STEPS));
  if (!strcmp(which, "outside")) {
    static double a[N], b[N];
    outside(N, STEPS, a, b);
    printf("%g\n", b[N - 1]);
  }
  return 0;
}
