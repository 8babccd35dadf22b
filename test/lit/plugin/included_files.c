// -include, and a precompiled header.
// RUN: %cleave_cc %host_offload -O1 -include %S/Inputs/forced.h %s -o %t -Rpass=cleave 2>&1 \
// RUN:   | FileCheck %s
// CHECK: included_files.c:[[#@LINE+11]]:{{[0-9]+}}: remark: CLV
// RUN: %run %t
// Clang itself has no precompiled headers for offloading; the regions run on the host here.
// RUN: %cleave_cc -fopenmp -O1 -x c-header %S/Inputs/forced.h -o %t.pch
// RUN: %cleave_cc -fopenmp -include-pch %t.pch -O1 %s -c -o %t.o -Rpass=cleave 2>&1 \
// RUN:   | FileCheck %s
// RUN: %cleave_cc %host_offload %t.o -o %t
// RUN: %t
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
  return a[15] != forced_function(FORCED);
}
