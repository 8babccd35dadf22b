// Errors of the driver reach the user through the run time, and nothing hangs.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
//
// The run time's memory manager tries a small allocation twice.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuMemAlloc:1=2 OMP_TARGET_OFFLOAD=MANDATORY %simulator %t 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: Error in cuMemAlloc[Host|Managed]: out of memory
// TWICE-NOT: error
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuMemAlloc=2 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: out of memory
// MEMORY: failure of target construct while offloading is mandatory
//
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuLaunchKernel:2=719 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: Error in cuLaunchKernel for '__omp_offloading_{{.*}}': unspecified launch failure
// LAUNCH: failure of target construct while offloading is mandatory
//
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuStreamSynchronize:2=700 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=WAIT
// WAIT: Error in cuStreamSynchronize: an illegal memory access was encountered
//
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuMemcpyDtoHAsync=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=COPY
// COPY: Error in cuMemcpyDtoHAsync: invalid argument
//
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuModuleLoadDataEx=200 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=MODULE
// MODULE: Error in cuModuleLoadDataEx: device kernel image is invalid
//
// A function that does not exist is no fault but a mistake.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuMemAllocate=2 OMP_TARGET_OFFLOAD=MANDATORY not --crash %simulator %t 2>&1 | FileCheck %s --check-prefix=MISTAKE
// MISTAKE: cleave simulator: CLEAVE_SIMULATOR_FAULTS: cuMemAllocate=2: unknown function
int main(void) {
  static double a[1000];
  for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < 1000; i++)
      a[i] += 1;
  }
  return 0;
}
