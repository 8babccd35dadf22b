// CASE 54: transformed | a region in a program whose environment allows four threads
// OpenMP: OMP_THREAD_LIMIT bounds the threads of the program, helpers included.
// RUN: %case %s
// RUN: env OMP_THREAD_LIMIT=4 OMP_NUM_THREADS=4 %run %t.folder/split | FileCheck %s --check-prefix=VALUE
// RUN: env OMP_THREAD_LIMIT=1 %run %t.folder/split | FileCheck %s --check-prefix=VALUE
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for{{.*}}reduction
// VALUE: sum 5050
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100], sum = 0;
#pragma omp target map(from : a) map(tofrom : sum)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i + 1;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += a[99 - i];
  }
  printf("sum %d\n", sum);
  show_ints("a", a, 100);
}
