// ROW in-reduction: refused CLV220 | in_reduction on the region
// OpenMP: the region is a task that takes part in a task reduction around it.
// RUN: %case %s
// REMARK: remark: CLV220
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
int main(void) {
  int a[100], sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
#pragma omp target in_reduction(+ : sum) map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  show_ints("a", a, 100);
}
