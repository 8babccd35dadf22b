// ROW loop-clauses: transformed | collapse, schedule without a chunk, private, firstprivate, order, proc_bind on loops
// OpenMP: without a chunk size, nothing may rely on which thread executes an iteration.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for{{.*}}collapse(2)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}private(t) firstprivate(f)
// VALUE: t 1 f 2
// VALUE: a: first 1 last 1 sum 100 placed 12475
#include "show.h"
int main(void) {
  int a[100], t = 1, f = 2;
#pragma omp target map(from : a)
  {
#pragma omp parallel for collapse(2) proc_bind(close)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
        a[i * 10 + j] = i - j;
#pragma omp parallel for schedule(dynamic) private(t) firstprivate(f)
    for (int i = 0; i < 100; i++) {
      t = f;
      a[i] += t;
    }
#pragma omp parallel for schedule(static, 3) order(concurrent)
    for (int i = 0; i < 100; i++)
      a[i] -= 1;
  }
  printf("t %d f %d\n", t, f);
  show_ints("a", a, 100);
}
