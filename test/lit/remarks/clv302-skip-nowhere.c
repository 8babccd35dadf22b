// CLV302: skip= names lines on which no region has its directive. The others are skipped as ever.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-skip=999 2>&1 | FileCheck %s --check-prefixes=NONE,SPLIT
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-skip=3:%(line+12):1000 2>&1 | FileCheck %s --check-prefixes=SOME,SKIPPED
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -fplugin-arg-cleave-skip=%(line+11) 2>&1 | count 0
// RUN: %cleave_cc %host_offload -O2 -c %s -o %t.o -Wno-backend-plugin -fplugin-arg-cleave-skip=999 2>&1 | count 0
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-skip=999 | FileCheck %s --check-prefix=EXPLAIN
// RUN: %same_results %s -fplugin-arg-cleave-skip=999
// EXPLAIN: CLV302: 'skip=' ignored for line 999
#include <stdio.h>

int main(void) {
  int a[100] = {0};
// SPLIT: [[#@LINE+2]]:1: remark: CLV001
// SKIPPED: [[#@LINE+1]]:1: remark: CLV208
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 100; i++)
    printf("%d\n", a[i]);
}
// NONE: clv302-skip-nowhere.c:1:1: warning: CLV302: 'skip=' ignored for line 999: no target region has its directive there; use the line that 'cleave explain' prints for the region [-Wbackend-plugin]
// SOME: warning: CLV302: 'skip=' ignored for line 3:
// SOME: warning: CLV302: 'skip=' ignored for line 1000:
