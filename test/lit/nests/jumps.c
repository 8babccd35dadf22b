// Forward jumps in the body of a nest, to a label in the same block and in called functions: each copy of the text declares its labels. Other
// jumps leave the nest as it is.
// RUN: %clang -O1 -w %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>%t.remarks
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -w %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=always %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: grep -o "[a-z_.0-9]*:[0-9]*:[0-9]*: remark: CLV04[34]: .*" %t.remarks | sed 's/[^:]*://' | sort -n -u | FileCheck %s
#include <stdio.h>
enum { N = 50, M = 41 };
static double x[N * M], y[N * M], z[N * M];
static void forward(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double t = x[i * m + j];
      if (j == 3) goto out;
      t = t * 2;
      if (t > 9) { y[i * m + j] = 4; goto out; }
      y[i * m + j] = t + j;
    out:
      y[i * m + j] += 1;
    }
}
static double helper(const double *p, int n) {
  double s = 0;
  if (n < 0) goto bad;
  s = p[0] + n;
  if (s > 20) goto bad;
  return s;
bad:
  return -1;
}
static void in_callee(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i * m + j] = helper(&x[i * m + j], j - 2);
}
// Out of an inner loop.
static void inner_loop(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < 4; k++)
// CHECK: [[@LINE+1]]:{{.*}}CLV044
        if (x[i * m + j] < k) goto out;
      y[i * m + j] = 7;
    out:;
    }
}
static void backward(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = 0;
// CHECK: [[@LINE+1]]:{{.*}}CLV044
    again:
      y[i * m + j] += x[i * m + j];
      if (++k < 3) goto again;
    }
}
// The inner loop ends early.
static void leaves_loop(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
// CHECK: [[@LINE+1]]:{{.*}}CLV044
      if (x[i * m + j] > 11) goto out;
      y[i * m + j] = 7;
    }
  out:;
  }
}
// The break ends the loop.
static void with_break(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 30) break;
// CHECK: [[@LINE+1]]:{{.*}}CLV044
      if (x[i * m + j] > 11) goto out;
      y[i * m + j] = 7;
    out:
      y[i * m + j] += 1;
    }
}
static void with_continue(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 30) continue;
      if (x[i * m + j] > 11) goto out;
      y[i * m + j] = 7;
    out:
      y[i * m + j] += 1;
    }
}
// The subscript has two values.
static void skipped_value(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = j;
      if (x[i * m + j] > 5) goto out;
      k = 0;
    out:
// CHECK: [[@LINE+1]]:{{.*}}CLV044
      y[i * m + k] += x[i * m + j];
    }
}
static void two_labels(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 3) goto second;
      if (j == 4) {
        if (x[i * m + j] > 4) goto second;
        goto first;
      }
      y[i * m + j] = 7;
    first:
      y[i * m + j] += 1;
      if (j > 30) goto second;
      y[i * m + j] *= 2;
    second:
      y[i * m + j] += 2;
    }
}
// A value that only one of the paths sets.
// CHECK-NOT: CLV043
static void two_values(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = 0;
      if (j == 3) goto second;
      if (j == 4) goto first;
      k = j;
    first:
      if (j > 30) goto second;
      k = j;
    second:
      y[i * m + k] += 2;
    }
}
// Backwards, beside a jump forward.
static void both_ways(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = 0;
// CHECK: [[@LINE+1]]:{{.*}}CLV044
    again:
      y[i * m + j] += k;
      if (k > 2) goto out;
      k++;
      goto again;
    out:
      y[i * m + j] += 2;
    }
}
static void into_switch(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      switch (j % 3) {
      case 0:
// CHECK: [[@LINE+1]]:{{.*}}CLV044
        if (j > 20) goto out;
      case 1:
        y[i * m + j] = 2;
      out:
        y[i * m + j] += 1;
      }
}
// A jump into a block.
static void nested_blocks(int n, int m) {
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
// CHECK: [[@LINE+1]]:{{.*}}CLV044
      if (j > 20) goto out;
      {
        if (j > 10) goto out;
        y[i * m + j] = 2;
      out:
        y[i * m + j] += 1;
      }
    }
}
static void set(void) { for (int i = 0; i < N * M; i++) x[i] = i * 7 % 23 - 2, y[i] = i % 3; }
static void print(const char *name) {
  double s = 0;
  for (int i = 0; i < N * M; i++) s += y[i] * (i % 17);
  printf("%s %.17g\n", name, s);
}
#define TEST(f) set(), f(N, M), print(#f)
int main(void) {
  TEST(forward); TEST(in_callee); TEST(inner_loop); TEST(backward); TEST(leaves_loop); TEST(with_break); TEST(with_continue);
  TEST(skipped_value); TEST(two_labels); TEST(two_values); TEST(both_ways); TEST(into_switch); TEST(nested_blocks);
}
