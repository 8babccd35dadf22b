// Virtual functions and destructors.
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
struct Observer {
  virtual void look(int t) = 0;
  virtual ~Observer() {}
};
struct Printer : Observer {
  void look(int t) override { printf("%g ", a[t]); }
  ~Printer() override { a[6] = 1; }
};
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    Observer *o = new Printer;
    step(a, N);
    o->look(t + 3);
    step(a, N);
    delete o;
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
