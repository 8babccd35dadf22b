// CLV512: a macro would change the directives of a data environment: with the macro, nothing would be copied.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on %host_offload -O2 -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave 2>&1 | FileCheck %s
// RUN: %same_results %s -fplugin-arg-cleave-environments=on
#include <stdio.h>
#include <stdlib.h>
static void step(double *a, int n) {
// CHECK: remark: CLV512: no data environment in this function: the macro 'tofrom' would change the text of its directives; rename the macro [-Rpass-missed=cleave]
#pragma omp target teams distribute parallel for map(tofrom: a[0: n])
  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1;
}
#define tofrom alloc
int main(void) {
  const int n = 100;
  double *a = calloc(n, sizeof *a), sum = 0;
  for (int t = 0; t < 5; t++)
    step(a, n);
  for (int i = 0; i < n; i++) sum += a[i] * i;
  printf("%g\n", sum);
  free(a);
}
