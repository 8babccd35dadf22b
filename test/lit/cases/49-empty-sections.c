// CASE 49: transformed | sections of length zero, and of a null pointer
// OpenMP: nothing is mapped, and the pointer keeps its value if nothing is there.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: done 0
// VALUE: done 0
// VALUE: done 100
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
static void work(int *a, int n) {
  int done = 0;
#pragma omp target map(tofrom : a[0:n], done)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for reduction(+ : done)
    for (int i = 0; i < n; i++) {
      a[i] += 1;
      done += 1;
    }
  }
  printf("done %d\n", done);
}
int main(void) {
  int a[100];
  work(a, 0);
  work(NULL, 0);
  work(a, 100);
  show_ints("a", a, 100);
}
