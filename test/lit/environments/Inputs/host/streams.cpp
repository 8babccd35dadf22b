// An address goes through a stream.
#include "host.h"
#include <sstream>
#include <string>
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
int main() {
  double *a = new double[N];
  fill(a, N);
  std::ostringstream out;
  out << (unsigned long)a << ' ' << (void *)a;
  std::istringstream in(out.str());
  unsigned long u;
  void *p;
  in >> u >> p;
  unsigned long v = std::stoul(std::to_string((unsigned long)a));
  for (int t = 0; t < 3; t++) {
    step(a, N);
    printf("%g %g %g ", ((double *)u)[3], ((double *)p)[4], ((double *)v)[5]);
    ((double *)u)[6] = 1;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
  delete[] a;
}
