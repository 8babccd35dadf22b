// `teams distribute parallel for` nested in `target` is planned like the combined directive if it means the same.
// RUN: %clang -O1 %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 %host_offload %s -o %t -fplugin-arg-cleave-environments=off
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TILES=3 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O1 %link_sm90 %s -o %t.gpu -fplugin-arg-cleave-environments=off
// RUN: %gpu %t.gpu | diff %t.expected -
#include <stdio.h>
enum { N = 1000 };
static int a[N], b[N], *p = a, *q = b;
static long check(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 7 % 1000003 + a[i];
  return sum;
}

// CHECK: target teams distribute parallel for region in tiles: kept as one kernel, compiled differently
// CHECK: CLV036: loop pipelined
static void tiles(int n) {
#pragma omp target map(tofrom : a)
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += 2;
}

// CHECK: target teams distribute parallel for region in reduces: kept as one kernel, compiled differently
// CHECK: CLV042: added dist_schedule(static) for 'reduction(+ : sum)'
static long reduces(int n) {
  long sum = 5;
#pragma omp target map(tofrom : sum) map(to : a)
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

// CHECK: target teams distribute parallel for simd region in versions: kept as one kernel, compiled differently
// CHECK: CLV030: versioned for no-alias: '{{[pq]}}'
static void versions(int *p, int *q, int n) {
#pragma omp target map(tofrom : p[0 : n]) map(to : q[0 : n])
#pragma omp teams distribute parallel for simd
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      p[i] += q[j];
}

// CHECK: target teams distribute parallel for region in limits:
static void limits(int n, int teams, int threads, long own) {
#pragma omp target map(tofrom : a) if (target : n > 3) device(0)
#pragma omp teams distribute parallel for collapse(2) num_teams(teams + 1) thread_limit(threads) schedule(static, threads) firstprivate(own) \
    dist_schedule(static, n)
  for (int i = 0; i < n / 100; i++)
    for (int j = 0; j < 100; j++)
      a[i * 100 + j] += own - i;
}

// CHECK-NEXT: CLV008
// The variable of the reduction stays on the device; the combined construct would map it.
// CHECK: target region in no_map: nothing to change
static long no_map(int n) {
  long sum = 5;
#pragma omp target map(to : a)
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

// The device has another value of the bound.
// CHECK: target region in device_bound: nothing to change
static void device_bound(int n) {
#pragma omp target data map(tofrom : n)
  {
    n = 3;
#pragma omp target map(tofrom : n, a)
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] += 5;
  }
}

// The device has the bound in memory.
// CHECK: target region in read_bound: nothing to change
static void read_bound(int n) {
#pragma omp target map(tofrom : a) map(to : b)
#pragma omp teams distribute parallel for
  for (int i = 0; i < b[n]; i++)
    a[i] += 1;
}

// The device has another value to begin with.
// CHECK: target region in device_value: nothing to change
static void device_value(int n) {
  int m = 4;
#pragma omp target data map(tofrom : m)
  {
    m = 9;
#pragma omp target map(tofrom : a, m)
#pragma omp teams distribute parallel for firstprivate(m)
    for (int i = 0; i < n; i++)
      a[i] += m;
  }
}

// The combined construct would give each thread a copy, and `target` gives one copy to all.
// CHECK: target region in one_copy: nothing to change
static void one_copy(int n) {
  int m[1] = {0};
#pragma omp target map(tofrom : a) firstprivate(m)
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    m[0] += 1;
    a[i] += i == 0;
  }
}

// The combined construct would apply the condition to `parallel` also.
// CHECK: target region in condition: nothing to change
static void condition(int n) {
#pragma omp target map(tofrom : a) if (n > 3)
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

// CHECK: target region in braces: nothing to change
static void braces(int n) {
#pragma omp target map(tofrom : a)
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

// CHECK: target region in last_value: nothing to change
static int last_value(int n) {
  int last = 0;
#pragma omp target map(tofrom : a, last)
#pragma omp teams distribute parallel for lastprivate(last)
  for (int i = 0; i < n; i++) {
    a[i] += 2;
    last = i;
  }
  return last;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i, b[i] = 3 * i;
  tiles(N);
  printf("%ld\n", check());
  printf("%ld\n", reduces(N));
  versions(p, q, N);
  printf("%ld\n", check());
  limits(N, 2, 4, 11);
  printf("%ld %ld\n", check(), no_map(N));
  device_bound(N);
  printf("%ld\n", check());
  read_bound(100);
  printf("%ld\n", check());
  device_value(N);
  printf("%ld\n", check());
  one_copy(N);
  condition(N);
  braces(N);
  printf("%d\n", last_value(N) > 0); // threads of the last team store it on NVIDIA devices
  printf("%ld\n", check());
}
// CHECK: 4 adjusted, 8 unchanged
