// Regions of nothing but serial loops: loops whose iterations are independent run on the whole device.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %cleave simulate --checks=all %t.gpu >%t.gpu.output 2>%t.checked
// RUN: grep '^[a-z]* [-0-9]' %t.gpu.output | diff %t.expected -
// RUN: grep -o 'CLV0[45][589]: .*' %t.remarks | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name, const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + a[i];
  printf("%s %.17g\n", name, s);
}

static double table[3000];

// One object: there is nothing to check.
// CHECK: CLV045: serial loop distributed across all teams: its iterations are independent [-Rpass=cleave]
static void one(int n) {
#pragma omp target map(tofrom : table)
  for (int i = 0; i < n; i++)
    table[i] = table[i] * 2 + i;
  show("one", table, n);
}

// CHECK-NEXT: CLV045: serial loop distributed across all teams: its iterations are independent if a run-time check finds no overlap [-Rpass=cleave]
static void two(int n, const double *x, double *y) {
#pragma omp target
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

// CHECK-NEXT: CLV045: {{.*}} independent [-Rpass=cleave]
// CHECK-NEXT: CLV045: {{.*}} independent [-Rpass=cleave]
static void block(int n) {
#pragma omp target map(tofrom : table)
  {
    for (int i = 0; i < n; i++)
      table[i] += i;
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 40; j++)
        table[i * 40 + j] *= 1.5;
  }
  show("block", table, n);
}

// An iteration uses the result of another one.
// CHECK-NEXT: CLV059: {{.*}} two iterations may access the same element: 'y[i] = y[i] * 0.5 + y[i - 2] * 0.25;'; if they never do, write 'omp parallel for'
static void chain(int n, double *y) {
#pragma omp target map(tofrom : y[0 : n])
  for (int i = 2; i < n; i++)
    y[i] = y[i] * 0.5 + y[i - 2] * 0.25;
  show("chain", y, n);
}

// The order of a sum.
// CHECK-NEXT: CLV059: {{.*}} 's' keeps the order of the source
static void sum(int n, const double *x) {
  double s = 0;
#pragma omp target map(to : x[0 : n]) map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  printf("sum %.17g\n", s);
}

// One statement between the loops.
// CHECK-NEXT: CLV059: {{.*}} its iterations are independent, but it has no directive
// CHECK-NEXT: CLV059: {{.*}} its iterations are independent, but it has no directive
static void mixed(int n) {
#pragma omp target map(tofrom : table)
  {
    for (int i = 1; i < n; i++)
      table[i] += i;
    table[0] += table[n - 1];
    for (int i = 1; i < n; i++)
      table[i] -= table[0];
  }
  show("mixed", table, n);
}

// The program wants one thread.
static void wanted(int n) {
#pragma cleave widen(off)
#pragma omp target map(tofrom : table)
  for (int i = 0; i < n; i++)
    table[i] -= i;
  show("wanted", table, n);
}

// The trip count is in memory of the device.
// CHECK-NEXT: CLV059: {{.*}} its iterations are independent, but it has no directive
static void bound(int *n) {
#pragma omp target map(tofrom : table) map(to : n[0 : 1])
  for (int i = 0; i < *n; i++)
    table[i] -= i;
  show("bound", table, *n);
}
// CHECK-NOT: CLV

int main(void) {
  int n = 640;
  double *x = malloc(sizeof *x * n), *y = malloc(sizeof *y * n);
  for (int i = 0; i < n; i++)
    x[i] = i % 7, y[i] = i % 5 * 0.25, table[i] = i % 3;
  one(n);
#pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  two(n, x, y);
  show("two", y, n);
#pragma omp target data map(tofrom : y[0 : n])
  two(n - 1, y, y + 1); // the check finds the overlap
  show("shifted", y, n);
  block(n);
  chain(n, y);
  sum(n, x);
  mixed(n);
  wanted(n);
  bound(&n);
}
