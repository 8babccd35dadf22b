// A program for the host device: its image is forwarded, nothing is said, results are as ever; and
// wrong variables are named once.
// RUN: %cleave cc %s -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -o %t
// RUN: %run %t 2>&1 | FileCheck %s --implicit-check-not=cleave:
// RUN: %run4 %t 2>&1 | FileCheck %s --implicit-check-not=cleave:
// CHECK: 0 on host, 200
// RUN: env CLEAVE_VERBOSE=yes CLEAVE_REPIAR=off CLEAVE_QUIET=1 %run %t 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-DAG: cleave: warning: invalid value in CLEAVE_VERBOSE=yes: use on|off; using the default, off
// WRONG-DAG: cleave: warning: unknown option CLEAVE_REPIAR: did you mean CLEAVE_REPAIR?
// WRONG: 0 on host, 200
// RUN: env CLEAVE_VERBOSE=on %run %t 2>&1 | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: image 1 of 1: host device, {{.*}}: accepted
// VERBOSE: 0 on host, 200
#include "Inputs/region.h"

int main(void) {
  double values[100] = {[99] = 100};
  int on_host = double_all(100, values);
  printf("%d on host, %g\n", on_host, values[99]);
  return 0;
}
