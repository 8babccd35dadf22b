// CLV270: a distribute loop whose iterations must stay in order, or in which nothing is gained.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-environments=off 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='remark: CLV'
// RUN: %unchanged %s -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-environments=off
#include <stdio.h>

int main(void) {
  int a[1000], n = 10;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:53: remark: CLV270: distribute loop not split: a team may have several iterations, and 'num_teams' gives them an order; {{.*}} [-Rpass-missed=cleave]
#pragma omp target teams distribute map(tofrom : a) num_teams(1)
  for (int i = 1; i < 100; i++) {
    const int before = a[i * 10 - 1];
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      a[i * 10 + j] += before;
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV270: distribute loop not split: no parallel loop in it can run over the iterations of both loops
#pragma omp target teams distribute map(tofrom : a)
  for (int i = 0; i < 100; i++) {
#pragma omp parallel for
    for (int j = 0; j < i; j++)
      a[i * 10 + j % 10] &= 1023;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
