// Numbers declared in a loop of the region that kernels write: the device gives them their first values, so that an iteration copies
// nothing to the device. A declaration that also defines a type keeps its initial value.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -fplugin-arg-cleave-environments=off %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: bash %S/../environments/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=off | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// TEXT-LABEL: sweeps(
// TEXT: double largest;
// TEXT: map(alloc: largest, least)
// TEXT: largest = 0;
// TEXT: least = 1e9;
// TEXT-LABEL: kinds(
// TEXT: enum { FIRST = 3 } kind = FIRST;
// TEXT: map(to: kind)
// BYTES: to device 832 in 6, from device 834 in 17
#include <stdio.h>
static int sweeps(double *a, int n) {
  int rounds = 0;
#pragma omp target map(tofrom : a[0 : n], rounds)
  for (int t = 0; t < 30; t++) {
    double largest = 0, least = 1e9;
#pragma omp parallel for reduction(max : largest) reduction(min : least)
    for (int i = 0; i < n; i++) {
      largest = a[i] > largest ? a[i] : largest;
      least = a[i] < least ? a[i] : least;
    }
    if (largest - least < 0.5)
      break;
    rounds++;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 0.75 * a[i] + 0.25 * (largest + least) / 2;
  }
  return rounds;
}
static void kinds(int *b, int n) {
#pragma omp target map(tofrom : b[0 : n])
  for (int t = 0; t < 3; t++) {
    enum { FIRST = 3 } kind = FIRST;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += kind;
    kind = b[0] > 5 ? FIRST : 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += kind;
  }
}
int main(void) {
  double a[100];
  int b[4] = {1, 2, 3, 4};
  for (int i = 0; i < 100; i++)
    a[i] = i * 7 % 19;
  printf("%d\n", sweeps(a, 100));
  kinds(b, 4);
  printf("%.10g %d\n", a[5], b[1]);
}
