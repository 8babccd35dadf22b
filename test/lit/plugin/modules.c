// Clang's modules: building one starts a compiler of its own, in which the plugin does nothing.
// RUN: rm -rf %t && mkdir %t
// RUN: %cleave_cc -fopenmp -fmodules -fmodules-cache-path=%t -I %S/Inputs/module -O1 -c %s \
// RUN:   -o %t/out.o -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: modules.c:[[#@LINE+6]]:{{[0-9]+}}: remark: CLV
// RUN: %cleave_cc %host_offload %t/out.o -o %t/prog && %t/prog
#include "in_module.h"
int a[16], n = 16;

int main(void) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  return a[15] != IN_MODULE;
}
