// CASE 60: transformed | omp_is_initial_device in the control flow of a region
// OpenMP: it is false on the device, so a loop or branch that asks for it must ask there.
// RUN: %case %s
// TEXT: #pragma omp target data
// TEXT: omp_is_initial_device()
// VALUE: where 2
// VALUE: a: first 2 last 101 sum 5150 placed 343400
#include "show.h"
#include <omp.h>
int main(void) {
  int a[100], where = 0;
#pragma omp target map(from : a) map(tofrom : where)
  {
    where = omp_is_initial_device() ? 1 : 2;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    if (omp_is_initial_device()) {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
    } else {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 2;
    }
  }
  printf("where %d\n", where);
  show_ints("a", a, 100);
}
