// CLV204: a region in a lambda that captures the object of a member function.
// RUN: %cleave_cxx %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <cstdio>

struct field {
  int *p, n;
  void fill();
};

void field::fill() {
  auto ramp = [this] {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV204: target region not transformed: it is inside a lambda; move the region to a function [-Rpass-missed=cleave]
#pragma omp target map(from : p[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] = i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] *= 2;
    }
  };
  ramp();
}

int main() {
  int a[1000];
  field f = {a, 1000};
  f.fill();
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
