// Neighboring loops in one kernel, with the results of plain clang to the bit: chains, loops with other first and last values, backwards,
// in steps, triangles, values between the loops, arrays that overlap.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -Wall -ffp-contract=off %host_offload %s -o %t -Rpass=cleave -Rpass-analysis=cleave >%t.remarks 2>&1
// RUN: env CLEAVE_MAP=always %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_TRANSFERS=off %run4 %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_SIMULATOR_PROFILE=volta-2sm CLEAVE_SIMULATOR_ARCHITECTURE=90 %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu >%t.checked
//
// RUN: grep -o "remark: CLV04[78]: .*" %t.remarks | FileCheck %s
//
// Launches of each function, with and without the fused kernels.
// RUN: %cleave simulate --json=%t.json %t.gpu >%t.log
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s --check-prefix=FUSED --match-full-lines --strict-whitespace
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -O2 -ffp-contract=off %link_sm90 %s -o %t.apart -Rpass=cleave -Rpass-analysis=cleave >%t.apart_remarks 2>&1
// RUN: not grep CLV04[78] %t.apart_remarks
// RUN: %cleave simulate --json=%t.json %t.apart >%t.log
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s --check-prefix=APART --match-full-lines --strict-whitespace
//
//      FUSED:apart 96
// FUSED-NEXT:chain 30
// FUSED-NEXT:fields 26
// FUSED-NEXT:maybe 2
// FUSED-NEXT:overlapping 4
// FUSED-NEXT:stages 3
// FUSED-NEXT:steps 60
// FUSED-NEXT:triangles 14
//
//      APART:apart 96
// APART-NEXT:chain 48
// APART-NEXT:fields 36
// APART-NEXT:maybe 4
// APART-NEXT:overlapping 4
// APART-NEXT:stages 6
// APART-NEXT:steps 72
// APART-NEXT:triangles 24
#include <stdio.h>
#include <string.h>

enum { N = 40, MOST = N * N };
static double a[MOST], b[MOST], c[MOST], d[MOST];

static void reset(void) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 17 * 0.25;
    b[i] = i % 13 * 0.5;
    c[i] = i % 11 * 0.125;
    d[i] = i % 7;
  }
}

static void report(const char *name) {
  unsigned long hash = 14695981039346656037ul;
  const double *const all[] = {a, b, c, d};
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < sizeof a; i++)
      hash = (hash ^ ((const unsigned char *)all[k])[i]) * 1099511628211ul;
  printf("%s %lx\n", name, hash);
  reset();
}

// CHECK: CLV047: neighboring loops fused into one kernel: 4 loops
static void chain(int n, double s) {
#pragma omp target map(tofrom : a, b, c)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      c[i] = a[i] + s;
#pragma omp parallel for
    for (long k = 0; k < n; k++)
      b[k] = s * c[k];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      c[i] = a[i] + b[i];
#pragma omp parallel for
    for (int i = 0; i <= n - 1; i++)
      a[i] = b[i] + s * c[i];
  }
}

// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
// CHECK: CLV048: loop not fused with the one before it: two iterations may access the same element of 'c'
static void fields(int nx, int ny) {
#pragma omp target map(tofrom : a, b, c)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        a[i * ny + j] -= 0.5 * (c[i * ny + j] - c[(i - 1) * ny + j]);
#pragma omp parallel for
    for (int i = 0; i < nx; i++)
      for (long j = 1; j < ny; j++)
        b[i * ny + j] -= 0.5 * (c[i * ny + j] - c[i * ny + j - 1]);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        c[i * ny + j] -= 0.7 * (b[i * ny + j + 1] - b[i * ny + j] + a[(i + 1) * ny + j] - a[i * ny + j]);
  }
}

// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
// CHECK: CLV048: loop not fused with the one before it: their bounds differ by more than a small constant
static void steps(int n) {
#pragma omp target map(tofrom : a, b, c, d)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = n - 1; i >= 0; i--)
      b[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = n - 3; i > 1; i--)
      c[i] = b[i] + a[i];
    a[0] += 1;
#pragma omp parallel for
    for (int i = 1; i < n; i += 3)
      d[i] = a[i] + 1;
#pragma omp parallel for
    for (int i = 1; i < n; i += 3)
      b[i] = d[i] + c[i];
#pragma omp parallel for
    for (int i = 2; i < n; i += 3)
      c[i] = 4;
  }
}

// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
static void triangles(int n) {
#pragma omp target map(tofrom : a, b)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double twice = 2 * i;
      for (int j = i; j < n; j++)
        a[i * n + j] = b[i * n + j] + twice;
    }
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
      const double last = n - k;
      for (int i = k; i < n; i++)
        b[k * n + i] += last;
    }
  }
}

// CHECK: CLV048: loop not fused with the one before it: their depths differ
// CHECK: CLV048: loop not fused with the one before it: a variable is private in one of them and shared in another
// CHECK: CLV048: loop not fused with the one before it: the body of a loop contains more than one loop
// CHECK: CLV048: loop not fused with the one before it: their steps differ
// CHECK: CLV048: loop not fused with the one before it: 'firstprivate(s)' applies to one of them
static void apart(int n, double s) {
#pragma omp target map(tofrom : a, b, c)
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * N + j] += s;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += s;
#pragma omp parallel for private(s)
    for (int i = 0; i < n; i++) {
      s = c[i];
      c[i] = s * 2;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += b[i * N + j];
      a[i * N] += sum;
    }
    a[0] += 1;
#pragma omp parallel for
    for (int i = n - 1; i >= 0; i--)
      b[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      c[i] += 1;
#pragma omp parallel for firstprivate(s)
    for (int i = 0; i < n; i++)
      b[i] += s;
  }
}

/* The second loop reads what later iterations of the first one write if q is p + 1. */
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
static void maybe(int n, double *p, double *q, double *r) {
#pragma omp target map(tofrom : p[0 : n], r[0 : n]) map(to : q[0 : n])
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = t + i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      r[i] = q[i] + 1;
  }
}

static void overlapping(int n) {
#pragma omp target data map(tofrom : a)
  {
    double *p = a, *q = a + 1, *r = a + 2 * N;
#pragma omp target
    for (int t = 0; t < 2; t++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        p[i] = t + i;
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        r[i] = q[i] + 1;
    }
  }
}

/* These are stages of the transfer engine, which copies nothing in most runs. */
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
// CHECK: CLV047: neighboring loops fused into one kernel: 2 loops
static void stages(int n, double *x, double *y, double *z) {
#pragma omp target map(tofrom : x[0 : n], z[0 : n]) map(to : y[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += y[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      z[i] = x[i] * 3;
  }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 33};
  reset();
  for (int i = 0; i < 6; i++) {
    const int n = sizes[i];
    chain(n, 1.5);
    report("chain");
    fields(n, n + 2);
    report("fields");
    steps(n);
    report("steps");
    triangles(n);
    report("triangles");
    apart(n, 0.5);
    report("apart");
  }
  maybe(33, a, b, c);
  report("maybe");
  overlapping(33);
  report("overlapping");
  stages(33, a, b, c);
  report("stages");
#pragma omp target data map(tofrom : a, b, c)
  for (int t = 0; t < 2; t++)
    stages(33, a, b, c);
  report("stages");
}
