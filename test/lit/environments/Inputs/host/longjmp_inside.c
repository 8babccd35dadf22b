/* setjmp and longjmp in the loop: statements run again. */
#include "host.h"
#include <setjmp.h>
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
static jmp_buf env;
static void again(volatile int *tries) {
  if ((*tries)++ < 2)
    longjmp(env, 1);
}
int main(void) {
  static double a[N];
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    volatile int tries = 0;
    step(a, N);
    setjmp(env);
    printf("%g ", a[4]);
    a[5] += 1;
    step(a, N);
    again(&tries);
  }
  printf("%g\n", sum(a, N));
}
