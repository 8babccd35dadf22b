// -foffload-lto: the device code is linked as bitcode.
// RUN: %cleave_cc %host_offload -O2 -foffload-lto %s -o %t -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: remark: CLV
// RUN: %run %t
// RUN: %cleave_cc %host_offload -O2 -foffload-lto -c %s -o %t.o
// RUN: %cleave_cc %host_offload -O2 -foffload-lto %t.o -o %t
// RUN: %run4 %t

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
