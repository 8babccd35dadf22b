// Macros with the names of words that the transformed text uses, in C++: see macro_words.c.
// RUN: %clangxx -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=off -O1 -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s --implicit-check-not=CLV001
// RUN: %run %t.plain >%t.expected
// RUN: %run4 %t.split | diff %t.expected -
#include <cstdio>
#include <vector>

// As programs do that look into classes: no directive here has such a clause.
#define private public
#define restrict __restrict

constexpr int n = 1000;
static double a[n], b[n];

class Field {
private:
  double *p, *q;

public:
  Field(double *p, double *q) : p(p), q(q) {}
  // CHECK: :[[#@LINE+3]]: target region in Field::step
  // CHECK-NEXT: CLV001:
  void step() {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] = i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        q[i] = p[i] * 2 + 1'000;
    }
  }
};

#define distribute teams
// CHECK: :[[#@LINE+3]]: target region in scaled
// CHECK-NEXT: CLV211: {{.*}} 'distribute'
template <class T> void scaled(T *p, T *q, T by) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] *= by;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] += p[i];
  }
}
#undef distribute

// What a literal contains is no word of the text, whatever quotes it holds.
#define tofrom to
#define quoted 1
static void literals(int wanted) {
  int found = 0;
// CHECK: :[[#@LINE+2]]: target region in literals
// CHECK-NEXT: CLV211: {{.*}} 'tofrom'
#pragma omp target map(from : found)
  {
    found = wanted;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
    found += R"("quoted")"[1] == 'q';
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i] + found;
  }
  std::printf("%d\n", found);
}
#undef tofrom
static void literals_alone() {
// CHECK: :[[#@LINE+2]]: target region in literals_alone
// CHECK-NEXT: CLV001:
#pragma omp target map(tofrom : a, b)
  {
    std::printf("%d %s\n", R"("quoted")"[1] == 'q', "quoted");
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

int main() {
  Field field(a, b);
  field.step();
  scaled(a, b, 3.0);
  literals(2);
  literals_alone();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + a[i] + 3 * b[i];
  std::printf("%.17g\n", sum);
}
