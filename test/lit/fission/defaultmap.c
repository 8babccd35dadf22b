// defaultmap changes what holds without a clause: cleave carries over what it knows, and the rest stays.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c | diff --strip-trailing-cr %t.rewritten.c -
#include <stdio.h>
#define N 100
#define VALUES int a[N] = {0}, b[N] = {0}, x = 3
static void show(const int *a, const int *b, int x) {
  int s = 0, t = 0;
  for (int i = 0; i < N; i++) {
    s += (i + 1) * a[i];
    t += (i + 1) * b[i];
  }
  printf("%d %d %d\n", s, t, x);
}
// CHECK-LABEL: region in scalar_tofrom
// CHECK: CLV001
static void scalar_tofrom(void) {
  VALUES;
#pragma omp target map(tofrom : a) defaultmap(tofrom : scalar)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += x;
    x = 5;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  show(a, b, x);
}
// CHECK-LABEL: region in to
// CHECK: CLV252
static void to(void) {
  VALUES;
#pragma omp target map(tofrom : a) defaultmap(to : aggregate)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  show(a, b, x);
}
// CHECK-LABEL: region in from
// CHECK: CLV252
static void from(void) {
  VALUES;
#pragma omp target map(tofrom : a) defaultmap(from : aggregate)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  show(a, b, x);
}
// CHECK-LABEL: region in firstprivate
// CHECK: CLV001
static void firstprivate(void) {
  VALUES;
#pragma omp target map(tofrom : a) defaultmap(firstprivate : aggregate)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += x;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  show(a, b, x);
}
// Each team has a copy of its own.
// CHECK-LABEL: region in of_each_team
// CHECK: CLV223
static void of_each_team(void) {
  VALUES;
#pragma omp target map(tofrom : a, b)
#pragma omp teams firstprivate(b)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += x;
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] += 2;
  }
  show(a, b, x);
}
int main(void) {
  scalar_tofrom();
  to();
  from();
  firstprivate();
  of_each_team();
}
