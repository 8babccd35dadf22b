// CASE 23: transformed | a region in a lambda that uses captures
// OpenMP: captures are variables like others.
// CLANG19: inside target data in a lambda, captured pointers read as null
// RUN: %case %s
// TEXT: int * p = cleave_host_p;
// TEXT: #pragma omp target data {{.*}}p[0 : 100]
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: k 1
// VALUE: a: first 4 last 103 sum 5350 placed 353500
#include "show.h"
int main() {
  int a[100], k = 1;
  int *p = a;
  auto work = [=](int step) {
#pragma omp target map(tofrom : p[0 : 100])
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        p[i] = i;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        p[i] += k + step;
    }
  };
  work(3);
  printf("k %d\n", k);
  show_ints("a", a, 100);
}
