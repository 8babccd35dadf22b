// Copies that are left out: what is overwritten before it is read, what no kernel writes, what none uses.
// Each line of the rewritten text is what the loops ask for; results and bytes are compared with plain clang's.
// RUN: %clang -O1 -I%S/Inputs %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -I%S/Inputs %host_offload %s -o %t.split
// RUN: env MALLOC_PERTURB_=165 %run %t.plain >%t.expected
// RUN: env MALLOC_PERTURB_=165 %run %t.split | diff %t.expected -
// RUN: env MALLOC_PERTURB_=165 %run4 %t.split | diff %t.expected -
// RUN: %cleave rewrite %s -- -I%S/Inputs >%t.rewritten.c
// RUN: grep -v '// [C]' %t.rewritten.c | FileCheck %s
// RUN: %clang -O1 -Wall -Wextra -Werror -I%S/Inputs %host_offload %t.rewritten.c -o %t.rewritten
// RUN: env MALLOC_PERTURB_=165 %run4 %t.rewritten | diff %t.expected -
// RUN: %cleave rewrite %t.rewritten.c -- -I%S/Inputs | diff %t.rewritten.c -
#include "show.h"

enum { N = 24 };
static double A[N][N], B[N][N], C[N][N], E[N][N], G[N][N], unused[N];

// CHECK-LABEL: static void products
// CHECK: #pragma omp target data map(from: E, G) map(to: A, B, C)
// CHECK-NEXT: {
// CHECK: target teams distribute parallel for map(from: E) map(to: A, B)
// CHECK: target teams distribute parallel for map(from: E, G) map(to: C)
static void products(void) {
#pragma omp target
  {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        E[i][j] = 0;
        for (int k = 0; k < N; k++)
          E[i][j] += A[i][k] * B[k][j];
      }
#pragma omp parallel for collapse(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        G[i][j] = 0;
        for (int k = 0; k < N; k++)
          G[i][j] += E[i][k] * C[k][j];
      }
  }
}

// Rows of one subscript; n may be negative, and then there are elements, but no iterations.
// CHECK-LABEL: static void rows
// CHECK: #pragma omp target data map(tofrom: t[0 : n * n], d[0 : n * n]) if(n < 0)
// CHECK-NEXT: #pragma omp target data map(to: a[0 : n * n]) map(from: t[0 : n * n], d[0 : n * n])
// CHECK-NEXT: {
static void rows(int n, const double *a, double *t, double *d) {
#pragma omp target map(to : a[0 : n * n]) map(tofrom : t[0 : n * n], d[0 : n * n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
          sum += a[i * n + k];
        t[i * n + j] = sum;
      }
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i * n + j] = t[j * n + i];
  }
}

// CHECK-LABEL: static void upper_and_lower
// CHECK: #pragma omp target data map(to: a[0 : n]) map(from: m[0 : n][0 : n])
static void upper_and_lower(int n, const double *a, double (*m)[n]) {
#pragma omp target map(to : a[0 : n]) map(tofrom : m[0 : n][0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
        m[i][j] = 0;
        for (int k = 0; k < n; k++)
          m[i][j] += a[i] * a[j] + k;
        m[j][i] = m[i][j];
      }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      m[i][i] += 1;
  }
}

// CHECK-LABEL: static void lower_bounds
// CHECK: #pragma omp target data map(from: c[5 : 10], a[low : n])
static void lower_bounds(int low, int n, double *a) {
  double c[20];
  fill(c, 20, 3);
#pragma omp target map(tofrom : c[5 : 10], a[low : n])
  {
#pragma omp parallel for
    for (int i = low + n - 1; i >= low; i--)
      a[i] = i;
#pragma omp parallel for
    for (int i = 5; i <= 14; i++)
      c[i] = a[low] + i;
  }
  show("c", c, 20);
}

// What one iteration writes in several places, and reads behind.
// CHECK-LABEL: static void four_each
// CHECK: #pragma omp target data map(from: b[0 : 4 * n])
static void four_each(int n, double *b) {
#pragma omp target map(tofrom : b[0 : 4 * n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      b[4 * i] = i;
      b[4 * i + 1] = b[4 * i] + 1;
      b[4 * i + 2] = b[4 * i + 1] + 1;
      b[4 * i + 3] = b[4 * i + 2] + 1;
    }
#pragma omp parallel for
    for (int i = 0; i < 4 * n; i++)
      b[i] *= 2;
  }
}

// The loop of the host may have no step: a comes back as it was. t is needed in the loop alone.
// CHECK-LABEL: static void in_a_loop
// CHECK: #pragma omp target data map(tofrom: a[0 : n]) map(alloc: t[0 : n])
static void in_a_loop(int n, int steps, double *a, double *t) {
#pragma omp target map(tofrom : a[0 : n]) map(to : t[0 : n])
  {
    for (int step = 0; step < steps; step++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        t[i] = a[i] + step;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] = t[n - 1 - i];
    }
  }
}

// CHECK-LABEL: static void read_and_unused
// CHECK: #pragma omp target data map(to: x[0 : n]) map(tofrom: y[0 : n]) map(to: scale) map(alloc: unused)
static void read_and_unused(int n, double scale, const double *x, double *y) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n], scale, unused)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += scale * x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[n - 1 - i];
  }
}

// One kernel, and no environment around it.
// CHECK-LABEL: static void one_kernel
// CHECK: #pragma omp target teams distribute parallel for map(to: x[0 : n]) map(from: y[0 : n])
static void one_kernel(int n, const double *x, double *y) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
}

// What is present is not copied either way, and stays what it was.
// CHECK-LABEL: static void present
static void present(int n, double *y) {
#pragma omp target data map(tofrom : y[0 : n])
  {
    y[1] = -1;
// CHECK: #pragma omp target data map(from: y[0 : n])
#pragma omp target map(tofrom : y[0 : n])
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        y[i] = i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        y[i] += 1;
    }
    printf("still %g on the host\n", y[1]);
  }
}

// A task: the environment's begin and end are two.
// CHECK-LABEL: static void task
// CHECK: #pragma omp target enter data map(to: x[0 : n]) map(alloc: y[0 : n]) nowait
// CHECK: #pragma omp target exit data map(release: x[0 : n]) map(from: y[0 : n]) nowait
static void task(int n, double *x, double *y) {
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n]) nowait
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += 1;
  }
#pragma omp taskwait
}

int main(void) {
  double a[600], b[600], c[600];
  fill(&A[0][0], N * N, 1);
  fill(&B[0][0], N * N, 2);
  fill(&C[0][0], N * N, 3);
  fill(&E[0][0], N * N, 4);
  fill(&G[0][0], N * N, 5);
  fill(unused, N, 6);
  products();
  show("A", &A[0][0], N * N);
  show("E", &E[0][0], N * N);
  show("G", &G[0][0], N * N);
#define RUN(call)                                                                                  \
  fill(a, 600, 7);                                                                                 \
  fill(b, 600, 8);                                                                                 \
  fill(c, 600, 9);                                                                                 \
  call;                                                                                            \
  show(#call " a", a, 600);                                                                        \
  show(#call " b", b, 600);                                                                        \
  show(#call " c", c, 600)
  RUN(rows(20, a, b, c));
  RUN(rows(1, a, b, c));
  RUN(rows(0, a, b, c));
  RUN(rows(-20, a, b, c));
  RUN(upper_and_lower(20, a, (double (*)[20])b));
  RUN(lower_bounds(7, 50, a));
  RUN(lower_bounds(7, 1, a));
  RUN(four_each(33, b));
  RUN(four_each(0, b));
  RUN(in_a_loop(100, 3, a, b));
  RUN(in_a_loop(100, 0, a, b));
  RUN(read_and_unused(100, 2.5, a, b));
  RUN(one_kernel(100, a, b));
  RUN(present(100, a));
  RUN(task(100, a, b));
  show("unused", unused, N);
}
