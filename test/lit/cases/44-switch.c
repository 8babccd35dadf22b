// CASE 44: refused CLV240 | switch around parallel loops
// OpenMP: a case label may fall through from one loop to the next.
// RUN: %case %s
// REMARK: remark: CLV240
// VALUE: a: first 3 last 3 sum 300 placed 15150
#include "show.h"
static void work(int *a, int way) {
#pragma omp target map(tofrom : a[0:100])
  {
    switch (way) {
    case 1:
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
      /* fall through */
    default:
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 2;
    }
  }
}
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = 0;
  work(a, 1);
  show_ints("a", a, 100);
}
