// CASE 48: transformed | an outer data environment whose device data are newer than the host's
// OpenMP: what is present is not copied; the host sees it when the outer environment ends.
// RUN: %case %s
// TEXT: #pragma omp target data map(tofrom{{ ?}}: a
// TEXT-NOT: target update
// TEXT: for (int i
// VALUE: inside 1
// VALUE: b: first 2 last 2 sum 200 placed 10100
// VALUE: a: first 3 last 3 sum 300 placed 15150
#include "show.h"
int main(void) {
  int a[100], b[100], inside;
  for (int i = 0; i < 100; i++)
    a[i] = 1;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target parallel for
    for (int i = 0; i < 100; i++)
      a[i] = 2;
#pragma omp target map(tofrom : a) map(from : b)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        b[i] = a[99 - i];
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = b[99 - i] + 1;
    }
    inside = a[50];
  }
  printf("inside %d\n", inside);
  show_ints("b", b, 100);
  show_ints("a", a, 100);
}
