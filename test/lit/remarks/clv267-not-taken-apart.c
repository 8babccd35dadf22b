// CLV267: parallel constructs that stay whole are reported as a loss. A loop that uses every team already is none,
// also in a called function.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-environments=off 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='remark: CLV'
// RUN: %unchanged %s -fplugin-arg-cleave-transfers=off -fplugin-arg-cleave-environments=off
#include <stdio.h>

#pragma omp begin declare target
static void add(int *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 4;
}
static void share(int *a, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] -= 2;
}
static void distribute(int *a, int n) {
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
#pragma omp end declare target

/* Constructs in called functions. */
static void calls(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:3: remark: CLV267: target region not transformed: a function that it calls contains the parallel construct; {{.*}} [-Rpass-missed=cleave]
  add(a, n);
#pragma omp target parallel map(tofrom : a[0 : n])
// CHECK: {{.*}}:[[#@LINE+1]]:3: remark: CLV267: target region not transformed: a function that it calls contains the worksharing construct; {{.*}} [-Rpass-missed=cleave]
  share(a, n);
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: called functions already distribute their loops across all teams and threads [-Rpass-analysis=cleave]
#pragma omp target teams map(tofrom : a[0 : n])
  distribute(a, n);
}

int main(void) {
  int a[1000], n = 10;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
#pragma omp target map(tofrom : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV267: target region not transformed: this parallel construct contains more than parallel loops; write each loop as a separate 'parallel for' in the same target construct [-Rpass-missed=cleave]
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < 1000; i++)
        a[i] += 1;
#pragma omp critical
      n++;
#pragma omp for
      for (int i = 0; i < 1000; i++)
        a[i] *= 2;
    }
  }
#pragma omp target map(tofrom : a)
  {
#pragma omp teams distribute
  for (int i = 0; i < 100; i++) {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV267: target region not transformed: this parallel construct is inside a distribute loop; {{.*}} [-Rpass-missed=cleave]
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      a[i * 10 + j] += 1;
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      a[i * 10 + j] *= 3;
  }
  }
#pragma omp target teams map(tofrom : a)
  {
    int first = 1;
#pragma omp distribute
    for (int i = 0; i < 100; i++) {
      int low = first + i * 10 - 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV267: target region not transformed: this parallel construct is inside a distribute loop; {{.*}} [-Rpass-missed=cleave]
#pragma omp parallel for
      for (int j = 0; j < 10; j++)
        a[low + j] += 1;
    }
  }
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV008: nothing to split: its loop is already distributed across all teams and threads [-Rpass-analysis=cleave]
#pragma omp target map(tofrom : a)
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += 5;
  }
  calls(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
