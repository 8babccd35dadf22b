// A file with #line directives of its own: remarks, warnings and __LINE__ follow them.
// RUN: %cleave_cc %host_offload -O1 -Wall %s -o %t -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %run %t
int a[16], n = 16;
#line 500
int main(void) {
// CHECK: line_directives.c:502:{{[0-9]+}}: remark: CLV
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  // CHECK: line_directives.c:512:7: warning: unused variable 'unused'
  int unused;
  return __LINE__ != 513 || a[15] != 16;
}
