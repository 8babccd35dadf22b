// A split region runs as it is written, with one launch, where no loop has more iterations than one team has threads.
// REQUIRES: cuda-toolkit
// RUN: %cleave_cc -fplugin-arg-cleave-as-written=on -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SPLIT=auto STAND_IN_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %stand_in %t
// RUN: FileCheck %s < %t.log
// CHECK: cuLaunchKernel function={{.*}}main_l[[@LINE+19]] grid=1,1,1
// CHECK-NOT: cuLaunchKernel function={{.*}}main_l[[@LINE+12]] grid
// CHECK: cuLaunchKernel function={{.*}}main_l[[@LINE+17]] grid=1,1,1
// CHECK: cuLaunchKernel function={{.*}}main_l[[@LINE+10]] grid=5,1,1
// CHECK: cuLaunchKernel function={{.*}}main_l[[@LINE+12]] grid=5,1,1
// CHECK-NOT: cuLaunchKernel
int main(void) {
  static double a[1000], b[1000];
  const int counts[] = {1, 128, 129};
  for (int k = 0; k < 3; k++) {
    const int n = counts[k];
#pragma omp target map(tofrom : a, b)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] += 2 * a[i];
    }
  }
  return 0;
}
