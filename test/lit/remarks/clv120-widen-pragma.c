// CLV120: widen(off) in front of a loop or of a region. A loop's own word counts more.
// RUN: %cleave_cc %host_offload --offload-host-only -Wall -Wextra -Werror -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %same_results %s
#include <stdio.h>

int main(void) {
  int a[1000];
#pragma omp target map(from : a)
  {
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV120: loop not distributed across teams: disabled by '#pragma cleave widen(off)' [-Rpass-missed=cleave]
#pragma cleave widen(off)
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] = i;
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV002:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
#pragma cleave widen(off)
#pragma omp target map(tofrom : a)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV120:
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] += 3;
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV002:
#pragma cleave widen(assume)
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 5;
  }
// CHECK: {{.*}}:[[#@LINE+2]]:1: remark: CLV120:
#pragma cleave widen(off)
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 1000; i++)
    a[i] -= 7;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
