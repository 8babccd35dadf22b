// An array without a map clause is content with the part of it that is there; what several kernels
// share must be mapped explicitly, and then it is not. Where that can be, the array stays as it is.
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
static int shared_by_all[N];
struct pair {
  int x, y;
};
static void enter(int *p, int n) {
#pragma omp target enter data map(to : p[0:n])
}
static void leave(int *p, int n) {
#pragma omp target exit data map(from : p[0:n])
}
static void enter_by_way(int *p, int n) { enter(p, n); }
static int sum(const int *p) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s += (i + 1) * p[i];
  return s;
}
// CHECK-LABEL: region in by_callee
// CHECK: CLV265
static int by_callee(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  enter_by_way(a, N / 2);
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      a[i] *= 2;
  }
  leave(a, N / 2);
  return sum(a);
}
// CHECK-LABEL: region in by_pointer
// CHECK: CLV265
static int by_pointer(void) {
  int a[N], *p = a;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target data map(tofrom : p[0:N / 2])
  {
#pragma omp target
    {
#pragma omp parallel for
      for (int i = 0; i < N / 2; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < N / 2; i++)
        a[i] *= 2;
    }
  }
  return sum(a);
}
// CHECK-LABEL: region in global
// CHECK: CLV265
static int global(void) {
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      shared_by_all[i] += 1;
    shared_by_all[0] = 3;
  }
  return sum(shared_by_all);
}
// CHECK-LABEL: region in by_member
// CHECK: CLV265
static int by_member(void) {
  struct pair s = {1, 2};
  int a[N] = {0};
#pragma omp target data map(tofrom : s.x)
  {
#pragma omp target map(tofrom : a)
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] += s.x;
      s.x = a[3];
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        a[i] *= s.x;
    }
  }
  return sum(a) + s.x + s.y;
}
// One kernel uses it: that one maps it by itself.
// CHECK-LABEL: region in by_one_kernel
// CHECK: CLV001
static int by_one_kernel(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  enter(a, N / 2);
#pragma omp target map(tofrom : b)
  {
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      b[i] *= 2;
  }
  leave(a, N / 2);
  return sum(a) + sum(b);
}
// Nobody but functions that map nothing gets the address.
// CHECK-LABEL: region in not_given_away
// CHECK: CLV001
static int not_given_away(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  enter(b, N / 2);
#pragma omp target
  {
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++)
      a[i] *= 2;
  }
  leave(b, N / 2);
  return sum(a) + sum(b);
}
int main(void) {
  printf("%d\n", by_callee());
  printf("%d\n", by_pointer());
  enter(shared_by_all, N / 2);
  global();
  leave(shared_by_all, N / 2);
  printf("%d\n", sum(shared_by_all));
  printf("%d\n", by_member());
  printf("%d\n", by_one_kernel());
  printf("%d\n", not_given_away());
}
