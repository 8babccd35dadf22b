// Functions of the user's that are named like ones of the C library, but cannot be those, may do anything: their loops stay on
// one device, and results are the same.
// RUN: %clangxx -O1 -DLIBRARY %host_offload %s -c -o %t.library.o
// RUN: %clangxx -O1 %host_offload %s %t.library.o -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cxx -O1 %host_offload %s %t.library.o -Rpass=cleave -Rpass-analysis=cleave -o %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run4 %t | diff %t.expected -
#include <cmath>
#include <cstdio>

enum { N = 1000 };
#pragma omp begin declare target
extern double factor;
namespace user {
double log(double x);
}
double round(double x, int digits);
extern "C" double absf(double x);
#ifdef LIBRARY
double factor = 2;
double user::log(double x) { return x * factor; }
double round(double x, int digits) { return x * digits * factor; }
double absf(double x) { return x * factor; }
#endif
#pragma omp end declare target

#ifndef LIBRARY
static double a[N];

static void of_a_namespace() {
  // CHECK: [[@LINE+2]]:1: remark: CLV041:
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = user::log(a[i]);
}

static void overloaded() {
  // CHECK: [[@LINE+2]]:1: remark: CLV041:
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = round(a[i], 1);
}

static void almost_a_name() {
  // CHECK: [[@LINE+2]]:1: remark: CLV041:
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = absf(a[i]);
}

static void of_the_library() {
  // CHECK: [[@LINE+2]]:1: remark: CLV040:
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = std::fabs(a[i]) + sqrt(a[i]);
}

int main() {
  double sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 19;
#pragma omp target
  factor = 1.01; // on one device
  of_a_namespace();
  overloaded();
  almost_a_name();
  of_the_library();
  for (int i = 0; i < N; i++)
    sum = sum * 0.999 + a[i];
  std::printf("%.17g\n", sum);
  return 0;
}
#endif
