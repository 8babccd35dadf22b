// 'aligned' of pointers in templates, in a member function and with an alignment that depends on a type: no CLV256 (see hints-of-simd.c).
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV256
// RUN: %same_results %s -w
// CHECK: :[[#@LINE+5]]:1: remark: CLV002:
#include <cstdio>
template <typename T> void add(T *p, T *q, int n) {
#pragma omp target map(tofrom : p[0 : n]) map(to : q[0 : n])
#pragma omp parallel
#pragma omp for simd aligned(p, q : alignof(T))
  for (int i = 0; i < n; i++) p[i] += q[i];
}
template <typename T, int A> void two(T *p, int n) {
#pragma omp target map(tofrom : p[0 : n])
  {
#pragma omp parallel for simd aligned(p : A) safelen(4)
    for (int i = 0; i < n; i++) p[i] += 2;
#pragma omp parallel for simd aligned(p : A) num_threads(2)
    for (int i = 0; i < n; i++) p[i] *= 2;
  }
}
struct view { double *d; int n;
  void scale(double f) {
#pragma omp target map(tofrom : d[0 : n])
#pragma omp parallel for simd aligned(d : 8)
    for (int i = 0; i < n; i++) d[i] *= f;
  }
};
int main() {
  static double a[3000], b[3000]; static float f[3000], g[3000];
  for (int i = 0; i < 3000; i++) a[i] = i % 7, b[i] = i % 5, f[i] = i % 3, g[i] = i % 4;
  add(a, b, 3000); add(f, g, 3000); two<double, 8>(a, 3000);
  view{a, 3000}.scale(3);
  double s = 0; for (int i = 0; i < 3000; i++) s += a[i] * (i % 3) + f[i];
  printf("%.1f\n", s);
}
