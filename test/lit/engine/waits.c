// The transfer engine with CLEAVE_WAITS=region: what comes back early does so behind the kernel that wrote it, though
// the host has not waited for that.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_WAITS=region CLEAVE_TRANSFERS=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: python3 %S/../driver/Inputs/uses.py %t.log | FileCheck %s --check-prefix=USES
// RUN: FileCheck %s < %t.log
// 20 regions of four kernels, with two objects to the device and three back; the arrays have one piece each.
// USES: {{^}}260 uses in order
// CHECK:      cuLaunchKernel {{.*}}_l[[#FIRST:]] {{.*}} stream=[[KERNELS:S[0-9]+]]
// CHECK-NOT:  cuStreamSynchronize stream=[[KERNELS]]
// CHECK:      cuLaunchKernel {{.*}}_l[[#FIRST + 4]] {{.*}} stream=[[KERNELS]]
// CHECK-NOT:  cuStreamSynchronize stream=[[KERNELS]]
// CHECK:      cuLaunchKernel {{.*}}_l[[#FIRST + 8]] {{.*}} stream=[[KERNELS]]
//
// The same with objects that other threads touch, page locks, and a trace.
// RUN: env CLEAVE_WAITS=region CLEAVE_TRANSFERS=always CLEAVE_PIN=always CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: python3 %S/../driver/Inputs/uses.py %t.log | FileCheck %s --check-prefix=USES
// RUN: env CLEAVE_WAITS=region CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: python3 %S/../driver/Inputs/uses.py %t.log | FileCheck %s --check-prefix=USES
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: to device 41
// TRACE: from device 60
// TRACE: kernel 80
//
// A kernel that fails: the copies back do not count, and the run time's own tells.
// RUN: env CLEAVE_WAITS=region CLEAVE_TRANSFERS=always CLEAVE_SIMULATOR_FAULTS=cuEventSynchronize=719,cuStreamSynchronize=719 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: failure of target construct while offloading is mandatory
#pragma weak cleave_transfers_begin
#pragma weak cleave_transfers_stage
#pragma weak cleave_transfers_end
void cleave_transfers_begin(int device, int count, ...);
void cleave_transfers_stage(int stage);
void cleave_transfers_end(void);

enum { N = 1 << 18 };
static float a[N], b[N], c[N], d[N];

static void region(void) {
  cleave_transfers_begin(-1, 4, (const volatile void *)a, 0, -1, (const volatile void *)b, 0, 0,
                         (const volatile void *)c, 1, 1, (const volatile void *)d, 2, 3);
#pragma omp target data map(to : a) map(tofrom : d) map(from : b, c)
  {
    cleave_transfers_stage(0);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + 1;
    cleave_transfers_stage(1);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      c[i] = a[i] * 2;
    cleave_transfers_stage(2);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      d[i] += a[i];
    cleave_transfers_stage(3);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      d[i] *= a[i];
  }
  cleave_transfers_end();
}

int main(void) {
  for (int i = 0; i < 20; i++)
    region();
  return 0;
}
