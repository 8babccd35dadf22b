// Nests that update the variable of a reduction clause: all iterations of the nest are on the grid, and the teams combine their values.
// RUN: %clang -O1 %host_offload %s -o %t.plain -lm
// RUN: %cleave_cc -O1 %host_offload %s -fplugin-arg-cleave-reduction=off -o %t -lm
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-reduction=off -fplugin-arg-cleave-reduction=off | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -fplugin-arg-cleave-reduction=off -o %t.gpu -lm
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// The mapped version has the number of the loop's last line.
// RUN: env CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 %gpu %t.gpu 2>&1 | FileCheck %s --check-prefix=GRID
//
// Without dist_schedule(static), a team reduces for each of its iterations.
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-reduction=off -fplugin-arg-cleave-dist-schedule=off | FileCheck %s --check-prefix=OFF
// OFF: region in sums:
// OFF: CLV044: {{.*}}a team would reduce again for each of its iterations
#include <math.h>
#include <stdio.h>

enum { N = 37, M = 41 };
static double a[N * M];

// Multiples of 1/4: each order gives the same sum.
// CHECK: region in sums:
// CHECK: CLV043: {{.*}}iterations of 'j', which coalesces memory accesses; 2 loops are parallel
// CHECK: CLV042
// GRID: sums_l[[#@LINE+6]] with 12 blocks and 128 threads
static double sums(int n, int m) {
  double sum = 0.5;
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * (i + 1);
  return sum;
}

// CHECK: region in extrema:
// CHECK-COUNT-5: CLV043: {{.*}}2 loops are parallel
static double extrema(int n, int m) {
  double most = -1e30, least = 1e30, greatest = 0, smallest = 1e30;
  float single = 0;
#pragma omp target map(to : a) map(tofrom : most, least, greatest, smallest, single)
  {
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        most = fmax(most, fabs(a[i * m + j] - 3));
#pragma omp parallel for reduction(min : least)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        least = a[i * m + j] < least ? a[i * m + j] : least;
#pragma omp parallel for reduction(max : greatest)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        const double value = a[i * m + j] - j;
        if (fabs(value) > greatest)
          greatest = fabs(value);
      }
#pragma omp parallel for reduction(min : smallest)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        if (smallest >= a[i * m + j] + i) {
          smallest = a[i * m + j] + i;
        }
      }
#pragma omp parallel for reduction(max : single)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        single = single > a[i * m + j] ? single : a[i * m + j];
  }
  return most + 2 * least + 4 * greatest + 8 * smallest + 16 * single;
}

// A sum and writes to memory; counters of the program.
// CHECK: region in residual:
// CHECK: CLV043: {{.*}}2 loops are parallel
static long residual(int n, int m) {
  long changed = 0;
#pragma omp target teams distribute parallel for map(tofrom : a) map(tofrom : changed) reduction(+ : changed)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      const double before = a[i * m + j];
      a[i * m + j] = before > 2 ? before - 1 : before;
      changed += before > 2;
    }
  return changed;
}

// A variable that is compared with one value and set to another is no maximum, nor one that an iteration reads.
// CHECK: region in others:
// CHECK-NOT: CLV043
// CHECK: regions in 1 file
static double others(int n, int m) {
  double most = -1, last = -1, reads = 0;
#pragma omp target map(tofrom : a) map(tofrom : most, last, reads)
  {
#pragma omp parallel for reduction(max : most) num_threads(1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (a[i * m + j] > most)
          most = a[i * m + j] - 0.5;
#pragma omp parallel for reduction(max : last) num_threads(1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        last = a[i * m + j] < last ? a[i * m + j] : last;
#pragma omp parallel for reduction(max : reads) num_threads(1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        reads = fmax(reads, a[i * m + j]);
        a[i * m + j] = reads;
      }
  }
  return most + 2 * last + 4 * reads;
}

int main(void) {
  for (int i = 0; i < N * M; i++)
    a[i] = i * 7 % 53 * 0.25;
  printf("%.17g\n", sums(N, M));
  printf("%.17g\n", sums(0, M));
  printf("%.17g\n", extrema(N, M));
  printf("%ld\n", residual(N, M));
  printf("%.17g\n", others(N, M));
  printf("%.17g\n", sums(N, M));
}
