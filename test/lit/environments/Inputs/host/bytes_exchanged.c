/* Pointers are exchanged byte by byte, go through bit-fields, and through an array of float. */
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
static void add(double *to, const double *from, int n) {
#pragma omp target teams distribute parallel for map(tofrom : to[0 : n]) map(to : from[0 : n])
  for (int i = 0; i < n; i++)
    to[i] = to[i] / 2 + from[i];
}
#include <stdint.h>
int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  fill(a, N);
  fill(b, N);
  for (int t = 0; t < 4; t++) {
    add(a, b, N);
    unsigned char *x = (unsigned char *)&a, *y = (unsigned char *)&b;
    for (unsigned i = 0; i < sizeof a; i++) {
      unsigned char z = x[i];
      x[i] = y[i];
      y[i] = z;
    }
    a[3] += 1;
    add(a, b, N);
    struct {
      uint64_t lo : 32, hi : 32;
    } s = {(uint32_t)(uintptr_t)a, (uintptr_t)a >> 32};
    double *c = (double *)(((uintptr_t)s.hi << 32) | s.lo);
    step(a, N);
    c[4] = 2;
    step(a, N);
    printf("%g ", c[5]);
    _Static_assert(sizeof(float) * 2 == sizeof(double *), "");
    float f[2];
    memcpy(f, &b, sizeof b);
    double *d;
    memcpy(&d, f, sizeof d);
    step(b, N);
    d[6] += 1;
    step(b, N);
  }
  printf("%g %g\n", sum(a, N), sum(b, N));
}
