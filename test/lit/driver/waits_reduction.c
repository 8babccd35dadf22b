// A kernel whose teams combine a reduction: one wait, for the copy of the result.
// RUN: %clang -O2 -fplugin=%plugin %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always %launches %t
// RUN: python3 %S/Inputs/calls.py %t.log | FileCheck %s
// CHECK:      to 800000 S1
// CHECK-NEXT: wait S1
// CHECK-NEXT: to 4 S1
// CHECK-NEXT: behind
// CHECK-NEXT: launch l{{[0-9]+}} S1
// CHECK-NEXT: from 8 S1
// CHECK-NEXT: wait S1
// CHECK-NEXT: behind
// CHECK-NEXT: launch l{{[0-9]+}} S1
// CHECK-NEXT: from 8 S1
// CHECK-NEXT: wait S1
// CHECK-NEXT: free {{[0-9]+}}
// CHECK-NEXT: free 800000
// CHECK-NOT:  {{.}}
// RUN: python3 %S/Inputs/uses.py %t.log | FileCheck %s --check-prefix=USES
// USES: {{[1-9][0-9]*}} uses
//
// RUN: env CLEAVE_WAITS=kernel CLEAVE_SIMULATOR_LOG=%t.kernel OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always %launches %t
// RUN: %S/../../simulator_driver/account.sh %t.log > %t.sums
// RUN: %S/../../simulator_driver/account.sh %t.kernel >> %t.sums
// RUN: FileCheck %s --check-prefix=SUMS < %t.sums
// SUMS:      launches=2 {{.*}} waits=3
// SUMS-NEXT: launches=2 {{.*}} waits=6
//
// In a split region the next kernel uses the result on the device. The host does not wait between the two: the region is open already.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.region OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always %launches %t region
// RUN: python3 %S/Inputs/calls.py %t.region | FileCheck %s --check-prefix=REGION
// REGION:      launch
// REGION-NOT:  wait
// REGION:      launch
// REGION-NOT:  wait
// REGION:      from 800000
// RUN: python3 %S/Inputs/uses.py %t.region | FileCheck %s --check-prefix=USES
double x[100000], y[100000];

static void scale(double sum) {
#pragma omp target map(to : x) map(tofrom : sum) map(from : y)
  {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100000; i++)
      sum += x[i];
#pragma omp parallel for
    for (int i = 0; i < 100000; i++)
      y[i] = x[i] * sum;
  }
}

int main(int count, char **words) {
  (void)words;
  double sum = 0, squares = 0;
  if (count > 1) {
    scale(0);
    return 0;
  }
#pragma omp target data map(to : x)
  {
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < 100000; i++)
      sum += x[i];
#pragma omp target teams distribute parallel for map(tofrom : squares) reduction(+ : squares)
    for (int i = 0; i < 100000; i++)
      squares += x[i] * x[i];
  }
  return sum < 0 || squares < 0;
}
