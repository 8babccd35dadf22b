// A destructor reads after an early exit, when the host has an older value; at the end of the block it has the current one.
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
static double a[N];
struct Show {
  ~Show() { printf("(%g) ", a[5]); }
};
int main() {
  fill(a, N);
  for (int t = 0; t < 4; t++) {
    step(a, N);
    do {
      Show show;
      step(a, N);
      if (t == 1)
        break;
      printf("%g ", a[4]);
    } while (0);
  }
  printf("%g\n", sum(a, N));
}
