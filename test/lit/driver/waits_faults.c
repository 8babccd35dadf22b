// When waits are deferred, the OpenMP run time still reports each error with its own message and ends the program. No error is
// lost.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %launches %t back | FileCheck %s --check-prefix=GOOD
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %launches %t resident | FileCheck %s --check-prefix=GOOD
// GOOD: behind the region
//
// A kernel fails while it runs. The wait that finds it is the second one: that for the arrays' way to the device
// comes before.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuStreamSynchronize:2=700 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t back 2>&1 | FileCheck %s --check-prefix=WAIT --implicit-check-not=behind
// WAIT: Error in cuStreamSynchronize: an illegal memory access was encountered
// WAIT: failure of target construct while offloading is mandatory
//
// Where nothing is copied back, the end of the region finds it, and the run time is given something to do. Two
// waits come before: that for what the run time tells its image, and that for the arrays.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuStreamSynchronize:3=700 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t resident 2>&1 | FileCheck %s --check-prefix=END --implicit-check-not=behind
// END: Error in cuMemcpyHtoDAsync: an illegal memory access was encountered
// END: failure of target construct while offloading is mandatory
// Without MANDATORY it is the same: no region runs on the host after a device has been used.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuStreamSynchronize:3=700 not --crash %launches %t resident 2>&1 | FileCheck %s --check-prefix=END --implicit-check-not=behind
//
// Memory that is too large for the run time's pool is freed behind a kernel: the wait for that fails, and so does the call that frees it.
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192 CLEAVE_SIMULATOR_FAULTS=cuStreamSynchronize:2=700 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t large 2>&1 | FileCheck %s --check-prefix=LARGE --implicit-check-not=behind
// LARGE: Error in cuMem{{.*}}: an illegal memory access was encountered
// LARGE: failure of target construct while offloading is mandatory
//
// Calls that come before the wait.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuLaunchKernel:2=719 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t back 2>&1 | FileCheck %s --check-prefix=LAUNCH --implicit-check-not=behind
// LAUNCH: Error in cuLaunchKernel for '__omp_offloading_{{.*}}': unspecified launch failure
// LAUNCH: failure of target construct while offloading is mandatory
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuMemcpyDtoHAsync:1=719 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t back 2>&1 | FileCheck %s --check-prefix=COPY --implicit-check-not=behind
// COPY: Error in cuMemcpyDtoHAsync: unspecified launch failure
// COPY: failure of target construct while offloading is mandatory
//
// No event for a new stream: no device, as the run time says it.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuEventCreate:1=2 OMP_TARGET_OFFLOAD=MANDATORY not --crash %launches %t back 2>&1 | FileCheck %s --check-prefix=STREAM --implicit-check-not=behind
// STREAM: out of memory
#include <stdio.h>
#include <string.h>

#pragma weak cleave_transfers_begin
#pragma weak cleave_transfers_end
void cleave_transfers_begin(int device, int count, ...);
void cleave_transfers_end(void);

enum { N = 1 << 20 };
static float a[N], b[N], numbers[10000];

static void region(int is_large) {
  cleave_transfers_begin(-1, 0);
#pragma omp target data map(to : a) map(from : b)
  for (int t = 0; t < 3; t++)
    if (is_large) {
#pragma omp target teams distribute parallel for firstprivate(numbers)
      for (int i = 0; i < N; i++)
        b[i] = a[i] + numbers[i % 10000];
    } else {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    }
  cleave_transfers_end();
}

int main(int count, char **arguments) {
  const char *what = arguments[count - 1];
  if (!strcmp(what, "resident")) {
#pragma omp target enter data map(to : a) map(alloc : b)
  }
  region(!strcmp(what, "large"));
  puts("behind the region");
  return 0;
}
