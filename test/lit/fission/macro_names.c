// Names that transformed text declares are no macros of the program, whatever these are called.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror %host_offload %s %libcleave -o %t.split
// RUN: %cleave_cc -O1 -Wall -Wextra -Werror -fplugin-arg-cleave-transfers=openmp %host_offload %s -o %t.openmp
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck %s <%t.rewritten.c
// RUN: %clang -O1 -Wall -Wextra -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.openmp | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
#include <stdio.h>
#include <stdlib.h>
// As in some header: what was inserted once, and what is now.
#define tile 3
#define tiles 4
#define tile_first 5
#define tile_end 6
#define tile_last 6
#define loop_first 7
#define loop_end 8
#define loop_last 8
#define transfers_pay +
#define async __attribute__((unused))
#define sent_1 -
#define back return
#define host_s 9
#define region_condition 10
#define region_bound 11
#define region_device 12
#define region_if 13
#define region_chain 14
#define cleave_tile 3
#define cleave_first 5
#define cleave_pays ;
#define cleave_async 2.5
#define cleave_sent_1 sent_1
#define cleave_host_s case
#define cleave_bound while
#define cleave_chain do
#define PASTE(a, b) a##b
enum { n = 20000 };
static double a[n], b[n], c[n];

// CHECK-LABEL: static void bounds(
// CHECK: const int cleave_bound_ = from;
static void bounds(int m, double *p, double *q) {
  int from = 1;
#pragma omp target map(tofrom : p[0 : m], q[from : m]) map(tofrom : from)
  {
    from = 2;
#pragma omp parallel for
    for (int i = 0; i < m; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 1; i <= m; i++)
      q[i] += p[i - 1];
  }
}

// CHECK-LABEL: int main(
// CHECK: int cleave_host_s_ = s;
int main(void) {
  int s = 3;
  // The name exists though no part of the text shows it.
  const int PASTE(cleave_, tiles) = 0;
  for (int i = 0; i < n; i++)
    a[i] = i % 7, b[i] = i % 5, c[i] = i;
#pragma omp target if (s > 0)
  {
    s = s + (int)a[4];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[i] + s;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      c[i] = a[i] * 2 + cleave_tiles;
  }
  bounds(n - 1, a, b);
#pragma omp target map(a, b, c)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[i] += a[i] + b[i];
#pragma omp target nowait map(a) map(b)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
  }
#pragma omp taskwait
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + a[i] + 2 * b[i] + 3 * c[i];
  printf("%d %.17g\n", s, sum);
  return 0;
}
