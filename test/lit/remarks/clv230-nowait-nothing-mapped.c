// CLV230: nothing is mapped that could begin and end a chain of tasks.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

void fill(int *device_a, int n) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV230: target region not transformed: with nowait, a depend clause on a mapped variable orders the kernels, and none is mapped; map a variable, or remove nowait [-Rpass-missed=cleave]
#pragma omp target is_device_ptr(device_a) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      device_a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      device_a[i] *= 2;
  }
#pragma omp taskwait
}

int main(void) {
  int a[100], host = omp_get_initial_device(), device = omp_get_default_device();
  int *device_a = omp_target_alloc(sizeof a, device);
  fill(device_a, 100);
  omp_target_memcpy(a, device_a, sizeof a, 0, 0, host, device);
  for (int i = 0; i < 100; i++)
    printf("%d\n", a[i]);
  omp_target_free(device_a, device);
}
