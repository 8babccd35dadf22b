// CLV108: directives in the loop that bind to its team.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-single-kernel-fallback=off -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV108: loop not distributed across teams: it contains flush, which binds to one team [-Rpass-missed=cleave]
#pragma omp flush
    }
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV108: loop not distributed across teams: it contains tasks, which binds to one team [-Rpass-missed=cleave]
#pragma omp task firstprivate(i)
      a[i] *= 2;
    }
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
