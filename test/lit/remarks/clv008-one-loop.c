// CLV008: what keeps other regions whole is no refusal of one whose loop uses every team already; and arrays of
// variable length keep no single loop from what is done to others.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O1 %s -o %t
// RUN: %clang %host_offload -O1 %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %run %t | diff %t.expected -
// RUN: %run4 %t | diff %t.expected -
// RUN: env CLEAVE_TILES=3 %run4 %t | diff %t.expected -
#include <stdio.h>

struct vector {
  int *data;
};

static void members(struct vector *v, int n) {
#pragma omp target data map(to : v[0 : 1])
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: its loop is already distributed across all teams and threads [-Rpass-analysis=cleave]
#pragma omp target teams distribute parallel for map(tofrom : v->data[0 : n])
  for (int i = 0; i < n; i++)
    v->data[i] += i;
}

static int variable_length(int n) {
  int v[n], odd[n], sum = 0;
  for (int i = 0; i < n; i++)
    v[i] = odd[i] = i;
// CHECK-NOT: remark: CLV252
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002: {{.*}} [-Rpass=cleave]
#pragma omp target parallel for map(tofrom : v[0 : n])
  for (int i = 0; i < n; i++)
    v[i] += 3;
#pragma omp target parallel for
  for (int i = 0; i < n / 2; i++)
    odd[2 * i + 1] = -i;
#pragma omp target teams distribute parallel for map(tofrom : v, odd)
  for (int i = 0; i < n; i++)
    v[i] += odd[i];
#pragma omp target map(from : v)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i % 3)
      v[i] = 7;
    else
      v[i] = i;
  for (int i = 0; i < n; i++)
    sum += v[i] * (i % 5) + odd[i] * (i % 7);
  return sum;
}

int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  struct vector v = {a};
  members(&v, 100);
  for (int i = 0; i < 100; i++)
    printf("%d\n", a[i]);
  printf("%d\n", variable_length(1001));
}
