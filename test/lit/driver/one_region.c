// A program starts the device, loads its module, copies, launches and lets everything go again; two
// runs give the same log, times included.
// RUN: %clang -O2 %link_sm90 %libcleave %s -o %t
// RUN: rm -rf %t.modules && mkdir %t.modules
// RUN: env CLEAVE_SIMULATOR_LOG=%t.first CLEAVE_SIMULATOR_SUMMARY=%t.summary CLEAVE_SIMULATOR_MODULES=%t.modules OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.second OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: diff %t.first %t.second
// RUN: env CLEAVE_SPIN=off CLEAVE_SIMULATOR_LOG=%t.sleeps OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=SLEEPS < %t.sleeps
// RUN: FileCheck %s < %t.first
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.summary
// RUN: llvm-readelf -h %t.modules/module-1 | FileCheck %s --check-prefix=MODULE
// With another profile the run time gives the image to the device if the architecture fits.
// RUN: env CLEAVE_SIMULATOR_PROFILE=titan-x CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_SUMMARY=%t.titan OMP_TARGET_OFFLOAD=MANDATORY %simulator %t
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.titan
// RUN: not --crash env CLEAVE_SIMULATOR_PROFILE=titan-x OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=1 %simulator %t
// A profile that cannot be read stops the driver, and says why.
// RUN: echo 'name is unknown' > %t.profile
// RUN: env CLEAVE_SIMULATOR_PROFILE=%t.profile CLEAVE_QUIET=1 %simulator %t 2>&1 | FileCheck %s --check-prefix=PROFILE
// LABEL: fast

// CHECK: cuInit flags=0 -> 0
// The driver chooses how the host waits (CU_CTX_SCHED_AUTO), and not the run time, unless the user says so.
// CHECK: cuDevicePrimaryCtxSetFlags device=0 flags=0 -> 0
// SLEEPS: cuDevicePrimaryCtxSetFlags device=0 flags=4 -> 0
// CHECK: cuModuleLoadDataEx {{.*}}architecture=90 module=1 bytes={{[0-9]+}} kernels=1 -> 0
// CHECK: cuModuleGetGlobal module=1 name=__omp_rtl_device_environment address=M{{[0-9]+}}+0 bytes=48 -> 0
// CHECK: cuMemcpyHtoDAsync to=M{{[0-9]+}}+0 from=H bytes=48
// CHECK: cuModuleGetFunction module=1 name=__omp_offloading_{{.*}}_main_l[[@LINE+16]] registers={{[1-9][0-9]*}} shared=0 threads=128 -> 0
// CHECK: cuMemAlloc bytes=80000 address=D1+0 -> 0
// CHECK: cuMemcpyHtoDAsync to=D1+0 from=H bytes=80000 stream=S1 pinned=0
// CHECK: cuLaunchKernel function={{.*}} grid=313,1,1 block=32,1,1 shared=0 stream=S1 parameters={{[0-9]+}} {{.*}}D1+0
// CHECK: cuMemcpyDtoHAsync to=H from=D1+0 bytes=80000 stream=S1 pinned=0
// CHECK: cuStreamSynchronize stream=S1 -> 0
// CHECK: cuMemFree address=D1+0 bytes=80000 -> 0
// CHECK: cuModuleUnload module=1 -> 0
// CHECK: cuDevicePrimaryCtxRelease device=0 -> 0
// SUMMARY: launches = 1
// SUMMARY: bytes to device = 80048
// SUMMARY: bytes from device = 80000
// SUMMARY: pinned bytes to device = 0
// MODULE: Machine: NVIDIA CUDA
int main(void) {
  static double a[10000];
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 10000; i++)
    a[i] += 1;
  return 0;
}
// PROFILE: cleave simulator: {{.*}}.profile:1: expected KEY = VALUE: name is unknown
