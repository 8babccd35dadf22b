// The images of programs for the host device, as clang links them and as strip leaves them.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %s -O2 %host_offload -o program
// RUN: %cleave inspect program > program.txt
// RUN: FileCheck %s --match-full-lines < program.txt
// CHECK: program: 1 device image, not linked with libcleave
// CHECK-NEXT: {{  image 1: x86_64-pc-linux-gnu host library, [0-9]+ bytes}}
// CHECK-NEXT: {{    the OpenMP run time of this machine takes it}}
// CHECK-NEXT: {{     line  mode          registers  shared   frame  threads  function}}
// CHECK-DAG: {{       33  -                     -       -       -        -  first}}
// CHECK-DAG: {{       39  -                     -       -       -        -  second_l3}}
// CHECK-DAG: {{       41  -                     -       -       -        -  second_l3}}
// CHECK-NOT: function
//
// strip takes symbol tables, but leaves the images, in which the kernels are dynamic symbols.
// RUN: llvm-strip program -o stripped
// RUN: %cleave inspect stripped | sed s/stripped/program/ | diff - program.txt
// RUN: llvm-strip --strip-sections program -o bare
// RUN: llvm-readelf -S bare | not grep offloading
// RUN: %cleave inspect bare | sed s/bare/program/ | diff - program.txt
//
// RUN: %clang %s -O2 -fPIC -shared %host_offload -o library.so
// RUN: %cleave inspect library.so | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: library.so: 1 device image, not linked
// LIBRARY: 33 {{.*}} first
//
// RUN: %clang %s -O2 %libcleave %host_offload -o with
// RUN: %cleave inspect with | FileCheck %s --check-prefix=WITH
// RUN: llvm-strip --strip-sections with
// RUN: %cleave inspect with | FileCheck %s --check-prefix=WITH
// WITH: with: 1 device image, linked with libcleave
void first(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

void second_l3(double *a) {
#pragma omp target map(tofrom : a[0 : 1])
  a[0] = 0;
#pragma omp target map(tofrom : a[0 : 1])
  a[0] = 1;
}

int main(void) { return 0; }
// What a linker has not seen yet.
// RUN: %clang %s -O2 %host_offload -c -o object.o
// RUN: %cleave inspect object.o | FileCheck %s --check-prefix=OBJECT
// OBJECT: object.o: 1 device image, an object file
// OBJECT-NEXT: image 1: x86_64-pc-linux-gnu host object, {{[0-9]+}} bytes
// OBJECT-NEXT: not taken by this machine: the image is an object file that was never linked
