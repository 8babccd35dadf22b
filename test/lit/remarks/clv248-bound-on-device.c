// CLV248: the host cannot compute the number of iterations of a distributed loop.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %unchanged %s
#include <stdio.h>

struct box {
  unsigned width : 10;
};

void widths(int *a, int *b, struct box *box) {
#pragma omp target map(tofrom : a[0 : 1000], b[0 : 1000])
#pragma omp teams
  {
#pragma omp distribute parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV248: target region not transformed: the bounds of a parallel loop read 'box', known only on the device; copy the bound to a scalar in a statement before the loop [-Rpass-missed=cleave]
    for (unsigned i = 1; i < box->width; i++)
      a[i] = i;
#pragma omp distribute parallel for
    for (int i = 1; i < 1000; i++)
      b[i] *= 2; // there is no barrier between the loops
  }
}

void prefix(int *a, int *end) {
#pragma omp target parallel for map(tofrom : a[0 : 1000]) map(to : end[0 : 1])
// CHECK: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: remark: CLV248: {{.*}} 'end'
  for (int i = 1; i < end[0]; i++)
    a[i] += i;
}

int main(void) {
  int a[1000] = {0}, b[1000] = {0}, end = 700;
  struct box box = {500};
#pragma omp target data map(to : box)
  widths(a, b, &box);
  prefix(a, &end);
  for (int i = 0; i < 1000; i++)
    printf("%d %d\n", a[i], b[i]);
}
