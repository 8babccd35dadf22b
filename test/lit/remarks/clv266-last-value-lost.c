// CLV266: the last value of a loop combined with target is lost, and no map clause can save it.
// RUN: %cleave_cc %host_offload -fopenmp-version=45 -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s -fopenmp-version=45
#include <stdio.h>

int main(void) {
  int a[1000], x = -1, table[2] = {1, 2};
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV266: target region not transformed: clang 19 loses the last value of 'x', and no added map clause can keep it; put the loop's directive inside a target region that maps the variable [-Rpass-missed=cleave]
#pragma omp target parallel for lastprivate(x) firstprivate(table) map(from : a)
  for (int i = 0; i < 1000; i++)
    a[i] = x = i + table[i % 2];
  printf("%d\n", a[999]);
}
