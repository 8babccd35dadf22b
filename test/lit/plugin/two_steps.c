// Compiling and linking apart, and to assembly first, gives a program that is right.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: remark: CLV
// RUN: %cleave_cc %host_offload %t.o -o %t
// RUN: %run %t
// RUN: %run4 %t
// RUN: %cleave_cc %host_offload -O2 %s -o %t
// RUN: %run %t
// RUN: %cleave_cc %host_offload -O0 %s -o %t
// RUN: %run4 %t
// The device code alone, as assembly:
// RUN: %cleave_cc %sm90 -O2 -S %s -o - | FileCheck %s --check-prefix=PTX
// PTX: .entry __omp_offloading_{{.*}}_main_l{{[0-9]+}}

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
  return a[15] != 16;
}
