// CLV008: regions with nothing to split stay as they are, but for the number of threads that kernels of all teams are
// compiled for.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=off 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='remark: CLV'
// RUN: %unchanged %s -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-geometry=off
// RUN: %same_results %s -fplugin-arg-cleave-transfers=off
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: it contains one parallel loop [-Rpass-analysis=cleave]
#pragma omp target teams map(from : a)
#pragma omp distribute parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: it contains no parallel loop [-Rpass-analysis=cleave]
#pragma omp target map(tofrom : a)
// CHECK: {{.*}}:[[#@LINE+1]]:3: remark: CLV059: serial loop stays in one thread: two iterations may access the same element: 'a[i] = (3
  for (int i = 1; i < 1000; i++)
    a[i] = (3 * a[i - 1] + a[i]) & 1023;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: its loop is already distributed across all teams and threads [-Rpass-analysis=cleave]
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] *= 2;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
