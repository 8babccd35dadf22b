// CLV110: with bisect=1 the first loop is widened and the second is not.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-environments=off -fplugin-arg-cleave-bisect=1 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - -fplugin-arg-cleave-environments=off -fplugin-arg-cleave-bisect=1 \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: %same_results %s -fplugin-arg-cleave-environments=off -fplugin-arg-cleave-bisect=1
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp target parallel for map(from : a)
  for (int i = 0; i < 1000; i++)
    a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV110: loop not distributed across teams: bisect= stops the transformations before this one [-Rpass-missed=cleave]
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] *= 2;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
