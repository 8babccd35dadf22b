// With nothing to transform, the compiler's output is byte for byte that of plain clang. The regions
// here are one kernel already, or written so that cleave leaves them alone; the file passes through
// the whole of cleave all the same. Without transfers=off, their loops could run tile by tile, and without
// geometry=off their kernels would be compiled for any number of threads; without runtime-elision=off GPU code would lose the run time's
// state. What is known of their kernels, for the run
// time, is an addition.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %host_offload -O2 -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off %host_offload -O2 -c %s -o out.o && cmp plain.o out.o
// RUN: %clang %host_offload -O0 -g -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off %host_offload -O0 -g -c %s -o out.o && cmp plain.o out.o
// RUN: %clang %sm90 -O2 -S %s -o out.s && mv out.s plain.s
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off -fplugin-arg-cleave-runtime-elision=off %sm90 -fplugin-arg-cleave-kernel-information=off -O2 -S %s -o out.s && cmp plain.s out.s
// Code for GPUs gets more: the kernel information, one line for each kernel, and nothing else.
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off -fplugin-arg-cleave-runtime-elision=off %sm90 -O2 -S %s -o out.s && grep -v "^.weak .global .*__cleave_kernel_information_" out.s >code.s
// RUN: cmp plain.s code.s && not cmp plain.s out.s
// RUN: %clang -fopenmp -O2 -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off -fopenmp -O2 -c %s -o out.o && cmp plain.o out.o
// Without -fopenmp a region is a plain block, also one that would be split.
// RUN: %clang -O2 -g -DSPLITTABLE -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off -O2 -g -DSPLITTABLE -c %s -o out.o && cmp plain.o out.o
// RUN: %clang -fopenmp-simd -O2 -g -DSPLITTABLE -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off -fopenmp-simd -O2 -g -DSPLITTABLE -c %s -o out.o && cmp plain.o out.o
// With a region that is transformed they do differ, or this test would prove nothing.
// RUN: %clang %host_offload -O2 -DSPLITTABLE -c %s -o out.o && mv out.o plain.o
// RUN: %cleave_cc %host_offload -O2 -DSPLITTABLE -c %s -o out.o && not cmp plain.o out.o

void scale(double *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

// A macro that cannot be written out.
#define PARALLEL_FOR (void)__COUNTER__; _Pragma("omp parallel for")

void refused(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
    PARALLEL_FOR
    for (int i = 0; i < n; i++)
      a[i] = i;
    PARALLEL_FOR
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

#ifdef SPLITTABLE
void twice(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
#endif
