// CLV003: every parallel loop of a region that is split, whether it was distributed over teams or not.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-4: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000], b[1000];
#pragma omp target teams map(from : a, b)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003: parallel loop compiled as a separate kernel{{.*}} [-Rpass-analysis=cleave]
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003: parallel loop compiled as a separate kernel{{.*}} [-Rpass-analysis=cleave]
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      b[i] = 2 * i;
  }
#pragma omp target map(tofrom : a, b)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += b[999 - i];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003:
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 1000; i++)
      b[i] += a[999 - i];
  }
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], b[i]);
}
