// CLV202: a region in a header of the user. The main file is looked at because it holds one too.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>
// CHECK: remark: CLV202: target region not split: the one in function 'ramp' stands in a header; move the function to the source file [-Rpass-missed=cleave]
#include "Inputs/header_region.h"

int main(void) {
  int a[1000];
  ramp(a, 1000);
#pragma omp target map(tofrom : a)
  a[0] = 5;
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
