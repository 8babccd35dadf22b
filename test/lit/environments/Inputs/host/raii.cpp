// Destructors at the end of blocks: members, bases, arrays, early exits.
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
struct Base {
  ~Base() { a[4] += 1; }
};
struct Timer {
  const char *name;
  explicit Timer(const char *name) : name(name) {}
  ~Timer() { printf("%s %g\n", name, a[5]); }
};
struct All : Base {
  Timer timer{"all"};
  int more[2];
};
static bool part(int t) {
  Timer timer("part");
  step(a, N);
  if (t == 1)
    return true;
  step(a, N);
  return false;
}
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    All all;
    Timer two[2] = {Timer("first"), Timer("second")};
    step(a, N);
    if (part(t))
      continue;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
