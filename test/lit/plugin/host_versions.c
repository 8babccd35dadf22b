// The host code of kernel versions is not optimized; that of other kernels, which runs where there is no device, is. Both are right.
// RUN: %cleave_cc -O2 %host_offload -S -emit-llvm --offload-host-only %s -o %t.ll
// RUN: python3 %S/Inputs/optimized.py %t.ll | FileCheck %s
// The compilation of an object takes two processes for the host, of which the second one has no plugin.
// RUN: rm -rf %t.temps && mkdir %t.temps && cd %t.temps && %cleave_cc -O2 %host_offload -save-temps -c %s -o object.o
// RUN: %clang -x ir -S -emit-llvm -Xclang -disable-llvm-passes %t.temps/host_versions-host-x86_64-pc-linux-gnu.bc -o %t.saved
// RUN: python3 %S/Inputs/optimized.py %t.saved | FileCheck %s
// RUN: %cleave_cc -O2 %host_offload -S -emit-llvm --offload-device-only %s -o - | not grep optnone
// RUN: %cleave_cc -O2 -ffp-contract=off %host_offload %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t >%t.expected
// RUN: env OMP_TARGET_OFFLOAD=DISABLED CLEAVE_MAP=always %t | diff %t.expected -
//
// The version is on the last line of the loop.
// CHECK: main l[[#LOOP:]] optimized
// CHECK-NEXT: main l[[#LOOP+4]] not optimized
// CHECK-NOT: main
#include <stdio.h>

int main(void) {
  static double a[40][50], b[40][50];
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
  for (int i = 1; i < 39; i++)
    for (int j = 0; j < 50; j++) {
      a[i][j] += b[i - 1][j] + b[i + 1][j] + i * j;
    }
  double sum = 0;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      sum = sum * 0.5 + a[i][j];
  printf("%.17g\n", sum);
}
