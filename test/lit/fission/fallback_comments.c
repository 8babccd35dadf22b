// Directives in comments and literals are none, and pragmas whose names begin with `omp` are none of OpenMP's: neither is
// carried over to the region as it is written.
// RUN: %clang -O2 -Wno-unknown-pragmas %host_offload %s -o %t.plain
// RUN: %cleave_cc -fplugin-arg-cleave-fuse=off -O2 -Wno-unknown-pragmas -Rpass=cleave %host_offload %s -o %t.both 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: %run %t.plain > %t.expected
// RUN: env CLEAVE_SPLIT=always %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=always %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never %run4 %t.both | diff %t.expected -
// RUN: env CLEAVE_SPLIT=never LIBOMPTARGET_INFO=16 %run %t.both 2>&1 >/dev/null | FileCheck %s --check-prefix=NEVER
#include <stdio.h>

static void commented(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  { // as it was: /*
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += '"' - '\''; /*
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 100; // don't
    */
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

static void extra(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp_extra hint
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

// REMARKS: [[@LINE-28]]:{{.*}}CLV013
// REMARKS-NOT: CLV013
// NEVER: commented_l[[@LINE-18]] with
// NEVER-NOT: commented
// NEVER: extra_l[[@LINE-13]] with
// NEVER: extra_l[[@LINE-11]] with
int main(void) {
  enum { N = 50 };
  double a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  commented(N, a);
  extra(N, a);
  for (int i = 0; i < N; i++)
    printf("%g\n", a[i]);
  return 0;
}
