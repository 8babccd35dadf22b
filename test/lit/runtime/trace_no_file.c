// Without debug information a line is named after its function: regions in the same line of two files are two rows.
// RUN: %clang -O1 -Wall -c -DNAME=first %host_offload %s -o %t.1.o
// RUN: %clang -O1 -Wall -c -DNAME=second %host_offload %s -o %t.2.o
// RUN: %clang -O1 -Wall %host_offload %s %t.1.o %t.2.o -o %t %libcleave
// RUN: env CLEAVE_TRACE=%t.json %run %t
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK-DAG: first:[[LINE:[0-9]+]] {{ *}}1
// CHECK-DAG: second:{{[0-9]+}} {{ *}}2
// CHECK: To see variables and files
void first(int n, double *x), second(int n, double *x);
#ifdef NAME
void NAME(int n, double *x) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int k = 0; k < n; k++)
    x[k] += 1;
}
#else
int main(void) {
  double x[10] = {0};
  first(10, x), second(10, x), second(10, x);
  return x[9] != 3;
}
#endif
