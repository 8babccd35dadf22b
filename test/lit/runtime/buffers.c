// The buffer of a reduction over teams is allocated once, and not for each launch. The user's own threshold wins, and no
// other function or process sees the one that libcleave gives the run time.
// RUN: %cleave cc -fplugin-arg-cleave-reduction=off %s -O2 -fopenmp --offload-arch=sm_90 -o %t
// RUN: env CLEAVE_SIMULATOR_LOG=%t.one %simulator %t 1 | FileCheck %s
// RUN: env CLEAVE_SIMULATOR_LOG=%t.nine %simulator %t 9 | FileCheck %s
// CHECK: threshold here: none
// CHECK: threshold of children: none
//
// What grows with the number of launches: nothing but the launches and their copies.
// RUN: grep -c cuLaunchKernel %t.one | FileCheck %s --check-prefix=TWO
// RUN: grep -c cuLaunchKernel %t.nine | FileCheck %s --check-prefix=EIGHTEEN
// TWO: {{^}}2{{$}}
// EIGHTEEN: {{^}}18{{$}}
// RUN: grep -cE 'cuMem(Alloc|Free)' %t.one > %t.one.count
// RUN: grep -cE 'cuMem(Alloc|Free)' %t.nine > %t.nine.count
// RUN: diff %t.one.count %t.nine.count
//
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192 CLEAVE_SIMULATOR_LOG=%t.user %simulator %t 9 | FileCheck %s --check-prefix=USER
// USER: threshold here: 8192
// USER: threshold of children: 8192
// RUN: grep -c 'cuMemAlloc bytes=24576 ' %t.user | FileCheck %s --check-prefix=NINE
// RUN: grep -c 'cuMemAlloc bytes=524288 ' %t.user | FileCheck %s --check-prefix=NINE
// NINE: {{^}}9{{$}}
#include <stdio.h>
#include <stdlib.h>

static void sum(int launches, int n, const double *a, double *h) {
  double s = 0, t = 0, u = 0;
#pragma omp target data map(to: a[0:n]) map(tofrom: s, t, u, h[0:64])
  for (int launch = 0; launch < launches; launch++) {
#pragma omp target teams distribute parallel for reduction(+: s, t, u)
    for (int i = 0; i < n; i++) {
      s += a[i];
      t += 2 * a[i];
      u += 3 * a[i];
    }
#pragma omp target teams distribute parallel for reduction(+: h[:64])
    for (int i = 0; i < n; i++)
      h[i & 63] += a[i];
  }
}

int main(int count, char **arguments) {
  static double a[1000], h[64];
  const char *threshold = getenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD");
  printf("threshold here: %s\n", threshold ? threshold : "none");
  fflush(stdout);
  sum(atoi(arguments[count - 1]), 1000, a, h);
  return system("echo threshold of children: ${LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD-none}");
}
