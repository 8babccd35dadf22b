// Members of records in map clauses between other items. clang 19 passes a member that follows another item in its clause as one more
// argument of the kernel; all arguments after it are then wrong. So kernels list members in clauses of their own.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s | FileCheck %s
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>

struct rows {
  long *row;
  int *column;
  double *value;
};
static long row[100];
static int column[100], y[100], count[100];
static double value[100];

// CHECK-LABEL: void pointer(
// CHECK:      target teams distribute parallel for map(to: a->row[0 : n], count) {{.$}}
// CHECK-NEXT: {{^ *}}map(to: a->value[0 : n]) map(tofrom: a->column[0 : n], y){{$}}
static void pointer(int n, struct rows *a) {
#pragma omp target map(to : a->row[0 : n]) map(to : count) map(tofrom : a->column[0 : n]) map(to : a->value[0 : n]) map(tofrom : y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += a->column[i] + count[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] -= a->column[n - 1 - i] * 3 + count[i] + (int)a->value[i];
  }
}

// CHECK-LABEL: void two(
// CHECK:      target teams distribute parallel for map(to: a.column[0 : n]) {{.$}}
// CHECK-NEXT: {{^ *}}map(to: b.column[0 : n], b.row[0 : n], count) map(tofrom: y){{$}}
static void two(int n, struct rows a, struct rows b) {
#pragma omp target map(to : a.column[0 : n]) map(to : b.column[0 : n]) map(to : b.row[0 : n], count) map(tofrom : y)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += a.column[i] - b.column[n - 1 - i] + count[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] -= a.column[n - 1 - i] * 3 + count[i] + (int)b.row[i];
  }
}

int main(void) {
  static int other[100];
  for (int i = 0; i < 100; i++) {
    column[i] = i * 7 % 50;
    other[i] = i % 3;
    row[i] = count[i] = i;
    value[i] = i * 2;
  }
  pointer(100, &(struct rows){row, column, value});
  for (int i = 0; i < 100; i += 9)
    printf("%d\n", y[i]);
  two(100, (struct rows){row, column, value}, (struct rows){row, other, value});
  for (int i = 0; i < 100; i += 9)
    printf("%d\n", y[i]);
}
