// CLV101: widen=off keeps loops in one team; the region is split all the same.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-widen=off 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - -fplugin-arg-cleave-widen=off \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: %same_results %s -fplugin-arg-cleave-widen=off
// IR-COUNT-2: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV101: loop not distributed across teams: disabled by widen=off [-Rpass-missed=cleave]
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV101: loop not distributed across teams: disabled by widen=off [-Rpass-missed=cleave]
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
// CHECK-NOT: remark: CLV
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
