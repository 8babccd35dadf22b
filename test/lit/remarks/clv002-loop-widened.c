// CLV002: a loop of one team that is given the whole device.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %clang %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// The number of teams is 1 or -1, which means one, without cleave, and open (0) with it.
// PLAIN-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
#include <stdio.h>

int main(void) {
  int a[1000];
#pragma omp target map(from : a)
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002: parallel loop distributed across all teams{{.*}} [-Rpass=cleave]
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002: parallel loop distributed across all teams{{.*}} [-Rpass=cleave]
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] *= 3;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
