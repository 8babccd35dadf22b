// Loop fission of `target teams distribute collapse`: an iteration of the collapsed loops has a number, its position, which selects
// its elements. Loops that are not rectangular, statements between the loops and jumps of the inner one stay refused.
// RUN: %clang -O1 %host_offload %s -lm -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -lm -o %t
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t | diff %t.expected -
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: grep -v "^//" %t.rewritten.c | FileCheck %s --check-prefix=TEXT
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -lm -o %t.rewritten
// RUN: %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -lm -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>
enum { A = 7, B = 9, M = 120 };

// CHECK: region in normalize: split into 1 kernel of one parallel loop and 1 kernel of other statements
// CHECK: CLV015: 'mean' has an element for each iteration
// TEXT-LABEL: void normalize(
// TEXT: cleave_mean[(long)(r - (first)) * ((long)(b) - (long)(1)) + (c - (1))] = mean;
// TEXT: collapse(3)
// TEXT: double mean = cleave_mean[(long)(r - (first)) * ((long)(b) - (long)(1)) + (c - (1))];
static void normalize(double *y, const double *x, int first, int a, int b) {
#pragma omp target teams distribute collapse(2) map(to : x[0 : A * B * M]) map(tofrom : y[0 : A * B * M])
  for (int r = first; r < a; r++)
    for (int c = 1; c < b; c++) {
      double mean = 0;
#pragma omp parallel for reduction(+ : mean)
      for (int i = 0; i < M; i++)
        mean += x[(r * B + c) * M + i];
      mean /= M;
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] = x[(r * B + c) * M + i] - mean;
    }
}
// Three loops with blocks around them, inclusive bounds, an array and a value that each part computes again; few iterations.
// CHECK: region in blocks: split into 2 kernels of one parallel loop each and 1 kernel of other statements
static void blocks(double *y, const double *x) {
#pragma omp target teams distribute collapse(3) map(to : x[0 : A * B * M]) map(tofrom : y[0 : A * B * M])
  for (int r = 0; r <= A - 1; r++) {
    for (int c = 0; c < B; c++) {
      for (long d = 2; d < 4; d++) {
        const int at = (r * B + c) * M + (int)(d - 2) * 60;
        double w[3];
#pragma omp parallel for
        for (int i = 0; i < 60; i++)
          y[at + i] += x[at + i] * d;
        for (int q = 0; q < 3; q++)
          w[q] = y[at + q] + q;
#pragma omp parallel for
        for (int i = 0; i < 60; i++)
          y[at + i] += w[i % 3];
      }
    }
  }
}
// A loop around the parallel loops moves to the host; no iterations at all are allowed.
// CHECK: region in stepped: split into 2 kernels of one parallel loop each
static void stepped(double *y, int a, int b, int steps) {
#pragma omp target teams distribute collapse(2) map(tofrom : y[0 : A * B * M])
  for (int r = 0; r < a; r++)
    for (int c = 0; c < b; c++) {
      for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 0; i < M; i++)
          y[(r * B + c) * M + i] += t;
#pragma omp parallel for collapse(2)
        for (int i = 0; i < 10; i++)
          for (int k = 0; k < M / 10; k++)
            y[(r * B + c) * M + i * (M / 10) + k] *= 0.5;
      }
    }
}
// Two directives.
// CHECK: region in two: split into 1 kernel of one parallel loop and 1 kernel of other statements
static void two(double *y) {
#pragma omp target map(tofrom : y[0 : A * B * M])
#pragma omp teams distribute collapse(2)
  for (int r = 0; r < A; r++)
    for (int c = 0; c < B; c++) {
      double first = y[(r * B + c) * M];
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] -= first * i;
    }
}
// CHECK: region in triangle: not transformed
// CHECK: CLV270: distribute loop not split: its header is not of the form
static void triangle(double *y) {
#pragma omp target teams distribute collapse(2) map(tofrom : y[0 : A * B * M])
  for (int r = 0; r < A; r++)
    for (int c = 0; c < r; c++) {
      double first = y[(r * B + c) * M];
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] -= first;
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] *= 2;
    }
}
// CHECK: region in jumps: not transformed
// CHECK: CLV270: distribute loop not split: a jump leaves its statement
static void jumps(double *y) {
#pragma omp target teams distribute collapse(2) map(tofrom : y[0 : A * B * M])
  for (int r = 0; r < A; r++)
    for (int c = 0; c < B; c++) {
      if (y[(r * B + c) * M] < 2)
        continue;
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] -= i;
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] *= 2;
    }
}
// CHECK: region in ordered: not transformed
// CHECK: CLV270: distribute loop not split: a team may have several iterations
static void ordered(double *y) {
#pragma omp target teams distribute collapse(2) num_teams(1) map(tofrom : y[0 : A * B * M])
  for (int r = 0; r < A; r++)
    for (int c = 0; c < B; c++) {
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] -= i;
#pragma omp parallel for
      for (int i = 0; i < M; i++)
        y[(r * B + c) * M + i] += y[i];
    }
}
static double *x, *y;
static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < A * B * M; i++)
    sum += y[i] * (i % 101 + 1);
  printf("%s %.10g\n", name, sum);
}
int main(void) {
  x = malloc(A * B * M * sizeof *x);
  y = malloc(A * B * M * sizeof *y);
  for (int i = 0; i < A * B * M; i++) {
    x[i] = i % 17 * 0.5;
    y[i] = i % 5;
  }
  normalize(y, x, 2, A, B);
  show("normalize");
  blocks(y, x);
  show("blocks");
  stepped(y, A, B, 3);
  stepped(y, A, 0, 3);
  stepped(y, -2, -3, 3);
  show("stepped");
  two(y);
  show("two");
  triangle(y);
  jumps(y);
  ordered(y);
  show("others");
}
