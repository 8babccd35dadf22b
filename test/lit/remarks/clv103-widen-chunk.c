// CLV103: a chunk size keeps the iterations of one chunk in order, and the second loop relies on it.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV103: loop not distributed across teams: 'schedule(runtime)' orders the iterations of a chunk, and they may depend on that order; remove the chunk size if the iterations are independent [-Rpass-missed=cleave]
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 1000; i++)
      a[i ^ 1] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV103: loop not distributed across teams: 'schedule(static, 8)' orders the iterations of a chunk
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < 1000; i++)
      if (i % 8)
        a[i] += a[i - 1] % 7;
// With order(concurrent) the program promises that nothing is relied on.
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for schedule(static, 8) order(concurrent)
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
