// An image of CUDA 13: with libcleave the device starts, the driver gets the very bytes that are
// embedded in the program, and the region is launched. Without it the driver is not even opened.
// REQUIRES: cuda-toolkit
// RUN: %real_cuda %cleave cc %s -O2 -fopenmp --offload-arch=sm_90 -o %t
// RUN: rm -rf %t.modules && mkdir %t.modules
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_SIMULATOR_MODULES=%t.modules OMP_TARGET_OFFLOAD=MANDATORY %simulator %t \
// RUN:   > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// CHECK-NOT: warning
// CHECK: devices 1
// LOG: cuModuleLoadDataEx
// LOG: cuLaunchKernel {{.*}}double_all
//
// The bytes: as the tools of LLVM take them out of the program.
// RUN: llvm-objcopy --dump-section .llvm.offloading=%t.offloading %t /dev/null
// RUN: clang-offload-packager %t.offloading --image=file=%t.embedded,triple=nvptx64-nvidia-cuda,arch=sm_90
// One module: two would not fit.
// RUN: cat %t.modules/* > %t.received
// RUN: cmp %t.embedded %t.received
// It is the layout of CUDA 13 that is tested here, not an older one.
// RUN: llvm-readelf -h %t.embedded | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: ABI Version: 8
//
// RUN: %real_cuda %clang %s -O2 %link_sm90 -o %t.plain
// RUN: rm -f %t.log
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log %simulator %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: not test -e %t.log
// PLAIN: devices 0, ran on the host
//
// On request the repair is reported.
// RUN: env CLEAVE_VERBOSE=1 %simulator %t 2>&1 | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: cleave: {{.*}}: image 1 of 1: cubin, layout of CUDA 13, sm_90, {{[0-9]+}} bytes, 1 kernels: accepted, repaired
//
// The same where the repair is switched off, and then that is said.
// RUN: env CLEAVE_REPAIR=off %simulator %t 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: cleave: warning: the target regions of {{.*}} run on the host: the image for sm_90 has the layout of CUDA 13, {{.*}} leave CLEAVE_REPAIR on
// OFF: devices 0, ran on the host
//
// A program of plain clang is helped just by linking, or by LD_PRELOAD.
// RUN: %real_cuda %clang %s -O2 %libcleave %link_sm90 -o %t.linked
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %simulator %t.linked | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %simulator env LD_PRELOAD=%built_libraries/libcleave.so %t.plain \
// RUN:   | FileCheck %s
#include "Inputs/region.h"

int main(void) {
  double values[100] = {1};
  int on_host = double_all(100, values);
  printf("devices %d%s\n", omp_get_num_devices(), on_host == 1 ? ", ran on the host" : "");
  return 0;
}
