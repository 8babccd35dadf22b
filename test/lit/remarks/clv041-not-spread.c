// CLV041: why a loop runs on one device, though the user would like several; and it does so.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | grep CLV041 | FileCheck %s
// RUN: %same_results %s
// RUN: %cleave_cc %host_offload -O1 %s -o %t
// RUN: %clang %host_offload -O1 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_TRANSFERS=always CLEAVE_TRACE=%t.json %run %t | diff %t.expected -
// RUN: not grep -E '"cat":"kernel".*"device":[123]' %t.json
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
double factor = 2, table[10];
#pragma omp end declare target

// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} 'factor' is neither a number passed by value nor an array with one list item
static void declared(int n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= factor;
}

// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} 'table' is neither
static void declared_array(int n, double *a) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += table[i % 10];
}

// What leads to memory of one device.
// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} it does not run in tiles
static void device_pointer(int n, double *a, double *p) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) is_device_ptr(p)
  for (int i = 0; i < n; i++)
    a[i] += p[0];
}

// What the device has from before the region: no copy is asked for.
// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} 'b' is not an array that is copied to the device
static void not_copied(int n, double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(alloc : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

// CHECK: {{.*}}:[[#@LINE+4]]:{{.*}} 's' is not an array that is copied to the device
static void mapped_scalar(int n, double *a) {
  double s = 2;
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(to : s)
  for (int i = 0; i < n; i++)
    a[i] *= s;
}

// CHECK: {{.*}}:[[#@LINE+4]]:{{.*}} it does not run in tiles
static double sum(int n, double *a) {
  double s = 0;
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(tofrom : s) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i]++;
  return s;
}

// CHECK: {{.*}}:[[#@LINE+6]]:{{.*}} 'a' is also used elsewhere in the region
// CHECK: {{.*}}:[[#@LINE+8]]:{{.*}} the region writes 'a', which is not partitioned among the iterations
static void two_loops(int n, double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[n - 1 - i];
  }
}

// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} the region has a nowait or depend clause
static void later(int n, double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target map(tofrom : a[0 : n], b[0 : n]) depend(out : a[0])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
}

// Neighbours: iteration i uses what iteration i + 1 writes in its part.
// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} the region writes 'a', which is not partitioned among the iterations
static void neighbours(int n, double *a, double *b) {
#pragma cleave pipeline(devices)
#pragma omp target teams distribute parallel for map(to : b[0 : n]) map(tofrom : a[0 : n + 1])
  for (int i = 0; i < n; i++)
    a[(i + 1) % n] = b[i];
}

// Copies are made as the clauses say; a loop's line counts like the region's.
// CHECK: {{.*}}:[[#@LINE+3]]:{{.*}} transfers=off or transfers(off) leaves its copies unchanged
static void as_they_say(int n, double *a) {
#pragma cleave transfers(off) pipeline(devices)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 4;
}

// CHECK: {{.*}}:[[#@LINE+6]]:{{.*}} transfers=off or transfers(off) leaves its copies unchanged
static void as_they_say_of_one(int n, double *a) {
#pragma cleave transfers(off)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma cleave pipeline(devices)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] -= 1;
  }
}

int main(void) {
  enum { N = 1000 };
  double a[N + 1], b[N];
  double *p = omp_target_alloc(sizeof *p, 0);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  a[N] = 0;
#pragma omp target is_device_ptr(p)
  p[0] = 3;
  factor = 3;
#pragma omp target update to(factor)
  declared(N, a);
  declared_array(N, a);
  device_pointer(N, a, p);
#pragma omp target data map(to : b)
  not_copied(N, a, b);
  mapped_scalar(N, a);
  printf("%g\n", sum(N, a));
  two_loops(N, a, b);
  later(N, a, b);
  neighbours(N, a, b);
  as_they_say(N, a);
  as_they_say_of_one(N, a);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", a[i], b[i]);
  omp_target_free(p, 0);
  return 0;
}
