// CLV102: num_threads, if and thread_limit may leave one thread. The program below may rely on it:
// with one thread, the iterations of the second loop run in order.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// A thread_limit puts the launch in a function that stands in the module twice.
// IR-COUNT-4: call i32 @__tgt_target_kernel({{.*}}, i32 {{1|-1}}, i32 {{[^,]*}}, ptr
// IR-NOT: call i32 @__tgt_target_kernel({{.*}}, i32 0, i32 {{[^,]*}}, ptr
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  int a[1000], threads = argc + 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV102: loop not distributed across teams: 'num_threads(threads)' fixes the team size, and iterations may depend on it; remove the clause if the iterations are independent [-Rpass-missed=cleave]
#pragma omp parallel for num_threads(threads)
    for (int i = 0; i < 1000; i++)
      a[i ^ 1] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV102: loop not distributed across teams: 'num_threads(1)'
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < 1000; i++)
      a[i] += a[i - 1] % 7;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:36: remark: CLV102: loop not distributed across teams: 'thread_limit(threads)'
#pragma omp target map(tofrom : a) thread_limit(threads)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i ^ 1] *= 2;
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV102: loop not distributed across teams: 'if(0)'
#pragma omp parallel for if(0)
    for (int i = 1; i < 1000; i++)
      a[i] += a[i - 1] % 5;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
