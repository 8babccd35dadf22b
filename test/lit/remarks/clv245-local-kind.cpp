// CLV245: an object with a constructor would be built once more for every kernel.
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <cstdio>

struct counter {
  int value;
  counter() : value(7) {}
};

int main() {
  int a[1000];
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:13: remark: CLV245: target region not transformed: 'c', declared in the region, cannot be shared by several kernels
    counter c;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i + c.value;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= c.value;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
