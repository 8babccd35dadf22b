/* FILE: test/lit/fission/Inputs/arrays.h
 * WHAT: arrays for the tests of this folder, with values to begin with, and their printing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 64
static double A[N], B[N], C[N];
static int I[N], J[N];

static void init(void) {
  for (int k = 0; k < N; k++) {
    A[k] = k * 0.5 + 1;
    B[k] = N - k;
    C[k] = 0;
    I[k] = k;
    J[k] = 0;
  }
}

static void show(void) {
  for (int k = 0; k < N; k++)
    printf("%g %g %g %d %d\n", A[k], B[k], C[k], I[k], J[k]);
}
