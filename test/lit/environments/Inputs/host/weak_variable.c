/* Another file replaces a weak pointer. */
#include "host.h"
static void step(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
double vis[N];
static double dummy[N];
__attribute__((weak)) double *wp = dummy;
int main(void) {
  fill(vis, N);
  for (int t = 0; t < 3; t++) {
    step(vis, N);
    wp[3] += 1;
    step(vis, N);
  }
  printf("%g\n", sum(vis, N));
}
