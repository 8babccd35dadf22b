// CLV109: volatile accesses and assembler code may be there to order the iterations.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-3: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

static int plus_zero(int x) {
  static int zero;
  return x + zero;
}

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
      volatile int v = i;
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV109: loop not distributed across teams: it accesses volatile or _Atomic objects, which may order its iterations [-Rpass-missed=cleave]
      a[i] = v;
    }
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
// CHECK: {{.*}}:[[#@LINE+1]]:7: remark: CLV109: loop not distributed across teams: it contains assembler code
      __asm__("" ::: "memory");
      a[i] *= 2;
    }
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV109: loop not distributed across teams: it uses a static variable
      a[i] = plus_zero(a[i]);
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
