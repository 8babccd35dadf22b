// CLV301: pragmas in front of something that is no target region and no loop of one.
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %cleave_cc %host_offload -O2 -Wno-backend-plugin -c %s -o %t.o 2>&1 | count 0
// RUN: not %cleave_cc %host_offload -O2 -Werror -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %cleave explain --all %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: %same_results %s
// The file need not hold a region for its pragmas to be looked at.
// RUN: echo 'int one(void) {' > %t.none.c
// RUN: echo '_Pragma("cleave pin(off)")' >> %t.none.c
// RUN: echo 'return 1; }' >> %t.none.c
// RUN: %cleave_cc %host_offload -O2 -c %t.none.c -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: {{.*}}:2:1: warning: CLV301:
// ERROR: error: CLV301:
// EXPLAIN: line 20: CLV301:
#include <stdio.h>

int main(void) {
  int a[1000];
// CHECK: {{.*}}:[[#@LINE+1]]:1: warning: CLV301: '#pragma cleave' ignored: it does not precede a target construct, a parallel loop in one or a function; move the pragma directly before what it applies to, or remove it [-Wbackend-plugin]
#pragma cleave split(off)
#pragma omp target data map(from : a)
  {
#pragma omp target map(from : a)
    {
#pragma cleave geometry(off)
#pragma omp parallel for
      for (int i = 0; i < 1000; i++)
        a[i] = i;
#pragma omp parallel for
// CHECK: {{.*}}:[[#@LINE+1]]:1: warning: CLV301:
#pragma cleave widen(off)
      for (int i = 0; i < 1000; i++)
        a[i] *= 2;
    }
  }
// CHECK: {{.*}}:[[#@LINE+1]]:3: warning: CLV301:
  _Pragma("cleave widen(off)") for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
// CHECK: {{.*}}:[[#@LINE+1]]:1: warning: CLV301:
#pragma cleave widen(off)
