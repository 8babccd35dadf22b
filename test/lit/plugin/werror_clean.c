// A file that plain clang compiles under -Weverything -Werror still compiles when its regions are
// transformed: the text that cleave adds is free of warnings.
// RUN: %clang %host_offload -O1 -Weverything -Wno-unsafe-buffer-usage -Werror -c %s -o %t.o
// RUN: %cleave_cc %host_offload -O1 -Weverything -Wno-unsafe-buffer-usage -Werror -c %s -o %t.o
// RUN: %cleave_cc %host_offload -O1 -Rpass=cleave -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: remark: CLV

void twice(int *a, int n);
void twice(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
    int last;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
    last = a[0] + n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += last;
  }
}
