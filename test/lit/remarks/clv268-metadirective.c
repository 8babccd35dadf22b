// CLV268: a metadirective chooses the directive of a region, or one inside, by the device. It is no macro.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not='remark: CLV'
// RUN: %unchanged %s
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV268: target region not transformed: a metadirective selects one of its directives; write the selected directive [-Rpass-missed=cleave]
#pragma omp target map(from : a)
  {
#pragma omp metadirective when(device = {kind(nohost)} : parallel for) default(parallel for)
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
