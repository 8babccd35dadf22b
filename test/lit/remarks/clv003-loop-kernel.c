// CLV003: a loop that is distributed over the teams already, as a kernel of its own.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-2: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000], b[1000];
#pragma omp target teams map(from : a, b)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003: parallel loop is a kernel of its own{{.*}} [-Rpass-analysis=cleave]
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003: parallel loop is a kernel of its own{{.*}} [-Rpass-analysis=cleave]
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      b[i] = 2 * i;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], b[i]);
}
