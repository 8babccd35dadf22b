/* A pointer is copied byte by byte, and by memcpy through a buffer. */
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
static void copy(void *to, const void *from, unsigned long n) {
  char *t = to;
  const char *f = from;
  while (n--)
    *t++ = *f++;
}
int main(void) {
  static double a[N];
  double *p = a, *q, *r;
  char buffer[sizeof p];
  copy(&q, &p, sizeof p);
  memcpy(buffer, &p, sizeof p);
  memcpy(&r, buffer, sizeof r);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", q[4], r[5]);
    q[2] = 4;
    r[3] = 5;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
