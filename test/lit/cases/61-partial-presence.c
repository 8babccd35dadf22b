// CASE 61: transformed | a section of which only a part is present on the device
// OpenMP: it cannot be extended: an error at run time, the same with and without the split.
// RUN: %case %s
// RUN: not %run %t.folder/plain more 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %run %t.folder/split more 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %run %t.folder/rewritten more 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: {{explicit extension not allowed|Explicit extension not allowed}}
// ERROR: fatal error 1: failure of target construct while offloading is mandatory
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 1 last 99 sum 5000 placed 334575
#include "show.h"
static void work(int *a, int n) {
#pragma omp target data map(tofrom : a[0:50])
#pragma omp target map(tofrom : a[0:n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] -= 1;
  }
}
int main(int argc, char **argv) {
  int a[100];
  (void)argv;
  for (int i = 0; i < 100; i++)
    a[i] = i;
  work(a, 50 * argc);
  show_ints("a", a, 100);
}
