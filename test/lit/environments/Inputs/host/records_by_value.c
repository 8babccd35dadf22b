/* Records with pointers: returned, passed by value, copied, in arrays, with casts between types. */
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
struct view {
  double *p;
  int n;
};
struct same_layout {
  double *q;
  int m;
};
static struct view make(double *p, int n) {
  struct view v = {p, n};
  return v;
}
static double at(struct view v, int i) { return v.p[i]; }
int main(void) {
  double *a = malloc(N * sizeof *a);
  fill(a, N);
  struct view v = make(a, N), copies[3], *last = &copies[2];
  copies[1] = v;
  memcpy(&copies[2], &copies[1], sizeof v);
  struct same_layout *other = (struct same_layout *)&v;
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g ", at(v, 3), at(*last, 4));
    copies[t % 2 + 1].p[5] += 1;
    other->q[6] = t;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  free(a);
}
