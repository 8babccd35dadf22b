// Nests that add up products in an array, in register blocks: a thread computes 8 by 4 elements. The results are those of plain clang, to the
// bit, in nests smaller than a block, with edges, and without iterations of the inner loop.
// DEFINE: %{blocks} = -fplugin-arg-cleave-register-blocks=on
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %cleave_cc %{blocks} -O1 -Wall -ffp-contract=off %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=blocks %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=blocks %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc %{blocks} -O1 -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=blocks %gpu %t.gpu | diff %t.expected -
//
// Which nests have the version: its loops have the variable of a block. It is off by default.
// RUN: %clang %host_offload -fplugin=%plugin %{blocks} -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s >%t.text
// RUN: grep -v "^//" %t.text | grep -o "^static void [a-z_]*\|cleave_thread_block.8..4." | uniq | FileCheck %s
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s | grep -v "^//" | not grep cleave_thread_block
//
// Few points are too few blocks for a device.
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>

enum { MOST = 6000 };
static double a[MOST], b[MOST], c[MOST];
static float f[MOST], g[MOST], h[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum = sum * 0.75 + c[i] + h[i];
  printf("%s %.17g\n", name, sum);
}

// CHECK: static void product
// CHECK-NEXT: cleave_thread_block
static void product(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] = c[i * m + j] + a[i * p + k] * b[k * m + j];
}

// CHECK: static void scaled
// CHECK-NEXT: cleave_thread_block
static void scaled(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      h[i * m + j] *= 0.5f;
    for (int k = 0; k < p; k++)
      for (int l = 0; l < m; l++) {
        const float t = 0.25f * f[i * p + k];
        h[i * m + l] += t * g[k * m + l];
      }
  }
}

// Lanes along the outer loop, backwards, with steps.
// CHECK: static void columns
// CHECK-NEXT: cleave_thread_block
static void columns(int n, int m, int p) {
  int j, k, q;
#pragma omp target teams distribute parallel for private(j, k, q) map(tofrom : c) map(to : a, b)
  for (int i = 0; i < m; i++)
    for (j = n - 1; j >= 0; j -= 2)
      for (k = p - 1; k > 0; k -= 3)
        for (q = 0; q < 2; q++) {
          c[j * m + i] -= a[j * p + k] * b[k * m + i];
          if ((k + q) % 2 || i == j)
            c[j * m + i] += q;
        }
}

// A pointer, which the launch compares with the others.
// CHECK: static void pointers
// CHECK-NEXT: cleave_thread_block
static void pointers(int n, int m, int p, const double *x, const double *y, double *z) {
#pragma omp target teams distribute parallel for map(tofrom : z[0 : n * m]) map(to : x[0 : n * p], y[0 : p * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        z[i * m + j] += x[i * p + k] * y[k * m + j];
}

// The bound of k depends on the point.
// CHECK: static void bound_of_row
// CHECK-NOT: cleave_thread_block
static void bound_of_row(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p - i; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// A triangle.
// CHECK: static void triangle
static void triangle(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// The element is also read in another place.
// CHECK: static void two_elements
static void two_elements(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[k * m + j] + c[n * m + k];
}

// No iteration certainly writes the element.
// CHECK: static void perhaps
static void perhaps(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        if (a[i * p + k] > 3)
          c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// The text of the element has a name of the body; the header of k has the name of a counter for another variable.
// CHECK: static void own_name
static void own_name(int n, int m, int p) {
#pragma omp target teams distribute parallel for map(tofrom : c) map(to : a, b)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++) {
        const int row = i * m;
        c[row + j] += a[i * p + k] * b[k * m + j];
      }
}

// CHECK: static void other_variable
static void other_variable(int n, int m, int j) {
#pragma omp target teams distribute parallel for map(tofrom : h) map(to : f, g)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < j; k++)
      for (int j = 0; j < m; j++)
        h[i * m + j] += f[i * 8 + k] * g[k * m + j];
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
  product(n, m, p);
  report("product");
  scaled(n, m, p);
  report("scaled");
  columns(n, m, p);
  report("columns");
  pointers(n, m, p, a, b, c);
  report("pointers");
  pointers(n, m, p, a, c, c); /* overlapping */
  report("overlapping");
  bound_of_row(n, m, p);
  report("bound_of_row");
  triangle(n, m, p);
  report("triangle");
  two_elements(n, m, p);
  report("two_elements");
  perhaps(n, m, p);
  report("perhaps");
  own_name(n, m, p);
  report("own_name");
  other_variable(n, m, p);
  report("other_variable");
}

int main(void) {
  static const int sizes[][3] = {{1, 1, 1}, {7, 5, 3}, {8, 32, 4}, {9, 33, 1}, {33, 129, 6}, {40, 128, 5}, {31, 127, 0}, {0, 9, 4}, {65, 2, 9}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    run(sizes[s][0], sizes[s][1], sizes[s][2]);
  return 0;
}
