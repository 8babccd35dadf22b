// CLV281: serial(host) where a statement needs the device. Where none does, the region is split, and
// serial(device) changes nothing.
// RUN: %cleave_cc %host_offload --offload-host-only -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  int a[1000];
#pragma cleave serial(host)
#pragma omp target map(from : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV281: target region not transformed: serial(host) requires a statement that the host can execute; remove serial(host), or read only integer variables that the region does not map [-Rpass-missed=cleave]
    a[0] = a[1] + 4;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV001: target region split into 2 kernels of one parallel loop each [
#pragma cleave serial(host)
#pragma omp target map(tofrom : a)
  {
    int shift = 3;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += shift;
    shift = shift * 2 + 1;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= shift;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV001: target region split into 2 kernels of one parallel loop each and 1 kernel of other statements [
#pragma cleave serial(device)
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += 2;
    a[7] = a[8] + 4;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
