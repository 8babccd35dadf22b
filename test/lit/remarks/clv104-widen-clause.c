// CLV104: clauses that may not stand on a loop distributed over teams.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -fplugin-arg-cleave-single-kernel-fallback=off -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-5: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdio.h>

#pragma omp declare reduction(greatest : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(last : int : omp_out = omp_in > omp_out ? (omp_in) : (omp_out)) initializer(omp_priv(omp_orig))

int main(void) {
  int a[1000], k = 0, most = 0, end = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a) map(tofrom : most, end)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV104: loop not distributed across teams: 'linear(k : 2)' is not supported on a distributed loop; remove the clause if the loop does not need it [-Rpass-missed=cleave]
#pragma omp parallel for linear(k : 2)
    for (int i = 0; i < 1000; i++) {
      a[i] = k;
      k += 2;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV104: loop not distributed across teams: 'ordered' is not supported
#pragma omp parallel for ordered
    for (int i = 1; i < 1000; i++) {
#pragma omp ordered
      a[i] += a[i - 1] % 7;
    }
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV104: loop not distributed across teams: 'schedule(monotonic : static)' is not supported
#pragma omp parallel for schedule(monotonic : static)
    for (int i = 0; i < 1000; i++)
      a[i] += k;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV104: loop not distributed across teams: 'reduction(greatest : most)' is not supported
#pragma omp parallel for reduction(greatest : most)
    for (int i = 0; i < 1000; i++)
      most = most < a[i] ? a[i] : most;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV104: loop not distributed across teams: 'reduction(last : end)' is not supported
#pragma omp parallel for reduction(last : end)
    for (int i = 0; i < 1000; i++)
      end = end < i ? i : end;
  }
  printf("%d %d\n", most, end);
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], k);
}
