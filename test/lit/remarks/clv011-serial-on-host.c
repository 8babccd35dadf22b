// CLV011: what only computes numbers that the host knows needs no launch; CLV004 says why the rest does.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-COUNT-5: call i32 @__tgt_target_kernel(
// IR-NOT: call i32 @__tgt_target_kernel(
#include <stdbool.h>
#include <stdio.h>

int main(void) {
  int a[1000], n = 1000, step = 3, count = 5;
  double factor = 0.5, other = 2;
  bool flip = false;
#pragma omp target map(from : a) map(to : count)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV011: serial statements run on the host: they use only values that the host has [-Rpass-analysis=cleave]
    int low = 0, high = n;
    double scale = factor;
// CHECK-NOT: CLV011
// CHECK-NOT: CLV004
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003
#pragma omp parallel for
    for (int i = low; i < high; i++)
      a[i] = i * scale;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV011
    low += 2, high -= 3;
    if (high > 50 && step)
      high = low > 1 ? 900 : low;
    else
      high++;
    for (int k = 0; k < 3; k++)
      step += k;
    {
      int twice = step;
      step = 2 * twice;
    }
    flip = !flip;
    while (step > 7)
      step -= 7;
    factor = other;
    factor = flip ? -1.5 : factor;
    other = step;
// CHECK-NOT: CLV011
// CHECK-NOT: CLV004
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003
#pragma omp parallel for
    for (int i = low; i < high; i++)
      a[i] += step + flip + factor + other;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV004: {{.*}} in a kernel of one thread: floating-point arithmetic may be rounded differently on the host [-Rpass-analysis=cleave]
    double tenth = factor * 0.1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV003
#pragma omp parallel for
    for (int i = low; i < high; i++)
      a[i] += 10 * tenth;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV004: {{.*}} in a kernel of one thread: 'count' is mapped and has a separate copy on the device
    count++;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
