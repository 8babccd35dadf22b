// CASE 33: split only | parallel for with if(0) and with an if that is false at run time
// OpenMP: a false if makes the team one thread, which the dependences rely on.
// RUN: %case %s
// TEXT: #pragma omp target parallel for{{.*}}if{{ ?}}({{(parallel ?: ?)?}}0)
// TEXT: #pragma omp target parallel for{{.*}}if{{ ?}}({{(parallel ?: ?)?}}c > 1)
// REMARK: remark: CLV102
// REMARK: remark: CLV102
// VALUE: a: first 1 last 500500 sum 167167000 placed 125417041750
#include "show.h"
static void work(int *a, int c) {
#pragma omp target map(from : a[0:1000])
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = 1;
#pragma omp parallel for if (0)
    for (int i = 1; i < 1000; i++)
      a[i] += a[i - 1];
#pragma omp parallel for if (parallel : c > 1)
    for (int i = 1; i < 1000; i++)
      a[i] += a[i - 1];
  }
}
int main(int argc, char **argv) {
  int a[1000];
  (void)argv;
  work(a, argc);
  show_ints("a", a, 1000);
}
