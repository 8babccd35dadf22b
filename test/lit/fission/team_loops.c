// Kernels whose teams execute an iteration each: their threads share the loops in the body, with the results of plain clang to the bit.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O0 -Wall -ffp-contract=off %host_offload %s -o %t.O0
// RUN: env CLEAVE_MAP=always %run4 %t.O0 | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: FileCheck %s --check-prefix=TEAMS --input-file=%t.checked
// RUN: grep -o "remark: CLV04[349]: .*" %t.remarks | FileCheck %s
#include <stdio.h>

enum { N = 40, MOST = N * N * N };
static double a[MOST], b[MOST];

static void reset(void) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 17 * 0.25 + 1;
    b[i] = i % 13 * 0.5;
  }
}

static void report(const char *name) {
  unsigned long hash = 14695981039346656037ul;
  const double *const all[] = {a, b};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < sizeof a; i++)
      hash = (hash ^ ((const unsigned char *)all[k])[i]) * 1099511628211ul;
  printf("%s %lx\n", name, hash);
  reset();
}

// CHECK: CLV049: a team executes an iteration of this loop: its threads share the iterations of 2 loops in the body
static void smooth(int n, int m, int steps, double *p, double *q) {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n * m], q[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int t = 0; t < steps; t++) {
      for (int j = 1; j < m - 1; j++)
        q[i * m + j] = 0.25 * p[i * m + j - 1] + 0.5 * p[i * m + j] + 0.25 * p[i * m + j + 1];
      for (int j = m - 2; j > 0; j--)
        p[i * m + j] = q[i * m + j];
    }
}

/* Elimination in each matrix of a batch: bounds depend on k. */
// CHECK: CLV049: a team executes an iteration of this loop: its threads share the iterations of 2 loops in the body
// TEAMS: {{ 5-33 +128 .*}}smooth
// TEAMS-NEXT: {{ 11 +128 .*}}eliminate
static void eliminate(int batch, int n) {
#pragma omp target map(tofrom : a)
#pragma omp parallel for
  for (int q = 0; q < batch; q++)
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++)
        a[(q * n + i) * n + k] /= a[(q * n + k) * n + k];
      for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j < n; j++)
          a[(q * n + i) * n + j] -= a[(q * n + i) * n + k] * a[(q * n + k) * n + j];
    }
}

/* Counters and private variables of the function; steps of two. */
// CHECK: CLV049: a team executes an iteration of this loop: its threads share the iterations of 3 loops in the body
static void declared_outside(int n, int m) {
  int j, t;
  double x;
#pragma omp target teams distribute parallel for map(tofrom : a, b) private(j, t, x)
  for (int i = n - 1; i >= 0; i -= 2) {
    for (j = 0; j < m; j += 2)
      b[i * m + j] += 1;
    for (t = 0; t < 3; t++) {
      for (j = 1; j < m; j++) {
        x = b[i * m + j - 1];
        a[i * m + j] += x * t;
      }
      for (j = 0; j < m - t; j++)
        b[i * m + j] += a[i * m + j + t];
    }
  }
}

/* Iterations of the inner loop depend on each other, or its bounds on memory. */
// CHECK: CLV044
// CHECK-NEXT: CLV044
static void stays(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 1; j < m; j++)
        a[i * m + j] += a[i * m + j - 1];
      for (int j = 1; j < m; j++)
        b[i * m + j] = a[i * m + j] + t;
    }
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < (int)b[MOST - 1 - i]; t++) {
      for (int j = 1; j < m; j++)
        a[i * m + j] = b[i * m + j - 1] + t;
      for (int j = 1; j < m; j++)
        b[i * m + j] = a[i * m + j];
    }
}

/* The arrays overlap: one thread executes an iteration. */
// CHECK: CLV049: a team executes an iteration of this loop: its threads share the iterations of 2 loops in the body
// TEAMS-NOT: {{ 128 .*}}overlapping
static void overlapping(int m) {
#pragma omp target data map(tofrom : a)
  {
    double *p = a, *q = a + 1, *r = a + 4 * N;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1; i++)
      for (int t = 0; t < 2; t++) {
        for (int j = 0; j < m; j++)
          p[j] = q[j] + t;
        for (int j = 0; j < m - 1; j++)
          r[j] += p[j + 1];
      }
  }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 33};
  reset();
  for (int i = 0; i < 6; i++) {
    const int n = sizes[i];
    smooth(n, n + 2, 3, a, b);
    report("smooth");
    eliminate(n / 3, n);
    report("eliminate");
    declared_outside(n, n + 3);
    report("declared outside");
    stays(n, n + 1);
    report("stays");
  }
  overlapping(33);
  report("overlapping");
}
