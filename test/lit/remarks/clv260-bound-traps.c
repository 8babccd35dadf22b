// CLV260: the host can neither read nor receive a bound that only the device has.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>
enum { N = 1000 };

int main(void) {
  int a[N] = {0}, n = N, mapped = 0;
  struct {
    unsigned width : 9;
    int row[4];
  } table = {0};
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV001: {{.*}} [-Rpass=cleave]
#pragma omp target map(tofrom : a, mapped, table)
  {
    int step = a[0] + 2, index = a[1] + 1;
    mapped = a[0] + 3;
    table.row[index] = 700;
    table.width = 500;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < n; i += step)
      a[i] += i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = n / mapped; i > 0; --i)
      a[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < n; i = i + (7 % mapped))
      a[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < table.row[index]; i++)
      a[i] += 1;
// No variable of its type takes the value of a bit-field.
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV260: loop not distributed across teams: the host cannot compute its trip count from 'table', which only the device has; compute the bound and the step in integers in a separate statement of the region before the loop [-Rpass-missed=cleave]
    for (unsigned i = 0; i < table.width; i += mapped % 8)
      a[i] += 1;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += mapped;
  }
  for (int i = 0; i < N; i++)
    printf("%d\n", a[i]);
}
