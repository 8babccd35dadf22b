/* Pointers in unions: as an integer, as bytes, in a nested record. */
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
union word {
  double *p;
  unsigned long u;
  unsigned char bytes[sizeof(double *)];
};
struct box {
  int tag;
  union {
    struct {
      double *first;
    } pointers;
    unsigned long numbers[1];
  } u;
};
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  union word x, y, z;
  x.p = a;
  y.u = x.u;
  for (unsigned k = 0; k < sizeof(double *); k++)
    z.bytes[k] = y.bytes[k];
  struct box box;
  box.u.numbers[0] = x.u;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", y.p[4], z.p[5]);
    z.p[6] = 7;
    box.u.pointers.first[7] = 8;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
