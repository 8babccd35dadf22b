// CLV012: a reduction that rounds is combined from many teams; one of integers is exact in any order. Switched
// off, nothing is reordered.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV012
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-widen=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %same_results %s
// OFF-NOT: CLV012
// OFF: CLV101
// OFF-NOT: CLV012
#include <stdio.h>

int main(void) {
  double a[1000], s = 0;
  long count = 0;
  double largest = 0;
  int marks[4] = {0};
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.25; /* exact in any order, so that results can be compared */
#pragma omp target map(to : a) map(tofrom : s, count, largest, marks)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV012: reduction on 's' is reassociated across teams; low-order digits may differ; to keep one team, use -fplugin-arg-cleave-widen=off or '#pragma cleave widen(off)' before the loop [-Rpass=cleave]
#pragma omp parallel for reduction(+ : s) reduction(+ : count)
    for (int i = 0; i < 1000; i++) {
      s += a[i];
      count += i;
    }
// The largest number, and sums of integers in an array, are exact in any order.
#pragma omp parallel for reduction(max : largest) reduction(+ : marks)
    for (int i = 0; i < 1000; i++) {
      largest = largest > a[i] ? largest : a[i];
      marks[i % 4] += i;
    }
#pragma cleave widen(off)
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      s += a[i];
  }
  printf("%g %ld %g %d\n", s, count, largest, marks[3]);
}
