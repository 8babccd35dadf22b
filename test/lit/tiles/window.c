// Arrays that do not fit into the device's memory: the loop that uses them has a few tiles of them there, and the results
// are the same. The largest array is far larger than what may be allocated, in all and at a time.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cleave_cc -O1 %host_offload %s -o %t
// RUN: env CLEAVE_DEVICE_MEMORY=30000 %run %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TILES=20 %run %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TRANSFERS=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=20000 CLEAVE_TRANSFERS=always CLEAVE_TILES=5 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=7 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TRANSFERS=off %run4 %t | diff %t.expected -
// RUN: env CLEAVE_DEVICE_MEMORY=30000 OMP_TARGET_OFFLOAD=DISABLED %t | diff %t.expected -
// No more of it is there at a time: one array has 81608 bytes.
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TRACE=%t.json %run %t footprint
// RUN: awk -v limit=30000 -f %S/Inputs/footprint.awk %t.json
// RUN: env CLEAVE_DEVICE_MEMORY=30000 CLEAVE_TILES=20 CLEAVE_TRACE=%t.json %run %t footprint
// RUN: awk -v limit=25000 -f %S/Inputs/footprint.awk %t.json
// RUN: env CLEAVE_TRACE=%t.json %run %t footprint
// RUN: not awk -v limit=30000 -f %S/Inputs/footprint.awk %t.json
#include <stdio.h>
#include <stdlib.h>

enum { N = 101 };
static double grid[N][N], short_grid[20][500];

static double mix(const double *a, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum = sum * 0.75 + a[i];
  return sum;
}

static void in_place(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i] + i;
  }
}

// What is in front of the first chunk and behind the last one stays as it is.
static void inner_part(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 3; i < n - 2; i++)
      a[i] += i;
  }
}

static void section(int n, int from, double *a) {
#pragma omp target map(tofrom : a[from : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i + from] -= i;
  }
}

static void rows(int n, const double *a, const double *v, double *r) {
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
#pragma omp target map(to : a[0 : n * n], v[0 : n]) map(tofrom : r[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i] += a[i * n + j] * v[j];
  }
}

static void only_out(int n, double *a, double *b) {
#pragma omp target map(from : a[0 : n * n]) map(tofrom : b[0 : n * n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        a[i * n + j] = i - j;
        b[i * n + j] += i;
      }
  }
}

static void arrays(void) {
#pragma omp target map(tofrom : grid, short_grid)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        grid[i][j] += i * j;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 500; j++)
        short_grid[i][j] -= i;
  }
}

// 'a' belongs to the first loop alone, 'c' to the second; 'b' is needed by both, and stays whole.
static void several_stages(int n, const double *a, double *b, double *c) {
#pragma omp target map(to : a[0 : n * n]) map(tofrom : b[0 : n]) map(tofrom : c[0 : n * n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        b[i] += a[i * n + j];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += b[j];
  }
}

// Two names for one array: nothing of it is in windows.
static void two_names(int n, const double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

static void there_already(int n, double *a) {
#pragma omp target data map(tofrom : a[0 : n])
  {
    in_place(n, a);
    in_place(n, a);
  }
}

int main(int argc, char **argv) {
  const int sizes[] = {0, 1, 2, 7, N};
  double *a = malloc(sizeof *a * N * N), *b = malloc(sizeof *b * N * N), *v = malloc(sizeof *v * N),
         *r = malloc(sizeof *r * N);
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 17 - 3;
    b[i] = i % 13;
    grid[i / N][i % N] = i % 19;
  }
  for (int i = 0; i < N; i++)
    v[i] = i % 7, r[i] = i;
  if (argc > 1) { /* the footprint of what follows is asked for */
    in_place(N * N, a);
    rows(N, a, v, r);
    two_versions(N, a, v, r);
    several_stages(N, a, r, b);
    only_out(N, a, b);
    arrays();
    return argv[1][0] != 'f';
  }
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = sizes[s];
    in_place(n * n, a);
    if (n > 2)
      inner_part(n * n, a);
    section(n * n - n, n / 2, a);
    rows(n, a, v, r);
    printf("%d: %.17g\n", n, mix(r, N));
    two_versions(n, a, v, r);
    printf("%d: %.17g %.17g\n", n, mix(a, N * N), mix(r, N));
    two_names(n, v, r);
    two_names(n * n, b, b);
    several_stages(n, a, r, b);
    printf("%d: %.17g %.17g\n", n, mix(b, N * N), mix(r, N));
    only_out(n, a, b);
    there_already(n * n, a);
    arrays();
    printf("%d: %.17g %.17g %.17g\n", n, mix(a, N * N), mix(b, N * N), mix(grid[0], N * N));
  }
  free(a), free(b), free(v), free(r);
  return 0;
}
