// Deleters of smart pointers.
#include "host.h"
#include <memory>
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
struct Show {
  void operator()(int *p) const {
    printf("%g ", a[*p]);
    a[*p] = 1;
    delete p;
  }
};
static void look(int *p) {
  printf("(%g) ", a[*p]);
  delete p;
}
int main() {
  fill(a, N);
  for (int t = 0; t < 3; t++) {
    step(a, N);
    {
      std::unique_ptr<int, Show> guard(new int(t + 2));
      step(a, N);
    }
    std::unique_ptr<int, void (*)(int *)> other(new int(5), look);
    step(a, N);
    other.reset();
    std::shared_ptr<int> shared(new int(6), [](int *p) {
      a[7] += *p;
      delete p;
    });
    step(a, N);
    shared.reset();
    step(a, N);
  }
  printf("%g\n", sum(a, N));
}
