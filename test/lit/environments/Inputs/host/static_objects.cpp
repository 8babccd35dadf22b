// Static objects: an initializer that keeps an address, a destructor that reads after exit.
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
struct Keeper {
  double *p;
  Keeper() : p(a) {}
  ~Keeper() { printf("kept %g\n", p[4]); }
};
static Keeper keeper;
static double *derived = keeper.p + 1;
static double *once() {
  static double *p = keeper.p + 2;
  return p;
}
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    keeper.p[3] += 1;
    printf("%g %g ", derived[5], once()[6]);
    if (t == 2)
      exit(0);
    step(a, N);
  }
}
