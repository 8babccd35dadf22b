// Pointers to rows of variable length in serial code. In a generic kernel clang 19 loses them on an NVIDIA
// device, so the kernel of one thread is no generic one: what it stores is in its code.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t.split
// RUN: %run %t.plain > %t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %cleave rewrite %s | FileCheck %s
// CHECK:      #pragma omp target parallel num_threads(1) map(tofrom: e[0 : n][0 : n]) {{.$}}
// CHECK-NEXT: {{^ *}}map(to: f[0 : n][0 : n]){{$}}
//
// RUN: %cleave_cc -O2 %sm90 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=DEVICE
// DEVICE-LABEL: define{{.*}}@__omp_offloading_{{[^(]*}}_l36(
// DEVICE: load double
// DEVICE: store double
// DEVICE-LABEL: define{{.*}}@__omp_offloading_{{[^(]*}}_l38(
//
// The same serial code by clang alone: the reason for all this. Should a later clang store something
// here, the form above is no longer needed for it.
// RUN: %clang -O2 %sm90 -DSERIAL_ALONE -S -emit-llvm %s -o - | FileCheck %s --check-prefix=CLANG
// CLANG: define{{.*}}@__omp_offloading_{{[^(]*}}step
// CLANG-NOT: store double
// CLANG: {{^}}}
#include <stdio.h>

enum { N = 40 };

static void __attribute__((noinline)) step(int n, double e[n][n], double (*f)[n], int t) {
#ifdef SERIAL_ALONE
#pragma omp target map(tofrom : e[0 : n][0 : n]) map(to : f[0 : n][0 : n])
  for (int j = 0; j < n; j++)
    e[0][j] = f[t][j];
#else
#pragma omp target map(tofrom : e[0 : n][0 : n]) map(to : f[0 : n][0 : n])
  {
    for (int j = 0; j < n; j++)
      e[0][j] = f[t][j];
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        e[i][j] += e[0][j];
  }
#endif
}

int main(void) {
  double e[N][N], f[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      e[i][j] = i + j;
      f[i][j] = i * j;
    }
  for (int t = 0; t < 3; t++)
    step(N, e, f, t);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      printf("%g\n", e[i][j]);
}
