// Triangles in tiles whose operands are in shared memory; see shared_tiles.c for rectangles. Tiles without points are skipped, and
// iterations of the outer loop without points are left out.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=small -O2 -Wall -ffp-contract=off %host_offload %s -o %t.small
// RUN: env CLEAVE_MAP=tiles %run4 %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %run %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t.small | diff %t.expected -
//
// On the GPU, without races and with the same barriers in all threads; on a device of two multiprocessors in both larger tiles.
// RUN: %cleave_cc -O1 -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=tiles %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %cleave simulate --checks=all %t.gpu >%t.log
// RUN: grep " 256 .*upper_right" %t.log
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SIMULATOR_PROFILE=volta-2sm CLEAVE_SIMULATOR_ARCHITECTURE=90 %gpu %t.gpu | diff %t.expected -
//
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s >%t.text
// RUN: grep -v "^//" %t.text | grep -o "^static void [a-z_]*\|cleave_thread_tile_[0-9]*.2..[0-9]*..[0-9]*.;" | FileCheck %s
#include <stdio.h>

enum { MOST = 60000 };
static double a[MOST], b[MOST], c[MOST];
static float f[MOST], g[MOST], h[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum += (i % 97 + 1) * (c[i] + h[i]);
  printf("%s %.17g\n", name, sum);
}

// Triangles of each kind, in which some iterations of i may have no point: x ends before what these would read.
// CHECK: static void upper_right
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void upper_right(int n, int m, int p, int rows, const double *x) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : x[0 : rows * p], b)
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += x[i * p + k] * b[k * m + j];
}

// CHECK: static void upper_left
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void upper_left(int n, int m, int p, int rows, const double *x) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : x[0 : rows * p], b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - i; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += x[i * p + k] * b[k * m + j];
}

// The first iteration of i has no point.
// CHECK: static void lower_left
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void lower_left(int n, int p) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i - 1; j++) {
      float sum = j / (float)(i - j);
      for (int k = 0; k < p; k++)
        sum += f[i * p + k] * g[j * p + k];
      h[i * n + j] = sum;
    }
}

// CHECK: static void lower_right
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void lower_right(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 2; i < n; i++)
    for (int j = n + 3 - i; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// Each point also writes the point on the other side of the diagonal.
// CHECK: static void mirrored
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void mirrored(int n, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[k * n + i] * a[k * n + j];
      c[j * n + i] = c[i * n + j];
    }
}

// A triangle of aligned loops, whose counters have other names.
// CHECK: static void scaled_triangle
// CHECK-NEXT: cleave_thread_tile_0[2][32][36]
// CHECK-NEXT: cleave_thread_tile_1[2][32][20]
// CHECK-NEXT: cleave_thread_tile_2[2][32][36]
// CHECK-NEXT: cleave_thread_tile_3[2][32][20]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][36]
// CHECK-NEXT: cleave_thread_tile_2[2][16][68]
// CHECK-NEXT: cleave_thread_tile_3[2][16][36]
// CHECK-NEXT: cleave_thread_tile_0[2][8][132]
// CHECK-NEXT: cleave_thread_tile_1[2][8][68]
// CHECK-NEXT: cleave_thread_tile_2[2][8][132]
// CHECK-NEXT: cleave_thread_tile_3[2][8][68]
static void scaled_triangle(int n, int p) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      h[i * n + j] *= 0.5f;
    for (int k = 0; k < p; k++)
      for (int l = 0; l <= i; l++)
        h[i * n + l] += f[l * p + k] * 0.25f * g[i * p + k] + g[l * p + k] * 0.25f * f[i * p + k];
    for (int j = 0; j <= i; j++)
      h[i * n + j] += 1;
  }
}

// The band and the steps of two are neither rectangles nor triangles.
// CHECK: static void band
// CHECK-NOT: cleave_thread_tile
static void band(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 9; j++)
      for (int k = 0; k < p; k++)
        c[i * 200 + j] += a[i * p + k] * b[k * m + j];
}

// CHECK: static void steps
// CHECK-NOT: cleave_thread_tile
static void steps(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i += 2)
    for (int j = i; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// CHECK: static void run
static void run(int n, int m, int p) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 13 * 0.3;
    b[i] = i % 7 * 0.7;
    c[i] = h[i] = i % 5 * 0.1f;
    f[i] = i % 11 * 0.3f;
    g[i] = i % 17 * 0.7f;
  }
  upper_right(n, m, p, n < m ? n : m, a);
  report("upper_right");
  upper_left(n, m, p, n < m ? n : m, a);
  report("upper_left");
  lower_left(n, p);
  report("lower_left");
  lower_right(n, m, p);
  report("lower_right");
  mirrored(n, p);
  report("mirrored");
  scaled_triangle(n, p);
  report("scaled_triangle");
  band(n, m, p);
  report("band");
  steps(n, m, p);
  report("steps");
}

int main(void) {
  static const int sizes[][3] = {{1, 1, 1},   {1, 1, 16},   {7, 5, 4},    {8, 8, 8},     {9, 33, 7},  {63, 127, 15}, {64, 128, 16},
                                 {65, 129, 17}, {31, 140, 0}, {0, 9, 24}, {130, 3, 33}, {16, 16, 40}};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    run(sizes[i][0], sizes[i][1], sizes[i][2]);
  return 0;
}
