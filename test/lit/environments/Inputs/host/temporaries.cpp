// Destructors of temporaries: full-expressions, arguments, conditions, references.
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
struct Finish {
  int k;
  explicit Finish(int k) : k(k) {}
  ~Finish();
  operator bool() const { return k > 0; }
};
static double a[N];
Finish::~Finish() {
  printf("finish %d %g\n", k, a[3]);
  a[2] = k;
}
static int with(Finish f, int k) { return f.k + k; }
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    Finish(1);
    step(a, N);
    with(Finish(2), 2);
    step(a, N);
    if (Finish(3))
      step(a, N);
    const Finish &kept = Finish(4);
    step(a, N);
    (void)kept;
  }
  printf("%g\n", sum(a, N));
}
