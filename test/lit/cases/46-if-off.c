// CASE 46: transformed | if on the target construct
// OpenMP: it is evaluated once; when false, the region runs on the host, on the host's data.
// RUN: %case %s
// TEXT: #pragma omp target data {{.*}}if{{ ?}}(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}if{{ ?}}(
// TEXT: #pragma omp target teams distribute parallel for{{.*}}if{{ ?}}(
// VALUE: asked 2 s 3
// VALUE: a: first 8 last 107 sum 5750 placed 373700
// VALUE: b: first 1 last 100 sum 5050 placed 338350
#include "show.h"
static int asked;
static int worth(int n) {
  asked++;
  return n > 50;
}
static void work(int *a, int n, int s) {
#pragma omp target if (worth(n)) map(tofrom : a[0:100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    s += 5;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += n == 10 ? 1 : s;
  }
}
int main(void) {
  int a[100], b[100], s = 3;
  work(a, 100, s);
#pragma omp target data map(to : b)
  work(b, 10, s);
  printf("asked %d s %d\n", asked, s);
  show_ints("a", a, 100);
  show_ints("b", b, 100);
}
