// Loops whose directive is combined with target, and one that is alone in its teams, run tile by tile: the same
// results with any number of tiles, on a device of one team and of four, and without libcleave. Readers see
// nothing of it, and the kernels keep their names. (The kernels of lines 76 and 104 are versions: staged sums, and the collapsed nest on the grid.)
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-reduction=off -O1 -Wall -Wextra -Wsign-compare -Werror %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave 2> %t.remarks
// RUN: grep 'CLV03[67]' %t.remarks | FileCheck %s --implicit-check-not=remark:
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=1 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=4 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// Where nothing is large enough, there is no environment but the program's own.
// RUN: env LIBOMPTARGET_INFO=1 %run %t 2>&1 | grep -c 'Entering OpenMP data region' | FileCheck %s --check-prefix=SMALL
// SMALL: {{^}}5{{$}}
// RUN: env LIBOMPTARGET_INFO=1 CLEAVE_TRANSFERS=always %run %t 2>&1 | grep -c 'Entering OpenMP data region' | FileCheck %s --check-prefix=ALWAYS
// ALWAYS: {{^[0-9][0-9]$}}
// RUN: env CLEAVE_TRANSFERS=off CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// RUN: %cleave_cc -fplugin-arg-cleave-reduction=off -O1 %host_offload %s -o %t.alone
// RUN: %run4 %t.alone | diff %t.expected -
// RUN: %cleave_cc -fplugin-arg-cleave-reduction=off -O0 %host_offload %s -o %t.O0
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t.O0 | diff %t.expected -
// RUN: %cleave_cc -fplugin-arg-cleave-reduction=off -O1 -Wall -Wextra -Werror %host_offload -x c++ %s -o %t.cxx
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t.cxx | diff %t.expected -
// RUN: nm %t.plain | grep -o '__omp_offloading.*[.]region' | grep -v '_teams_\|_widened_' | sort > %t.plain.kernels
// RUN: nm %t | grep -o '__omp_offloading.*[.]region' | grep -v '_teams_\|_widened_\|_collapsed_l104\|_rows_l76' | sort | diff %t.plain.kernels -
// RUN: %cleave rewrite %s -o %t.c -- -O1 %host_offload
// RUN: not diff -U0 %s %t.c > %t.changes
// RUN: FileCheck %s --check-prefix=READER --implicit-check-not='{{^[-+]}}' < %t.changes
// READER: {{^}}---
// READER: {{^}}+++
// READER: {{^}}-#pragma omp target parallel for map(to : a
// READER: {{^}}+#pragma omp target teams distribute parallel for map(to : a
// READER: {{^}}+    map(tofrom : r[0 : n]) schedule(static)
#include <stddef.h>
#include <stdio.h>

enum { N = 41 };
static double A[N * N], B[N * N], C[N * N], x[N], y[N];
static int enabled = 1;

static void fill(void) {
  for (int i = 0; i < N * N; i++) {
    A[i] = i % 17 - 3;
    B[i] = i % 13 + 1;
    C[i] = i % 11;
  }
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 + 1;
    y[i] = i;
  }
}

static void show(const char *name, int n) {
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum = sum * 0.75 + A[i] + 2 * B[i] + 3 * C[i];
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + x[i] + 2 * y[i];
  printf("%s %d: %.17g\n", name, n, sum);
  fill();
}

static void rows(int n, const double *a, const double *v, double *r) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'r'
#pragma omp target teams distribute parallel for map(to : a[0 : n * n], v[0 : n]) \
    map(from : r[0 : n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * v[j];
    r[i] = sum;
  }
}

static void widened(int n, const double *a, const double *v, double *r) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'r'
#pragma omp target parallel for map(to : a[0 : n * n], v[0 : n]) map(tofrom : r[0 : n]) schedule(static)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      r[i] += a[i * n + j] * v[j];
}

// With one array under both names, which name is mapped first is the kernel's business.
static void copied(int n, const double *v, double *r) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'v', 'r'
#pragma omp target teams distribute parallel for map(to : v[0 : n]) map(tofrom : r[0 : n])
  for (int i = 0; i < n; i++)
    r[i] += v[i];
}

static void collapsed(int n, const double *a, const double *b, double *c) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a', 'c'
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * n], b[0 : n * n]) map(tofrom : c[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = c[i * n + j];
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static void teams(int n, double *a) {
#pragma omp target teams map(tofrom : a[0 : n])
  {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i] + 1;
  }
}

static void clauses(size_t n, double *a) {
  double by = 3, scratch = 0;
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) default(none) shared(a, n) \
    firstprivate(by) private(scratch) device(0) num_teams(2) thread_limit(4) schedule(static)
  for (size_t i = 0; i < n; i++) {
    scratch = a[i];
    a[i] = scratch + by;
  }
  (void)scratch;
}

static void on_condition(int n, double *a) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'a'
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) if (n > 4)
  for (int i = 0; i < n; i++)
    a[i] += i;
}

// Mapped by the rule for arrays.
static void arrays(int n) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV036{{.*}}: 'C'
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    C[i] += 1;
}

// There already.
static void present(int n, double *a) {
#pragma omp target data map(tofrom : a[0 : n])
  {
    on_condition(n, a);
    teams(n, a);
  }
}

// Whole: the team numbers what comes by, and each kernel would begin anew.
static void numbered(int n, double *a) {
  int count = 0;
// CHECK: :[[@LINE+1]]:{{.*}}CLV037
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++) {
    int number;
#pragma omp atomic capture
    number = count++;
    a[i] += number >= 0;
  }
}

// Whole: copies with each kernel.
static void always(int n, double *a, double *b) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037{{.*}}: 'b
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(always, tofrom : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

// Whole: a condition on what the region changes.
static void changed_condition(int n, double *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n], enabled) if (enabled)
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    if (i == 0)
#pragma omp atomic write
      enabled = 1;
  }
}

static double reduction(int n, const double *a) {
  double sum = 0;
// CHECK: :[[@LINE+1]]:{{.*}}CLV037{{.*}}'reduction(+ : sum)'
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : a[0 : n])
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

static void chunks(int n, double *a) {
// CHECK: :[[@LINE+1]]:{{.*}}CLV037{{.*}}'dist_schedule(static, 3)'
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) dist_schedule(static, 3)
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void deferred(int n, double *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) nowait
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma omp taskwait
}

static void switched_off(int n, double *a) {
#pragma cleave pipeline(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

int main(void) {
  const int sizes[] = {0, 1, 4, 7, N};
  fill();
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    rows(n, A, x, y), show("rows", n);
    widened(n, A, x, y), show("widened", n);
    collapsed(n, A, B, C), show("collapsed", n);
    teams(n, A), show("teams", n);
    clauses((size_t)n, A), show("clauses", n);
    on_condition(n, A), show("on_condition", n);
    arrays(n), show("arrays", n);
    present(n, A), show("present", n);
    numbered(n, A), show("numbered", n);
    always(n, A, B), show("always", n);
    changed_condition(n, A), show("changed_condition", n);
    printf("reduction %d: %g\n", n, reduction(n, A));
    chunks(n, A), show("chunks", n);
    deferred(n, A), show("deferred", n);
    switched_off(n, A), show("switched_off", n);
    rows(n, A, A, y), show("one object under two names", n);
    copied(n, A, A), show("one that is written", n);
  }
  return 0;
}
