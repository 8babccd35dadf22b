// Several devices share the tiles of loops, and the results are the same: for sizes that do not divide, for fewer iterations
// than devices, in place, with a whole array that all need, and for arrays in one, two and three directions.
// RUN: %clang -O1 %host_offload %s -lm -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O1 %host_offload %s -lm -o %t
// RUN: env CLEAVE_TRANSFERS=always %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=1 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=7 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=100 %run %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TILES=20 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=7 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always OMP_DEFAULT_DEVICE=2 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always OMP_THREAD_LIMIT=1 %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=40 CLEAVE_TRACE=%t.all.json %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=off %run %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
//
// Each of the four devices runs kernels, and gets its rows of 'a' and all of 'v', and nothing else; the region's own device
// has 'v' from its data environment.
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_TRACE=%t.json %run %t rows | FileCheck %s --check-prefix=ROWS
// RUN: awk -f %S/Inputs/devices.awk %t.json | FileCheck %s --check-prefix=SHARES
// ROWS: rows
// SHARES: device 0: 2 kernels, 21816 bytes to it, 208 from it
// SHARES: device 1: 2 kernels, 21008 bytes to it, 200 from it
// SHARES: device 2: 2 kernels, 21008 bytes to it, 200 from it
// SHARES: device 3: 2 kernels, 21008 bytes to it, 200 from it
// Small arrays are not worth it.
// RUN: env CLEAVE_TILES=8 CLEAVE_TRACE=%t.json %run %t rows | FileCheck %s --check-prefix=ROWS
// RUN: awk -f %S/Inputs/devices.awk %t.json | FileCheck %s --check-prefix=ONE
// Arrays that are there already are used where they are.
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=8 CLEAVE_TRACE=%t.json %run %t present | FileCheck %s --check-prefix=THERE
// RUN: awk -f %S/Inputs/devices.awk %t.json | FileCheck %s --check-prefix=ONE
// THERE: present
// ONE-NOT: device {{[123]}}
// ONE: device 0: {{[0-9]+}} kernels
// ONE-NOT: device {{[123]}}
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 101 };
static double grid[N][N], weights[N];

static double mix(const double *a, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum = sum * 0.75 + a[i];
  return sum;
}

static void axpy(int n, double factor, const double *x, double *y) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += factor * x[i];
}

static void in_place(int n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i] + i;
}

// What is in front of the first chunk and behind the last one stays as it is.
static void inner_part(int n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 3; i < n - 2; i++)
      a[i] += i;
  }
}

static void section(int n, int from, const double *x, double *a) {
#pragma omp target map(tofrom : a[from : n]) map(to : x[5 : 20])
  {
#pragma cleave pipeline(devices)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 5; j < 25; j++)
        a[i + from] -= i + x[j];
  }
}

static void gemm(int n, int m, int k, const double *a, const double *b, double *c) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(to : a[0 : n * k], b[0 : k * m]) map(from : c[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * m + j];
      c[i * m + j] = sum;
    }
}

static void rows(int n, const double *a, const double *v, double *r) {
#pragma cleave pipeline(devices)
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(from : r[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * v[j];
      r[i] = sum;
    }
  }
}

// With a second version of the kernel for arrays that do not overlap.
static void two_versions(int n, const double *a, const double *v, double *r) {
#pragma cleave pipeline(devices)
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(tofrom : r[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i] += a[i * n + j] * v[j];
  }
}

static void arrays(void) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : grid) map(to : weights)
  {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        grid[i][j] += i * j + weights[j];
  }
}

// Two loops with arrays of their own, and one that all of the region reads; 'b' is written by the first and read by the second
// loop, so a third one, which uses it as well, has one device.
static void several_stages(int n, double *a, double *b, double *c, const double *v) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n], b[0 : n], c[0 : n]) map(to : v[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += v[n - 1 - i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] -= v[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      c[i] += b[i] * v[i];
  }
}

// Copies that each kernel gets of the program's variables; one is too large for a register.
static void copies(int n, double *a) {
  const long double factor = 0.5L + n;
  const float shift = 3;
  const _Bool negative = n % 2;
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = (double)(a[i] / factor + shift) - negative;
}

// The region maps what no loop uses, and keeps it.
static void unused(int n, double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

// Two names for one array: nothing of it is shared.
static void two_names(int n, const double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

static void there_already(int n, double *a, double *v, double *r) {
#pragma omp target data map(tofrom : a[0 : n])
  {
    in_place(n, a);
    in_place(n, a);
  }
  // The device has newer values than the host of what all iterations read.
#pragma omp target data map(tofrom : v[0 : N])
  {
#pragma omp target
    v[1] = 17;
    rows(N, a, v, r);
  }
  v[1] = 1;
}

static void chosen_device(int n, double *a, int device) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n]) device(device)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + i;
  }
}

// The threads that launch kernels for the host round as the program's thread does.
static void rounded(int n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 3 + 1;
}

int main(int argc, char **argv) {
  const int sizes[] = {0, 1, 2, 3, 4, 5, 7, N};
  double *a = malloc(sizeof *a * N * N), *b = malloc(sizeof *b * N * N), *v = malloc(sizeof *v * N),
         *r = malloc(sizeof *r * N), *c = calloc(N * N, sizeof *c);
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 17 - 3;
    b[i] = i % 13;
    grid[i / N][i % N] = i % 19;
  }
  for (int i = 0; i < N; i++)
    v[i] = i % 7, r[i] = i, weights[i] = i % 5;
  if (argc > 1) { /* what follows is looked for in a trace */
    if (argv[1][0] == 'r')
      rows(N, a, v, r);
    else
      there_already(N, a, v, r);
    printf("%s\n", argv[1]);
    return 0;
  }
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    axpy(n, 3, a, b);
    in_place(n * n, a);
    if (n > 2)
      inner_part(n * n, a);
    section(n * n - n, n / 2, v, a);
    printf("%d: %.17g %.17g\n", n, mix(a, N * N), mix(b, N * N));
    rows(n, a, v, r);
    gemm(n, n + 3 < N ? n + 3 : n, n / 2 + 1, a, b, c);
    printf("%d: %.17g %.17g\n", n, mix(r, N), mix(c, N * N));
    two_versions(n, a, v, r);
    two_names(n, v, r);
    two_names(n * n, b, b);
    several_stages(n, a, b, c, v);
    copies(n, c);
    unused(n, a, b);
    there_already(N, a, v, r);
    chosen_device(n, b, 3);
    chosen_device(n, c, 0);
    fesetround(FE_UPWARD);
    rounded(N * N, a);
    fesetround(FE_TONEAREST);
    arrays();
    printf("%d: %.17g %.17g %.17g\n", n, mix(a, N * N), mix(b, N * N), mix(c, N * N));
    printf("%d: %.17g %.17g %.17g\n", n, mix(r, N), mix(v, N), mix(grid[0], N * N));
  }
  free(a), free(b), free(v), free(r), free(c);
  return 0;
}
