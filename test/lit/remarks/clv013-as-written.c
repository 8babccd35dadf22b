// CLV013: a split region keeps its single-kernel form as a fallback, only if the host has its trip counts.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-single-kernel-fallback=off -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// The former name of the option.
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-as-written=off -c %s -o %t.o %remarks 2>&1 | FileCheck %s --check-prefix=OFF
// The readable form omits the fallback.
// RUN: %cleave rewrite %s > %t.on.c
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-single-kernel-fallback=off | diff %t.on.c -
// RUN: %same_results %s
// OFF: CLV001
// OFF-NOT: CLV013
// IR-COUNT-1: call i32 (i32, i32, double, i32, ...) @cleave_split_pays(
// IR-NOT: call i32 (i32, i32, double, i32, ...) @cleave_split_pays(
#include <stdio.h>

int main(void) {
  int a[64], b[64], n = 64;
  for (int i = 0; i < 64; i++)
    a[i] = i, b[i] = 64 - i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV013: kept the original single-kernel form as a fallback for low trip counts [-Rpass=cleave]
#pragma omp target map(tofrom : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[n - 1 - i];
  }
// The host does not know how many iterations the second loop has.
// CHECK-NOT: CLV013
#pragma omp target map(tofrom : a, b, n)
  {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] += i;
    n = 32 + a[0];
    int last = n;
#pragma omp parallel for
    for (int i = 0; i < last; i++)
      b[i] += a[i];
  }
  for (int i = 0; i < 64; i++)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
