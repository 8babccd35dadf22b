// FILE: test/lit/reader/atomic.c
// WHAT: writes under atomic and critical are protected, but only if all of them are.
// RUN: %cleave_dump -fopenmp-version=51 %s | FileCheck %s

void f(int n, double *p, int a, int b, int c, int d, int e, int g) {
#pragma omp target
  {
    // CHECK: LOOP
    // CHECK: use a: read write protected at
    // CHECK-NEXT: use b: read write at
    // CHECK-NEXT: use c: write at
    // CHECK-NEXT: use d: read write protected at
    // CHECK-NEXT: use e: read write protected at
    // CHECK-NEXT: use p: read element-write protected at
    // CHECK-NEXT: use g: read write at
    // CHECK-NEXT: fact omp-atomic at
    // CHECK-NEXT: fact omp-critical at
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      a += 1;
#pragma omp atomic
      b += 1;
      b = 2;
      // What atomic capture gives back is written like any other variable.
#pragma omp atomic capture
      c = d++;
#pragma omp critical
      {
        e = e + 1;
        p[i] = i;
      }
#pragma omp atomic read
      g = a;
      g++;
    }
  }
}
