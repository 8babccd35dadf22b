// Neighboring loops with reduction clauses in one kernel: dot products, updates before them, nests, and loops that must stay apart. The values
// are such that every order of the operations gives the same bits.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -Werror=unused -ffp-contract=off %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 CLEAVE_TRANSFERS=off %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu 33 >%t.checked
//
// RUN: grep -o "remark: CLV04[78]: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV047
//
// Launches of each function, with and without the fused kernels.
// RUN: %cleave simulate --json=%t.json %t.gpu >%t.log
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s --check-prefix=FUSED --match-full-lines --strict-whitespace
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -O2 -ffp-contract=off %link_sm90 %s -o %t.apart
// RUN: %gpu %t.apart | diff %t.expected -
// RUN: %cleave simulate --json=%t.json %t.apart >%t.log
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s --check-prefix=APART --match-full-lines --strict-whitespace
//
// A reproducible reduction is a kernel of its own.
// RUN: %cleave_cc -O2 -ffp-contract=off %host_offload %s -o %t.same -fplugin-arg-cleave-reduction=reproducible -Rpass=cleave -Rpass-analysis=cleave >%t.same_remarks 2>&1
// RUN: env KMP_WARNINGS=0 %run4 %t.same | diff %t.expected -
// RUN: grep -o "remark: CLV04[78]: .*" %t.same_remarks | FileCheck %s --check-prefix=SAME --implicit-check-not=CLV047
// SAME: CLV047: neighboring loops fused into one kernel: 2 loops
// SAME: CLV048: loop not fused with the one before it: 'reduction(+ : rr)' applies to one of them
//
//      FUSED:apart 66
// FUSED-NEXT:dots 6
// FUSED-NEXT:gradients 24
// FUSED-NEXT:nests 6
//
//      APART:apart 66
// APART-NEXT:dots 18
// APART-NEXT:gradients 60
// APART-NEXT:nests 12
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5000 };
static double x[MOST], r[MOST], z[MOST], p[MOST], q[MOST];

/* The last loop of the time loop needs the results. */
// CHECK: CLV047: neighboring loops fused into one kernel: 4 loops
// CHECK: CLV048: loop not fused with the one before it: the result 'rr' of one of them is used by another
static void gradients(int n, double alpha) {
  double rr = 1, rz = 2;
#pragma omp target map(tofrom : x, r, p, rr, rz) map(to : z, q)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += alpha * p[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      r[i] -= alpha * q[i];
#pragma omp parallel for reduction(+ : rr)
    for (long k = 0; k < n; k++)
      rr += r[k] * r[k];
#pragma omp parallel for reduction(+ : rz)
    for (int i = 0; i < n; i++) {
      const double value = r[i] * z[i];
      rz += value;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = z[i] + (rr > rz ? 0.5 : 0.25) * p[i];
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 3) + r[i] + p[i] * (i % 5);
  printf("gradients %d: %.17g %.17g %.17g\n", n, rr, rz, sum);
}

/* Nothing is written but the results, of several types and operations. */
// CHECK: CLV047: neighboring loops fused into one kernel: 3 loops
static void dots(int n) {
  double rz = 2, most = -100;
  int count = 7;
  float least = 50;
#pragma omp target data map(to : r, z, p)
#pragma omp target map(tofrom : rz, most, least, count)
  {
#pragma omp parallel for reduction(+ : rz) reduction(min : least)
    for (int i = 0; i < n; i++) {
      rz += r[i] * z[i];
      least = (float)r[i] < least ? (float)r[i] : least;
    }
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++)
      most = most < p[i] - z[i] ? p[i] - z[i] : most;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
      count += r[i] > p[i];
  }
  printf("dots %d: %.17g %.17g %g %d\n", n, rz, most, least, count);
}

// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
static void nests(int rows, int columns) {
  double sum = 0, most = -100;
#pragma omp target map(to : r, z) map(tofrom : sum, most)
  {
#pragma omp parallel for collapse(2) reduction(+ : sum)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        sum += r[i * columns + j] * z[j];
#pragma omp parallel for collapse(2) reduction(max : most)
    for (int k = 0; k < rows; k++)
      for (int i = 0; i < columns; i++)
        most = r[k * columns + i] > most ? r[k * columns + i] : most;
  }
  printf("nests %d %d: %.17g %.17g\n", rows, columns, sum, most);
}

static double *where;

// CHECK: CLV048: loop not fused with the one before it: the result 's' of one of them is used by another
// CHECK: CLV048: loop not fused with the one before it: the result 't' of one of them is used by another
// CHECK: CLV048: loop not fused with the one before it: one of them has a reduction, and their bounds differ
// CHECK: CLV048: loop not fused with the one before it: the address of 'u' is taken
// CHECK: CLV048: loop not fused with the one before it: two iterations may access the same element of 'x'
// CHECK: CLV048: loop not fused with the one before it: a loop contains statements that cleave cannot analyze
static void apart(int n) {
  double s = 0, t = 0, u = 0, v = 0;
  where = &u;
  int h[4] = {0};
#pragma omp target map(tofrom : s, t, u, v, x, h) map(to : r)
  {
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += r[i];
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < n; i++)
      t += s * (i % 2);
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < n; i++)
      t += r[i];
#pragma omp parallel for reduction(+ : v)
    for (int i = 1; i < n; i++)
      v += r[i];
    x[0] += 1;
#pragma omp parallel for reduction(+ : u)
    for (int i = 0; i < n; i++)
      u += r[i];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += r[i] * 2;
    x[0] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1;
#pragma omp parallel for reduction(+ : v)
    for (int i = 0; i < n; i++)
      v += x[n - 1 - i];
#pragma omp parallel for reduction(+ : h)
    for (int i = 0; i < n; i++)
      h[i % 4] += 1;
  }
  printf("apart %d: %.17g %.17g %.17g %.17g %d %g\n", n, s, t, u, v, h[0] + 2 * h[1] + 3 * h[2], x[0]);
}

int main(int argc, char **argv) {
  static const int sizes[] = {0, 1, 2, 33, 1025, 4999};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n = sizes[k];
    for (int i = 0; i < MOST; i++) {
      x[i] = i % 7 * 0.5;
      r[i] = i % 5 * 0.25;
      z[i] = i % 3;
      p[i] = i % 11 * 0.125;
      q[i] = i % 13;
    }
    if (argc > 1 && n != atoi(argv[1]))
      continue;
    gradients(n, 0.5);
    dots(n);
    nests(n / 37, 37);
    apart(n);
  }
}
