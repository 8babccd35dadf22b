// A program for an sm_90 device can be linked, and its image holds a kernel for each loop.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -fplugin-arg-cleave-single-kernel-fallback=off %link_sm90 -O2 %s -o prog -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: remark: CLV
// RUN: clang-offload-packager prog --image=file=device.elf,triple=nvptx64-nvidia-cuda
// RUN: llvm-nm device.elf | FileCheck %s --check-prefix=KERNELS
// KERNELS-COUNT-2: {{[TW]}} __omp_offloading_{{.*}}_main_l{{[0-9]+$}}
// KERNELS-NOT: {{[TW]}} __omp_offloading

int a[16], n = 16;

int main(void) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  return a[15] != 16;
}
