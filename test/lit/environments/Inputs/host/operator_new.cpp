// The program replaces the operators new and delete.
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
static int on;
void *operator new(size_t n) {
  if (on)
    a[3] += 1;
  return malloc(n);
}
void operator delete(void *p) noexcept {
  if (on)
    a[4] += 1;
  free(p);
}
void operator delete(void *p, size_t) noexcept {
  if (on)
    a[4] += 1;
  free(p);
}
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    on = 1;
    volatile int *x = new int(3);
    on = 0;
    *x += 1;
    step(a, N);
    on = 1;
    delete x;
    on = 0;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
