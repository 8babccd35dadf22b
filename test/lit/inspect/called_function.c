// A kernel that calls a function of another file needs the registers of both; ptxas, which sees one
// file at a time, does not know. The linked image does, and that is what inspect shows.
// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %real_cuda %clang %s -O2 %link_sm90 -DKERNEL -c -o kernel.o
// RUN: %real_cuda %clang %s -O2 %link_sm90 -c -o function.o
// RUN: %real_cuda %clang kernel.o function.o %link_sm90 -Xoffload-linker -v -o program 2> nvlink.txt
// RUN: %cleave inspect kernel.o > inspect.txt
// RUN: grep 'nvlink info *: used' nvlink.txt >> inspect.txt
// RUN: %cleave inspect program >> inspect.txt
// RUN: FileCheck %s < inspect.txt
// CHECK: kernel.o: 1 device image
// CHECK: {{ SPMD +}}[[#OBJECT:]] {{.*}} main
// CHECK: used [[#LINKED:]] registers,
// CHECK-NOT: used [[#OBJECT]] registers
// CHECK: program: 1 device image
// CHECK: {{ SPMD +}}[[#LINKED]] {{.*}} main
// RUN: FileCheck %s --check-prefix=MORE < inspect.txt
// MORE: kernel.o
// MORE: {{ SPMD +[1-9][0-9] }}
// MORE: program
// MORE: {{ SPMD +[1-9][0-9][0-9] }}
#ifdef KERNEL
double large(double *a, int n);

int main(void) {
  double a[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i] = large(a, i);
  return 0;
}
#else
#define EIGHT(do, k) do(k##0) do(k##1) do(k##2) do(k##3) do(k##4) do(k##5) do(k##6) do(k##7)
#define ALL(do) EIGHT(do, 1) EIGHT(do, 2) EIGHT(do, 3) EIGHT(do, 4) EIGHT(do, 5) EIGHT(do, 6)
#define LOAD(k) double v##k = a[k * n];
#define STEP(k) v##k = v##k * a[k + i] + n;
#define SUM(k) +v##k

#pragma omp begin declare target
__attribute__((noinline)) double large(double *a, int n) {
  ALL(LOAD)
  for (int i = 0; i < n; i++) {
    ALL(STEP)
  }
  return 0 ALL(SUM);
}
#pragma omp end declare target
#endif
