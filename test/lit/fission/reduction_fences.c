// The results of a team are visible before it is counted, and the last team reads them after it has counted: a fence on each side of the atomic
// operation. The simulator executes memory accesses in order, so no run on it can tell.
// RUN: %cleave_cc -O2 %sm90 -S %s -o %t.s
// RUN: grep -oE "__kmpc_flush, *$|atom[.a-z]*.add.u32.*, 1;|[.]entry .*dot_l[0-9]+" %t.s | FileCheck %s
// CHECK: entry {{.*}}dot_l
// CHECK: __kmpc_flush
// CHECK-NEXT: atom{{.*}}.add.u32
// CHECK-NEXT: __kmpc_flush
double dot(int n, const double *x, const double *y) {
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
