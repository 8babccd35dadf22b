// CASE 01: transformed | two parallel loops on disjoint arrays
// OpenMP: the implicit barrier after the first loop is all that orders the two.
// RUN: %case %s
// RUN: %kernels %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off -O2 -I%inputs %s | FileCheck %s --check-prefix=MODES
// LABEL: fast
// MODES-COUNT-2: SPMD
// MODES-NOT: {{generic|one team}}
// TEXT: #pragma omp target data map(from: a, b)
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: a[i] = 2 * i;
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: b[i] = 3 * i;
// VALUE: a: first 0 last 198 sum 9900 placed 666600
// VALUE: b: first 0 last 297 sum 14850 placed 999900
#include "show.h"
int main(void) {
  int a[100], b[100];
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = 2 * i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      b[i] = 3 * i;
  }
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
