// CLV107: critical excludes the threads of one team only.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-single-kernel-fallback=off -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000], largest = -1, count = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a) map(tofrom : largest, count)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i * 37 % 1000;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV107: loop not distributed across teams: critical synchronizes the threads of one team only; use atomic or a reduction [-Rpass-missed=cleave]
#pragma omp critical
      {
        largest = a[i] > largest ? a[i] : largest;
        count++;
      }
    }
  }
  printf("%d %d\n", largest, count);
}
