// ROW pointers-that-overlap: split only | num_threads(1) and loops over two pointers, with and without map clauses
// OpenMP: list items of the map clauses of one construct do not share storage; what has no clause may overlap.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for map({{.*}}p[0 : n]{{.*}}q[0 : n])
// TEXT: #pragma omp target parallel for map({{.*}}p[0 : n]){{.*}}num_threads(1)
// REMARK: remark: CLV010
// REMARK: remark: CLV112: {{.*}} 'same' and 'p' may overlap
// VALUE: a: first 1 last 50 sum 1275 placed 42925
// VALUE: b: first 1 last 1 sum 50 placed 1275
#include "show.h"
static void work(int *p, int *q, int *same, int n) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < n; i++)
      p[i] = q[i];
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < n; i++)
      p[i] += same[i - 1];
  }
}
int main(void) {
  int a[50], b[50];
  for (int i = 0; i < 50; i++)
    b[i] = 1;
  work(a, b, a, 50);
  show_ints("a", a, 50);
  show_ints("b", b, 50);
}
