// C++: exchanged pointers by std::swap, references to arrays, instances of templates.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// CHECK: region in exchange
// CHECK: CLV001
// CHECK: region in conversion
// CHECK: CLV246
#include <cstdio>
#include <utility>
template <typename T> static void exchange(T *a, T *b, int n, int steps) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
    T *src = a, *dst = b;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        dst[i] = src[i - 1] + src[i + 1];
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        src[i] /= 2;
      std::swap(src, dst);
    }
  }
}
struct first {
  int x[4];
};
struct second {
  int y[4];
};
struct both : first, second {};
// The base class is not at the begin of the object.
static void conversion(both *objects, int n) {
#pragma omp target map(tofrom : objects[0 : n])
  {
    second *p = objects;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      p->y[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      objects[i].x[0] += p->y[1];
  }
}
int main() {
  double a[50], b[50];
  int c[50], d[50];
  for (int i = 0; i < 50; i++)
    a[i] = i, b[i] = 2 * i, c[i] = i * i, d[i] = 7;
  exchange(a, b, 50, 3);
  exchange(c, d, 50, 4);
  both objects[3] = {};
  conversion(objects, 3);
  double s = objects[2].x[0] + objects[0].y[3];
  for (int i = 0; i < 50; i++)
    s += a[i] * i - b[i] + c[i] * 0.5 + d[i] * i;
  std::printf("%.12g\n", s);
}
