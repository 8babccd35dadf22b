/* longjmp leaves the loop, out of a called function. */
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
static void check(int t) {
  if (t == 2)
    longjmp(env, 1);
}
static void run(double *a) {
  for (int t = 0; t < 5; t++) {
    step(a, N);
    check(t);
    step(a, N);
  }
}
int main(void) {
  static double a[N];
  fill(a, N);
  if (!setjmp(env))
    run(a);
  printf("%g\n", sum(a, N));
  a[3] = 1;
  for (int t = 0; t < 2; t++)
    step(a, N);
  printf("%g\n", sum(a, N));
}
