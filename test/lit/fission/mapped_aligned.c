// Imperfect nests: the body of the parallel loop consists of several loops. Loops with equal bounds, one on each path to a statement, are
// aligned: a thread executes the same iteration of all of them, in the order of the source.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall %host_offload %s -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
//
// Which version ran: the mapped version has the number of the loop's last line.
// RUN: env CLEAVE_MAP=always LIBOMPTARGET_INFO=16 %run %t 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN
#include <stdio.h>

enum { MOST = 4096 };
static double a[MOST], b[MOST], c[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum = sum * 0.75 + a[i] + 0.5 * c[i];
  printf("%s %.17g\n", name, sum);
}

// CHECK: region in product:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// RAN: product_l[[@LINE+11]]
static void product(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i * m + j] *= 0.5;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < m; j++) {
        const double t = 0.25 * a[i * n + k];
        c[i * m + j] += t * b[k * m + j];
      }
  }
}

// Counters from outside, a triangle, and other names.
// CHECK: region in triangle:
// CHECK: CLV043: {{.*}}2 loops are parallel
// RAN: triangle_l[[@LINE+11]]
static void triangle(int n) {
  int j, k, l;
#pragma omp target teams distribute parallel for private(j, k, l) map(tofrom : c) map(to : a)
  for (int i = 0; i < n; i++) {
    for (j = 0; j <= i; j++)
      c[i * n + j] *= 0.5;
    for (k = 0; k < n; k++) {
      for (l = 0; l <= i; l++)
        c[i * n + l] += 0.125 * a[i * n + k] * a[l * n + k];
    }
  }
}

// Lanes along the outer loop: the inner ones are walked.
// CHECK: region in columns:
// CHECK: CLV043: {{.*}}iterations of 'j'
// RAN: columns_l[[@LINE+8]]
static void columns(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a, c)
  for (int j = 0; j < m; j++) {
    for (int i = n - 1; i > 0; i -= 2)
      a[i * m + j] += c[i * m + j];
    for (int i = n - 1; i > 0; i -= 2)
      c[i * m + j] -= 0.5 * a[i * m + j];
  }
}

// The loop inside of a loop that depends on its order.
// CHECK: region in steps:
// CHECK: CLV043: {{.*}}iterations of 'j'
// RAN: steps_l[[@LINE+6]]
static void steps(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int k = 1; k < 4; k++)
      for (int j = 0; j < m; j++)
        a[i * m + j] = 0.5 * a[i * m + j] + k;
}

// Another iteration of j reads what the first loop writes.
// CHECK: region in mirrored:
// CHECK: CLV049
static void mirrored(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (int j = 0; j < m; j++)
      c[i * m + j] = a[i * m + m - 1 - j];
  }
}

// CHECK: region in other_bounds:
// CHECK: CLV049
static void other_bounds(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (int j = 0; j < m - 1; j++)
      c[i * m + j] = a[i * m + j];
  }
}

// A variable carries a value from one loop to the next.
// CHECK: region in carried:
// CHECK-NOT: CLV043
static void carried(int n, int m) {
  double t = 0;
#pragma omp target teams distribute parallel for private(t) map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      t = a[i * m + j] += j;
    for (int j = 0; j < m; j++)
      c[i * m + j] = t;
  }
}

// So does a counter.
// CHECK: region in last_counter:
// CHECK-NOT: CLV043
static void last_counter(int n, int m) {
  int j, k;
#pragma omp target teams distribute parallel for private(j, k) map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (k = 0; k < m; k++)
      c[i * m + k] = j;
  }
}

// A statement beside the loops.
// CHECK: region in beside:
// CHECK-NOT: CLV043
static void beside(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    c[i] += a[i * m];
    for (int j = 0; j < m; j++)
      a[i * m + j] *= 2;
  }
}

// A temporary of one loop, declared outside.
// CHECK: region in temporary:
// CHECK: CLV043
// RAN: temporary_l[[@LINE+11]]
static void temporary(int n, int m) {
  double t;
#pragma omp target teams distribute parallel for private(t) map(tofrom : a) map(tofrom : c)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (int j = 0; j < m; j++) {
      t = 2 * a[i * m + j];
      c[i * m + j] = t * t;
    }
  }
}

int main(void) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 13;
    b[i] = i % 7;
    c[i] = i % 5;
  }
  static const int sizes[][2] = {{0, 5}, {1, 1}, {5, 0}, {7, 5}, {33, 66}, {64, 63}, {3, 1000}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s][0], m = sizes[s][1];
    product(n, m);
    report("product");
    triangle(n);
    report("triangle");
    columns(n, m);
    report("columns");
    steps(n, m);
    report("steps");
    mirrored(n, m);
    report("mirrored");
    other_bounds(n, m);
    report("other_bounds");
    carried(n, m);
    report("carried");
    last_counter(n, m);
    report("last_counter");
    beside(n, m);
    report("beside");
    temporary(n, m);
    report("temporary");
  }
  return 0;
}
