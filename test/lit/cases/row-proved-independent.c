// ROW proved-independent: transformed | chunk sizes, num_threads and if on loops whose subscripts prove independence
// OpenMP: such a clause lets iterations rely on each other; no iteration of these touches what another one writes.
// RUN: %case %s
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// TEXT-NOT: num_threads
// TEXT: #pragma omp target teams distribute parallel for map(from: p[0 : n * m]) collapse(2)
// TEXT: #pragma omp target teams distribute parallel for{{.*}}if(parallel: n > 5)
// TEXT: #pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+ : sum)
// TEXT: #pragma omp target teams distribute parallel for map(from: p[0 : n * m]) private(j, t)
// REMARK-COUNT-6: remark: CLV010
// VALUE: sum 20100
// VALUE: a: first 2998 last 1 sum 1499500 placed 500500000
// VALUE: b: first 0 last 101 sum 10100 placed 1348450
// VALUE: p: first 0 last 735 sum 41300 placed 3430840
#include "show.h"
static int a[1000], b[200];
static void work(int *p, int n, int m) {
  int sum = 0, j, t;
#pragma omp target map(from : a, b, p[0 : n * m]) map(tofrom : sum)
  {
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < 1000; i++)
      a[999 - i] = 3 * i + 1;
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 100; i++) {
      int *pair = b + 2 * i;
      pair[0] = i;
      pair[1] = pair[0] + 2;
    }
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        p[i * m + k] = k;
#pragma omp parallel for if (n > 5) schedule(runtime)
    for (int i = 0; i < n; i++)
      for (int k = 1; k < m; k++)
        p[i * m + k] += 100 * i;
#pragma omp parallel for num_threads(1) reduction(+ : sum)
    for (int i = 0; i < 200; i++)
      sum += i + 1;
#pragma omp parallel for private(j, t) schedule(guided, 7)
    for (int i = 0; i < n; i++) {
      t = 3 * i;
      for (j = 0; j < m; j++)
        p[i * m + j] += t;
    }
  }
  printf("sum %d\n", sum);
}
int main(void) {
  int p[120];
  work(p, 8, 15);
  show_ints("a", a, 1000);
  show_ints("b", b, 200);
  show_ints("p", p, 120);
}
