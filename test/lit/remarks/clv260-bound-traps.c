// CLV260: the host cannot compute a trip count that divides by, or is read with, what only the device has.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
enum { N = 1000 };

int main(void) {
  int a[N] = {0}, b[N] = {0}, n = N, mapped = 0;
  struct {
    int row[4];
  } table = {{0}};
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(tofrom : a, mapped, table)
  {
    int step = a[0] + 2, index = a[1] + 1;
    mapped = a[0] + 3;
    table.row[index] = 700;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams: on the host, its trip count may divide by or index with a wrong value of 'step'; compute the bound and the step in a separate statement of the region before the loop [-Rpass-missed=cleave]
    for (int i = 0; i < n; i += step)
      a[i] += i;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV260: {{.*}} 'mapped'; {{.*}}
    for (int i = n / mapped; i > 0; --i)
      a[i] += 1;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV260: {{.*}} 'mapped'; {{.*}}
    for (int i = 0; i < n; i = i + (7 % mapped))
      a[i] += 1;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV260: {{.*}}
    for (int i = 0; i < table.row[index]; i++)
      a[i] += 1;
// A constant divisor and a value that is no divisor do no harm.
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = mapped; i < n * step / 4 + table.row[1]; i += 2)
      if (i < n)
        a[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += mapped;
  }
#pragma omp target map(tofrom : a, b) map(to : mapped)
#pragma omp teams
  {
#pragma omp distribute parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV248: target region not transformed: the bounds of a parallel loop read 'mapped', known only on the device
    for (int i = 0; i < n; i += mapped)
      a[i] += 1;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      b[i] += 2; // there is no barrier between the loops
  }
  for (int i = 0; i < N; i++)
    printf("%d %d\n", a[i], b[i]);
}
