// When no device takes the images of a program, one warning says why and what to do.
// RUN: %cleave cc %s -O2 -fopenmp --offload-arch=sm_90 -o %t
// RUN: mkdir -p %t.nothing %t.only1
//
// No driver. One line, however many regions there are.
// RUN: env LD_LIBRARY_PATH=%t.nothing %t 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=warning
// NONE: cleave: warning: the target regions of {{.*}}warnings.c.tmp run on the host: the image is for sm_90, and this machine has no CUDA driver (libcuda.so); install the NVIDIA driver, or add its folder to LD_LIBRARY_PATH (set CLEAVE_QUIET=1 to suppress this message)
// NONE: devices 0
//
// A driver under a name that the OpenMP run time does not look for. libcleave's own libcuda.so opens it, where it is loaded.
// RUN: cp %driver_folder/libcuda.so %t.only1/libcuda.so.1
// RUN: env LD_LIBRARY_PATH=%t.only1 %t 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: env CLEAVE_SPIN=off CLEAVE_WAITS=kernel LD_LIBRARY_PATH=%t.only1 %t 2>&1 | FileCheck %s --check-prefix=ONLY1
// ONLY1: has only libcuda.so.1; create a link of that name
//
// A driver that does not start, one that sees no device, and a GPU of another kind.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuInit=999 %simulator %t 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: the CUDA driver does not start (cuInit returns error 999)
// RUN: env CLEAVE_SIMULATOR_DEVICES=0 %simulator %t 2>&1 | FileCheck %s --check-prefix=NODEVICE
// NODEVICE: the CUDA driver finds no GPU
// RUN: env CLEAVE_SIMULATOR_PROFILE=a100 %simulator %t 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the image is for sm_90, and the GPU here ({{.*}}A100{{.*}}) is sm_80; compile with --offload-arch=sm_80
//
// Silence: on request, where the user switched offloading off, where all is well.
// RUN: env CLEAVE_QUIET=1 LD_LIBRARY_PATH=%t.nothing %t 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: env OMP_TARGET_OFFLOAD=disabled LD_LIBRARY_PATH=%t.nothing %t 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: %simulator %t 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT-NOT: cleave:
// SILENT: devices
//
// A device that cannot be opened: the image itself would be right.
// RUN: env CLEAVE_SIMULATOR_FAULTS=cuDevicePrimaryCtxRetain=2 %simulator %t 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: the run time could not start the device
//
// What is known about the images, on request.
// RUN: env CLEAVE_VERBOSE=1 %simulator %t 2>&1 | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: cleave: {{.*}}: image 1 of 1: cubin, layout of CUDA 12, sm_90, {{[0-9]+}} bytes, 1 kernels: accepted{{$}}
// VERBOSE-NEXT: cleave:   line {{[0-9]+}} double_all: SPMD, {{[1-9][0-9]*}} registers, {{[0-9]+}} bytes shared, at most 128 threads
#include "Inputs/region.h"

int main(void) {
  double values[100] = {1};
  double_all(100, values);
  double_all(100, values);
  printf("devices %d\n", omp_get_num_devices());
  return 0;
}
