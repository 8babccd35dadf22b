// CLV012: a reduction that rounds is combined from many teams; one of integers is exact in any order. Switched
// off, nothing is reordered.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV012
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o %remarks -fplugin-arg-cleave-widen=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %same_results %s
// OFF-NOT: CLV012
// OFF: CLV101
// OFF-NOT: CLV012
#include <stdio.h>

int main(void) {
  double a[1000], s = 0;
  long count = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.25; /* exact in any order, so that results can be compared */
#pragma omp target map(to : a) map(tofrom : s, count)
  {
// CHECK: {{.*}}:[[#@LINE+1]]:26: remark: CLV012: 's' is no integer, and is now combined from many teams, in another order than from one: the result may differ in its last digits; with widen=off, or '#pragma cleave widen(off)' in front of the loop, it stays as it was [-Rpass=cleave]
#pragma omp parallel for reduction(+ : s) reduction(+ : count)
    for (int i = 0; i < 1000; i++) {
      s += a[i];
      count += i;
    }
#pragma cleave widen(off)
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      s += a[i];
  }
  printf("%g %ld\n", s, count);
}
