// Regions with nowait are the work of several threads and streams, and the order that depend asks for
// holds: on each array the kernels come after the copy to it, and the copy back after the kernels.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: python3 %S/Inputs/order.py %t.log > %t.order
// RUN: FileCheck %s < %t.order
// LABEL: fast
// CHECK: D1: copy to, 3 kernels, copy from
// CHECK-NEXT: D2: copy to, 3 kernels, copy from
enum { N = 1 << 20 };
static float a[N], b[N];

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target enter data map(to : a) nowait depend(out : a)
#pragma omp target enter data map(to : b) nowait depend(out : b)
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for nowait depend(inout : a)
      for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma omp target teams distribute parallel for nowait depend(inout : b)
      for (int i = 0; i < N; i++)
        b[i] *= 2;
    }
#pragma omp target exit data map(from : a) nowait depend(inout : a)
#pragma omp target exit data map(from : b) nowait depend(inout : b)
  }
  return 0;
}
