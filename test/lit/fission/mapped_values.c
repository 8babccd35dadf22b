// Statements between the loops of a nest that set values do not keep it from the grid: each iteration sets them again.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -O1 %host_offload %s -o %t -lm
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu -lm
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
#include <math.h>
#include <stdio.h>

enum { N = 37, M = 41 };
static double a[N * M], b[N * M], x[N * M];
static int j = 3;
#pragma omp declare target to(j)

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    sum = sum * 0.75 + a[i] + b[i];
  printf("%s %.17g\n", name, sum);
}

// CHECK: region in rows:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
static void rows(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b, x)
  for (int i = 0; i < n; i++) {
    const double factor = x[i] * 0.5 + 1, other = 3; // a comment in the text
    const double *row = &b[i * m];
    double *target = a + i * m;
    for (int j = 0; j < m; j++)
      target[j] = factor * row[j] + other;
  }
}

// Between each two of three loops, with the same name; a triangle; the first value of a loop.
// CHECK: region in levels:
// CHECK: CLV043: {{.*}}iterations of 'k'{{.*}}; 3 loops are parallel
static void levels(double (*c)[7][9]) {
#pragma omp target map(tofrom : c[0 : 5])
#pragma omp parallel for
  for (int i = 0; i < 5; i++) {
    const int value = i * 10;
    const int first = i;
    for (int j = first; j < 7; j++) {
      const double value = j * 0.5 + first;
      /* also here */ const int last = 9;
      for (int k = 0; k < last; k++)
        c[i][j][k] += value * k + first;
    }
  }
}

// Private variables, and a value that is declared and then set.
// CHECK: region in privates:
// CHECK: CLV043: {{.*}}iterations of 'j'{{.*}}; 2 loops are parallel
static void privates(int n, int m, double alpha) {
  int j;
  double factor;
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : x) private(j, factor)
  for (int i = 0; i < n; i++) {
    factor = alpha * x[i];
    double other;
    other = factor + 1;
    for (j = 1; j < m; j++)
      a[i * m + j] = factor * a[i * m + j] + other;
  }
}

// Set again further in, and what lastprivate keeps.
// CHECK: region in again:
// CHECK-NOT: CLV043
// CHECK: region in kept:
// CHECK: CLV044: {{.*}}'lastprivate(factor)' applies to the iterations of the outer loop
static void again(int n, int m) {
  double factor;
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : x) private(factor)
  for (int i = 0; i < n; i++) {
    factor = x[i];
    for (int j = 1; j < m; j++) {
      a[i * m + j] *= factor;
      factor = 0.5;
    }
  }
}
static double kept(int n, int m) {
  double factor = 0;
#pragma omp target teams distribute parallel for map(tofrom : a, factor) map(to : x) lastprivate(factor)
  for (int i = 0; i < n; i++) {
    factor = x[i];
    for (int j = 1; j < m; j++)
      a[i * m + j] += factor;
  }
  return factor;
}

// What the nest writes is not read again: an element of the row, a sum, a variable whose address is taken.
// CHECK: region in first_of_row:
// CHECK: CLV044: {{.*}}two iterations may access the same element of 'a'
static void first_of_row(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++) {
    const double first = a[i * m];
    for (int j = 0; j < m; j++)
      a[i * m + j] -= first;
  }
}
// CHECK: region in changed:
// CHECK-NOT: CLV043
// CHECK: region in called:
// CHECK-NOT: CLV043
// CHECK: region in hidden:
// CHECK-NOT: CLV043
// CHECK: region in hides:
// CHECK-NOT: CLV043
// CHECK: regions in 1 file
static void changed(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < n; i++) {
    double sum = i;
    for (int j = 0; j < m; j++) {
      sum += a[i * m + j];
      b[i * m + j] = sum;
    }
  }
}

// A call may cost more than the loop.
static void called(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : x)
  for (int i = 0; i < n; i++) {
    const double root = sqrt(x[i]);
    for (int j = 0; j < m; j++)
      a[i * m + j] *= root;
  }
}

// An initializer names a variable that the counter hides; a value that hides the name of the counter.
static void hidden(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++) {
    const int outer = j + i;
    for (int j = 0; j < m; j++)
      a[i * m + j] += outer;
  }
}
static void hides(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++) {
    const int j = i + 1;
    for (int j = 0; j < m; j++)
      a[i * m + j] += 2;
    // Not part of the nest.
  }
}

int main(void) {
  static double c[5][7][9];
  for (int i = 0; i < N * M; i++)
    a[i] = i % 13, b[i] = i % 7, x[i] = i % 5;
  rows(N, M);
  report("rows");
  levels(c);
  for (int i = 0; i < 5 * 7 * 9; i++)
    b[i] += c[i / 63][i / 9 % 7][i % 9];
  report("levels");
  privates(N, M, 0.25);
  again(N, M);
  b[0] += kept(N, M);
  report("privates");
  first_of_row(N, M);
  report("first of row");
  changed(N, M);
  called(N, M);
  report("changed, called");
  hidden(N, M);
  hides(N, M);
  report("hidden, hides");
}
