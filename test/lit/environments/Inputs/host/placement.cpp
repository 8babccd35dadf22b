// Objects in memory that the program provides, operators new of classes.
#include "host.h"
#include <new>
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
struct Pool {
  double *p;
  static void *operator new(size_t n) {
    a[4] += 1;
    return malloc(n);
  }
  static void operator delete(void *q) {
    printf("%g ", a[5]);
    free(q);
  }
};
int main() {
  fill(a, N);
  alignas(8) char buffer[sizeof(double *)];
  double **held = new (buffer) double *(a);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    Pool *pool = new Pool{a};
    step(a, N);
    pool->p[6] += 1;
    (*held)[7] += 1;
    delete pool;
    printf("%g ", (*reinterpret_cast<double **>(buffer))[8]);
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
