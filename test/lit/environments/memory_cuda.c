// Two arrays, of which each region needs one. The simulated device has 11.9 GiB: both fit, or only one of them does.
// RUN: %cleave_cc %link_sm90 -O2 -Wall -Werror %s -o %t
// RUN: env CLEAVE_SIMULATOR_PROFILE=titan-x CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_COPY_LIMIT=1 CLEAVE_TRANSFERS=off CLEAVE_SIMULATOR_LOG=%t.fits OMP_TARGET_OFFLOAD=MANDATORY %launches %t 4
// RUN: grep -c cuMemcpyDtoH %t.fits | FileCheck %s --check-prefix=TWO
// RUN: grep -c cuMemGetInfo %t.fits | FileCheck %s --check-prefix=ONE
// RUN: env CLEAVE_SIMULATOR_PROFILE=titan-x CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_COPY_LIMIT=1 CLEAVE_TRANSFERS=off CLEAVE_SIMULATOR_LOG=%t.large OMP_TARGET_OFFLOAD=MANDATORY %launches %t 8
// RUN: grep -c cuMemcpyDtoH %t.large | FileCheck %s --check-prefix=EIGHT
// RUN: grep -c cuMemGetInfo %t.large | FileCheck %s --check-prefix=ONE
// A small environment needs no query.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.small CLEAVE_TRANSFERS=off OMP_TARGET_OFFLOAD=MANDATORY %launches %t 0
// RUN: grep -c cuMemcpyDtoH %t.small | FileCheck %s --check-prefix=TWO
// RUN: not grep cuMemGetInfo %t.small
// ONE: {{^1$}}
// TWO: {{^2$}}
// EIGHT: {{^8$}}
#include <stdlib.h>
static void step(long n, double *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (long i = 0; i < n; i++) a[i] += 1;
}
int main(int count, char **arguments) {
  /* gigabytes that are never used: no kernel runs, and of each copy little is made */
  const long n = count > 1 ? (atol(arguments[1]) << 27) + 1000 : 1000;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b)
    return 1;
  for (int t = 0; t < 4; t++) {
    step(n, a);
    step(n, b);
  }
  free(a);
  free(b);
  return 0;
}
