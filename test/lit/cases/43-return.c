// CASE 43: rejected by clang | return out of a region
// OpenMP: a target region has one entry and one exit.
// RUN: not %clang %host_offload -fsyntax-only %s 2>%t.plain
// RUN: not %cleave_cc %host_offload -fsyntax-only %s 2>%t.split
// RUN: diff %t.plain %t.split
// RUN: FileCheck %s <%t.split
// CHECK: [[#@LINE+8]]:7: error: cannot return from OpenMP region
int work(int *a, int stop) {
#pragma omp target map(tofrom : a[0:100])
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
    if (stop)
      return 1;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += 1;
  }
  return 0;
}
