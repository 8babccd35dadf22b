// CLV001: a region that becomes several kernels, counted by kind.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-single-kernel-fallback=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
#include <stdio.h>

void ramp(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split{{.*}} 2 {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

void from_first(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split{{.*}} 1 {{.*}} 1 kernel of other statements{{.*}} [-Rpass=cleave]
#pragma omp target map(tofrom : a[0 : n])
  {
    a[0] += 7;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      a[i] += a[0];
  }
}

// If the device computes a condition, the condition has a kernel of its own.
void halve(int *a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: target region split into 1 kernel of one parallel loop and 1 kernel of a condition [-Rpass=cleave]
#pragma omp target map(tofrom : a[0 : n])
  while (a[n - 1] > 100) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] /= 2;
  }
}

// IR-LABEL: define {{.*}} @ramp(
// IR-COUNT-2: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
// IR-LABEL: define {{.*}} @from_first(
// IR-COUNT-2: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
// IR-LABEL: define {{.*}} @halve(
// IR-COUNT-2: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
// IR-LABEL: define {{.*}} @main(

int main(void) {
  int a[1000];
  ramp(a, 1000);
  from_first(a, 1000);
  halve(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
