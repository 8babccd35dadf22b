// Another file assigns a static member before main.
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
double vis[N];
template <class T> struct St {
  static double *p;
};
template <class T> double *St<T>::p = nullptr;
template struct St<int>;
int main() {
  fill(vis, N);
  for (int t = 0; t < 3; t++) {
    step(vis, N);
    if (St<int>::p)
      St<int>::p[3] += 1;
    step(vis, N);
  }
  printf("%g\n", sum(vis, N));
}
