// A function gets arrays that no region maps together. All its calls are in the program, whose main function calls no unknown
// code, so the calls show that the arrays do not overlap. Bounds are equal as polynomials.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV5
// RUN: %run %t > %t.one
// RUN: %run4 %t > %t.four
// RUN: %clang %host_offload -O2 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.four
// RUN: bash %S/Inputs/bytes.sh %t.plain | FileCheck %s --check-prefix=PLAIN
// RUN: bash %S/Inputs/bytes.sh %t | FileCheck %s --check-prefix=BYTES
// RUN: %cleave rewrite %s -- -fplugin-arg-cleave-environments=on | tee %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang %host_offload -O2 -Wall -Werror %t.rewritten.c -o %t.rewritten
// RUN: %run4 %t.rewritten | cmp %t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-environments=on -O1 %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | cmp %t.expected
// CHECK: remark: CLV014: data environment: 'a', 'b' kept on the device
// PLAIN: to device 24000 in 30, from device 24000 in 30
// BYTES: to device 1600 in 2, from device 1600 in 2
// TEXT:      void solve(
// TEXT-NEXT: #pragma omp target data map(tofrom: a[0:rows * columns], b[0:columns * rows]){{$}}
//
// The arrays overlap, other code may call the function, or code runs that the compiler does not see.
// RUN: %cleave_cc -DOVERLAP -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.OVERLAP -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DOVERLAP %host_offload -O2 %s -o %t.OVERLAP.plain
// RUN: %run %t.OVERLAP.plain > %t.OVERLAP.expected
// RUN: %run4 %t.OVERLAP | cmp %t.OVERLAP.expected
// RUN: %cleave_cc -DEXTERNAL -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.EXTERNAL -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DEXTERNAL %host_offload -O2 %s -o %t.EXTERNAL.plain
// RUN: %run %t.EXTERNAL.plain > %t.EXTERNAL.expected
// RUN: %run4 %t.EXTERNAL | cmp %t.EXTERNAL.expected
// RUN: %cleave_cc -DPOINTER -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.POINTER -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DPOINTER %host_offload -O2 %s -o %t.POINTER.plain
// RUN: %run %t.POINTER.plain > %t.POINTER.expected
// RUN: %run4 %t.POINTER | cmp %t.POINTER.expected
// RUN: %cleave_cc -DUNKNOWN -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.UNKNOWN -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DUNKNOWN %host_offload -O2 %s -o %t.UNKNOWN.plain
// RUN: %run %t.UNKNOWN.plain > %t.UNKNOWN.expected
// RUN: %run4 %t.UNKNOWN | cmp %t.UNKNOWN.expected
// RUN: %cleave_cc -DHIDDEN -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.HIDDEN -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DHIDDEN %host_offload -O2 %s -o %t.HIDDEN.plain
// RUN: %run %t.HIDDEN.plain > %t.HIDDEN.expected
// RUN: %run4 %t.HIDDEN | cmp %t.HIDDEN.expected
// RUN: %cleave_cc -DSTARTUP -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.STARTUP -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %clang -DSTARTUP %host_offload -O2 %s -o %t.STARTUP.plain
// RUN: %run %t.STARTUP.plain > %t.STARTUP.expected
// RUN: %run4 %t.STARTUP | cmp %t.STARTUP.expected
// NAME: remark: CLV508: 'a' is copied by each region
// NAME-NOT: CLV014
//
// The number of elements of unsigned numbers may be reduced modulo 2^32 in one of the products.
// RUN: %cleave_cc -DUNSIGNED -fplugin-arg-cleave-environments=on %host_offload -O2 %s -o %t.UNSIGNED -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=SECTION
// RUN: %clang -DUNSIGNED %host_offload -O2 %s -o %t.UNSIGNED.plain
// RUN: %run %t.UNSIGNED.plain > %t.UNSIGNED.expected
// RUN: %run4 %t.UNSIGNED | cmp %t.UNSIGNED.expected
// SECTION: remark: CLV509: 'a' is copied by each region
#include <stdio.h>
#include <stdlib.h>
#ifdef UNSIGNED
typedef unsigned int count;
#else
typedef int count;
#endif
static void scale(double *x, count n, double f) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (count i = 0; i < n; i++) x[i] = x[i] * f + 1;
}
static void shift(double *x, count n, count m) {
  const count size = (n + 1) * m - m;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : size])
  for (count i = 0; i < size; i++) x[i] -= 0.5;
}
#if !defined(EXTERNAL)
static
#endif
void solve(double *a, double *b, count rows, count columns, int steps) {
  for (int t = 0; t < steps; t++) {
    scale(a, rows * columns, 0.5);
    scale(b, columns * rows, 0.25);
    shift(a, columns, rows);
  }
}
#ifdef STARTUP
static double early[200];
__attribute__((constructor)) static void before(void) { solve(early, early + 50, 10, 10, 2); }
#endif
int main(int argc, char **argv) {
  const int n = 10;
  double *pool = calloc(400, sizeof(double)), *a = pool, *b = calloc(200, sizeof(double)), sum = 0;
#ifdef OVERLAP
  b = pool + 50;
#endif
  for (int i = 0; i < n * n; i++) a[i] = i, b[i] = 2 * i + argc;
#if defined(POINTER)
  void (*function)(double *, double *, count, count, int) = solve;
  function(a, b, n, n, 1);
#elif defined(UNKNOWN)
  setlinebuf(stdout);
#elif defined(HIDDEN)
  sum = ({ solve(a, b, n, n, 1); 1; });
#endif
  solve(a, b, n, n, 10);
  for (int i = 0; i < n * n; i++) sum += a[i] * (i % 7) + b[i];
  printf("%.10g\n", sum);
}
