// A destructor that does not use the array is no obstacle.
#include "host.h"
#include <ctime>
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
struct Timer {
  long begin;
  long *total;
  explicit Timer(long *total) : begin(clock()), total(total) {}
  ~Timer() { *total += clock() - begin; }
};
int main() {
  double *a = new double[N];
  long total = 0;
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    Timer timer(&total);
    step(a, N);
    step(a, N);
  }
  printf("%g %d\n", sum(a, N), total >= 0);
  delete[] a;
}
