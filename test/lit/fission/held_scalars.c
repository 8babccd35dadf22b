// Kernels of one thread hold scalars that their loops update in registers, unless another name may denote the scalar.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s | grep -v "RUN:\|CHECK:" >%t.c
// RUN: FileCheck %s --input-file %t.c --implicit-check-not="double *cleave_at_"
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
#include <stdio.h>

enum { N = 50 };
static double a[N];
static double total;
#pragma omp declare target
static double counted;
static void count(double by) { counted += by; }
#pragma omp end declare target

// CHECK: void held(
// CHECK: double *cleave_at_s = &s; double s = *cleave_at_s;
// CHECK: *cleave_at_s = s; }
static void held(void) {
  double s = 1;
#pragma omp target map(tofrom : a, s)
  {
    for (int i = 1; i < N; i++) {
      s += a[i];
      a[i] = s * 0.5;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += s;
  }
  printf("held %g %g\n", s, a[N - 1]);
}

// CHECK: void pointed(
static void pointed(void) {
  double s = 1, *p = &s;
#pragma omp target map(tofrom : a, s)
  {
    for (int i = 1; i < N; i++) {
      s += a[i];
      *p *= 0.5;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += s;
  }
  printf("pointed %g %g\n", s, a[N - 1]);
}

// CHECK: void global(
static void global(void) {
#pragma omp target map(tofrom : a, total)
  {
    for (int i = 1; i < N; i++)
      total += a[i] + a[i - 1];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += total;
  }
  printf("global %g %g\n", total, a[N - 1]);
}

// CHECK: void called(
static void called(void) {
#pragma omp target map(tofrom : a)
  {
    for (int i = 1; i < N; i++) {
      counted += a[i];
      count(counted * 0.25);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += counted;
  }
  printf("called %g\n", a[N - 1]);
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 5;
  held();
  pointed();
  global();
  called();
}
