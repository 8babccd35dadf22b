// The remarks of LLVM's own passes, which find their line by counting the lines of the compiled
// text, name the lines of the source.
// RUN: %cleave_cc -fopenmp -O2 -c %s -o %t.o -Rpass='(loop-vectorize|cleave)' 2>&1 | FileCheck %s
// RUN: %cleave_cc %sm90 -O2 -S %s -o %t.s -Rpass='(openmp-opt|inline|licm)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEVICE
// The device has no code of the lines behind the region, so no remark may name one.
// RUN: %cleave_cc %sm90 -O2 -S %s -o %t.s -Rpass='.*' 2>&1 \
// RUN:   | not grep 'backend_remarks.c:\(2[6-9]\|3\)'

void twice(int *a, int n) {
// CHECK-DAG: backend_remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV
#pragma omp target map(tofrom : a[0 : n])
  {
// CHECK-DAG: backend_remarks.c:[[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
// DEVICE-DAG: backend_remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{[^C]}}
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
// CHECK-DAG: backend_remarks.c:[[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
// DEVICE-DAG: backend_remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{[^C]}}
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
int outside(const int *restrict x, int n) {
  int sum = 0;
// CHECK-DAG: backend_remarks.c:[[#@LINE+1]]:3: remark: vectorized loop
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
