// CLV106: a function that is not defined in this file might synchronize its team.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-single-kernel-fallback=off -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-3: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

int toascii(int);
int (*convert)(int);
#pragma omp declare target to(toascii, convert)

static int half(int c) {
  return c / 2;
}

int main(void) {
  int a[1000];
// The device's pointer, which differs from the host's.
#pragma omp target
  convert = half;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:14: remark: CLV106: loop not distributed across teams: the body of 'toascii' is not visible; define the function in this file, or write '#pragma cleave callee(no_openmp)' before its declaration [-Rpass-missed=cleave]
      a[i] = toascii('a' + i % 20);
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
// CHECK: {{.*}}:[[#@LINE+1]]:14: remark: CLV106: loop not distributed across teams: the body of 'an indirect callee' is not visible
      a[i] = convert(a[i]);
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += half(a[i]);
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
