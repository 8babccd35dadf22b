// Kernel information that is corrupt or of another version is no information: the launch goes through as
// it is, and nothing crashes. Each word of the constant is changed in turn, in the linked program.
// RUN: %cleave cc %s -O2 -fopenmp --offload-arch=sm_90 -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t
// RUN: FileCheck %s --check-prefix=SOUND < %t.log
// RUN: %launches python3 %S/Inputs/corrupt.py %t | FileCheck %s
// SOUND: cuLaunchKernel {{.*}}main_l{{[0-9]+}} grid=2112,1,1 block=128,1,1
//
// The first three words are the magic number, the version and the length.
// CHECK: word 0: as without information
// CHECK-NEXT: word 1: as without information
// CHECK-NEXT: word 2: as without information
// CHECK-NOT: failed
// CHECK: {{[1-9][0-9]*}} words, 0 failed
int main(void) {
  double a[1] = {0};
  int n = 100000000;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  return 0;
}
