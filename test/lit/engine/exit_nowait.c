// The program ends by exit while regions with nowait run. libomp waits for their threads when the process exits, and
// libomptarget has no devices by then: constructs with nowait that come then are not executed. Plain clang's program
// crashes now and then; with libcleave it ends.
//
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t
// RUN: bash -c 'for n in 1 2 3 4 5 6; do env OMP_TARGET_OFFLOAD=MANDATORY timeout 20 "$0" || exit 1; done' %t | FileCheck %s
// RUN: bash -c 'for n in 1 2 3; do env CLEAVE_TRANSFERS=always CLEAVE_SPLIT=always timeout 20 "$0" || exit 1; done' %t
// CHECK-COUNT-6: end
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 2000, REGIONS = 4 };
static double a[N], b[N];

int main(void) {
  for (int k = 0; k < REGIONS; k++) {
#pragma omp target map(to : a) map(tofrom : b) nowait
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        b[i] += a[i];
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        b[i] *= 0.5;
    }
  }
  usleep(300);
  puts("end");
  fflush(stdout);
  exit(0);
}
