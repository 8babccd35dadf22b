// Atomic constructs in nests. The nest keeps them: either no two iterations update the same element, or the updates are of integers, by one
// operation of which any order leaves the same value. Negative: an order that matters, and an array that the loop also reads.
// LABEL: fast
// RUN: %clang -O1 -w -ffp-contract=off %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w -ffp-contract=off %host_offload %s -o %t -Rpass=cleave -Rpass-missed=cleave 2>%t.remarks
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -w -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=always %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: grep -o "[a-z_.0-9]*:[0-9]*:[0-9]*: remark: CLV04[34]: .*" %t.remarks | sed 's/[^:]*://' | sort -n -u | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
enum { N = 60, M = 70, BINS = 50000 };
static int key[N * M], hist[BINS], mask[BINS];
static short small[N * M];
static double r[N * M], f[BINS], x[N * M];
// Each iteration of the nest has an element of its own.
static void floats(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: x) map(tofrom: r)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      r[i * m + j] += x[i * m + j];
    }
}
// Integers: in any order. It fits in no shared memory.
static void histogram(int n, int m, const int *k, int *h, int bins) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: k[0 : n * m]) map(tofrom: h[0 : bins])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      h[k[i * m + j] * 997 % 50000]++;
    }
}
static void two_arrays(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(to: key) map(tofrom: hist, mask)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = key[i * m + j];
#pragma omp atomic update
      hist[k] += i;
#pragma omp atomic
      mask[k] |= 1 << (j & 15);
    }
}
// There are no atomic operations for 2 bytes, which clang replaces.
static void halves(int n, int m) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for map(tofrom: small)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      small[j] += i * 1000;
    }
}
// The order decides how a sum is rounded. So in none of the following.
// CHECK-NOT: CLV043
static void float_bins(int n, int m) {
#pragma omp target teams distribute parallel for map(to: key, x) map(tofrom: f)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      f[key[i * m + j] % 7 + i * 16] += x[i * m + j] * 0.1;
    }
}
static void two_operations(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom: hist)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      hist[i] += j;
#pragma omp atomic
      hist[i] *= 3;
    }
}
static void is_read(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom: hist, r)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      hist[i] += j;
      r[i * m + j] = hist[i];
    }
}
static void divides(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom: hist)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      hist[i] /= j % 3 + 1;
    }
}
// Each update rounds.
static void scales(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom: hist)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      hist[i] += 0.5 * j;
    }
}
static void captured(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom: hist, r)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int old;
#pragma omp atomic capture
      old = hist[i]++;
      r[i * m + old % m] = j;
    }
}
// The arrays may overlap: a guard compares them.
static void other_name(int n, int m, int *p, int *q) {
// CHECK: [[@LINE+1]]:{{.*}}CLV043
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) {
#pragma omp atomic
      p[i * m + j] += j;
      q[i * m + j] = 1;
    }
}
// A character may be a part of any object.
static void characters(int n, int *p, unsigned char *c) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    p[i] += 200;
#pragma omp atomic
    c[4 * i] += 100;
  }
}
static void set(void) {
  for (int i = 0; i < N * M; i++) key[i] = i * 7919 % BINS, x[i] = i % 13 * 0.3, r[i] = i % 5, small[i] = i;
  for (int i = 0; i < BINS; i++) hist[i] = i % 9 + 1000, mask[i] = i % 3, f[i] = i % 4;
}
static void print(const char *name) {
  double s = 0;
  long h = 0;
  for (int i = 0; i < N * M; i++) s += r[i] * (i % 11), h += (long)small[i] * (i % 19);
  for (int i = 0; i < BINS; i++) s += f[i] * (i % 17), h += (long)hist[i] * (i % 23) + (long)mask[i] * (i % 29);
  printf("%s %.17g %ld\n", name, s, h);
}
int main(void) {
  set(); floats(N, M); print("floats");
  set(); histogram(N, M, key, hist, BINS); print("histogram");
  set(); two_arrays(N, M); print("two_arrays");
  set(); halves(N, M); print("halves");
  set(); float_bins(N, M); print("float_bins");
  set(); two_operations(N, M); print("two_operations");
  set(); is_read(N, M); print("is_read");
  set(); divides(N, M); print("divides");
  set(); scales(N, M); print("scales");
  set(); captured(N, M); print("captured");
  set();
#pragma omp target data map(tofrom: hist, mask)
  other_name(N, M, hist, mask);
  print("other_name");
  set();
#pragma omp target data map(tofrom: hist)
  other_name(N, M / 2, hist + 1, hist);
  print("overlap");
  set();
  for (int i = 0; i < 1000; i++) hist[i] = 0; // so that the byte has a carry in one order only
#pragma omp target data map(tofrom: hist[0 : 1000])
  characters(1000, hist, (unsigned char *)hist);
  print("characters");
}
