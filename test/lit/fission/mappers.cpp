// C++: mappers in namespaces, of references, in templates and in lambdas. A class with a default mapper: clang 19 maps the members
// that a member function uses, without the mapper, so that no clause for the object has the same meaning.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -O1 %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.cpp
// RUN: grep -v "^//" %t.rewritten.cpp | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx -O1 %host_offload %t.rewritten.cpp -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cxx -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// CHECK-COUNT-4: CLV001
// CHECK: region in geometry::Mesh::scale
// CHECK: CLV252: target region not transformed: 'this' is an object of a class with a default mapper
#include <cstdio>
#include <cstdlib>
namespace geometry {
struct Mesh {
  int n;
  double h;
  double *x;
  void scale();
};
#pragma omp declare mapper(deep : Mesh m) map(tofrom : m, m.x[0 : m.n])
#pragma omp declare mapper(Mesh m) map(tofrom : m, m.x[0 : m.n])
} // namespace geometry
using geometry::Mesh;
// TEXT-LABEL: named(
// TEXT: target data map(mapper(geometry::deep), tofrom: m)
// TEXT: map(mapper(geometry::deep), alloc: m)
static void named(Mesh &m) {
#pragma omp target map(mapper(geometry::deep), tofrom : m)
  {
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] += i;
    m.h += 1;
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] *= m.h;
  }
#pragma omp target exit data map(delete : m.n)
}
static void implicit(Mesh m) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] += i;
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] *= m.h;
  }
#pragma omp target exit data map(delete : m.n)
}
template <typename T> static void general(T &m, int by) {
#pragma omp target map(tofrom : m)
  {
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] += by;
#pragma omp parallel for
    for (int i = 0; i < m.n; i++)
      m.x[i] *= m.h;
  }
#pragma omp target exit data map(delete : m.n)
}
struct Line {
  long n;
  float h;
  float *x;
};
#pragma omp declare mapper(Line m) map(tofrom : m, m.x[0 : m.n])
static void lambda(Mesh m) {
  auto run = [&](int by) {
#pragma omp target map(mapper(geometry::deep), tofrom : m)
    {
#pragma omp parallel for
      for (int i = 0; i < m.n; i++)
        m.x[i] += by;
#pragma omp parallel for
      for (int i = 0; i < m.n; i++)
        m.x[i] *= m.h;
    }
  };
  run(3);
#pragma omp target exit data map(delete : m.n)
}
void geometry::Mesh::scale() {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < 7; i++)
      h += 0 * i;
#pragma omp parallel for
    for (int i = 0; i < 7; i++)
      n += 0 * i;
    h *= 2;
  }
}
template <typename T> static void show(const char *name, const T &m) {
  double sum = 0;
  for (int i = 0; i < m.n; i++)
    sum += (i + 1) * m.x[i];
  std::printf("%s %g %g\n", name, double(m.h), sum);
}
static Mesh make() {
  Mesh m = {20, 0.5, static_cast<double *>(std::malloc(20 * sizeof(double)))};
  for (int i = 0; i < m.n; i++)
    m.x[i] = i % 5;
  return m;
}
int main() {
  Mesh m = make();
  named(m);
  show("named", m);
  Mesh other = make();
  implicit(other);
  show("implicit", other);
  Mesh third = make();
  general(third, 2);
  show("general", third);
  Line line = {20, 2, static_cast<float *>(std::calloc(20, sizeof(float)))};
  general(line, 3);
  show("general", line);
  Mesh fourth = make();
  lambda(fourth);
  show("lambda", fourth);
  Mesh last = make();
  last.scale();
  show("member", last);
}
