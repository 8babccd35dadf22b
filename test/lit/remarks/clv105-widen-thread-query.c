// CLV105: the sums below are kept one for each thread of the one team.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[1000], sums[1024] = {0};
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a) map(tofrom : sums)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:12: remark: CLV105: loop not distributed across teams: the result of 'omp_get_thread_num' depends on the team; compute the value from the iteration variable [-Rpass-missed=cleave]
      sums[omp_get_thread_num()] += a[i];
  }
  int sum = 0;
  for (int i = 0; i < 1024; i++)
    sum += sums[i];
  printf("%d\n", sum);
}
