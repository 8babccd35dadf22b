// As member_of_no_variable.c: temporaries, casts, references that functions return, templates, members of `this`.
// RUN: %clangxx -O1 -Wall -Werror %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// CHECK-NOT: not split
// CHECK: CLV001: target region split into 2 kernels
// CHECK: CLV001: target region split into 5 kernels
#include <cstdio>
enum { N = 100 };
template <typename T> struct Point {
  T x, y;
  Point(T x, T y) : x(x), y(y) {}
  Point() : x(0), y(0) {}
  Point operator+(const Point &other) const { return Point(x + other.x, y + other.y); }
  T sum() const { return x + y; }
};
template <typename T> static Point<T> make(T i) { return Point<T>(i, 2 * i); }
static Point<int> &at(Point<int> *p, int i) { return p[i]; }

template <typename T> static void fill(T *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = make<T>(i).x + Point<T>(1, 2).y;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += (make<T>(i) + make<T>(2)).y + make<T>(i).sum();
  }
}

int main() {
  Point<int> points[N];
  int a[N];
  double b[N];
  int n = N;
  void *memory = points;
  for (int i = 0; i < n; i++)
    points[i] = make(i);
  fill(a, n);
  fill(b, n);
#pragma omp target map(tofrom : points, a)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      at(points, i).x += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      static_cast<Point<int> *>(memory)[i].y += (points[i] + points[i]).x;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += Point<int>{1, i}.y + sizeof(reinterpret_cast<Point<int> *>(memory)->y);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      auto twice = [](Point<int> p) { return (p + p).x; };
      a[i] += twice(points[i]);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      Point<int> &p = points[i];
      a[i] += p.x + p.y;
    }
  }
  for (int i = 0; i < n; i++)
    std::printf("%d %g %d %d\n", a[i], b[i], points[i].x, points[i].y);
}
