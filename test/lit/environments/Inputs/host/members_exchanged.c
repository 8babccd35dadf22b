/* Members are exchanged; updates depend on conditions, in branches, in inner loops. */
#include "host.h"
struct context {
  double *cur, *old;
};
static void jacobi(const double *a, double *b, int n) {
#pragma omp target map(to : a[0 : n]) map(tofrom : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] += 1;
  }
}
int main(void) {
  struct context c, *q = &c;
  c.cur = malloc(N * sizeof(double));
  c.old = malloc(N * sizeof(double));
  fill(c.cur, N);
  fill(c.old, N);
  for (int t = 0; t < 9; t++) {
    jacobi(c.cur, c.old, N);
    double *s = c.cur;
    c.cur = c.old;
    c.old = s;
    if (t % 3 == 1)
      printf("%g ", c.cur[4]);
    if (t == 4)
      q->cur[7] = 50;
    else if (t == 6) {
      c.old[8] = 60;
      printf("(%g %g) ", q->old[8], c.cur[9]);
    }
    for (int k = 0; k < t - 6; k++)
      c.cur[k + 2] += 1;
  }
  printf("%g %g\n", sum(c.cur, N), sum(c.old, N));
  free(c.cur);
  free(c.old);
}
