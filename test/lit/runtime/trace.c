// CLEAVE_TRACE writes what a program does with its devices: every transfer, kernel, wait, allocation and
// release, with variable and line. Two threads, and regions with nowait. Nothing is asserted about times.
// RUN: %clang %s -O2 -gline-directives-only %libcleave %host_offload -o %t
// RUN: env CLEAVE_TRACE=%t.json %run %t 2>&1 | FileCheck %s --check-prefix=RESULT --implicit-check-not=cleave
// RESULT: 3 6 9 12
// RUN: jq -e ".traceEvents | length >= 50" %t.json
// RUN: python3 -m json.tool %t.json %t.formatted
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK: trace.c.tmp.json: {{[0-9]+}} events in {{.*}}; times are those of the host's calls
// CHECK:      construct 11
// CHECK:      to device 6 9.96 KiB 10200
// CHECK:      from device 6 9.96 KiB 10200
// CHECK:      allocation 5 9.77 KiB 10000
// CHECK:      release 5 9.77 KiB 10000
// CHECK:      kernel 7
// One for each construct without nowait.
// CHECK:      wait 10
// CHECK:      overlap
// CHECK:      variable
// CHECK-DAG:  {{^ *}}a 1 1 2000 2000
// CHECK-DAG:  a[0:50] 1 1 200 200
// CHECK-DAG:  part[0:500] 4 4 8000 8000
// CHECK:      line
// CHECK-DAG:  trace.c:[[#@LINE + 33]] 4 {{.*}} 8
// CHECK-DAG:  trace.c:[[#@LINE + 17]] 1
// CHECK-DAG:  trace.c:[[#@LINE + 21]] 0 {{.*}} 1
//
// RUN: jq -r "[.traceEvents[] | select(.cat == \"kernel\") | .tid] | unique | length" %t.json | FileCheck %s --check-prefix=THREADS
// At least the program's own and one more.
// THREADS: {{^([2-9]|[1-9][0-9]+)$}}
// Without it nothing is written.
// RUN: rm %t.json
// RUN: %run %t
// RUN: not test -e %t.json
#include <stdio.h>

enum { N = 500 };
static int a[N];

int main(void) {
#pragma omp target enter data map(to : a)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp target update from(a[0 : 50])
  a[1] = 3;
#pragma omp target update to(a[0 : 50])
#pragma omp target nowait depend(inout : a)
  a[2] = 6;
#pragma omp target depend(inout : a)
  a[3] = 9;
#pragma omp target exit data map(from : a)
  int parts[4][N] = {0};
#pragma omp parallel for num_threads(2)
  for (int k = 0; k < 4; k++) {
    int *part = parts[k];
#pragma omp target map(tofrom : part[0 : 500])
    for (int i = 0; i < N; i++)
      part[i] += 12 + k;
  }
  printf("%d %d %d %d\n", a[1], a[2], a[3], parts[0][N - 1]);
  return 0;
}
