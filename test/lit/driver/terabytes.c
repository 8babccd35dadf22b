// Copies larger than CLEAVE_SIMULATOR_COPY_LIMIT are recorded and not performed: two terabytes pass in no
// time of the machine, and in four minutes of the device.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_COPY_LIMIT=1048576 CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_SIMULATOR_SUMMARY=%t.summary OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s < %t.summary
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// CHECK: copies to device = 20
// CHECK: bytes to device = 2199023255540
// CHECK: bytes from device = 8
// CHECK: total time ns = {{2[0-9]{11}$}}
// LOG: cuMemcpyHtoDAsync to=D{{[0-9]+}}+0 from=H bytes=109951162777 {{.*}} recorded-only
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
  const size_t bytes = ((size_t)2 << 40) / 20; /* twenty times this, rounded down */
  char *a = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (a == MAP_FAILED)
    return 1;
#pragma omp target enter data map(alloc : a[0 : bytes])
  for (int i = 0; i < 20; i++) {
#pragma omp target update to(a[0 : bytes])
  }
#pragma omp target update from(a[0 : 8])
#pragma omp target exit data map(delete : a[0 : bytes])
  return 0;
}
