// Loops that run tile by tile, and loops that do not: the same results with any number of tiles, on a device of
// one team and of four, and without libcleave. Which of them do, the remarks say.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O1 -Wall -Wextra -Wsign-compare -Werror %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave 2> %t.remarks
// RUN: grep 'CLV03[67]' %t.remarks | FileCheck %s --implicit-check-not=remark:
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=1 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=off CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// RUN: %cleave_cc -O1 %host_offload %s -o %t.alone
// RUN: %run4 %t.alone | diff %t.expected -
// RUN: %cleave_cc -O0 %host_offload %s -o %t.O0
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t.O0 | diff %t.expected -
#include <stddef.h>
#include <stdio.h>

enum { N = 41 };
static double A[N * N], B[N * N], C[N * N], x[N], y[N], grid[N][N];

static void fill(void) {
  for (int i = 0; i < N * N; i++) {
    A[i] = i % 17 - 3;
    B[i] = i % 13 + 1;
    C[i] = i % 11;
    grid[i / N][i % N] = i % 19;
  }
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 + 1;
    y[i] = i;
  }
}

static void show(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum = sum * 0.75 + A[i] + 2 * B[i] + 3 * C[i] + 5 * grid[i / N][i % N];
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + x[i] + 2 * y[i];
  printf("%s %d: %.17g\n", name, n, sum);
  fill();
}

static void in_place(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i] + 1;
  }
}

static void rows(int n, const double *a, const double *v, double *r) {
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(from : r[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'r'
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * v[j];
      r[i] = sum;
    }
  }
}

// The sums stay in memory: the kernel has a second version for arrays that do not overlap.
static void two_versions(int n, const double *a, const double *v, double *r) {
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(tofrom : r[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'r'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i] += a[i * n + j] * v[j];
  }
}

static void collapsed(int n, const double *a, const double *b, double *c) {
#pragma omp target map(to : a[0 : n * n], b[0 : n * n]) map(tofrom : c[0 : n * n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'c'
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = c[i * n + j];
        for (int k = 0; k < n; k++)
          sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
      }
  }
}

static void triangular(int n, double *c) {
#pragma omp target map(tofrom : c[0 : n * n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'c'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++)
        c[i * n + j] += i;
  }
}

static void unsigned_counter(unsigned n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (unsigned i = 0; i < n; i++)
      a[i] += i;
  }
}

static void size_counter(size_t n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (size_t i = 0; n > i; ++i)
      a[i] += 3;
  }
}

static void last_and_short(short last, double *a) {
  short i;
#pragma omp target map(tofrom : a[0 : last + 1])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (i = 0; i <= last; i += 1)
      a[i] += last;
  }
}

static void negative_counter(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (long i = -7; i < n - 7; i++)
      a[i + 7] += i;
  }
}

// The loop changes a part of what is copied back.
static void inner_part(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (int i = 2; i < n - 2; i++)
      a[i] = 0;
  }
}

static void section(int n, int from, double *a) {
#pragma omp target map(tofrom : a[from : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i + from] += from;
  }
}

static void pairs(int n, double *a) {
#pragma omp target map(tofrom : a[0 : 2 * n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double both = a[2 * i] + a[2 * i + 1];
      a[2 * i] = both;
      a[2 * i + 1] = -both;
    }
  }
}

static void array(void) {
#pragma omp target map(tofrom : grid)
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'grid'
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        grid[i][j] += i * j;
  }
}

static void variable_rows(int n, double (*a)[n]) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] -= j;
  }
}

// 'b' is final after the first loop, 'c' is needed by the second.
static void several_stages(int n, const double *a, double *b, double *c) {
#pragma omp target map(to : a[0 : n]) map(tofrom : b[0 : n]) map(tofrom : c[0 : n * n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'b'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'c'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += b[j];
  }
}

static void named_variables(int n, double *a) {
  int one = 1;
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for default(none) shared(a, n) firstprivate(one)
    for (int i = 0; i < n; i++)
      a[i] += one;
  }
}

#define FIRST 1
#define LAST(n) ((n) - 1)
static void macros(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp parallel for schedule(static)
    for (int i = FIRST; i < LAST(n); i++)
      a[i] += FIRST;
  }
}

// Whole: what an iteration needs is not next to what the one before it needs.
static void neighbours(int n, const double *a, double *b) {
#pragma omp target map(to : a[0 : n]) map(tofrom : b[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'b'
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}

static void columns(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n * n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037{{.*}}no copied array is divided
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        a[i * n + j] += i;
  }
}

static void strided(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
      a[i] += 1;
  }
}

static void downwards(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037
#pragma omp parallel for
    for (int i = n - 1; i >= 0; i--)
      a[i] += 1;
  }
}

static double reduction(int n, const double *a) {
  double sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037{{.*}}'reduction(+ : sum)'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
  return sum;
}

static void switched_off(int n, double *a) {
#pragma cleave pipeline(off)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main(void) {
  const int sizes[] = {0, 1, 4, 7, N};
  fill();
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    in_place(n, A), show("in_place", n);
    rows(n, A, x, y), show("rows", n);
    two_versions(n, A, x, y), show("two_versions", n);
    collapsed(n, A, B, C), show("collapsed", n);
    triangular(n, C), show("triangular", n);
    unsigned_counter((unsigned)n, A), show("unsigned_counter", n);
    size_counter((size_t)n, A), show("size_counter", n);
    last_and_short((short)(n - 1), A), show("last_and_short", n);
    negative_counter(n, A), show("negative_counter", n);
    inner_part(n, A), show("inner_part", n);
    section(n, 9, A), show("section", n);
    pairs(n, A), show("pairs", n);
    array(), show("array", n);
    variable_rows(n, (double (*)[n > 0 ? n : 1])A), show("variable_rows", n);
    several_stages(n, A, B, C), show("several_stages", n);
    named_variables(n, A), show("named_variables", n);
    macros(n, A), show("macros", n);
    neighbours(n, A, B), show("neighbours", n);
    columns(n, A), show("columns", n);
    strided(n, A), show("strided", n);
    downwards(n, A), show("downwards", n);
    printf("reduction %d: %g\n", n, reduction(n, A));
    switched_off(n, A), show("switched_off", n);
    rows(n, A, A, y), show("one object under two names", n);
  }
  return 0;
}
