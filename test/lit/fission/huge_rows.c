// Rows that further teams of the kernel share: more of them than the queue holds, one with more than 256 parts of the least size, several
// sums, and several launches with one buffer. The values are such that every order of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %host_offload %s -o %t -fplugin-arg-cleave-reassociate=on -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: grep -o "remark: CLV05[34]: .*" %t.remarks | FileCheck %s
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu -fplugin-arg-cleave-reassociate=on
// RUN: %gpu %t.gpu | diff %t.expected -
// The host executes several teams at a time, so some wait while others find rows.
// RUN: env CLEAVE_SIMULATOR_HOST_THREADS=4 %cleave simulate --device=a100 %t.gpu | grep '^row' | diff %t.expected -
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu >%t.checked
// Only the first kernel has further teams: 132 beside 38 blocks of 8 rows. The second one has a reduction clause.
// RUN: env CLEAVE_VERBOSE=1 %cleave simulate %t.gpu >%t.report 2>&1
// RUN: FileCheck %s --check-prefix=GRID <%t.report
// GRID-DAG: {{^ +4 +170 +256 .*}} all:
// GRID-DAG: {{^ +2 +170 +256 .*}} fused:
// GRID-DAG: {{^ +1 +38 +256 .*}} maximum:
// What a launch does is said once.
// RUN: FileCheck %s --check-prefix=SAID <%t.report
// SAID: launch of 300 rows: 38 teams with blocks of 8 rows, for 132 multiprocessors
// SAID-NOT: launch of 300 rows
// RUN: %cleave explain %s -- -fopenmp | FileCheck %s --check-prefix=EXPLAINED
// EXPLAINED: region in all:
// EXPLAINED-NEXT: CLV053 at line {{[0-9]+}}: lanes share the elements of a row: operands by lanes, updates of 's' in source order
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, HUGE_ROWS = 70 };
static int first[ROWS + 1], least[ROWS], *number;
static double *value, sum[ROWS];

static void report(const char *name) {
  double total = 0;
  for (int i = 0; i < ROWS; i++)
    total += (i % 13 + 1) * sum[i] + least[i] % 1009;
  printf("row %s: %.17g\n", name, total);
  for (int i = 0; i < ROWS; i++)
    sum[i] = least[i] = i % 7;
}

static void all(int n, int elements) {
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread; short rows keep one thread, and teams share huge ones
#pragma omp target teams distribute parallel for map(to : first, value[0 : elements], number[0 : elements])  \
    map(tofrom : sum, least)
  for (int i = 0; i < n; i++) {
    double s = sum[i];
    int m = 1 << 30;
    for (int k = first[i]; k < first[i + 1]; k++) {
      s += value[k] * (i + 1);
      m = number[k] < m ? number[k] : m;
    }
    sum[i] = s;
    least[i] = m;
  }
  report("all");
}

static void maximum(int n, int elements) {
  int most = 0;
// CHECK: CLV053: lanes share the elements of a row: a sum in each lane, combined by one thread; short rows keep one thread [
#pragma omp target teams distribute parallel for map(to : first, value[0 : elements])                        \
    map(tofrom : sum, most) reduction(max : most)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += value[k];
    sum[i] = s;
    most = most > (int)s ? most : (int)s;
  }
  printf("row most: %d\n", most);
  report("maximum");
}

/* Stores, with and without a statement after the inner loop. */
static void stores(int n, int elements) {
// CHECK: CLV053: lanes share the elements of a row: each lane executes its elements; short rows keep one thread, and teams share huge ones
#pragma omp target teams distribute parallel for map(to : first) map(tofrom : value[0 : elements])
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++)
      value[k] = value[k] * 2 + i % 3;
// CHECK: CLV053: lanes share the elements of a row: each lane executes its elements; short rows keep one thread, and teams share huge ones
#pragma omp target teams distribute parallel for map(to : first) map(tofrom : number[0 : elements])          \
    map(tofrom : least)
  for (int i = 0; i < n; i++) {
    for (int k = first[i]; k < first[i + 1]; k++)
      number[k] = number[k] / 2 + i;
    least[i] += i;
  }
  report("stores");
}

/* Two loops in one kernel, launched twice. */
static void fused(int n, int elements) {
#pragma omp target map(to : first, number[0 : elements]) map(tofrom : value[0 : elements], sum)
  for (int step = 0; step < 2; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        value[k] = number[k] % 7 + step;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 1;
      for (int k = first[i]; k < first[i + 1]; k++)
        s += value[k];
      sum[i] = s;
    }
  }
  report("fused");
}

static void unordered(int n, int elements) {
// CHECK: CLV054: one thread executes all elements of a row: 'nowait' defers the kernel
#pragma omp target teams distribute parallel for map(to : first, value[0 : elements]) map(tofrom : sum) nowait
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += value[k];
    sum[i] = s;
  }
#pragma omp taskwait
  report("unordered");
}

int main(void) {
  int elements = 0;
  for (int i = 0; i < ROWS; i++) {
    first[i] = elements;
    elements += i == 299 ? 600000 : i == 1 ? 8192 : i % 4 == 2 && i / 4 < HUGE_ROWS ? 8193 + i : i % 37;
  }
  first[ROWS] = elements;
  value = malloc(elements * sizeof *value);
  number = malloc(elements * sizeof *number);
  for (int k = 0; k < elements; k++) {
    value[k] = k % 11 - 4;
    number[k] = elements - k % 100003;
  }
  report("begin");
  for (int step = 0; step < 3; step++)
    all(ROWS, elements);
  all(0, elements);
  maximum(ROWS, elements);
  stores(ROWS, elements);
  fused(ROWS, elements);
  all(ROWS, elements);
  unordered(ROWS, elements);
}
