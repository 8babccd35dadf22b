// CLV030: a kernel that adds up in an array has a second version, and only such a kernel.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-2: call i32 (i32, i32, i32, ...) @cleave_disjoint(
// IR-NOT: call i32 (i32, i32, i32, ...) @cleave_disjoint(
#include <stdio.h>

int main(void) {
  int a[64], b[64], sums[64], matrix[64][8];
  for (int i = 0; i < 64; i++)
    a[i] = i, b[i] = 64 - i, sums[i] = 0;
#pragma omp target map(to : a, b) map(tofrom : sums[0 : 64], matrix)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV030: versioned for no-alias: 'sums' is accumulated in a register when a run-time check finds no overlap [-Rpass=cleave]
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[i] * b[k];
// Each store has an address of its own, or nothing to overlap, or the user does not want it.
// CHECK-NOT: CLV030
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 8; k++)
        matrix[i][k] = a[i] + b[k];
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 8; k++)
        sums[i] += k;
#pragma cleave no_alias(off)
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[i] * b[k];
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      int sum = 0;
      for (int k = 0; k < 64; k++)
        sum += a[i] * b[k];
      sums[i] += sum;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV030: {{.*}} 'sums' is accumulated
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 8; k++)
        sums[i] = sums[i] + matrix[i][k] * a[k];
  }
  for (int i = 0; i < 64; i++)
    printf("%d %d\n", sums[i], matrix[i][3]);
}
