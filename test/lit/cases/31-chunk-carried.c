// CASE 31: split only | schedule(static, 4) with a dependence inside the chunk
// OpenMP: one thread executes a chunk's iterations in order, so the program is legal.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target {{(teams distribute )?}}parallel for{{.*}}schedule(static, 4)
// REMARK: remark: CLV103
// VALUE: a: first 1 last 4 sum 2500 placed 1252500
// VALUE: b: first 4 last 1 sum 2500 placed 1250000
#include "show.h"
int main(void) {
  int a[1000], b[1000];
#pragma omp target map(from : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = 1;
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < 1000; i++) {
      /* Some iterations are late, so that one in another team would not wait for them. */
      volatile int turns = i % 100 == 41 ? 1000000 : 0;
      while (turns > 0)
        turns--;
      if (i % 4)
        a[i] = a[i - 1] + 1;
    }
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      b[i] = a[999 - i];
  }
  show_ints("a", a, 1000);
  show_ints("b", b, 1000);
}
