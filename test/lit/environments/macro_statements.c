// Host statements that are macros: the updates before and after them are separate words.
// RUN: %clang -O1 -w %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w %host_offload %s -o %t
// RUN: %run %t | diff %t.expected -
// RUN: %cleave explain %s | FileCheck %s
// CHECK: CLV014
#include <stdio.h>
enum { N = 4096 };
static double a[N], b[N];
#define SET a[3] = b[4] = 5;

int main(void) {
  for (int k = 0; k < 3; k++) {
    SET
#pragma omp target teams distribute parallel for map(tofrom : a, b)
    for (int i = 0; i < N; i++) a[i] += b[i];
    SET /* a comment */
#pragma omp target teams distribute parallel for map(tofrom : a, b)
    for (int i = 0; i < N; i++) b[i] += a[i];
    if (k) { SET
    }
  }
  printf("%g %g %g\n", a[3], b[4], a[5]);
}
