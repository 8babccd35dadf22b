// CLV004: statements between the loops become a kernel of one thread; neighbours share one.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-single-kernel-fallback=off %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-6: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[1000];
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV004: serial statements run on the device in a kernel of one thread: 'a' accesses device memory [-Rpass-analysis=cleave]
    a[0] = a[999] + 1;
    a[1] = a[998] + 1;
// CHECK-NOT: CLV004
#pragma omp parallel for
    for (int i = 2; i < 1000; i++)
      a[i] += a[0] * a[1];
// A parallel construct among them is executed by a team.
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV004: serial statements run on the device in a kernel of one team: 'a' accesses device memory [-Rpass-analysis=cleave]
#pragma omp parallel
#pragma omp single
    a[0] = 5;
#pragma omp parallel for
    for (int i = 2; i < 1000; i++)
      a[i] -= a[0];
// A call of a function that is not seen may ask who calls it: the kernel has a team, of which one thread runs the statement.
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV004: serial statements run on the device in a kernel of one team, in its initial thread: 'a' accesses device memory [-Rpass-analysis=cleave]
    a[3] += omp_get_num_threads();
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
