/* The integer is a member of a record that another function fills in. */
#include "host.h"
#include <stdint.h>
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
struct handle {
  int kind;
  uintptr_t data;
};
static void open_handle(struct handle *h, void *p) { h->data = (uintptr_t)p; }
static double get(const struct handle *h, int i) { return ((double *)h->data)[i]; }
int main(void) {
  static double a[N];
  struct handle h = {1, 0};
  open_handle(&h, a);
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g ", get(&h, 5));
    ((double *)h.data)[3] = t;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
