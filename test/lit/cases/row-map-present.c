// ROW map-present: transformed | map(present, tofrom:)
// OpenMP: an error at run time if the data are not there; no copies if they are.
// RUN: %case %s
// RUN: not %run %t.folder/plain absent 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %run %t.folder/split absent 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: present
// TEXT: #pragma omp target data map(present, tofrom{{ ?}}: a[0:100])
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
static void work(int *a) {
#pragma omp target map(present, tofrom : a[0:100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
}
int main(int argc, char **argv) {
  int a[100];
  (void)argv;
#pragma omp target data map(tofrom : a) if (argc == 1)
  work(a);
  show_ints("a", a, 100);
}
