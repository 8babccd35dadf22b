// Nests that add up products, in tiles whose operands are in shared memory. The results are those of plain clang, to the bit: in nests
// smaller than a tile, of one tile, and with edges; with fewer iterations of the inner loop than a step, one step, and more.
// On the host device a team of four threads computes small tiles; with another number of threads the points of a tile are dealt out.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=small -O2 -Wall -ffp-contract=off %host_offload %s -o %t.small
// RUN: env CLEAVE_MAP=tiles %run4 %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %run %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t.small | diff %t.expected -
// RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=on -O1 -Wall -ffp-contract=off %host_offload %s -o %t
// RUN: env CLEAVE_MAP=tiles %run4 %t | diff %t.expected -
//
// On the GPU, without races and with the same barriers in all threads. Few points are too few tiles for a device.
// RUN: %cleave_cc -O1 -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=tiles %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %cleave simulate --checks=all %t.gpu >%t.log
// RUN: grep " 256 .*product" %t.log
// RUN: %gpu %t.gpu | diff %t.expected -
// A device of two multiprocessors uses both sizes of tiles.
// RUN: env CLEAVE_SIMULATOR_PROFILE=volta-2sm CLEAVE_SIMULATOR_ARCHITECTURE=90 %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --device=volta-2sm --checks=all %t.gpu >%t.log
// RUN: grep " 128 .*product" %t.log
//
// Which nests have the version: its team has arrays in shared memory.
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s >%t.text
// RUN: grep -v "^//" %t.text | grep -o "^static void [a-z_]*\|cleave_thread_tile_[0-9]*.2..[0-9]*..[0-9]*.;" | FileCheck %s
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-shared-tiles=off -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s | grep -v "^//" | not grep cleave_thread_tile_0
#include <stdio.h>

enum { MOST = 60000 };
static double a[MOST], b[MOST], c[MOST];
static float f[MOST], g[MOST], h[MOST];
static short s[MOST];
static int t[MOST];

enum { WIDTH = 300 };
struct factors {
  float first;
};
#define AT(i, j) (i) * m + (j)
#define G(k, j) g[(k) * m + (j)]

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum += (i % 97 + 1) * (c[i] + h[i] + t[i]);
  printf("%s %.17g\n", name, sum);
}

// CHECK: static void product
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void product(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] = c[i * m + j] + a[i * p + k] * b[k * m + j];
}

// The sum is a variable of the iteration. Both operands are read along the inner loop.
// CHECK: static void rows
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void rows(int n, int m, int p) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = h[i * m + j] * 0.5f;
      for (int k = 0; k < p; k++)
        sum += f[i * p + k] * g[j * p + k];
      h[i * m + j] = sum > 100 ? sum - 3 : sum;
    }
}

// Its declaration is outside of the region. Each operand is a product itself, and occurs twice.
// CHECK: static void outside
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_2[2][64][20]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_2[2][16][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
// CHECK-NEXT: cleave_thread_tile_2[2][16][68]
static void outside(int n, int m, int p, float alpha) {
  float sum;
  int i, j, k;
#pragma omp target teams distribute parallel for private(sum, j, k) map(tofrom : h) map(to : f, g)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      sum = 0;
      for (k = 0; k < p; k++) {
        sum += (alpha * f[i * p + k]) * (g[k * m + j] - alpha);
        sum -= (alpha * f[i * p + k]) / 3;
        if (k % 5 == 1 || i == j)
          sum += k;
      }
      h[i * m + j] += sum;
    }
}

// Loops between others: one iteration of each belongs to a point.
// CHECK: static void scaled
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void scaled(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      h[i * m + j] *= 0.5f;
    for (int k = 0; k < p; k++)
      for (int l = 0; l < m; l++) {
        const float twice = 2 * (0.25f * f[i * p + k]);
        h[i * m + l] += twice * g[k * m + l];
      }
    for (int j = 0; j < m; j++)
      h[i * m + j] += 1;
  }
}

// Lanes along the outer loop, backwards, with steps.
// CHECK: static void columns
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void columns(int n, int m, int p) {
  int j, k;
#pragma omp target teams distribute parallel for private(j, k) map(tofrom : c) map(to : a, b)
  for (int i = 0; i < m; i++)
    for (j = n - 1; j >= 0; j -= 2)
      for (k = 3 * p - 1; k > 0; k -= 3) {
        c[j * m + i] -= a[j * p + k] * b[k * m + i];
        if (k % 2 || i == j)
          c[j * m + i] += k;
      }
}

// Integers of two sizes, with four operands.
// CHECK: static void integers
// CHECK-NEXT: cleave_thread_tile_0[2][64][24]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_2[2][64][20]
// CHECK-NEXT: cleave_thread_tile_3[2][64][40]
// CHECK-NEXT: cleave_thread_tile_0[2][16][40]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_2[2][16][36]
// CHECK-NEXT: cleave_thread_tile_3[2][16][72]
// CHECK-NEXT: cleave_thread_tile_0[2][16][72]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
// CHECK-NEXT: cleave_thread_tile_2[2][16][68]
// CHECK-NEXT: cleave_thread_tile_3[2][16][136]
static void integers(int n, int m, int p, int *x, const int *y, const short *z) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n * m]) map(to : y[0 : MOST], z[0 : MOST])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        x[i * m + j] ^= z[i * p + k] * y[k * m + j] + (y[i * p + k] + z[k * m + j]);
}

// Pointers, which the launch compares. In one call y and z are equal, and the elements are not.
// CHECK: static void pointers
// CHECK-NEXT: cleave_thread_tile_0[2][32][18]
// CHECK-NEXT: cleave_thread_tile_1[2][32][34]
// CHECK-NEXT: cleave_thread_tile_0[2][8][34]
// CHECK-NEXT: cleave_thread_tile_1[2][8][66]
// CHECK-NEXT: cleave_thread_tile_0[2][8][66]
// CHECK-NEXT: cleave_thread_tile_1[2][8][130]
static void pointers(int n, int m, int p, const double *x, const double *y, double *z) {
#pragma omp target teams distribute parallel for map(tofrom : z[0 : MOST]) map(to : x[0 : MOST], y[0 : MOST])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        z[(p + i) * m + j] += x[i * p + k] * y[k * m + j];
}

// The header of k has the name of a counter for another variable.
// CHECK: static void other_variable
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void other_variable(int n, int m, int j) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < j; k++)
      for (int j = 0; j < m; j++)
        h[i * m + j] += f[i * 8 + k] * g[k * m + j];
}

// The bound of k depends on the point.
// CHECK: static void bound_of_row
// CHECK-NOT: cleave_thread_tile
static void bound_of_row(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p - i; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// Words of operands that name no variable: macros, constants, types, members.
// CHECK: static void words
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void words(int n, int m, int p, struct factors by) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        h[AT(i, j)] += (float)(f[i * WIDTH + k] * (double)by.first) * G(k, j);
}

// Factors that all points share, or that do not depend on k.
// CHECK: static void factors
// CHECK-NEXT: cleave_thread_tile_0[2][32][20]
// CHECK-NEXT: cleave_thread_tile_1[2][32][36]
// CHECK-NEXT: cleave_thread_tile_2[2][32][20]
// CHECK-NEXT: cleave_thread_tile_3[2][32][20]
// CHECK-NEXT: cleave_thread_tile_4[2][32][36]
// CHECK-NEXT: cleave_thread_tile_5[2][32][20]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_2[2][16][36]
// CHECK-NEXT: cleave_thread_tile_3[2][16][36]
// CHECK-NEXT: cleave_thread_tile_4[2][16][68]
// CHECK-NEXT: cleave_thread_tile_5[2][16][36]
// CHECK-NEXT: cleave_thread_tile_0[2][8][68]
// CHECK-NEXT: cleave_thread_tile_1[2][8][132]
// CHECK-NEXT: cleave_thread_tile_2[2][8][68]
// CHECK-NEXT: cleave_thread_tile_3[2][8][68]
// CHECK-NEXT: cleave_thread_tile_4[2][8][132]
// CHECK-NEXT: cleave_thread_tile_5[2][8][68]
static void factors(int n, int m, int p) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : h) map(to : f, g, a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        h[i * m + j] += f[i * p + k] * g[k * m + j] * (float)a[k] + (f[i] - g[j] * f[7]);
}

// Distances, with mathematical functions around operands.
// CHECK: static void distances
// CHECK-NEXT: cleave_thread_tile_0[2][64][20]
// CHECK-NEXT: cleave_thread_tile_1[2][64][36]
// CHECK-NEXT: cleave_thread_tile_0[2][16][36]
// CHECK-NEXT: cleave_thread_tile_1[2][16][68]
// CHECK-NEXT: cleave_thread_tile_0[2][16][68]
// CHECK-NEXT: cleave_thread_tile_1[2][16][132]
static void distances(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += __builtin_fabsf(f[i * p + k] - __builtin_fabsf(g[k * m + j] - 3));
      h[i * m + j] = sum;
    }
}

// At the edges of a tile, i and j could have values for which a division is not defined.
// CHECK: static void quotients
// CHECK-NOT: cleave_thread_tile
static void quotients(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j] + k / (n - i);
}

// A constant of the body has another meaning, or none, at other places.
// CHECK: static void own_constant
// CHECK-NOT: cleave_thread_tile
static void own_constant(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++) {
        enum { WIDTH = 30 };
        c[i * m + j] += a[i * WIDTH + k] * b[k * m + j];
      }
}

// The array is also read in another place.
// CHECK: static void two_elements
// CHECK-NOT: cleave_thread_tile
static void two_elements(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j] + c[n * m + k];
}

// No iteration certainly writes the element.
// CHECK: static void perhaps
// CHECK-NOT: cleave_thread_tile
static void perhaps(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        if (a[i * p + k] > 3)
          c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// An operand is not always evaluated: it may not exist.
// CHECK: static void guarded
// CHECK-NOT: cleave_thread_tile
static void guarded(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * (k * m + j < MOST ? b[k * m + j] : 0);
}

// The text of the element has a name of the body.
// CHECK: static void own_name
// CHECK-NOT: cleave_thread_tile
static void own_name(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++) {
        const int row = i * m;
        c[row + j] += a[i * p + k] * b[k * m + j];
      }
}

// A private copy of a loop in a region carries a value into the inner loop; outside of the loop it is another variable.
// CHECK: static void carried
// CHECK-NOT: cleave_thread_tile
static void carried(int n, int m, int p, double factor) {
#pragma omp target map(tofrom : c) map(to : a, b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      c[i] += factor;
#pragma omp parallel for collapse(2) private(factor)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        double sum = 0;
        factor = a[i] + b[j];
        for (int k = 0; k < p; k++)
          sum += (factor * a[i * p + k]) * b[k * m + j];
        c[i * m + j] = sum;
      }
  }
}

// Two variables carry values to and from the inner loop.
// CHECK: static void two_sums
// CHECK-NOT: cleave_thread_tile
static void two_sums(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0, last = 1;
      for (int k = 0; k < p; k++) {
        sum += a[i * p + k] * b[k * m + j];
        last = last * 0.5 + a[i * p + k];
      }
      c[i * m + j] = sum + last;
    }
}

// In an operand, i is another variable.
// CHECK: static void hidden
// CHECK-NOT: cleave_thread_tile
static void hidden(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++) {
        const int i = k + 1;
        sum += a[i * p + k] * b[k * m + j];
      }
      c[i * m + j] = sum;
    }
}

// The inner loop also writes another array.
// CHECK: static void two_arrays
// CHECK-NOT: cleave_thread_tile
static void two_arrays(int n, int m, int p) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : c, h) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++) {
        c[i * m + j] += a[i * p + k] * b[k * m + j];
        h[i * m + j] = k;
      }
}

// CHECK: static void run
static void run(int n, int m, int p) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 13 * 0.3;
    b[i] = i % 7 * 0.7;
    c[i] = h[i] = i % 5 * 0.1f;
    f[i] = i % 11 * 0.3f;
    g[i] = i % 17 * 0.7f;
    s[i] = (short)(i % 23 - 11);
    t[i] = i % 19 - 9;
  }
  product(n, m, p);
  report("product");
  rows(n, m, p);
  report("rows");
  outside(n, m, p, 0.3f);
  report("outside");
  scaled(n, m, p);
  report("scaled");
  columns(n, m, p);
  report("columns");
  static int x[MOST];
  for (int i = 0; i < MOST; i++)
    x[i] = i;
  integers(n, m, p, x, t, s);
  for (int i = 0; i < MOST; i++)
    t[i] = x[i] % 1000;
  report("integers");
  pointers(n, m, p, a, b, c);
  report("pointers");
  pointers(n, m, p, a, c, c); /* one array */
  report("overlapping");
  bound_of_row(n, m, p);
  report("bound_of_row");
  words(n, m, p, (struct factors){1.5f});
  report("words");
  factors(n, m, p);
  report("factors");
  distances(n, m, p);
  report("distances");
  quotients(n, m, p);
  report("quotients");
  own_constant(n, m, p);
  report("own_constant");
  two_elements(n, m, p);
  report("two_elements");
  perhaps(n, m, p);
  report("perhaps");
  guarded(n, m, p);
  report("guarded");
  own_name(n, m, p);
  report("own_name");
  other_variable(n, m, p);
  report("other_variable");
  carried(n, m, p, 0.25);
  report("carried");
  two_sums(n, m, p);
  report("two_sums");
  hidden(n, m, p);
  report("hidden");
  two_arrays(n, m, p);
  report("two_arrays");
}

int main(void) {
  static const int sizes[][3] = {{1, 1, 1},   {1, 1, 16},   {7, 5, 4},    {8, 8, 8},     {9, 33, 7},  {63, 127, 15}, {64, 128, 16},
                                 {65, 129, 17}, {31, 140, 0}, {0, 9, 24}, {130, 3, 33}, {16, 16, 40}};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    run(sizes[i][0], sizes[i][1], sizes[i][2]);
  return 0;
}
