// Calls of functions without a visible body: no_openmp of begin assumes, const and pure functions and
// #pragma cleave callee(no_openmp) do not keep a loop in one team. Weaker assumptions do.
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave_cc -O1 %host_offload -DWRONG -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %clang -O1 %host_offload -DOTHER -c %s -o %t.other.o
// RUN: %cleave_cc -O1 %host_offload -c %s -o %t.o
// RUN: %cleave_cc -O1 %host_offload %t.o %t.other.o -o %t
// RUN: %clang -O1 %host_offload -c %s -o %t.o
// RUN: %clang -O1 %host_offload %t.o %t.other.o -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: %clang -O1 %link_sm90 -DOTHER -c %s -o %t.other.o
// RUN: %cleave_cc -O1 %link_sm90 -c %s -o %t.o
// RUN: %cleave_cc -O1 %link_sm90 %t.o %t.other.o -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>

#pragma omp begin declare target
#pragma omp begin assumes no_openmp
int assumed(int x);
#pragma omp end assumes
#pragma omp begin assumes no_openmp_routines no_parallelism
int weaker(int x);
#pragma omp end assumes
__attribute__((const)) int constant(int x);
__attribute__((pure)) int pure(const int *x);
#pragma cleave callee(no_openmp)
extern int asserted(int x);
int unknown(int x);
#pragma omp end declare target

#ifdef OTHER
int assumed(int x) { return x + 1; }
int weaker(int x) { return x + 2; }
int constant(int x) { return x - 1; }
int pure(const int *x) { return *x * 2; }
int asserted(int x) { return x + 5; }
int unknown(int x) { return x % 7; }
#else
#ifdef WRONG
void f(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
// WRONG: warning: CLV301
#pragma cleave callee(no_openmp)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}
#endif

enum { N = 300 };
static int a[N], b[N];

static void calls(int n) {
#pragma omp target map(tofrom : a, b)
  {
// CHECK: line [[#@LINE+1]]: CLV002
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = assumed(i);
// CHECK: line [[#@LINE+1]]: CLV002
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = constant(a[i]);
// CHECK: line [[#@LINE+1]]: CLV002
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = pure(&a[i]);
// CHECK: CLV004: {{.*}}kernel of one thread:
    b[0] = asserted(b[0]);
// CHECK: line [[#@LINE+1]]: CLV002
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = asserted(b[i]);
// CHECK: CLV106{{.*}}'weaker'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += weaker(i);
// CHECK: CLV106{{.*}}'unknown'
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += unknown(i);
  }
}

int main(void) {
  calls(N);
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i + 1L) + b[i];
  printf("%ld\n", sum);
}
#endif
