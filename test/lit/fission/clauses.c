// Clauses with side effects, private and firstprivate of the region, defaultmap, if on host and device.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror -I%S %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -I%S | diff --strip-trailing-cr %t.rewritten.c -
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV001
// CHECK: region in main
// CHECK: CLV256
// CHECK: region in main
// CHECK: CLV001
#include "Inputs/arrays.h"
#include <omp.h>
static int counter;
static int next(void) { return counter++; }
int main(void) {
  init();
  int pr = 1, fp = 2, on = 1;
  int off = 0;
  double h[8] = {0};
#pragma omp target if (next() < 10) device(omp_get_default_device()) private(pr) firstprivate(fp)  \
    map(tofrom                                                                                     \
        : h)
  {
    pr = 4;
    fp += pr;
#pragma omp parallel for reduction(+ : h)
    for (int i = 0; i < N; i++)
      h[i & 7] += A[i] * fp;
    pr++;
#pragma omp parallel for private(fp)
    for (int i = 0; i < N; i++) {
      fp = i;
      B[i] += h[fp & 7] * pr;
    }
    J[0] = fp;
  }
#pragma omp target if (off) defaultmap(tofrom : scalar)
  {
    fp = 77;
    on += fp;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] += on;
#pragma omp parallel for reduction(+ : on)
    for (int i = 0; i < N; i++)
      on += J[i];
    fp = on;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      J[i] += fp;
  }
#pragma omp target defaultmap(firstprivate : scalar) thread_limit(8)
  {
    fp++;
#pragma omp parallel for if (on > 3)
    for (int i = 0; i < N; i++)
      C[i] += fp;
#pragma omp parallel for num_threads(fp > 0 ? 2 : 1)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
      on++;
    }
    J[7] = on;
  }
  int lim = 3, lim2 = 0;
#pragma omp target map(tofrom : lim)
  {
    lim = I[20];
#pragma omp parallel for
    for (int i = 0; i < lim; i++) {
      I[i] += 100;
#pragma omp atomic
      lim2 += i;
    }
    lim2 += lim;
    lim = 2;
    for (int r = 0; r < 2; r++) {
#pragma omp parallel for firstprivate(lim) lastprivate(lim2)
      for (int i = 0; i < lim; i++) {
        J[i] += lim;
        lim2 = i;
      }
    }
    I[40] = lim2;
  }
  for (int i = 0; i < 8; i++)
    printf("%g ", h[i]);
  printf("%d %d %d %d %d %d\n", pr, fp, on, counter, lim, lim2);
  show();
  return 0;
}
