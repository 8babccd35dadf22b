// Clang's -verify still finds every expected message where it is expected.
// RUN: %cleave_cc %host_offload -Wall -Xclang -verify -c %s -o %t.o
// RUN: %cleave_cc %host_offload -Rpass=cleave -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: remark: CLV

void twice(int *a, int n) {
  int unused; // expected-warning {{unused variable 'unused'}}
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int idle; // expected-warning {{unused variable 'idle'}}
      a[i] = i;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
