// CLV010: clauses let the iterations of these loops rely on each other, and it is proved that they do not.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000];
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV010: parallel loop distributed across all teams despite 'schedule(static, 8)': proved free of loop-carried dependences [-Rpass=cleave]
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV010: {{.*}} despite 'num_threads(1)': {{.*}} [-Rpass=cleave]
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 500; i++)
      a[2 * i] += 3 * a[2 * i + 1];
// The elements of neighbours: one thread must execute this loop.
// CHECK-NOT: CLV010
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 500; i++)
      a[2 * i] += a[2 * i + 2 - 2 * (i == 499)];
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
