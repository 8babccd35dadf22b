// CASE 58: transformed | a call of an unknown function in serial code between loops
// OpenMP: the initial thread of the region calls it, on the device.
// RUN: %case %s -DDEFINED
// RUN: %kernels %clang -O2 -I%inputs %s | FileCheck %s --check-prefix=NAIVE
// RUN: %kernels %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off -O2 -I%inputs %s | FileCheck %s --check-prefix=MODES
// NAIVE: generic
// MODES-DAG: SPMD open
// MODES-DAG: SPMD open
// MODES-DAG: generic
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target parallel num_threads(1) map(
// TEXT: settle(a
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 8 last 106 sum 5651 placed 368651
#include "show.h"
#pragma omp declare target
void settle(int *a);
#ifdef DEFINED
void settle(int *a) { a[0] = 1; }
#endif
#pragma omp end declare target
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    settle(a);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 7;
  }
  show_ints("a", a, 100);
}
