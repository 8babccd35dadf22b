// Two devices: each has its own module and memory, and data goes from one to the other.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_LOG=%t.log OMP_TARGET_OFFLOAD=MANDATORY %simulator %t | FileCheck %s --check-prefix=OUTPUT
// RUN: FileCheck %s < %t.log
// Without a second device the program says so.
// RUN: env CLEAVE_SIMULATOR_DEVICES=1 OMP_TARGET_OFFLOAD=MANDATORY %simulator not %t | FileCheck %s --check-prefix=ONE
// OUTPUT: 2 devices, 42
// ONE: 1 devices
// CHECK: cuDeviceGet ordinal=1 -> 0
// CHECK: cuModuleLoadDataEx {{.*}} module=1
// CHECK: cuModuleLoadDataEx {{.*}} module=2
// CHECK: cuMemAlloc bytes=65536 address=D1+0 -> 0
// CHECK: cuMemAlloc bytes=65536 address=D2+0 -> 0
// CHECK: cuMemcpyHtoDAsync to=D1+0 from=H bytes=65536
// CHECK: cuDeviceCanAccessPeer device=0 peer=1 -> 0
// CHECK: cuMemcpyDtoDAsync to=D2+0 from=D1+0 bytes=65536
// CHECK: cuMemcpyDtoHAsync to=H from=D2+0 bytes=65536
// CHECK: cuLaunchKernel {{.*}} grid=1,1,1
// CHECK: cuDevicePrimaryCtxRelease device=1 -> 0
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%d devices", omp_get_num_devices());
  if (omp_get_num_devices() != 2)
    return printf("\n"), 1;
  size_t bytes = 65536;
  int host = omp_get_initial_device(), *a = calloc(bytes, 1), *b = calloc(bytes, 1);
  a[100] = 42;
#pragma omp target device(0)
  {}
#pragma omp target device(1)
  {}
  void *first = omp_target_alloc(bytes, 0), *second = omp_target_alloc(bytes, 1);
  if (omp_target_memcpy(first, a, bytes, 0, 0, 0, host) ||
      omp_target_memcpy(second, first, bytes, 0, 0, 1, 0) ||
      omp_target_memcpy(b, second, bytes, 0, 0, host, 1))
    return 1;
  printf(", %d\n", b[100]);
#pragma omp target device(1) is_device_ptr(second)
  ((int *)second)[0] = 1;
  omp_target_free(first, 0);
  omp_target_free(second, 1);
  return 0;
}
