// LABEL: slow
// Simple kernels for AMD GPUs have no state of the device run time, as those for NVIDIA GPUs (test/lit/device/runtime_elision.c). The local
// memory of a thread has an address space of its own: what uses a variable of a worksharing call uses a cast of its address.
// RUN: %cleave_cc -O2 %gfx90a -S -emit-llvm %S/../device/runtime_elision.c -o %t.ll
// RUN: grep -oE 'amdgpu_kernel void @__omp_offloading_[a-z0-9_]*|call .*@(__kmpc_target_init|__kmpc_barrier[a-z_]*)\(' %t.ll \
// RUN:   | FileCheck %s --implicit-check-not=__kmpc_
// CHECK:      single_loop_l
// CHECK-NEXT: wide_loop_l
// CHECK-NEXT: chunks_of_seven_l
// CHECK-NEXT: blocks_of_four_l
// CHECK-NEXT: one_block_l
// CHECK-NEXT: own_barrier_l
// CHECK-NEXT: __kmpc_barrier_simple_spmd
// CHECK-NEXT: own_threads_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: own_condition_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: levels_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: two_callers_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: by_address_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: elsewhere_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: last_value_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: last_of_threads_l
// CHECK-NEXT: __kmpc_target_init
// CHECK-NEXT: dynamic_l
// CHECK-NEXT: __kmpc_target_init
// RUN: %cleave_cc -O2 %gfx90a -fplugin-arg-cleave-runtime-elision=off -fplugin-arg-cleave-openmp-opt=off -S -emit-llvm \
// RUN:   %S/../device/runtime_elision.c -o - | FileCheck %s --check-prefix=OFF
// OFF: amdgpu_kernel void @{{.*}}single_loop_l
// OFF: __kmpc_target_init
//
// Machine code, linked with the device library: no barrier, no call, no shared memory.
// RUN: %cleave_cc -O2 -fopenmp --offload-arch=gfx90a -L%llvm_libraries %s -o %t
// RUN: clang-offload-packager %t --image=file=%t.image,triple=amdgcn-amd-amdhsa
// RUN: llvm-objdump -d --mcpu=gfx90a %t.image | FileCheck %s --check-prefix=CODE
// CODE-NOT: s_barrier
// CODE-NOT: s_swappc
// CODE: global_store_dword
// CODE-NOT: s_barrier
// CODE-NOT: s_swappc
// RUN: llvm-readelf --notes %t.image | grep 'group_segment_fixed_size: 0'
// Without the elision there is a barrier.
// RUN: %cleave_cc -O2 -fopenmp --offload-arch=gfx90a -fplugin-arg-cleave-runtime-elision=off -L%llvm_libraries %s -o %t
// RUN: clang-offload-packager %t --image=file=%t.image,triple=amdgcn-amd-amdhsa
// RUN: llvm-objdump -d --mcpu=gfx90a %t.image | grep s_barrier
void single_loop(int n, int *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += i;
}

int main(void) { return 0; }
