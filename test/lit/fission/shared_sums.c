// Sums of rows and columns: all threads of a team load, and some of them add up, in the order of the source. The results are those of plain
// clang, to the bit, with fewer rows than a team has, with more, and with edges.
// On the host device a team of four threads adds up three rows; with another number of threads the rows are dealt out.
// RUN: %clang -O1 -Wall -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -fplugin-arg-cleave-shared-tiles=small -O2 -Wall -ffp-contract=off %host_offload %s -o %t.small
// RUN: env CLEAVE_MAP=tiles %run4 %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %run %t.small | diff %t.expected -
// RUN: env CLEAVE_MAP=off %run4 %t.small | diff %t.expected -
//
// On the GPU, where libcleave chooses this form for few sums, without races and with the same barriers in all threads.
// RUN: %cleave_cc -O1 -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -
// RUN: %cleave simulate --checks=all %t.gpu >%t.log
// RUN: grep " 288 .*rows" %t.log
// RUN: env CLEAVE_MAP=off %gpu %t.gpu | diff %t.expected -
//
// A team without the barrier of a step reads what is not there yet.
// RUN: %clang %host_offload -fplugin=%plugin -fplugin-arg-cleave-mode=rewrite -fplugin-arg-cleave-form=compiled -fsyntax-only %s | sed 's/_Pragma("omp barrier")//' >%t.race.c
// RUN: %cleave_cc -fplugin-arg-cleave-map=off -O1 -w -ffp-contract=off %link_sm90 %t.race.c -o %t.race
// RUN: not %cleave simulate --checks=races %t.race 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: race: 16-byte read of shared memory
//
// RUN: %cleave explain --all %s | FileCheck %s
#include <stdio.h>

enum { MOST = 40000 };
static double a[MOST], x[MOST], y[MOST], z[MOST];
static float f[MOST], g[MOST];
static int t[MOST];

static void report(const char *name) {
  double sum = 0;
  for (int i = 0; i < MOST; i++)
    sum += (i % 97 + 1) * (y[i] + z[i] + g[i] + t[i]);
  printf("%s %.17g\n", name, sum);
}

static void rows(int n, int m) {
// CHECK: line [[#@LINE+1]]: CLV046: sums staged in shared memory: teams load 64 iterations of 'j' for 16 sums, with {{.*}} KiB of shared memory
#pragma omp target teams distribute parallel for map(tofrom : y) map(to : a, x)
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += a[i * m + j] * x[j];
  }
}

static void columns(int n, int m, float alpha) {
  float sum;
  int i, j;
// CHECK: line [[#@LINE+1]]: CLV046: {{.*}}teams load 128 iterations of 'i' for 16 sums
#pragma omp target teams distribute parallel for private(i, sum) map(tofrom : g) map(to : f)
  for (j = m - 1; j >= 0; j--) {
    sum = g[j];
    for (i = n - 1; i >= 0; i -= 2)
      sum = sum * 0.75f + alpha * f[i * m + j];
    g[j] = sum;
  }
}

// Two sums of a region with several loops, one of them an integer. The private copy belongs to the loop alone.
static void two(int n, int m, int count) {
#pragma omp target map(tofrom : y, t) map(to : a, x)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += 1;
// CHECK: line [[#@LINE+1]]: CLV046: {{.*}}for 16 sums
#pragma omp parallel for private(count)
    for (int i = 0; i < n; i++) {
      double sum = y[i];
      count = 1;
      for (int j = 0; j < m; j++) {
        sum -= a[i * m + j] * x[j];
        count += a[i * m + j] > 2;
      }
      y[i] = sum;
      t[i] = count;
    }
  }
}

// The weight of a row is a private variable. No other thread has it, so it is no part of an operand.
static void weighted(int n, int m) {
  double weight;
// CHECK: line [[#@LINE+1]]: CLV046
#pragma omp target teams distribute parallel for private(weight) map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++) {
    weight = x[i] + 1;
    for (int j = 0; j < m; j++)
      z[i] += weight * a[i * m + j];
  }
}

// The same with an initial value.
static void weighted_first(int n, int m, double weight) {
// CHECK: line [[#@LINE+1]]: CLV046
#pragma omp target teams distribute parallel for firstprivate(weight) map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++) {
    weight = x[i] + 1;
    for (int j = 0; j < m; j++)
      z[i] += (weight * a[i * m + j]) * x[j];
  }
}

// The trip count is that of the row; there is another loop after the sum; a third sum; a jump.
static void refused(int n, int m) {
// CHECK-NOT: CLV046
#pragma omp target teams distribute parallel for map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % (m + 1); j++)
      z[i] += a[i * m + j];
#pragma omp target teams distribute parallel for map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      z[i] += a[i * m + j];
    for (int j = 0; j < m; j++)
      z[i] += x[j] / (i + 1);
  }
#pragma omp target teams distribute parallel for map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++) {
    double one = 0, two = 1, three = 2;
    for (int j = 0; j < m; j++) {
      one += a[i * m + j];
      two += a[i * m + j] * one;
      three += two;
    }
    z[i] = one + two + three;
  }
#pragma omp target teams distribute parallel for map(tofrom : z) map(to : a, x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (x[j] > 5)
        break;
      z[i] += a[i * m + j];
    }
}

static void run(int n, int m) {
  for (int i = 0; i < MOST; i++) {
    a[i] = i % 13 * 0.3;
    x[i] = i % 7 * 0.7;
    y[i] = z[i] = i % 5 * 0.1;
    f[i] = (float)(i % 11) * 0.3f;
    g[i] = (float)(i % 17) * 0.7f;
    t[i] = i % 19 - 9;
  }
  rows(n, m);
  report("rows");
  columns(n, m, 0.5f);
  report("columns");
  two(n, m, 3);
  report("two");
  weighted(n, m);
  report("weighted");
  weighted_first(n, m, 0.5);
  report("weighted_first");
  refused(n, m);
  report("refused");
}

int main(void) {
  static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 4}, {4, 5}, {16, 64}, {17, 65}, {33, 128}, {50, 300}, {257, 129}, {0, 8}, {8, 0}, {5, 4000}};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    run(sizes[i][0], sizes[i][1]);
  return 0;
}
