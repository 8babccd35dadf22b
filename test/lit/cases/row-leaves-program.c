// ROW leaves-program: refused CLV249 | a region that may call abort
// OpenMP: it ends the program.
// RUN: %case %s
// REMARK: remark: CLV249
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
#include <stdlib.h>
int main(void) {
  int a[100];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    if (a[3] != 3)
      abort();
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  show_ints("a", a, 100);
}
