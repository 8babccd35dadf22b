// CLV223: private data of a team or thread that lives across the loops of a region.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  int a[1000], b[1000], x = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:40: remark: CLV223: target region not transformed: 'private(x)' may keep data from one loop to the next, and each loop becomes a kernel; if no loop reads data of an earlier one, move the clause to the loops [-Rpass-missed=cleave]
#pragma omp target teams map(from : a) private(x)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp distribute
    for (int i = 0; i < 1000; i++) {
      x = i;
      a[i] += x;
    }
  }
// CHECK: {{.*}}:[[#@LINE+1]]:43: remark: CLV223: target region not transformed: 'private(x)' may keep data
#pragma omp target parallel map(from : b) private(x)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; i++)
      b[i] = x = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; i++)
      b[i] *= x;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d %d %d\n", a[i], b[i], x);
}
