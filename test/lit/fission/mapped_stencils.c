// Stencils on the grid. A thread with eight iterations of the walked loop executes them in one piece, in which the compiler loads each
// element once; with fewer iterations it has a loop. The results are those of plain clang, to the bit.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O0 -Wall -ffp-contract=off %host_offload %s -o %t.O0
// RUN: env CLEAVE_MAP=always %run4 %t.O0 | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %host_offload %s -o %t
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
//
// On the GPU, one with so few threads that each has eight iterations. They load 26 elements in rows, where a loop loads 40.
// RUN: %cleave_cc -fplugin-arg-cleave-transfers=off -O2 -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SIMULATOR_PROFILE=volta-2sm CLEAVE_SIMULATOR_ARCHITECTURE=90 %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --device=volta-2sm --json=%t.json %t.gpu >%t.log
// RUN: python3 -c "import json; print(*(round(k['counts']['lane_instructions']['load.global'] / k['counts']['lane_instructions']['store.global'], 1) for k in json.load(open('%t.json'))['programs'][0]['kernels'] if k['function'] == 'five' and k['launches'] > 1))" | FileCheck %s --check-prefix=LOADS
// LOADS: 3.3
//
// Which nests have the piece.
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s >%t.text
// RUN: grep -v "^//" %t.text | grep -o "^static void [a-z_]*\|int cleave_position_of_span = 0" | FileCheck %s
#include <stdio.h>

enum { N = 260, MOST = N * N };
static double a[MOST], b[MOST];
static float u[MOST], v[MOST], w[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum += (i % 97 + 1) * (b[i] + w[i]);
  printf("%s %.17g\n", name, sum);
}

// CHECK: static void five
// CHECK-NEXT: cleave_position_of_span
static void five(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : b) map(to : a)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.2 * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
}

// Two rows apart, downwards, with collapse and a condition.
// CHECK: static void downwards
// CHECK-NEXT: cleave_position_of_span
static void downwards(int n, int m) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : w) map(to : u, v)
  for (int i = n - 1; i >= 2; i--)
    for (int j = 0; j < m; j++)
      if (v[j] < 2)
        w[i * m + j] += u[i * m + j] - 0.5f * u[(i - 2) * m + j];
}

// A condition is around the body: the iterations are not a rectangle.
// CHECK: static void triangle
// CHECK-NEXT: cleave_position_of_span
static void triangle(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : b) map(to : a)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - i; j++)
      b[i * m + j] += 0.5 * a[i] + 0.25 * a[i + 1];
}

// Values between the loops. Steps of two: iterations share the elements of the one before.
// CHECK: static void steps
// CHECK-NEXT: cleave_position_of_span
static void steps(long n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : b) map(to : a)
  for (long i = 2; i < n; i += 2) {
    const double *above = a + (i - 2) * m, *here = a + i * m;
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] - a[(i - 2) * m + j] + here[j] * above[j];
  }
}

// No element is read by two iterations of a thread.
// CHECK: static void along
// CHECK-NOT: cleave_position_of_span
static void along(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : w) map(to : u)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      w[i * m + j] -= u[i * m + j] - u[i * m + j - 1];
}

// CHECK: static void run
static void run(int n, int m) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 13 * 0.3;
    b[i] = w[i] = i % 5 * 0.1f;
    u[i] = i % 11 * 0.3f;
    v[i] = i % 7 * 0.4f;
  }
  five(n, m);
  report("five");
  downwards(n, m);
  report("downwards");
  triangle(n, m);
  report("triangle");
  steps(n, m);
  report("steps");
  along(n, m);
  report("along");
}

int main(void) {
  static const int sizes[][2] = {{2, 5}, {3, 3}, {7, 40}, {10, 9}, {11, 33}, {19, 100}, {N, N}};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    run(sizes[i][0], sizes[i][1]);
  return 0;
}
