/* Sizes in type names are evaluated: in sizeof, typedef, typeof, a cast. */
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
int main(void) {
  double *a = malloc(N * 8);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    int k = sizeof(char[(int)(a[3] += 1) % 5 + 1]);
    step(a, N);
    typedef char T[(int)(a[4] += 1) % 3 + 1];
    step(a, N);
    __typeof__(char[(int)(a[5] += 1) % 3 + 1]) *q;
    step(a, N);
    (void)(char(*)[(int)(a[6] += 1) % 3 + 1])0;
    step(a, N);
    printf("%d ", k);
  }
  printf("%g\n", sum(a, N));
}
