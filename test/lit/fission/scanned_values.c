// Values that a region owns, or that the host reads afterwards, in scans and in the kernels around them.
// RUN: %clang -O1 -Wall %host_offload %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 -Wall %host_offload %s -o %t -Rpass=cleave 2>%t.remarks
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -Wall %link_sm90 %s -o %t.gpu
// RUN: env CLEAVE_SPLIT=always %gpu %t.gpu | diff %t.expected -
// RUN: grep -o "CLV058: .*" %t.remarks | FileCheck %s --implicit-check-not=CLV058
// CHECK: CLV058: {{.*}} it only passes 's' from
// CHECK: CLV058: {{.*}} it only passes 't' from
// CHECK: CLV058: {{.*}} it only passes 'u' from
// CHECK: CLV058: {{.*}} it only passes 'c' from
// CHECK: CLV058: {{.*}} it only passes 'v' from
#include <stdio.h>

static int x[5000], y[5000], z[5000];

static void run(int n) {
  int s = 5, t = 3, u = 4, c = 0;
  for (int i = 0; i < 5000; i++)
    x[i] = i % 7 - 2, y[i] = z[i] = 0;
// The region has a copy of `s`.
#pragma omp target map(to : x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
// A kernel uses the value, and the next loop begins with the one of the host.
#pragma omp target map(to : x) map(tofrom : y, z)
  {
    for (int i = 0; i < n; i++) {
      t += x[i];
      y[i] += t;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      z[i] = t + y[i];
    for (int i = 0; i < n; i++)
      u += z[i];
    z[0] = u;
  }
#pragma omp target firstprivate(c) map(to : x) map(tofrom : y)
  {
    for (int i = 0; i < n; i++)
      if (x[i] > 1)
        y[c++] = x[i];
  }
// The variable of the region begins with another value in each execution.
  for (int k = 0; k < 3; k++)
#pragma omp target map(to : x) map(tofrom : y, u)
  {
    int v = k;
    for (int i = 0; i < n; i++) {
      v += x[i];
      y[i] += v;
    }
    u += v;
  }
  // An array of the body passes a value from one update to another, so both stay in one thread.
  int w = 1, q = 0;
#pragma omp target map(to : x) map(tofrom : y, w, q)
  {
    for (int i = 0; i < n; i++) {
      int last[2];
      w += x[i];
      last[1] = w;
      q += last[1];
      y[i] += q;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      z[i] += y[i] + q;
  }
  unsigned long hash = 0;
  for (int i = 0; i < 5000; i++)
    hash = hash * 31 + (unsigned)y[i] + 7 * (unsigned)z[i];
  printf("%d %d %d %d %d %d %d %lu\n", n, s, t, u, c, w, q, hash);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 2049, 5000};
  for (int i = 0; i < 5; i++)
    run(sizes[i]);
}
