// CLV401: a kernel adds up in an array, but which elements it may use is not known.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cc %host_offload -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// IR-NOT: cleave_disjoint
#include <stdio.h>

static void from_outside(const int *a, int *sums) {
#pragma omp target map(tofrom : sums[0 : 64])
  {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
// CHECK: {{.*}}:[[#@LINE+1]]:22: remark: CLV401: not versioned for no-alias: the map clauses do not tell which elements of 'a' the kernel uses; map one section of it on the target region, and do not modify the pointer in the region [-Rpass-missed=cleave]
        sums[i] += a[a[k] / 2];
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      sums[i]++;
  }
}

static void exchanged(int *a, int *sums) {
#pragma omp target map(tofrom : sums[:64], a[:64])
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
// CHECK: {{.*}}:[[#@LINE+1]]:9: remark: CLV401: {{.*}} 'sums'
        sums[i] += a[k] % 5;
    int *other = sums;
    sums = a;
    a = other;
  }
}

static void two_sections(int *a, int *sums) {
#pragma omp target parallel for map(to : a[0 : 32], a[32 : 32]) map(tofrom : sums[0 : 64])
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 64; k++)
// CHECK: {{.*}}:[[#@LINE+1]]:18: remark: CLV401: {{.*}} 'a'
      sums[i] += a[k] % 7;
}

int main(void) {
  int a[64], sums[64];
  for (int i = 0; i < 64; i++)
    a[i] = i, sums[i] = 0;
#pragma omp target data map(to : a)
  from_outside(a, sums);
  exchanged(a, sums);
#pragma omp target data map(to : a)
  two_sections(a, sums);
  for (int i = 0; i < 64; i++)
    printf("%d %d\n", a[i], sums[i]);
}
