// Whether host memory is pinned decides how a copy takes time: with pinned memory the program issues
// its kernel before the copy to the device is done, and without it does not.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.pageable CLEAVE_SIMULATOR_SUMMARY=%t.summary OMP_TARGET_OFFLOAD=MANDATORY %simulator %t pageable
// RUN: FileCheck %s --check-prefix=PAGEABLE < %t.pageable
// RUN: FileCheck %s --check-prefix=NONE < %t.summary
// RUN: env CLEAVE_SIMULATOR_LOG=%t.allocated CLEAVE_SIMULATOR_SUMMARY=%t.summary OMP_TARGET_OFFLOAD=MANDATORY %simulator %t allocated
// RUN: FileCheck %s --check-prefixes=PINNED,ALLOCATED < %t.allocated
// RUN: FileCheck %s --check-prefix=ALL < %t.summary
// RUN: env CLEAVE_SIMULATOR_LOG=%t.registered CLEAVE_SIMULATOR_SUMMARY=%t.summary OMP_TARGET_OFFLOAD=MANDATORY %simulator %t registered
// RUN: FileCheck %s --check-prefixes=PINNED,REGISTERED < %t.registered
// RUN: FileCheck %s --check-prefix=ALL < %t.summary
// The run time's own way to pin does nothing.
// RUN: env CLEAVE_SIMULATOR_SUMMARY=%t.summary LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=mandatory OMP_TARGET_OFFLOAD=MANDATORY %simulator %t pageable
// RUN: FileCheck %s --check-prefix=NONE < %t.summary
//
// ALLOCATED: cuMemAllocHost bytes=4194304 address=P1+0 -> 0
// REGISTERED: cuMemHostRegister bytes=4194304 flags=1 address=P1+0 -> 0
// PAGEABLE: cuMemcpyHtoDAsync to=D1+0 from=H bytes=4194304 stream=S1 pinned=0 start=[[#%u,START:]] end=[[#%u,END:]] -> 0
// PINNED: cuMemcpyHtoDAsync to=D1+0 from=P1+0 bytes=4194304 stream=S1 pinned=1 start=[[#%u,START:]] end=[[#%u,END:]] -> 0
// The kernel starts when the copy is done, or later where the host was busy until then.
// PINNED: cuLaunchKernel {{.*}} start=[[#END]] end=
// PAGEABLE-NOT: cuLaunchKernel {{.*}} start=[[#END]] end=
// PAGEABLE: cuMemcpyDtoHAsync to=H from=D1+0 bytes=4194304 stream=S1 pinned=0
// PINNED: cuMemcpyDtoHAsync to=P1+0 from=D1+0 bytes=4194304 stream=S1 pinned=1
// NONE: pinned bytes to device = 0
// NONE: pinned bytes from device = 0
// ALL: pinned bytes to device = 4194304
// ALL: pinned bytes from device = 4194304
#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

void *llvm_omp_target_alloc_host(size_t bytes, int device);
void llvm_omp_target_free_host(void *memory, int device);

enum { N = 1 << 20 };

int main(int count, char **arguments) {
  size_t bytes = N * sizeof(float);
  int allocated = !strcmp(arguments[count - 1], "allocated");
  int registered = !strcmp(arguments[count - 1], "registered");
#pragma omp target
  {}
  void *driver = dlopen("libcuda.so", RTLD_NOW);
  int (*pin)(void *, size_t, unsigned) = dlsym(driver, "cuMemHostRegister_v2");
  int (*unpin)(void *) = dlsym(driver, "cuMemHostUnregister");
  float *a = allocated ? llvm_omp_target_alloc_host(bytes, 0) : malloc(bytes);
  if (!a || (registered && pin(a, bytes, 1)))
    return 1;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N])
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  if (registered && unpin(a))
    return 1;
  if (allocated)
    llvm_omp_target_free_host(a, 0);
  else
    free(a);
  return 0;
}
