/* A function that does not return ends the program in a table of functions. */
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
static void (*at_end)(void);
static void report(void) { printf("report %g\n", sum(a, N)); }
_Noreturn static void die(int status) {
  at_end();
  exit(status);
}
int main(void) {
  fill(a, N);
  at_end = report;
  for (int t = 0; t < 5; t++) {
    step(a, N);
    if (t == 2)
      die(7);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
