// FILE: test/lit/plugin/branch_templates.cpp
// WHAT: the second process that reads a main file makes the instances of system templates that make instances of the
//       user's: here the only one in which `value` is no integer. Without it the host would compute `value`.
// RUN: %clangxx %host_offload -std=c++17 -isystem %S/../reader/Inputs/system %s -o %t.plain
// RUN: %cleave_cxx %host_offload -std=c++17 -isystem %S/../reader/Inputs/system %s -o %t.split -Rpass-analysis=cleave 2>&1 \
// RUN:   | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
#include <call.h>
#include <stdio.h>

struct Scale {
  template <class Number> void operator()(double *a, Number value, int n) const {
#pragma omp target map(tofrom : a[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] *= value;
      // CHECK: branch_templates.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV004: {{.*}}floating-point
      value += 3;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += value;
    }
  }
};

int main() {
  double a[4] = {0.1, 2, 3, 4};
  Scale()(a, 3, 4);
  call(Scale(), a, 0.5, 4);
  printf("%g %g %g %g\n", a[0], a[1], a[2], a[3]);
}
